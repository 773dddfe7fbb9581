"""A stage: one arrow of the data flow, named in its specification's words."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from canonbench.model.text import Reference

__all__ = ["Proof", "Stage", "plain"]

I = TypeVar("I")  # noqa: E741 - the input of a stage, as in the design
O = TypeVar("O")  # noqa: E741 - the output of a stage


def plain(value: Any) -> str:
    """Return a text that is equal for equal values: the normal form of most outputs.

    Bytes are written in hexadecimal, the members of an object in order of their names.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.hex()
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=False, default=bytes.hex)


class Proof(NamedTuple):
    """How the output of a stage is proved where it is random: by the stage that must accept it.

    ``given`` makes the input of ``by`` out of the input and the output, all neutral.
    """

    by: "Stage[Any, Any]"
    given: Callable[[Any, Any], Any]


@dataclass(frozen=True, eq=False)
class Stage(Generic[I, O]):
    """What is measured, without any implementation.

    ``name`` is ``family.verb``; ``text`` is the place in the specification that defines it.
    ``part_of`` names the whole that this stage is a part of.
    ``normal`` gives the normal form of a neutral output, one fact a line: two outputs agree if their normal
    forms are equal, and the first line that differs is what a report of a disagreement names.
    ``proof`` proves outputs that no two calls give alike, as random signatures are; ``normal`` then keeps
    only what they have in common. ``tampered`` gives, for the input of a stage that verifies, inputs that it
    must refuse by an error.
    ``cached`` stages process contexts, so that cold and warm are two cases.
    ``wall`` says that work may leave the thread, so that wall time decides and not the thread's CPU time.
    """

    name: str
    text: Reference
    part_of: str | None = None
    normal: Callable[[Any], str] = plain
    proof: Proof | None = None
    tampered: Callable[[Any], Iterable[Any]] | None = None
    cached: bool = False
    wall: bool = False

    @property
    def family(self) -> str:
        """The part of the name before the dot."""
        return self.name.partition(".")[0]

    def __repr__(self) -> str:
        """Show the name alone."""
        return f"<Stage {self.name}>"
