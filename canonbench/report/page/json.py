"""A page as JSON with a versioned schema: the same sections, tables and numbers, for programs."""

import json
from typing import Any, TextIO

from canonbench.report.page.model import Cell, Page, Section, Statistic, Table
from canonbench.report.tables import interval_json

__all__ = ["SCHEMA", "write"]

SCHEMA = "canonbench.report/1"
"""Grows when a member changes its meaning or goes away; new members may come at any time."""


def write(page: Page, stream: TextIO) -> None:
    """Write ``page`` as ``canonbench.report/1``."""
    document = {
        "schema": SCHEMA,
        "canonbench": page.version,
        "title": page.title,
        "question": page.question,
        "answer": page.answer,
        "keys": [{"label": label, **_statistic(found)} for label, found in page.keys],
        "runs": [
            {
                "run": source.label,
                "sha256": source.identifier,
                "machine": source.machine,
                "canonbench": source.version,
                "source": source.commit or None,
                "date": source.date or None,
                "commands": list(source.commands),
            }
            for source in page.sources
        ],
        "sections": [_section(section) for section in page.sections],
    }
    json.dump(document, stream, indent=1, allow_nan=False)
    stream.write("\n")


def _section(section: Section) -> dict[str, Any]:
    return {
        "id": section.id,
        "title": section.title,
        "finding": section.sentence,
        "figures": [
            {"id": figure.id, "title": figure.title, "alt": figure.alt, "table": _table(figure.table)}
            for figure in section.figures
        ],
        "tables": [_table(table) for table in section.tables],
        "notes": list(section.notes),
        "commands": list(section.commands),
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "id": table.id,
        "caption": table.caption,
        "columns": list(table.columns),
        "rows": [[_cell(cell) for cell in row] for row in table.rows],
        "notes": list(table.notes),
    }


def _cell(cell: Cell) -> Any:
    return _statistic(cell) if isinstance(cell, Statistic) else cell


def _statistic(found: Statistic) -> dict[str, Any]:
    return {
        "statistic": found.name,
        "run": found.run or None,
        "case": found.case,
        "stack": found.stack or None,
        "unit": found.unit,
        "value": found.value,
        "interval": interval_json(found.interval),
        "level": found.level,
        "n": found.rounds,
        "verdict": found.verdict or None,
        "reason": found.reason or None,
    }
