"""A plan on the command line: whether it can be carried out at all, and what ``--dry-run --json`` prints."""

import json
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from canonbench.errors import UsageError

if TYPE_CHECKING:
    from canonbench.harness.plan import Plan

__all__ = ["SCHEMA", "as_json", "complain", "demand_interpreters"]

SCHEMA = "canonbench.plan/1"
"""Version of the JSON that ``as_json`` returns."""


def demand_interpreters(plan: "Plan") -> None:
    """Make sure that every interpreter of ``NAME@PYTHON`` is there.

    Raises:
        UsageError: one is no program, neither as a path nor by the search path.
    """
    for stack in plan.stacks:
        if stack.python and shutil.which(stack.python) is None:
            raise UsageError(
                f"{stack.engine}@{stack.python}: there is no such interpreter (file not found); "
                "give the path of a Python, as in NAME@env/bin/python"
            )


def complain(problems: Sequence[str]) -> int:
    """Say what of a plan is left out, and return the exit code that the run itself would have for it."""
    for problem in problems:
        print(f"canonbench: {problem}; going on without it", file=sys.stderr)
    return int(bool(problems))


def as_json(verb: str, plan: "Plan", processes: int, seconds: float) -> str:
    """Return ``plan`` as JSON: its rows in order, how many processes it takes and about how long.

    Interpreters are named by the label of their stack and not by their paths, as in a run file.
    """
    written = {
        "schema": SCHEMA,
        "verb": verb,
        "target": plan.target,
        "stacks": [{"name": stack.name, "engine": stack.engine} for stack in plan.stacks],
        "documents": list(plan.documents),
        "rows": [
            {"stack": cell.stack.name, "document": cell.document, "benchmark": case.name}
            for cell in plan.cells
            for case in cell.cases
        ],
        "rounds": plan.rounds,
        "seed": plan.seed,
        "processes": processes,
        "seconds": round(seconds, 1),
    }
    return json.dumps(written, indent=1, ensure_ascii=False)
