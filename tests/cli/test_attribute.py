"""``canonbench attribute`` on a recorded run."""

import json
import shutil
from pathlib import Path

import pytest

from canonbench.cli import main

RECORDED = Path(__file__).parent.parent / "recorded" / "2026-11-30T202500Z-rdfc"


def test_a_run_is_attributed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["attribute", str(RECORDED)]) == 0
    said = capsys.readouterr().out

    assert "needs at most" in said
    assert "rdfc.canonicalize" in said


def test_json_is_a_versioned_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["attribute", str(RECORDED), "--stack", "pyld", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)

    assert found["schema"] == "canonbench.attribution/1"
    assert found["environments"][0]["stacks"] == ["pyld"]


def test_the_newest_run_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(RECORDED, tmp_path / "runs" / "a-machine" / RECORDED.name)
    monkeypatch.chdir(tmp_path)

    assert main(["attribute", "--format", "markdown"]) == 0
    assert "### environment a-machine" in capsys.readouterr().out


def test_a_document_that_is_not_there_has_nothing_to_attribute(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["attribute", str(RECORDED), "--document", "absent"]) == 1
    assert "nothing to attribute on absent" in capsys.readouterr().err


def test_a_stack_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["attribute", str(RECORDED), "--stack", "pydl"]) == 2
    assert "pydl" in capsys.readouterr().err


def test_a_run_under_memray_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    traced = tmp_path / "pyld.json"
    text = (RECORDED / "pyld.json").read_text("utf-8")
    traced.write_text(text.replace('"hooks":"recorded"', '"hooks":"memray"'), "utf-8")

    assert main(["attribute", str(traced)]) == 1
    assert "timed under memray, which makes it longer" in capsys.readouterr().err
