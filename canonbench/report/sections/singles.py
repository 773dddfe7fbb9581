"""Calls timed one by one, as the paper does, beside our intervals."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canonbench.analysis.interval import Interval, Median
from canonbench.analysis.singles import STATISTICS, Single, singles
from canonbench.report.material import Material
from canonbench.report.page.model import Cell, Section, Statistic, Table, Unit, null, of_median
from canonbench.report.page.points import named

__all__ = ["section"]

_NOTES = (
    (
        "Each statistic is that of the calls of a process: the median over processes, and in brackets the "
        "least and the most of them, which are no confidence interval. Wall time, the timer's cost in it."
    ),
    "Bare: medians over rounds with their 95 % intervals, of wall time and of CPU time.",
    "An interrupted call is one value in the tail, so on a busy machine p50 is near CPU time.",
)


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no calls were timed one by one."""
    tables: list[Table] = []
    far: list[float] = []
    for material in materials:
        groups: dict[str, list[Single]] = {}
        for each in singles(material.run):
            name = replace(each.case, target="", view="bare").name.removeprefix("/")
            groups.setdefault(name, []).append(each)
            far += [] if each.over_cpu is None else [each.over_cpu]
        for name, own in groups.items():
            tables += _tables(material, name, own)
    if not tables:
        return None
    lead = "The paper's own statistic: calls timed one by one, beside our intervals."
    if far:
        lead += f" The median call takes {min(far):.2f} to {max(far):.2f} times our median of CPU time."
    return Section("singles", "Calls timed one by one", lead, tables=tuple(tables), notes=_NOTES)


def _tables(material: Material, name: str, own: Sequence[Single]) -> Iterator[Table]:
    counts = sorted({(each.processes, each.calls) for each in own})
    said = "; ".join(f"{processes} processes of {calls} calls" for processes, calls in counts)
    ident, label = f"singles-{named(material.label, name)}", material.label
    caption = material.titled(f"{name}: calls one by one")
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (each.case.target, each.stack, *(_of_calls(each, statistic, label) for statistic in STATISTICS))
        for each in own
    )
    yield Table(ident, caption, ("row", "stack", *STATISTICS), rows, (f"{said}.",))
    columns = ("row", "stack", "p50", "bare, wall", "p50 over wall", "bare, CPU", "p50 over CPU", "timer")
    beside = tuple(_beside(each, label) for each in own)
    yield Table(f"{ident}-beside", f"{caption}, beside our intervals", columns, beside)


def _of_calls(each: Single, name: str, label: str) -> Statistic:
    found = each.statistics[name]
    ends = Interval(found.least, found.most)
    told = f"{name} of calls, least and most of {each.processes} processes"
    return Statistic(
        told, each.case.name, each.stack, "second", found.value, ends, None, each.processes, run=label
    )


def _beside(each: Single, label: str) -> tuple[Cell, ...]:
    about = (each.case.name, each.stack)

    def once(name: str, value: float | None, unit: Unit, reason: str) -> Statistic:
        if value is None:
            return null(name, *about, "not measured", unit=unit, run=label)
        return Statistic(name, *about, unit, value, reason=reason, run=label)

    def bare(name: str, found: Median | None) -> Statistic:
        if found is None:
            return null(name, *about, "not measured", run=label)
        return of_median(found, name, *about, run=label)

    return (
        each.case.target,
        each.stack,
        _of_calls(each, "p50", label),
        bare("bare by wall time", each.bare),
        once("p50 of calls over bare by wall time", each.over_bare, "ratio", "of medians"),
        bare("bare by CPU time", each.cpu),
        once("p50 of calls over bare by CPU time", each.over_cpu, "ratio", "of medians"),
        once("timer", each.timer, "second", "two readings"),
    )
