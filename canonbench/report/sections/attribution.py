"""What the specification needs at most, and what the library adds at least: two one-sided statements."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canonbench.analysis.attribution import Attribution, Chosen, attributions
from canonbench.analysis.estimate import Mean
from canonbench.analysis.wholes import BESTS
from canonbench.report.formats import NAMES
from canonbench.report.material import Material
from canonbench.report.page.charts import Bars, Dots, Point
from canonbench.report.page.model import (
    Cell,
    Figure,
    Section,
    Statistic,
    Table,
    of_estimate,
    of_mean,
    of_ratio,
)
from canonbench.report.page.points import named, point
from canonbench.report.page.shown import text

__all__ = ["section"]

_STAGES = ("transform.rdfc", "jsonld.to_quads", "rdfc.canonicalize", "transform.jcs", "jcs.canonicalize")
"""Stages that the picture of stages shows; the table has all."""

_DRAWN = 20
_PARTS = ("the specification needs at most", "the library adds at least")


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no run has two stacks for the same work."""
    figures: list[Figure] = []
    tables: list[Table] = []
    said: list[str] = []
    notes: list[str] = []
    for material in materials:
        found = [each for each in attributions(material.run) if _rivals(each) and each.case.state == "warm"]
        told = [each for each in found if any(not _is_best(each, chosen) for chosen in _rivals(each))]
        if not told:
            continue
        totals = [each for each in found if each.total]
        main = _of_main([each for each in totals if not _varied(each)])
        if main:
            figures.append(_bars(material, main))
            said += _said(main, material.label)
        stages = [
            each
            for each in told
            if not each.total and each.case.target in _STAGES and not _varied(each) and not _variant(each)
        ]
        if stages:
            figures.append(_dots(material, stages))
        ident = f"attribution-{named(material.label)}"
        caption = material.titled("Every stage, role and exchange: at most and at least")
        tables.append(replace(_table(ident, caption, told, material.label), folded=True))
        notes += [f"{each.case.name}: {violation}." for each in found for violation in each.violations]
    if not tables:
        return None
    lead = " ".join(said) or "The least that any stack took bounds what the specification needs from above."
    fixed = (
        "Best is the fastest stack that passed the gate: chosen on half of the rounds, timed on the other.",
        "Both add up to what a stack takes: all three are means over the same rounds, with 95 % intervals.",
        "No point share is given: what the specification needs may be less than the best, and is not known.",
    )
    title = "Specification at most, library at least"
    return Section("attribution", title, lead, tuple(figures), tuple(tables), (*fixed, *notes))


def _rivals(each: Attribution) -> list[Chosen]:
    """Return the stacks that a reader may have chosen: those that are no best by their name."""
    able = [chosen for chosen in each.chosen if chosen.adds is not None]
    return [chosen for chosen in able if _stack(chosen) not in BESTS]


def _varied(each: Attribution) -> bool:
    return any(name != "algorithm" for name, _ in each.case.factors)


def _of_main(totals: Sequence[Attribution]) -> list[Attribution]:
    """Return those of the document with most exchanges, the first of equals."""
    counts: dict[str, int] = {}
    for each in totals:
        counts[each.case.document] = counts.get(each.case.document, 0) + 1
    most = max(counts, key=counts.__getitem__, default="")
    return [each for each in totals if each.case.document == most]


def _variant(each: Attribution) -> bool:
    """Tell whether the document is one without a context or a member: the table has it."""
    return "~" in each.case.document


def _said(main: Sequence[Attribution], label: str) -> Iterator[str]:
    """Say both bounds of the exchange to which a library adds most."""
    pairs = [
        (each, chosen)
        for each in main
        for chosen in _rivals(each)
        if chosen.adds is not None and chosen.adds.positive
    ]
    if not pairs:
        return
    each, chosen = max(pairs, key=lambda pair: 0.0 if pair[1].adds is None else pair[1].adds.value)
    adds = _adds(each, chosen, label)
    best = of_mean(each.best.mean, "best", each.case.name, "best")
    yield (
        f"In {each.case.name} with {_stack(chosen)} the specification needs at most {text(best)} "
        f"(with {' or '.join(each.best.stacks)}), and the library adds at least {text(adds)}."
    )


def _pair(each: Attribution, chosen: Chosen) -> tuple[Mean, Mean]:
    """Return what a stack takes, and the best in the same rounds."""
    if chosen.paired is None:
        return chosen.quantity.mean, each.best.mean
    return chosen.paired.takes, chosen.paired.least


def _stack(chosen: Chosen) -> str:
    return chosen.quantity.stacks[0]


def _adds(each: Attribution, chosen: Chosen, label: str) -> Statistic:
    return of_estimate(chosen.adds, "library adds at least", each.case.name, _stack(chosen), run=label)


def _is_best(each: Attribution, chosen: Chosen) -> bool:
    return each.best.stacks == chosen.quantity.stacks


def _both(each: Attribution, chosen: Chosen, label: str) -> tuple[Statistic, Statistic]:
    return _adds(each, chosen, label), _over(each, chosen, label)


def _over(each: Attribution, chosen: Chosen, label: str) -> Statistic:
    return of_ratio(chosen.ratio, "over best", each.case.name, _stack(chosen), run=label)


def _table(ident: str, caption: str, found: Sequence[Attribution], label: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each in found:
        case = each.case.name
        floor = "" if each.replay is None else of_mean(each.replay.mean, "replay", case, "replay", run=label)
        for chosen in _rivals(each):
            takes, least = _pair(each, chosen)
            took = of_mean(takes, "time", case, _stack(chosen), run=label)
            best = of_mean(least, "specification needs at most", case, "best", run=label)
            rows.append(
                (
                    case,
                    _stack(chosen),
                    took,
                    best,
                    " or ".join(each.best.stacks),
                    *(("is the best", "") if _is_best(each, chosen) else _both(each, chosen, label)),
                    floor,
                )
            )
    columns = (
        "row",
        "stack",
        "takes",
        "best: at most",
        "best is",
        "library: at least",
        "over best",
        "replay",
    )
    return Table(ident, caption, columns, tuple(rows))


def _bars(material: Material, main: Sequence[Attribution]) -> Figure:
    label = material.label
    rows = []
    for each in main:
        for chosen in _rivals(each):
            takes, least = _pair(each, chosen)
            adds = max(takes.value - least.value, 0.0)
            whole = point(of_mean(takes, "time", each.case.name, _stack(chosen)), 1e3)
            rows.append((f"{_target(each)}, {_stack(chosen)}", (1e3 * least.value, 1e3 * adds), whole))
    ident = f"attribution-totals-{named(label)}"
    table = _table(f"{ident}-table", material.titled("Exchanges: at most and at least"), main, label)
    alt = (
        f"Stacked bars: milliseconds of whole exchanges, what the specification needs at most and what the "
        f"library adds at least, for {len(rows)} formats and stacks; the mark is the stack's own mean."
    )
    chart = Bars("issue + present + verify, ms", _PARTS, tuple(rows[:_DRAWN]))
    return Figure(ident, material.titled("Specification at most, library at least"), alt, chart, table)


def _target(each: Attribution) -> str:
    """Return the format of a total, with its algorithm where that is not the default."""
    algorithms = [NAMES.get(value, value) for name, value in each.case.factors if name == "algorithm"]
    return " ".join((each.case.target, *(f"({name})" for name in algorithms)))


def _dots(material: Material, stages: Sequence[Attribution]) -> Figure:
    label = material.label
    drawn = sorted(stages, key=lambda each: _STAGES.index(each.case.target))[:_DRAWN]
    stacks = material.stacks
    rows: list[tuple[str, tuple[Point | None, ...]]] = []
    for each in drawn:
        own = {_stack(chosen): point(_over(each, chosen, label)) for chosen in _rivals(each)}
        rows.append((each.case.name, tuple(own.get(stack) for stack in stacks)))
    ident = f"attribution-stages-{named(label)}"
    table = _table(f"{ident}-table", material.titled("Stages: at most and at least"), stages, label)
    alt = f"Dots with 99 % intervals: {len(rows)} stages, each stack over the best."
    chart = Dots("over the best, ratio, logarithmic", stacks, tuple(rows), reference=1.0)
    return Figure(ident, material.titled("How far from the best"), alt, chart, table)
