"""A plan on the command line: whether it can be carried out at all, and what ``--dry-run`` prints of it."""

import shutil
import sys
from collections.abc import Sequence
from json import dumps
from typing import TYPE_CHECKING

from canonbench.errors import UsageError

if TYPE_CHECKING:
    from canonbench.harness.plan import Plan
    from canonbench.harness.plans.compose import Composed

__all__ = ["SCHEMA", "as_json", "complain", "demand_interpreters", "show", "show_chapters"]

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


def show(  # noqa: PLR0913 - what is printed, and how
    verb: str, plan: "Plan", processes: int, seconds: float, *, json: bool, stacks: str = "stacks"
) -> None:
    """Print a plan, as JSON or for people, who read ``stacks`` as the verb calls what it compares."""
    from canonbench.harness.progress import duration

    if json:
        print(as_json(verb, plan, processes, seconds))
        return
    print(f"target     {plan.target}")
    print(f"{stacks:<10} {', '.join(stack.name for stack in plan.stacks)}")
    for name in plan.documents:
        rows = dict.fromkeys(c.name for cell in plan.cells if cell.document == name for c in cell.cases)
        print(f"document   {name}: {', '.join(row.replace(f'/{name}', '', 1) for row in rows)}")
    print(f"rounds     {plan.rounds}, seed {plan.seed}")
    print(f"processes  {processes}, about {duration(seconds)}")


def show_chapters(made: "Composed", seconds: float, *, json: bool) -> None:
    """Print a plan of chapters, and what of it is left out."""
    from canonbench.harness.progress import duration

    plan = made.plan
    if json:
        print(as_json("run", plan, plan.visits, seconds))
        return
    print(f"plan       {plan.target}")
    print(f"stacks     {', '.join(stack.name for stack in plan.stacks)}")
    for name in dict.fromkeys(cell.chapter for cell in plan.cells):
        cells = [cell for cell in plan.cells if cell.chapter == name]
        rows = sum(len(cell.cases) for cell in cells)
        documents = ", ".join(dict.fromkeys(cell.document for cell in cells))
        rounds = plan.rounds_of(name)
        fewer = {cell.stack.name: cell.rounds for cell in cells if 0 < cell.rounds < rounds}
        some = "".join(f" ({stack}: {count})" for stack, count in fewer.items())
        print(f"chapter    {name}: {rows} rows, {rounds} rounds{some}, on {documents}")
    for line in made.left_out:
        print(f"without    {line}")
    print(f"seed       {plan.seed}")
    print(f"processes  {plan.visits}, about {duration(seconds)} here, now")


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
    return dumps(written, indent=1, ensure_ascii=False)
