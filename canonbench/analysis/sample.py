"""From a row to one number a round: what every interval and every ratio is built on.

Values of one process share its memory layout, hash seed and moment, so they say little more than one value
does. The value of a process is the median of its values (one hiccup does not move it), the value of a round
the median over its processes of that row, of which there is usually one.
"""

from collections.abc import Iterable, Mapping
from statistics import median
from typing import Literal, TypeAlias

from canonbench.runs.rows import Process, Row, Sitting

__all__ = ["CONTENTION", "Clock", "Series", "clock", "contention", "pairs", "per_round", "units"]

Clock: TypeAlias = Literal["cpu", "wall"]

Series: TypeAlias = Mapping[Sitting, float]
"""One value for each round, in seconds unless said otherwise."""

CONTENTION = 1.1
"""Median wall time over CPU time from which on a row of in-process work is flagged: something else ran."""


def clock(*rows: Row) -> Clock:
    """Return the clock that decides for all of ``rows``: CPU time only if it decides for each."""
    return "cpu" if all(row.decides == "cpu" for row in rows) else "wall"


def _values(process: Process, by: Clock) -> tuple[float, ...]:
    return process.cpu if by == "cpu" and process.cpu is not None else process.wall


def _centre(processes: Iterable[Process], by: Clock) -> float:
    return median(median(_values(process, by)) for process in processes)


def per_round(row: Row, by: Clock) -> dict[Sitting, float]:
    """Return one value for each round of ``row``, in seconds a call."""
    return {sitting: _centre(processes, by) for sitting, processes in row.sittings.items()}


def units(row: Row, by: Clock) -> tuple[float, ...]:
    """Return the sampling units of one row alone: its rounds, else its processes where it has no rounds."""
    return tuple(per_round(row, by).values()) or tuple(_centre([process], by) for process in row.processes)


def pairs(a: Series, b: Series) -> list[tuple[float, float]]:
    """Return the values of the rounds that both have, in the order of the rounds."""
    return [(a[sitting], b[sitting]) for sitting in sorted(a.keys() & b.keys())]


def contention(row: Row) -> float | None:
    """Return the median over processes of wall time over CPU time; ``None`` where wall time decides."""
    if row.decides != "cpu":
        return None
    return median(_centre([process], "wall") / _centre([process], "cpu") for process in row.processes)
