"""Tables for programs: tidy CSV, and JSON with a versioned schema. Times are in seconds, ratios are numbers.

JSON documents say what they are in ``schema``. The number in it grows when a member changes its meaning or
goes away; new members may come at any time. What could not be measured or compared is ``null``, with its
``reason``. CSV has the same members, an interval as ``_low`` and ``_high``, what is ``null`` empty.
"""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

from canonbench.analysis.across import Way
from canonbench.analysis.compare import Compared, Comparison
from canonbench.analysis.estimate import Mean
from canonbench.analysis.finding import finding, notes
from canonbench.analysis.interval import Interval, Median, Ratio
from canonbench.analysis.runtimes import bests
from canonbench.analysis.table import Cell, Line, Table
from canonbench.report.printable import printable

__all__ = [
    "COMPARE_SCHEMA",
    "STAGE_SCHEMA",
    "bests_json",
    "cell_json",
    "comparison_csv",
    "comparison_json",
    "interval_json",
    "median_json",
    "ratio_json",
    "stage_csv",
    "stage_json",
    "write_json",
]

COMPARE_SCHEMA = "canonbench.compare/1"
STAGE_SCHEMA = "canonbench.stage/1"


def interval_json(found: Interval | None) -> list[float] | None:
    """Return an interval as its two ends."""
    return None if found is None else [found.low, found.high]


def median_json(found: Median | Mean | None) -> dict[str, Any] | None:
    """Return a median, or a mean, with its interval, in seconds."""
    if found is None:
        return None
    return {"value": found.value, "interval": interval_json(found.interval), "rounds": found.rounds}


def ratio_json(found: Ratio | None) -> dict[str, Any] | None:
    """Return a ratio with both of its intervals."""
    if found is None:
        return None
    return {
        "value": found.value,
        "interval": interval_json(found.interval),
        "method": found.method,
        "student": interval_json(found.student),
        "robust": interval_json(found.robust),
        "rounds": found.rounds,
    }


def _comparison(row: Comparison) -> dict[str, Any]:
    return {
        "name": row.name,
        "a": row.a or None,
        "b": row.b or None,
        "verdict": None if row.verdict is None else str(row.verdict),
        "reason": row.reason or None,
        "clock": row.clock,
        "median_a": median_json(row.median_a),
        "median_b": median_json(row.median_b),
        "ratio": ratio_json(row.ratio),
        "wall_ratio": row.beside if row.clock == "cpu" else None,
        "noise": interval_json(row.noise),
        "contention": row.contention,
        "unit": row.unit,
    }


def cell_json(cell: Cell) -> dict[str, Any]:
    """Return what one stack takes, with its ratio to the best."""
    return {
        "stack": cell.stack,
        "median": median_json(cell.median),
        "reason": cell.reason or None,
        "wall": cell.wall,
        "share": cell.share,
        "best": cell.best,
        "ratio": ratio_json(cell.ratio),
        "verdict": None if cell.verdict is None else str(cell.verdict),
        "wall_over_cpu": cell.contention,
        "runtime": cell.runtime or None,
    }


def bests_json(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """Return the best stack of each runtime, the best overall first; nothing where there is one runtime."""
    return [
        {"runtime": best.runtime, "stack": best.cell.stack, "libraries_alone": best.libraries}
        for best in bests(cells)
    ]


def _line(line: Line) -> dict[str, Any]:
    return {
        "name": line.case.name,
        "stage": line.case.target,
        "state": line.case.state,
        "view": line.case.view,
        "depth": line.depth,
        "clock": line.clock,
    }


def write_json(document: Mapping[str, Any], stream: TextIO) -> None:
    """Write a JSON document, a line feed at its end."""
    json.dump(document, stream, indent=2, allow_nan=False)
    stream.write("\n")


def comparison_json(compared: Compared, stream: TextIO) -> None:
    """Write a comparison as ``canonbench.compare/1``."""
    document = {
        "schema": COMPARE_SCHEMA,
        "a": compared.a,
        "b": compared.b,
        "band": compared.band,
        "rows": [_comparison(row) for row in compared.rows],
    }
    write_json(document, stream)


def _way(way: Way) -> dict[str, Any]:
    return {
        "document": way.document,
        "stack": way.stack,
        "state": way.state,
        "quads": way.quads,
        "blank_nodes": way.blank_nodes,
        "total": median_json(way.total),
        "shares": dict(way.shares),
        "times_simple": ratio_json(way.times),
    }


def stage_json(run: str, tables: Iterable[Table], stream: TextIO, ways: Iterable[Way] = ()) -> None:
    """Write the tables of run ``run``, and its documents side by side, as ``canonbench.stage/1``."""
    documents = [
        {
            "document": table.document,
            "quads": table.quads,
            "blank_nodes": table.blank_nodes,
            "rounds": list(table.rounds),
            "noise": None if table.noise is None else {"median": table.noise[0], "most": table.noise[1]},
            "finding": finding(table) or None,
            "notes": list(notes(table)),
            "rows": [
                {
                    **_line(line),
                    "cells": [cell_json(cell) for cell in line.cells],
                    "best_of_runtimes": bests_json(line.cells),
                }
                for line in table.lines
            ],
        }
        for table in tables
    ]
    side_by_side = [_way(way) for way in ways]
    write_json({"schema": STAGE_SCHEMA, "run": run, "documents": documents, "ways": side_by_side}, stream)


def _flat(nested: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Make one row of nested members: an interval becomes ``_low`` and ``_high``."""
    row: dict[str, Any] = {}
    for key, value in nested.items():
        if isinstance(value, Mapping):
            row |= _flat(value, f"{prefix}{key}_")
        elif isinstance(value, list):
            row |= {f"{prefix}{key}_low": value[0], f"{prefix}{key}_high": value[1]}
        else:
            row[f"{prefix}{key}"] = value
    return row


_OF_MEDIAN = ("value", "interval_low", "interval_high", "rounds")
_OF_RATIO = (
    *("value", "interval_low", "interval_high", "method", "rounds"),
    *("student_low", "student_high", "robust_low", "robust_high"),
)
_COMPARE_COLUMNS = (
    *("name", "a", "b", "verdict", "reason", "clock"),
    *(f"median_a_{part}" for part in _OF_MEDIAN),
    *(f"median_b_{part}" for part in _OF_MEDIAN),
    *(f"ratio_{part}" for part in _OF_RATIO),
    *("wall_ratio", "noise_low", "noise_high", "contention", "unit"),
)
_STAGE_COLUMNS = (
    *("document", "name", "stage", "state", "view", "depth", "clock", "stack", "reason"),
    *(f"median_{part}" for part in _OF_MEDIAN),
    *("wall", "share", "best", "verdict"),
    *(f"ratio_{part}" for part in _OF_RATIO),
    "wall_over_cpu",
    "runtime",
)


def _write_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], stream: TextIO) -> None:
    writer = csv.DictWriter(stream, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {name: printable(value) if isinstance(value, str) else value for name, value in _flat(row).items()}
        for row in rows
    )


def comparison_csv(compared: Compared, stream: TextIO) -> None:
    """Write a comparison, a line for each row."""
    _write_csv(_COMPARE_COLUMNS, map(_comparison, compared.rows), stream)


def stage_csv(tables: Iterable[Table], stream: TextIO) -> None:
    """Write the tables of a run, a line for each stage and stack; a stage that a stack lacks has none."""
    rows = (
        {"document": table.document, **_line(line), **cell_json(cell)}
        for table in tables
        for line in table.lines
        for cell in line.cells
        if cell.median is not None or cell.reason
    )
    _write_csv(_STAGE_COLUMNS, rows, stream)
