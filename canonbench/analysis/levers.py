"""Levers: what could be changed for this very document, each measured by a swap that the run has.

A lever compares the exchange as it is with one thing changed, round by round. Only what certainly saves time
is a lever; the largest come first, five at most. Levers do not add up: each is one change to what is there.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from canonbench.analysis import sample
from canonbench.analysis.cells import SUITES, Place, clock, places
from canonbench.analysis.estimate import Estimate, estimate
from canonbench.analysis.interval import Ratio, ratio
from canonbench.analysis.sample import Series
from canonbench.analysis.wholes import OWN, Whole, best, decides, wholes
from canonbench.model.case import Case
from canonbench.runs.rows import Run

__all__ = ["EXCHANGE", "MOST", "TRANSFORMATION", "VERIFICATION", "Lever", "levers", "of_document"]

MOST = 5
"""How many levers are told."""

EXCHANGE, VERIFICATION, TRANSFORMATION = "an exchange", "a verification", "a transformation"
"""What a lever saves time of."""

_RDFC, _JCS = "transform.rdfc", "transform.jcs"
_NO_JSON_LD = "no JSON-LD and no RDF: what contexts mean is not signed"


@dataclass(frozen=True)
class Lever:
    """One change that saves time.

    ``ratio`` is with over without the change, under 1; ``saved`` are seconds for each ``unit``, an exchange
    where that was measured. ``proof`` says whether the holder's proof gets another format; ``note`` what
    else changes.
    """

    name: str
    unit: str
    ratio: Ratio
    saved: Estimate
    proof: bool
    note: str = ""


@dataclass(frozen=True)
class _Swap:
    name: str
    unit: str
    before: Series
    after: Series
    proof: bool
    note: str


def levers(run: Run, place: Place, stack: str) -> tuple[Lever, ...]:
    """Return what certainly saves time in the exchange ``place`` of ``run`` with ``stack``, largest first."""
    return _largest(_swaps(run, place, stack))


def of_document(run: Run, document: str, stack: str) -> tuple[Lever, ...]:
    """Return what certainly saves time in ``transform.rdfc`` of ``document``, where no exchange was measured.

    That is the way from JSON to canonical bytes, which every operation of a cryptosuite goes twice.
    """
    return _largest(_of_transformation(run, document, stack))


def _largest(swaps: Iterable[_Swap]) -> tuple[Lever, ...]:
    found = []
    for swap in swaps:
        pairs = sample.pairs(swap.before, swap.after)
        relative, saved = ratio(pairs), estimate([before - after for before, after in pairs])
        if relative is not None and saved is not None and saved.positive and relative.interval.high < 1:
            found.append(Lever(swap.name, swap.unit, relative, saved, swap.proof, swap.note))
    return tuple(sorted(found, key=lambda lever: -lever.saved.value)[:MOST])


def _swaps(run: Run, place: Place, stack: str) -> Iterator[_Swap]:
    by = clock(run, [place])
    among = wholes(run, place.cases, by)
    here = next((whole for whole in among if whole.stack == stack), None)
    if here is not None:
        others = [whole for whole in among if whole.stack != stack]
        found = best(others, runtime=here.runtime)
        if found is not None:
            name = f"another engine: {' or '.join(found.names)}"
            yield _Swap(name, EXCHANGE, here.rounds, found.rounds, False, "")
        yield from _suites(run, place, here)
    warm = next(case for case in place.cases if case.target.endswith(".verify"))
    yield from _contexts(run, warm, stack, VERIFICATION)
    yield from _variants(run, place.document, stack, place.cases)


def _of_transformation(run: Run, document: str, stack: str) -> Iterator[_Swap]:
    case = Case(_RDFC, document)
    among = wholes(run, [case])
    here = _of_stack(among, stack)
    if here is None:
        return
    found = best((whole for whole in among if whole.stack != stack), runtime=here.runtime)
    if found is not None:
        name = f"another engine: {' or '.join(found.names)}"
        yield _Swap(name, TRANSFORMATION, here.rounds, found.rounds, False, "")
    by = decides(run, [case, replace(case, target=_JCS)])
    before, after = (_find(wholes(run, [replace(case, target=target)], by), here) for target in (_RDFC, _JCS))
    if before is not None and after is not None:
        yield _Swap("a JCS suite", TRANSFORMATION, before.rounds, after.rounds, True, _NO_JSON_LD)
    yield from _contexts(run, case, stack, TRANSFORMATION)
    yield from _variants(run, document, stack, ())


def _suites(run: Run, place: Place, here: Whole) -> Iterator[_Swap]:
    """Give JCS for RDFC-1.0, and the other curves."""
    for other in places(run):
        if (other.document, other.others) != (place.document, place.others) or other == place:
            continue
        jcs = SUITES.get((place.algorithm, "jcs")) if place.format in _of("rdfc") else None
        name, note = "", ""
        if other.format == jcs:
            name, note = f"a JCS suite: {jcs}", _NO_JSON_LD
        elif other.algorithm != place.algorithm and (
            other.format == place.format
            or any({place.format, other.format} <= _of(c) for c in ("rdfc", "jcs"))
        ):
            name = f"another curve: {other.algorithm} ({other.format})"
        if name:
            two = clock(run, [place, other])
            before, after = (_find(wholes(run, each.cases, two), here) for each in (place, other))
            if before is not None and after is not None:
                yield _Swap(name, EXCHANGE, before.rounds, after.rounds, True, note)


def _of(canonicalization: str) -> set[str]:
    return {name for (_, own), name in SUITES.items() if own == canonicalization}


def _find(among: tuple[Whole, ...], here: Whole) -> Whole | None:
    """Return the whole of the same stack, else of the default one of the same runtime."""
    named = {whole.stack: whole for whole in among if whole.runtime == here.runtime}
    return named.get(here.stack) or named.get(OWN)


def _contexts(run: Run, warm: Case, stack: str, unit: str) -> Iterator[_Swap]:
    """Give what keeping compiled contexts saves over processing them in every call."""
    cold = replace(warm, state="cold-context")
    by = decides(run, [warm, cold])
    before, after = (_of_stack(wholes(run, [case], by), stack) for case in (cold, warm))
    if before is not None and after is not None:
        note = "over processing them anew in every call"
        yield _Swap("keep compiled contexts", unit, before.rounds, after.rounds, False, note)


def _variants(run: Run, document: str, stack: str, exchange: tuple[Case, ...]) -> Iterator[_Swap]:
    """Give the document without each context or member: the exchange, or the transformation alone."""
    options = ((EXCHANGE, exchange), (TRANSFORMATION, (Case(_RDFC, document),)))
    for entry in run.records:
        if entry["kind"] != "variant" or entry["of"] != document:
            continue
        for unit, cases in options:
            changed = tuple(replace(case, document=str(entry["document"])) for case in cases)
            by = decides(run, (*cases, *changed))
            before, after = (_of_stack(wholes(run, each, by), stack) for each in (cases, changed))
            if before is not None and after is not None:
                note = "what it says is no longer in the credential"
                yield _Swap(f"without {entry['without']}", unit, before.rounds, after.rounds, False, note)
                break


def _of_stack(among: tuple[Whole, ...], stack: str) -> Whole | None:
    return next((whole for whole in among if whole.stack == stack), None)
