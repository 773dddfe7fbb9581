"""``canonbench run``, from the command line to a run folder, interrupted or not."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from canonbench.cli import main, run
from canonbench.harness import plans, session
from canonbench.harness.conductor import Conductor
from canonbench.harness.plans.chapter import Chapter, Definition, Roles, Stages
from canonbench.harness.process import Interrupted
from canonbench.runs import files, folders, lock, record

# The least that can be measured: these tests are about everything but the time.
_QUICK = ("-n", "1", "-w", "0", "--min-time", "1e-6", "--machine", "here", "-q")

TINY = Definition(
    "tiny",
    "for tests",
    (
        Chapter("exchange", "", (Roles(("eddsa-jcs-2022",), ("canonbench",), roles=("issue",), again=True),)),
        Chapter("stages", "", (Stages(("jcs",), ("canonbench", "jcs"), ("simple",)),)),
    ),
)

# The program with the plan above, for a process of its own.
_PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from test_run import TINY
from canonbench.cli import main
from canonbench.harness import plans
from canonbench.harness.conductor import Conductor
plans.PLANS = {{"tiny": TINY}}
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to an empty folder, with a tiny plan beside the others."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(plans, "PLANS", {**plans.PLANS, "tiny": TINY})
    return tmp_path


def _folder(place: Path) -> Path:
    return folders.newest(place / "runs")


def _kinds(folder: Path) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for entry in record.load(folder):
        found.setdefault(entry["kind"], []).append(entry)
    return found


def _rounds(folder: Path) -> dict[tuple[str, str], list[int]]:
    return {
        (stack.name, row.name): [sitting.number for sitting in row.sittings]
        for stack in files.read(folder).stacks
        for row in stack.rows
        if "cold-process" not in row.name
    }


EVERY = {
    ("canonbench", "eddsa-jcs-2022.issue/credential-20"): [0, 1],
    ("canonbench-again", "eddsa-jcs-2022.issue/credential-20"): [0, 1],
    ("canonbench", "jcs.canonicalize/simple"): [0, 1],
    ("jcs", "jcs.canonicalize/simple"): [0, 1],
}


def test_a_plan_is_one_run_folder_with_roles_and_stages_side_by_side(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "tiny", "--rounds", "2", *_QUICK, "--json"]) == 0
    told, folder = json.loads(capsys.readouterr().out), _folder(place)

    assert folder.name.endswith("-tiny")
    assert sorted(path.name for path in folder.iterdir()) == [
        "by-format",
        "canonbench-again.json",
        "canonbench.json",
        "jcs.json",
        "run.jsonl",
    ]
    assert _rounds(folder) == EVERY
    assert (told["schema"], told["plan"], told["outcome"]) == ("canonbench.run/1", "tiny", "complete")
    assert [(each["name"], each["rows"]) for each in told["chapters"]] == [("exchange", 2), ("stages", 2)]


def test_the_record_of_a_run_says_what_analysis_needs(place: Path) -> None:
    assert main(["run", "tiny", "--rounds", "2", *_QUICK]) == 0
    kinds = _kinds(_folder(place))

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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_what_an_interruption_left_is_taken_up_again(
    place: Path, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    program = _PROGRAM.format(folder=str(Path(__file__).parent))
    argv = [sys.executable, "-c", program, "run", "tiny", "--rounds", "2", *_QUICK]
    before = signal.getsignal(signal.SIGHUP)
    if before is signal.SIG_IGN:  # as under nohup: the child would inherit it
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        child = subprocess.Popen(argv, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    finally:
        signal.signal(signal.SIGHUP, before)
    _wait_for_parts(place, 3, child)
    os.kill(child.pid, number)
    code = child.wait()
    folder = _folder(place)

    if number != signal.SIGKILL:
        assert code == 130
        assert sum(map(len, _rounds(folder).values())) >= 2  # the third may have been in flight
        assert _kinds(folder)["end"][0]["outcome"] == "interrupted"
    assert (folder / "parts").is_dir()

    assert main(["run", "--resume", str(folder), "-q"]) == 0
    assert _rounds(folder) == EVERY
    assert not (folder / "parts").exists()
    assert (
        len({p.metadata["run"] for s in files.read(folder).stacks for r in s.rows for p in r.processes}) == 1
    )
    assert [len(_kinds(folder)[kind]) for kind in ("plan", "environment")] == [1, 1]
    assert _kinds(folder)["end"][-1]["outcome"] == "complete"

    assert main(["run", "--resume", str(folder), "-q"]) == 2
    assert capsys.readouterr().err.endswith("is complete; there is nothing to take up\n")


def test_a_second_signal_ends_nothing_before_all_is_written(place: Path, tmp_path: Path) -> None:
    program = _PROGRAM.format(folder=str(Path(__file__).parent))
    again = """
from canonbench.runs import files
import os, signal
merge, say = files.merge, print
def twice(*arguments, **options):
    os.kill(os.getpid(), signal.SIGINT)
    return merge(*arguments, **options)
files.merge = twice
"""
    program = program.replace("sys.exit(", again + "sys.exit(")
    argv = [sys.executable, "-c", program, "run", "tiny", "--rounds", "2", *_QUICK]
    child = subprocess.Popen(argv, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    _wait_for_parts(place, 3, child)
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate()
    folder = _folder(place)

    assert child.returncode == 130
    assert "Traceback" not in err
    assert f"run --resume {folder.relative_to(place)}" in err
    assert f"run --resume {folder.relative_to(place)}" in out
    assert [entry["outcome"] for entry in _kinds(folder)["end"]] == ["interrupted"]


def test_a_signal_after_the_last_process_leaves_a_complete_run(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    merge = files.merge

    def interrupted(*arguments: Any, **options: Any) -> Path:
        signal.raise_signal(signal.SIGINT)
        return merge(*arguments, **options)

    monkeypatch.setattr(files, "merge", interrupted)
    assert main(["run", "tiny", "--rounds", "1", *_QUICK]) == 130
    folder = _folder(place)

    assert (folder / "by-format").is_dir()
    assert not (folder / "parts").exists()
    assert _kinds(folder)["end"][-1]["outcome"] == "complete"
    assert f"interrupted (SIGINT) when all was measured; {folder.relative_to(place)} is complete" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("where", ["_complete", "by_format.write", "record.append"])
def test_a_run_that_ends_when_all_is_measured_is_finished_without_measuring_anew(
    place: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    from canonbench.harness import ending  # noqa: PLC0415 - next to its one use

    def killed(*arguments: Any, **_: Any) -> None:
        if where != "record.append" or arguments[1]["kind"] == "end":
            raise KeyboardInterrupt
        append(*arguments)

    append = record.append
    with monkeypatch.context() as patched:
        patched.setattr(f"{ending.__name__}.{where}", killed)
        assert main(["run", "tiny", "--rounds", "1", *_QUICK]) == 130
    folder = _folder(place)
    assert "end" not in _kinds(folder)
    monkeypatch.setattr(Conductor, "_visit", lambda *_: pytest.fail("it was measured anew"))

    assert main(["run", "--resume", str(folder), "-q"]) == 0

    assert {path.name for path in (folder / "by-format").iterdir()} == {"eddsa-jcs-2022.json"}
    assert not (folder / "parts").exists()
    assert [entry["outcome"] for entry in _kinds(folder)["end"]] == ["complete"]


def _wait_for_parts(place: Path, count: int, child: "subprocess.Popen[Any]") -> None:
    for _ in range(1200):
        if len(list(place.glob("runs/*/*/parts/[!.]*.json"))) >= count or child.poll() is not None:
            return
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "no plan is named; see: python -m canonbench list plans"),
        (["papper"], "there is no plan 'papper'; did you mean paper?"),
        (["quick", "--stack", "pyldd"], "there is no engine 'pyldd'"),
        (["--resume", "."], "is no run folder; give one that holds run.jsonl"),
        (["--resume", "nowhere"], "nowhere is no run folder; give one that holds run.jsonl"),
        (["--resume", "file"], "file is no run folder; give one that holds run.jsonl"),
        *(
            (["--resume", ".", *more], "keeps its seed, rounds and settings: give --resume DIR alone")
            for more in (
                ["--rounds", "4"],
                ["--seed", "0"],
                ["--keep-host"],
                ["--inherit-environ", "X"],
                ["--fast"],
                ["--from", "."],
            )
        ),
        (["quick", "--document", ""], "a document without a name"),
        (["quick", "--affinity", "9999"], "--affinity 9999: there is no CPU 9999 for this process"),
        (["quick", "--from", "nowhere"], "there is no run at nowhere"),
        (["quick", "--from", "file"], "file is no run of a plan; give a folder that canonbench run wrote"),
        (["quick", "--document", "no-such"], "there is no document"),
        (["quick", "--from", "."], "there is no run"),
    ],
)
def test_what_cannot_be_is_an_error_of_one_line(
    argv: list[str], message: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "file").touch()

    assert main(["run", *argv]) == 2
    said = capsys.readouterr().err

    assert message in said
    assert said.count("\n") == 1


def test_an_earlier_run_is_measured_again_and_what_differs_is_said_first(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "tiny", "--rounds", "1", "--seed", "4", "--stack", "canonbench", *_QUICK]) == 0
    before = _folder(place)
    lines = [json.loads(line) for line in (before / "run.jsonl").read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if line["kind"] == "environment":
            line["kernel"] = "0.1"
    (before / "run.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    capsys.readouterr()

    assert main(["run", "--from", str(before), "--machine", "there"]) == 0

    again = folders.newest(place / "runs" / "there")
    (first,), (second,) = _kinds(before)["plan"], _kinds(again)["plan"]
    for name in ("target", "seed", "rounds", "settings", "cells", "options"):
        assert first[name] == second[name], name
    assert "kernel: was 0.1, is " in capsys.readouterr().err


def test_an_earlier_run_of_another_plan_or_verb_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = place / "runs" / "m" / "2026-01-01T000000Z-x"
    folder.mkdir(parents=True)
    record.append(folder, {"kind": "plan", "target": "rdfc"})
    assert main(["run", "--from", str(folder)]) == 2
    assert "is no run of a plan" in capsys.readouterr().err

    options = {"rounds": 0, "rigorous": False, "stacks": [], "given": False}
    (folder / "run.jsonl").unlink()
    plan = {"kind": "plan", "target": "tiny", "seed": 0, "stacks": [], "cells": [], "options": options}
    record.append(folder, plan)
    assert main(["run", "quick", "--from", str(folder)]) == 2
    assert "is a run of tiny, not of quick" in capsys.readouterr().err


def test_a_dry_run_shows_chapters_and_time_and_measures_nothing(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "tiny", "--rounds", "4", "--dry-run"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert lines[2] == "chapter    exchange: 2 rows, 4 rounds, on credential-20"
    assert lines[-1].startswith("processes  16, about ")
    assert lines[-1].endswith(" here, now")
    assert not (place / "runs").exists()

    assert main(["run", "tiny", "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verb"] == "run"


def test_a_dry_run_says_what_of_the_plan_cannot_be_had(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "broken.json").write_text("{", encoding="utf-8")
    argv = ["run", "tiny", "--document", "broken.json", "--document", "simple", "--dry-run"]

    assert main(argv) == 1

    told = capsys.readouterr()
    assert "broken.json" in told.err
    assert told.err.endswith("; going on without it\n")
    assert "chapter    stages" in told.out


def test_a_run_that_another_process_measures_is_left_alone(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with lock.hold(place):
        assert main(["run", "--resume", str(place)]) == 1

    assert "is being measured by another process" in capsys.readouterr().err


def test_a_run_is_locked_while_it_is_measured(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def measure(self: Conductor) -> Any:
        tried.append(main(["run", "--resume", str(self.folder)]))
        raise Interrupted("SIGINT")

    monkeypatch.setattr(Conductor, "_measure", measure)

    assert main(["run", "tiny", "--rounds", "1", *_QUICK]) == 130
    assert tried == [1]


def test_where_nothing_can_be_written_is_found_before_the_gate(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "runs").touch()
    monkeypatch.setattr(session, "pass_all", lambda *_, **__: pytest.fail("the gate was asked"))

    assert main(["run", "tiny", "--rounds", "1", *_QUICK]) == 1
    assert "cannot create a run folder in runs/here: Not a directory" in capsys.readouterr().err


def test_documents_of_the_users_are_named_by_digest_and_given_again(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = place / "mine.json"
    mine.write_text('{"a": "something private"}', encoding="utf-8")
    argv = ["run", "tiny", "--document", str(mine), "--rounds", "1", "--stack", "canonbench", *_QUICK]
    assert main(argv) in {0, 1}
    folder = _folder(place)
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.json*"))
    assert "private" not in text
    assert "mine.json" not in text

    capsys.readouterr()
    assert main(["run", "--from", str(folder)]) == 2
    assert "a file of its user: give yours by --document FILE" in capsys.readouterr().err


def test_documents_of_the_user_are_given_again_to_go_on(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, other = place / "mine.json", place / "other.json"
    mine.write_text('{"a": 1}', encoding="utf-8")
    other.write_text('{"a": 2}', encoding="utf-8")
    visit = Conductor._visit

    def once(self: Conductor, *where: Any) -> None:
        if list((self.folder / "parts").iterdir()):
            raise Interrupted("SIGINT")
        visit(self, *where)

    with monkeypatch.context() as patched:
        patched.setattr(Conductor, "_visit", once)
        argv = ["run", "tiny", "--document", str(mine), "--rounds", "1", "--stack", "canonbench", *_QUICK]
        assert main(argv) == 130
    folder, resume = _folder(place), ["run", "--resume", str(_folder(place)), "-q"]
    assert f"--resume {folder.relative_to(place)} --document FILE" in capsys.readouterr().out

    with monkeypatch.context() as patched:
        patched.setattr(plans, "PLANS", {"tiny": Definition("tiny", "without documents of its own", ())})
        assert main(resume) == 2
    assert "a file of yours: give it by --document FILE" in capsys.readouterr().err
    assert main([*resume, "--document", str(other)]) == 2
    assert main([*resume, "--document", str(mine)]) == 0
    assert all(numbers == [0] for numbers in _rounds(folder).values())
    assert _kinds(folder)["end"][-1]["outcome"] == "complete"


def test_help_has_examples_and_no_default_that_is_not_true(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.main(["--help"])
    said = capsys.readouterr().out

    assert "examples:" in said
    assert "rounds of every chapter" in said
