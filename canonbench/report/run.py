"""What came out of the run of a plan, in short: chapters, rows, what does not close, how to go on."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from canonbench.report.grid import Grid, plural
from canonbench.report.text import write as write_text
from canonbench.runs.rows import Run

__all__ = ["SCHEMA", "summary", "write"]

SCHEMA = "canonbench.run/1"
"""Version of the JSON that ``write`` writes."""


def summary(run: Run) -> dict[str, Any]:
    """Return what a run folder holds: outcome, chapters with their rows and rounds, counts of what is amiss.

    ``rows`` counts a case once for each stack; ``seconds`` is the time of all sittings together.
    """
    planned: Mapping[str, Any] = next((entry for entry in run.records if entry["kind"] == "plan"), {})
    ends = [entry for entry in run.records if entry["kind"] == "end"]
    kinds = Counter(entry["kind"] for entry in run.records)
    measured = Counter(row.name for stack in run.stacks for row in stack.rows)
    names = {name for own in planned.get("chapters", {}).values() for name in own}
    return {
        "schema": SCHEMA,
        "run": run.label,
        "plan": planned.get("target"),
        "outcome": ends[-1]["outcome"] if ends else None,
        "seconds": sum(entry["seconds"] for entry in ends),
        "estimate": ends[-1].get("estimate") if ends else None,
        "stacks": {stack.name: len(stack.rows) for stack in run.stacks},
        "chapters": [
            {
                "name": name,
                "cases": len(own),
                "rows": sum(measured[case] for case in own),
                "rounds": planned["chapter_rounds"][name],
            }
            for name, own in planned.get("chapters", {}).items()
        ],
        "derived": sum(count for name, count in measured.items() if name not in names),
        **{name: kinds[kind] for name, kind in _AMISS.items()},
        "reasons": [
            f"{entry['stack']}: {entry['name']}: {entry['reason']}"
            for entry in run.records
            if entry["kind"] == "violation"
        ],
    }


_AMISS = {"nulls": "null", "refusals": "refusal", "violations": "violation"}


def write(run: Run, stream: TextIO, *, form: str, plain: bool, commands: Sequence[str]) -> None:
    """Write the summary of ``run`` as ``"text"`` or ``"json"``; ``commands`` are how to go on with it."""
    found = summary(run)
    if form == "json":
        stream.write(json.dumps({**found, "commands": list(commands)}, indent=1, ensure_ascii=False) + "\n")
        return
    rows = tuple(
        (each["name"], str(each["cases"]), str(each["rows"]), str(each["rounds"]))
        for each in found["chapters"]
    )
    stacks = ", ".join(f"{name} {count}" for name, count in found["stacks"].items())
    notes = [f"rows by stack: {stacks}"]
    if found["derived"]:
        notes.append(f"beside them {plural(found['derived'], 'row')} of first calls and of glue")
    amiss = [plural(found[name], _AMISS[name]) for name in _AMISS if found[name]]
    if amiss:
        notes.append(f"{', '.join(amiss)}: with their reasons in run.jsonl")
    notes += found["reasons"][:_NAMED]
    if len(found["reasons"]) > _NAMED:
        notes.append(f"and {len(found['reasons']) - _NAMED} more violations")
    title = f"{found['plan']}: {found['outcome'] or 'ended early'}"
    write_text([Grid(title, ("chapter", "cases", "rows", "rounds"), rows, tuple(notes))], stream, plain=plain)
    stream.writelines(f"{command}\n" for command in commands)


_NAMED = 8
"""Most violations that are named."""
