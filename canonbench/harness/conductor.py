"""The conductor: rounds of fresh leaves, interleaved and shuffled, merged into one run file a stack.

Every round visits every cell once, in an order of its own; each visit is a leaf in a session of its own,
which writes a part. Whatever ends a run early, every part that was finished is merged; at most the leaf in
flight is lost.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canonbench.errors import RunFileError
from canonbench.harness.gate import Gate
from canonbench.harness.plan import Cell, Chosen, Plan
from canonbench.harness.process import Interrupted, child, shielded
from canonbench.harness.progress import Progress
from canonbench.model.case import Case
from canonbench.runs import files, folders, keys, record

__all__ = ["INTERRUPTED", "TIMEOUT", "Conductor", "Measured", "Settings", "estimate"]

TIMEOUT, INTERRUPTED = 124, 130
_PARTS = "parts"
_STARTS = 0.3
_WORKER = 0.25
_CASE_SECONDS = 120
_GRACE = 60


@dataclass(frozen=True)
class Settings:
    """How every leaf measures: pyperf's options that are handed on.

    ``values`` and ``warmups`` are numbers a process, ``min_time`` the least seconds of a value, ``timeout``
    seconds a case, ``options`` more options as they stand on the command line.
    """

    values: int = 2
    warmups: int = 1
    min_time: float = 0.01
    timeout: int = _CASE_SECONDS
    options: tuple[str, ...] = ()
    plugins: tuple[Path, ...] = ()

    def arguments(self) -> list[str]:
        """Return the arguments of a leaf that follow from these."""
        plugins = [argument for path in self.plugins for argument in ("--plugin", str(path))]
        return [
            *("-p", "1", "-n", str(self.values), "-w", str(self.warmups), "--min-time", str(self.min_time)),
            *("--timeout", str(self.timeout), *self.options, *plugins),
        ]


def estimate(plan: Plan, settings: Settings) -> float:
    """Return roughly how many seconds a plan takes: starting processes dominates short benchmarks."""
    value = (settings.values + settings.warmups) * settings.min_time * 1.3
    return plan.rounds * sum(_STARTS + len(cell.cases) * (_WORKER + value) for cell in plan.cells)


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

    ``program`` starts a leaf, before its arguments; it is an argument so that tests have leaves of their own.
    """

    plan: Plan
    gate: Gate
    folder: Path
    settings: Settings
    progress: Progress
    program: Callable[[Chosen], Sequence[str]] = lambda stack: (
        stack.python or sys.executable,
        *("-m", "canonbench", "stage"),
    )
    identifier: str = field(default_factory=lambda: uuid.uuid4().hex)
    _parts: dict[Chosen, dict[Path, dict[str, Any]]] = field(default_factory=dict)
    _failed: dict[tuple[Chosen, Case], str] = field(default_factory=dict)
    _late: bool = False

    def run(self) -> Measured:
        """Measure every round, merge, and return what came out.

        Raises:
            RunFileError: nothing could be written; the parts that hold what was measured are kept, and named.
        """
        total = self.plan.rounds * len(self.plan.cells)
        code, failure = 0, None
        try:
            (self.folder / _PARTS).mkdir(exist_ok=True)
            self._prepare()
            self.progress.start(total)
            done = 0
            for number in range(self.plan.rounds):
                for cell in self.plan.round(number):
                    self.progress.step(done, f"{cell.stack.name} on {cell.document}, round {number + 1}")
                    self._visit(number, cell)
                    done += 1
        except Interrupted as error:
            code = INTERRUPTED
            self.progress.say(f"! interrupted ({error.name}); writing what was measured")
        except (OSError, RunFileError) as error:
            failure = error
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

    def _prepare(self) -> None:
        """Write each stack's loops and facts beside the inputs, where its leaves find them."""
        for number, stack in enumerate(self.plan.stacks):
            facts = {
                key: value for key, value in self.gate.proved[stack.name].facts.items() if key != "python"
            }
            self._beside(number, "loops").write_text(json.dumps(self.gate.loops(stack)), encoding="utf-8")
            self._beside(number, "facts").write_text(json.dumps(facts), encoding="utf-8")

    def _beside(self, number: int, what: str) -> Path:
        return self.gate.inputs.folder / f"{what}-{number}.json"

    def _visit(self, number: int, cell: Cell) -> None:
        """Run one leaf. A case that fails is taken out of the rounds that follow."""
        cases = [case for case in cell.cases if (cell.stack, case) not in self._failed]
        if not cases:
            return
        part = self.folder / _PARTS / f"{number:03d}-{cell.stack.name}-{cell.document}.json"
        code, said = self._leaf(cell, cases, part)
        found = _rows(part)
        if found:
            self._parts.setdefault(cell.stack, {})[part] = {
                str(keys.RUN): self.identifier,
                str(keys.ROUND): number,
                str(keys.SEED): self.plan.seed,
                str(keys.STACK): cell.stack.name,
            }
        missing = [case for case in cases if case.name not in found]
        if not missing:
            return
        late = code == TIMEOUT
        self._late = self._late or late
        reason = f"over budget: more than {self.settings.timeout} s" if late else _how(code)
        names = ", ".join(case.name for case in missing)
        self.progress.say(f"! {cell.stack.name}: {names}: {reason}{': ' + said if said else ''}")
        for case in missing:
            self._failed[cell.stack, case] = reason
            name, stack = case.name, cell.stack.name
            kind = "refusal" if late else "null"
            record.append(self.folder, {"kind": kind, "name": name, "stack": stack, "reason": reason})

    def _leaf(self, cell: Cell, cases: Sequence[Case], part: Path) -> tuple[int, str]:
        """Run a leaf and return its exit code and the last line that it said."""
        number = self.plan.stacks.index(cell.stack)
        argv = [
            *self.program(cell.stack),
            *(self.plan.target, "--engine", cell.stack.engine),
            *("--inputs", str(self.gate.inputs.folder)),
            *("--loops-from", str(self._beside(number, "loops"))),
            *("--facts", str(self._beside(number, "facts"))),
            *(argument for case in cases for argument in ("--case", case.name)),
            *("-o", str(part), "-q"),
            *self.settings.arguments(),
        ]
        longest = len(cases) * self.settings.timeout + _GRACE
        with tempfile.TemporaryFile() as log:
            with child(argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log) as process:
                try:
                    code = process.wait(longest)
                except subprocess.TimeoutExpired:
                    code = TIMEOUT
            log.seek(0)
            lines = log.read().decode(errors="replace").strip().splitlines()
        return code, lines[-1].removeprefix("canonbench: ") if lines and code else ""

    def _merge(self) -> tuple[Path, ...]:
        """Merge every stack's parts into its run file; parts are removed once all are written."""
        written = []
        for stack, parts in self._parts.items():
            target = folders.stack_file(self.folder, stack.name)
            written.append(files.merge(parts, target, parts))
        shutil.rmtree(self.folder / _PARTS, ignore_errors=True)
        return tuple(written)


def _rows(part: Path) -> frozenset[str]:
    """Return the names of the rows in a part; none if it is missing or was cut, and then it is removed."""
    try:
        suite: Mapping[str, Any] = json.loads(part.read_text(encoding="utf-8"))
        common = suite.get("metadata", {})
        return frozenset(
            {**common, **benchmark.get("metadata", {})}["name"] for benchmark in suite["benchmarks"]
        )
    except FileNotFoundError:
        return frozenset()
    except (OSError, ValueError, KeyError, TypeError):
        part.unlink(missing_ok=True)
        return frozenset()


def _how(code: int) -> str:
    return f"crashed: killed by signal {-code}" if code < 0 else f"failed: exit code {code}"
