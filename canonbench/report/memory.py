"""The report of a memory run: tables of amounts, of places and of growth; JSON for programs."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TextIO

from canonbench.analysis.interval import Median
from canonbench.analysis.memory import SPAN, Amounts, Growth, Memory
from canonbench.report import markdown, numbers, text
from canonbench.report.grid import Grid, plural

__all__ = ["SCHEMA", "grids", "write"]

SCHEMA = "canonbench.memory/1"

_SHOWN = 3


def write(
    memory: Memory,
    stream: TextIO,
    *,
    form: Literal["text", "markdown", "json"] = "text",
    plain: bool = False,
    folder: Path | None = None,
) -> None:
    """Write what ``memory`` says; text ends with how to go on with the files in ``folder``."""
    if form == "json":
        json.dump(_document(memory), stream, indent=2, allow_nan=False)
        stream.write("\n")
    elif form == "markdown":
        markdown.write(grids(memory), stream)
    else:
        text.write(grids(memory), stream, plain=plain)
        if folder is not None:
            stream.writelines(f"{line}\n" for line in _further(memory, folder))


def grids(memory: Memory) -> Iterator[Grid]:
    """Give a table for each document, one of the largest places, and one of growth where there is any."""
    documents = dict.fromkeys((row.case.document, row.case.factors) for row in memory.rows)
    for document in documents:
        rows = [row for row in memory.rows if (row.case.document, row.case.factors) == document]
        yield _amounts(rows, memory.rounds)
    measured = {row.case.target for row in memory.rows}
    places = [row for row in memory.rows if row.by_size and row.part_of not in measured]
    if places:
        yield _places(places)
    split = [row for row in memory.rows if row.steps]
    if split:
        yield _steps(split)
    if memory.growths:
        yield _growths(memory.growths)


def _amounts(rows: list[Amounts], rounds: int) -> Grid:
    first = rows[0]
    size = ""
    if first.quads:
        size = f": {plural(first.quads, 'quad')}, {plural(first.blank_nodes or 0, 'blank node')}"
    name = first.case.name.partition("/")[2].partition(":")[0]
    whole = {row.case.target for row in rows}
    told = [
        (
            f"{'  ' * (row.part_of in whole)}{_stage(row)}",
            row.stack,
            _quantity(row, row.peak, "peak", "byte"),
            "" if row.times is None else numbers.factor(row.times),
            "" if row.per_quad is None else f"{row.per_quad:.0f} B",
            _quantity(row, row.allocated, "allocated", "byte"),
            _quantity(row, row.allocations, "allocations", "integer"),
        )
        for row in rows
    ]
    return Grid(
        f"{name}{size}; memory of one call; {plural(rounds, 'round')} of fresh processes",
        ("stage", "stack", "peak", "x least", "peak/quad", "allocated", "allocations"),
        tuple(told),
        tuple(_reasons(rows)),
    )


def _stage(row: Amounts) -> str:
    said = "" if row.case.state == "warm" else f" ({row.case.state})"
    return f"{row.case.target}{said}"


def _quantity(row: Amounts, found: Median | None, view: str, unit: str) -> str:
    if found is not None:
        return numbers.quantity(found, unit)
    return "null" if view in row.reasons or "" in row.reasons else ""


def _reasons(rows: list[Amounts]) -> Iterator[str]:
    """Give the reasons of what is null, those that several rows share once."""
    said: dict[str, list[str]] = {}
    for row in rows:
        for view, reason in row.reasons.items():
            said.setdefault(f"{view} {reason}".strip(), []).append(f"{row.stack} {_stage(row)}")
    for reason, names in said.items():
        yield f"null: {reason}: {', '.join(names)}"


def _places(rows: list[Amounts]) -> Grid:
    told: list[tuple[str, ...]] = []
    for row in rows:
        for number in range(min(_SHOWN, max(len(row.by_size), len(row.by_count)))):
            names = (f"{row.case.document}: {_stage(row)}", row.stack) if number == 0 else ("", "")
            told.append(
                (*names, *_place(row.by_size, number, "byte"), *_place(row.by_count, number, "integer"))
            )
    columns = ("stage", "stack", "most bytes allocated in", "bytes", "most allocations in", "number")
    return Grid("Places that allocate most, over the whole call", columns, tuple(told))


def _place(places: tuple[tuple[str, str, int, int], ...], number: int, unit: str) -> tuple[str, str]:
    if number >= len(places):
        return "", ""
    function, file, line, amount = places[number]
    where = f"{function} ({file}:{line})" if file else function
    return where, numbers.quantity(Median(amount, None, 1), unit)


def _steps(rows: list[Amounts]) -> Grid:
    told: list[tuple[str, ...]] = []
    for row in rows:
        for number, step in enumerate(row.steps):
            names = (f"{row.case.document}: {_stage(row)}", row.stack) if number == 0 else ("", "")
            amounts = ((step.peak, "byte"), (step.allocated, "byte"), (step.allocations, "integer"))
            of = f"{step.stage} of {step.of}" if step.of != "document" else step.stage
            told.append(
                (
                    *(*names, of, str(step.calls)),
                    *(numbers.quantity(*each) for each in amounts),
                    _place(step.by_size, 0, "byte")[0],
                    _place(step.by_count, 0, "integer")[0],
                )
            )
    columns = (
        *("role", "stack", "step", "calls", "peak", "allocated", "allocations"),
        *("most bytes in", "most allocations in"),
    )
    note = "Each step from its own start: peaks add up to nothing, allocated bytes and allocations do."
    return Grid("Steps where they stand", columns, tuple(told), (note,))


def _growths(growths: tuple[Growth, ...]) -> Grid:
    told = [
        (
            each.target,
            each.stack,
            each.family,
            f"{each.points[0][0]} to {each.points[-1][0]} {each.by}",
            f"{each.slope:.0f} B",
            f"{each.exponent:.2f}",
            "faster than linear" if each.faster else "no faster than linear",
        )
        for each in growths
    ]
    note = (
        f"Faster than linear: between two sizes the peak grows by more than {SPAN} times what the size does; "
        "the exponent is that of those two sizes between which it grows most."
    )
    columns = ("stage", "stack", "documents", "sizes", "bytes for each", "exponent", "peak grows")
    return Grid("Growth of the peak with the document", columns, tuple(told), (note,))


def _further(memory: Memory, folder: Path) -> Iterator[str]:
    names = list(dict.fromkeys(row.stack for row in memory.rows if row.peak is not None))
    if len(names) < 2:  # noqa: PLR2004 - two make a pair
        return
    files = [shlex.quote(str(folder / f"{name}.json")) for name in names]
    sides = [shlex.quote(f"{folder}:{name}") for name in names[:2]]
    yield ""
    yield f"Compare by rounds: python -m canonbench compare {' '.join(sides)}"
    yield f"Compare by pyperf: python -m pyperf compare_to {' '.join(files)} --table"


def _document(memory: Memory) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "run": memory.run,
        "rounds": memory.rounds,
        "rows": [_row(row) for row in memory.rows],
        "growth": [
            {
                "target": each.target,
                "stack": each.stack,
                "documents": each.family,
                "by": each.by,
                "points": [list(point) for point in each.points],
                "bytes_each": each.slope,
                "exponent": each.exponent,
                "faster_than_linear": each.faster,
            }
            for each in memory.growths
        ],
    }


def _row(row: Amounts) -> dict[str, Any]:
    return {
        "name": row.case.name,
        "stage": row.case.target,
        "part_of": row.part_of or None,
        "document": row.case.document,
        "state": row.case.state,
        "stack": row.stack,
        "peak_bytes": _median(row.peak),
        "allocated_bytes": _median(row.allocated),
        "allocations": _median(row.allocations),
        "reasons": dict(row.reasons),
        "times_least": row.times,
        "bytes_per_quad": row.per_quad,
        "quads": row.quads,
        "blank_nodes": row.blank_nodes,
        "largest_by_bytes": [_named(place) for place in row.by_size],
        "largest_by_number": [_named(place) for place in row.by_count],
        "steps": [
            {
                "stage": step.stage,
                "of": step.of,
                "calls": step.calls,
                "peak_bytes": _median(step.peak),
                "allocated_bytes": _median(step.allocated),
                "allocations": _median(step.allocations),
                "largest_by_bytes": [_named(place) for place in step.by_size],
                "largest_by_number": [_named(place) for place in step.by_count],
            }
            for step in row.steps
        ],
    }


def _median(found: Median | None) -> dict[str, Any] | None:
    if found is None:
        return None
    ends = None if found.interval is None else [found.interval.low, found.interval.high]
    return {"value": found.value, "interval": ends, "rounds": found.rounds}


def _named(place: tuple[str, str, int, int]) -> dict[str, Any]:
    return dict(zip(("function", "file", "line", "amount"), place, strict=True))
