"""Attribution on one screen: the answer, the gap between formats, the dearest steps, what to change first.

Every caveat of the whole report stands here too (``attribution_caveats``).
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from canonbench.analysis.attribution import Attribution, Chosen
from canonbench.analysis.claims.decide import BY_DEFINITION
from canonbench.analysis.estimate import Estimate, Mean
from canonbench.analysis.gap import Gap
from canonbench.analysis.interval import ROUNDS
from canonbench.analysis.levers import TRANSFORMATION, VERIFICATION, Lever
from canonbench.analysis.study import Levers, Study
from canonbench.analysis.swaps import CANONICALIZATION, LIBRARY
from canonbench.analysis.wholes import BESTS
from canonbench.report import attribution_bounds as bounds
from canonbench.report import attribution_steps as steps
from canonbench.report import numbers
from canonbench.report.attribution_caveats import caveats
from canonbench.report.attribution_gaps import algorithms
from canonbench.report.attribution_growth import shown_levers
from canonbench.report.fitting import fitted
from canonbench.report.grid import Grid
from canonbench.report.printable import shortened

__all__ = ["of_study"]

_STEPS, _BOUNDS, _STAGES = 5, 12, 3
"""Most steps, rows of bounds and whole stages that one screen tells."""

_UNITS = {VERIFICATION: " (verify)", TRANSFORMATION: " (transform)"}
"""What a change saves time of, where that is no exchange."""

_CHANGE = 40
"""Most characters of the name of a change."""

_GAPS = (
    "left: with the best stacks of both, with the best libraries; no bound: a faster rival enlarges it.",
    "canonicalization (JCS for RDFC-1.0: no JSON-LD, too), library: Shapley values; others: --only gaps.",
)
_BOUNDED = (
    "The specification needs at most what the best takes: takes less adds at least, in the same rounds."
)
_PROOF = ("proof: whether the format of the holder's proof changes; all: --only levers.",)


def of_study(study: Study, sections: Sequence[str], width: int | None) -> Iterator[Grid]:
    """Lay out one screen of ``width`` columns, any if ``None``; ``sections`` are those that there are."""
    gaps = [each for each in _groups(study) if _told(each)]
    grids = [_head(study, gaps), *([_gaps(gaps)] if gaps else _bounds(study))]
    grids += [*_steps(study), *_levers(study), caveats(study, sections)]
    yield from (fitted(grid, width) for grid in grids)


def _plain(study: Study) -> list[Gap]:
    """Return the gaps of the first exchange of the main document with one algorithm and no other factor."""
    own = [
        gap
        for gap in study.gaps
        if gap.place.document == study.document and gap.place.algorithm == gap.other.algorithm
    ]
    own = [gap for gap in own if not _factors(gap)] or own
    return [gap for gap in own if gap.place == own[0].place]


def _factors(gap: Gap) -> bool:
    return any(name not in {"algorithm", "seed"} for name, _ in gap.place.factors)


def _groups(study: Study) -> list[list[Gap]]:
    """Return the gaps that are told, by other format; each stack with both kinds of best."""
    found: dict[str, list[Gap]] = {}
    for gap in _plain(study):
        found.setdefault(gap.other.format, []).append(gap)
    return list(found.values())


def _told(own: Sequence[Gap]) -> list[Gap]:
    """Return one gap for each stack, those put together of others left out where there are others."""
    first = [gap for gap in own if gap.own]
    return [gap for gap in first if gap.stack not in BESTS] or first


def _of_libraries(own: Sequence[Gap], gap: Gap) -> Gap | None:
    return next((each for each in own if not each.own and each.stack == gap.stack), None)


def _head(study: Study, gaps: Sequence[Sequence[Gap]]) -> Grid:
    environment = study.environment
    fewest, most = environment.rounds
    noise = environment.noise
    said = [
        environment.name,
        ", ".join(run.label for run in environment.runs),
        *([study.document] if study.document else []),
        f"{most if fewest == most else f'{fewest} to {most}'} rounds",
        f"noise (A/A) {'unknown' if noise is None else ' up to '.join(map(numbers.percent, noise))}",
    ]
    levels = "Means with 95 % intervals, ratios of times with 99 %."
    if fewest < ROUNDS:
        levels = f"Too few rounds for intervals in some rows: {fewest}, and {ROUNDS} are needed. {levels}"
    return Grid("; ".join(said), (), (), (*_bound(study, gaps), *map(_answer, gaps), levels))


def _bound(study: Study, gaps: Sequence[Sequence[Gap]]) -> Iterator[str]:
    """Say what is needed at most, and what the slowest stack adds: of one exchange, else of whole stages."""
    for each in _subjects(study, gaps):
        able = [one for one in each.chosen if one.adds is not None]
        able = [one for one in able if one.quantity.stacks[0] not in BESTS] or able
        slowest = max(able, key=lambda one: one.quantity.mean.value, default=None)
        if len(each.candidates) == 1:
            why = "no other stack was measured, so nothing is said of what a library adds"
        elif slowest is None:
            why = "too few shared rounds say what a library adds"
        elif slowest.is_best:
            why = f"no stack under study takes more: it is the best of {len(each.candidates)}"
        else:
            why = _adds(slowest)
        what = f"An exchange of {bounds.named(each)}" if each.total else each.case.name
        best = f"{numbers.median(each.best.mean)} ({' or '.join(each.best.stacks)})"
        yield f"{what} needs at most {best}; {why}."


def _subjects(study: Study, gaps: Sequence[Sequence[Gap]]) -> Sequence[Attribution]:
    """Return what the answer is about: the exchange of the gaps, the first, or whole stages with rivals."""
    found, total = bounds.told(study)
    if not total:
        return [each for each in found if bounds.whole(each) and len(each.candidates) > 1][:_STAGES]
    if not gaps:
        return found[:1]
    at = (gaps[0][0].place.format, gaps[0][0].place.factors)
    return [each for each in found if (each.case.target, each.case.factors) == at]


def _adds(one: Chosen) -> str:
    stack = one.quantity.stacks[0]
    assert one.adds is not None  # the caller looked
    if one.adds.positive:
        return f"{stack} adds at least {numbers.difference(one.adds)}"
    return f"whether {stack} adds anything is undecided, {numbers.difference(one.adds)}"


def _answer(own: Sequence[Gap]) -> str:
    """Say of one gap, with the slowest stack, what share of it goes with a better library, and what stays."""
    gap = max(_told(own), key=lambda each: each.gap.mean)
    times = "more than" if gap.ratio is None else numbers.ratio(gap.ratio)
    said = f"{_place(gap)} with {gap.stack} takes {times} the time of {gap.other.format}"
    if gap.added.share is None or gap.kept is None:
        why = "too few rounds" if gap.gap.seconds is None else "it is not certain that there is any"
        return f"{said}; no share of its extra time is given: {why}."
    if gap.is_best:
        return f"{said}; no better stack was measured, so which share is a library's is not known."
    doubt = "" if gap.added.share.positive else " (undecided whether any is)"
    libraries = _of_libraries(own, gap)
    without = ""
    if libraries is not None and libraries.is_best:
        without = " (all without our own engine: no better library was measured)"
    elif libraries is not None and libraries.kept is not None:
        without = f" (without our own engine {numbers.share(libraries.kept)})"
    gone = f"{numbers.share(gap.added.share)} of the extra time is gone with the best stacks of both{doubt}"
    return f"{said}; {gone}, {numbers.share(gap.kept)} is left{without}."


def _place(gap: Gap) -> str:
    factors = [f"{name} {value}" for name, value in sorted(gap.place.others) if name != "seed"]
    return gap.place.format + (f" ({', '.join(factors)})" if factors else "")


def _kept(gap: Gap | None) -> str:
    return "" if gap is None else bounds.IS_BEST if gap.is_best else _percent(gap.kept)


def _gaps(groups: Sequence[Sequence[Gap]]) -> Grid:
    """Lay out the gaps: below each other format a row for each stack."""
    every = [gap for own in groups for gap in _told(own)]
    libraries = any(_of_libraries(own, gap) is not None for own in groups for gap in _told(own))
    rivals = not all(gap.is_best for gap in every)
    columns = ("over, with", "extra time", *(["left, best", "library"] if rivals else []))
    columns += ("canonicalization", *(["left, libraries"] if libraries else []))
    rows: list[tuple[str, ...]] = []
    for own in groups:
        rows.append((own[0].other.format, *[""] * (len(columns) - 1)))
        for gap in _told(own):
            parts = {part.name: part for part in gap.parts}
            of_library = BY_DEFINITION if gap.best_itself else _percent(parts[LIBRARY].share)
            rows.append(
                (
                    f"  {gap.stack}",
                    numbers.spanning(Mean(gap.gap.mean, gap.gap.seconds, len(gap.gap.rounds))),
                    *([_kept(gap), of_library] if rivals else []),
                    _percent(parts[CANONICALIZATION].share),
                    *([_kept(_of_libraries(own, gap))] if libraries else []),
                )
            )
    title = f"{_place(every[0])}, {algorithms(every[0])}: extra time over others, and shares of it in %"
    notes = _GAPS if rivals else _GAPS[1:]
    return Grid(title, columns, tuple(rows), notes)


def _percent(share: Estimate | None) -> str:
    """Write a share without its unit: ``8.1 [6.8, 9.4]``."""
    return "" if share is None else numbers.share(share).replace(" %", "")


def _bounds(study: Study) -> Iterator[Grid]:
    """Lay out both bounds where there is no gap: of exchanges, else of stages, warm ones, wholes first."""
    found, total = bounds.told(study)
    rows = [
        (
            bounds.named(each),
            one.quantity.stacks[0],
            numbers.median(one.quantity.mean if one.paired is None else one.paired.takes),
            bounds.IS_BEST if one.is_best else bounds.adds(one),
        )
        for each in sorted(found, key=bounds.whole, reverse=True)
        for one in each.chosen
    ]
    if rows:
        kind = "exchanges" if total else "stages"
        left = [f"{len(rows) - _BOUNDS} more rows: --only {kind}."] if len(rows) > _BOUNDS else []
        title = f"{kind} on {found[0].case.document}: what is needed at most, what is added at least"
        columns = ("what", "stack", "takes", "library adds at least")
        yield Grid(title, columns, tuple(rows[:_BOUNDS]), (*left, _BOUNDED))


def _steps(study: Study) -> Iterator[Grid]:
    """Lay out the few steps with the largest shares, of the exchange with the gaps, else of the first."""
    place = next((gap.place for gap in _plain(study)), None)
    every = list(steps.exchanges(study))
    named = [own for own in every if place is not None and own[0].case.target == place.format]
    for own in islice(named or every, 1):
        stacks = [each for each in own if each.stack not in BESTS] or own
        names = steps.by_share(stacks)
        lines = [{line.what: line for line in each.lines} for each in stacks]
        rows = [
            (
                name,
                *(
                    steps.share(each, there[name]).replace(" %", "") if name in there else ""
                    for each, there in zip(stacks, lines, strict=True)
                ),
            )
            for name in names[:_STEPS]
        ]
        more = f"{len(names) - _STEPS} more steps: --only steps." if len(names) > _STEPS else ""
        notes = [*steps.violations(stacks), " ".join([more, *steps.stretched(study, stacks)]).strip()]
        role = "" if own[0].role == "total" else f", {own[0].role}"
        title = f"steps that cost most: {own[0].case.name}{role}, shares in %"
        yield Grid(title, ("step", *(each.stack for each in stacks)), tuple(rows), tuple(filter(None, notes)))


def _levers(study: Study) -> Iterator[Grid]:
    """Lay out for each stack the change that saves most, and the one that does with the same proof format."""
    there = [each for each in shown_levers(study) if each.found]
    first = [each for each in there if (each.document, each.place) == (there[0].document, there[0].place)]
    told = [each for each in first if each.stack not in BESTS] or first
    rows = tuple((each.stack, *_lever(lever)) for each in told for lever in _first(each))
    if rows:
        what = "from JSON to canonical bytes" if told[0].place is None else told[0].place.format
        title = f"what to change first: {what} on {told[0].document}"
        columns = ("stack", "change", "proof", "saves")
        yield Grid(title, columns, rows, _PROOF)


def _first(each: Levers) -> list[Lever]:
    """Return the largest lever that keeps the format of the holder's proof, and the largest that does not."""
    found = [next((lever for lever in each.found if lever.proof is kind), None) for kind in (False, True)]
    return [lever for lever in found if lever is not None]


def _lever(lever: Lever) -> tuple[str, ...]:
    of = _UNITS.get(lever.unit, "")
    name = shortened(lever.name, _CHANGE) + of
    return (name, "changes" if lever.proof else "stays", numbers.difference(lever.saved))
