"""The paper's claims beside what was measured, by criteria that were fixed before."""

import math
from collections.abc import Sequence

from canonbench.analysis.claims import judge
from canonbench.analysis.claims.criteria import CLAIMS, Claim, Range
from canonbench.analysis.claims.decide import Judgement, Part, Verdict
from canonbench.analysis.environments import environments
from canonbench.analysis.memory import is_memory
from canonbench.report.material import Material
from canonbench.report.page.model import Cell, Section, Table, Unit, count, null, of_estimate

__all__ = ["section"]

_PAPER = "An Empirical Evaluation of Signing and Verification Performance of Verifiable Credential Formats"


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if nothing was measured that a claim speaks of."""
    runs = [material.run for material in materials if not is_memory(material.run)]
    found = judge(environments(runs)) if runs else ()
    if not any(each.verdict is not Verdict.UNDECIDED for each in found):
        return None
    counts = {claim: [each for each in found if each.claim == claim and each.environment] for claim in CLAIMS}
    summary = Table(
        "claims-summary",
        "The paper's claims, each judged for every stack, runtime and scope",
        ("claim", "what it says", "published", "criterion", *map(str, Verdict), "over environments"),
        tuple(_summary(claim, counts[claim.id], found) for claim in CLAIMS.values()),
        (f'The paper: "{_PAPER}" (arXiv 2611.03493); its figures are of other machines.',),
    )
    rows = tuple(row for each in found for row in _rows(each))
    columns = ("claim", "where", "condition", "measured", "must lie in", "verdict", "why")
    details = Table("claims-parts", "Every condition of every claim", columns, rows, folded=True)
    notes = (
        "A claim holds where the 95 % interval lies inside its criterion, and does not if it lies outside.",
        "Otherwise it is undecided. A claim over environments needs four machines.",
    )
    return Section("claims", "The paper's claims", _said(counts), (), (summary, details), notes)


def _said(counts: dict[str, list[Judgement]]) -> str:
    """Count the claims by what their decided verdicts say."""
    names: dict[str, list[str]] = {"hold": [], "do not hold": [], "hold here and not there": []}
    for claim, own in counts.items():
        verdicts = {each.verdict for each in own} - {Verdict.UNDECIDED}
        if verdicts == {Verdict.HOLDS}:
            names["hold"].append(claim)
        elif verdicts == {Verdict.FAILS}:
            names["do not hold"].append(claim)
        elif verdicts:
            names["hold here and not there"].append(claim)
    parts = [f"{what}: {', '.join(own)}" for what, own in names.items() if own]
    decided = sum(map(len, names.values()))
    said = f"{decided} of {len(CLAIMS)} claims are decided by these runs"
    told = "; ".join(parts)
    return f"{said}. {told[0].upper()}{told[1:]}." if told else f"{said}."


def _summary(claim: Claim, own: Sequence[Judgement], found: Sequence[Judgement]) -> tuple[str, ...]:
    counted = [str(sum(each.verdict is verdict for each in own) or "") for verdict in Verdict]
    over = dict.fromkeys(each.words for each in found if each.claim == claim.id and not each.environment)
    return (claim.id, claim.text, claim.published, claim.criterion, *counted, "; ".join(over))


def _rows(each: Judgement) -> list[tuple[Cell, ...]]:
    place = each.environment or f"over {each.environments} environments"
    scope = f"scope {each.scope}" if each.scope else ""
    where = ", ".join(part for part in (place, each.stack, each.runtime, scope) if part)
    if not each.parts:
        return [(each.claim, where, "", "", "", each.words, each.reason)]
    return [
        (*(each.claim, where, part.what), *_judged(each, part), "" if part.measured is None else part.reason)
        for part in each.parts
    ]


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
