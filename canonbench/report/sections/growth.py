"""Growth: what exchanges and stages cost as attributes, disclosed items, quads and blank nodes get more."""

from collections.abc import Sequence

from canonbench import exchanges
from canonbench.analysis.growth import Growth, growths
from canonbench.report.material import Material
from canonbench.report.page.charts import Curves, Point
from canonbench.report.page.model import Cell, Figure, Section, Table, of_estimate, of_median
from canonbench.report.page.points import named, point

__all__ = ["section"]

_STAGES = frozenset(
    {"rdfc.canonicalize", "jsonld.to_quads", "jcs.canonicalize", "transform.rdfc", "transform.jcs"}
)
_DRAWN = 8
"""Most curves of one picture; its table has all."""


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no run has anything in three sizes."""
    figures: list[Figure] = []
    faster: list[str] = []
    for material in materials:
        groups: dict[tuple[str, str], list[Growth]] = {}
        for each in growths(material.run):
            groups.setdefault((each.family, each.by), []).append(each)
            if each.faster:
                faster.append(f"{each.target} with {each.stack}, by {each.by} of {each.family}")
        figures += [_figure(material, *key, own) for key, own in groups.items()]
    if not figures:
        return None
    said = (
        f"Certainly faster than linearly grows {'; '.join(faster)}."
        if faster
        else ("Nothing that was measured grows certainly faster than linearly.")
    )
    notes = (
        "An exponent is the slope of log cost on log count, one a round: 1 is linear, 0 is no growth.",
        "A cost that is partly fixed has an exponent under 1.",
    )
    return Section("growth", "Growth", said, tuple(figures), notes=notes)


def _figure(material: Material, family: str, by: str, own: Sequence[Growth]) -> Figure:
    label = material.label
    ident = f"growth-{named(label, family, by)}"
    rows: list[tuple[Cell, ...]] = []
    for each in own:
        case = f"{each.target}/{family} by {by}"
        exponent = of_estimate(each.exponent, "exponent", case, each.stack, unit="number", run=label)
        verdict = "faster than linear" if each.faster else "not certainly faster"
        for size, found in each.medians:
            took = of_median(found, f"time at {size} {by}", case, each.stack, run=label)
            rows.append((each.target, each.stack, str(size), took, exponent, verdict))
    columns = ("what", "stack", by, "time", "exponent over all sizes", "grows")
    table = Table(f"{ident}-table", material.titled(f"Time by {by}, {family}"), columns, tuple(rows))
    whole = [each for each in own if each.target.partition("@")[0] in {*_STAGES, *exchanges.FORMATS}] or list(
        own
    )
    series = tuple((f"{each.target}, {each.stack}", _curve(each)) for each in whole[:_DRAWN])
    alt = (
        f"Curves with 95 % intervals on logarithmic axes: milliseconds by {by} of {family}, for "
        f"{', '.join(name for name, _ in series)}."
    )
    return Figure(
        ident, material.titled(f"Time by {by}: {family}"), alt, Curves(by, "time, ms", series), table
    )


def _curve(each: Growth) -> tuple[tuple[float, Point], ...]:
    spots = [
        (float(size), point(of_median(found, "time", each.target, each.stack), 1e3))
        for size, found in each.medians
    ]
    return tuple((size, spot) for size, spot in spots if spot is not None)
