"""A page as GitHub's Markdown, for the summary of a job or an issue: every table, and no picture."""

import re
from collections.abc import Iterator
from typing import TextIO

from canonbench.report.markdown import escaped
from canonbench.report.page import shown
from canonbench.report.page.model import Cell, Page, Section, Statistic, Table

__all__ = ["write"]


def write(page: Page, stream: TextIO) -> None:
    """Write ``page``: question and answer, then each section with its tables."""
    stream.writelines(f"{line}\n" for line in _lines(page))


def _lines(page: Page) -> Iterator[str]:
    yield from (
        f"# {_text(page.title)}",
        "",
        f"*{_text(page.question)}*",
        "",
        f"**{_prose(page.answer)}**",
        "",
    )
    yield from ([_text(page.keys_title), ""] if page.keys else [])
    yield from (f"- {_text(label)}: {_cell(found)}" for label, found in page.keys)
    for section in page.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    yield from ("", f"## {_text(section.title)}", "", _prose(section.sentence))
    for table in (*(figure.table for figure in section.figures), *section.tables):
        yield from _table(table)
    if section.notes:
        yield ""
        yield from (f"- {_prose(note)}" for note in section.notes)
    if section.commands:
        fence = "`" * max(
            3, 1 + max((len(run) for run in re.findall("`+", "\n".join(section.commands))), default=0)
        )
        yield from (
            "",
            f"{fence}console",
            *(f"$ {' '.join(line.split())}" for line in section.commands),
            fence,
        )


def _table(table: Table) -> Iterator[str]:
    yield from ("", f"### {_text(table.caption)}", "")
    yield f"| {' | '.join(map(_text, table.columns))} |"
    yield f"| {' | '.join('---' for _ in table.columns)} |"
    yield from (f"| {' | '.join(map(_cell, row))} |" for row in table.rows)
    if table.notes:
        yield ""
        yield from (f"- {_prose(note)}" for note in table.notes)


def _cell(cell: Cell) -> str:
    return _text(shown.typographic(shown.text(cell)) if isinstance(cell, Statistic) else cell)


def _prose(text: str) -> str:
    return _text(shown.typographic(text))


def _text(text: str) -> str:
    """Escape text and keep it on its line; the indent of a part becomes spaces that Markdown keeps."""
    inner = text.lstrip(" ")
    return "&nbsp;" * (len(text) - len(inner)) + escaped(re.sub(r"[^\S\xa0]+", " ", inner))
