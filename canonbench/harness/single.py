"""The view ``single``: calls timed one by one, as the paper times them.

One process makes 50 calls that do not count, then 2,000 that do, each between two readings of the wall clock;
each is a value of its own. Inputs are made as for every other row, outside the clock. What two readings of
the clock take is in every value, and stands beside them as ``single.timer``.

Calls that follow each other in one process share its memory layout, its hash seed and the moment, so 2,000 of
them are no 2,000 samples: intervals stay those of the bare rows, whose rounds are processes of their own.
"""

from statistics import median

from canonbench.harness.loops import Clocks, Kept, Timed
from canonbench.runs import keys

__all__ = ["CALLS", "VIEW", "WARM", "Single", "timer_cost"]

VIEW = "single"
WARM, CALLS = 50, 2000
"""Calls of a process that do not count, and that do, as in the paper."""

_PAIRS = 2001
_DIGITS = 10
_LEAST = 10.0**-_DIGITS


def timer_cost(clocks: Clocks | None = None) -> float:
    """Return what reading the wall clock twice takes, in seconds: the median of many pairs of readings."""
    clock = (clocks or Clocks()).wall
    costs = []
    for _ in range(_PAIRS):
        start = clock()
        stop = clock()
        costs.append(stop - start)
    return median(costs)


class Single:
    """The time function of a case whose calls are timed one by one; ``loops`` is always 1.

    All calls are made when the first value is asked for, so that nothing of pyperf runs between them. Values
    are seconds, rounded to 0.1 ns; one that the clock was too coarse for is 0.1 ns, as pyperf refuses 0.
    """

    def __init__(self, timed: Timed, clocks: Clocks | None = None) -> None:
        """Time the calls of ``timed``; ``clocks`` are those that it reads itself."""
        self._timed = timed
        self._clocks = clocks or Clocks()
        self._values: list[float] | None = None

    @property
    def kept(self) -> Kept:
        """What is noted beside the values."""
        return self._timed.kept

    def __call__(self, _loops: int) -> float:
        """Return the wall time of the next call.

        Raises:
            EnginesDisagree: the output is wrong, before the first call or after the last.
        """
        if self._values is None:
            self._timed.apiece(WARM)
            self._values = self._timed.apiece(CALLS)[::-1]
            self._timed.finish()
            self.kept.facts[str(keys.SINGLE_TIMER)] = timer_cost(self._clocks)
        return max(round(self._values.pop(), _DIGITS), _LEAST)
