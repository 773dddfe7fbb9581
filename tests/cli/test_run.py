"""``canonbench run``, from the command line to a run folder."""

import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from canonbench.cli import main, run
from canonbench.harness import session
from canonbench.runs import files

if TYPE_CHECKING:
    from tests.cli.conftest import Tiny

# The least that can be measured: these tests are about everything but the time.
_QUICK = ("-n", "1", "-w", "0", "--min-time", "1e-6", "--machine", "here", "-q")


def test_a_plan_is_one_run_folder_with_roles_and_stages_side_by_side(
    tiny: "Tiny", capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "tiny", "--rounds", "2", *_QUICK, "--json"]) == 0
    told, folder = json.loads(capsys.readouterr().out), tiny.newest()

    assert folder.name.endswith("-tiny")
    assert sorted(path.name for path in folder.iterdir()) == [
        "by-format",
        "canonbench-again.json",
        "canonbench.json",
        "jcs.json",
        "run.jsonl",
    ]
    assert tiny.rounds(folder) == tiny.rows
    assert (told["schema"], told["plan"], told["outcome"]) == ("canonbench.run/1", "tiny", "complete")
    assert [(each["name"], each["rows"]) for each in told["chapters"]] == [("exchange", 2), ("stages", 2)]


def test_the_record_of_a_run_says_what_analysis_needs(tiny: "Tiny") -> None:
    assert main(["run", "tiny", "--rounds", "2", *_QUICK]) == 0
    kinds = tiny.kinds(tiny.newest())

    (planned,), (end,) = kinds["plan"], kinds["end"]
    assert planned["chapters"] == {
        "exchange": ["eddsa-jcs-2022.issue/credential-20"],
        "stages": ["jcs.canonicalize/simple"],
    }
    assert planned["chapter_rounds"] == {"exchange": 2, "stages": 2}
    assert (end["outcome"], end["estimate"] > 0, end["seconds"] > 0) == ("complete", True, True)
    (steps,) = kinds["steps"]
    assert steps["name"] == "eddsa-jcs-2022.issue/credential-20"
    assert ["jcs.canonicalize", "document"] in steps["steps"]
    work = {entry["document"]: entry["counts"] for entry in kinds["work"]}
    assert work["simple"]["quads"] == 5
    assert work["credential-20"]["bytes_hashed"] > 0


def test_a_signal_after_the_last_process_leaves_a_complete_run(
    tiny: "Tiny", monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    merge = files.merge

    def interrupted(*arguments: Any, **options: Any) -> Path:
        signal.raise_signal(signal.SIGINT)
        return merge(*arguments, **options)

    monkeypatch.setattr(files, "merge", interrupted)
    assert main(["run", "tiny", "--rounds", "1", *_QUICK]) == 130
    folder = tiny.newest()

    assert (folder / "by-format").is_dir()
    assert not (folder / "parts").exists()
    assert tiny.kinds(folder)["end"][-1]["outcome"] == "complete"
    assert f"interrupted (SIGINT) when all was measured; {folder.relative_to(tiny.place)} is complete" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "no plan is named; see: python -m canonbench list plans"),
        (["papper"], "there is no plan 'papper'; did you mean paper?"),
        (["quick", "--stack", "pyldd"], "there is no engine 'pyldd'"),
        (["quick", "--document", ""], "a document without a name"),
        (["quick", "--affinity", "9999"], "--affinity 9999: there is no CPU 9999 for this process"),
        (["quick", "--document", "no-such"], "there is no document"),
    ],
)
def test_what_cannot_be_is_an_error_of_one_line(
    argv: list[str], message: str, tiny: "Tiny", capsys: pytest.CaptureFixture[str]
) -> None:
    (tiny.place / "file").touch()

    assert main(["run", *argv]) == 2
    said = capsys.readouterr().err

    assert message in said
    assert said.count("\n") == 1


def test_a_dry_run_shows_chapters_and_time_and_measures_nothing(
    tiny: "Tiny", capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "tiny", "--rounds", "4", "--dry-run"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[2] == "chapter    exchange: 2 rows, 4 rounds, on credential-20"
    assert lines[-1].startswith("processes  16, about ")
    assert lines[-1].endswith(" here, now")
    assert not (tiny.place / "runs").exists()

    assert main(["run", "tiny", "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verb"] == "run"


def test_a_dry_run_says_what_of_the_plan_cannot_be_had(
    tiny: "Tiny", capsys: pytest.CaptureFixture[str]
) -> None:
    (tiny.place / "broken.json").write_text("{", encoding="utf-8")
    argv = ["run", "tiny", "--document", "broken.json", "--document", "simple", "--dry-run"]

    assert main(argv) == 1

    told = capsys.readouterr()
    assert "broken.json" in told.err
    assert told.err.endswith("; going on without it\n")
    assert "chapter    stages" in told.out


def test_where_nothing_can_be_written_is_found_before_the_gate(
    tiny: "Tiny", monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tiny.place / "runs").touch()
    monkeypatch.setattr(session, "pass_all", lambda *_, **__: pytest.fail("the gate was asked"))

    assert main(["run", "tiny", "--rounds", "1", *_QUICK]) == 1
    assert "cannot create a run folder in runs/here: Not a directory" in capsys.readouterr().err


def test_help_has_examples_and_no_default_that_is_not_true(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.main(["--help"])
    said = capsys.readouterr().out

    assert "examples:" in said
    assert "rounds of every chapter" in said
