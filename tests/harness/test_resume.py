"""A run that ended early is taken up as it began, or refused in one line."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canonbench.errors import RunFileError, UsageError
from canonbench.harness import resume
from canonbench.harness.conductor import Settings
from canonbench.harness.gate import Gate, Outcome, Proved
from canonbench.harness.inputs import Entry, Inputs
from canonbench.harness.plan import Chosen
from canonbench.harness.resume import begun, demand_same
from canonbench.model.case import Case
from canonbench.runs import record

_CASE = Case("jcs.canonicalize", "simple")
_PLAN: dict[str, Any] = {
    "kind": "plan",
    "target": "tiny",
    "rounds": 4,
    "seed": 3,
    "chapter_rounds": {"c": 2},
    "run": "r1",
    "versions": {_CASE.name: "v1"},
    "stacks": [
        {"name": "a", "engine": "a", "python": False, "explicit": True},
        {"name": "a@old", "engine": "a", "python": True, "explicit": False},
    ],
    "cells": [["a", "simple", [_CASE.name], "c"], ["a@old", "simple", [_CASE.name], "c"]],
    "loops": {"a": {_CASE.name: 9}, "a@old": {}},
    "settings": {
        "values": 2,
        "warmups": 1,
        "min_time": 0.5,
        "timeout": 9,
        "affinity": "1",
        "inherit": ["LANG"],
        "keep_host": False,
    },
}
_FACTS = {"engine_version": "1", "python": "3.11.7"}
_ENVIRONMENT = {
    "kind": "environment",
    "cpu_model": "a cpu",
    "engines": {"a": _FACTS, "a@old": _FACTS},
    "documents": {"simple": {"sha256": "d1"}},
}
_OLD = (Chosen("a@old", "a", "old/bin/python"),)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(resume, "cpu_model", lambda: "a cpu")
    (tmp_path / "parts").mkdir()
    return tmp_path


def _write(folder: Path, *records: dict[str, Any]) -> Path:
    for each in records:
        record.append(folder, each)
    return folder


def test_rounds_of_a_cell_of_its_own_are_read_back(folder: Path) -> None:
    first, *others = _PLAN["cells"]
    plan = {**_PLAN, "cells": [[*first, 1], *others]}

    found = begun(_write(folder, plan, _ENVIRONMENT), _OLD)

    assert [found.plan.times(cell, _CASE) for cell in found.plan.cells] == [1, 2]


def test_what_a_run_began_with_is_read_back(folder: Path) -> None:
    null = {"kind": "null", "name": _CASE.name, "stack": "a", "reason": "crashed"}
    gone = {"kind": "null", "name": "rdfc.label/simple", "stack": "a", "reason": "none needed"}

    found = begun(_write(folder, _PLAN, _ENVIRONMENT, gone, null), _OLD)

    assert (found.plan.target, found.plan.rounds, found.plan.seed) == ("tiny", 4, 3)
    assert [found.plan.times(cell, _CASE) for cell in found.plan.cells] == [2, 2]
    assert found.plan.stacks == (Chosen("a", "a"), Chosen("a@old", "a", "old/bin/python", explicit=False))
    assert found.failed == {(Chosen("a", "a"), _CASE): "crashed"}
    assert found.settings == Settings(2, 1, 0.5, 9, "1", ("LANG",))
    assert (found.identifier, found.documents, found.machine) == ("r1", {"simple": "d1"}, "a cpu")


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([], "is no run folder"),
        ([{"kind": "plan", "target": "rdfc"}], "only a run of canonbench run can be taken up"),
        ([_PLAN, _ENVIRONMENT, {"kind": "end", "outcome": "complete", "seconds": 1}], "is complete"),
        ([_PLAN, _ENVIRONMENT], "stack a@old has another interpreter; give it again"),
    ],
)
def test_what_cannot_be_taken_up_is_refused(
    records: list[dict[str, Any]], message: str, folder: Path
) -> None:
    with pytest.raises(UsageError, match=message):
        begun(_write(folder, *records))


def test_parts_that_a_complete_run_has_left_are_removed(folder: Path) -> None:
    _write(folder, _PLAN, _ENVIRONMENT, {"kind": "end", "outcome": "complete", "seconds": 1})

    with pytest.raises(UsageError, match="is complete"):
        begun(folder, _OLD)
    assert not (folder / "parts").exists()


def test_without_parts_there_is_nothing_to_go_on_from(folder: Path) -> None:
    (folder / "parts").rmdir()

    with pytest.raises(UsageError, match="has no parts/ left to go on from"):
        begun(_write(folder, _PLAN, _ENVIRONMENT), _OLD)


@pytest.mark.parametrize("change", [{"cells": [["a"]]}, {"stacks": 3}, {"versions": None}, {"settings": "x"}])
def test_a_damaged_plan_is_said(change: dict[str, Any], folder: Path) -> None:
    told = {key: value for key, value in {**_PLAN, **change}.items() if value is not None}

    text = "".join(json.dumps(line) + "\n" for line in (told, _ENVIRONMENT))
    (folder / record.FILE).write_text(text, encoding="utf-8")

    with pytest.raises(
        RunFileError, match=r"its plan is damaged .*; measure anew|line 1 is damaged"
    ) as error:
        begun(folder, _OLD)

    assert "\n" not in str(error.value)


def _gate(folder: Path, facts: dict[str, str], *, kind: str = "ok") -> Gate:
    outcome = Outcome("a", _CASE.name, kind)
    proved = Proved(facts, {_CASE.target: False}, {_CASE.name: outcome})
    inputs = Inputs(folder, {_CASE.name: Entry(_CASE.target, "simple", "i", 1)}, {})
    return Gate(inputs, {"a": proved, "a@old": proved})


def test_what_is_the_same_may_go_on(folder: Path) -> None:
    run = begun(_write(folder, _PLAN, _ENVIRONMENT), _OLD)

    demand_same(run, {_CASE.name: "v1"}, _gate(folder, _FACTS))


def test_what_is_not_the_same_is_refused_with_the_first_difference(folder: Path) -> None:
    run = begun(_write(folder, _PLAN, _ENVIRONMENT), _OLD)
    same, right = _gate(folder, _FACTS), {_CASE.name: "v1"}
    newer = _gate(folder, {**_FACTS, "engine_version": "2"})
    gone = replace(same, proved={**same.proved, "a": Proved(unavailable="a is gone")})
    wrong = [
        (right, newer, "engine_version of a is 2, it began with 1"),
        (right, gone, "cannot be taken up: a is gone"),
        ({_CASE.name: "v2"}, same, "jcs.canonicalize/simple measures something else now"),
        (right, _gate(folder, _FACTS, kind="differs"), "does not pass the gate on jcs.canonicalize/simple"),
    ]

    for versions, gate, message in wrong:
        with pytest.raises(RunFileError, match=message):
            demand_same(run, versions, gate)
    with pytest.raises(RunFileError, match="it began on another cpu, this is a cpu"):
        demand_same(replace(run, machine="another cpu"), right, same)
