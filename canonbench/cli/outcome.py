"""A plan measured, what is printed after its last round, and what to do next."""

import argparse
import sys
from typing import TYPE_CHECKING, Literal

from canonbench.cli import conducted

if TYPE_CHECKING:
    from pathlib import Path

    from canonbench.harness.plan import Plan
    from canonbench.harness.session import Request, Session

__all__ = ["finish", "hold"]

_NEXT = {
    "attribute": ("Where the cost goes, by specification and by library", ""),
    "claims": ("The paper's claims beside these figures", ""),
    "report": ("Everything on one page", " -o report.html"),
}
"""Verbs that go on with a run, what they show, and what they need beside it."""


def hold(request: "Request", arguments: argparse.Namespace) -> int:
    """Measure a plan, print what came out and the commands that go on from there; return the exit code.

    Raises:
        CanonbenchError: as ``canonbench.cli.conducted.hold``.
    """
    with conducted.telling(arguments) as teller:
        return conducted.hold(
            request,
            teller,
            lambda done, folder: finish(
                done, folder, request.plan, form=conducted.form(arguments), plain=arguments.plain
            ),
        )


def finish(
    done: "Session", folder: "Path", planned: "Plan", *, form: Literal["json", "text"], plain: bool
) -> None:
    """Print what came out, and the commands that go on from there."""
    from canonbench.harness import conductor
    from canonbench.report import run as report
    from canonbench.runs import files

    interrupted = done.code == conductor.INTERRUPTED
    commands = [f"Run: {folder}", *_commands(done, folder, planned, interrupted=interrupted)]
    report.write(files.read(folder), sys.stdout, form=form, plain=plain, commands=commands)


def _commands(done: "Session", folder: "Path", planned: "Plan", *, interrupted: bool) -> list[str]:
    from canonbench.cli import VERBS
    from canonbench.harness import ending
    from canonbench.model.case import AGAIN

    found = []
    if interrupted:
        found.append(f"Go on where it ended: {ending.resume(folder, planned.documents)}")
    else:
        able = {verb: what for verb, what in _NEXT.items() if verb in VERBS}
        found += [
            f"{what}: python -m canonbench {verb} {folder}{more}" for verb, (what, more) in able.items()
        ]
    names = [f"{folder}:{path.stem}" for path in done.files if not path.stem.endswith(AGAIN)]
    if len(names) > 1:
        found.append(f"Compare stacks by rounds: python -m canonbench compare {names[0]} {names[1]}")
    return found
