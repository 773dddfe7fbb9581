"""The conductor: rounds of fresh leaves, interleaved and shuffled, merged into one run file a stack.

Every round visits its cells once, in an order of its own. What pyperf's manager would do, the conductor does
for all of them together: loops are calibrated once, and every case is measured by a pyperf worker of its own,
in a session of its own, which writes a part. Whatever ends a run early, every finished part is merged; at
most the leaf in flight is lost. A run that may be resumed keeps its parts until it is complete.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canonbench.errors import RunFileError
from canonbench.harness.gate import Gate
from canonbench.harness.inputs import base
from canonbench.harness.plan import Chosen, Plan
from canonbench.harness.process import Interrupted, child, settle, shielded
from canonbench.harness.progress import Progress
from canonbench.model.case import Case
from canonbench.runs import files, folders, keys, record
from canonbench.runtimes.install import RUNTIME_ENVIRONMENT

__all__ = ["INTERRUPTED", "PARTS", "TIMEOUT", "Conductor", "Measured", "Settings", "environment"]

TIMEOUT, INTERRUPTED = 124, 130

PARTS = "parts"
"""The folder of what single leaves wrote, inside a run folder; it is there until the run is complete."""

_NO_NAME = re.compile(r"[^A-Za-z0-9._~@=,-]+")
_INHERITED = frozenset(
    {"PATH", "HOME", "TEMP", "COMSPEC", "SystemRoot", "SystemDrive", "PYTHONPATH", "PYTHON_GIL", "LANG"}
    | set(RUNTIME_ENVIRONMENT)
)
_CASE_SECONDS = 120
_ROOM = 1 << 20
"""Bytes that a leaf must find free, more than any part has."""

_LONGEST = 150
"""Characters of a part's name; a longer one ends in a digest."""


@dataclass(frozen=True)
class Settings:
    """How every leaf measures: pyperf's options that are handed on.

    ``values`` and ``warmups`` are numbers a process, ``min_time`` the least seconds of a value, ``timeout``
    seconds a case, ``affinity`` a list of CPUs, ``inherit`` names of environment variables.
    ``keep_host`` leaves the host name in the run files.
    """

    values: int = 2
    warmups: int = 1
    min_time: float = 0.01
    timeout: int = _CASE_SECONDS
    affinity: str = ""
    inherit: tuple[str, ...] = ()
    keep_host: bool = False
    plugins: tuple[Path, ...] = ()

    def arguments(self) -> list[str]:
        """Return the arguments of a leaf that follow from these."""
        plugins = [argument for path in self.plugins for argument in ("--plugin", str(path))]
        return [
            *("-n", str(self.values), "-w", str(self.warmups), "--min-time", str(self.min_time)),
            *(("--affinity", self.affinity) if self.affinity else ()),
            *(("--keep-host",) if self.keep_host else ()),
            *plugins,
        ]


def environment(inherit: Sequence[str] = ()) -> dict[str, str]:
    """Return the environment of a worker: what pyperf gives its own, and the variables ``inherit``.

    A hash seed is not among them, so that it varies from process to process.
    """
    return {
        name: value
        for name, value in os.environ.items()
        if name in _INHERITED or name.startswith("LC_") or name in inherit
    }


@dataclass(frozen=True)
class Measured:
    """What came out: the run folder, the run files, and how it ended.

    ``code`` is the exit code that follows: 0, 124 if a case took too long, 130 if the run was interrupted.
    ``missing`` are rows that were planned and passed the gate but could not be measured, with their reason.
    """

    folder: Path
    files: tuple[Path, ...]
    code: int = 0
    missing: tuple[tuple[Chosen, Case, str], ...] = field(default=())


@dataclass
class Conductor:
    """Measures a plan that has passed the gate.

    ``program`` starts a leaf of a case, before its options; it is an argument so that tests have leaves of
    their own. ``identifier`` is what all sittings of the run share. ``keep`` leaves the parts where they are
    and takes up those that are there; ``failed`` are cases that are not tried
    again, with their reasons.
    """

    plan: Plan
    gate: Gate
    folder: Path
    settings: Settings
    progress: Progress
    program: Callable[[Chosen, Case], Sequence[str]] = lambda stack, case: (
        stack.python or sys.executable,
        *("-m", "canonbench", "stage", case.target),
    )
    identifier: str = field(default_factory=lambda: uuid.uuid4().hex)
    keep: bool = False
    failed: Mapping[tuple[Chosen, Case], str] = field(default_factory=dict)
    _parts: dict[Chosen, dict[Path, dict[str, Any]]] = field(default_factory=dict)
    _failed: dict[tuple[Chosen, Case], str] = field(default_factory=dict)
    _late: bool = False

    def run(self) -> Measured:
        """Measure every round, merge, and return what came out.

        Raises:
            RunFileError: nothing could be written; the parts that hold what was measured are kept, and named.
        """
        code, failure = 0, None
        self._failed.update(self.failed)
        try:
            try:
                failure = self._all()
            finally:
                settle()
        except Interrupted as error:
            settle()  # a second signal may have come before the first one could
            code = INTERRUPTED
            self.progress.say(f"! interrupted ({error.name}); writing what was measured")
        finally:
            self.progress.stop()
        with shielded():
            written = self._merge()
        if failure is not None:
            raise RunFileError(
                f"stopped: cannot write to {self.folder}: {failure}; what was measured before is there"
            ) from failure
        return Measured(
            self.folder,
            written,
            code or (TIMEOUT if self._late else 0),
            tuple((stack, case, reason) for (stack, case), reason in self._failed.items()),
        )

    def _all(self) -> OSError | RunFileError | None:
        """Measure all there is, and return what ended it early: nothing can be written any more."""
        try:
            (self.folder / PARTS).mkdir(exist_ok=True)
            for stack in self.plan.stacks:
                self._facts(stack).write_text(json.dumps(self._known(stack)), encoding="utf-8")
            self._measure()
        except (OSError, RunFileError) as error:
            return error
        return None

    def _measure(self) -> None:
        visits = list(self._visits())
        self.progress.start(len(visits))
        for done, (number, stack, case) in enumerate(visits):
            self.progress.step(done, f"{stack.name} on {case.document}, round {number + 1}")
            if (stack, case) not in self._failed:
                self._visit(number, stack, case)

    def _visits(self) -> Iterator[tuple[int, Chosen, Case]]:
        """Give what is to be measured, in order; what was measured before the run was resumed is taken up."""
        for number in range(self.plan.rounds):
            for cell in self.plan.round(number):
                for case in cell.cases:
                    part = self._part(number, cell.stack, case)
                    if self.keep and part.exists():
                        if files.is_part(part, case.name):
                            self._take(number, cell.stack, part)
                            continue
                        self.progress.say(f"! {PARTS}/{part.name} is damaged; measuring it again")
                    yield number, cell.stack, case

    def _known(self, stack: Chosen) -> dict[str, str]:
        """Return what the gate found out about a stack, as metadata."""
        return {key: value for key, value in self.gate.proved[stack.name].facts.items() if key != "python"}

    def _facts(self, stack: Chosen) -> Path:
        """Return the file that tells a stack's leaves its facts; it lies beside the inputs."""
        return self.gate.inputs.folder / f"facts-{self.plan.stacks.index(stack)}.json"

    def _part(self, number: int, stack: Chosen, case: Case) -> Path:
        """Return the file that the leaf of a case writes in a round."""
        place = f"{number:03d}-{stack.name}-{base(case)}-{case.state}-{case.view}"
        name = _NO_NAME.sub("-", place)
        if len(name) > _LONGEST:
            name = f"{name[:_LONGEST]}-{hashlib.sha256(place.encode()).hexdigest()[:16]}"
        return self.folder / PARTS / f"{name}.json"

    def _take(self, number: int, stack: Chosen, part: Path) -> None:
        """Note a part that was written to its end, and what its runs are to say."""
        self._parts.setdefault(stack, {})[part] = {
            str(keys.RUN): self.identifier,
            str(keys.ROUND): number,
            str(keys.SEED): self.plan.seed,
            str(keys.STACK): stack.name,
        }

    def _visit(self, number: int, stack: Chosen, case: Case) -> None:
        """Run one leaf. A case that fails is taken out of the rounds that follow."""
        part = self._part(number, stack, case)
        part.unlink(missing_ok=True)
        code, said = self._leaf(stack, case, part)
        if code == 0 and _whole(part):
            self._take(number, stack, part)
            return
        part.unlink(missing_ok=True)
        _demand_room(part.parent)
        late = code == TIMEOUT
        self._late = self._late or late
        reason = f"over budget: more than {self.settings.timeout} s" if late else _how(code)
        self._failed[stack, case] = reason
        self.progress.say(f"! {stack.name}: {case.name}: {reason}{': ' + said if said else ''}")
        kind = "refusal" if late else "null"
        record.append(self.folder, {"kind": kind, "name": case.name, "stack": stack.name, "reason": reason})

    def _leaf(self, stack: Chosen, case: Case, part: Path) -> tuple[int, str]:
        """Run a leaf and return its exit code and the last line that it said."""
        argv = [
            *self.program(stack, case),
            *("--engine", stack.engine),
            *("--inputs", str(self.gate.inputs.folder), "--facts", str(self._facts(stack))),
            *("--case", case.name, "--loops", str(self.gate.loops(stack).get(case.name, 1))),
            *("--worker", "--worker-task", "0", "-o", str(part), "-q"),
            *self.settings.arguments(),
        ]
        with tempfile.TemporaryFile() as log:
            options = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            with child(argv, env=environment(self.settings.inherit), **options) as process:
                try:
                    code = process.wait(self.settings.timeout)
                except subprocess.TimeoutExpired:
                    code = TIMEOUT
            log.seek(0)
            lines = log.read().decode(errors="replace").strip().splitlines()
        return code, lines[-1].removeprefix("canonbench: ") if lines and code else ""

    def _merge(self) -> tuple[Path, ...]:
        """Merge every stack's parts into its run file; parts are removed once all are written.

        Those of a run that may be resumed stay, and its run files give way to whole ones later.
        """
        written = []
        for stack in (stack for stack in self.plan.stacks if stack in self._parts):
            parts = self._parts[stack]
            target = folders.stack_file(self.folder, stack.name)
            keep_host = self.settings.keep_host
            written.append(files.merge(parts, target, parts, keep_host=keep_host, replace=self.keep))
        if not self.keep:
            shutil.rmtree(self.folder / PARTS, ignore_errors=True)
        return tuple(written)


def _demand_room(folder: Path) -> None:
    """Make sure that a leaf did not fail for want of room, which would be no fault of its case.

    Raises:
        OSError: nothing can be written to ``folder``.
    """
    with tempfile.TemporaryFile(dir=folder) as probe:
        probe.write(b"\0" * _ROOM)
        probe.flush()


def _whole(part: Path) -> bool:
    """Tell a part that was written to its end."""
    try:
        json.loads(part.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return True


def _how(code: int) -> str:
    return f"crashed: killed by signal {-code}" if code < 0 else f"failed: exit code {code}"
