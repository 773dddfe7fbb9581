"""A run that ended early, taken up again: its own plan, and proof that it would go on as it began.

What is taken up is what ``run.jsonl`` says: the cells that passed the gate, with their loops, settings,
stacks and seed. Inputs and engines are made and asked again, and must be the very same; else it is refused.
"""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canonbench.errors import RunFileError, UsageError
from canonbench.harness.conductor import PARTS, Settings
from canonbench.harness.gate import Gate
from canonbench.harness.plan import Cell, Chosen, Plan
from canonbench.model.case import Case
from canonbench.runs import record
from canonbench.runs.folders import cpu_model

__all__ = ["COMPLETE", "Begun", "begun", "demand_same"]

COMPLETE = "complete"
"""The outcome of a run whose every round was visited."""

_FACTS = ("engine_version", "engine_source", "canonbench_version", "python", "openssl_version")


@dataclass(frozen=True)
class Begun:
    """A run that began and is not complete.

    ``identifier`` is that of the run. ``versions`` are those of the cases, ``engines`` the facts of each
    stack, ``failed`` the rows that could not be measured, with their reasons. ``documents`` are digests by
    name, ``settings`` the options of the leaves without plug-ins, ``machine`` is the processor.
    """

    folder: Path
    plan: Plan
    identifier: str
    versions: Mapping[str, str]
    engines: Mapping[str, Mapping[str, str]]
    documents: Mapping[str, str]
    settings: Settings
    machine: str
    loops: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    failed: Mapping[tuple[Chosen, Case], str] = field(default_factory=dict)


def begun(folder: Path, pythons: Sequence[Chosen] = ()) -> Begun:
    """Read what a run that ended early was about.

    ``pythons`` are stacks under other interpreters, as the user gives them again: no run file holds a path.
    Parts that a complete run has left are removed.

    Raises:
        RunFileError: there is no such run, or its record is damaged.
        UsageError: it is complete, or of a verb whose runs cannot be taken up.
    """
    records = record.load(folder)
    if not records:
        raise UsageError(f"{folder} is no run folder; give one that holds {record.FILE}")
    said = next((entry for entry in records if entry["kind"] == "plan"), {})
    if "run" not in said:
        raise UsageError(f"{folder}: only a run of canonbench run can be taken up again; measure anew")
    if any(entry["kind"] == "end" and entry["outcome"] == COMPLETE for entry in records):
        shutil.rmtree(folder / PARTS, ignore_errors=True)  # it may have been killed between the two
        raise UsageError(f"{folder} is complete; there is nothing to take up")
    if not (folder / PARTS).is_dir():
        raise UsageError(f"{folder} has no {PARTS}/ left to go on from; measure anew: --from {folder}")
    facts = next((entry for entry in records if entry["kind"] == "environment"), {})
    try:
        planned = _plan(said, {stack.name: stack for stack in pythons})
        every = [(cell.stack, case) for cell in planned.cells for case in cell.cases]
        cells = {(stack.name, case.name): (stack, case) for stack, case in every}
        failed = {
            cells[entry["stack"], entry["name"]]: str(entry["reason"])
            for entry in records
            if entry["kind"] in {"null", "refusal"} and (entry["stack"], entry["name"]) in cells
        }
        return Begun(
            folder,
            planned,
            said["run"],
            said["versions"],
            facts["engines"],
            {name: str(found["sha256"]) for name, found in facts["documents"].items()},
            _settings(said["settings"]),
            facts["cpu_model"],
            said["loops"],
            failed,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RunFileError(
            f"{folder / record.FILE}: its plan is damaged ({type(error).__name__}: {error}); measure anew"
        ) from error


def _plan(said: Mapping[str, Any], pythons: Mapping[str, Chosen]) -> Plan:
    stacks = {}
    for stack in said["stacks"]:
        name = stack["name"]
        if stack["python"] and name not in pythons:
            raise UsageError(f"stack {name} has another interpreter; give it again: --stack NAME@PYTHON")
        python = pythons[name].python if stack["python"] else ""
        stacks[name] = Chosen(name, stack["engine"], python, stack["explicit"])
    cells = tuple(
        Cell(stacks[stack], document, tuple(map(Case.parse, names)), chapter, *rounds)
        for stack, document, names, chapter, *rounds in said["cells"]
    )
    return Plan(said["target"], cells, said["rounds"], said["seed"], said["chapter_rounds"])


def _settings(said: Mapping[str, Any]) -> Settings:
    names = ("values", "warmups", "min_time", "timeout", "affinity", "keep_host")
    return Settings(**{name: said[name] for name in names}, inherit=tuple(said["inherit"]))


def demand_same(run: Begun, versions: Mapping[str, str], gate: Gate) -> None:
    """Make sure that what would be measured now is what the run began with.

    Raises:
        RunFileError: an engine, an input or a case is another one, or does not pass the gate any more.
    """
    for problem in _differences(run, versions, gate):
        raise RunFileError(
            f"{run.folder} cannot be taken up: {problem}; "
            f"measure anew: python -m canonbench run {run.plan.target} --from {run.folder}"
        )


def _differences(run: Begun, versions: Mapping[str, str], gate: Gate) -> Iterator[str]:
    if run.machine != (here := cpu_model()):
        yield f"it began on {run.machine}, this is {here}"
    for stack in run.plan.stacks:
        yield from _of_engine(stack, run.engines[stack.name], gate)
    for cell in run.plan.cells:
        lost = (case.name for case in cell.cases if not gate.admits(cell.stack, case))
        yield from (f"{cell.stack.name} does not pass the gate on {name} any more" for name in lost)
    for name, was in run.versions.items():
        if versions.get(name) != was:
            yield f"{name} measures something else now"


def _of_engine(stack: Chosen, before: Mapping[str, str], gate: Gate) -> Iterator[str]:
    proved = gate.proved[stack.name]
    if proved.unavailable:
        yield proved.unavailable
    for name in _FACTS:
        was, now = before.get(name, ""), proved.facts.get(name, "")
        if was != now:
            yield f"{name} of {stack.name} is {now or 'unknown'}, it began with {was or 'none'}"
