"""``canonbench run --resume``: what an interruption left is taken up again."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from canonbench.cli import main
from canonbench.harness import plans
from canonbench.harness.conductor import Conductor
from canonbench.harness.plans.chapter import Definition
from canonbench.harness.process import Interrupted
from canonbench.runs import files, lock, record

if TYPE_CHECKING:
    from tests.cli.conftest import Tiny

# The least that can be measured: these tests are about everything but the time.
_QUICK = ("-n", "1", "-w", "0", "--min-time", "1e-6", "--machine", "here", "-q")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_what_an_interruption_left_is_taken_up_again(
    tiny: "Tiny",
    number: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    argv = [sys.executable, "-c", tiny.program, "run", "tiny", "--rounds", "2", *_QUICK]
    before = signal.getsignal(signal.SIGHUP)
    if before is signal.SIG_IGN:  # as under nohup: the child would inherit it
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        child = subprocess.Popen(argv, cwd=tiny.place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    finally:
        signal.signal(signal.SIGHUP, before)
    _wait_for_parts(tiny.place, 3, child)
    os.kill(child.pid, number)
    code = child.wait()
    folder = tiny.newest()

    if number != signal.SIGKILL:
        assert code == 130
        assert sum(map(len, tiny.rounds(folder).values())) >= 2  # the third may have been in flight
        assert tiny.kinds(folder)["end"][0]["outcome"] == "interrupted"
    assert (folder / "parts").is_dir()

    assert main(["run", "--resume", str(folder), "-q"]) == 0
    assert tiny.rounds(folder) == tiny.rows
    assert not (folder / "parts").exists()
    assert (
        len({p.metadata["run"] for s in files.read(folder).stacks for r in s.rows for p in r.processes}) == 1
    )
    assert [len(tiny.kinds(folder)[kind]) for kind in ("plan", "environment")] == [1, 1]
    assert tiny.kinds(folder)["end"][-1]["outcome"] == "complete"

    assert main(["run", "--resume", str(folder), "-q"]) == 2
    assert capsys.readouterr().err.endswith("is complete; there is nothing to take up\n")


def test_a_second_signal_ends_nothing_before_all_is_written(tiny: "Tiny", tmp_path: Path) -> None:
    program = tiny.program
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
    child = subprocess.Popen(argv, cwd=tiny.place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    _wait_for_parts(tiny.place, 3, child)
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate()
    folder = tiny.newest()

    assert child.returncode == 130
    assert "Traceback" not in err
    assert f"run --resume {folder.relative_to(tiny.place)}" in err
    assert f"run --resume {folder.relative_to(tiny.place)}" in out
    assert [entry["outcome"] for entry in tiny.kinds(folder)["end"]] == ["interrupted"]


@pytest.mark.parametrize("where", ["_complete", "by_format.write", "record.append"])
def test_a_run_that_ends_when_all_is_measured_is_finished_without_measuring_anew(
    tiny: "Tiny", monkeypatch: pytest.MonkeyPatch, where: str
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
    folder = tiny.newest()
    assert "end" not in tiny.kinds(folder)
    monkeypatch.setattr(Conductor, "_visit", lambda *_: pytest.fail("it was measured anew"))

    assert main(["run", "--resume", str(folder), "-q"]) == 0

    assert {path.name for path in (folder / "by-format").iterdir()} == {"eddsa-jcs-2022.json"}
    assert not (folder / "parts").exists()
    assert [entry["outcome"] for entry in tiny.kinds(folder)["end"]] == ["complete"]


def _wait_for_parts(place: Path, count: int, child: "subprocess.Popen[Any]") -> None:
    for _ in range(1200):
        if len(list(place.glob("runs/*/*/parts/[!.]*.json"))) >= count or child.poll() is not None:
            return
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "is no run folder; give one that holds run.jsonl"),
        *(
            (more, "keeps its seed, rounds and settings: give --resume DIR alone")
            for more in (
                ["--rounds", "4"],
                ["--seed", "0"],
                ["--keep-host"],
                ["--inherit-environ", "X"],
                ["--fast"],
                ["--from", "."],
            )
        ),
    ],
)
@pytest.mark.parametrize("folder", [".", "nowhere", "file"])
def test_what_cannot_be_taken_up_is_an_error_of_one_line(
    argv: list[str], message: str, folder: str, tiny: "Tiny", capsys: pytest.CaptureFixture[str]
) -> None:
    (tiny.place / "file").touch()

    assert main(["run", "--resume", folder, *argv]) == 2
    said = capsys.readouterr().err

    assert message in said
    assert said.count("\n") == 1


def test_a_run_that_another_process_measures_is_left_alone(
    tiny: "Tiny", capsys: pytest.CaptureFixture[str]
) -> None:
    with lock.hold(tiny.place):
        assert main(["run", "--resume", str(tiny.place)]) == 1

    assert "is being measured by another process" in capsys.readouterr().err


def test_a_run_is_locked_while_it_is_measured(tiny: "Tiny", monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def measure(self: Conductor) -> Any:
        tried.append(main(["run", "--resume", str(self.folder)]))
        raise Interrupted("SIGINT")

    monkeypatch.setattr(Conductor, "_measure", measure)

    assert main(["run", "tiny", "--rounds", "1", *_QUICK]) == 130
    assert tried == [1]


def test_documents_of_the_user_are_given_again_to_go_on(
    tiny: "Tiny",
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    mine, other = tiny.place / "mine.json", tiny.place / "other.json"
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
    folder, resume = (
        tiny.newest(),
        ["run", "--resume", str(tiny.newest()), "-q"],
    )
    assert f"--resume {folder.relative_to(tiny.place)} --document FILE" in capsys.readouterr().out

    with monkeypatch.context() as patched:
        patched.setattr(plans, "PLANS", {"tiny": Definition("tiny", "without documents of its own", ())})
        assert main(resume) == 2
    assert "a file of yours: give it by --document FILE" in capsys.readouterr().err
    assert main([*resume, "--document", str(other)]) == 2
    assert main([*resume, "--document", str(mine)]) == 0
    assert all(numbers == [0] for numbers in tiny.rounds(folder).values())
    assert tiny.kinds(folder)["end"][-1]["outcome"] == "complete"
