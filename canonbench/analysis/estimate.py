"""The estimate of a quantity that may be zero or negative: a share, a difference of times, a part of a gap.

A ratio of two rows is estimated from logs (``interval.ratio``). A share or a difference cannot be, since it
may be nothing at all; its errors add, so one value for each round is taken as it is. The two intervals, and
the rule that says which decides, are the same: Student's t around the mean, and where single rounds make its
width the robust one around the Hodges-Lehmann estimate (``canonbench.analysis.interval``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from canonbench.analysis.interval import ROUNDS, Interval, Method, located
from canonbench.runs.rows import Sitting

__all__ = ["Estimate", "estimate", "over"]


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


def over(series: Mapping[Sitting, float], level: float = 0.95) -> Estimate | None:
    """Return the estimate over a series with one value for each round."""
    return estimate([series[sitting] for sitting in sorted(series)], level)
