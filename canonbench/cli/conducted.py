"""A conducted run on the command line: measured, printed, and said in the last line how it ended."""

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from canonbench.errors import CanonbenchError

if TYPE_CHECKING:
    from pathlib import Path

    from canonbench.harness.progress import Progress
    from canonbench.harness.session import Request, Session

__all__ = ["form", "hold", "telling", "warn"]


@contextlib.contextmanager
def telling(arguments: argparse.Namespace) -> "Iterator[Progress]":
    """Give what tells on standard error how far things are; the terminal is left as it was."""
    from canonbench.harness.progress import progress

    teller = progress(sys.stderr, quiet=arguments.quiet, plain=arguments.plain)
    try:
        yield teller
    finally:
        teller.stop()


def warn(problems: Iterable[str], teller: "Progress") -> None:
    """Say what was named and is left out of what is measured."""
    for problem in problems:
        teller.say(f"! {problem}; going on without it")


def form(arguments: argparse.Namespace) -> Literal["json", "text"]:
    """Return how results are printed."""
    return "json" if arguments.json else "text"


def hold(
    request: "Request",
    teller: "Progress",
    show: "Callable[[Session, Path], Iterable[str] | None]",
) -> int:
    """Measure what is asked for, print it, and return the exit code.

    ``show`` prints what is in the run folder, and returns what was asked for and has no row there beside what
    the session complains of. A signal that comes while it prints ends nothing: nothing would be gained by
    half a table, and the last line says where the run is.

    Raises:
        CanonbenchError: something that was named has no row, or it cannot be measured at all.
    """
    from canonbench.harness import session
    from canonbench.harness.conductor import INTERRUPTED
    from canonbench.harness.process import interruptible

    missing: tuple[str, ...] = ()
    with interruptible() as signals:
        done = session.hold(request, teller)
        if done.folder is not None and (done.files or not done.code):
            missing = tuple(show(done, done.folder) or ())
    if signals.came and done.code != INTERRUPTED:
        teller.say(f"! interrupted ({signals.came}) when all was measured; {done.folder} is complete")
        return INTERRUPTED
    lacks = done.complaints or (() if done.code else missing)
    if lacks:
        raise CanonbenchError(f"no row for {', '.join(lacks)}; the reasons stand above")
    return done.code
