"""Rounds of processes under memray: files, baselines, what fails, and what detects memray."""

import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable
from canonbench.harness import memory, plan
from canonbench.harness.conductor import TIMEOUT, Settings
from canonbench.harness.freeze import Material, freeze
from canonbench.harness.gate import Gate, Proved
from canonbench.harness.memory import MemoryConductor
from canonbench.harness.progress import Silent
from canonbench.model.case import Case
from canonbench.runs import files, keys, record

pytest.importorskip("memray", reason="memray is not for Windows")

_PLUGIN = """
import os, time
from canonbench.model.engine import Engine
from canonbench.specs import rdfc10
from canonbench.stages import rdfc

KEPT = []

def right(request):
    return rdfc10.canonicalize(*request)

def still(request):
    if not KEPT:
        KEPT.append(right(request))
    return KEPT[0]

def crashes(request):
    os._exit(7)

def hangs(request):
    time.sleep(60)

ENGINES = tuple(Engine(rdfc.canonicalize, run.__name__, run=run) for run in (right, still, crashes, hangs))
"""
_CASE = Case("rdfc.canonicalize", "small")

Make = Callable[..., MemoryConductor]


class _Kept(Silent):
    """Keeps what is said."""

    def __init__(self) -> None:
        super().__init__(sys.stderr)
        self.said: list[str] = []

    def say(self, text: str) -> None:
        """Keep it."""
        self.said.append(text)


@pytest.fixture
def make(tmp_path: Path, small: Material) -> Make:
    """Give a conductor of the engines named, on a dataset of two quads."""
    (tmp_path / "allocating.py").write_text(_PLUGIN, encoding="utf-8")

    def conductor(*engines: str, rounds: int = 1, timeout: int = 30, **more: Any) -> MemoryConductor:
        frozen = tmp_path / "frozen"
        frozen.mkdir()
        (tmp_path / "run").mkdir()
        stacks = plan.choose(engines, again=False)
        planned = plan.make("memory", stacks, [("small", (_CASE,))], rounds=rounds, seed=3)
        inputs = freeze([_CASE], [small], Catalogue(), frozen).inputs
        gate = Gate(inputs, {stack.name: Proved({"engine_version": "9"}) for stack in stacks})
        settings = Settings(warmups=1, timeout=timeout, plugins=(tmp_path / "allocating.py",))
        return MemoryConductor(planned, gate, tmp_path / "run", settings, _Kept(), **more)

    return conductor


def test_a_stack_has_a_file_of_bytes_and_one_of_numbers(make: Make, tmp_path: Path) -> None:
    measured = make("right", rounds=2).run()

    assert [path.name for path in measured.files] == ["right.json"]
    sizes, counts = (files.read_stack(tmp_path / "run" / name / "right.json") for name in ("", "allocations"))
    assert [row.name for row in sizes.rows] == [f"{_CASE.name}:peak", f"{_CASE.name}:allocated"]
    assert [row.name for row in counts.rows] == [f"{_CASE.name}:allocations"]
    assert [sitting.number for sitting in sizes.rows[0].sittings] == [0, 1]
    seeds = {str(process.metadata[keys.HASH_SEED]) for process in sizes.rows[0].processes}
    assert seeds == {"3001", "3002"}
    assert not (tmp_path / "run" / "parts").exists()
    assert list((tmp_path / "frozen").glob("*.bin")) == []


def test_the_largest_places_are_recorded_once(make: Make, tmp_path: Path) -> None:
    make("right", rounds=2).run()

    (entry,) = (entry for entry in record.load(tmp_path / "run") if entry.get("about") == "places")
    assert (entry["name"], entry["stack"], entry["stage"]) == (_CASE.name, "right", "rdfc.canonicalize")
    assert len(entry["by_size"]) == len(entry["by_count"]) == 5
    assert {len(place) for place in entry["by_size"]} == {4}


def test_what_is_at_the_baseline_is_null_with_its_reason(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conductor = make("right", rounds=2)
    answers = {
        True: {"amounts": [158, 302, 4]},
        False: {"amounts": [0, -4, 2], "by_size": [], "by_count": []},
    }
    monkeypatch.setattr(conductor, "_process", lambda _number, _stack, _case, more: answers[not more])

    measured = conductor.run()

    assert measured.files == ()
    nulls = [entry for entry in record.load(tmp_path / "run") if entry["kind"] == "null"]
    assert {entry["name"]: entry["reason"] for entry in nulls} == {
        f"{_CASE.name}:peak": "at or below the baseline of 158 bytes",
        f"{_CASE.name}:allocated": "at or below the baseline of 302 bytes",
    }
    assert len(nulls) == 2


def test_a_call_that_gives_what_it_had_is_near_the_baseline(make: Make, tmp_path: Path) -> None:
    make("still").run()

    path = tmp_path / "run" / "still.json"
    peaks = [row.processes[0].wall[0] for row in files.read_stack(path).rows] if path.exists() else [0.0]
    assert max(peaks) < 1000


def test_what_crashes_is_null_and_the_others_go_on(make: Make, tmp_path: Path) -> None:
    conductor = make("crashes", "right", rounds=2)

    measured = conductor.run()

    assert [path.name for path in measured.files] == ["right.json"]
    assert measured.missing[0][2] == "crashed: exit code 7"
    nulls = [entry for entry in record.load(tmp_path / "run") if entry["kind"] == "null"]
    assert [(entry["stack"], entry["reason"]) for entry in nulls] == [("crashes", "crashed: exit code 7")]


def test_what_takes_too_long_is_a_refusal(make: Make, tmp_path: Path) -> None:
    measured = make("hangs", timeout=2).run()

    assert measured.code == TIMEOUT
    (entry,) = (entry for entry in record.load(tmp_path / "run") if entry["kind"] == "refusal")
    assert entry["reason"] == "over budget: more than 2 s"


def test_an_engine_of_another_python_without_canonbench_is_null(make: Make, tmp_path: Path) -> None:
    conductor = make("right")
    (cell,) = conductor.plan.cells
    stack = replace(cell.stack, python=str(tmp_path / "no-python"))
    conductor.plan = replace(conductor.plan, cells=(replace(cell, stack=stack),))

    measured = conductor.run()

    assert measured.files == ()
    assert "cannot start" in measured.missing[0][2]


def test_memrays_own_reports_are_kept(make: Make, tmp_path: Path) -> None:
    make("right", reports=("flamegraph", "table")).run()

    found = [path.relative_to(tmp_path / "run") for path in (tmp_path / "run").rglob("*.html")]
    assert {str(path.parent) for path in found} == {"flamegraph/right", "table/right"}
    assert {path.name for path in found} == {"rdfc.canonicalize-small.html"}
    assert list((tmp_path / "frozen").glob("*.bin")) == []


_STEP = {"of": "document", "calls": 1, "peak": 5, "allocated": 6, "allocations": 7}


def test_steps_of_a_role_are_recorded_each_round(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    conductor, steps = make("right", rounds=2, steps=True), [{**_STEP, "stage": "json.parse"}]
    amounts = {"amounts": [5, 6, 7], "by_size": [], "by_count": []}

    def answer(number: int, _stack: Any, _case: Any, more: dict[str, Any]) -> dict[str, Any]:
        late = {"ended": "over budget", "reason": "more than 30 s"}
        return amounts if "steps" not in more else {"steps": steps} if number == 0 else late

    monkeypatch.setattr(conductor, "_process", answer)
    monkeypatch.setattr("canonbench.harness.roles.is_role", lambda _target: True)

    measured = conductor.run()

    told = [entry for entry in record.load(tmp_path / "run") if entry.get("about") == "steps"]
    assert [(entry["round"], entry["steps"]) for entry in told] == [(0, steps)]
    assert measured.missing[0][2] == "over budget: more than 30 s"


def test_a_report_that_fails_is_said_and_loses_nothing(make: Make, tmp_path: Path) -> None:
    conductor = make("right", reports=("no-such-report",))

    measured = conductor.run()

    assert [path.name for path in measured.files] == ["right.json"]
    assert isinstance(conductor.progress, _Kept)
    assert [text for text in conductor.progress.said if "memray no-such-report failed" in text]


def test_the_estimate_grows_with_rounds_and_cases() -> None:
    stacks = plan.choose(["one"], again=False)
    few = plan.make("x", stacks, [("small", (_CASE,))], rounds=1, seed=0)

    assert memory.estimate(replace(few, rounds=8)) == 8 * memory.estimate(few) > 0


@pytest.mark.parametrize(
    ("platform", "reason"), [("win32", "no Windows version"), ("linux", "pip install memray")]
)
def test_where_memray_is_not_one_line_says_so(
    platform: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setattr(sys, "platform", platform)

    with pytest.raises(EngineUnavailable, match=reason):
        memory.demand()


def test_it_is_known_whether_memray_tracks_this_process(tmp_path: Path) -> None:
    import memray  # noqa: PLC0415 - where it is

    before = threading.getprofile()
    with memray.Tracker(tmp_path / "here.bin"):
        inside = memory.tracked()
    threading.setprofile(before)

    assert (inside, memory.tracked()) == (True, False)
