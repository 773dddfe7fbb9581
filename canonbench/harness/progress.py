"""How far a run is: a line each 30 seconds, or a bar on a terminal; always on standard error."""

import contextlib
import time
from collections.abc import Callable
from typing import Any, Protocol, TextIO

__all__ = ["Bar", "Lines", "Progress", "Silent", "duration", "progress"]

_EVERY = 30.0


class Progress(Protocol):
    """What the conductor tells."""

    def say(self, text: str) -> None:
        """Tell what happens now, before or between leaves, or what went wrong."""

    def start(self, total: int) -> None:
        """Begin to count ``total`` leaves."""

    def step(self, done: int, text: str) -> None:
        """Tell that ``done`` leaves are over and that ``text`` comes next."""

    def stop(self) -> None:
        """End; the terminal is left as it was."""


def duration(seconds: float) -> str:
    """Write a length of time for people: ``42 s``, ``3 min``, ``1 h 5 min``."""
    if seconds < 100:  # noqa: PLR2004 - below that, minutes are too coarse
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"  # noqa: PLR2004 - as above


class Silent:
    """Says nothing, for ``-q``, but for what went wrong."""

    def __init__(self, stream: TextIO) -> None:
        """Write warnings to ``stream``."""
        self._stream = stream

    def say(self, text: str) -> None:
        """Say only what is a warning: it starts with ``!``."""
        if text.startswith("!"):
            with contextlib.suppress(OSError):  # a terminal that went away ends no run
                self._stream.write(f"canonbench: {text[1:].strip()}\n")

    def start(self, total: int) -> None:
        """Do nothing."""

    def step(self, done: int, text: str) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""


class Lines:
    """Plain lines, at most one each 30 seconds, for files and pipes."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        """Write to ``stream``; ``clock`` gives seconds."""
        self._stream, self._clock = stream, clock
        self._total = 0
        self._started = self._last = clock()

    def say(self, text: str) -> None:
        """Write a line."""
        with contextlib.suppress(OSError):  # a pipe that nobody reads ends no run
            self._stream.write(f"canonbench: {text.removeprefix('!').strip()}\n")
            self._stream.flush()

    def start(self, total: int) -> None:
        """Begin to count."""
        self._total = total
        self._started = self._last = self._clock()

    def step(self, done: int, text: str) -> None:
        """Write how far it is, if 30 seconds have gone by."""
        now = self._clock()
        if now - self._last < _EVERY or not done:
            return
        self._last = now
        left = (now - self._started) / done * (self._total - done)
        self.say(f"{done} of {self._total} processes, {duration(left)} left; next: {text}")

    def stop(self) -> None:
        """Do nothing."""


class Bar:
    """A bar with the time left, drawn by rich, which is imported here only."""

    def __init__(self) -> None:
        """Draw on standard error."""
        from rich.console import Console  # noqa: PLC0415 - 100 ms that only a terminal pays
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
        from rich.progress import Progress as Rich  # noqa: PLC0415

        self._rich: Any = Rich(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task: Any = self._rich.add_task("starting", total=None)
        self._rich.start()

    def say(self, text: str) -> None:
        """Show ``text`` beside the bar, or above it if it is a warning."""
        if text.startswith("!"):
            self._rich.console.print(f"canonbench: {text[1:].strip()}", markup=False, highlight=False)
        else:
            self._rich.update(self._task, description=text)

    def start(self, total: int) -> None:
        """Begin to count."""
        self._rich.reset(self._task, total=total, description="measuring")

    def step(self, done: int, text: str) -> None:
        """Move the bar."""
        self._rich.update(self._task, completed=done, description=text)

    def stop(self) -> None:
        """Take the bar away."""
        self._rich.stop()


def progress(stream: TextIO, *, quiet: bool = False, plain: bool = False) -> Progress:
    """Return what suits ``stream``: nothing for ``quiet``, a bar on a terminal but for ``plain``, lines."""
    if quiet:
        return Silent(stream)
    if plain or not stream.isatty():
        return Lines(stream)
    return Bar()
