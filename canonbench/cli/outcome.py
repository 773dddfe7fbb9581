"""What comes after the last round of a plan: files by format, sums that do not close, and what to do next."""

import sys
from pathlib import Path
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
    """Write the files by format, record what does not close, and print what came out as ``form``.

    Of a run that was interrupted only what came out is printed: the rest is for when it is complete.
    """
    from canonbench.harness import conductor
    from canonbench.report import run as report
    from canonbench.runs import files

    assert done.folder is not None  # there are files in it
    interrupted = done.code == conductor.INTERRUPTED
    if not interrupted:
        _complete(done, planned)
    commands = [f"Run: {done.folder}", *_commands(done, interrupted=interrupted)]
    report.write(files.read(done.folder), sys.stdout, form=form, plain=plain, commands=commands)


def _complete(done: "Session", planned: "Plan") -> None:
    from canonbench.analysis import reconcile
    from canonbench.runs import by_format, files, record

    folder = done.folder or Path()
    named = [stack.name for stack in planned.stacks if not stack.again]
    by_format.write(folder, [path for path in done.files if path.stem in named])
    for line in reconcile.reconcile(files.read(folder)):
        if not line.closes:
            about = {"name": line.case.name, "stack": line.stack, "reason": line.violation}
            record.append(folder, {"kind": "violation", **about})


def _commands(done: "Session", *, interrupted: bool) -> list[str]:
    from canonbench.cli import VERBS

    found = []
    if interrupted:
        found.append(f"Go on where it ended: python -m canonbench run --resume {done.folder}")
    else:
        able = {verb: what for verb, what in _NEXT.items() if verb in VERBS}
        found += [
            f"{what}: python -m canonbench {verb} {done.folder}{more}" for verb, (what, more) in able.items()
        ]
    names = [f"{done.folder}:{path.stem}" for path in done.files if not path.stem.endswith("-again")]
    if len(names) > 1:
        found.append(f"Compare stacks by rounds: python -m canonbench compare {names[0]} {names[1]}")
    return found
