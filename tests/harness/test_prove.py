"""The gate's child, in this process."""

import json
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.harness import plan, prove
from canonbench.harness.freeze import Material, freeze
from canonbench.harness.inputs import Inputs
from canonbench.model.case import Case
from canonbench.model.engine import Engine
from canonbench.runtimes.faults import Kind, RuntimeFault
from canonbench.specs import rdfc10
from canonbench.stages import rdfc


@pytest.fixture
def inputs(tmp_path: Path, small: Material) -> Inputs:
    return freeze(plan.cases(plan.targets("rdfc"), "small"), [small], Catalogue(), tmp_path).inputs


_CASE = Case("rdfc.canonicalize", "small")


@pytest.mark.parametrize(
    ("expected", "found", "difference"),
    [
        ("a\nb\n", "a\nc\n", (2, "b", "c")),
        ("a\n", "a\nb\n", (2, "", "b")),
        ("a\nb", "a", (2, "b", "")),
        ("", "x", (1, "", "x")),
    ],
)
def test_the_first_line_that_differs_is_named(
    expected: str, found: str, difference: tuple[int, str, str]
) -> None:
    assert prove.first_difference(expected, found) == difference


def test_an_engine_that_eats_its_input_without_saying_so_is_not_timed(inputs: Inputs) -> None:
    def eat(quads: list[Any]) -> str:
        text = rdfc10.canonicalize(tuple(quads))
        quads.clear()
        return text

    silent = Engine(rdfc.canonicalize, "x", run=eat, enter=lambda request: list(request.dataset))
    honest = Engine(
        rdfc.canonicalize, "x", run=eat, enter=lambda request: list(request.dataset), consumes=True
    )

    assert prove.prove(silent, _CASE, inputs)["outcome"] == "differs"
    assert prove.prove(honest, _CASE, inputs) == {"outcome": "ok"}


@pytest.mark.parametrize(("kind", "outcome"), [("late", "over budget"), ("died", "crashed")])
def test_a_child_of_another_runtime_that_fails_has_an_outcome(
    inputs: Inputs, kind: Kind, outcome: str
) -> None:
    def run(_request: Any) -> str:
        raise RuntimeFault(kind, "the child failed", "a secret value")

    engine = Engine(rdfc.canonicalize, "x", run=run)

    assert prove._outcome(lambda _: engine, [_CASE], inputs, 0) == {
        "outcome": outcome,
        "reason": "the child failed",
        "detail": "a secret value",
    }


def test_an_engine_that_changes_the_neutral_input_is_not_timed(inputs: Inputs) -> None:
    def spoil(labeled: rdfc.Labeled) -> str:
        text = rdfc10.serialize(*labeled)
        labeled.issued["_:new"] = "_:c14n7"
        return text

    line = prove.prove(Engine(rdfc.serialize, "x", run=spoil), Case("rdfc.serialize", "small"), inputs)

    assert line == {"outcome": "differs", "reason": "the neutral input was changed"}


def test_what_has_no_expected_output_yet_gives_its_own(inputs: Inputs) -> None:
    entry = inputs.entry(_CASE)
    unknown = Inputs(inputs.folder, {_CASE.name: type(entry)(**{**vars(entry), "expected": ""})}, {})

    line = prove.prove(Engine(rdfc.canonicalize, "x", run=lambda r: rdfc10.canonicalize(*r)), _CASE, unknown)

    assert line["outcome"] == "ok"
    assert line["normal"].startswith("_:c14n0 ")


def test_an_answer_is_lines_of_json(inputs: Inputs) -> None:
    lines: list[str] = []
    request = {"engine": "canonbench", "plugins": [], "inputs": str(inputs.folder), "min_time": 0}

    code = prove.main(lines.append, json.dumps({**request, "cases": [_CASE.name, "rdfc.label/none"]}))

    first, *rest = map(json.loads, lines)
    assert code == 0
    assert first["facts"]["engine"] == "canonbench"
    assert first["offers"]["jsonld.expand"] == {"cache": True}
    assert rest == [{"begin": _CASE.name}, {"case": _CASE.name, "outcome": "ok"}]


def test_inputs_that_are_missing_are_said(tmp_path: Path) -> None:
    lines: list[str] = []
    request = {"engine": "canonbench", "plugins": [], "inputs": str(tmp_path), "min_time": 0, "cases": []}

    code = prove.main(lines.append, json.dumps(request))

    assert code == 2
    assert "holds no frozen inputs" in json.loads(lines[-1])["unavailable"]


def test_an_engine_that_says_the_same_of_everything_differs(inputs: Inputs) -> None:
    told: list[str] = []

    def run(request: rdfc.Request) -> str:
        told.append(rdfc10.canonicalize(*request))
        return told[0]

    line = prove.prove(Engine(rdfc.canonicalize, "memo", run=run), _CASE, inputs)

    assert (line["outcome"], line["reason"]) == ("differs", "another input gives the very same output")
