"""What differs from an earlier run is listed, and nothing else."""

from typing import Any

import pytest

from canonbench.harness import environment, plan
from canonbench.harness.differences import differences, replanned
from canonbench.harness.plan import Plan
from canonbench.harness.subject import Subject, find


@pytest.fixture
def before() -> dict[str, Any]:
    """Return the record of a run that was measured right here."""
    simple = find(["simple"]).documents[0]
    facts = {"sha256": simple.sha256, "contexts_sha256": simple.contexts_sha256}
    engines = {name: environment.engine_facts(name) for name in ("canonbench", "pyld")}
    documents = {"simple": facts}
    return {"kind": "environment", **environment.machine_facts(), "engines": engines, "documents": documents}


@pytest.fixture
def subject() -> Subject:
    return find(["simple", "ob3"])


def _plan(*engines: str) -> Plan:
    stages = plan.targets("rdfc.label")
    stacks = plan.choose(engines)
    return plan.make("p", stacks, [("simple", plan.cases(stages, "simple"))], rounds=8, seed=0)


def test_the_same_place_does_not_differ(before: dict[str, Any], subject: Subject) -> None:
    assert list(differences(before, _plan("canonbench", "pyld"), subject)) == []


def test_machine_libraries_engines_and_documents_are_told(before: dict[str, Any], subject: Subject) -> None:
    before["kernel"], before["libraries"] = "0.1", {"pyperf": "0.2"}
    before["engines"]["pyld"] = {**before["engines"]["pyld"], "engine_version": "0.3"}
    before["documents"]["simple"] = {**before["documents"]["simple"], "sha256": "00"}
    before["load"] = [99.0]

    lines = list(differences(before, _plan("canonbench", "pyld", "jcs", "pyld@old/bin/python"), subject))

    assert [line.partition(", is ")[0] for line in lines] == [
        "kernel: was 0.1",
        "pyperf: was 0.2",
        "engine_version of pyld: was 0.3",
        "stack jcs: was not measured then",
        "document simple: was 00",
    ]


def test_a_fact_that_was_not_there_is_unknown(before: dict[str, Any], subject: Subject) -> None:
    before["governor"] = "performance"
    del before["python_build"]

    lines = list(differences(before, _plan("canonbench"), subject))

    assert any(line.startswith("governor: was performance, is ") for line in lines)
    assert any(line.startswith("python_build: was unknown, is ") for line in lines)


def test_a_plan_that_became_another_one_is_told() -> None:
    planned = _plan("canonbench", "pyld")
    same = {
        "stacks": [{"name": stack.name, "engine": stack.engine} for stack in planned.stacks],
        "cells": [[cell.stack.name, "simple", [case.name for case in cell.cases]] for cell in planned.cells],
    }
    other = {
        "stacks": [{"name": "pyld", "engine": "rdflib"}, {"name": "gone", "engine": "gone"}],
        "cells": [["pyld", "simple", ["rdfc.label/simple", "rdfc.label/gone"]]],
    }

    assert list(replanned(same, planned)) == []
    assert list(replanned(other, planned)) == [
        "engines of stack pyld: was rdflib, is pyld",
        "plan: 1 rows of then are not in it now",
    ]
