"""Gaps between formats as tables: contributions by stacks, and what is said of each in a sentence."""

from collections.abc import Iterator, Sequence

from canonbench.analysis.gap import Gap, Part
from canonbench.analysis.study import Study
from canonbench.report import numbers
from canonbench.report.formats import NAMES
from canonbench.report.grid import Grid

__all__ = ["of_gaps"]

_LEGEND = (
    "Contributions are Shapley values of swapping the curve, JCS for RDFC-1.0, and the best stack for this.",
    "The order of swapping does not matter, the means add up to the gap, a minus makes it smaller.",
    "JCS for RDFC-1.0 removes JSON-LD, too.",
    "JCS and a better library remove the same work, of which Shapley values give each half.",
    "So *library* is less than what a better library saves by itself: what is gone with the best stacks.",
    "Format residual: Data Integrity with JCS over the other format, both with their best stacks.",
    "What is left with the best stacks bounds nothing: a faster stack of the other format would enlarge it.",
    "Where no library offers the steps of the other format, its best is our own.",
)
_ROBUST = (
    "Single rounds were far off: those lines are robust centres, which need not add up; --json has means."
)


def of_gaps(study: Study) -> Iterator[Grid]:
    """Lay out each gap of the main document: a row for each contribution, a column for each stack."""
    own = [gap for gap in study.gaps if gap.place.document == study.document]
    two = dict.fromkeys((gap.place, gap.other) for gap in own)
    for number, each in enumerate(two, 1):
        legend = _LEGEND if number == len(two) else ()
        yield _grid([gap for gap in own if (gap.place, gap.other) == each], legend)
    lacking = [each for each in study.missing if each.document == study.document]
    reasons = dict.fromkeys((each.against, each.stack, each.reason) for each in lacking)
    if reasons:
        yield Grid("gaps that cannot be divided", ("against", "stack", "reason"), tuple(reasons))


def _grid(gaps: Sequence[Gap], legend: Sequence[str]) -> Grid:
    first = gaps[0]
    rows = [("gap", *(_part(gap.gap) for gap in gaps))]
    for number, part in enumerate(first.parts):
        rows.append((part.name, *(_part(gap.parts[number]) for gap in gaps)))
        names = dict.fromkeys(below.name for gap in gaps for below in gap.parts[number].below)
        rows += [(f"  {name}", *(_below(gap.parts[number], name) for gap in gaps)) for name in names]
    rows.append(("left with the best stacks of both", *(_part(gap.least) for gap in gaps)))
    rows.append(("gone with the best stacks of both", *(_part(gap.added) for gap in gaps)))
    robust = any(_is_robust(gap) for gap in gaps)
    notes = [*([_ROBUST] if robust else []), *map(_sentence, gaps), *map(_stacks, gaps), *legend]
    title = (
        f"gap: {first.place.format} over {first.other.format} on {first.place.document}; "
        f"{_algorithms(first)}; {'wall' if first.clock == 'wall' else 'CPU'} time"
    )
    return Grid(title, ("contribution", *map(_column, gaps)), tuple(rows), tuple(notes))


def _algorithms(gap: Gap) -> str:
    mine, other = (NAMES.get(each.algorithm, each.algorithm) for each in (gap.place, gap.other))
    return mine if mine == other else f"{mine} against {other}"


def _column(gap: Gap) -> str:
    said = [gap.stack, *([] if gap.own else ["best of libraries"]), *([gap.runtime] if gap.runtime else [])]
    return ", ".join(said)


def _part(part: Part) -> str:
    said = numbers.signed(part.mean) if part.seconds is None else numbers.difference(part.seconds)
    return said if part.share is None or part.name == "gap" else f"{said}  {numbers.share(part.share)}"


def _below(part: Part, name: str) -> str:
    return next((_part(each) for each in part.below if each.name == name), "")


def _is_robust(gap: Gap) -> bool:
    return any(part.seconds is not None and part.seconds.method == "robust" for part in (gap.gap, *gap.parts))


def _sentence(gap: Gap) -> str:
    sides = "the best stacks of both"
    if not gap.own:
        sides = f"the best library stack of Data Integrity and the best there is of {gap.other.format}"
    kept, ratio = gap.kept, gap.ratio
    said = f"{_column(gap)}: {gap.place.format} takes " + (
        "" if ratio is None else f"{numbers.factor(ratio.value)} what {gap.other.format} takes, "
    )
    more, left = (
        numbers.signed(part.mean if part.seconds is None else part.seconds.value)
        for part in (gap.gap, gap.least)
    )
    said += f"{more} more; with {sides} {left} remain"
    return f"Finding: {said}." if kept is None else f"Finding: {said}, {numbers.share(kept)} of the gap."


def _stacks(gap: Gap) -> str:
    told = [
        f"{cell.place.format} ({NAMES.get(cell.place.algorithm, cell.place.algorithm)}) "
        f"{cell.chosen.stack}, best {' or '.join(cell.best.names)}"
        for cell in gap.cells.values()
    ]
    return f"{_column(gap)} was timed with: {'; '.join(told)}."
