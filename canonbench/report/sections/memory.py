"""Memory beside time: what one call allocates, and what it takes where a run has timed the same rows."""

from collections.abc import Iterator, Mapping, Sequence

from canonbench.analysis import sample
from canonbench.analysis.interval import Median, centre
from canonbench.analysis.memory import SPAN, VIEWS, Amounts, Growth, Memory, is_memory, memory
from canonbench.report.material import Material
from canonbench.report.page.charts import Curves, Dots, Point
from canonbench.report.page.model import Cell, Figure, Section, Statistic, Table, Unit, count, null, of_median
from canonbench.report.page.points import named, point
from canonbench.report.page.shown import text

__all__ = ["section"]

_KIB = 1 / 1024
_UNITS: Mapping[str, Unit] = {"peak": "byte", "allocated": "byte", "allocations": "integer"}


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no run has memory."""
    figures: list[Figure] = []
    tables: list[Table] = []
    said: list[str] = []
    for material in materials:
        if not is_memory(material.run):
            continue
        found = memory(material.run, material.counts)
        times = _times([other for other in materials if other.machine == material.machine])
        table = _table(material, found, times)
        figures.append(_figure(material, found, table))
        if found.growths:
            figures.append(_growth(material, found))
        said += _said(found)
    if not figures:
        return None
    lead = " ".join(said) or "What one call allocates, above the baseline of a call that does nothing."
    notes = ("Memory and time are never measured together: the times are of other processes.",)
    return Section("memory", "Memory beside time", lead, tuple(figures), tuple(tables), notes)


def _said(found: Memory) -> list[str]:
    rows = [row for row in found.rows if row.times is not None]
    told = []
    if rows:
        most = max(rows, key=lambda row: row.times or 0.0)
        own = [row for row in found.rows if row.case == most.case and row.peak is not None]
        peaks = ", ".join(f"{text(_amount(row, 'peak', ''))} with {row.stack}" for row in own)
        told.append(f"Stacks differ most at {most.case.name}: a peak of {peaks}.")
    faster = [f"{each.target} with {each.stack}, by {each.by}" for each in found.growths if each.faster]
    return told + ([f"The peak grows faster than linearly: {'; '.join(faster)}."] if faster else [])


def _times(materials: Sequence[Material]) -> dict[tuple[str, str], Median]:
    """Return the times of rows by name and stack, of the newest run that has them."""
    found = {}
    for material in materials:
        if is_memory(material.run):
            continue
        for stack in material.run.chosen:
            for row in stack.rows:
                found[row.name, stack.name] = centre(sample.units(row, sample.clock(row)))
    return found


def _amount(row: Amounts, view: str, label: str) -> Statistic:
    found: Median | None = getattr(row, view)
    if found is None:
        reason = row.reasons.get(view) or row.reasons.get("") or "not measured"
        return null(view, row.case.name, row.stack, reason, unit=_UNITS[view], run=label)
    return of_median(found, view, row.case.name, row.stack, unit=_UNITS[view], run=label)


def _table(material: Material, found: Memory, times: Mapping[tuple[str, str], Median]) -> Table:
    label = material.label
    timed = bool(times.keys() & {(row.case.name, row.stack) for row in found.rows})
    rows: list[tuple[Cell, ...]] = []
    for row in found.rows:
        amounts = [_amount(row, view, label) for view in VIEWS]
        quads = "" if row.quads is None else count(row.quads, "quads", row.case.document, run=label)
        rows.append((row.case.name, row.stack, quads, *amounts, *([_time(row, times)] if timed else [])))
    columns = ("row", "stack", "quads", "peak", "allocated", "allocations", *(["time"] if timed else []))
    return Table(f"memory-{named(label)}", material.titled("Memory of one call"), columns, tuple(rows))


def _time(row: Amounts, times: Mapping[tuple[str, str], Median]) -> Cell:
    found = times.get((row.case.name, row.stack))
    return "not timed" if found is None else of_median(found, "time", row.case.name, row.stack)


def _figure(material: Material, found: Memory, table: Table) -> Figure:
    stacks = material.stacks
    spots: dict[str, dict[str, Point | None]] = {}
    for row in found.rows:
        spots.setdefault(row.case.name, {})[row.stack] = point(_amount(row, "peak", material.label), _KIB)
    rows = tuple((name, tuple(own.get(stack) for stack in stacks)) for name, own in spots.items())
    alt = f"Dots with 95 % intervals: the peak in KiB of {len(rows)} rows with {', '.join(stacks)}."
    chart = Dots("peak of one call, KiB, logarithmic", stacks, rows)
    return Figure(f"{table.id}-figure", material.titled("Peak of one call"), alt, chart, table)


def _growth(material: Material, found: Memory) -> Figure:
    by = found.growths[0].by
    peaks = {(row.case.target, row.stack, row.quads): row for row in found.rows if row.peak is not None}
    series, rows = [], []
    for each in found.growths:
        verdict = "faster than linear" if each.faster else "no faster than linear"
        sizes = f"{each.points[0][0]} to {each.points[-1][0]} {each.by}"
        rows.append((each.target, each.stack, each.family, sizes, verdict))
        if each.by == by:
            series.append((f"{each.target}, {each.stack}", tuple(_spots(each, peaks, material.label))))
    columns = ("stage", "stack", "documents", "sizes", "peak grows")
    ident = f"memory-growth-{named(material.label)}"
    note = f"Faster: between two sizes the peak grows by more than {SPAN} times what the size does."
    table = Table(f"{ident}-table", material.titled("Growth of the peak"), columns, tuple(rows), (note,))
    alt = f"Curves on logarithmic axes: the peak in KiB against {by}, {len(series)} stages and stacks."
    chart = Curves(by, "peak, KiB", tuple(series))
    return Figure(ident, material.titled(f"Peak against {by}"), alt, chart, table)


def _spots(
    each: Growth, peaks: Mapping[tuple[str, str, int | None], Amounts], label: str
) -> Iterator[tuple[float, Point]]:
    """Give the points of a curve, each with its interval where its row is known by its quads."""
    for size, peak in each.points:
        row = peaks.get((each.target, each.stack, size))
        spot = None if row is None or each.by != "quads" else point(_amount(row, "peak", label), _KIB)
        yield float(size), spot or Point(peak * _KIB, peak * _KIB, peak * _KIB)
