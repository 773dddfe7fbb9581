"""Grids made as narrow as a terminal: text is folded, and columns that find no room are named."""

import re
import textwrap

from canonbench.report.grid import Grid

__all__ = ["fitted"]

_FIGURE = re.compile(r"(?<=\d) (?=(?:%|ns|us|ms|s|rounds?)(?![A-Za-z]))")


def fitted(grid: Grid, width: int | None) -> Grid:
    """Make a grid as narrow as ``width``: text is folded, the last columns are left out and named."""
    if width is None:
        return grid
    columns = len(grid.columns)
    while columns > 2 and _width(grid, columns) > width:  # noqa: PLR2004 - what, and one figure
        columns -= 1
    left = grid.columns[columns:]
    notes = [*grid.notes, *([f"Not here for want of room: {', '.join(left)}."] if left else [])]
    title, *more = _folded(grid.title, width)
    rows = tuple(row[:columns] for row in grid.rows)
    folded = [*more, *(line for note in notes for line in _folded(note, width))]
    return Grid(title, grid.columns[:columns], rows, tuple(folded))


def _folded(said: str, width: int) -> list[str]:
    """Fold a text at spaces, but for those between a figure and its unit."""
    kept = _FIGURE.sub("\N{NO-BREAK SPACE}", said)
    lines = textwrap.wrap(kept, width, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _width(grid: Grid, columns: int) -> int:
    table = [grid.columns, *grid.rows]
    return sum(max(len(row[place]) for row in table) for place in range(columns)) + 2 * (columns - 1)
