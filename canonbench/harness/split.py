"""The split view of a role: its total and each of its steps from the same loop, and its glue beside it.

``Stopwatch`` stamps every step where it stands; ``Playback`` gives the outputs of one more call again, so
that only what lies between the steps runs. Both alternate call by call, so that the line closes::

    residual = total - steps - glue - what the stamps themselves cost

A value that a step made is freed between the steps, once nothing holds it any more, and its strings are
hashed when they are first looked up; both take time. So what is played back is equal to what the steps gave,
but new, and it belongs to the played call alone. What only a step holds is freed by it, on its account; so
what that takes in the played call is taken off the glue.

The clock of the stamps is wall time: a pair of thread clock readings would cost more than many a step. Total
and steps are means over the calls of a value, as every value is. Glue and residual are small beside them and
would be nothing but noise where a call is put aside for another program, so they are medians over the calls.
"""

import gc
from collections.abc import Callable
from statistics import fmean, median
from typing import Any, NamedTuple

from canonbench.harness.loops import Clocks, Kept, Spent
from canonbench.model.engine import identity
from canonbench.model.stage import Stage
from canonbench.model.text import Text
from canonbench.model.use import Playback, Stopwatch, Use
from canonbench.runs import keys

__all__ = ["Measured", "Split", "reading_cost", "stamp_cost"]

_NULL: Stage[Any, Any] = Stage("null.step", Text("none", "none", "https://null.example/").at("none"))
_STAMPS, _BATCHES = 200, 11
_LEAST = 1e-9  # seconds: a glue that cannot be told from the clock's own readings; pyperf refuses 0


def reading_cost(clock: Callable[[], float]) -> float:
    """Return what one reading of a clock takes, in seconds, the median of some batches."""
    costs = []
    for _ in range(_BATCHES):
        start = clock()
        for _ in range(_STAMPS - 1):
            clock()
        costs.append((clock() - start) / _STAMPS)
    return median(costs)


def stamp_cost(batches: int = _BATCHES, clocks: Clocks | None = None) -> float:
    """Return what a stamped step adds to the total beyond its own time, and a played one not to the glue.

    Both are measured on a step that does nothing, so that the total of real steps closes: seconds a step, the
    median of ``batches``. Of the two readings of a stamped step one lies outside its own time, and so it does
    in a played step, from which it is taken off.
    """
    clock = (clocks or Clocks()).wall
    watch, playback = Stopwatch(_Nothing(), clock=clock), _Once(_Nothing(), clock)
    stamped, played, turns = watch(_NULL), playback(_NULL), range(_STAMPS)
    costs = []
    for _ in range(batches):
        watch.reset()
        playback.record()
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
        steps, glue = watch.seconds[_NULL.name, "document"], (stop - middle) - playback.freed
        costs.append(((middle - start) - steps - glue) / _STAMPS)
    return median(costs) + reading_cost(clock)


class _Nothing(Use):
    """Hands out steps that do nothing."""

    def __call__(self, _stage: Stage[Any, Any], /, *, of: str = "document") -> Callable[[Any], Any]:  # noqa: ARG002 - Use
        return _nothing

    def between(self, _before: Any, _after: Any, /) -> Callable[[Any], Any]:
        return identity


def _nothing(value: Any) -> Any:
    return value


def _anew(value: Any, made: dict[int, Any]) -> Any:
    """Return a neutral value made anew, with what it shares shared again; other objects stay what they are.

    ``made`` holds what was made, by the identity of what it was made of.
    """
    if id(value) in made:
        return made[id(value)]
    found = value
    if type(value) is str:
        found = value.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass")
    elif type(value) is dict:
        found = {_anew(name, made): _anew(member, made) for name, member in value.items()}
    elif type(value) is list:
        found = [_anew(item, made) for item in value]
    elif isinstance(value, tuple):
        items = [_anew(item, made) for item in value]
        found = type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    made[id(value)] = found
    return found


class _Once(Playback):
    """Plays back what the last call gave, each output once, and keeps none.

    ``freed`` are the seconds since ``record`` that inputs which a step alone still held took to be freed. The
    Stopwatch has them in its steps, so they are no glue.
    """

    def __init__(self, under: Use, clock: Callable[[], float]) -> None:
        super().__init__(under)
        self.clock, self.freed = clock, 0.0

    def record(self) -> None:
        """Begin to run what is under it, and to take down what that gives."""
        self.outputs.clear()
        self.position = -1
        self.freed = 0.0

    def rewind(self) -> None:
        """Begin to give what was taken down, every container and string of it made anew."""
        made: dict[int, Any] = {}
        self.outputs[:] = [_anew(output, made) for output in reversed(self.outputs)]
        self.position = 0

    def _played(self, run: Callable[[Any], Any]) -> Callable[[Any], Any]:
        outputs, clock = self.outputs, self.clock

        def played(value: Any) -> Any:
            if self.position < 0:
                outputs.append(run(value))
                return outputs[-1]
            start = clock()
            del value
            self.freed += clock() - start
            return outputs.pop()

        return played


class _Counting(Use):
    """Counts the steps of one call: every stage (a repeated one once), and hand-overs that do something."""

    def __init__(self, under: Use) -> None:
        self.under, self.steps = under, 0

    def __call__(self, stage: Stage[Any, Any], /, *, of: str = "document") -> Callable[[Any], Any]:
        return self._counted(self.under(stage, of=of))

    def each(self, stage: Stage[Any, Any], /, *, of: str = "document") -> Callable[[Any], Any]:
        return self._counted(self.under.each(stage, of=of))

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


class Measured(NamedTuple):
    """What one value holds, in seconds a call: ``total`` a mean, ``glue`` and ``residual`` medians of calls.

    ``residual`` is the total less the steps and the glue; what stamping cost is still in it.
    """

    total: Spent
    glue: Spent
    residual: float


class _Spents:
    """The times of many calls."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.cpu: list[float] = []

    def add(self, wall: float, cpu: float) -> None:
        self.wall.append(wall)
        self.cpu.append(cpu)

    def mean(self) -> Spent:
        return Spent(fmean(self.wall), fmean(self.cpu))

    def median(self) -> Spent:
        return Spent(median(self.wall), median(self.cpu))


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
        self._playback = _Once(under(), self._clocks.wall)
        self._played = bind(self._playback)
        self._readings = 0.0
        self._ready = False

    def _prepare(self) -> None:
        for run in (self._counted, self._stamped, self._played):
            run(self._request)
        self.kept.facts[str(keys.STEPS)] = self._counting.steps
        self._readings = self._counting.steps * reading_cost(self._clocks.wall)
        gc.collect()
        gc.freeze()
        self._ready = True

    def measure(self, loops: int) -> Measured:
        """Time ``loops`` calls with stamps, and after each of them, and one that is not timed, its playback.

        They alternate call by call, so that both find the processor's caches as the steps leave them: in a
        loop of its own the glue takes half of what it takes between the steps.
        """
        if not self._ready:
            self._prepare()
        self._watch.reset()
        wall, cpu, request, watch = self._clocks.wall, self._clocks.cpu, self._request, self._watch
        stamped, played, playback = self._stamped, self._played, self._playback
        totals, glues, residuals = _Spents(), _Spents(), list[float]()
        before = 0.0
        for _ in range(loops):
            cpu_start = cpu()
            start = wall()
            stamped(request)
            middle = wall()
            cpu_middle = cpu()
            playback.record()
            played(request)
            playback.rewind()
            cpu_begin = cpu()
            begin = wall()
            played(request)
            stop = wall()
            cpu_stop = cpu()
            beside = playback.freed + self._readings
            glue = (stop - begin) - beside
            totals.add(middle - start, cpu_middle - cpu_start)
            glues.add(glue, (cpu_stop - cpu_begin) - beside)
            steps = sum(watch.seconds.values())
            residuals.append((middle - start) - (steps - before) - glue)
            before = steps
        return Measured(totals.mean(), glues.median(), median(residuals))

    def __call__(self, loops: int) -> float:
        """Return the wall time of ``loops`` stamped calls, and keep steps, glue, residual and CPU time.

        A step that the role binds and does not call, as it has no work on this document, is none.
        """
        total, glue, residual = self.measure(loops)
        kept = self.kept
        kept.values.append(total)
        for index, ((stage, of), seconds) in enumerate(self._watch.seconds.items()):
            if seconds:
                kept.extra.setdefault(keys.split_key(index, stage, of), []).append(seconds / loops)
        stamp = stamp_cost(clocks=self._clocks)
        series = {
            keys.GLUE_VALUES: max(glue.wall, _LEAST),
            keys.GLUE_CPU: max(glue.cpu, _LEAST),
            keys.STAMP_COST: stamp,
        }
        for key, value in {**series, keys.RESIDUAL: residual}.items():
            kept.extra.setdefault(str(key), []).append(value)
        return total.wall * loops
