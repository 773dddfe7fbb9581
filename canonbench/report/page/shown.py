"""A statistic as readers see it: value, unit, interval; or that there is none, and why."""

import re
from math import log10

from canonbench.analysis.interval import Median
from canonbench.report import numbers
from canonbench.report.page.model import Cell, Statistic

__all__ = ["cell", "text", "typographic"]

_PERCENT = 100


def text(found: Statistic) -> str:
    """Write a statistic in plain ASCII, as ``24.1 us [23.8, 24.6]``; without a value ``null (reason)``."""
    if found.value is None:
        return f"null ({found.reason})"
    if found.unit == "count":
        return f"{found.value:.0f}"
    if found.unit == "ratio":
        said = _bounded(numbers.factor(found.value), found, *_decimals(found))
    elif found.unit == "share":
        said = _bounded(numbers.percent(found.value), found, *_of_percent(found))
    elif found.unit == "number":
        said = _bounded(f"{found.value:.2f}", found, 1, 2)
    elif found.unit == "second" and found.interval is not None and found.interval.low <= 0:
        said = _signed(found.value, *found.interval)
    else:
        said = numbers.quantity(Median(found.value, found.interval, found.rounds or 0), found.unit)
    return f"{said} ({found.reason})" if found.interval is None else said


def _bounded(said: str, found: Statistic, scale: float, decimals: int) -> str:
    if found.interval is None:
        return said
    low, high = (f"{scale * end:.{decimals}f}" for end in found.interval)
    return f"{said} [{low}, {high}]"


def _signed(*values: float) -> str:
    """Write a difference of times with its bounds, in the unit that suits the largest of them."""
    most = max(map(abs, values))
    scale, unit = numbers.unit_of(most)
    decimals = 2 - min(2, int(log10(max(most / scale, 1))))
    value, low, high = (f"{round(each / scale, decimals) + 0.0:.{decimals}f}" for each in values)
    return f"{value} {unit} [{low}, {high}]"


def _decimals(found: Statistic) -> tuple[float, int]:
    """Return scale and decimals of the bounds of a ratio: as many decimals as its value has."""
    said = numbers.factor(found.value or 0.0).removesuffix("x")
    return 1, len(said.partition(".")[2])


def _of_percent(found: Statistic) -> tuple[float, int]:
    said = numbers.percent(found.value or 0.0).removesuffix(" %")
    return _PERCENT, len(said.partition(".")[2])


def typographic(said: str) -> str:
    """Write what `text` wrote with the signs that print has: micro, times, plus or minus, minus."""
    said = re.sub(r"(?<=\d) us\b", "\N{NO-BREAK SPACE}\N{MICRO SIGN}s", said)
    said = re.sub(r"(?<=\d) (?=(?:ns|ms|s|B|KiB|MiB|GiB|%)(?![A-Za-z]))", "\N{NO-BREAK SPACE}", said)
    said = re.sub(r"(?<=\d)x\b", "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}", said)
    said = said.replace("+-", "\N{PLUS-MINUS SIGN}")
    return re.sub(r"(?<![\w.])-(?=\d)", "\N{MINUS SIGN}", said)


def cell(found: Cell) -> str:
    """Write a cell of a table in plain ASCII where it is a number, as it is where it is text."""
    return text(found) if isinstance(found, Statistic) else found
