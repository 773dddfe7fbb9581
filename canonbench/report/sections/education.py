"""Documents side by side: what education credentials cost on the way from JSON to canonical bytes."""

from collections.abc import Sequence

from canonbench.analysis.across import PARTS, SIMPLE, Way, across
from canonbench.report.material import Material
from canonbench.report.page.charts import Bars, Dots
from canonbench.report.page.model import Cell, Figure, Section, Statistic, Table, of_median, of_ratio
from canonbench.report.page.points import named, point
from canonbench.report.page.shown import text

__all__ = ["section"]

_STACKED = {
    "context processing": (("jsonld.process_context",), ()),
    "rest of expansion": (("jsonld.expand",), ("jsonld.process_context",)),
    "expanded JSON-LD to quads": (("jsonld.to_rdf",), ()),
    "JSON-LD to quads, in one pass": (("jsonld.to_quads",), ("jsonld.expand", "jsonld.to_rdf")),
    "blank-node labeling": (("rdfc.label",), ()),
    "rest of RDFC-1.0": (("rdfc.canonicalize",), ("rdfc.label",)),
}
"""What is stacked: shares that are added, and those that are taken off, of the whole way."""


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no run has the simple document and another one."""
    figures: list[Figure] = []
    said: list[str] = []
    for material in materials:
        ways = across(material.run)
        if ways:
            figures += _figures(material, ways)
            said += _said(ways, material.label, several=len(materials) > 1)
    if not figures:
        return None
    notes = (
        f"The way of a document is JSON-LD to quads and then RDFC-1.0; times {SIMPLE} is paired by round.",
        "Shares are of the whole way, each part measured by itself: they need not add up to 100 %.",
        "Context processing is part of expansion, and labeling is part of RDFC-1.0.",
    )
    title = "Documents side by side: contexts, expansion, labeling"
    return Section("documents", title, " ".join(said), tuple(figures), notes=notes)


def _label(way: Way) -> str:
    return f"{way.document}, {way.stack}" + (", cold contexts" if way.state == "cold-context" else "")


def _case(way: Way) -> str:
    return f"JSON to canonical/{way.document}" + ("" if way.state == "warm" else f":{way.state}")


def _times(way: Way, label: str) -> Statistic:
    return of_ratio(way.times, f"times {SIMPLE}", _case(way), way.stack, run=label)


def _said(ways: Sequence[Way], label: str, *, several: bool) -> list[str]:
    """Say for each stack which document costs most, warm, and how much of that is labeling."""
    told = []
    for stack in dict.fromkeys(way.stack for way in ways):
        own = [way for way in ways if way.stack == stack and way.state == "warm" and way.times is not None]
        if not own:
            continue
        most = max(own, key=lambda way: 0.0 if way.times is None else way.times.value)
        least = min(own, key=lambda way: 0.0 if way.times is None else way.times.value)
        where = f"In {label}, with" if several else "With"
        said = f"{where} {stack} documents cost {text(_times(least, label))} ({least.document})"
        if least is not most:
            said += f" to {text(_times(most, label))} ({most.document})"
        told.append(f"{said} what {SIMPLE} costs.")
    return told


def _table(material: Material, ways: Sequence[Way], ident: str) -> Table:
    label = material.label
    rows: list[tuple[Cell, ...]] = []
    for way in ways:
        shares = [
            of_median(way.portions[name], f"share of {name}", _case(way), way.stack, unit="share", run=label)
            if name in way.portions
            else ""
            for name in PARTS
        ]
        contexts = "cold" if way.state == "cold-context" else "warm"
        total = of_median(way.total, "JSON to canonical", _case(way), way.stack, run=label)
        times = "1" if way.document == SIMPLE else _times(way, label)
        quads = "" if way.quads is None else str(way.quads)
        rows.append((way.document, way.stack, contexts, quads, total, times, *shares))
    columns = ("document", "stack", "contexts", "quads", "JSON to canonical", f"times {SIMPLE}", *PARTS)
    return Table(ident, material.titled("JSON to canonical bytes"), columns, tuple(rows))


def _figures(material: Material, ways: Sequence[Way]) -> list[Figure]:
    ident = f"documents-{named(material.label)}"
    table = _table(material, ways, f"{ident}-table")
    warm = [way for way in ways if way.state == "warm"]
    stacks = material.stacks
    documents = dict.fromkeys(way.document for way in warm if way.document != SIMPLE)
    found = {(way.document, way.stack): point(_times(way, material.label)) for way in warm}
    rows = tuple((name, tuple(found.get((name, stack)) for stack in stacks)) for name in documents)
    dots = Dots(f"times the way of {SIMPLE}, logarithmic", stacks, rows, reference=1.0)
    bars = tuple((_label(way), _lengths(way), None) for way in warm if way.portions)
    names = tuple(_STACKED)
    shares = Table(f"{ident}-shares", material.titled("Shares of the way"), *_shares(material, warm))
    alt = (
        f"Dots with 99 % intervals: the way of {len(rows)} documents over that of {SIMPLE}, "
        f"with {', '.join(dict.fromkeys(way.stack for way in warm))}."
    )
    stacked = (
        f"Stacked bars: shares of the way from JSON to canonical bytes of {len(documents) + 1} documents by "
        f"{', '.join(names)}."
    )
    return [
        Figure(f"{ident}-times", material.titled(f"How much more than {SIMPLE}"), alt, dots, table),
        Figure(
            f"{ident}-stacked",
            material.titled("What the way is made of"),
            stacked,
            Bars("share of the way, %, each part by itself", names, bars),
            shares,
        ),
    ]


def _lengths(way: Way) -> tuple[float, ...]:
    """Return what is stacked of a way, in per cent."""
    shares = {name: found.value for name, found in way.portions.items()}
    lengths = []
    for (whole,), less in _STACKED.values():
        own = shares.get(whole, 0.0) - sum(shares.get(name, 0.0) for name in less)
        lengths.append(100 * max(own, 0.0))
    if "jsonld.expand" in shares and "jsonld.to_rdf" in shares:
        lengths[3] = 0.0
    return tuple(lengths)


def _shares(material: Material, ways: Sequence[Way]) -> tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...]]:
    rows = tuple(
        (
            way.document,
            way.stack,
            name,
            of_median(found, f"share of {name}", _case(way), way.stack, unit="share", run=material.label),
        )
        for way in ways
        for name, found in way.portions.items()
    )
    return ("document", "stack", "part", "share of the way"), rows
