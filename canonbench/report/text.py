"""Tables for people: with rich on a terminal, plain columns everywhere else.

Plain output has no colour, no box characters and no truncation, so that it can be searched, diffed and piped.
A verdict is always a word; colour only repeats it.
"""

import os
import shutil
from collections.abc import Iterable
from dataclasses import replace
from typing import TextIO

from canonbench.report.grid import Grid
from canonbench.report.printable import LONGEST, everywhere, shortened

__all__ = ["PIPE", "on_terminal", "width", "write", "write_plain", "write_rich"]

PIPE = 100
"""Columns of what is made for one screen, where it is written to no terminal."""

_MARGIN = 2
"""Columns that a table on a terminal has at its sides."""

_STYLES = {
    "slower": "red",
    "faster": "green",
    "more": "red",
    "less": "green",
    "small": "yellow",
    "cannot tell": "magenta",
    "not compared": "magenta",
}


def on_terminal(stream: TextIO) -> bool:
    """Tell whether ``stream`` is a terminal that can show more than plain text."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def width(stream: TextIO) -> int:
    """Return how many columns one screen has: those of the terminal less a margin, else ``PIPE``."""
    return shutil.get_terminal_size((PIPE, 40)).columns - _MARGIN if on_terminal(stream) else PIPE


def write(grids: Iterable[Grid], stream: TextIO, *, plain: bool = False) -> None:
    """Write ``grids`` to ``stream``: plain if asked for or off a terminal, with rich otherwise."""
    grids = (everywhere(_cut(grid)) for grid in grids)
    if plain or not on_terminal(stream):
        write_plain(grids, stream)
    else:
        write_rich(grids, stream)


def _cut(grid: Grid) -> Grid:
    rows = tuple(tuple(shortened(cell, LONGEST) for cell in row) for row in grid.rows)
    return replace(grid, rows=rows)


def write_plain(grids: Iterable[Grid], stream: TextIO) -> None:
    """Write aligned columns, two spaces apart; an empty line between tables."""
    for number, grid in enumerate(grids):
        table = [grid.columns, *grid.rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in table
            if row
        ]
        stream.write("\n".join(["\n" * bool(number) + grid.title, *lines, *grid.notes]) + "\n")


def write_rich(grids: Iterable[Grid], stream: TextIO) -> None:
    """Write tables with rules and colour (``NO_COLOR`` is honoured); what does not fit is folded, not cut."""
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415 - as below
    from rich.console import Console  # noqa: PLC0415 - 0.1 s that only a terminal pays
    from rich.table import Table  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415 - as above

    console = Console(file=stream, highlight=False, emoji=False, markup=False)
    for grid in grids:
        if not grid.columns:
            console.print(Text(grid.title))
        table = Table(title=Text(grid.title), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for number, column in enumerate(grid.columns):
            words = [len(word) for row in grid.rows for word in row[number].split()]
            table.add_column(
                Text(column), overflow="fold", no_wrap=number == 0, min_width=max(words, default=1)
            )
        for row in grid.rows:
            table.add_row(*(Text(cell, style=_STYLES.get(cell.partition(" [")[0], "")) for cell in row))
        if grid.columns:
            console.print(table)
        for note in grid.notes:
            console.print(Text(note))
