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
from types import FrameType
from typing import Any

__all__ = ["Interrupted", "child", "end", "interruptible", "shielded"]


class Interrupted(SystemExit):
    """The run is to end now: SIGTERM, or SIGINT as Ctrl-C sends it.

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
    return (signal.SIGINT, signal.SIGTERM)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    raise Interrupted(signal.Signals(number).name)


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Turn SIGINT and SIGTERM into ``Interrupted``, so that a run ends in good order."""
    before = [(number, signal.signal(number, _interrupt)) for number in _signals()]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


@contextlib.contextmanager
def shielded() -> Iterator[None]:
    """Put SIGINT and SIGTERM off while something short must not be torn, such as writing a file."""
    came: list[int] = []
    before = [(number, signal.signal(number, lambda n, _f: came.append(n))) for number in _signals()]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])
