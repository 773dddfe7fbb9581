"""The verb ``list``."""

import json

import pytest

from canonbench import engines
from canonbench.cli import main
from canonbench.documents import corpus
from canonbench.exchanges import FORMATS
from canonbench.harness.plans import PLANS
from canonbench.stages import STAGES


def test_everything_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    listed = {line.split(" ")[0] for line in capsys.readouterr().out.splitlines()}

    assert listed >= {*STAGES, *engines.BUILT_IN, *corpus.names()}


def test_one_kind_is_listed_without_a_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "documents"]) == 0
    assert capsys.readouterr().out.split()[0] == "simple"


def test_a_contrast_row_is_listed_as_no_exchange(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "stages"]) == 0
    marked = [line.split()[0] for line in capsys.readouterr().out.splitlines() if "not an exchange" in line]

    assert marked == [name for name in STAGES if name.startswith("kit.")]


def test_variants_of_a_document_are_listed_with_what_they_are_without(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["list", "--variants", "ob3"]) == 0
    whole, base, badge, name = capsys.readouterr().out.splitlines()

    assert whole.endswith("bytes  as compact JSON")
    assert base.startswith("ob3~without-8bee4f4f")
    assert base.endswith(
        "none: without the context https://www.w3.org/ns/credentials/v2: "
        "a credential needs the base context of VCDM"
    )
    assert badge.endswith("context-3.0.3.json, and what it defines in 7 places")
    assert name.split()[0] == "ob3~without-name"
    assert name.endswith("without the member name")


def test_exchanges_are_listed_with_what_they_exist_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "exchanges"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert [line.split()[0] for line in lines] == list(FORMATS)
    assert lines[-1].endswith("ed25519, p256, p384; scopes issuer, holder, trust; bindings signature, mac")


def test_plans_are_listed_with_their_chapters_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "plans"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(PLANS)
    assert lines[0].split()[1] == "about"
    assert " on a quiet machine: " in lines[0]
    assert any(line.split()[:3] == ["exchange", "16", "rounds"] for line in lines)


def test_an_engine_that_does_not_load_is_listed_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engines, "BUILT_IN", {"absent": "no_such_distribution"})

    assert main(["list", "engines"]) == 0
    assert "unavailable: engine absent needs no_such_distribution" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("kind", "hint"),
    [("foo", "known: stages, engines, documents, exchanges, plans"), ("stage", "did you mean stages?")],
)
def test_an_unknown_kind_is_a_usage_error_that_names_the_kinds(
    kind: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", "engines", kind]) == 2
    said = capsys.readouterr()

    assert said.out == ""
    assert said.err == f"canonbench: there is no list {kind!r}; {hint}\n"


def test_what_an_engine_runs_where_that_is_not_the_text_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "engines"]) == 0

    _, _, after = capsys.readouterr().out.partition("\npyld ")
    own, _, _ = after.partition("\npyoxigraph ")
    assert own.splitlines()[-1].strip() == "rdfc.canonicalize, transform.rdfc by URDNA2015"


@pytest.mark.parametrize("kind", ["stages", "engines", "documents", "exchanges", "plans"])
def test_json_has_what_the_lines_have(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", kind, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    main(["list", kind])
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]

    assert list(found) == ["schema", kind]
    assert found["schema"] == "canonbench.list/1"
    assert [entry["name"] for entry in found[kind]] == [line.split()[0] for line in lines]


def test_plans_as_json_have_their_chapters_and_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    main(["list", "plans", "--json"])
    plans = {plan["name"]: plan for plan in json.loads(capsys.readouterr().out)["plans"]}

    assert plans["paper"]["seconds"] > plans["quick"]["seconds"] > 0
    assert {chapter["rounds"] for chapter in plans["paper"]["chapters"]} >= {16}
    assert [each["rounds"] for each in plans["paper"]["chapters"] if each["name"] == "single"] == [5]


def test_variants_as_json_say_without_what(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--variants", "ob3-complete", "--json"]) == 0
    whole, *variants = json.loads(capsys.readouterr().out)["variants"]

    assert whole["without"] is None
    assert all(each["bytes"] is not None or each["reason"] for each in variants)
