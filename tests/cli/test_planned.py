"""What ``--dry-run`` checks and prints for programs."""

import json
import sys
from pathlib import Path

import pytest

from canonbench.cli import main, planned
from canonbench.errors import UsageError
from canonbench.harness import plan
from canonbench.harness.plans.compose import Composed
from canonbench.model.case import Case


def _plan(*engines: str) -> plan.Plan:
    stacks = plan.choose(engines)
    return plan.make("rdfc.label", stacks, [("simple", (Case("rdfc.label", "simple"),))], rounds=2, seed=7)


def test_an_interpreter_that_is_there_is_found() -> None:
    planned.demand_interpreters(_plan("pyld", f"pyld@{sys.executable}"))

    with pytest.raises(UsageError, match=r"pyld@gone/bin/python: there is no such interpreter"):
        planned.demand_interpreters(_plan("pyld", "pyld@gone/bin/python"))


def test_a_plan_in_json_has_its_rows_and_no_path() -> None:
    written = json.loads(planned.as_json("stage", _plan("pyld@env/bin/python"), 4, 3.14159))

    assert written == {
        "schema": "canonbench.plan/1",
        "verb": "stage",
        "target": "rdfc.label",
        "stacks": [{"name": "pyld@env", "engine": "pyld"}, {"name": "pyld@env-again", "engine": "pyld"}],
        "documents": ["simple"],
        "rows": [
            {"stack": name, "document": "simple", "benchmark": "rdfc.label/simple"}
            for name in ("pyld@env", "pyld@env-again")
        ],
        "rounds": 2,
        "seed": 7,
        "processes": 4,
        "seconds": 3.1,
    }


MEASURING = (
    ("stage", "rdfc.canonicalize", "--engine"),
    ("exchange", "eddsa-jcs-2022", "--stack"),
    ("memory", "rdfc.canonicalize", "--engine"),
    ("memory", "sd-jwt-vc", "--stack"),
)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("words", MEASURING)
def test_every_measuring_verb_prints_its_plan_as_json(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [*words, "canonbench", "--document", "simple", "--rounds", "2", "--dry-run"]

    assert main([*asked, "--json"]) == 0
    written = json.loads(capsys.readouterr().out)
    assert main(asked) == 0
    assert f"processes  {written['processes']}, about" in capsys.readouterr().out
    assert (written["schema"], written["verb"]) == (planned.SCHEMA, words[0])
    assert {row["stack"] for row in written["rows"]} == {stack["name"] for stack in written["stacks"]}


@pytest.mark.parametrize("words", MEASURING)
def test_a_dry_run_refuses_an_interpreter_that_is_not_there(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "canonbench@gone/bin/python", "--document", "simple", "--dry-run"]) == 2
    assert "canonbench@gone/bin/python: there is no such interpreter" in capsys.readouterr().err


def test_what_is_left_out_is_a_failure_of_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    assert planned.complain(()) == 0
    assert planned.complain(("a.json is broken",)) == 1
    assert capsys.readouterr().err == "canonbench: a.json is broken; going on without it\n"


def test_a_plan_for_people_names_its_rows_without_their_document(capsys: pytest.CaptureFixture[str]) -> None:
    planned.show("stage", _plan("pyld"), 4, 3.14159, json=False, stacks="engines")

    assert capsys.readouterr().out.splitlines() == [
        "target     rdfc.label",
        "engines    pyld, pyld-again",
        "document   simple: rdfc.label",
        "rounds     2, seed 7",
        "processes  4, about 3 s",
    ]


def test_chapters_have_their_rounds_and_what_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    own, other = plan.choose(["canonbench", "node"], again=False)
    rows = (Case("rdfc.label", "simple"),)
    cells = (plan.Cell(own, "simple", rows, "stages"), plan.Cell(other, "simple", rows, "stages", 8))
    made = Composed(plan.Plan("quick", cells, 16, 3, {"stages": 12}), ("no engine node",))

    planned.show_chapters(made, 200, json=False)

    assert capsys.readouterr().out.splitlines() == [
        "plan       quick",
        "stacks     canonbench, node",
        "chapter    stages: 2 rows, 12 rounds (node: 8), on simple",
        "without    no engine node",
        "seed       3",
        "processes  20, about 3 min here, now",
    ]
