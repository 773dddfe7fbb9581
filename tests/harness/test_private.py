"""The private folder of inputs goes with its process, or with the next one."""

import json
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from canonbench.harness import private
from canonbench.harness.private import OWNER, private_folder

_KILLED = """
import os, signal
from canonbench.harness.private import private_folder
with private_folder() as folder:
    (folder / "input").write_text("something private")
    print(folder, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder the one for temporary files, here and in processes."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def test_the_folder_is_private_and_gone_afterwards() -> None:
    with private_folder() as folder:
        mode = stat.S_IMODE(folder.stat().st_mode)
        (folder / "file").write_text("x", encoding="utf-8")

    assert mode == 0o700
    assert not folder.exists()


def test_the_folder_is_gone_after_an_interruption() -> None:
    def interrupted() -> Path:
        with private_folder() as folder:
            places.append(folder)
            raise KeyboardInterrupt

    places: list[Path] = []

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not places[0].exists()


def test_what_a_killed_process_left_goes_when_the_next_one_starts(place: Path) -> None:
    out = subprocess.run(
        [sys.executable, "-c", _KILLED], stdout=subprocess.PIPE, text=True, check=False
    ).stdout
    left = Path(out.strip())
    assert (left / "input").exists()

    with private_folder() as folder:
        assert [path for path in place.iterdir() if path.is_dir()] == [folder]


def _left(place: Path, **change: Any) -> Path:
    folder = place / "canonbench-left"
    folder.mkdir()
    owner = {**private._process(os.getpid()), **change}
    (folder / OWNER).write_text(json.dumps(owner), encoding="utf-8")
    return folder


def _next() -> None:
    with private_folder():
        pass


@pytest.mark.parametrize(
    "change",
    [
        {"boot": "before"},
        {"start": "another process of that number"},
        {"pid": 2**22 + 1},
        {"pid": 2**22 + 1, "start": ""},
    ],
)
def test_the_folder_of_a_dead_process_is_removed(place: Path, change: dict[str, Any]) -> None:
    folder = _left(place, **change)

    _next()

    assert not folder.exists()


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"start": ""},
        {"node": "elsewhere", "boot": "before"},
        {"space": "another container", "pid": 2**22 + 1},
        {"pid": "none"},
        {"pid": None},
    ],
)
def test_the_folder_of_one_that_may_live_is_left(place: Path, change: dict[str, Any]) -> None:
    folder = _left(place, **change)

    _next()

    assert folder.exists()


def test_what_is_not_ours_is_left(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = place / "elsewhere"
    other.mkdir()
    (other / OWNER).write_text(json.dumps({**private._process(1), "boot": "before"}), encoding="utf-8")
    (place / "canonbench-link").symlink_to(other)
    (place / "canonbench-old").mkdir()
    folder = _left(place, boot="before")
    monkeypatch.setattr(os, "getuid", lambda: 123456)

    _next()

    assert other.exists()
    assert folder.exists()
    assert (place / "canonbench-old").exists()


def test_without_proc_a_number_alone_tells(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(_pid: int, _signal: int) -> None:
        raise PermissionError

    folder = _left(place, start="")
    monkeypatch.setattr(os, "kill", denied)

    _next()

    assert folder.exists()
