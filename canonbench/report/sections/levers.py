"""Levers: what could be changed for a document, how much it saves, and whether the proof format changes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canonbench.analysis.cells import SUITES, Place, places
from canonbench.analysis.levers import Lever, levers, of_document
from canonbench.analysis.memory import is_memory
from canonbench.analysis.wholes import NO_ENGINES
from canonbench.report.formats import NAMES
from canonbench.report.material import Material
from canonbench.report.page.model import Cell, Section, Table, of_estimate, of_ratio
from canonbench.report.page.points import named
from canonbench.report.page.shown import text
from canonbench.runs import keys

__all__ = ["section"]

_SUITE = SUITES["ed25519", "rdfc"]
_NOTES = (
    (
        "Each change is measured by itself, against the same document without it in the same rounds. Changes "
        "do not add up."
    ),
    (
        "Only what certainly saves time is here, the largest first. Time saved with its 95 % interval, with "
        "over without the change with its 99 % interval."
    ),
)


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no change certainly saves time."""
    tables: list[Table] = []
    said: list[str] = []
    for material in materials:
        for name, document, stack, found in _found(material):
            if found:
                table = _table(material, f"{name} on {document}", stack, found)
                tables.append(replace(table, folded=bool(tables)))
                said.append(_sentence(material, f"{name} on {document}", stack, found[0]))
    if not tables:
        return None
    return Section("levers", "What could be changed", said[0], tables=tuple(tables), notes=_NOTES)


def _found(material: Material) -> Iterator[tuple[str, str, str, tuple[Lever, ...]]]:
    """Give what is changed, document, stack and levers: of exchanges, and of documents without any."""
    run = material.run
    if is_memory(run):
        return
    stacks = [name for name in material.stacks if name not in NO_ENGINES]
    there = places(run)
    for place in _shown(there):
        for stack in stacks:
            yield _name(place), place.document, stack, levers(run, place, stack)
    rows = (row for stack in run.stacks for row in stack.rows if row.name.startswith("transform.rdfc/"))
    documents = dict.fromkeys(row.text(keys.DOCUMENT) for row in rows)
    for document in documents:
        if document not in {place.document for place in there}:
            for stack in stacks:
                yield "from JSON to canonical bytes", document, stack, of_document(run, document, stack)


def _shown(there: Sequence[Place]) -> Sequence[Place]:
    """Return the exchanges of Ed25519 with RDFC-1.0 and no other factor, else all of no other factor."""
    plain = [place for place in there if not place.others]
    return [place for place in plain if place.format == _SUITE] or plain


def _name(place: Place) -> str:
    return f"{place.format} ({NAMES.get(place.algorithm, place.algorithm)})"


def _table(material: Material, what: str, stack: str, found: Sequence[Lever]) -> Table:
    columns = ("change", "saves", "of", "with over without", "holder's proof format", "what else changes")
    return Table(
        f"levers-{named(material.label, what, stack)}",
        material.titled(f"{what}, with {stack}"),
        columns,
        tuple(_row(material.label, what, stack, each) for each in found),
    )


def _row(label: str, what: str, stack: str, each: Lever) -> tuple[Cell, ...]:
    case = f"{each.name}: {what}"
    return (
        each.name,
        of_estimate(each.saved, f"saved in {each.unit}", case, stack, run=label),
        each.unit,
        of_ratio(each.ratio, "with over without the change", case, stack, run=label),
        "changes" if each.proof else "stays",
        each.note,
    )


def _sentence(material: Material, what: str, stack: str, each: Lever) -> str:
    saved = text(of_estimate(each.saved, f"saved in {each.unit}", what, stack, run=material.label))
    return (
        f"Of {what} with {stack}, the change that saves most is: {each.name}. It saves {saved} of "
        f"{each.unit}, and the holder's proof format {'changes' if each.proof else 'stays'}."
    )
