"""A case: what is measured, and its name in a run file.

The grammar of a name, the same in every run file, so that ``pyperf compare_to`` pairs by it::

    target/document[@factor=value,...][:state][:view]

    rdfc.canonicalize/ob3
    jsonld.expand/user~1a2b3c4d@contexts=89abcdef:cold-context
    eddsa-rdfc-2022.issue/attr-20@algorithm=p256:split
    rdfc.canonicalize/ob3:peak

A name says *what* was measured; the file that it stands in says *with what* (the stack).
"""

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

__all__ = ["AGAIN", "Case", "State", "View"]

State: TypeAlias = Literal["warm", "cold-context", "cold-process"]
View: TypeAlias = Literal["bare", "split", "glue", "single", "peak", "allocated", "allocations"]

AGAIN = "-again"
"""Ends the name of the stack that repeats the first engine chosen: the A/A pair."""

_NAME = re.compile(
    r"(?P<target>[^/@:]+)/(?P<document>[^/@:]+)(?:@(?P<factors>[^/:]+))?"
    r"(?::(?P<state>cold-context|cold-process))?(?::(?P<view>split|glue|single|peak|allocated|allocations))?"
)


@dataclass(frozen=True, order=True)
class Case:
    """One row of a run: a stage or a role, on one document, in one state and one view.

    ``target`` is a stage (``"rdfc.label"``) or a role (``"eddsa-rdfc-2022.issue"``).
    ``document`` is a document's name. ``factors`` are the options that differ from their defaults.
    """

    target: str
    document: str
    factors: tuple[tuple[str, str], ...] = ()
    state: State = "warm"
    view: View = "bare"

    @property
    def name(self) -> str:
        """The benchmark's name in a run file."""
        factors = ",".join(f"{key}={value}" for key, value in self.factors)
        state = "" if self.state == "warm" else f":{self.state}"
        view = "" if self.view == "bare" else f":{self.view}"
        return f"{self.target}/{self.document}{'@' + factors if factors else ''}{state}{view}"

    @classmethod
    def parse(cls, name: str) -> "Case":
        """Read a benchmark's name.

        Raises:
            ValueError: ``name`` is not in the grammar, as those of other pyperf files are not.
        """
        case = cls.of(name)
        if case is None:
            raise ValueError(f"{name!r} is not target/document[@factor=value,...][:state][:view]")
        return case

    @classmethod
    def of(cls, name: str) -> "Case | None":
        """Read a benchmark's name; ``None`` if it is not in the grammar."""
        found = _NAME.fullmatch(name)
        if found is None:
            return None
        pairs = (part.partition("=") for part in (found["factors"] or "").split(",") if part)
        return cls(
            found["target"],
            found["document"],
            tuple((key, value) for key, _, value in pairs),
            cast("State", found["state"] or "warm"),
            cast("View", found["view"] or "bare"),
        )

    def cold(self) -> "Case":
        """Return the case of the first call in a process."""
        return replace(self, state="cold-process")
