"""How a run of a plan ends: what is written after its last round, in which order, and how to go on without.

The files by format come first, then the sums that do not close, and last of all the ``end`` record: a run
that says ``complete`` lacks nothing. Whatever stops it before that leaves the parts, and it can be taken up.
"""

import contextlib
import shlex
import shutil
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from canonbench.analysis.reconcile import reconcile
from canonbench.documents import private
from canonbench.errors import RunFileError
from canonbench.harness.conductor import INTERRUPTED, PARTS, Conductor, Measured
from canonbench.harness.plan import Plan
from canonbench.harness.resume import COMPLETE
from canonbench.runs import by_format, files, record

__all__ = ["Clock", "go_on", "measure", "resume"]


class Clock(NamedTuple):
    """When a sitting began, by the monotonic clock, and in how many seconds it was expected to end."""

    start: float
    estimate: float

    def end(self, outcome: str) -> dict[str, Any]:
        """Return the ``end`` record of a sitting that ends now."""
        took = time.monotonic() - self.start
        return {
            "kind": "end",
            "outcome": outcome,
            "seconds": round(took, 1),
            "estimate": round(self.estimate, 1),
        }


def measure(conductor: Conductor, clock: Clock) -> Measured:
    """Measure a run that may be resumed, and write down how it ended.

    Raises:
        RunFileError: nothing more could be written; it says how to go on.
    """
    folder, plan = conductor.folder, conductor.plan
    again = go_on(folder, plan.documents)
    try:
        measured = conductor.run()
        if measured.code != INTERRUPTED:
            _complete(folder, measured.files, plan)
            record.append(folder, clock.end(COMPLETE))
            shutil.rmtree(folder / PARTS, ignore_errors=True)
            return measured
        record.append(folder, clock.end("interrupted"))
    except RunFileError as error:
        with contextlib.suppress(RunFileError):
            record.append(folder, clock.end("interrupted"))
        free = "free space there, then " if isinstance(error.__cause__, OSError | RunFileError) else ""
        raise RunFileError(f"{error}; {free}{again}") from error
    conductor.progress.say(f"! {again}")
    return measured


def _complete(folder: Path, written: Sequence[Path], plan: Plan) -> None:
    """Write the files by format, and record which sums do not close, each once.

    Raises:
        RunFileError: a file is damaged, or there is no room.
    """
    if not written:
        return
    own = {stack.name for stack in plan.stacks if not stack.again}
    by_format.write(folder, [path for path in written if path.stem in own], replace=True)
    said = {(entry["name"], entry["stack"]) for entry in record.load(folder) if entry["kind"] == "violation"}
    for line in reconcile(files.read(folder)):
        if not line.closes and (line.case.name, line.stack) not in said:
            about = {"name": line.case.name, "stack": line.stack, "reason": line.violation}
            record.append(folder, {"kind": "violation", **about})


def go_on(folder: Path, documents: Iterable[str]) -> str:
    """Say how to take up a run on ``documents``."""
    return f"go on where it ended: {resume(folder, documents)}"


def resume(folder: Path, documents: Iterable[str]) -> str:
    """Return the command line that takes up a run on ``documents``; the user's own are given again."""
    own = any(map(private.is_private, documents))
    return f"python -m canonbench run --resume {shlex.quote(str(folder))}{' --document FILE' * own}"
