"""Several runs of one machine: each stage relative to an engine that did not change between them."""

from collections.abc import Sequence

from canonbench.analysis.trend import Moment, Trend, trends
from canonbench.report.material import Material
from canonbench.report.page.charts import Curves, Point
from canonbench.report.page.model import Cell, Figure, Section, Statistic, Table, null, of_ratio
from canonbench.report.page.points import named, point

__all__ = ["section"]

_DRAWN = 8
"""Most curves of the figure; the table has all."""


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` unless two runs of a machine have a row and the same reference."""
    figures: list[Figure] = []
    said: list[str] = []
    for machine in dict.fromkeys(material.machine for material in materials):
        own = [material.run for material in materials if material.machine == machine]
        found = trends(own)
        if not found:
            continue
        figures.append(_figure(machine, found))
        moved = [f"{each.case.name} with {each.stack}" for each in found if each.moved]
        count = f"{len(moved)} of {len(found)} rows moved relative to {found[0].reference}"
        said.append(f"On {machine} {count}{': ' + ', '.join(moved[:_DRAWN]) if moved else ''}.")
    if not figures:
        return None
    notes = (
        "The reference is a stack whose engine has the same version and source in all of these runs.",
        "A row moved if the 99 % intervals of its first and its last ratio lie apart.",
    )
    return Section("trend", "Trend over runs", " ".join(said), tuple(figures), notes=notes)


def _statistic(each: Trend, moment: Moment) -> Statistic:
    name = f"over {each.reference}"
    if moment.ratio is None:
        return null(name, each.case.name, each.stack, moment.reason, unit="ratio", run=moment.run)
    return of_ratio(moment.ratio, name, each.case.name, each.stack, run=moment.run)


def _figure(machine: str, found: Sequence[Trend]) -> Figure:
    runs = tuple(sorted({moment.run for each in found for moment in each.moments}))
    rows: list[tuple[Cell, ...]] = [
        (each.case.name, each.stack, moment.run, moment.version, moment.source, _statistic(each, moment))
        for each in found
        for moment in each.moments
    ]
    columns = ("row", "stack", "run", "version", "source", f"over {found[0].reference}")
    ident = f"trend-{named(machine)}"
    table = Table(
        f"{ident}-table", f"Runs of {machine}, relative to {found[0].reference}", columns, tuple(rows)
    )
    drawn = sorted(found, key=lambda each: (not each.moved, -len(each.moments)))[:_DRAWN]
    series = tuple((f"{each.case.name}, {each.stack}", _curve(each, runs)) for each in drawn)
    alt = (
        f"Curves with 99 % intervals over {len(runs)} runs of {machine}: the time of {len(series)} rows over "
        f"that of {found[0].reference} in the same run."
    )
    chart = Curves("run", f"time over {found[0].reference}", series, ticks=runs)
    return Figure(ident, f"Trend on {machine}", alt, chart, table)


def _curve(each: Trend, runs: Sequence[str]) -> tuple[tuple[float, Point], ...]:
    spots = [(float(runs.index(moment.run)), point(_statistic(each, moment))) for moment in each.moments]
    return tuple((place, spot) for place, spot in spots if spot is not None)
