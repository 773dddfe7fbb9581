"""Children end with all of their group; signals end a run in good order."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from canonbench.harness.process import Interrupted, child, interruptible, settle, shielded

_PARENT = """
import subprocess, sys, time
print(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid, flush=True)
time.sleep(600)
"""

_DEAF = """
import signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(1, flush=True)
time.sleep(600)
"""


def _gone(pid: int) -> bool:
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        state = Path(f"/proc/{pid}/stat")
        if state.exists() and state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.02)
    return False


def test_what_a_child_started_ends_with_it() -> None:
    with child([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        grandchild = int(process.stdout.readline())

    assert process.returncode == -signal.SIGKILL
    assert _gone(grandchild)


def test_a_child_that_ignores_signals_ends_too() -> None:
    with child([sys.executable, "-c", _DEAF], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()

    assert process.returncode == -signal.SIGKILL


def test_a_child_has_a_session_of_its_own() -> None:
    with child([sys.executable, "-c", "import os; print(os.getsid(0))"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        session = int(process.stdout.readline())

    assert session == process.pid


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_interrupts(number: signal.Signals) -> None:
    # Under nohup a hangup is ignored from the start, and stays so.
    before = signal.getsignal(number)
    if before is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)
    try:
        with pytest.raises(Interrupted) as caught, interruptible():
            signal.raise_signal(number)
    finally:
        signal.signal(number, before)

    assert caught.value.name == number.name
    assert caught.value.code == 130


def test_handlers_are_as_before_afterwards() -> None:
    before = signal.getsignal(signal.SIGTERM)

    with interruptible():
        pass

    assert signal.getsignal(signal.SIGTERM) is before


def test_a_hangup_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interruptible() as signals:
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)

    assert not signals.came


def test_once_all_is_measured_signals_are_only_noted() -> None:
    with interruptible() as signals:
        settle()
        signal.raise_signal(signal.SIGTERM)
        with interruptible(), shielded():
            signal.raise_signal(signal.SIGINT)

    assert signals.came == "SIGTERM"


def test_what_must_not_be_torn_is_finished_first() -> None:
    done = []

    def write() -> None:
        with interruptible(), shielded():
            signal.raise_signal(signal.SIGTERM)
            done.append("written")

    with pytest.raises(Interrupted):
        write()

    assert done == ["written"]
