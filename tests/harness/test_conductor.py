"""Rounds of leaves that are not pyperf: what is lost, and what is not, when something goes wrong."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canonbench.errors import RunFileError
from canonbench.harness import plan
from canonbench.harness.conductor import INTERRUPTED, TIMEOUT, Conductor, Settings, environment
from canonbench.harness.gate import Gate, Outcome, Proved
from canonbench.harness.inputs import Entry, Facts, Inputs
from canonbench.harness.progress import Silent
from canonbench.model.case import Case
from canonbench.runs import files, record

# A leaf that writes what it is asked for: values that tell the round of the part.
_LEAF = """
import json, os, signal, subprocess, sys, time
argv = sys.argv[1:]
cases = [argv[n + 1] for n, word in enumerate(argv) if word == "--case"]
part = argv[argv.index("-o") + 1]
loops = int(argv[argv.index("--loops") + 1])
def write(names):
    run = lambda name: {"values": [0.5], "metadata": {"loops": loops}}
    rows = [{"metadata": {"name": name, "unit": "second"}, "runs": [run(name)]} for name in names]
    with open(part, "w") as file:
        json.dump({"version": "1.0", "benchmarks": rows}, file)
"""


class _Silent(Silent):
    """Keeps what is said."""

    def __init__(self) -> None:
        super().__init__(sys.stderr)
        self.said: list[str] = []

    def say(self, text: str) -> None:
        """Keep it."""
        self.said.append(text)


Make = Callable[..., Conductor]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Give a conductor whose leaves run the given Python source after ``_LEAF``."""

    def conductor(source: str, *, rounds: int = 3, target: str = "rdfc.label", **settings: Any) -> Conductor:
        script = tmp_path / "leaf.py"
        script.write_text(_LEAF + source, encoding="utf-8")
        inputs = tmp_path / "inputs"
        inputs.mkdir()
        folder = tmp_path / "run"
        folder.mkdir()
        stages = plan.targets(target)
        stacks = plan.choose(["one", "two"])
        planned = plan.make(
            "rdfc", stacks, [(name, plan.cases(stages, name)) for name in ("x", "y")], rounds=rounds, seed=7
        )
        entries = {
            case.name: Entry(case.target, case.document, "i", 1, "e")
            for cell in planned.cells
            for case in cell.cases
        }
        frozen = Inputs(inputs, entries, {"x": Facts("0", 1), "y": Facts("1", 1)})
        outcomes = {name: Outcome("one", name, "ok", loops={name: 40}) for name in entries}
        proved = {stack.name: Proved({"engine_version": "1"}, {}, outcomes) for stack in planned.stacks}

        def program(stack: plan.Chosen, case: Case) -> Sequence[str]:
            return (sys.executable, str(script), case.target)

        return Conductor(
            planned, Gate(frozen, proved), folder, Settings(**settings), _Silent(), program, "run-1"
        )

    return conductor


def _rounds(path: Path) -> dict[str, list[int]]:
    rows = files.read_stack(path).rows
    return {row.name: sorted(sitting.number for sitting in row.sittings) for row in rows}


def test_every_stack_gets_a_file_with_every_round(make: Make) -> None:
    conductor = make("write(cases)")

    measured = conductor.run()

    assert [path.name for path in measured.files] == ["one.json", "two.json", "one-again.json"]
    assert measured.code == 0
    for path in measured.files:
        assert _rounds(path) == {"rdfc.label/x": [0, 1, 2], "rdfc.label/y": [0, 1, 2]}


def test_a_file_says_which_run_round_seed_and_stack(make: Make) -> None:
    measured = make("write(cases)", rounds=1).run()
    again = next(path for path in measured.files if path.stem == "one-again")

    (process,) = files.read_stack(again).rows[0].processes

    kept = {key: process.metadata[key] for key in ("run", "round", "seed", "stack", "loops")}
    assert kept == {"run": "run-1", "round": 0, "seed": 7, "stack": "one-again", "loops": 40}


def test_nothing_but_run_files_is_left(make: Make) -> None:
    conductor = make("write(cases)")

    conductor.run()

    names = {path.name for path in conductor.folder.iterdir()}
    assert names == {"one.json", "two.json", "one-again.json"}


def test_a_leaf_gets_pyperfs_options(make: Make) -> None:
    conductor = make(
        "write(cases)\nopen(part + '.argv', 'w').write(' '.join(argv))\n"
        "import shutil; shutil.copy(part + '.argv', os.path.dirname(part) + '/../argv')",
        rounds=1,
        values=4,
        warmups=3,
        min_time=0.5,
        timeout=9,
        affinity="1",
        keep_host=True,
        plugins=(Path("mine.py"),),
    )

    conductor.run()

    said = re.sub(r"-o \S+", "-o PART", (conductor.folder / "argv").read_text(encoding="utf-8"))
    assert said.endswith(
        "--worker-task 0 -o PART -q -n 4 -w 3 --min-time 0.5 --affinity 1 --keep-host --plugin mine.py"
    )
    assert said.startswith("rdfc.label --engine ")


def test_a_worker_that_aborts_costs_its_case_only(make: Make) -> None:
    source = """
if "two" in argv and cases == ["rdfc.label/y"]:
    os.abort()
write(cases)
"""
    conductor = make(source, target="rdfc.label,rdfc.serialize")

    measured = conductor.run()

    rows = {path.stem: _rounds(path) for path in measured.files}
    assert rows["one"] == rows["one-again"]
    assert len(rows["one"]) == 4
    assert rows["two"]["rdfc.serialize/y"] == [0, 1, 2]
    assert "rdfc.label/y" not in rows["two"]
    assert measured.code == 0
    reasons = {(entry["name"], entry["stack"]): entry for entry in record.load(conductor.folder)}
    assert reasons["rdfc.label/y", "two"]["kind"] == "null"
    assert reasons["rdfc.label/y", "two"]["reason"] == "crashed: killed by signal 6"


def test_a_case_that_fails_is_not_tried_in_the_rounds_that_follow(make: Make) -> None:
    source = """
open(os.path.dirname(part) + "/../tried", "a").write("x")
if "two" in argv:
    sys.exit("the disk said: no")
write(cases)
"""
    conductor = make(source, rounds=4)

    measured = conductor.run()

    assert len((conductor.folder / "tried").read_text(encoding="utf-8")) == 4 * 4 + 2
    assert {stack.name for stack, _, _ in measured.missing} == {"two"}
    assert isinstance(conductor.progress, _Silent)
    assert any(
        "two: rdfc.label/x: failed: exit code 1: the disk said: no" in s for s in conductor.progress.said
    )


def test_a_leaf_that_says_timeout_is_over_budget(make: Make) -> None:
    conductor = make("sys.exit(124) if 'two' in argv else write(cases)", rounds=1, timeout=5)

    measured = conductor.run()

    assert measured.code == TIMEOUT
    kinds = {(entry["kind"], entry["stack"], entry["reason"]) for entry in record.load(conductor.folder)}
    assert kinds == {("refusal", "two", "over budget: more than 5 s")}


def test_a_leaf_that_hangs_is_killed_with_all_that_it_started(make: Make) -> None:
    source = """
if "two" in argv and cases == ["rdfc.label/y"]:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    pid = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid
    open(os.path.dirname(part) + "/../pid", "w").write(str(pid))
    time.sleep(600)
write(cases)
"""
    conductor = make(source, rounds=1, timeout=3)

    measured = conductor.run()

    assert measured.code == TIMEOUT
    assert _gone(int((conductor.folder / "pid").read_text(encoding="utf-8")))


def _gone(pid: int) -> bool:
    for _ in range(200):
        stat = Path(f"/proc/{pid}/stat")
        if not stat.exists() or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.02)
    return False


def test_a_part_that_was_cut_is_no_part(make: Make) -> None:
    conductor = make("open(part, 'w').write('{\"version\"') if 'two' in argv else write(cases)", rounds=1)

    measured = conductor.run()

    assert {path.stem for path in measured.files} == {"one", "one-again"}


def test_a_disk_that_is_full_when_merging_keeps_the_parts(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    conductor = make("write(cases)")

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)

    with pytest.raises(RunFileError, match="No space left on device"):
        conductor.run()

    assert len(list((conductor.folder / "parts").glob("*.json"))) == 3 * 6
    assert list(conductor.folder.glob("*.json")) == []


def test_a_disk_that_is_full_from_the_start_is_said(make: Make) -> None:
    conductor = make("write(cases)")
    (conductor.folder / "parts").write_text("in the way", encoding="utf-8")

    with pytest.raises(RunFileError, match="cannot write"):
        conductor.run()


def test_a_disk_that_fills_up_half_way_ends_the_run_and_keeps_what_there_is(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    conductor = make("sys.exit(1) if 'two' in argv else write(cases)", rounds=1)

    def full(*_: Any) -> None:
        raise RunFileError("cannot add to run.jsonl: No space left on device")

    monkeypatch.setattr(record, "append", full)
    order = [cell.stack.engine for cell in conductor.plan.round(0)]

    with pytest.raises(RunFileError, match="what was measured before is there"):
        conductor.run()

    kept = [name for path in conductor.folder.glob("*.json") for name in _rounds(path)]
    assert len(kept) == order.index("two")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_keeps_all_but_the_leaf_in_flight(make: Make, tmp_path: Path, number: int) -> None:
    source = f"""
count = os.path.dirname(part) + "/../count"
open(count, "a").write("x")
if os.path.getsize(count) == 9:
    os.kill({os.getpid()}, {int(number)})
    time.sleep(600)
write(cases)
"""
    from canonbench.harness.process import interruptible  # noqa: PLC0415 - next to its one use

    conductor = make(source)

    with interruptible():
        measured = conductor.run()

    assert measured.code == INTERRUPTED
    rows = [numbers for path in measured.files for numbers in _rounds(path).values()]
    assert sum(map(len, rows)) == 8
    assert not (conductor.folder / "parts").exists()


def test_an_interruption_ends_the_leaf_in_flight(make: Make) -> None:
    source = f"""
pid = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid
open(os.path.dirname(part) + "/../pid", "w").write(str(pid))
os.kill({os.getpid()}, signal.SIGTERM)
time.sleep(600)
"""
    from canonbench.harness.process import interruptible  # noqa: PLC0415 - next to its one use

    conductor = make(source)

    with interruptible():
        measured = conductor.run()

    assert (measured.code, measured.files) == (INTERRUPTED, ())
    assert _gone(int((conductor.folder / "pid").read_text(encoding="utf-8")))


def test_a_worker_inherits_almost_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    monkeypatch.setenv("OPENSSL_CONF", "x")
    monkeypatch.setenv("LC_TIME", "C")

    assert not {"PYTHONHASHSEED", "OPENSSL_CONF"} & environment().keys()
    assert {"PATH", "LC_TIME"} <= environment().keys()
    assert environment(["OPENSSL_CONF"])["OPENSSL_CONF"] == "x"


_STOPS = """
count = os.path.dirname(part) + "/../count"
open(count, "a").write("x")
if os.path.getsize(count) == 9:
    sys.exit(3) if STOP else os.kill(PID, 2)
    time.sleep(600)
write(cases)
"""


def _resumable(make: Make, source: str, **options: Any) -> Conductor:
    return replace(make(source), keep=True, **options)


def test_a_run_that_may_be_resumed_keeps_its_parts_and_goes_on_from_them(make: Make, tmp_path: Path) -> None:
    from canonbench.harness.process import interruptible  # noqa: PLC0415 - next to its one use

    conductor = _resumable(make, _STOPS.replace("STOP", "False").replace("PID", str(os.getpid())))
    with interruptible():
        first = conductor.run()
    assert first.code == INTERRUPTED
    assert len(list((conductor.folder / "parts").glob("*.json"))) == 8
    assert sum(len(numbers) for path in first.files for numbers in _rounds(path).values()) == 8
    (conductor.folder / "parts" / "000-one-cut.json").write_text("{", encoding="utf-8")

    (tmp_path / "leaf.py").write_text(_LEAF + _STOPS.replace("STOP", "True"), encoding="utf-8")
    again = replace(conductor, _parts={}, _failed={}).run()

    assert again.code == 0
    assert len((conductor.folder / "count").read_text(encoding="utf-8")) == 9 + 18 - 8
    for path in again.files:
        assert _rounds(path) == {"rdfc.label/x": [0, 1, 2], "rdfc.label/y": [0, 1, 2]}
    assert len(list((conductor.folder / "parts").glob("*[0-9a-z].json"))) == 18 + 1


def test_a_part_that_is_damaged_is_measured_again(make: Make) -> None:
    conductor = replace(make("write(cases)", rounds=1), keep=True)
    conductor.run()
    parts = sorted((conductor.folder / "parts").glob("*.json"))
    parts[0].write_text('{"version": "1.0", "benchmarks": [{"runs": 3}]}', encoding="utf-8")
    parts[1].write_text("[" * 200_000, encoding="utf-8")
    parts[2].write_text(parts[3].read_text(encoding="utf-8"), encoding="utf-8")
    before = [path.stat().st_mtime_ns for path in parts]

    again = replace(conductor, _parts={}, _failed={}).run()

    same = [path.stat().st_mtime_ns == time_ for path, time_ in zip(parts, before, strict=True)]
    assert same == [False] * 3 + [True] * 3
    assert again.code == 0
    for path in again.files:
        assert _rounds(path) == {"rdfc.label/x": [0], "rdfc.label/y": [0]}
    assert isinstance(conductor.progress, _Silent)
    assert sum("is damaged; measuring it again" in text for text in conductor.progress.said) == 3


def test_what_failed_before_is_not_tried_again(make: Make) -> None:
    conductor = make("write(cases)")
    cell = conductor.plan.cells[0]
    failed = {(cell.stack, cell.cases[0]): "crashed"}

    measured = replace(conductor, keep=True, failed=failed).run()

    assert measured.missing == ((cell.stack, cell.cases[0], "crashed"),)
    rows = {path.stem: set(_rounds(path)) for path in measured.files}
    assert rows[cell.stack.name] == {"rdfc.label/y"}


def test_a_part_whose_name_would_be_too_long_ends_in_a_digest(make: Make) -> None:
    conductor = make("")
    long = [Case("rdfc.label", "x", (("disclose", "a" * 200 + end),)) for end in "bc"]

    names = {conductor._part(0, conductor.plan.stacks[0], case).name for case in long}

    assert len(names) == 2
    assert all(len(name) < 200 for name in names)


def test_a_leaf_that_finds_no_room_is_no_fault_of_its_case(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    conductor = replace(make("sys.exit(1) if 'two' in argv else write(cases)"), keep=True)

    def full(*_: Any, **__: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("canonbench.harness.conductor._demand_room", full)

    with pytest.raises(RunFileError, match=r"No space left on device; what was measured before is there"):
        conductor.run()

    assert record.load(conductor.folder) == ()
    assert (conductor.folder / "parts").is_dir()
