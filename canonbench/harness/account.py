"""What ``run.jsonl`` says of a run before it is measured: its plan, its environment, and what the gate said.

Two kinds of records are structure and not time: the calls that each role makes, in order, and the work that
the texts ask for on each document. They are counted here, once, so that nobody has to infer them from times.
Nothing in a record is a value of a document, a path or a host name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from canonbench.documents.corpus import Document
from canonbench.documents.facts import facts, unsecured
from canonbench.engines import Catalogue
from canonbench.errors import CanonbenchError
from canonbench.harness import environment, roles
from canonbench.harness.freeze import Frozen, default_stack
from canonbench.harness.gate import Gate
from canonbench.harness.inputs import Inputs, base
from canonbench.harness.plan import Plan
from canonbench.harness.timer import case_version
from canonbench.model.case import Case
from canonbench.model.use import Recorder
from canonbench.specs.jsonld.work import count_work

__all__ = ["NONE_NEEDED", "gated", "planned", "steps", "surroundings", "variants", "versions", "work"]

NONE_NEEDED = "none needed"
"""The reason of a row that is not there because a stage has nothing to do on a document."""

_PATH = re.compile(r"(?:[A-Za-z]:)?(?:[/\\][^\s/\\:'\"]+)*[/\\](?=[^\s/\\])")
_LARGEST = 150_000
"""Bytes of a document from which on its work is not counted: a literal run would take seconds."""


def planned(plan: Plan, gate: Gate, **more: Any) -> dict[str, Any]:
    """Return the record of a plan that has passed the gate, from which it can be taken up again.

    ``chapters`` has the names of each chapter's cases, ``chapter_rounds`` how often each is visited. A cell
    is its stack, its document and its cases; in a plan with chapters also its chapter, and its rounds where
    they are fewer.
    """
    names: dict[str, dict[str, None]] = {}
    for cell in plan.cells:
        names.setdefault(cell.chapter, {}).update(dict.fromkeys(case.name for case in cell.cases))
    chapters = [name for name in names if name]
    return {
        "kind": "plan",
        "target": plan.target,
        "rounds": plan.rounds,
        "seed": plan.seed,
        **({"chapters": {name: list(names[name]) for name in chapters}} if chapters else {}),
        **({"chapter_rounds": {n: plan.chapters.get(n, plan.rounds) for n in chapters}} if chapters else {}),
        "stacks": [
            {"name": s.name, "engine": s.engine, "python": bool(s.python), "explicit": s.explicit}
            for s in plan.stacks
        ],
        "cells": [
            [
                *(cell.stack.name, cell.document, [case.name for case in cell.cases]),
                *((cell.chapter,) if chapters else ()),
                *((cell.rounds,) if chapters and cell.rounds else ()),
            ]
            for cell in plan.cells
        ],
        "loops": {stack.name: gate.loops(stack) for stack in plan.stacks},
        **more,
    }


def versions(plan: Plan, inputs: Inputs) -> dict[str, str]:
    """Return the version of what each row measures, by the name under which its input is frozen."""
    cases = {base(case): Case.parse(base(case)) for cell in plan.cells for case in cell.cases}
    return {name: case_version(case, inputs) for name, case in cases.items()}


def surroundings(plan: Plan, frozen: Frozen, gate: Gate, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of where and with what is measured: machine, engines, documents."""
    return {
        "kind": "environment",
        **environment.machine_facts(),
        "engines": {stack.name: dict(gate.proved[stack.name].facts) for stack in plan.stacks},
        "documents": {name: vars(found) for name, found in frozen.inputs.documents.items()},
        **more,
    }


def steps(plan: Plan, inputs: Inputs, catalogue: Catalogue) -> Iterator[dict[str, Any]]:
    """Give the calls of each role in ``plan``, in order, as the Recorder sees them over the default stack."""
    cases = {base(case): Case.parse(base(case)) for cell in plan.cells for case in cell.cases}
    for name, case in cases.items():
        if not roles.is_role(case.target) or name not in inputs.cases:
            continue
        recorder = Recorder(default_stack(catalogue))
        roles.bound(case, recorder)(inputs.value(case).fixed)
        yield {"kind": "steps", "name": name, "steps": [[step.stage, step.of] for step in recorder.steps]}


def variants(documents: Iterable[object]) -> Iterator[dict[str, Any]]:
    """Give what each document that is another one less something is without."""
    for document in documents:
        if isinstance(document, Document) and document.of:
            told = {"document": document.name, "of": document.of, "without": document.without}
            yield {"kind": "variant", **told}


def work(documents: Iterable[object]) -> Iterator[dict[str, Any]]:
    """Give the work that the texts ask for on each document, counted and not timed.

    One that is very large, or whose work is refused, has only what was counted before that.
    """
    for document in documents:
        if isinstance(document, Document):
            yield {"kind": "work", "document": document.name, "counts": _counts(document)}


def _counts(document: Document) -> dict[str, int]:
    counts = {"bytes": document.size}
    if document.size > _LARGEST:
        return counts
    try:
        found = facts(document)
        if document.kind == "jsonld":
            expansion = count_work(unsecured(document.value), document.contexts)
            counts |= {"members": expansion.members, "term_definitions": expansion.term_definitions}
    except CanonbenchError:
        return counts
    if found.quads is not None and found.blank_nodes is not None:
        counts |= {"quads": found.quads, "blank_nodes": found.blank_nodes}
    if found.work is not None:
        names = ("hash_calls", "bytes_hashed", "n_degree_calls", "lines_sorted")
        counts |= {name: getattr(found.work, name) for name in names}
    return counts


def gated(plan: Plan, frozen: Frozen, gate: Gate) -> Iterator[dict[str, Any]]:
    """Give a record for every outcome of the gate, and for every row that is not there because of it."""
    for name in gate.unchecked:
        yield {"kind": "note", "name": name, "reason": "not cross-checked: the reference gave no output"}
    refused = {(refusal.document, refusal.stage): refusal for refusal in frozen.refusals}
    told = dict.fromkeys((cell.stack, Case.parse(base(c))) for cell in plan.cells for c in cell.cases)
    for stack, case in told:
        where = {"name": case.name, "stack": stack.name}
        if whole := roles.stage(case).part_of:
            where["part_of"] = whole
        outcome = gate.outcome(stack, case)
        refusal = refused.get((case.document, case.target))
        if refusal is not None:
            yield {"kind": "refusal", **where, "reason": refusal.outcome}
        elif outcome is None:
            continue
        elif outcome.ok:
            yield {"kind": "gate", **where, "passed": True}
            if gate.inputs.entry(case).nothing:
                yield {"kind": "null", **where, "reason": NONE_NEEDED}
        else:
            first = {"line": outcome.line, "digest": outcome.digest} if outcome.line else {}
            yield {"kind": "gate", **where, "passed": False, **first}
            kind = "refusal" if outcome.kind in {"refused", "over budget"} else "null"
            yield {"kind": kind, **where, "reason": _PATH.sub("", f"{outcome.kind}: {outcome.reason}")}
