"""Numbers for readers: a unit, and three digits that mean something."""

import math
from collections.abc import Sequence
from typing import Literal

from canonbench.analysis.estimate import Estimate, Mean
from canonbench.analysis.interval import Interval, Median, Ratio

__all__ = [
    "bounds",
    "difference",
    "factor",
    "interval",
    "median",
    "percent",
    "quantity",
    "ratio",
    "seconds",
    "share",
    "signed",
    "spanning",
    "unit_of",
]

_BYTES = ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"), (1, "B"))
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


_SMALL = 0.1
"""Shares under this have a decimal."""


def _rounded(value: float) -> float:
    return float(f"{value:.3g}")


def _decimals(value: float) -> int:
    """Return how many decimals leave three significant digits of ``value``."""
    return max(0, 2 - math.floor(math.log10(value))) if value > 0 else 0


def unit_of(value: float) -> tuple[float, str]:
    """Return the unit that suits ``value``, in seconds: how many seconds it has, and its name."""
    return next((pair for pair in _UNITS if value >= pair[0]), _UNITS[-1])


def _in_unit(values: Sequence[float]) -> tuple[list[str], str]:
    """Write all values in the unit, and with the decimals, that suit the first."""
    first = _rounded(values[0])
    scale, unit = unit_of(first)
    decimals = _decimals(first / scale)
    return [f"{value / scale:.{decimals}f}" for value in values], unit


def seconds(value: float) -> str:
    """Write a time given in seconds: ``0.0000241`` is ``24.1 us``."""
    (text,), unit = _in_unit([value])
    return f"{text} {unit}"


def signed(value: float) -> str:
    """Write a time that may be negative: ``-2.31 us``."""
    return f"{'-' if value < 0 else ''}{seconds(abs(value))}"


def difference(found: Estimate) -> str:
    """Write a difference of times, in the unit of its largest figure: ``-0.35 ms [-1.20, 0.50]``."""
    numbers_ = [found.value, *found.interval]
    first = _rounded(max(map(abs, numbers_)))
    scale, unit = unit_of(first)
    decimals = _decimals(first / scale)
    value, low, high = (f"{each / scale:.{decimals}f}" for each in numbers_)
    return f"{value} {unit}" if value == low == high else f"{value} {unit} [{low}, {high}]"


def spanning(found: Mean) -> str:
    """Write a mean that may be negative, with its interval if it has one."""
    return signed(found.value) if found.estimate is None else difference(found.estimate)


def share(found: Estimate) -> str:
    """Write a share with its interval: ``63 % [61, 66]``."""
    low, high = (f"{100 * end:.1f}" if abs(end) < _SMALL else f"{100 * end:.0f}" for end in found.interval)
    return f"{percent(found.value)} [{low}, {high}]"


def median(found: Median | Mean) -> str:
    """Write a median, or a mean, with its interval: ``24.1 us [23.8, 24.6]``."""
    if found.interval is None:
        return seconds(found.value)
    (value, low, high), unit = _in_unit([found.value, *found.interval])
    return f"{value} {unit} [{low}, {high}]"


def quantity(found: Median, unit: str) -> str:
    """Write a median in ``unit``: ``second``, ``byte`` (``105 KiB [104, 107]``) or ``integer``."""
    if unit == "second":
        return median(found)
    scale, name = (
        next((pair for pair in _BYTES if found.value >= pair[0]), _BYTES[-1]) if unit == "byte" else (1, "")
    )
    decimals = 0 if scale == 1 else _decimals(found.value / scale)
    value, *ends = (f"{each / scale:.{decimals}f}" for each in (found.value, *(found.interval or ())))
    text = f"{value} {name}" if name else value
    return f"{text} [{', '.join(ends)}]" if ends and set(ends) != {value} else text


def percent(share: float) -> str:
    """Write a share: ``0.634`` is ``63 %``, ``0.0312`` is ``3.1 %``, less than a thousandth ``0 %``."""
    value = 100 * share
    return f"{value:.{1 if 0.05 <= abs(value) < 10 else 0}f} %"  # noqa: PLR2004 - where digits begin to matter


def factor(value: float) -> str:
    """Write a ratio with three digits: ``5.1`` is ``5.10x``."""
    return f"{value:.{_decimals(_rounded(value))}f}x"


def ratio(found: Ratio) -> str:
    """Write a ratio with the ends of its interval: ``5.10x [4.92, 5.29]``."""
    decimals = _decimals(_rounded(found.value))
    low, high = (f"{end:.{decimals}f}" for end in found.interval)
    return f"{factor(found.value)} [{low}, {high}]"


def interval(found: Interval) -> str:
    """Write an interval of a ratio: ``[0.985, 1.023]``."""
    return f"[{found.low:.3f}, {found.high:.3f}]"


def bounds(found: Interval, unit: Literal["ratio", "share", "count"]) -> str:
    """Write an interval alone: of ratios ``[1.90, 2.10]``, of shares ``[19 %, 21 %]``."""
    write = percent if unit == "share" else factor
    return f"[{write(found.low)}, {write(found.high)}]".replace("x", "")
