"""Claims on exchanges: C1 to C4, C6, C8, C13 and C14, from the totals of formats, paired by round."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise

from canonbench.analysis.claims import criteria
from canonbench.analysis.claims.criteria import Range
from canonbench.analysis.claims.decide import (
    Beside,
    Judgement,
    Lacking,
    Part,
    Verdict,
    combined,
    judged,
    reasons,
)
from canonbench.analysis.claims.lineages import independent, origins
from canonbench.analysis.claims.reading import (
    MDOC,
    PYTHON,
    SD_JWT,
    VCDM,
    VCDM_JCS,
    Exchange,
    Place,
    Reading,
    over,
    seconds,
)
from canonbench.analysis.estimate import Estimate
from canonbench.analysis.interval import Interval
from canonbench.analysis.wholes import BESTS
from canonbench.runs import keys
from canonbench.runs.rows import Row

__all__ = ["JUDGES", "SELECTIVE", "judgement", "places"]

SELECTIVE = "ecdsa-sd-2023"
_P256 = "ecdsa-rdfc-2019"

_NAMES = {VCDM: "VCDM", _P256: "VCDM", SD_JWT: "SD-JWT VC", MDOC: "mdoc"}
_STANDING: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("C1", "C2", "C3", "C11", "C12", "C14"), (MDOC, SD_JWT)),
    "C6": (SD_JWT,),
}
_LINEAGES = 3
_FEW_LINEAGES = f"{_LINEAGES} implementations are needed that do not come from one another"
_ALONE = "one stack cannot agree with itself: name several (--stack canonbench,pyld,pyoxigraph)"


def judgement(claim: str, place: Place, parts: Sequence[Part], beside: Iterable[Beside] = ()) -> Judgement:
    """Combine the parts of a claim in one place."""
    verdict = combined(part.verdict for part in parts)
    return Judgement(
        claim,
        place.reading.environment.name,
        place.runtime,
        place.stack,
        place.scope,
        tuple(parts),
        verdict,
        reasons(parts) if verdict is Verdict.UNDECIDED else "",
        tuple(beside),
        note=_borrowed(place, _STANDING.get(claim, ()), "verify" if claim == "C6" else ""),
    )


def _borrowed(place: Place, formats: Iterable[str], role: str = "") -> str:
    """Say which formats another stack stands for, because this one has no step of its own in them."""
    of: dict[str, list[str]] = {}
    for name in formats:
        other = place.reading.standing(place.stack, place.exchange(name), role)
        if place.stack and other != place.stack:
            of.setdefault(other, []).append(name)
    said = (
        f"{' and '.join(names)} {'are' if len(names) > 1 else 'is'} {other}'s" for other, names in of.items()
    )
    return f"for {place.stack}, {', '.join(said)}" if of else ""


def places(reading: Reading, name: str, role: str = "") -> Iterator[Place]:
    """Give each stack and scope that measured a format; no stack for a scope in which none has it whole."""
    for scope in reading.scopes(name):
        for stack in reading.leading(Exchange(name, scope=scope), role) or [""]:
            yield Place(reading, stack, scope)


def _ratio(place: Place, base: Exchange, other: Exchange, criterion: Range, suffix: str = "") -> Part:
    what = f"{_NAMES[other.format]} over {_NAMES[base.format]}{suffix}"
    return judged(what, criterion, partial(place.ratio, base, other))


def _both(claim: str, mdoc: Range, sd_jwt: Range, reading: Reading) -> Iterator[Judgement]:
    """Judge VCDM over mdoc and over SD-JWT VC, for each stack and scope."""
    for place in places(reading, VCDM):
        vcdm = place.exchange(VCDM)
        bases = ((place.exchange(MDOC), mdoc), (place.exchange(SD_JWT), sd_jwt))
        parts = [_ratio(place, base, vcdm, criterion) for base, criterion in bases]
        yield judgement(claim, place, parts, _totals(place) if claim == "C1" else ())


def _totals(place: Place) -> Iterator[Beside]:
    for name in (MDOC, SD_JWT, VCDM):
        yield from _absolute(f"{_NAMES[name]} exchange", partial(place.total, place.exchange(name)))


def _absolute(what: str, measure: Callable[[], Sequence[Row]]) -> Iterator[Beside]:
    """Give an absolute time as context, where it was measured."""
    with contextlib.suppress(Lacking):
        yield Beside(what, seconds(measure()))


def _c3(reading: Reading) -> Iterator[Judgement]:
    for scope in reading.scopes(VCDM):
        suites = [Exchange(VCDM, "ed25519", scope), Exchange(_P256, "p256", scope)]
        stacks = dict.fromkeys(stack for suite in suites for stack in reading.leading(suite))
        for stack in stacks or [""]:
            place = Place(reading, stack, scope)
            parts, beside = [], []
            for vcdm in suites:
                others = [place.exchange(name, vcdm.algorithm) for name in (MDOC, SD_JWT)]
                said = f", {'P-256' if vcdm.algorithm == 'p256' else 'Ed25519'}"
                parts += [_ratio(place, one, vcdm, criteria.SLOWEST, said) for one in others]
                beside.append(Beside(f"total order{said}", _order(place, [*others, vcdm])))
            yield judgement("C3", place, parts, beside)


def _order(place: Place, exchanges: Sequence[Exchange]) -> str:
    """Write formats from the fastest to the slowest: ``<`` where the interval says so, else ``~``."""
    try:
        totals = {each: seconds(place.total(each)).value for each in exchanges}
        ordered = sorted(totals, key=lambda each: totals[each])
        said = _NAMES[ordered[0].format]
        for a, b in pairwise(ordered):
            sure = place.ratio(a, b).interval.low > 1
            said += f" {'<' if sure else '~'} {_NAMES[b.format]}"
    except Lacking as lack:
        return f"not known: {lack}"
    return said


def _c4(reading: Reading) -> Iterator[Judgement]:
    """Judge whether mdoc and SD-JWT VC are within the band here; the claim is decided over environments."""
    inside = Range(1 - criteria.BAND, 1 + criteria.BAND)
    for scope in reading.scopes(SD_JWT):
        mdoc, sd_jwt = Exchange(MDOC, scope=scope), Exchange(SD_JWT, scope=scope)
        both = [stack for stack in reading.leading(sd_jwt) if stack in reading.leading(mdoc)]
        for stack in both or [""]:
            place = Place(reading, stack, scope)
            verify = partial(_verify, place, mdoc, sd_jwt)
            parts = [
                _ratio(place, mdoc, sd_jwt, inside, ", exchange"),
                judged("SD-JWT VC over mdoc, verify", inside, verify),
            ]
            made = judgement("C4", place, parts)
            within = {Verdict.HOLDS: "within the band here", Verdict.FAILS: "beyond the band here"}
            reason = (
                f"{within[parts[0].verdict]}; decided over environments"
                if parts[0].verdict in within
                else made.reason
            )
            yield replace(made, verdict=Verdict.UNDECIDED, reason=reason)


def _verify(place: Place, base: Exchange, other: Exchange) -> Estimate:
    return over(place.role(base, "verify"), place.role(other, "verify"))


def _c6(reading: Reading) -> Iterator[Judgement]:
    for place in places(reading, VCDM_JCS, "verify"):
        measure = partial(_verify, place, place.exchange(SD_JWT), place.exchange(VCDM_JCS))
        yield judgement(
            "C6", place, [judged("VCDM with JCS over SD-JWT VC, verify", criteria.AGREE, measure)]
        )


def _c8(reading: Reading) -> Iterator[Judgement]:
    wanted = {"issue": criteria.ISSUED, "present": criteria.DERIVED, "verify": criteria.DERIVED}
    for place in places(reading, VCDM):
        selective = place.exchange(SELECTIVE, "p256")
        parts: list[Part] = []
        beside: list[Beside] = []
        for role, criterion in wanted.items():
            said = f"{'derive' if role == 'present' else role}"
            parts.append(
                judged(f"{said} over the {VCDM} exchange", criterion, partial(_over_total, place, role))
            )
            beside += _absolute(f"{SELECTIVE} {said}", partial(place.role, selective, role))
        yield judgement("C8", place, parts, beside)


def _over_total(place: Place, role: str) -> Estimate:
    return over(place.total(place.exchange(VCDM)), place.role(place.exchange(SELECTIVE, "p256"), role))


def _c13(reading: Reading) -> Iterator[Judgement]:
    """Judge whether stacks agree; those of another runtime must agree with those of Python, too."""
    for scope in reading.scopes(VCDM):
        able = [stack for stack in reading.leading(Exchange(VCDM, scope=scope)) if stack not in BESTS]
        formats = [Exchange(name, scope=scope) for name in (MDOC, SD_JWT, VCDM)]
        for runtime in dict.fromkeys(reading.runtimes[stack] for stack in able) or [PYTHON]:
            stacks = [
                Place(reading, stack, scope) for stack in able if reading.runtimes[stack] in {runtime, PYTHON}
            ]
            pairs = list(combinations(formats, 2))
            shared = [pair for pair in pairs if len(stacks) > 1 and _one_measurement(stacks, *pair)]
            parts = [_agreement(stacks, *pair) for pair in pairs if pair not in shared]
            beside = [Beside(place.stack, _order(place, formats)) for place in stacks]
            beside += [Beside(_pair(*pair), "the same rows stand for every stack") for pair in shared]
            made = judgement("C13", Place(reading, "", scope), parts, beside)
            borrowed = filter(None, (_borrowed(place, (MDOC, SD_JWT)) for place in stacks))
            yield _by_lineages(replace(made, runtime=runtime, note="; ".join(borrowed)), stacks)


def _by_lineages(made: Judgement, stacks: Sequence[Place]) -> Judgement:
    """Say of fewer lineages than three that agree only how many they are."""
    seen = independent(map(_lineages, stacks))
    if made.verdict is not Verdict.HOLDS or seen >= _LINEAGES:
        return made
    said = f"consistent in {seen} of {_LINEAGES}"
    return replace(made, verdict=Verdict.UNDECIDED, said=said, reason=_FEW_LINEAGES)


def _lineages(place: Place) -> frozenset[str]:
    """Return whose code canonicalizes with a stack: its engines, else the stack itself."""
    (row,) = place.role(place.exchange(VCDM), "verify")
    told = [part.partition("=") for part in row.text(keys.STACK_ENGINES).split(",")]
    engines = {engine for stage, _, engine in told if stage.startswith(("jsonld.", "rdfc."))}
    return origins(engines or {place.stack})


def _one_measurement(stacks: Sequence[Place], base: Exchange, other: Exchange) -> bool:
    """Tell whether the same rows stand for all stacks, so that they cannot but agree."""
    standing = {
        tuple(place.reading.standing(place.stack, each) for each in (base, other)) for place in stacks
    }
    return len(standing) == 1


def _pair(base: Exchange, other: Exchange) -> str:
    return f"{_NAMES[other.format]} and {_NAMES[base.format]}"


def _agreement(stacks: Sequence[Place], base: Exchange, other: Exchange) -> Part:
    what = f"{_pair(base, other)}: stacks of one order"
    wanted = Range(len(stacks), len(stacks))
    if len(stacks) < 2:  # noqa: PLR2004 - two can agree
        return Part(what, None, wanted, Verdict.UNDECIDED, _ALONE, unit="count")
    try:
        found = {place.stack: place.ratio(base, other).interval for place in stacks}
    except Lacking as lack:
        return Part(what, None, wanted, Verdict.UNDECIDED, str(lack), unit="count")
    above, below = (sum(test(each) for each in found.values()) for test in (_above, _below))
    most = max(above, below)
    if above and below:
        return Part(what, most, wanted, Verdict.FAILS, unit="count")
    if most == len(found):
        return Part(what, most, wanted, Verdict.HOLDS, unit="count")
    unsure = ", ".join(stack for stack, each in found.items() if each.holds(1))
    return Part(
        what, most, wanted, Verdict.UNDECIDED, f"no order within the interval: {unsure}", unit="count"
    )


def _above(interval: Interval) -> bool:
    return interval.low > 1


def _below(interval: Interval) -> bool:
    return interval.high < 1


JUDGES: tuple[Callable[[Reading], Iterator[Judgement]], ...] = (
    partial(_both, "C1", criteria.MORE, criteria.MORE),
    partial(_both, "C2", criteria.OVER_MDOC, criteria.OVER_SD_JWT),
    _c3,
    _c4,
    _c6,
    _c8,
    _c13,
    partial(_both, "C14", criteria.FEWEST_TIMES, criteria.FEWEST_TIMES),
)
"""What judges each claim of this module in one environment."""
