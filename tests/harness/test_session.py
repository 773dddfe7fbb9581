"""A session ties the steps of a conducted run together, and writes down what happened."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import own
from canonbench.errors import WorkLimitExceeded
from canonbench.harness import plan, session
from canonbench.harness.conductor import Conductor, Measured, Settings
from canonbench.harness.freeze import Material
from canonbench.harness.plugins import catalogue
from canonbench.harness.progress import Silent
from canonbench.runs import record


class _Said(Silent):
    """Keeps what is said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        """Keep it."""
        self.said.append(text)


Hold = Callable[..., tuple[session.Session, list[str], list[Any]]]


@pytest.fixture
def hold(tmp_path: Path, plugin: Path, monkeypatch: pytest.MonkeyPatch) -> Hold:
    """Hold a session whose conductor measures nothing, and return what it would have measured."""

    def run(
        engines: Sequence[str],
        documents: Sequence[Material],
        target: str = "rdfc.canonicalize",
        **options: Any,
    ) -> tuple[session.Session, list[str], list[Any]]:
        measured: list[Any] = []

        def conduct(self: Conductor) -> Measured:
            measured.extend((cell.stack.name, case.name) for cell in self.plan.cells for case in cell.cases)
            return Measured(self.folder, ())

        monkeypatch.setattr(Conductor, "run", conduct)
        cases = [(document.name, plan.cases(plan.targets(target), document.name)) for document in documents]
        request = session.Request(
            plan.make(target, plan.choose(engines), cases, rounds=2, seed=3),
            tuple(documents),
            Settings(min_time=1e-6, plugins=(plugin,), timeout=20),
            catalogue([plugin]),
            root=tmp_path / "runs",
            machine="m",
            command="canonbench stage",
            **options,
        )
        said = _Said()
        return session.hold(request, said), said.said, measured

    return run


def _records(held: session.Session) -> dict[str, list[dict[str, Any]]]:
    assert held.folder is not None
    kinds: dict[str, list[dict[str, Any]]] = {}
    for entry in record.load(held.folder):
        kinds.setdefault(entry["kind"], []).append(entry)
    return kinds


def test_what_is_proved_is_measured_and_written_down(hold: Hold, small: Material, large: Material) -> None:
    held, said, measured = hold(["right", "aborts"], [small, large])

    assert measured == [
        ("right", "rdfc.canonicalize/small"),
        ("aborts", "rdfc.canonicalize/small"),
        ("right-again", "rdfc.canonicalize/small"),
        ("right", "rdfc.canonicalize/large"),
        ("right-again", "rdfc.canonicalize/large"),
    ]
    assert "! aborts: rdfc.canonicalize/large: crashed: killed by signal 6" in said
    kinds = _records(held)
    (planned,) = kinds["plan"]
    (environment,) = kinds["environment"]
    assert (planned["seed"], planned["rounds"], planned["command"]) == (3, 2, "canonbench stage")
    assert planned["loops"]["right"]["rdfc.canonicalize/small"] >= 1
    assert environment["engines"]["right"]["engine_source"].startswith("fakes.py sha256:")
    assert environment["documents"]["small"]["quads"] == 2
    assert [(e["stack"], e["name"], e["reason"]) for e in kinds["null"]] == [
        ("aborts", "rdfc.canonicalize/large", "crashed: killed by signal 6")
    ]
    assert sum(entry["passed"] for entry in kinds["gate"]) == 5


def test_a_refusal_is_no_null(hold: Hold, small: Material) -> None:
    held, _, _ = hold(["right", "poison", "picky"], [small])

    reasons = {entry["stack"]: entry["reason"] for entry in _records(held)["refusal"]}
    assert reasons == {"poison": "over budget: work limit", "picky": "refused: MalformedInput"}


def test_no_value_of_a_document_is_written_down(hold: Hold, small: Material, tmp_path: Path) -> None:
    held, said, _ = hold(["right", "wrong", "picky", "raises"], [small])

    assert held.folder is not None
    text = (held.folder / record.FILE).read_text(encoding="utf-8")
    assert any("a secret value" in line for line in said)
    assert "a secret value" not in text
    assert "urn:p" not in text
    assert str(tmp_path) not in text


def test_what_was_named_and_has_no_row_is_a_failure(hold: Hold, small: Material) -> None:
    held, _, measured = hold(["wrong"], [small])

    assert (measured, held.files, held.code) == ([], (), 1)
    assert {entry["reason"] for entry in _records(held)["null"]} == {
        "differs: the output differs, first in line 1"
    }
    assert held.complaints == ("engine wrong", "document small")


def test_an_engine_that_offers_nothing_of_the_target_is_said(hold: Hold, small: Material) -> None:
    _, said, _ = hold(["right", "labels"], [small])

    assert "! labels offers nothing of rdfc.canonicalize; see: python -m canonbench list engines" in said


def test_a_document_that_is_refused_is_a_refusal_for_every_stack(
    hold: Hold, small: Material, large: Material, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = own._label

    def limited(request: Any) -> dict[str, str]:
        if len(request.dataset) > 6:
            raise WorkLimitExceeded("more than 9 steps")
        return real(request)

    engines = tuple(
        type(each)(**{**vars(each), "run": limited}) if each.stage.name == "rdfc.label" else each
        for each in own.ENGINES
    )
    monkeypatch.setattr(own, "ENGINES", engines)

    held, said, measured = hold(["right"], [small, large])

    assert {name for _, name in measured} == {"rdfc.canonicalize/small"}
    assert "! large: over budget: more than 9 steps" in said
    assert {(entry["name"], entry["reason"]) for entry in _records(held)["refusal"]} == {
        ("rdfc.canonicalize/large", "over budget")
    }


def test_a_run_without_any_input_starts_no_engine_and_is_written_down(
    hold: Hold, paper: Callable[..., Any]
) -> None:
    held, said, measured = hold(["right", "hangs"], [paper("text", "json", {"a": 1})])

    assert (measured, held.code) == ([], 1)
    assert said == [
        "preparing inputs",
        "! text: nothing of rdfc.canonicalize can be done with it; see: python -m canonbench inspect",
    ]
    assert set(_records(held)) == {"plan", "environment"}


def test_none_needed_is_a_null_with_its_reason(hold: Hold, small: Material) -> None:
    held, _, measured = hold(["canonbench"], [small], "rdfc")

    null = {(entry["stack"], entry["name"], entry["reason"]) for entry in _records(held)["null"]}
    assert ("canonbench", "rdfc.hash_n_degree/small", "none needed") in null
    assert ("canonbench", "rdfc.hash_n_degree/small") not in measured


def test_cases_of_no_use_are_left_out(hold: Hold, small: Material) -> None:
    _, _, measured = hold(
        ["canonbench"],
        [small],
        "rdfc",
        wanted=lambda stack, case, offers: not stack.again and len(offers) > 5,
    )

    assert {stack for stack, _ in measured} == {"canonbench"}


def test_records_are_json_of_one_line_each(hold: Hold, small: Material) -> None:
    held, _, _ = hold(["right"], [small], facts={"contexts": {"https://x.example": "12"}})

    assert held.folder is not None
    lines = (held.folder / record.FILE).read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[1])["contexts"] == {"https://x.example": "12"}
