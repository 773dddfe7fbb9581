"""What is printed after the last round of a plan, and what to do next."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canonbench.harness.plan import Plan
    from canonbench.harness.session import Session

__all__ = ["finish"]

_NEXT = {
    "attribute": ("Where the cost goes, by specification and by library", ""),
    "claims": ("The paper's claims beside these figures", ""),
    "report": ("Everything on one page", " -o report.html"),
}
"""Verbs that go on with a run, what they show, and what they need beside it."""


def finish(done: "Session", planned: "Plan", *, form: str, plain: bool) -> None:
    """Print what came out as ``form``, and the commands that go on from there."""
    from canonbench.harness import conductor
    from canonbench.report import run as report
    from canonbench.runs import files

    assert done.folder is not None  # there are files in it
    interrupted = done.code == conductor.INTERRUPTED
    commands = [f"Run: {done.folder}", *_commands(done, planned, interrupted=interrupted)]
    report.write(files.read(done.folder), sys.stdout, form=form, plain=plain, commands=commands)


def _commands(done: "Session", planned: "Plan", *, interrupted: bool) -> list[str]:
    from canonbench.cli import VERBS
    from canonbench.harness import ending

    assert done.folder is not None  # as above
    found = []
    if interrupted:
        found.append(f"Go on where it ended: {ending.resume(done.folder, planned.documents)}")
    else:
        able = {verb: what for verb, what in _NEXT.items() if verb in VERBS}
        found += [
            f"{what}: python -m canonbench {verb} {done.folder}{more}" for verb, (what, more) in able.items()
        ]
    names = [f"{done.folder}:{path.stem}" for path in done.files if not path.stem.endswith("-again")]
    if len(names) > 1:
        found.append(f"Compare stacks by rounds: python -m canonbench compare {names[0]} {names[1]}")
    return found
