"""The paper's own statistic: calls timed one by one, summarised for each process, then over processes.

A disagreement with the paper could be one of the statistic. So the plan ``paper`` times calls as the paper
does (view ``single``: 50 calls that do not count, then 2,000 that do, in each of five processes), and this
module summarises them as the paper does: mean, standard deviation and percentiles of the calls of a process,
then the median over processes, with the smallest and the largest beside it.

Calls of one process are no independent samples: no interval is made of them. Our own stands beside: the
median of the bare row over rounds, by wall time, as single calls are; and by CPU time where that decides. On
a busy machine a call that was interrupted is one value in the tail, so that the median call is near the CPU
time of the bare row, while the mean call is near its wall time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median, quantiles, stdev
from typing import NamedTuple

from canonbench.analysis import sample
from canonbench.analysis.compare import traced
from canonbench.analysis.interval import Median, centre
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Process, Row, Run, Stack

__all__ = ["STATISTICS", "Single", "Spread", "singles"]


def _percentile(rank: int) -> Callable[[Sequence[float]], float]:
    """Return a percentile, interpolated between the two nearest values."""
    return lambda values: quantiles(values, n=100, method="inclusive")[rank - 1]


STATISTICS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "mean": fmean,
    "p50": median,
    "p90": _percentile(90),
    "p95": _percentile(95),
    "p99": _percentile(99),
    "sd": stdev,
}
"""What is said of the calls of one process, each in seconds."""


class Spread(NamedTuple):
    """A statistic over processes: the median, the smallest and the largest, in seconds."""

    value: float
    least: float
    most: float


@dataclass(frozen=True)
class Single:
    """One case with one stack, timed call by call.

    ``calls`` are the fewest of a process. ``statistics`` has a spread for each of ``STATISTICS``. ``timer``
    is what reading the clock twice takes, in seconds, and is in every call; ``None`` if it was not kept.
    ``bare`` is the median of the bare row by wall time with its 95 % interval, ``None`` if there is no such
    row.
    """

    case: Case
    stack: str
    runtime: str
    processes: int
    calls: int
    statistics: Mapping[str, Spread]
    timer: float | None
    bare: Median | None
    cpu: Median | None = None

    @property
    def over_cpu(self) -> float | None:
        """The median call over the bare median by CPU time; ``None`` where that does not decide."""
        return None if self.cpu is None else self.statistics["p50"].value / self.cpu.value

    @property
    def over_bare(self) -> float | None:
        """The median call over the bare median, both by wall time; ``None`` without a bare row."""
        return None if self.bare is None else self.statistics["p50"].value / self.bare.value


def singles(run: Run) -> tuple[Single, ...]:
    """Return every row of ``run`` whose calls were timed one by one, in the order of the files.

    Rows of fewer than two calls a process, and those timed under memray, are left out.
    """
    stacks = (stack for stack in run.chosen if not stack.again)
    return tuple(found for stack in stacks for found in _of_stack(stack))


def _of_stack(stack: Stack) -> Iterator[Single]:
    for row in stack.rows:
        case, calls = row.case, min(len(process.wall) for process in row.processes)
        if case is not None and case.view == "single" and calls > 1 and not traced(row):
            yield _single(case, stack, row, calls)


def _single(case: Case, stack: Stack, row: Row, calls: int) -> Single:
    bare = stack.row(replace(case, view="bare").name)
    timers = [_timer(process) for process in row.processes]
    known = [timer for timer in timers if timer is not None]
    return Single(
        case,
        stack.name,
        row.text(keys.RUNTIME),
        len(row.processes),
        calls,
        {name: _over_processes(row, of) for name, of in STATISTICS.items()},
        median(known) if known else None,
        None if bare is None else centre(sample.units(bare, "wall")),
        None if bare is None or bare.decides != "cpu" else centre(sample.units(bare, "cpu")),
    )


def _over_processes(row: Row, of: Callable[[Sequence[float]], float]) -> Spread:
    found = [of(process.wall) for process in row.processes]
    return Spread(median(found), min(found), max(found))


def _timer(process: Process) -> float | None:
    told = process.metadata.get(keys.SINGLE_TIMER)
    return float(told) if isinstance(told, int | float) else None
