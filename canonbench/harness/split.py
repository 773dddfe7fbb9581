"""The split view of a role: its total and each of its steps from the same loop, and its glue beside it.

``Stopwatch`` stamps every step where it stands; ``Playback`` gives the recorded outputs again, so that only
what lies between the steps runs. Both alternate call by call, so that the line closes::

    residual = total - steps - glue - what the stamps themselves cost

The clock of the stamps is wall time: a pair of thread clock readings would cost more than many a step.
"""

import gc
from collections.abc import Callable
from typing import Any

from canonbench.harness.loops import Clocks, Kept, Spent
from canonbench.model.engine import identity
from canonbench.model.stage import Stage
from canonbench.model.text import Text
from canonbench.model.use import Playback, Stopwatch, Use
from canonbench.runs import keys

__all__ = ["Split", "stamp_cost"]

_NULL: Stage[Any, Any] = Stage("null.step", Text("none", "none", "https://null.example/").at("none"))
_STAMPS = 2000


def stamp_cost(stamps: int = _STAMPS, clocks: Clocks | None = None) -> float:
    """Return what a stamped step adds to the total beyond its own time, less what a played one costs.

    Both are measured on a step that does nothing, so that the total of real steps closes: seconds a step.
    """
    clock = (clocks or Clocks()).wall
    watch, playback = Stopwatch(_Nothing(), clock=clock), Playback(_Nothing())
    stamped, played, turns = watch(_NULL), playback(_NULL), range(stamps)
    for _ in turns:
        played(None)
    playback.rewind()
    start = clock()
    for _ in turns:
        stamped(None)
    middle = clock()
    for _ in turns:
        played(None)
    stop = clock()
    return ((middle - start) - watch.seconds[_NULL.name, "document"] - (stop - middle)) / stamps


class _Nothing:
    """Hands out steps that do nothing."""

    def __call__(self, _stage: Stage[Any, Any], /, *, of: str = "document") -> Callable[[Any], Any]:  # noqa: ARG002 - Use
        return _nothing

    def between(self, _before: Any, _after: Any, /) -> Callable[[Any], Any]:
        return identity


def _nothing(value: Any) -> Any:
    return value


class _Counting:
    """Counts the steps of one call: every stage, and every hand-over that does something."""

    def __init__(self, under: Use) -> None:
        self.under, self.steps = under, 0

    def __call__(self, stage: Stage[Any, Any], /, *, of: str = "document") -> Callable[[Any], Any]:
        return self._counted(self.under(stage, of=of))

    def between(
        self, before: Stage[Any, Any] | None, after: Stage[Any, Any] | None, /
    ) -> Callable[[Any], Any]:
        run = self.under.between(before, after)
        return run if run is identity else self._counted(run)

    def _counted(self, run: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def counted(value: Any) -> Any:
            self.steps += 1
            return run(value)

        return counted


class Split:
    """The time function of a split case: ``loops`` calls stamped, then as many played back."""

    def __init__(
        self,
        bind: Callable[[Use], Callable[[Any], Any]],
        under: Callable[[], Use],
        request: Any,
        *,
        clocks: Clocks | None = None,
        kept: Kept | None = None,
    ) -> None:
        """Bind the role by ``bind`` to a Stopwatch and to a Playback, each over what ``under`` makes."""
        self.kept = kept if kept is not None else Kept()
        self._clocks = clocks or Clocks()
        self._request = request
        self._counting = _Counting(under())
        self._counted = bind(self._counting)
        self._watch = Stopwatch(under(), clock=self._clocks.wall)
        self._stamped = bind(self._watch)
        self._playback = Playback(under())
        self._played = bind(self._playback)
        self._ready = False

    def _prepare(self) -> None:
        for run in (self._counted, self._stamped, self._played):
            run(self._request)
        self.kept.facts[str(keys.STEPS)] = self._counting.steps
        gc.collect()
        gc.freeze()
        self._ready = True

    def measure(self, loops: int) -> tuple[Spent, Spent]:
        """Time ``loops`` calls with stamps, and after each of them one that only plays back.

        They alternate call by call, so that both find the processor's caches as the steps leave them: in a
        loop of its own the glue takes half of what it takes between the steps.
        """
        if not self._ready:
            self._prepare()
        self._watch.reset()
        wall, cpu, request = self._clocks.wall, self._clocks.cpu, self._request
        stamped, played, rewind = self._stamped, self._played, self._playback.rewind
        total = glue = cpu_total = cpu_glue = 0.0
        for _ in range(loops):
            cpu_start = cpu()
            start = wall()
            stamped(request)
            middle = wall()
            cpu_middle = cpu()
            rewind()
            begin = wall()
            played(request)
            stop = wall()
            cpu_stop = cpu()
            total += middle - start
            glue += stop - begin
            cpu_total += cpu_middle - cpu_start
            cpu_glue += cpu_stop - cpu_middle
        return Spent(total, cpu_total), Spent(glue, cpu_glue)

    def __call__(self, loops: int) -> float:
        """Return the wall time of ``loops`` stamped calls, and keep steps, glue and CPU time."""
        total, glue = self.measure(loops)
        kept = self.kept
        kept.values.append(Spent(total.wall / loops, total.cpu / loops))
        for index, ((stage, of), seconds) in enumerate(self._watch.seconds.items()):
            kept.extra.setdefault(keys.split_key(index, stage, of), []).append(seconds / loops)
        kept.extra.setdefault(str(keys.GLUE_VALUES), []).append(glue.wall / loops)
        kept.extra.setdefault(str(keys.GLUE_CPU), []).append(glue.cpu / loops)
        kept.extra.setdefault(str(keys.STAMP_COST), []).append(stamp_cost(clocks=self._clocks))
        return total.wall
