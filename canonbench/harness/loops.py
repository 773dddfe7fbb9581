"""The one time function: it alone reads clocks for a measurement, wall and thread CPU time together.

An input that survives a call is timed in one tight loop over a bare call. An input that the call changes, one
whose context cache must be empty, and one whose strings would remember something of an earlier call (CPython
keeps the hash of a string in it) is made afresh for every call, outside the clock, in chunks that bound
memory: all engines of a stage get their inputs on the same terms.
"""

import gc
import pickle
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from canonbench.model.engine import Engine, Remote, identity

__all__ = ["FLOOR", "Clocks", "Kept", "Spent", "Timed", "apiece", "calibrate", "drain", "once", "repeat"]

FLOOR = "replay"
"""The engine whose ``enter`` does the work that it replays: it is given one input for all calls."""

_MOST_LOOPS = 2**24


class Spent(NamedTuple):
    """Seconds of wall time and of this thread's CPU time."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Clocks:
    """Where time is read: seconds, from any start. Tests pass their own.

    Wall time is read inside CPU time: a pair of thread clock readings costs seven times a pair of the other.
    """

    wall: Callable[[], float] = time.perf_counter
    cpu: Callable[[], float] = time.thread_time


@dataclass
class Kept:
    """What the time function notes beside its return value, for the metadata of its process.

    ``values`` has one entry a value, seconds a call. ``collections`` counts the runs of the garbage collector
    inside the clock, youngest generation first. ``first`` is the very first call of the process. ``extra``
    are more series, seconds a call, by their metadata keys. ``facts`` is more metadata of the process.
    """

    values: list[Spent] = field(default_factory=list)
    collections: list[int] = field(default_factory=lambda: [0, 0, 0])
    first: Spent | None = None
    extra: dict[str, list[float]] = field(default_factory=dict)
    facts: dict[str, int | float | str] = field(default_factory=dict)

    def restart(self) -> None:
        """Forget the values so far, which were warm-ups; the first call stays."""
        self.values.clear()
        self.collections[:] = [0] * len(self.collections)
        for series in self.extra.values():
            series.clear()


def once(run: Callable[[Any], Any], argument: Any, clocks: Clocks) -> tuple[Spent, Any]:
    """Time one call and return what it gave, too."""
    wall, cpu = clocks.wall, clocks.cpu
    cpu_start = cpu()
    start = wall()
    result = run(argument)
    stop = wall()
    return Spent(stop - start, cpu() - cpu_start), result


def repeat(run: Callable[[Any], Any], argument: Any, loops: int, clocks: Clocks) -> Spent:
    """Time ``loops`` calls on one argument."""
    wall, cpu, turns = clocks.wall, clocks.cpu, range(loops)
    cpu_start = cpu()
    start = wall()
    for _ in turns:
        run(argument)
    stop = wall()
    return Spent(stop - start, cpu() - cpu_start)


def drain(
    run: Callable[[Any], Any], make: Callable[[], Any], loops: int, chunk: int, clocks: Clocks
) -> Spent:
    """Time ``loops`` calls, each on an argument of its own; at most ``chunk`` of them exist at a time.

    The arguments are taken out of the collector's sight, as the one of ``repeat`` is: it would walk them all.
    """
    wall, cpu = clocks.wall, clocks.cpu
    wall_sum = cpu_sum = 0.0
    left = loops
    while left:
        arguments = [make() for _ in range(min(left, chunk))]
        left -= len(arguments)
        gc.freeze()
        cpu_start = cpu()
        start = wall()
        for argument in arguments:
            run(argument)
        stop = wall()
        cpu_sum += cpu() - cpu_start
        wall_sum += stop - start
        del argument, arguments
    return Spent(wall_sum, cpu_sum)


def apiece(
    run: Callable[[Any], Any],
    make: Callable[[int], list[Any]],
    calls: int,
    chunk: int,
    wall: Callable[[], float],
) -> list[float]:
    """Return the wall time of each of ``calls`` calls, every one between two readings of the clock.

    ``make`` gives the arguments of that many calls, at most ``chunk`` at a time, as for ``drain``.
    """
    found: list[float] = []
    while len(found) < calls:
        arguments = make(min(calls - len(found), chunk))
        gc.freeze()
        for argument in arguments:
            start = wall()
            run(argument)
            stop = wall()
            found.append(stop - start)
        del argument, arguments
    return found


def calibrate(measure: Callable[[int], Spent], min_time: float) -> int:
    """Return how many calls take ``min_time`` seconds of wall time or a little more.

    ``measure`` times that many calls. The least of three timings decides, so that a busy moment cannot
    make the loops too few.
    """
    loops = 1
    while True:
        least = min(measure(loops).wall for _ in range(3))
        if least >= min_time or loops >= _MOST_LOOPS:
            return loops
        enough = loops * 64 if least <= 0 else int(1.1 * loops * min_time / least) + 1
        loops = min(max(enough, loops + 1), loops * 64, _MOST_LOOPS)


def _collections() -> list[int]:
    """Return how often the collector of this Python ran, youngest generation first."""
    return [generation["collections"] for generation in gc.get_stats()]


def _holds_text(value: Any) -> bool:
    """Tell whether a neutral container holds a string that is not empty; a string by itself is none."""
    members = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else ()
    return any(bool(member) if isinstance(member, str) else _holds_text(member) for member in members)


class Timed:
    """The time function of one case: how long ``loops`` calls take.

    Everything is done at the first call: the input is loaded and entered, the very first run is timed, its
    output checked, and all objects that exist then are taken out of the collector's sight. It stays on. An
    engine of another runtime does the same there, warms up, and gives the times that it measured itself.
    """

    def __init__(  # noqa: PLR0913 - what a case is made of, by name
        self,
        engine: Engine[Any, Any],
        load: Callable[[], Any],
        check: Callable[[Any], None],
        *,
        cold: bool = False,
        fresh: bool = False,
        chunk: int = 64,
        expected: str = "",
        clocks: Clocks | None = None,
        kept: Kept | None = None,
    ) -> None:
        """Time ``engine`` on the neutral input that ``load`` gives.

        ``check`` gets the neutral output of the first call and raises if it is wrong. ``cold`` gives every
        call an empty context cache, ``fresh`` an equal but distinct input if it holds strings. ``chunk`` is
        the most arguments to hold at a time. ``expected`` is the digest of the normal form of the output, for
        an engine of another runtime that wants to know it.
        """
        self._engine, self._load, self._check = engine, load, check
        self._cold, self._fresh, self._chunk = cold and engine.cache is not None, fresh, chunk
        self._expected = expected
        self._clocks = clocks or Clocks()
        self.kept = kept if kept is not None else Kept()
        self._measure: Callable[[int], Spent] | None = None
        self._arguments: Callable[[int], list[Any]] | None = None
        self._collections: Callable[[], list[int]] = _collections

    def measure(self, loops: int) -> Spent:
        """Return the time of ``loops`` calls together, after everything that comes first."""
        if self._measure is None:
            self._measure = self._prepare()
        return self._measure(loops)

    def __call__(self, loops: int) -> float:
        """Return the wall time of ``loops`` calls together, and keep the rest."""
        if self._measure is None:
            self._measure = self._prepare()
        before = self._collections()
        spent = self._measure(loops)
        after = self._collections()
        self.kept.values.append(Spent(spent.wall / loops, spent.cpu / loops))
        for generation, (start, stop) in enumerate(zip(before, after, strict=True)):
            self.kept.collections[generation] += stop - start
        return spent.wall

    def apiece(self, calls: int) -> list[float]:
        """Return the wall time of each of ``calls`` calls, after everything that comes first.

        Arguments are made as for a value of many calls, outside the clock.
        """
        if self._measure is None:
            self._measure = self._prepare()
        if self._arguments is None:
            return [self._measure(1).wall for _ in range(calls)]
        return apiece(self._engine.run, self._arguments, calls, self._chunk, self._clocks.wall)

    def finish(self) -> None:
        """Check one more call, after the last value and outside the clock: an engine must stay right.

        Raises:
            EnginesDisagree: it does not give what it gave at first.
        """
        if self._engine.remote is None and self._measure is not None:
            self._check(self._engine.leave(self._engine.run(self._maker(self._load())())))

    def _prepare(self) -> Callable[[int], Spent]:
        engine, clocks = self._engine, self._clocks
        if engine.remote is not None:
            return self._elsewhere(engine.remote)
        value = self._load()
        fresh = self._is_fresh(value)
        make = self._afresh(value) if fresh else self._maker(value)
        argument = make()
        self.kept.first, result = once(engine.run, argument, clocks)
        self._check(engine.leave(result))
        del result
        gc.collect()
        gc.freeze()
        if engine.consumes or self._cold or fresh:
            self._arguments = lambda calls: [make() for _ in range(calls)]
            return lambda loops: drain(engine.run, make, loops, self._chunk, clocks)
        self._arguments = lambda calls: [argument] * calls
        return lambda loops: repeat(engine.run, argument, loops, clocks)

    def _is_fresh(self, value: Any) -> bool:
        """Tell whether every call gets an input of its own: it holds strings, and that was asked for."""
        return self._fresh and self._engine.cache is None and _holds_text(value)

    def _elsewhere(self, remote: Remote) -> Callable[[int], Spent]:
        """Prepare a case in another runtime, which warms up and measures itself."""
        value = self._load()
        fresh = self._is_fresh(value)
        case = remote.measure(value, cold=self._cold, fresh=fresh, chunk=self._chunk, expected=self._expected)
        self.kept.first = Spent(*case.first)
        self._check(case.output)
        self.kept.facts.update(case.warm())
        counts = [0] * len(self.kept.collections)
        self._collections = lambda: [*counts]

        def measure(loops: int) -> Spent:
            wall, cpu, collections = case.run(loops)
            for generation, count in enumerate(collections[: len(counts)]):
                counts[generation] += count
            return Spent(wall, cpu)

        return measure

    def _afresh(self, value: Any) -> Callable[[], Any]:
        """Return what makes an argument of a neutral input of its own, equal to ``value``, for each call."""
        data, enter = pickle.dumps(value), self._engine.enter
        return lambda: enter(pickle.loads(data))  # noqa: S301 - made two lines above

    def _maker(self, value: Any) -> Callable[[], Any]:
        """Return what makes an argument for one call out of the neutral input."""
        enter, cache = self._engine.enter, self._engine.cache
        if cache is None:
            if self._engine.consumes and enter is identity:
                return lambda: deepcopy(value)
            return lambda: enter(value)
        if self._cold:
            return lambda: enter(value, cache())
        shared = cache()
        return lambda: enter(value, shared)
