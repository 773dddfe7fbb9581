"""Levers: what could be changed for this very document, each measured by a swap that the run has.

A lever compares the exchange as it is with one thing changed, round by round. Only what certainly saves time
is a lever; the largest come first, five at most. Levers do not add up: each is one change to what is there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from canonbench.analysis import sample
from canonbench.analysis.cells import SUITES, Place, clock, places
from canonbench.analysis.estimate import Estimate, estimate
from canonbench.analysis.interval import Ratio, ratio
from canonbench.analysis.wholes import OWN, Whole, best, decides, wholes
from canonbench.model.case import Case
from canonbench.runs.rows import Run, Sitting

__all__ = ["MOST", "Lever", "levers"]

MOST = 5
"""How many levers are told."""

EXCHANGE, VERIFICATION, TRANSFORMATION = "an exchange", "a verification", "a transformation"
_RDFC = "transform.rdfc"

Series = Mapping[Sitting, float]


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
    found = []
    for swap in _swaps(run, place, stack):
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
            yield _Swap(
                f"another engine: {' or '.join(found.names)}", EXCHANGE, here.rounds, found.rounds, False, ""
            )
        yield from _suites(run, place, here)
    yield from _contexts(run, place, stack)
    yield from _variants(run, place, stack)


def _suites(run: Run, place: Place, here: Whole) -> Iterator[_Swap]:
    """Give JCS for RDFC-1.0, and the other curves."""
    for other in places(run):
        if (other.document, other.others) != (place.document, place.others) or other == place:
            continue
        jcs = SUITES.get((place.algorithm, "jcs")) if place.format in _of("rdfc") else None
        name, note = "", ""
        if other.format == jcs:
            name, note = f"a JCS suite: {jcs}", "no JSON-LD and no RDF: what contexts mean is not signed"
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


def _contexts(run: Run, place: Place, stack: str) -> Iterator[_Swap]:
    """Give what keeping compiled contexts saves over processing them in every call."""
    warm = next(case for case in place.cases if case.target.endswith(".verify"))
    cold = replace(warm, state="cold-context")
    by = decides(run, [warm, cold])
    before, after = (_of_stack(wholes(run, [case], by), stack) for case in (cold, warm))
    if before is not None and after is not None:
        note = "over processing them anew in each verification"
        yield _Swap("keep compiled contexts", VERIFICATION, before.rounds, after.rounds, False, note)


def _variants(run: Run, place: Place, stack: str) -> Iterator[_Swap]:
    """Give the document without each of its contexts: the exchange, or the transformation alone."""
    for entry in run.records:
        if entry["kind"] != "variant" or entry["of"] != place.document:
            continue
        other = str(entry["document"])
        options = (
            (EXCHANGE, place.cases),
            (TRANSFORMATION, (Case(_RDFC, place.document),)),
        )
        for unit, cases in options:
            changed = tuple(replace(case, document=other) for case in cases)
            by = decides(run, (*cases, *changed))
            before, after = (_of_stack(wholes(run, each, by), stack) for each in (cases, changed))
            if before is not None and after is not None:
                note = "its terms are no longer in the credential"
                yield _Swap(f"without {entry['without']}", unit, before.rounds, after.rounds, False, note)
                break


def _of_stack(among: tuple[Whole, ...], stack: str) -> Whole | None:
    return next((whole for whole in among if whole.stack == stack), None)
