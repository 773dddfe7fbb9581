"""The estimate of a quantity that may be zero or negative: a share, a difference of times, a part of a gap.

A ratio of two rows is estimated from logs (``interval.ratio``). A share or a difference cannot be, since it
may be nothing at all; its errors add, so one value for each round is taken as it is. The two intervals, and
the rule that says which decides, are the same: Student's t around the mean, and where single rounds make its
width the robust one around the Hodges-Lehmann estimate (``canonbench.analysis.interval``).

Quantities that add up, such as a time, what of it the best needs, and what a library adds, are estimated
*together*: by means over the same rounds, which add up as the rounds do. Medians, and robust centres of each
by itself, do not. Where single rounds are far off, these leave the mean of all quantities, not of one.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev

from canonbench.analysis.interval import ROUNDS, Interval, Method, located, quantile
from canonbench.analysis.sample import Series
from canonbench.runs.rows import Sitting

__all__ = ["Estimate", "Mean", "Together", "estimate", "over"]

_LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """The centre of one value for each of ``rounds`` rounds with its interval, in the unit of the values."""

    value: float
    interval: Interval
    rounds: int
    method: Method = "student"

    @property
    def half_width(self) -> float:
        """Half the width of the interval, in the unit of the values."""
        return (self.interval.high - self.interval.low) / 2

    @property
    def positive(self) -> bool:
        """Whether all of the interval lies above nothing."""
        return self.interval.low > 0

    @property
    def negative(self) -> bool:
        """Whether all of the interval lies below nothing."""
        return self.interval.high < 0


def estimate(values: Sequence[float], level: float = 0.95) -> Estimate | None:
    """Return the estimate over ``values``, one for each round, or ``None`` for fewer than ``ROUNDS``.

    Args:
        values: one number for each round, all in one unit; any sign.
        level: confidence level of the interval.
    """
    if len(values) < ROUNDS:
        return None
    method, both = located(values, level)
    middle, half = both[method]
    return Estimate(middle, Interval(middle - half, middle + half), len(values), method)


def over(series: Series, level: float = 0.95) -> Estimate | None:
    """Return the estimate over a series with one value for each round."""
    return estimate([series[sitting] for sitting in sorted(series)], level)


@dataclass(frozen=True)
class Mean:
    """A mean over ``rounds`` rounds, in their unit; ``estimate`` is ``None`` for fewer than eight."""

    value: float
    estimate: Estimate | None
    rounds: int

    @property
    def interval(self) -> Interval | None:
        """The interval of the estimate."""
        return None if self.estimate is None else self.estimate.interval


class Together:
    """Estimates of quantities that add up: of sums of series they are the sums of their estimates.

    Each is a mean over the same rounds with Student's interval. Where single rounds make the width of one of
    the ``series`` (by the rule of ``interval.located``), the rounds in which any of them is farthest from its
    median, an eighth of all and at least one, are left out of every mean. Intervals are then those of a
    trimmed mean: what was left out is in the spread, as far off as what was kept.

    Args:
        series: quantities in one unit with the same rounds, at least one of them.
    """

    def __init__(self, *series: Series) -> None:
        """Find the rounds that all means are over."""
        self.rounds = tuple(sorted(series[0]))
        self.left_out = frozenset(_far_off(series, self.rounds))
        self.kept = tuple(each for each in self.rounds if each not in self.left_out)

    def mean(self, series: Series, level: float = 0.95) -> Mean:
        """Return the mean of ``series``, which has the same rounds."""
        value = fmean(series[each] for each in self.kept)
        return Mean(value, self.estimate(series, level), len(self.rounds))

    def estimate(self, series: Series, level: float = 0.95) -> Estimate | None:
        """Return the mean of ``series`` with its interval; ``None`` for fewer than ``ROUNDS`` rounds."""
        count, kept = len(self.rounds), [series[each] for each in self.kept]
        if count < ROUNDS:
            return None
        low, high = min(kept), max(kept)
        spread = stdev(min(max(series[each], low), high) for each in self.rounds)
        half = quantile(level, len(kept) - 1) * spread * math.sqrt(count) / len(kept)
        middle = fmean(kept)
        method: Method = "robust" if self.left_out else "student"
        return Estimate(middle, Interval(middle - half, middle + half), count, method)


def _far_off(series: Iterable[Series], rounds: Sequence[Sitting]) -> Sequence[Sitting]:
    """Return the rounds that are farthest off, an eighth, where single ones make the width of an interval."""
    every = [[each[sitting] for sitting in rounds] for each in series]
    if len(rounds) < ROUNDS or all(located(values, _LEVEL)[0] == "student" for values in every):
        return ()
    middles = [median(values) for values in every]
    away = [
        max(abs(values[place] - middle) for values, middle in zip(every, middles, strict=True))
        for place in range(len(rounds))
    ]
    order = sorted(range(len(rounds)), key=lambda place: -away[place])
    return [rounds[place] for place in order[: max(1, len(rounds) // 8)]]
