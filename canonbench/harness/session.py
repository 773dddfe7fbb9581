"""One conducted run, from a request to a run folder: freeze, gate, plan, measure, and say what happened.

``run.jsonl`` gets a line for the plan, the environment, every outcome of the gate and every row that could
not be measured. Nothing in it is a value of a document, a path or a host name.
"""

import contextlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canonbench.engines import Catalogue
from canonbench.errors import CanonbenchError
from canonbench.harness import environment, roles
from canonbench.harness.conductor import INTERRUPTED, Conductor, Measured, Settings
from canonbench.harness.freeze import Frozen, Material, freeze
from canonbench.harness.gate import Gate, pass_all
from canonbench.harness.inputs import base, private_folder
from canonbench.harness.plan import Chosen, Plan
from canonbench.harness.process import Interrupted, interruptible
from canonbench.harness.progress import Progress
from canonbench.model.case import Case
from canonbench.runs import files, folders, record

__all__ = ["Request", "Session", "complain", "hold"]

_NONE_NEEDED = "none needed"
_PATH = re.compile(r"(?:[A-Za-z]:)?(?:[/\\][^\s/\\:'\"]+)*[/\\](?=[^\s/\\])")


@dataclass(frozen=True)
class Request:
    """What is asked for. ``plan`` is what one would like to measure; the gate takes cases out of it.

    ``algorithm`` is the hash algorithm of RDFC-1.0. ``wanted`` takes out cases that are of no use, once it is
    known what a stack offers (a set of stages). ``command`` is the command line as it may stand in a file;
    ``verb`` is the verb whose leaves measure. ``conductor`` makes what measures, as ``Conductor`` does.
    """

    plan: Plan
    documents: tuple[Material, ...]
    settings: Settings
    catalogue: Catalogue
    algorithm: str = "sha256"
    wanted: Callable[[Chosen, Case, frozenset[str]], bool] = lambda _stack, _case, _offers: True
    command: str = ""
    verb: str = "stage"
    conductor: Callable[..., Conductor] = Conductor
    machine: str | None = None
    root: Path = folders.RUNS
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Session:
    """What came out of a run.

    ``folder`` is the run folder, ``None`` if the run was interrupted before there was one. ``complaints``
    are the names that were given explicitly and have no row.
    """

    folder: Path | None
    files: tuple[Path, ...] = ()
    code: int = 0
    complaints: tuple[str, ...] = ()


def hold(request: Request, progress: Progress) -> Session:
    """Measure what is asked for, and return what came out.

    Raises:
        CanonbenchError: nothing could be written.
    """
    try:
        with interruptible(), private_folder() as inputs:
            progress.say("preparing inputs")
            cases = list({base(case): case for cell in request.plan.cells for case in cell.cases}.values())
            if any(roles.is_role(case.target) for case in cases):
                frozen = roles.freeze(cases, request.documents, request.catalogue, inputs, request.plan.seed)
            else:
                frozen = freeze(cases, request.documents, request.catalogue, inputs, request.algorithm)
            gate = pass_all(
                request.plan,
                frozen.inputs,
                plugins=request.settings.plugins,
                min_time=request.settings.min_time,
                timeout=request.settings.timeout,
                say=progress.say,
            )
            return _measure(request, frozen, gate, progress)
    except Interrupted as error:
        progress.say(f"! interrupted ({error.name}) before anything was measured")
        return Session(None, code=INTERRUPTED)
    finally:
        progress.stop()


def _measure(request: Request, frozen: Frozen, gate: Gate, progress: Progress) -> Session:
    def admitted(stack: Chosen, case: Case) -> bool:
        offers = frozenset(gate.proved[stack.name].offers)
        return gate.admits(stack, case) and request.wanted(stack, case, offers)

    plan = request.plan.keep(admitted)
    lines = list(_records(request, plan, frozen, gate))
    for text in dict.fromkeys(_warnings(request.plan, frozen, gate)):
        progress.say(f"! {text}")
    folder = folders.create(plan.target, machine=request.machine, root=request.root)
    for line in lines:
        record.append(folder, line)
    if not plan.cells:
        return Session(folder, code=1, complaints=_complaints(request.plan, ()))
    program = _program(request.verb)
    measured = request.conductor(plan, gate, folder, request.settings, progress, program).run()
    rows = _rows(measured)
    complaints = _complaints(request.plan, rows) if not measured.code else ()
    failed = bool(complaints or measured.missing)
    return Session(folder, measured.files, measured.code or int(failed), complaints)


def _program(verb: str) -> Callable[[Chosen], Sequence[str]]:
    """Return what starts a leaf of a stack, under the stack's own interpreter."""
    return lambda stack: (stack.python or sys.executable, "-m", "canonbench", verb)


def _rows(measured: Measured) -> tuple[tuple[str, str], ...]:
    """Return stack and document of every row in the files written."""
    found = []
    for path in measured.files:
        stack = files.read_stack(path)
        for row in stack.rows:
            with contextlib.suppress(ValueError):
                found.append((stack.name, Case.parse(row.name).document))
    return tuple(found)


def _complaints(plan: Plan, rows: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the explicitly named stacks, and the documents, that have no row."""
    stacks, documents = {stack for stack, _ in rows}, {document for _, document in rows}
    silent = [f"engine {stack.name}" for stack in plan.stacks if stack.explicit and stack.name not in stacks]
    return (*silent, *(f"document {name}" for name in plan.documents if name not in documents))


def _warnings(plan: Plan, frozen: Frozen, gate: Gate) -> Iterator[str]:
    """Give a line for everything that will have no row for a reason, with what may be shown to the user."""
    for refusal in frozen.refusals:
        yield f"{refusal.document}: {refusal.outcome}: {refusal.detail}"
    able = {entry.document for entry in gate.inputs.cases.values()}
    refused = {refusal.document for refusal in frozen.refusals}
    for name in plan.documents:
        if name not in able | refused:
            yield f"{name}: nothing of {plan.target} can be done with it; see: python -m canonbench inspect"
    for stack in plan.stacks:
        proved = gate.proved[stack.name]
        if stack.again:
            continue
        if proved.unavailable:
            yield f"{proved.unavailable}; going on without it"
            continue
        own = [case for cell in plan.cells if cell.stack == stack for case in cell.cases]
        if proved.facts and not any(case.target in proved.offers for case in own):
            yield f"{stack.name} offers nothing of {plan.target}; see: python -m canonbench list engines"
        for name in dict.fromkeys(map(base, own)):
            yield from _outcome(stack, Case.parse(name), gate)


def _outcome(stack: Chosen, case: Case, gate: Gate) -> Iterator[str]:
    """Give a line if the gate found that ``case`` has no row with ``stack``, and why."""
    outcome = gate.outcome(stack, case)
    if outcome is None:
        return
    if outcome.ok and stack.explicit and gate.inputs.entry(case).nothing:
        yield f"{stack.name}: {case.name}: {_NONE_NEEDED}"
    elif not outcome.ok:
        detail = f": {outcome.detail}" if outcome.detail else ""
        yield f"{stack.name}: {case.name}: {outcome.kind}: {outcome.reason}{detail}"


def _records(request: Request, plan: Plan, frozen: Frozen, gate: Gate) -> Iterator[dict[str, Any]]:
    yield {
        "kind": "plan",
        "target": plan.target,
        "command": request.command,
        "rounds": plan.rounds,
        "seed": plan.seed,
        "cells": [[c.stack.name, c.document, [case.name for case in c.cases]] for c in plan.cells],
        "loops": {stack.name: gate.loops(stack) for stack in plan.stacks},
        "settings": {
            "values": request.settings.values,
            "warmups": request.settings.warmups,
            "min_time": request.settings.min_time,
            "timeout": request.settings.timeout,
        },
    }
    yield {
        "kind": "environment",
        **environment.machine_facts(),
        "engines": {stack.name: dict(gate.proved[stack.name].facts) for stack in request.plan.stacks},
        "documents": {name: vars(facts) for name, facts in frozen.inputs.documents.items()},
        **request.facts,
    }
    for name in gate.unchecked:
        yield {"kind": "note", "name": name, "reason": "not cross-checked: the reference gave no output"}
    yield from _gated(request.plan, frozen, gate)


def _gated(plan: Plan, frozen: Frozen, gate: Gate) -> Iterator[dict[str, Any]]:
    refused = {(refusal.document, refusal.stage): refusal for refusal in frozen.refusals}
    for cell in plan.cells:
        for case in dict.fromkeys(map(_warm, cell.cases)):
            where = {"name": case.name, "stack": cell.stack.name}
            if whole := roles.stage(case).part_of:
                where["part_of"] = whole
            outcome = gate.outcome(cell.stack, case)
            refusal = refused.get((case.document, case.target))
            if refusal is not None:
                yield {"kind": "refusal", **where, "reason": refusal.outcome}
            elif outcome is None:
                continue
            elif outcome.ok:
                yield {"kind": "gate", **where, "passed": True}
                if gate.inputs.entry(case).nothing:
                    yield {"kind": "null", **where, "reason": _NONE_NEEDED}
            else:
                first = {"line": outcome.line, "digest": outcome.digest} if outcome.line else {}
                yield {"kind": "gate", **where, "passed": False, **first}
                kind = "refusal" if outcome.kind in {"refused", "over budget"} else "null"
                yield {"kind": kind, **where, "reason": _PATH.sub("", f"{outcome.kind}: {outcome.reason}")}


def _warm(case: Case) -> Case:
    return Case.parse(base(case))


def complain(session: Session) -> CanonbenchError | None:
    """Return the error that a run ends with if something named explicitly has no row."""
    if not session.complaints:
        return None
    return CanonbenchError(f"no row for {', '.join(session.complaints)}; the reasons stand above")
