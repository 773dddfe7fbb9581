"""Stages, engine beside engine: what each takes, its share of its whole, and its ratio to the fastest."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canonbench.analysis.finding import finding, notes
from canonbench.analysis.portions import portion
from canonbench.analysis.table import Cell as Found
from canonbench.analysis.table import Line, tables
from canonbench.analysis.table import Table as Measured
from canonbench.report.grid import plural
from canonbench.report.material import Material
from canonbench.report.page.charts import Dots
from canonbench.report.page.model import Cell, Figure, Section, Statistic, Table, null, of_median, of_ratio
from canonbench.report.page.points import named, point
from canonbench.runs import keys
from canonbench.runs.rows import Row, Stack

__all__ = ["section"]

_DRAWN = 3
"""How many documents have a picture; the others have a table."""

_COLUMNS = ("stage", "stack", "time of one call", "share of its whole", "over the fastest")


def section(materials: Sequence[Material]) -> Section | None:
    """Return the section; ``None`` if no run has a stage."""
    figures: list[Figure] = []
    folded: list[Table] = []
    said: list[str] = []
    for material in materials:
        for found in tables(material.run):
            lines = [line for line in found.lines if _is_stage(material, line)]
            if not lines:
                continue
            table = _table(material, found, lines)
            several = sum(any(cell.median for cell in line.cells) for line in lines) > 1
            if several and len(figures) < _DRAWN:
                figures.append(_figure(material, found, lines, table))
            else:
                folded.append(replace(table, folded=len(figures) > 0))
            told = finding(found)
            said += [f"{told[0].upper()}{told[1:]}."] if told and not said else []
    if not figures and not folded:
        return None
    lead = " ".join(said) or "What one call of each stage takes, engine beside engine, in the same rounds."
    return Section("stages", "Stages, engine beside engine", lead, tuple(figures), tuple(folded))


def _is_stage(material: Material, line: Line) -> bool:
    """Tell stages from roles of exchanges, and leave out what has a section of its own."""
    if line.case.view != "bare" or line.case.state == "cold-process":
        return False
    there = [row for stack in material.run.chosen if (row := stack.row(line.case.name)) is not None]
    return not any(row.text(keys.FORMAT) for row in there) and (bool(there) or "." in line.case.target)


def _table(material: Material, found: Measured, lines: Sequence[Line]) -> Table:
    rows = [row for line in lines for row in _rows(material, line)]
    size = ", ".join(
        plural(number, what)
        for number, what in ((found.quads, "quad"), (found.blank_nodes, "blank node"))
        if number is not None
    )
    caption = material.titled(f"Stages on {found.document}{f' ({size})' if size else ''}")
    ident = f"stages-{named(material.label, found.document)}"
    told = finding(found)
    below = tuple(f"{note[0].upper()}{note[1:]}." for note in (*([told] if told else []), *notes(found)))
    return Table(ident, caption, _COLUMNS, tuple(rows), below)


def _rows(material: Material, line: Line) -> Iterator[tuple[Cell, ...]]:
    state = "" if line.case.state == "warm" else f" ({line.case.state})"
    for cell in line.cells:
        if cell.median is None and cell.reason in {"", "whole only"}:
            continue
        stack = material.run.stack(cell.stack)
        yield (
            "  " * line.depth + line.case.target + state,
            cell.stack,
            _time(line, cell, material.label),
            "" if stack is None else _share(line, stack, material.label),
            _over(line, cell, material.label),
        )


def _time(line: Line, cell: Found, label: str) -> Statistic:
    if cell.median is None:
        return null("time", line.case.name, cell.stack, cell.reason or "not offered", run=label)
    return of_median(cell.median, "time", line.case.name, cell.stack, run=label)


def _share(line: Line, stack: Stack, label: str) -> Cell:
    part = stack.row(line.case.name)
    whole = _whole(part, stack, line)
    if part is None or whole is None:
        return ""
    found = portion(part, whole)
    name = f"share of {whole.name.partition('/')[0]}"
    if found is None:
        return null(name, line.case.name, stack.name, "no shared rounds", unit="share", run=label)
    return of_median(found, name, line.case.name, stack.name, unit="share", run=label)


def _whole(part: Row | None, stack: Stack, line: Line) -> Row | None:
    above = "" if part is None else part.text(keys.PART_OF)
    return stack.row(line.case.name.replace(line.case.target, above, 1)) if above else None


def _over(line: Line, cell: Found, label: str) -> Cell:
    if cell.median is None:
        return ""
    if cell.best:
        return "fastest"
    if cell.ratio is None:
        return (
            "floor"
            if cell.stack == "replay"
            else of_ratio(None, "over the fastest", line.case.name, cell.stack, run=label)
        )
    verdict = "" if cell.verdict is None else str(cell.verdict)
    return of_ratio(cell.ratio, "over the fastest", line.case.name, cell.stack, verdict=verdict, run=label)


def _figure(material: Material, found: Measured, lines: Sequence[Line], table: Table) -> Figure:
    rows = []
    for line in lines:
        own = {cell.stack: point(_time(line, cell, material.label), 1e6) for cell in line.cells}
        spots = tuple(own.get(stack) for stack in material.stacks)
        if any(spots):
            state = "" if line.case.state == "warm" else " (cold)"
            rows.append((f"{line.case.target}{state}", spots))
    alt = (
        f"Dots with 95 % intervals: microseconds of one call of {len(rows)} stages on {found.document}, "
        f"with {', '.join(found.stacks)}."
    )
    chart = Dots("one call, \N{MICRO SIGN}s, logarithmic", material.stacks, tuple(rows))
    return Figure(f"{table.id}-figure", table.caption, alt, chart, table)
