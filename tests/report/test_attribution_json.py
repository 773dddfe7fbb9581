"""Attribution as JSON."""

import json
from collections.abc import Callable
from dataclasses import replace
from math import fsum
from pathlib import Path
from typing import Any

import pytest

from canonbench.analysis.study import studies
from canonbench.report.attribution_json import SCHEMA, document
from canonbench.runs.rows import Run

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]

ENGINES = {"canonbench": "rdfc.canonicalize=canonbench", "pyld": "rdfc.canonicalize=pyld"}


def _read(*runs: Run) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(document(studies(runs)), allow_nan=False))
    return found


@pytest.fixture
def read(plant: Plant, factorial: Factorial) -> dict[str, Any]:
    truth = factorial()
    truth["replay"] = {"rdfc.label/ob3": 1e-6}
    truth["pyld"] |= {"rdfc.label/ob3": 2e-6}
    truth["pyld"] |= {f"rdfc.label/credential-{size}": 1e-6 * size for size in (5, 20, 100)}
    steps = {row: {"jsonld.to_quads": 1e-4} if "rdfc" in row else {} for row in truth["canonbench"]}
    work = [{"kind": "work", "document": f"credential-{n}", "counts": {"quads": n}} for n in (5, 20, 100)]
    memory = plant({"pyld": {"rdfc.label/ob3:peak": 5.0}}, about={"rdfc.label/ob3:peak": {"unit": "byte"}})
    return _read(plant(truth, engines=ENGINES, steps=steps, records=work), memory)


def test_the_document_says_what_it_is(read: dict[str, Any]) -> None:
    (environment,) = read["environments"]

    assert (read["schema"], read["ranges"]) == (SCHEMA, [])
    assert environment["document"] == "ob3"
    assert environment["gaps_not_divided"] == []


def test_contributions_add_up_to_the_gap(read: dict[str, Any]) -> None:
    for gap in read["environments"][0]["gaps"]:
        assert fsum(part["mean"] for part in gap["contributions"]) == pytest.approx(
            gap["gap"]["mean"], abs=1e-15
        )
        whole = next(part for part in gap["contributions"] if part["name"] == "canonicalization")
        assert fsum(part["mean"] for part in whole["parts"]) == pytest.approx(whole["mean"], abs=1e-15)
        assert set(gap["cells"]) >= {"other", "none", "canonicalization"}


def test_every_figure_has_its_interval_and_its_stack(read: dict[str, Any]) -> None:
    found = next(each for each in read["environments"][0]["attributions"] if each["name"] == "rdfc.label/ob3")

    assert found["needs_at_most"]["stacks"] == ["pyld"]
    assert found["replay"]["median"]["interval"] is not None
    assert found["reference"] is None
    assert found["chosen"][0]["adds_at_least"]["interval"] == [0.0, 0.0]
    assert found["best_over_replay"]["value"] == pytest.approx(2.0, rel=0.05)


def test_costs_growth_model_memory_and_levers_are_there(read: dict[str, Any]) -> None:
    environment = read["environments"][0]

    assert {line["what"] for line in environment["costs"][0]["lines"]} == {
        "jsonld.to_quads",
        "glue",
        "residual",
    }
    assert environment["growths"][0]["exponent"]["value"] == pytest.approx(1.0, abs=0.05)
    assert environment["models"][0]["reason"] == "too few documents: 3, 4 needed"
    assert environment["memory"][0]["peak"]["value"] == pytest.approx(5.0, rel=0.2)
    assert environment["levers"][0]["levers"][0]["ratio"]["value"] < 1
    assert environment["levers"][0]["exchange"]["document"] == environment["levers"][0]["document"] == "ob3"


def test_a_range_names_its_environments(plant: Plant, factorial: Factorial, tmp_path: Path) -> None:
    runs = [
        replace(
            plant(factorial(), engines=ENGINES, seed=seed, run=f"run {seed}"), folder=tmp_path / name / "run"
        )
        for seed, name in enumerate(("one", "other"))
    ]
    found = _read(*runs)["ranges"][0]

    assert set(found["environments"]) == {"one", "other"}
    assert found["least"] <= found["most"]


def test_a_model_with_documents_enough_has_coefficients(plant: Plant) -> None:
    counts = (5, 9, 40, 80)
    work = [{"kind": "work", "document": f"doc-{n}", "counts": {"quads": n}} for n in counts]
    run = plant(
        {"pyld": {f"rdfc.label/doc-{n}": 1e-6 * n for n in counts}}, records=work, rounds=3, noise=0.0
    )
    (model,) = _read(run)["environments"][0]["models"]

    assert model["reason"] is None
    assert model["coefficients"]["quads"] == pytest.approx(1e-6, rel=0.1)
