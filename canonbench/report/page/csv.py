"""The numbers of a page as tidy CSV: one line for each case, stack and statistic."""

import csv
from typing import TextIO

from canonbench.report.page.model import Page, statistics

__all__ = ["COLUMNS", "write"]

COLUMNS = (
    *("run", "section", "case", "stack", "statistic", "unit"),
    *("value", "low", "high", "level", "n", "verdict", "reason"),
)
"""Columns, the same in every report: ``low`` and ``high`` bound ``value`` at confidence ``level`` over ``n``
rounds; what is not there is empty. Times are seconds, memory bytes, shares parts of 1."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def _text(value: str) -> str:
    """Keep a spreadsheet from taking a text for a formula: an apostrophe before what would start one."""
    return f"'{value}" if value.startswith(_FORMULA) else value


def write(page: Page, stream: TextIO) -> None:
    """Write every statistic of ``page`` once."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for section, found in statistics(page):
        low, high = found.interval or (None, None)
        about = (found.run, section.id, found.case, found.stack, found.name, found.unit)
        numbers = (found.value, low, high, found.level, found.rounds)
        why = (found.verdict, found.reason)
        writer.writerow([*map(_text, about), *numbers, *map(_text, why)])
