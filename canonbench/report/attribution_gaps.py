"""Gaps between formats as tables: contributions by stacks, and what is said of each in a sentence."""

from collections.abc import Iterator, Sequence

from canonbench.analysis.claims.decide import BY_DEFINITION
from canonbench.analysis.gap import OTHER_LIBRARY, Gap, Part
from canonbench.analysis.study import Study
from canonbench.analysis.swaps import LIBRARY
from canonbench.report import numbers
from canonbench.report.attribution_bounds import GLOSSARY
from canonbench.report.formats import NAMES
from canonbench.report.grid import Grid, far_off

__all__ = ["GONE", "LEFT", "algorithms", "by_definition", "column", "lacking", "of_gaps"]

LEFT, GONE = "left with the best stacks of both", "gone with the best stacks of both"

NONE_OFFERS = "no library offers it"
"""Stands for the library of the other format where our own stack alone does its steps."""

_LEGEND = (
    "Contributions are Shapley values of swapping the curve, JCS for RDFC-1.0, and the best stack for this.",
    "The order of swapping does not matter, the means add up to the gap, a minus makes it smaller.",
    "JCS for RDFC-1.0 removes JSON-LD, too.",
    "JCS and a better library remove the same work, of which Shapley values give each half.",
    "So *library* is less than what a better library saves by itself: what is gone with the best stacks.",
    "Format residual: Data Integrity with JCS over the other format, both with their best stacks.",
    "What is left with the best stacks bounds nothing: a faster stack of the other format would enlarge it.",
    "Where no library offers the steps of the other format, its best is our own.",
    "All are means over the same rounds with 95 % intervals; how many times as long with 99 %.",
    GLOSSARY,
)


def of_gaps(study: Study) -> Iterator[Grid]:
    """Lay out each gap of the main document: a row for each contribution, a column for each stack."""
    own = [gap for gap in study.gaps if gap.place.document == study.document]
    two = dict.fromkeys((gap.place, gap.other) for gap in own)
    for number, each in enumerate(two, 1):
        legend = _LEGEND if number == len(two) else ()
        yield _grid([gap for gap in own if (gap.place, gap.other) == each], legend)
    if reasons := lacking(study):
        yield Grid("gaps that cannot be divided", ("exchange", "over", "stack", "reason"), reasons)


def lacking(study: Study) -> tuple[tuple[str, str, str, str], ...]:
    """Return which gaps of the main document cannot be divided: exchange, other format, stack, why."""
    own = [each for each in study.missing if each.document == study.document]
    return tuple(dict.fromkeys((each.exchange, each.against, each.stack, each.reason) for each in own))


def _grid(gaps: Sequence[Gap], legend: Sequence[str]) -> Grid:
    first = gaps[0]
    rows = [("gap", *(_part(gap.gap) for gap in gaps))]
    for number, part in enumerate(first.parts):
        cells = [by_definition(gap, part.name) or _part(gap.parts[number]) for gap in gaps]
        if set(cells) <= {BY_DEFINITION}:
            continue
        rows.append((part.name, *cells))
        names = dict.fromkeys(below.name for gap in gaps for below in gap.parts[number].below)
        rows += [(f"  {name}", *(_below(gap.parts[number], name) for gap in gaps)) for name in names]
    told = [gap for gap in gaps if not gap.is_best]
    if told:
        rows.append((LEFT, *(by_definition(gap, LEFT) or _part(gap.least) for gap in gaps)))
        rows.append((GONE, *(by_definition(gap, GONE) or _part(gap.added) for gap in gaps)))
    else:
        said = "Every stack here is the best itself: of what a better library would do nothing is known."
        legend = (said, *legend)
    rounds = far_off((len(gap.left_out), len(gap.gap.rounds), column(gap)) for gap in gaps)
    notes = [*rounds, *map(_sentence, gaps), *map(_stacks, gaps), *legend]
    title = (
        f"gap: {first.place.format} over {first.other.format} on {first.place.document}; "
        f"{algorithms(first)}; {'wall' if first.clock == 'wall' else 'CPU'} time"
    )
    return Grid(title, ("contribution", *map(column, gaps)), tuple(rows), tuple(notes))


def algorithms(gap: Gap) -> str:
    """Name the algorithms of both formats: once where they are the same."""
    mine, other = (NAMES.get(each.algorithm, each.algorithm) for each in (gap.place, gap.other))
    return mine if mine == other else f"{mine} against {other}"


def column(gap: Gap) -> str:
    """Name the stack under study, whether libraries alone are its rivals, and its runtime."""
    said = [gap.stack, *([] if gap.own else ["best of libraries"]), *([gap.runtime] if gap.runtime else [])]
    return ", ".join(said)


def _part(part: Part) -> str:
    said = numbers.signed(part.mean) if part.seconds is None else numbers.difference(part.seconds)
    return said if part.share is None or part.name == "gap" else f"{said}  {numbers.share(part.share)}"


def _below(part: Part, name: str) -> str:
    return next((_part(each) for each in part.below if each.name == name), "")


def by_definition(gap: Gap, name: str) -> str:
    """Say why the part ``name`` of a gap is nothing, or all of it, whatever was measured; else nothing."""
    other = gap.cells["other"]
    if name == OTHER_LIBRARY and other.is_best:
        return BY_DEFINITION if other.offered else NONE_OFFERS
    certain = (name == LIBRARY and gap.best_itself) or (name in {LEFT, GONE} and gap.is_best)
    return BY_DEFINITION if certain else ""


def _sentence(gap: Gap) -> str:
    sides = "the best stacks of both"
    if not gap.own:
        sides = f"the best library stack of Data Integrity and the best there is of {gap.other.format}"
    ratio = "" if gap.ratio is None else f"{numbers.ratio(gap.ratio)} what {gap.other.format} takes, "
    more, left = (numbers.signed(part.mean) for part in (gap.gap, gap.least))
    said = f"Finding: {column(gap)}: {gap.place.format} takes {ratio}{more} more"
    if gap.is_best:
        return f"{said}; it is the best stack itself."
    said += f"; with {sides} {left} remain"
    return f"{said}." if gap.kept is None else f"{said}, {numbers.share(gap.kept)} of that extra time."


def _stacks(gap: Gap) -> str:
    told = [
        f"{cell.place.format} ({NAMES.get(cell.place.algorithm, cell.place.algorithm)}) "
        f"{cell.chosen.stack}, best {' or '.join(cell.best.names)}"
        for cell in gap.cells.values()
    ]
    return f"{column(gap)} was timed with: {'; '.join(told)}."
