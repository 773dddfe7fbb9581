"""``canonbench attribute`` on a recorded run."""

import json
import shutil
from pathlib import Path

import pytest

from canonbench.cli import main

PUBLISHED = Path(__file__).parent.parent.parent / "runs" / "intel-xeon" / "2026-12-01T005114Z-paper"
RECORDED = Path(__file__).parent.parent / "recorded" / "2026-11-30T202500Z-rdfc"


def test_a_run_is_attributed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["attribute", str(RECORDED)]) == 0
    said = capsys.readouterr().out

    assert "needs at most" in said
    assert "rdfc.canonicalize" in said


def test_one_screen_is_narrow_in_a_pipe_and_says_how_to_see_the_rest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["attribute", str(PUBLISHED)]) == 0
    said = capsys.readouterr().out.splitlines()

    assert len(said) <= 50
    assert max(map(len, said)) <= 100
    assert "The rest: --all, or --only with environment, exchanges, gaps," in "\n".join(said[-3:])


def test_sections_are_chosen_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["attribute", str(RECORDED), "--only", "stages,environment"]) == 0
    assert capsys.readouterr().out.startswith("environment recorded\n")
    assert main(["attribute", str(RECORDED), "--all"]) == 0
    assert "stages on ob3" in capsys.readouterr().out
    assert main(["attribute", str(RECORDED), "--only", "step"]) == 2
    assert "steps" in capsys.readouterr().err


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
    assert "### a-machine; " in capsys.readouterr().out


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


@pytest.mark.parametrize(
    "command",
    [
        ("attribute", "--all"),
        ("attribute", "--only", "environment", "--format", "markdown"),
        ("claims",),
        ("claims", "--format", "markdown"),
        *(("report", "--format", form) for form in ("html", "markdown", "csv", "latex")),
    ],
)
def test_no_output_passes_on_the_escapes_of_a_run(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "html" in command:
        pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
    run = tmp_path / RECORDED.name
    shutil.copytree(RECORDED, run)
    model = "Evil\x1b]0;owned\x07\x9b2J" + "x" * 5000
    record = run / "run.jsonl"
    with record.open("a", encoding="utf-8") as file:
        file.write(
            json.dumps({"schema": "canonbench.run/1", "kind": "environment", "cpu_model": model}) + "\n"
        )

    assert main([command[0], str(run), *command[1:]]) == 0
    said = capsys.readouterr().out
    assert not {"\x1b", "\x07", "\x9b"} & set(said)
    assert "x" * 201 not in said
    if "csv" not in command:
        assert "Evil" in said


@pytest.mark.parametrize(
    "command", [("attribute",), ("claims",), ("report", "--format", "markdown"), ("attribute", "--json")]
)
def test_rows_of_another_case_version_are_left_out_and_named(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / RECORDED.name
    shutil.copytree(RECORDED, run)
    file = run / "pyld.json"
    suite = json.loads(file.read_text("utf-8"))
    name = "rdfc.canonicalize/ob3"
    changed = next(each for each in suite["benchmarks"] if each["metadata"]["name"] == name)
    changed["metadata"]["case_version"] = "another"
    file.write_text(json.dumps(suite), "utf-8")

    assert main([command[0], str(run), *command[1:]]) == 0
    said = " ".join(capsys.readouterr().out.replace("\\", "").split())
    told = f"Left out: {name} of pyld, since its case_version is not that of canonbench"
    assert (
        f'"differing": [ {{ "stack": "pyld", "name": "{name}" }} ]' if "--json" in command else told
    ) in said
