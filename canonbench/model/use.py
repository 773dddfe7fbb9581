"""Ways to hand out stages: the one argument of every composition.

A composition is an ordinary function of a ``use``. It is written in two phases: *bind* asks ``use`` for its
stages, *run* is straight-line code over plain callables. The same composition runs under every ``use``.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from canonbench.errors import UnknownName
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage

__all__ = ["Recorder", "Stack", "Step", "Use"]

I = TypeVar("I")  # noqa: E741
O = TypeVar("O")  # noqa: E741


class Use(Protocol):
    """Hands out a stage as a plain callable; ``of`` names what the stage is applied to."""

    def __call__(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[I], O]:
        """Return a callable that is ``stage``."""
        ...


@dataclass(frozen=True)
class Stack:
    """The engines chosen, one for each stage: bare callables, so that no wrapper is in a timed path."""

    name: str
    engines: Mapping[str, Engine[Any, Any]]

    def __call__(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[I], O]:  # noqa: ARG002 - Use
        """Return the engine's ``run``, with its ``enter`` and ``leave`` around it only where it has any.

        Raises:
            UnknownName: no engine of this stack offers ``stage``.
        """
        engine = self.engines.get(stage.name)
        if engine is None:
            raise UnknownName(f"engine in stack {self.name} for stage", stage.name, self.engines)
        return engine.neutral()


@dataclass(frozen=True)
class Step:
    """One call that a composition made: neutral input as it was *before* the call, and neutral output."""

    stage: Stage[Any, Any]
    of: str
    input: Any
    output: Any


@dataclass(frozen=True)
class Recorder:
    """Notes every step of a composition: the true input of each isolated case, and the list of steps."""

    under: Use
    steps: list[Step] = field(default_factory=list)

    def __call__(self, stage: Stage[I, O], /, *, of: str = "document") -> Callable[[I], O]:
        """Return a callable that notes what passes through it."""
        run = self.under(stage, of=of)

        def noted(value: I) -> O:
            before = deepcopy(value)
            result = run(value)
            self.steps.append(Step(stage, of, before, deepcopy(result)))
            return result

        return noted
