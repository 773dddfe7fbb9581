"""Whole exchanges: what issue, present and verify take in each format, and their total against mdoc's."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canonbench.analysis.exchange import ROLES, TOTAL, exchanges
from canonbench.analysis.formats import Standing, side_by_side
from canonbench.analysis.wholes import OWN
from canonbench.exchanges.data_integrity import EXCHANGES, REISSUANCE
from canonbench.model.case import Case
from canonbench.report.formats import BASELINE, NAMES, pairing
from canonbench.report.material import Material
from canonbench.report.page.charts import Dots
from canonbench.report.page.model import (
    Cell,
    Figure,
    Section,
    Statistic,
    Table,
    count,
    null,
    of_median,
    of_ratio,
)
from canonbench.report.page.points import named, point
from canonbench.report.page.shown import text
from canonbench.runs import keys

__all__ = ["Group", "groups", "over", "section", "total"]

_OWN = frozenset({"algorithm", "binding", "scope"})

Group = tuple[str, tuple[Standing, ...]]
"""Exchanges that may stand beside each other: what they share, in words, and each format with each stack."""


def groups(material: Material) -> tuple[Group, ...]:
    """Return the exchanges of a run by document, algorithm, scope and number disclosed, as measured."""
    found: dict[tuple[str, ...], list[Standing]] = {}
    for each in side_by_side(material.run, exchanges(material.run), BASELINE):
        made = each.exchange
        factors = [f"{key}={value}" for key, value in made.factors if key not in _OWN]
        algorithm = NAMES.get(made.algorithm, made.algorithm)
        key = (made.document, algorithm, f"scope {made.scope}", *factors)
        found.setdefault(key, []).append(each)
    return tuple((", ".join(key), tuple(own)) for key, own in found.items())


def total(each: Standing, label: str) -> Statistic:
    """Return the total of one exchange: the sum of its three roles."""
    found = each.total
    if found is None:
        return null(TOTAL, each.exchange.name, each.stack, "not every role was measured", run=label)
    return of_median(found, TOTAL, each.exchange.name, each.stack, run=label)


def over(each: Standing, label: str) -> Statistic:
    """Return the total of one exchange over that of the format that all are compared with."""
    name, about = f"{TOTAL} over {BASELINE}", (each.exchange.name, each.stack)
    if each.exchange.format == BASELINE and each.stack == each.against:
        return null(name, *about, "it is what the others are compared with", unit="ratio", run=label)
    if each.total is None or not each.against:
        return null(name, *about, f"no {BASELINE} exchange to compare with", unit="ratio", run=label)
    return of_ratio(each.ratio, name, *about, run=label)


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no run has an exchange."""
    figures: list[Figure] = []
    tables: list[Table] = []
    said: list[str] = []
    for material in materials:
        for number, (name, own) in enumerate(groups(material)):
            caption = material.titled(f"Exchanges: {name}")
            ident = f"exchanges-{named(material.label, name)}"
            table = _table(ident, caption, own, material.label)
            table = replace(table, notes=(*table.notes, *_algorithms(material, own)))
            if len({each.exchange.format for each in own}) > 1 and number <= 1:
                figures.append(_figure(material, (ident, caption), own, table))
                said += _said(name, own, material.label)
            else:
                tables.append(replace(table, folded=bool(figures)))
    if not figures and not tables:
        return None
    lead = (
        " ".join(said) or "The total of an exchange is the sum of issue, present and verify, round by round."
    )
    return Section(
        "exchanges", "Whole exchanges", lead, tuple(figures), tuple(tables), tuple(_notes(materials))
    )


def _table(ident: str, caption: str, own: Sequence[Standing], label: str) -> Table:
    columns = ("format", "stack", "bytes issued", "bytes shown", *ROLES, TOTAL, f"over {BASELINE}")
    rows = [
        (
            each.exchange.format,
            each.stack,
            *(_size(each, role, label) for role in ("issue", "present")),
            *(_role(each, role, label) for role in ROLES),
            total(each, label),
            _over(each, label),
        )
        for each in own
    ]
    said = pairing(own, {OWN: "the default stack"})
    note = f"Over {BASELINE}: total over that of {BASELINE} with the same stack, paired by round{said}."
    return Table(ident, caption, columns, tuple(rows), (note,))


def _algorithms(material: Material, own: Sequence[Standing]) -> Iterator[str]:
    """Say what really runs where that is not the text alone: checks that were added, an older algorithm."""
    for each in own:
        stack, made = material.run.stack(each.stack), each.exchange
        for role in ROLES:
            case = Case(f"{made.format}.{role}", made.document, made.factors)
            row = None if stack is None else stack.row(case.name)
            told = "" if row is None else row.text(keys.ALGORITHM)
            if told:
                yield f"{case.target} with {each.stack}: {told}."


def _size(each: Standing, role: str, label: str) -> Cell:
    size = each.exchange.sizes.get(role)
    if size is None:
        return "not kept"
    return count(size, f"bytes that {role} sends on", each.exchange.name, each.stack, run=label)


def _role(each: Standing, role: str, label: str) -> Statistic:
    found = each.cells.get(role)
    if found is None or found.median is None:
        return null(role, each.exchange.name, each.stack, "not measured", run=label)
    return of_median(found.median, role, each.exchange.name, each.stack, run=label)


def _over(each: Standing, label: str) -> Cell:
    is_it = each.exchange.format == BASELINE and each.stack == each.against
    return "1 (baseline)" if is_it else over(each, label)


def _figure(material: Material, about: tuple[str, str], own: Sequence[Standing], table: Table) -> Figure:
    (ident, caption), label, stacks = about, material.label, material.stacks
    formats = dict.fromkeys(each.exchange.format for each in own)
    found = {(each.exchange.format, each.stack): point(total(each, label), 1e3) for each in own}
    rows = tuple((name, tuple(found.get((name, stack)) for stack in stacks)) for name in formats)
    least, most = _ends(own)
    alt = (
        f"Dots with intervals: the total of each format with each stack, in milliseconds. The least is "
        f"{least.exchange.format} with {least.stack}, the most {most.exchange.format} with {most.stack}."
    )
    chart = Dots("issue + present + verify, ms, logarithmic", stacks, rows)
    return Figure(f"{ident}-figure", f"Total of an exchange: {caption.partition(': ')[2]}", alt, chart, table)


def _ends(own: Sequence[Standing]) -> tuple[Standing, Standing]:
    def size(each: Standing) -> float:
        return 0.0 if each.total is None else each.total.value

    able = [each for each in own if each.total is not None] or list(own)
    return min(able, key=size), max(able, key=size)


def _said(name: str, own: Sequence[Standing], label: str) -> Iterator[str]:

    least, most = _ends(own)
    if least.total is None or least is most:
        return
    yield (
        f"On {name}, {least.exchange.format} takes the least, "
        f"{text(total(least, label))} with {least.stack}; "
        f"{most.exchange.format} the most, {text(total(most, label))} with {most.stack}."
    )


def _notes(materials: Sequence[Material]) -> Iterator[str]:
    there = {each.exchange.format for material in materials for _, own in groups(material) for each in own}
    names = [name for name in EXCHANGES if name in there]
    if names:
        yield f"Present is {REISSUANCE} in {', '.join(names)}: they have no derivation."
    yield "Formats stand in one table only if their keys are of the same algorithm."
