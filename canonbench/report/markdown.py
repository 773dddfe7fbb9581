"""Tables in GitHub's Markdown, as for the summary of a job."""

from collections.abc import Iterable
from typing import TextIO

from canonbench.report.grid import Grid
from canonbench.report.printable import everywhere

__all__ = ["escaped", "write"]


def escaped(text: str) -> str:
    """Return ``text`` so that Markdown and HTML take none of it for markup."""
    text = text.replace("&", "&amp;")
    for character in "\\`*_<>|[]":
        text = text.replace(character, f"\\{character}")
    return text


def _cell(text: str) -> str:
    """Escape a cell; the indent of a part becomes spaces that Markdown keeps."""
    inner = text.lstrip(" ")
    return "&nbsp;" * (len(text) - len(inner)) + escaped(inner)


def write(grids: Iterable[Grid], stream: TextIO) -> None:
    """Write each grid as a heading, a table and a list of its notes."""
    for number, grid in enumerate(map(everywhere, grids)):
        rows = [grid.columns, ("---",) * len(grid.columns), *(map(_cell, row) for row in grid.rows)]
        lines = [
            *([""] if number else []),
            f"### {escaped(grid.title)}",
            "",
            *([*(f"| {' | '.join(row)} |" for row in rows), ""] if grid.columns else []),
            *(f"- {escaped(note)}" for note in grid.notes),
        ]
        stream.write("\n".join(lines) + "\n")
