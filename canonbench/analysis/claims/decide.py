"""From a measured interval and a criterion to a verdict, and from verdicts to a verdict."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from canonbench.analysis.claims.criteria import Range
from canonbench.analysis.estimate import Estimate
from canonbench.analysis.interval import ROUNDS, Interval, Median

__all__ = [
    "BY_DEFINITION",
    "Beside",
    "Judgement",
    "Lacking",
    "Part",
    "Verdict",
    "combined",
    "counted",
    "decide",
    "judged",
    "reasons",
    "too_few",
]


Unit: TypeAlias = Literal["ratio", "share", "count"]

BY_DEFINITION = "by definition"
"""What is said instead of a verdict where nothing else could come out; it is never counted."""


class Verdict(StrEnum):
    """What may be said of a claim. The value is the word to print."""

    HOLDS = "holds"
    FAILS = "does not hold"
    UNDECIDED = "undecided"


class Lacking(Exception):
    """Something was not measured; the message says what, and what would measure it.

    It never leaves the analysis: it becomes the reason of a verdict.
    """


@dataclass(frozen=True)
class Beside:
    """A figure that stands beside a verdict and never decides: a ratio or share, seconds, or a text."""

    what: str
    said: Estimate | Median | str
    unit: Unit = "ratio"


@dataclass(frozen=True)
class Part:
    """One condition of a claim: what was measured, the range it must lie in, and whether it does.

    ``measured`` is an interval over rounds, a count, or ``None`` with the ``reason`` why there is nothing.
    ``upper`` says that ``measured`` bounds the quantity from above, so that it can confirm but not refute.
    ``unit`` says what an interval is of.
    """

    what: str
    measured: Estimate | int | None
    range: Range
    verdict: Verdict
    reason: str = ""
    upper: bool = False
    unit: Unit = "ratio"


@dataclass(frozen=True)
class Judgement:
    """One claim in one environment, for one runtime, stack and scope.

    ``stack`` is empty where the claim is about structure or where no stack was measured, ``scope`` where it
    is about documents. ``environment`` is empty for a judgement over all, ``environments`` in number.
    ``note`` says whose steps stand in, whatever the verdict.
    """

    claim: str
    environment: str
    runtime: str
    stack: str
    scope: str
    parts: tuple[Part, ...]
    verdict: Verdict
    reason: str = ""
    beside: tuple[Beside, ...] = ()
    said: str = ""
    environments: int = 1
    note: str = ""

    @property
    def words(self) -> str:
        """The verdict in words; ``said`` where there is less than a claim needs, or nothing to decide."""
        return self.said or str(self.verdict)


def decide(interval: Interval, criterion: Range, *, upper: bool = False) -> Verdict:
    """Judge an interval by a criterion: inside holds, outside does not hold, else undecided.

    With ``upper`` the interval is of an upper bound, and outside decides nothing.
    """
    if criterion.holds(interval):
        return Verdict.HOLDS
    if criterion.excludes(interval) and not upper:
        return Verdict.FAILS
    return Verdict.UNDECIDED


def judged(  # noqa: PLR0913 - a condition, its unit and what to do about it
    what: str,
    criterion: Range,
    measure: Callable[[], Estimate],
    *,
    upper: bool = False,
    unit: Unit = "ratio",
    instead: str = "",
) -> Part:
    """Measure one condition and judge it; what lacks is the reason of an undecided one.

    ``instead`` says what decides better than more rounds where the interval is too wide or a mere bound.
    """
    try:
        found = measure()
    except Lacking as lack:
        return Part(what, None, criterion, Verdict.UNDECIDED, str(lack), upper, unit)
    verdict = decide(found.interval, criterion, upper=upper)
    reason = ""
    if verdict is Verdict.UNDECIDED:
        outside = criterion.excludes(found.interval)
        reason = (
            f"an upper bound outside the criterion refutes nothing{instead and ': '}{instead}"
            if outside
            else "the interval reaches over the edge of the criterion: "
            f"{instead or 'take more rounds (--rounds 32)'}"
        )
    return Part(what, found, criterion, verdict, reason, upper, unit)


def counted(what: str, wanted: Range, measure: Callable[[], int]) -> Part:
    """Judge a count, which has no interval: equal or not."""
    try:
        found = measure()
    except Lacking as lack:
        return Part(what, None, wanted, Verdict.UNDECIDED, str(lack), unit="count")
    return Part(what, found, wanted, decide(Interval(found, found), wanted), unit="count")


def combined(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the verdict on a claim with several conditions: one that fails decides, all must hold."""
    found = set(verdicts)
    if Verdict.FAILS in found:
        return Verdict.FAILS
    return Verdict.HOLDS if found == {Verdict.HOLDS} else Verdict.UNDECIDED


def reasons(parts: Iterable[Part]) -> str:
    """Return why parts are undecided, each reason once."""
    return "; ".join(dict.fromkeys(part.reason for part in parts if part.reason))


def too_few(rounds: int) -> Lacking:
    """Return what is raised where rounds are too few for an interval, or where none are shared."""
    if not rounds:
        return Lacking("no shared rounds: measure all of it in one run (canonbench run paper)")
    return Lacking(f"too few rounds: {rounds} shared, {ROUNDS} needed (--rounds 16)")
