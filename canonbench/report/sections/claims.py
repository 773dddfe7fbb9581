"""The paper's claims beside what was measured, by the criteria of the design."""

import math
from collections.abc import Sequence

from canonbench.analysis.claims import judge
from canonbench.analysis.claims.criteria import CLAIMS, Claim, Range
from canonbench.analysis.claims.decide import BY_DEFINITION, Judgement, Part, Verdict
from canonbench.analysis.environments import environments
from canonbench.analysis.memory import is_memory
from canonbench.report.claims import PAPER, columns, verdicts
from canonbench.report.material import Material
from canonbench.report.page.model import Cell, Section, Table, Unit, count, null, of_estimate

__all__ = ["section"]


_HOLD, _FAIL, _MIXED = "hold", "do not hold", "hold for some stacks and not for others"
_PARTLY, _OVER, _UNDECIDED = "decided in part", "undecided without four environments", "undecided"
_DECIDED = (_HOLD, _FAIL, _MIXED)
_WORDS = (*_DECIDED, _PARTLY, _OVER, _UNDECIDED)


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if nothing was measured that a claim speaks of."""
    runs = [material.run for material in materials if not is_memory(material.run)]
    found = judge(environments(runs)) if runs else ()
    if not any(each.verdict is not Verdict.UNDECIDED for each in found):
        return None
    places = columns(found)
    summary = Table(
        "claims-summary",
        "The paper's claims, each judged for every stack, runtime and scope",
        ("claim", "what it says", "published", "criterion", *places, "over environments"),
        tuple(_summary(claim, found, places) for claim in CLAIMS.values()),
        (f'The paper: "{PAPER}" (arXiv 2611.03493); its figures are of other machines.',),
    )
    rows = tuple(row for each in found for row in _rows(each))
    headings = ("claim", "where", "condition", "measured", "must lie in", "verdict", "why")
    details = Table("claims-parts", "Every condition of every claim", headings, rows, folded=True)
    notes = (
        "A claim holds where the 95 % interval lies inside its criterion, and does not if it lies outside.",
        "Otherwise it is undecided. A claim over environments needs four machines.",
        "The design had the criteria before canonbench ran; they were coded after the first published runs.",
    )
    return Section("claims", "The paper's claims", _said(found), (), (summary, details), notes)


def _said(found: Sequence[Judgement]) -> str:
    """Name the claims by what is decided of them for every stack, runtime and scope, and what is not."""
    names: dict[str, list[str]] = {}
    for claim in CLAIMS.values():
        what, said = _told(claim, [each for each in found if each.claim == claim.id])
        names.setdefault(what, []).append(said)
    decided = sum(len(names.get(what, ())) for what in _DECIDED)
    parts = [f"{what}: {', '.join(names[what])}" for what in _WORDS if what in names]
    told = "; ".join(parts)
    return (
        f"{decided} of {len(CLAIMS)} claims are decided by these runs for every stack and runtime. "
        f"{told[0].upper()}{told[1:]}."
    )


def _told(claim: Claim, own: Sequence[Judgement]) -> tuple[str, str]:
    """Return under which words a claim is named, and its name with what is undecided."""
    asked = [each for each in own if bool(each.environment) != claim.joint and each.words != BY_DEFINITION]
    found = {each.verdict for each in asked}
    if claim.joint and Verdict.UNDECIDED in found:
        return _OVER, claim.id
    if found <= {Verdict.UNDECIDED}:
        return _UNDECIDED, claim.id
    if Verdict.UNDECIDED in found:
        lacking = (each.stack or each.runtime for each in asked if each.verdict is Verdict.UNDECIDED)
        decided = ", ".join(str(each) for each in Verdict if each in found - {Verdict.UNDECIDED})
        return _PARTLY, f"{claim.id} ({decided}; undecided for {', '.join(dict.fromkeys(lacking))})"
    return (_MIXED if len(found) > 1 else _HOLD if Verdict.HOLDS in found else _FAIL), claim.id


def _summary(claim: Claim, found: Sequence[Judgement], places: Sequence[str]) -> tuple[str, ...]:
    return (claim.id, claim.text, claim.published, claim.criterion, *verdicts(claim, found, places))


def _rows(each: Judgement) -> list[tuple[Cell, ...]]:
    place = each.environment or f"over {each.environments} environments"
    scope = f"scope {each.scope}" if each.scope else ""
    where = ", ".join(part for part in (place, each.stack, each.runtime, scope) if part)
    if not each.parts:
        return [(each.claim, where, "", "", "", each.words, each.reason)]
    return [(*(each.claim, where, part.what), *_judged(each, part), _why(each, part)) for part in each.parts]


def _why(each: Judgement, part: Part) -> str:
    reason = "" if part.measured is None else part.reason
    return "; ".join(filter(None, (reason, each.note)))


def _judged(each: Judgement, part: Part) -> tuple[Cell, ...]:
    return _measured(each, part), _range(part.range), str(part.verdict)


def _measured(each: Judgement, part: Part) -> Cell:
    name, about = (
        f"{each.claim}: {part.what}",
        (f"{each.claim} {each.environment} {each.scope}".strip(), each.stack),
    )
    unit: Unit = "share" if part.unit == "share" else "ratio"
    if part.measured is None:
        return null(name, *about, part.reason or "not measured", unit=unit)
    if isinstance(part.measured, int):
        return count(part.measured, name, *about)
    return of_estimate(part.measured, name, *about, unit=unit)


def _range(found: Range) -> str:
    low, high = (f"{end:g}" for end in found)
    if math.isinf(found.high):
        return f"over {low}"
    if math.isinf(found.low):
        return f"under {high}"
    return low if low == high else f"{low} to {high}"
