"""A stage: one arrow of the data flow, named in its specification's words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from canonbench.model.text import Reference

__all__ = ["Stage", "same"]

I = TypeVar("I")  # noqa: E741 - the input of a stage, as in the design
O = TypeVar("O")  # noqa: E741 - the output of a stage


def same(expected: Any, actual: Any) -> str | None:
    """Compare two neutral outputs: ``None`` if they are equal, else what differs, in one line."""
    return None if expected == actual else "the outputs differ"


@dataclass(frozen=True, eq=False)
class Stage(Generic[I, O]):
    """What is measured, without any implementation.

    ``name`` is ``family.verb``; ``text`` is the place in the specification that defines it.
    ``part_of`` names the stage that this one is a part of.
    ``agree`` is the equality of the gate: it takes the expected and an actual output, in neutral form.
    ``cached`` stages process contexts, so that cold and warm are two cases.
    """

    name: str
    text: Reference
    part_of: str | None = None
    agree: Callable[[Any, Any], str | None] = same
    cached: bool = False

    @property
    def family(self) -> str:
        """The part of the name before the dot."""
        return self.name.partition(".")[0]

    def __repr__(self) -> str:
        """Show the name alone."""
        return f"<Stage {self.name}>"
