"""What a record may hold: types, bounds, and no paths where names belong."""

from typing import Any

import pytest

from canonbench.runs.schema import problem

_CASE = "jcs.canonicalize/simple"
_PLAN: dict[str, Any] = {
    "kind": "plan",
    "target": "quick",
    "rounds": 8,
    "seed": -1,
    "chapters": {"a chapter": [_CASE]},
    "chapter_rounds": {"a chapter": 2},
    "stacks": [{"name": "jcs@old", "engine": "jcs", "python": True, "explicit": False}],
    "cells": [["jcs", "simple", [_CASE], "a chapter", 1], ["jcs", "simple", [_CASE]]],
    "loops": {"jcs": {_CASE: 7}},
    "settings": {"min_time": 0, "inherit": []},
    "versions": {_CASE: "v"},
}
_ENVIRONMENT: dict[str, Any] = {
    "kind": "environment",
    "cpu_model": "a cpu",
    "load": [0.5, 1],
    "engines": {"jcs": {"engine": "jcs"}},
    "documents": {"user~12345678": {"sha256": "d", "size": 3}},
    "of a newer version": [None],
}
_STEPS = {"calls": 1, "peak": 2.5, "allocated": 3, "allocations": 4}
_NOTE: dict[str, Any] = {
    "kind": "note",
    "about": "steps",
    "name": _CASE,
    "stack": "jcs",
    "steps": [{"stage": "jcs.canonicalize", "of": "document", **_STEPS, "by_size": [["f", "m.py", 3, 640]]}],
}


@pytest.mark.parametrize(
    "entry", [_PLAN, _ENVIRONMENT, _NOTE, {"kind": "plan"}, {"kind": "note", "text": "x"}]
)
def test_what_canonbench_writes_is_a_record(entry: dict[str, Any]) -> None:
    assert problem(entry) == ""


@pytest.mark.parametrize(
    ("field", "value", "about"),
    [
        ("target", "../../etc", "a name without a path"),
        ("target", "", "a name without a path"),
        ("target", "-x", "a name without a path"),
        ("target", 3, "a name without a path"),
        ("rounds", -1, "a whole number from 1 to 100000"),
        ("rounds", True, "a whole number"),
        ("rounds", 10**9, "a whole number"),
        ("rounds", [8], "a whole number"),
        ("seed", 0.5, "a whole number"),
        ("chapters", [_CASE], "an object, each value a list"),
        ("chapters", {"a": [3]}, "an object, each value a list"),
        ("chapter_rounds", {"a chapter": 0}, "each value a whole number from 1"),
        ("stacks", {"name": "jcs"}, "a list, each an object with name, engine"),
        ("stacks", [{"name": "a/b", "engine": "jcs"}], "a list, each an object with name, engine"),
        ("stacks", [{"name": "jcs"}], "a list, each an object with name, engine"),
        ("cells", [["jcs", "../x", [_CASE]]], "a list, each a list of a name without a path"),
        ("cells", [["jcs", "simple"]], "a list, each a list"),
        ("cells", [["jcs", "simple", ["no case"]]], "a list, each a list"),
        ("cells", [["jcs", "simple", [_CASE], "c", 1, 2]], "a list, each a list"),
        ("loops", {"jcs": {_CASE: "7"}}, "an object, each value an object"),
        ("settings", {"min_time": float("inf")}, "an object with values"),
        ("settings", {"affinity": "\x1b[0m"}, "an object with values"),
        ("settings", 3, "an object with values"),
        ("versions", None, "an object, each value a text"),
        ("options", {"rounds": 0}, "an object with rounds, rigorous, stacks, given"),
    ],
)
def test_a_field_of_a_plan_that_is_something_else_is_named(field: str, value: Any, about: str) -> None:
    found = problem({**_PLAN, field: value})

    assert found.startswith(f"a plan has as its {field} something else than ")
    assert about in found


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cpu_model", 3),
        ("machine", "a/b"),
        ("load", ["much"]),
        ("engines", {"jcs": "jcs"}),
        ("documents", {"simple": {}}),
        ("documents", {"simple": {"sha256": "d", "size": "large"}}),
    ],
)
def test_a_field_of_an_environment_that_is_something_else_is_named(field: str, value: Any) -> None:
    assert problem({**_ENVIRONMENT, field: value}).startswith(f"an environment has as its {field} ")


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"kind": ["plan"]}, "no JSON object with a kind"),
        ({**_PLAN, "chapter_rounds": {}}, "a plan has a chapter without rounds"),
        ({"kind": "note", "about": "steps"}, "a note about something needs name, stack"),
        ({**_NOTE, "steps": [{**_NOTE["steps"][0], "by_size": [["f", "m.py"]]}]}, "a note has as its steps"),
        ({"kind": "end", "outcome": "complete", "seconds": "9"}, "an end has as its seconds something else"),
        ({"kind": "end", "outcome": "complete", "seconds": 9, "estimate": []}, "an end has as its estimate"),
        ({"kind": "variant", "document": [], "of": "x", "without": "y"}, "a variant has as its document"),
        ({"kind": "steps", "name": "none", "steps": []}, "something else than the name of a case"),
    ],
)
def test_what_is_amiss_is_said(entry: dict[str, Any], said: str) -> None:
    assert said in problem(entry)
