"""Claims on the gap of VCDM to SD-JWT VC: C11, whose doing it is, and C12, which steps make it.

C11 takes for each format the best stack, chosen on one half of the rounds and timed on the other, and asks
how much of the chosen stack's gap is left. What is left is no bound: a faster stack of the other format
would enlarge it. Of the best stack itself nothing is asked: it keeps its gap by definition.

C12 takes the steps where they stand in the exchange (the view ``split``): JSON-LD, RDFC-1.0, N-Quads and the
hand-over between libraries of the RDFC suite, less JCS of the JCS suite. The gap is that of the same
processes, less what stamping cost: steps and their total must come from one loop. Both are wall times.
"""

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import median

from canonbench.analysis import sample
from canonbench.analysis.claims import criteria
from canonbench.analysis.claims.decide import (
    BY_DEFINITION,
    Beside,
    Judgement,
    Lacking,
    Verdict,
    judged,
    too_few,
)
from canonbench.analysis.claims.exchanges import judgement, places
from canonbench.analysis.claims.reading import MDOC, SD_JWT, VCDM, VCDM_JCS, Exchange, Place, Reading
from canonbench.analysis.crossfit import Best, crossfit
from canonbench.analysis.estimate import Estimate, estimate
from canonbench.analysis.exchange import ROLES, summed
from canonbench.analysis.wholes import BESTS, OWN
from canonbench.model.use import HAND_OVER
from canonbench.runs import keys
from canonbench.runs.rows import Process, Row, Sitting

__all__ = ["JUDGES"]

_JSON_LD, _RDFC = ("jsonld.",), ("rdfc.",)
_OFFERED = (*_JSON_LD, *_RDFC, "jcs.", "transform.")
"""Families of stages that libraries offer in these formats: with our engine in one a stack is our own."""

_ITSELF = (
    "the stack is the best one itself, so it keeps its gap by definition: nothing is shown, nothing counted"
)
_BETWEEN = ("nquads.", HAND_OVER)
_TRANSFORM, _JCS = (*_JSON_LD, *_RDFC, *_BETWEEN, "transform."), ("jcs.", "transform.")
_STEP = re.compile(re.escape(keys.SPLIT) + r"\d+\.(.+)")


def _total(place: Place, exchange: Exchange, by: sample.Clock) -> sample.Series:
    return summed(place.total(exchange), by).rounds


def _gap(dear: sample.Series, cheap: sample.Series) -> dict[Sitting, float]:
    return {sitting: dear[sitting] - cheap[sitting] for sitting in dear.keys() & cheap.keys()}


def _share(part: sample.Series, whole: sample.Series, rounds: str = "rounds", clock: str = "") -> Estimate:
    """Return the share of ``part`` in ``whole`` over the rounds that both have.

    ``rounds`` and ``clock`` name what was taken, for the reason.

    Raises:
        Lacking: too few rounds, or ``whole`` is nothing in one.
    """
    shared = sorted(part.keys() & whole.keys())
    none = sum(whole[sitting] <= 0 for sitting in shared)
    if none:
        raise Lacking(
            f"in {none} of {len(shared)} {rounds} VCDM took no longer{clock}: no share is given, "
            "take more rounds (--rounds 32) on a quiet machine"
        )
    found = estimate([part[sitting] / whole[sitting] for sitting in shared])
    if found is None:
        raise too_few(len(shared))
    return found


def _best(place: Place, exchange: Exchange, by: sample.Clock, *, own: bool) -> Best:
    """Return the best stack of the runtime of ``place`` for an exchange, cross-fitted.

    Raises:
        Lacking: no stack is left, or they share no rounds.
    """
    reading = place.reading
    alike = [each for each in reading.leading(exchange) if reading.runtimes[each] == place.runtime]
    rows = {stack: reading.total(stack, exchange) for stack in alike}
    able = {stack: summed(each, by).rounds for stack, each in rows.items() if own or not _is_own(each)}
    found = crossfit(able)
    if found is None:
        without = "" if own else " without our own engine"
        raise Lacking(f"{exchange}: no stack{without} to be the best one: canonbench run paper")
    return found


def _is_own(rows: Sequence[Row]) -> bool:
    """Tell whether our own engine does a step that libraries offer."""
    told = [part for row in rows for part in row.text(keys.STACK_ENGINES).split(",")]
    return any(part.startswith(_OFFERED) and part.endswith(f"={OWN}") for part in told)


def _kept(place: Place, cheap: Exchange, *, own: bool = True) -> Estimate:
    """Return how much of the gap of VCDM to ``cheap`` the best stacks keep."""
    dear = place.exchange(VCDM)
    by = sample.clock(*place.total(dear), *place.total(cheap))
    gap = _gap(_total(place, dear, by), _total(place, cheap, by))
    least = [_best(place, each, by, own=own) for each in (dear, cheap)]
    return _share(_gap(least[0].rounds, least[1].rounds), gap)


def _c11(reading: Reading) -> Iterator[Judgement]:
    for place in places(reading, VCDM):
        if place.stack in BESTS:
            continue
        cheap = place.exchange(SD_JWT)
        picked = {each.format: _picked(place, each) for each in (place.exchange(VCDM), cheap)}
        best = [Beside(f"best for {name}", ", ".join(names)) for name, names in picked.items() if names]
        if _itself(place, cheap):
            made = judgement("C11", place, [], best)
            yield replace(made, verdict=Verdict.UNDECIDED, reason=_ITSELF, said=BY_DEFINITION)
            continue
        what = "gap to SD-JWT VC that best keeps"
        part = judged(what, criteria.SHARE, partial(_kept, place, cheap), unit="share")
        beside = (
            *_kept_beside("gap to mdoc that best keeps", place, place.exchange(MDOC)),
            *_of_libraries("gap to SD-JWT VC that the best of libraries keeps", place, cheap),
            *best,
        )
        yield judgement("C11", place, [part], beside)


def _itself(place: Place, cheap: Exchange, *, own: bool = True) -> bool:
    """Tell whether the best stacks are those that stand here, so that they keep the gap by definition."""
    return all(
        _picked(place, each, own=own) == (place.reading.standing(place.stack, each),)
        for each in (place.exchange(VCDM), cheap)
    )


def _kept_beside(what: str, place: Place, cheap: Exchange, *, own: bool = True) -> Iterator[Beside]:
    """Give the share of the gap to ``cheap`` that is kept; in words where it is so by definition."""
    if _itself(place, cheap, own=own):
        yield Beside(what, f"all of it, {BY_DEFINITION}")
    else:
        yield from _told(what, partial(_kept, place, cheap, own=own))


def _of_libraries(what: str, place: Place, cheap: Exchange) -> Iterator[Beside]:
    """Give what the best of libraries keeps of the gap of a library; of our own engine's it says nothing."""
    with contextlib.suppress(Lacking):
        if not _is_own(place.total(place.exchange(VCDM))):
            yield from _kept_beside(what, place, cheap, own=False)


def _told(what: str, measure: Callable[[], Estimate]) -> Iterator[Beside]:
    """Give a share, where it was measured."""
    with contextlib.suppress(Lacking):
        yield Beside(what, measure(), "share")


def _picked(place: Place, exchange: Exchange, *, own: bool = True) -> tuple[str, ...]:
    """Return the stacks that are the best; none where nothing can be said."""
    with contextlib.suppress(Lacking):
        return _best(place, exchange, sample.clock(*place.total(exchange)), own=own).names
    return ()


def _summed(place: Place, exchange: Exchange, of: Callable[[Process], float]) -> sample.Series:
    """Return what ``of`` makes of the processes that stamped the steps, summed over roles, by rounds.

    Raises:
        Lacking: a role was not measured step by step.
    """
    rows = [row for role in ROLES for row in place.role(exchange, role, "split")]
    each = [{at: median(map(of, found)) for at, found in row.sittings.items()} for row in rows]
    shared = set.intersection(*(set(rounds) for rounds in each))
    return {sitting: sum(rounds[sitting] for rounds in each) for sitting in shared}


def _in_place(place: Place, name: str, of: tuple[str, ...]) -> sample.Series:
    """Return the wall seconds of the steps whose names start with one of ``of``."""
    return _summed(place, place.exchange(name), partial(_spent, of=of))


def _gap_in_place(place: Place, cheap: str) -> sample.Series:
    """Return the gap of VCDM to another exchange, both as the processes that stamped their steps took it."""
    return _gap(*(_summed(place, place.exchange(name), _unstamped) for name in (VCDM, cheap)))


def _unstamped(process: Process) -> float:
    """Return the wall time of a call less what stamping its steps cost."""
    stamps = int(process.metadata[keys.STEPS])
    costs = keys.numbers(process.metadata[keys.STAMP_COST])
    return median(value - stamps * cost for value, cost in zip(process.wall, costs, strict=True))


def _spent(process: Process, of: tuple[str, ...]) -> float:
    """Return the median over values of what the steps took together."""
    series = [
        keys.numbers(value)
        for name, value in process.metadata.items()
        if (found := _STEP.fullmatch(name)) and found[1].startswith(of)
    ]
    return median(map(sum, zip(*series, strict=True))) if series else 0.0


_in_gap = partial(_share, rounds="stamped rounds", clock=" (wall time)")


def _spent_on(place: Place, of: tuple[str, ...]) -> Estimate:
    """Return the share that steps of the VCDM exchange have in its gap to SD-JWT VC."""
    return _in_gap(_in_place(place, VCDM, of), _gap_in_place(place, SD_JWT))


def _produced(place: Place, cheap: str) -> Estimate:
    """Return the share that RDFC less JCS has in the gap to the exchange ``cheap``."""
    removed = _gap(_in_place(place, VCDM, _TRANSFORM), _in_place(place, VCDM_JCS, _JCS))
    return _in_gap(removed, _gap_in_place(place, cheap))


def _c12(reading: Reading) -> Iterator[Judgement]:
    for place in places(reading, VCDM):
        what = "transform.rdfc less transform.jcs, of the gap to"
        part = judged(f"{what} SD-JWT VC", criteria.SHARE, partial(_produced, place, SD_JWT), unit="share")
        beside = (
            *_told("JSON-LD to quads, of the gap", partial(_spent_on, place, _JSON_LD)),
            *_told("RDFC-1.0 proper, of the gap", partial(_spent_on, place, _RDFC)),
            *_told("hand-over between them, of the gap", partial(_spent_on, place, _BETWEEN)),
            *_told(f"{what} mdoc", partial(_produced, place, MDOC)),
        )
        yield judgement("C12", place, [part], beside)


JUDGES: tuple[Callable[[Reading], Iterator[Judgement]], ...] = (_c11, _c12)
"""What judges each claim of this module in one environment."""
