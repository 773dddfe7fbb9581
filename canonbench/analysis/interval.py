"""Intervals: of the median of one row, and of the ratio of two rows measured in the same rounds.

A ratio is estimated from one log ratio for each round, since the round is what is drawn anew. Two intervals
are computed from these:

*Student's t* around their mean (the geometric mean of the ratios). On well-behaved rounds nothing of its
level is shorter, but one process that ran ten times slower inflates the standard deviation so much that
the interval says nothing about the other rounds.

*Robust*: around the Hodges-Lehmann estimate (the median of all pairwise means), with the standard error of
Tukey and McLaughlin: the standard deviation after the ``g`` smallest and ``g`` largest values were replaced
by their neighbours, and Student's quantile with ``n - 2g - 1`` degrees of freedom; ``g`` is an eighth of the
rounds, at least one. It stands whatever one round in eight says. The distribution-free interval of the
Hodges-Lehmann estimate, from the signed ranks, would not do: at eight rounds and 99 % it is the range from
the smallest to the largest value, the bad process included.

*Which decides.* Student's t, unless it is more than ``INFLATED`` times as wide as the robust one: then single
rounds make its width, and the robust interval decides. All rounds stay in both. ``docs/statistics.md`` gives
the operating characteristics and the tests that produce them.

Sources: Hodges and Lehmann 1963; Tukey and McLaughlin 1963; Hettmansperger and Sheather 1986 (interpolated
interval of a median).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, median
from typing import Literal, NamedTuple, TypeAlias

__all__ = [
    "INFLATED",
    "ROUNDS",
    "Interval",
    "Median",
    "Method",
    "Ratio",
    "centre",
    "hodges_lehmann",
    "located",
    "quantile",
    "ratio",
]

Method: TypeAlias = Literal["student", "robust"]

ROUNDS = 8
"""Fewest rounds for which an interval is given."""

INFLATED = 2.5
"""Width of Student's interval over the robust one from which on single rounds make that width."""


class Interval(NamedTuple):
    """A closed interval; both ends in the unit of what it is an interval of."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Tell whether ``value`` lies inside."""
        return self.low <= value <= self.high

    def within(self, other: "Interval") -> bool:
        """Tell whether this interval lies inside ``other``."""
        return other.low <= self.low and self.high <= other.high


@dataclass(frozen=True)
class Median:
    """The median of a row over its rounds; ``interval`` is ``None`` where they are too few."""

    value: float
    interval: Interval | None
    rounds: int


@dataclass(frozen=True)
class Ratio:
    """A ratio of two rows, paired by round.

    ``value`` is the centre of ``interval``, the one that decides; ``method`` says which of the two it is.
    """

    value: float
    interval: Interval
    method: Method
    student: Interval
    robust: Interval
    rounds: int

    @property
    def half_width(self) -> float:
        """Half the width of the interval as a factor less one: 0.02 is "give or take 2 %"."""
        return math.sqrt(self.interval.high / self.interval.low) - 1


def hodges_lehmann(values: Sequence[float]) -> float:
    """Return the median of the means of all pairs, each value paired with itself included."""
    return median([(x + y) / 2 for index, x in enumerate(values) for y in values[index:]])


def _deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of a sample; that of ``statistics`` takes fifty times as long."""
    mean = fmean(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


@lru_cache(256)
def quantile(level: float, degrees: int) -> float:
    """Return Student's two-sided quantile: half the width of an interval of ``level`` in standard errors."""
    from scipy.special import stdtrit  # noqa: PLC0415 - 0.3 s that only an analysis pays

    return float(stdtrit(degrees, (1 + level) / 2))


def _student(values: Sequence[float], level: float) -> tuple[float, float]:
    """Return centre and half-width."""
    return fmean(values), quantile(level, len(values) - 1) * _deviation(values) / math.sqrt(len(values))


def _robust(values: Sequence[float], level: float) -> tuple[float, float]:
    """Return centre and half-width."""
    count = len(values)
    trimmed = max(1, count // 8)
    inner = sorted(values)[trimmed : count - trimmed]
    winsorised = [inner[0]] * trimmed + inner + [inner[-1]] * trimmed
    error = _deviation(winsorised) * math.sqrt(count) / len(inner)
    return hodges_lehmann(values), quantile(level, len(inner) - 1) * error


def located(values: Sequence[float], level: float) -> tuple[Method, dict[Method, tuple[float, float]]]:
    """Return which of the two intervals of ``values`` decides, and centre and half-width of each.

    ``values`` are at least ``ROUNDS``, one for each round, on a scale where errors add: logs for ratios.
    """
    student, robust = _student(values, level), _robust(values, level)
    decides: Method = "robust" if student[1] > INFLATED * robust[1] else "student"
    return decides, {"student": student, "robust": robust}


def ratio(pairs: Sequence[tuple[float, float]], level: float = 0.99) -> Ratio | None:
    """Return the ratio of the second to the first of each pair, or ``None`` for fewer than ``ROUNDS`` pairs.

    Args:
        pairs: one pair for each round, both positive, in the same unit.
        level: confidence level of the intervals.
    """
    if len(pairs) < ROUNDS:
        return None
    method, both = located([math.log(b / a) for a, b in pairs], level)
    ends = {name: Interval(math.exp(mid - half), math.exp(mid + half)) for name, (mid, half) in both.items()}
    return Ratio(math.exp(both[method][0]), ends[method], method, ends["student"], ends["robust"], len(pairs))


def centre(values: Sequence[float], level: float = 0.95) -> Median:
    """Return the median of ``values`` with the interpolated interval of the sign test.

    It assumes nothing about the distribution but that the values are independent.
    """
    count = len(values)
    if count < ROUNDS:
        return Median(median(values), None, count)
    ordered = sorted(values)

    def covered(depth: int) -> float:
        return 1 - 2 * sum(math.comb(count, k) for k in range(depth)) / 2.0**count

    depth = 1
    while covered(depth + 1) >= level:
        depth += 1
    share = (covered(depth) - level) / (covered(depth) - covered(depth + 1))
    inward = (count - depth) * share / (depth + (count - 2 * depth) * share)
    low = ordered[depth - 1] + inward * (ordered[depth] - ordered[depth - 1])
    high = ordered[-depth] - inward * (ordered[-depth] - ordered[-depth - 1])
    return Median(median(values), Interval(low, high), count)
