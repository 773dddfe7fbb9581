"""The report of attribution, on runs whose truth is planted."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from canonbench.analysis.study import studies
from canonbench.report.attribution import FORMS, write
from canonbench.runs.rows import Run

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]

ENGINES = {"canonbench": "rdfc.canonicalize=canonbench", "pyld": "rdfc.canonicalize=pyld"}
RECORDS = ({"kind": "work", "document": "ob3", "counts": {"quads": 32, "hash_calls": 5}},)


@pytest.fixture
def planted(plant: Plant, factorial: Factorial) -> Run:
    truth = factorial()
    stages = {"replay": 1e-5, "reference": 9e-5, "canonbench": 3e-5, "pyld": 12e-5}
    for stack, seconds in stages.items():
        truth.setdefault(stack, {})["rdfc.canonicalize/ob3"] = seconds
        truth[stack]["rdfc.canonicalize/dcc"] = seconds
        truth[stack]["rdfc.label/dcc"] = seconds
    truth["pyld"]["rdfc.canonicalize/ob3:cold-context"] = 20e-5
    steps = {row: {"jsonld.to_quads": 1e-4, "hand-over": 1e-5} for row in truth["pyld"] if "rdfc-20" in row}
    more = factorial(document="dcc")["canonbench"]
    truth["canonbench"] |= {name: each for name, each in more.items() if "mdoc" in name}
    return plant(truth, engines=ENGINES, records=RECORDS, steps=steps)


def _text(*runs: Run, **options: object) -> str:
    stream = io.StringIO()
    write(studies(runs), stream, plain=True, **{"only": None, **options})  # type: ignore[arg-type]  # form
    return stream.getvalue()


def test_a_report_ends_with_levers_and_begins_with_the_environment(planted: Run) -> None:
    titles = [block.splitlines()[0] for block in _text(planted).split("\n\n")]

    assert titles[0] == "environment unknown"
    assert titles[1] == "exchanges of ob3: what is needed at most, what is added at least"
    assert titles[2] == "gap: eddsa-rdfc-2022 over sd-jwt-vc on ob3; Ed25519; CPU time"
    assert "stages on ob3: what is needed at most, what is added at least" in titles
    assert "cost by step: eddsa-rdfc-2022/ob3, exchange" in titles
    assert titles[-2].startswith("levers: eddsa-rdfc-2022 (Ed25519) on ob3 with pyld")
    assert titles[-1] == "further documents"


def test_few_rounds_are_written_without_intervals(plant: Plant, factorial: Factorial) -> None:
    truth = factorial()
    steps = {row: {"jsonld.to_quads": 1e-4} for row in truth["pyld"]}
    found = _text(plant(truth, engines=ENGINES, rounds=3, steps=steps))

    assert "gap: eddsa-rdfc-2022 over sd-jwt-vc" in found
    assert "jsonld.to_quads" in found
    assert "levers" not in found


def test_what_a_newer_run_measured_otherwise_is_said(plant: Plant) -> None:
    runs = [
        replace(
            plant({"pyld": {"rdfc.label/ob3": 1e-5}}, about={"rdfc.label/ob3": {"case_version": label}}),
            label=label,
        )
        for label in ("2026-01-01T000000Z-rdfc", "2026-01-02T000000Z-rdfc")
    ]

    assert (
        "Left out, since a newer run measured something else: rdfc.label/ob3 of pyld in 2026-01-01T000000Z"
        in _text(*runs)
    )


def test_versions_and_noise_are_said_where_they_are_known(plant: Plant) -> None:
    engines = {
        "pyld": {"engine": "pyld", "engine_version": "3.0"},
        "best": {"engine": "a=b", "engine_version": "1"},
    }
    records = [{"kind": "environment", "libraries": {}, "engines": engines}]
    truth = {name: {"rdfc.label/ob3": 1e-5} for name in ("pyld", "pyld-again")}
    found = _text(plant(truth, records=records))

    assert "Versions: pyld 3.0." in found
    assert "noise (A/A)  unknown" not in found


def test_several_environments_end_with_their_range(
    plant: Plant, factorial: Factorial, tmp_path: Path
) -> None:
    runs = [
        replace(
            plant(factorial(), engines=ENGINES, seed=seed, run=f"run {seed}"), folder=tmp_path / name / "run"
        )
        for seed, name in enumerate(("one", "other"))
    ]
    titles = [block.splitlines()[0] for block in _text(*runs).split("\n\n")]

    assert {"environment one", "environment other"} <= set(titles)
    assert titles[-1] == "shares of the gaps in 2 environments"
    assert _text(*runs, only=()).count("The rest: --all") == 2
    assert "shares of the gaps" in _text(*runs, only=())
    assert "shares of the gaps" not in _text(*runs, only=["levers"])


def test_sections_stand_alone_in_their_order(planted: Run) -> None:
    titles = [block.splitlines()[0] for block in _text(planted, only=["levers", "environment"]).split("\n\n")]

    assert titles[0] == "environment unknown"
    assert {title.partition(":")[0] for title in titles[1:]} == {"levers"}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_holds_the_same_gap(planted: Run, form: str) -> None:
    found = _text(planted, form=form)
    told = {"text": "gap: eddsa-rdfc-2022", "markdown": "### gap: eddsa-rdfc-2022", "json": '"gaps": ['}

    assert told[form] in found
    if form == "json":
        assert json.loads(found)["schema"] == "canonbench.attribution/1"
