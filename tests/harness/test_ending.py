"""The end of a run of a plan: everything is written before it is called complete."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.analysis.reconcile import Line
from canonbench.errors import RunFileError
from canonbench.harness import ending, plan
from canonbench.harness.conductor import Conductor, Measured, Settings
from canonbench.harness.gate import Gate
from canonbench.harness.inputs import Inputs
from canonbench.harness.progress import Silent
from canonbench.model.case import Case
from canonbench.runs import by_format, folders, record

_RECORDED = Path(__file__).parents[1] / "recorded" / "2026-11-30T202500Z-rdfc"


class _Said(Silent):
    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str) -> None:
        """Keep it."""
        self.said.append(text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy a recorded run, with parts as an incomplete one has them."""
    copy = tmp_path / _RECORDED.name
    shutil.copytree(_RECORDED, copy)
    (copy / "parts").mkdir()
    return copy


def _conductor(folder: Path, run: Callable[[], Measured], document: str = "ob3") -> Conductor:
    class Played(Conductor):
        def run(self) -> Measured:
            return run()

    stages = plan.targets("rdfc.label")
    planned = plan.make(
        "rdfc",
        plan.choose(["pyld", "canonbench"]),
        [(document, plan.cases(stages, document))],
        rounds=8,
        seed=0,
    )
    gate = Gate(Inputs(folder, {}, {}), {})
    return Played(planned, gate, folder, Settings(), _Said(), keep=True)


def _clock() -> ending.Clock:
    return ending.Clock(time.monotonic(), 3.0)


def _outcomes(folder: Path) -> list[str]:
    return [entry["outcome"] for entry in record.load(folder) if entry["kind"] == "end"]


def _measured(folder: Path, code: int = 0) -> Measured:
    return Measured(folder, (folders.stack_file(folder, "pyld"),), code)


def test_complete_is_said_last_and_sums_that_do_not_close_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        Line(Case("mdoc.issue", "x", view="split"), "pyld", 1.0, (), 0.0, 0.0, residual)
        for residual in (0.5, 0)
    ]
    monkeypatch.setattr(ending, "reconcile", lambda _run: iter(lines))
    known = record.load(folder)

    ending.measure(_conductor(folder, lambda: _measured(folder)), _clock())
    ending.measure(_conductor(folder, lambda: _measured(folder)), _clock())

    assert [entry["kind"] for entry in record.load(folder)[len(known) :]] == ["violation", "end", "end"]
    assert _outcomes(folder) == ["complete", "complete"]
    assert not (folder / "parts").exists()


def test_an_interrupted_run_is_told_how_to_go_on_and_keeps_its_parts(folder: Path) -> None:
    conductor = _conductor(folder, lambda: _measured(folder, 130))

    ending.measure(conductor, _clock())

    assert _outcomes(folder) == ["interrupted"]
    assert conductor.progress.said == [  # type: ignore[attr-defined]  # as _Said has it
        f"! go on where it ended: python -m canonbench run --resume {folder}"
    ]
    assert (folder / "parts").is_dir()
    assert not (folder / "by-format").exists()


def _full(*_: Any, **__: Any) -> Any:
    raise RunFileError("stopped: cannot write") from OSError(28, "No space left on device")


@pytest.mark.parametrize("late", [False, True])
def test_a_full_disk_leaves_a_run_to_be_taken_up(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, late: bool
) -> None:
    if late:
        monkeypatch.setattr(by_format, "write", _full)
    conductor = _conductor(folder, (lambda: _measured(folder)) if late else _full)

    with pytest.raises(RunFileError, match=r"cannot write; free space there, then go on .* --resume "):
        ending.measure(conductor, _clock())

    assert _outcomes(folder) == ["interrupted"]
    assert (folder / "parts").is_dir()


def test_a_run_that_is_damaged_otherwise_has_space(folder: Path) -> None:
    def damaged() -> Measured:
        raise RunFileError("the parts do not belong together")

    with pytest.raises(RunFileError, match=r"together; go on where it ended"):
        ending.measure(_conductor(folder, damaged), _clock())


def test_files_of_the_user_are_given_again_without_their_names(tmp_path: Path) -> None:
    place = tmp_path / "my runs"

    assert ending.resume(place, ["simple"]).endswith(f"run --resume '{place}'")
    assert ending.resume(place, ["simple", "user~12345678"]).endswith(f"'{place}' --document FILE")
