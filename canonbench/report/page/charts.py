"""What may be drawn, as data: dots with intervals, stacked bars, and curves. ``plots`` draws them."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

__all__ = ["Bars", "Chart", "Curves", "Dots", "Point", "is_empty"]


class Point(NamedTuple):
    """A value with its interval, in the unit of its axis; without one, the ends are the value."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Dots:
    """A line for each of ``rows``, a marker for each of ``series`` on it, with its interval.

    ``rows`` are (label, points), a point or ``None`` for each of the series. ``axis`` names what is drawn and
    its unit. ``reference`` is a value to draw a line at.
    """

    axis: str
    series: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Point | None, ...]], ...]
    log: bool = True
    reference: float | None = None


@dataclass(frozen=True)
class Bars:
    """A stacked bar for each of ``rows``: (label, one length for each of ``parts``, the total as a point).

    A part has its colour by its place, also where another is empty in all rows.
    """

    axis: str
    parts: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...], Point | None], ...]


@dataclass(frozen=True)
class Curves:
    """A curve for each of ``series``: (label, (x, point) with x rising), both axes logarithmic if ``log``.

    With ``ticks`` x counts these names from 0, and is never logarithmic.
    """

    across: str
    axis: str
    series: tuple[tuple[str, tuple[tuple[float, Point], ...]], ...]
    log: bool = True
    ticks: tuple[str, ...] = ()
    reference: float | None = None


Chart: TypeAlias = Dots | Bars | Curves


def is_empty(chart: Chart) -> bool:
    """Tell whether there is nothing to draw, as where too few rounds give no interval."""
    if isinstance(chart, Dots):
        return not any(spot is not None for _, points in chart.rows for spot in points)
    if isinstance(chart, Bars):
        return not any(length for _, lengths, _ in chart.rows for length in lengths)
    return not any(points for _, points in chart.series)
