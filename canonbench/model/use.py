"""Ways to hand out stages: the one argument of every composition.

A composition is an ordinary function of a ``use``. It is written in two phases: *bind* asks ``use`` for its
stages, *run* is straight-line code over plain callables. The same composition runs under every ``use``:

=============  ======================================================  =================================
``use``        hands out                                               serves
=============  ======================================================  =================================
``Neutral``    the engine from neutral input to neutral output         making inputs, the gate
``Recorder``   the same, and notes every step                          the true input of isolated cases
``Stack``      the engine's bare ``run``, on the library's own types   end-to-end time, without a wrapper
``Stopwatch``  the same between two readings of a clock                the time of each step, in place
``Playback``   what was given before, without doing it again           glue: what is no step
=============  ======================================================  =================================
"""

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Protocol, TypeVar

from canonbench.errors import UnknownName
from canonbench.model.engine import Engine, identity
from canonbench.model.stage import Stage

__all__ = ["HAND_OVER", "Neutral", "Playback", "Recorder", "Stack", "Step", "Stopwatch", "Use"]

I = TypeVar("I")  # noqa: E741 - the input of a stage, as in the design
O = TypeVar("O")  # noqa: E741 - the output of a stage

HAND_OVER = "hand-over"
"""The name of the steps in which a value passes from one library's types to another's."""


class Use(Protocol):
    """Hands out a stage as a plain callable."""

    def __call__(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[I], O]:
        """Return a callable that is ``stage``; ``of`` names what it is applied to."""
        ...

    def between(
        self, before: Stage[Any, Any] | None, after: Stage[Any, Any] | None, /
    ) -> Callable[[Any], Any]:
        """Return what carries a value from ``before``'s result to ``after``'s input.

        ``None`` stands for the neutral form: ``between(None, after)`` leads into a chain of stages and
        ``between(before, None)`` out of it. Where ``after`` takes a tuple whose first member comes from
        ``before`` (a key, a dataset), what is carried is that member.
        """
        ...

    def each(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[Iterable[I]], list[O]]:
        """Return a callable that applies ``stage`` to one value after another; ``of`` is as above.

        It is for a short stage that a composition repeats (the twenty digests of an mdoc), so that a clock
        is read once around all of them: two readings for each would take as long as many a digest.
        """
        run = self(stage, of=of)
        return lambda values: [run(value) for value in values]


@dataclass(frozen=True)
class Neutral(Use):
    """The engines chosen, one a stage, as functions between neutral values."""

    engines: Mapping[str, Engine[Any, Any]]

    def __call__(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[I], O]:
        """Return the engine with its conversions around it.

        Raises:
            UnknownName: no engine here offers ``stage``.
        """
        return _engine(self.engines, stage, of).neutral()

    def between(
        self, _before: Stage[Any, Any] | None, _after: Stage[Any, Any] | None, /
    ) -> Callable[[Any], Any]:
        """Return the identity: every value is neutral."""
        return identity


@dataclass(frozen=True)
class Stack(Use):
    """The engines chosen, one a stage, bare: values between two stages are of their libraries' own types.

    Stages of one engine that process contexts share one cache, which lives as long as the stack.
    """

    engines: Mapping[str, Engine[Any, Any]]
    caches: dict[Callable[[], Any], Any] = field(default_factory=dict)

    def __call__(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[I], O]:
        """Return the engine's ``run``.

        Raises:
            UnknownName: no engine of this stack offers ``stage``.
        """
        return _engine(self.engines, stage, of).run

    def between(
        self, before: Stage[Any, Any] | None, after: Stage[Any, Any] | None, /
    ) -> Callable[[Any], Any]:
        """Return how a value goes on: by ``joins`` within a library, else through the neutral form.

        Raises:
            UnknownName: no engine of this stack offers one of the stages.
        """
        giver = _engine(self.engines, before, "") if before else None
        taker = _engine(self.engines, after, "") if after else None
        if giver and taker and giver.name == taker.name and giver.stage.name in taker.joins:
            return taker.joins[giver.stage.name]
        leave = giver.leave if giver else identity
        enter = (taker.part or self._entry(taker)) if taker else identity
        if leave is identity or enter is identity:
            return enter if leave is identity else leave
        return lambda value: enter(leave(value))

    def _entry(self, engine: Engine[Any, Any]) -> Callable[[Any], Any]:
        if engine.cache is not None and engine.cache not in self.caches:
            self.caches[engine.cache] = engine.cache()
        return engine.entry(self.caches.get(engine.cache) if engine.cache else None)


def _engine(engines: Mapping[str, Engine[Any, Any]], stage: Stage[Any, Any], of: str) -> Engine[Any, Any]:
    engine = engines.get(stage.name)
    if engine is None:
        kind = f"engine for the stage of the {of}" if of else "engine for the stage"
        raise UnknownName(kind, stage.name, engines)
    return engine


@dataclass(frozen=True)
class Step:
    """One call that a composition made: its input as it was *before* the call, and its output."""

    stage: str
    of: str
    input: Any
    output: Any


@dataclass(frozen=True)
class Recorder(Use):
    """Notes every step of a composition, in neutral form."""

    under: Use
    steps: list[Step] = field(default_factory=list)

    def __call__(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[I], O]:
        """Return a callable that notes what passes through it."""
        run = self.under(stage, of=of)

        def noted(value: I) -> O:
            before = deepcopy(value)
            result = run(value)
            self.steps.append(Step(stage.name, of, before, deepcopy(result)))
            return result

        return noted

    def between(
        self, before: Stage[Any, Any] | None, after: Stage[Any, Any] | None, /
    ) -> Callable[[Any], Any]:
        """Return what ``under`` does there; it is no step."""
        return self.under.between(before, after)


@dataclass(frozen=True)
class Stopwatch(Use):
    """Times every step of a composition where it stands, hand-overs included.

    A step that does nothing (a hand-over between equal types) is handed out bare. Each total is in a list of
    its own, of one number: to add to an entry of a dictionary would cost twice as much between two steps.
    """

    under: Use
    clock: Callable[[], float] = perf_counter
    totals: dict[tuple[str, str], list[float]] = field(default_factory=dict)

    @property
    def seconds(self) -> dict[tuple[str, str], float]:
        """The total of each (stage, of), over all calls since the last ``reset``."""
        return {key: total for key, (total,) in self.totals.items()}

    def __call__(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[I], O]:
        """Return the stage between two readings of the clock."""
        return self._timed((stage.name, of), self.under(stage, of=of))

    def each(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[Iterable[I]], list[O]]:
        """Return the repeated stage between two readings of the clock."""
        return self._timed((stage.name, of), self.under.each(stage, of=of))

    def between(
        self, before: Stage[Any, Any] | None, after: Stage[Any, Any] | None, /
    ) -> Callable[[Any], Any]:
        """Return the hand-over between two readings of the clock."""
        run = self.under.between(before, after)
        if run is identity:
            return run
        names = f"{before.name if before else 'neutral'} to {after.name if after else 'neutral'}"
        return self._timed((HAND_OVER, names), run)

    def reset(self) -> None:
        """Start all totals again from nothing."""
        for total in self.totals.values():
            total[0] = 0.0

    def _timed(self, key: tuple[str, str], run: Callable[[I], O]) -> Callable[[I], O]:
        clock, total = self.clock, self.totals.setdefault(key, [0.0])

        def timed(value: I) -> O:
            start = clock()
            result = run(value)
            del value  # what a step alone still held is freed on its account
            total[0] += clock() - start
            return result

        return timed


@dataclass
class Playback(Use):
    """Gives again what the stages gave once, so that only what lies between them does any work.

    It runs ``under`` until ``rewind``; from then on every callable returns the outputs of that first time, in
    their order, from the start again after each ``rewind``.
    """

    under: Use
    outputs: list[Any] = field(default_factory=list)
    position: int = -1

    def __call__(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[I], O]:
        """Return the stage, or rather its shadow."""
        return self._played(self.under(stage, of=of))

    def each(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[Iterable[I]], list[O]]:
        """Return the shadow of the repeated stage."""
        return self._played(self.under.each(stage, of=of))

    def between(
        self, before: Stage[Any, Any] | None, after: Stage[Any, Any] | None, /
    ) -> Callable[[Any], Any]:
        """Return the hand-over's shadow, too."""
        run = self.under.between(before, after)
        return run if run is identity else self._played(run)

    def rewind(self) -> None:
        """Begin, or begin again, to give what was given before."""
        self.position = 0

    def _played(self, run: Callable[[I], O]) -> Callable[[I], O]:
        outputs = self.outputs

        def played(value: I) -> O:
            position = self.position
            if position < 0:
                outputs.append(run(value))
                return outputs[-1]  # type: ignore[no-any-return]  # outputs of every type share one list
            self.position = position + 1
            return outputs[position]  # type: ignore[no-any-return]  # outputs of every type share one list

        return played
