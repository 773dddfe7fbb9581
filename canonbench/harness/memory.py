"""Memory as a driver of a plan: every case in a fresh process under memray, round by round, without a clock.

The conductor visits cases as it does for time. Each visit starts a process that makes one call and ends. In
every round each stack also has a process whose call does nothing: its amounts are the baseline, which is
subtracted. All processes of a round have the same hash seed, those of the next another one.
"""

import importlib.util
import shutil
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from canonbench.errors import EngineUnavailable
from canonbench.harness import roles
from canonbench.harness.ask import ask
from canonbench.harness.conductor import PARTS, Conductor, environment
from canonbench.harness.inputs import base
from canonbench.harness.memory_plan import processes
from canonbench.harness.memory_worker import BYTES, COUNTS
from canonbench.harness.plan import Chosen, Plan
from canonbench.model.case import Case
from canonbench.runs import files, folders, keys, record

__all__ = ["MemoryConductor", "demand", "estimate", "tracked"]

_WORKER = ("-m", "canonbench.harness.memory_worker")
_PROCESS = 1.0
_REPORT_SECONDS = 120


def demand() -> None:
    """Make sure that memray is here.

    Raises:
        EngineUnavailable: it is not, as on Windows.
    """
    if importlib.util.find_spec("memray") is None:
        why = "has no Windows version" if sys.platform == "win32" else "is not installed: pip install memray"
        raise EngineUnavailable(f"memory is measured by memray, which {why}; all other verbs work without")


def tracked() -> bool:
    """Tell whether memray tracks this very process, as under ``memray run``; it is not imported for that."""
    return getattr(threading.getprofile(), "__name__", "") == "start_thread_trace"


def estimate(plan: Plan) -> float:
    """Return roughly how many seconds a plan takes."""
    return processes(plan) * _PROCESS


@dataclass
class MemoryConductor(Conductor):
    """Measures the memory of a plan that has passed the gate.

    ``native`` traces native frames. ``reports`` are memray's reports to keep of each case's first process,
    ``flamegraph`` or ``table``, as HTML. ``steps`` also measures each step of a role where it stands.
    """

    native: bool = False
    reports: tuple[str, ...] = ()
    steps: bool = False
    _empty: dict[tuple[int, Chosen], Sequence[int]] = field(default_factory=dict)
    _counts: dict[Chosen, dict[Path, dict[str, Any]]] = field(default_factory=dict)
    _nothing: set[tuple[Chosen, str]] = field(default_factory=set)
    _visited: int = 0

    def _visit(self, number: int, stack: Chosen, case: Case) -> None:
        """Run one process. A case that fails is taken out of the rounds that follow."""
        if (number, stack) not in self._empty:
            answer = self._process(number, stack, case, {})
            if "amounts" not in answer:
                self._failed_with(stack, case, answer)
                return
            self._empty[number, stack] = answer["amounts"]
        self._visited += 1
        parts = {u: self.folder / PARTS / f"{u}-{self._visited}.json" for u in ("bytes", "counts")}
        empty = self._empty[number, stack]
        request = {"empty": empty, **{unit: str(path) for unit, path in parts.items()}}
        answer = self._process(number, stack, case, request)
        if "amounts" not in answer:
            self._failed_with(stack, case, answer)
            return
        about = {
            str(keys.RUN): self.identifier,
            str(keys.ROUND): number,
            str(keys.SEED): self.plan.seed,
            str(keys.STACK): stack.name,
        }
        for kept, path in ((self._parts, parts["bytes"]), (self._counts, parts["counts"])):
            if path.exists():
                kept.setdefault(stack, {})[path] = about
        self._say_nothing(stack, case, answer["amounts"], empty)
        if number == 0:
            self._keep(stack, case, answer)
        if self.steps and roles.is_role(case.target):
            self._split(number, stack, case, empty)

    def _split(self, number: int, stack: Chosen, case: Case, empty: Sequence[int]) -> None:
        """Measure the steps of a role where they stand, in one more process, and record them."""
        answer = self._process(number, stack, case, {"empty": empty, "steps": True})
        where = {"name": case.name, "stack": stack.name, "round": number}
        if "steps" in answer:
            record.append(self.folder, {"kind": "note", "about": "steps", **where, "steps": answer["steps"]})
        else:
            self._failed_with(stack, case, answer)

    def _process(self, number: int, stack: Chosen, case: Case, more: Mapping[str, Any]) -> Mapping[str, Any]:
        """Run one process and return its answer, or how it ended."""
        capture = self._capture(stack)
        capture.unlink(missing_ok=True)
        request = {
            "engine": stack.engine,
            "plugins": [str(path) for path in self.settings.plugins],
            "inputs": str(self.gate.inputs.folder),
            "facts": self._known(stack),
            "case": case.name,
            "warmups": self.settings.warmups,
            "native": self.native,
            "capture": str(capture),
            **more,
        }
        seed = (1000 * self.plan.seed + number + 1) % 2**32
        argv = [stack.python or sys.executable, *_WORKER]
        env = {**environment(self.settings.inherit), "PYTHONHASHSEED": str(seed)}
        answers = list(ask(argv, request, self.settings.timeout, env))
        if not (number == 0 and self.reports and "bytes" in more):
            capture.unlink(missing_ok=True)
        return answers[0]

    def _capture(self, stack: Chosen) -> Path:
        return self.gate.inputs.folder / f"capture-{self.plan.stacks.index(stack)}.bin"

    def _failed_with(self, stack: Chosen, case: Case, answer: Mapping[str, Any]) -> None:
        late = answer.get("ended") == "over budget"
        self._late = self._late or late
        reason = answer.get("unavailable") or f"{answer['ended'] or 'failed'}: {answer['reason']}"
        detail = answer.get("detail", "").removeprefix("canonbench: ")
        self._failed[stack, case] = reason
        self.progress.say(f"! {stack.name}: {case.name}: {reason}{': ' + detail if detail else ''}")
        kind = "refusal" if late else "null"
        record.append(self.folder, {"kind": kind, "name": case.name, "stack": stack.name, "reason": reason})

    def _say_nothing(self, stack: Chosen, case: Case, amounts: Sequence[int], empty: Sequence[int]) -> None:
        """Record what was at or below the baseline, once a row: pyperf has no value of 0 or less."""
        for view, amount, without in zip((*BYTES, *COUNTS), amounts, empty, strict=True):
            name = replace(case, view=view).name
            if amount <= 0 and (stack, name) not in self._nothing:
                self._nothing.add((stack, name))
                unit = "" if view in COUNTS else " bytes"
                reason = f"at or below the baseline of {without}{unit}"
                record.append(
                    self.folder, {"kind": "null", "name": name, "stack": stack.name, "reason": reason}
                )

    def _keep(self, stack: Chosen, case: Case, answer: Mapping[str, Any]) -> None:
        """Record the largest places of a case, and keep memray's reports."""
        places = {by: answer[by] for by in ("by_size", "by_count")}
        where = {"name": case.name, "stack": stack.name, "stage": case.target}
        record.append(self.folder, {"kind": "note", "about": "places", **where, **places})
        for report in self.reports:
            folder = self.folder / report / stack.name
            folder.mkdir(parents=True, exist_ok=True)
            target = folder / f"{base(case).replace('/', '-')}{_ending(case)}.html"
            argv = [stack.python or sys.executable, "-m", "memray", report, "-f", "-o", str(target)]
            argv.append(str(self._capture(stack)))
            done = subprocess.run(argv, capture_output=True, text=True, timeout=_REPORT_SECONDS, check=False)  # noqa: S603 - our own program
            if done.returncode:
                last = (done.stderr or done.stdout).strip().split("\n")[-1]
                self.progress.say(f"! {stack.name}: {case.name}: memray {report} failed: {last}")
        self._capture(stack).unlink(missing_ok=True)

    def _merge(self) -> tuple[Path, ...]:
        """Merge every stack's parts into its run file of bytes, and into that of numbers."""
        written, keep = [], self.settings.keep_host
        for stack, parts in self._parts.items():
            written.append(
                files.merge(parts, folders.stack_file(self.folder, stack.name), parts, keep_host=keep)
            )
        for stack, parts in self._counts.items():
            (self.folder / folders.ALLOCATIONS).mkdir(exist_ok=True)
            target = folders.stack_file(self.folder / folders.ALLOCATIONS, stack.name)
            files.merge(parts, target, parts, keep_host=keep)
        shutil.rmtree(self.folder / PARTS, ignore_errors=True)
        return tuple(written)


def _ending(case: Case) -> str:
    return "" if case.state == "warm" else f"-{case.state}"
