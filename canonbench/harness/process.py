"""Child processes that can be ended for certain, and signals that end a run in good order.

A child gets a session of its own. Some libraries ignore signals, and a killed pyperf leaf leaves its worker
running, so what ends a child is SIGKILL to its whole process group.
"""

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

__all__ = ["Interrupted", "Signals", "child", "end", "interruptible", "settle", "shielded"]


class Interrupted(SystemExit):
    """The run is to end now: SIGTERM, SIGHUP as a terminal sends it that goes away, or SIGINT as Ctrl-C.

    It is no ``KeyboardInterrupt``, which pyperf would turn into an ordinary failure.
    """

    def __init__(self, name: str) -> None:
        """Keep the signal's ``name``; the exit code is 130."""
        super().__init__(130)
        self.name = name


def end(process: "subprocess.Popen[Any]") -> None:
    """Kill ``process`` and all of its process group, and wait until it is gone."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    if process.poll() is None:
        process.kill()
    process.wait()


@contextlib.contextmanager
def child(argv: Sequence[str], **options: Any) -> "Iterator[subprocess.Popen[Any]]":
    """Run ``argv`` in a session of its own; whatever happens, nothing of it is left afterwards.

    ``options`` are those of ``subprocess.Popen``.
    """
    process = subprocess.Popen(argv, start_new_session=True, **options)  # noqa: S603 - our own program
    try:
        yield process
    finally:
        with shielded():
            end(process)
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()


def _signals() -> tuple[signal.Signals, ...]:
    """Return the signals that end a run; only the main thread may handle them."""
    if threading.current_thread() is not threading.main_thread():
        return ()
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is None or signal.getsignal(hangup) is signal.SIG_IGN:  # as nohup leaves it
        return (signal.SIGINT, signal.SIGTERM)
    return (signal.SIGINT, signal.SIGTERM, hangup)


@dataclass
class Signals:
    """What came while a run was ``interruptible``.

    ``came`` is the name of the first signal, empty if none did. Once ``settled``, none interrupts any more.
    """

    came: str = ""
    settled: bool = False

    def take(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal."""
        name = signal.Signals(number).name
        self.came = self.came or name
        if not self.settled:
            raise Interrupted(name)


_heard: list[Signals] = []


@contextlib.contextmanager
def interruptible() -> Iterator[Signals]:
    """Turn SIGINT, SIGTERM and SIGHUP into ``Interrupted``, so that a run ends in good order.

    Inside another one it changes nothing.
    """
    if _heard:
        yield _heard[-1]
        return
    signals = Signals()
    before = [(number, signal.signal(number, signals.take)) for number in _signals()]
    _heard.append(signals)
    try:
        yield signals
    finally:
        _heard.remove(signals)
        for number, handler in before:
            signal.signal(number, handler)


def settle() -> None:
    """Let signals only be noted from here on, to the end of ``interruptible``: what is left is writing."""
    for signals in _heard:
        signals.settled = True


@contextlib.contextmanager
def shielded() -> Iterator[None]:
    """Put signals that interrupt off while something short must not be torn, such as writing a file."""
    came: list[int] = []
    before = [(number, signal.signal(number, lambda n, _f: came.append(n))) for number in _signals()]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])
