"""A run folder is measured by one process at a time."""

import fcntl
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from canonbench.errors import RunFileError
from canonbench.runs import lock

_HOLD = """
import sys, time
from pathlib import Path
from canonbench.runs import lock
with lock.hold(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_another_process_keeps_a_folder_until_it_is_killed(tmp_path: Path) -> None:
    argv = [sys.executable, "-c", _HOLD, str(tmp_path)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(RunFileError, match="is being measured by another process"), lock.hold(tmp_path):
            pass
        other.kill()

    with lock.hold(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_free_afterwards_whatever_happened(tmp_path: Path) -> None:
    with pytest.raises(KeyError), lock.hold(tmp_path):
        raise KeyError

    with lock.hold(tmp_path):
        pass


def test_where_folders_cannot_be_locked_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(*_: Any) -> None:
        raise OSError(9, "Bad file descriptor")

    monkeypatch.setattr(fcntl, "flock", cannot)

    with lock.hold(tmp_path), lock.hold(tmp_path):
        pass


def test_without_locks_of_the_system_nothing_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)

    with lock.hold(tmp_path), lock.hold(tmp_path):
        pass
