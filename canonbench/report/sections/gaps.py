"""The gap between two formats, divided over what could be swapped: curve, canonicalization, library."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canonbench.analysis.gap import Gap, Part, gaps
from canonbench.analysis.wholes import BESTS, NO_ENGINES
from canonbench.report.attribution_gaps import GONE, LEFT, algorithms, by_definition
from canonbench.report.material import Material
from canonbench.report.page.charts import Dots
from canonbench.report.page.model import Cell, Figure, Section, Statistic, Table, null, of_estimate
from canonbench.report.page.points import named, point
from canonbench.report.page.shown import text

__all__ = ["section"]

_DRAWN = 2
"""How many gaps have a picture; the others have a table."""


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no run has all exchanges that a gap is divided by."""
    figures: list[Figure] = []
    tables: list[Table] = []
    said: list[str] = []
    for material in materials:
        found = [each for stack in _stacks(material) for each in gaps(material.run, stack)]
        able = [each for each in found if isinstance(each, Gap)]
        plain = [each for each in able if all(name == "algorithm" for name, _ in each.place.factors)]
        if plain:
            own = _groups(plain)
            main = [case for case, each in own.items() if each[0].place.algorithm == each[0].other.algorithm]
            drawn = main[:_DRAWN]
            figures += [_figure(material, case, own[case]) for case in drawn]
            others = [
                replace(_table(material, case, each), folded=True)
                for case, each in own.items()
                if case not in drawn
            ]
            tables += others
            said += _said([own[case] for case in drawn], material.label) if not said else []
    if not figures:
        return None
    notes = (
        "Each swap is worth its Shapley value, so that the order of swapping does not matter.",
        "The parts add up to the gap: all are means over the same rounds, with 95 % intervals.",
        "The format residual is what no swap explains: with JCS and the best stacks of both.",
        "What is left with the best stacks is no bound: a faster stack of the other format enlarges it.",
        "JCS for RDFC-1.0 removes JSON-LD, too.",
    )
    return Section(
        "gaps", "The gap between formats, divided", " ".join(said), tuple(figures), tuple(tables), notes
    )


def _stacks(material: Material) -> list[str]:
    names = [stack.name for stack in material.run.chosen if not stack.again]
    return [name for name in names if name not in NO_ENGINES and name not in BESTS]


def _name(each: Gap) -> str:
    return f"{each.place.format} over {each.other.format} ({algorithms(each)})"


def _case(each: Gap) -> str:
    return f"{_name(each)} on {each.place.document}"


def _seconds(each: Gap, part: Part, label: str) -> Statistic:
    return of_estimate(part.seconds, f"gap: {part.name}", _case(each), each.stack, run=label)


def _share(each: Gap, part: Part, label: str) -> Statistic:
    name, about = f"share of the gap: {part.name}", (_case(each), each.stack)
    if part.share is None:
        return null(name, *about, "it is not certain that there is a gap", unit="share", run=label)
    return of_estimate(part.share, name, *about, unit="share", run=label)


def _parts(each: Gap) -> Iterator[tuple[str, Part]]:
    yield "gap", each.gap
    for part in each.parts:
        yield f"  {part.name}", part
        yield from ((f"    {below.name}", below) for below in part.below)


def _said(found: Sequence[Sequence[Gap]], label: str) -> Iterator[str]:
    """Say of each gap what is left of it with the best stacks of both formats, with every stack."""
    for own in found:
        told = []
        for each in own:
            kept = of_estimate(each.kept, "kept", _case(each), each.stack, unit="share", run=label)
            if kept.value is not None and not each.is_best:
                told.append(f"{text(kept)} with {each.stack}")
        if told:
            yield (f"Of the extra time of {_name(own[0])}, the best stacks of both leave {', '.join(told)}.")


def _groups(found: Sequence[Gap]) -> dict[str, list[Gap]]:
    groups: dict[str, list[Gap]] = {}
    for each in found:
        groups.setdefault(_case(each), []).append(each)
    return groups


def _table(material: Material, case: str, own: Sequence[Gap]) -> Table:
    label = material.label
    rows: list[tuple[Cell, ...]] = []
    for each in own:
        parts = (*_parts(each), (LEFT, each.least))
        parts = (*parts, (GONE, each.added))
        rows += [(name, each.stack, *_cells(each, name.strip(), part, label)) for name, part in parts]
    columns = ("part", "stack", "time", "share of the gap")
    return Table(f"gap-{named(label, case)}-table", material.titled(case), columns, tuple(rows))


def _cells(each: Gap, name: str, part: Part, label: str) -> tuple[Cell, Cell]:
    """Return time and share of a part, or that there is none to speak of, as in the tables of attribution."""
    said = by_definition(each, name)
    return (said, "") if said else (_seconds(each, part, label), _share(each, part, label))


def _figure(material: Material, case: str, own: Sequence[Gap]) -> Figure:
    label = material.label
    stacks = material.stacks
    names = dict.fromkeys(name for each in own for name, _ in _parts(each))
    spots = {
        (name, each.stack): point(_seconds(each, part, label), 1e3)
        for each in own
        for name, part in _parts(each)
        if not by_definition(each, name.strip())
    }
    rows = ((name.strip(), tuple(spots.get((name, stack)) for stack in stacks)) for name in names)
    drawn = tuple((name, points) for name, points in rows if any(points))
    alt = (
        f"Dots with 95 % intervals: milliseconds of each part of the gap, {case}, "
        f"with {', '.join(each.stack for each in own)}."
    )
    chart = Dots("part of the gap, ms an exchange", stacks, drawn, log=False, reference=0.0)
    return Figure(f"gap-{named(label, case)}", material.titled(case), alt, chart, _table(material, case, own))
