"""One conducted run, from a request to a run folder: freeze, gate, plan, measure, and say what happened.

``run.jsonl`` gets a line for the plan, the environment, every outcome of the gate and every row that could
not be measured (``canonbench.harness.account``). A run that may be resumed says there how each sitting ended.
"""

import contextlib
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from canonbench.engines import Catalogue
from canonbench.harness import account, ending, lacking, requests, roles
from canonbench.harness.conductor import INTERRUPTED, PARTS, Conductor, Measured, Settings
from canonbench.harness.freeze import Frozen, Material, freeze
from canonbench.harness.gate import Gate, pass_all
from canonbench.harness.inputs import Inputs, base
from canonbench.harness.plan import Chosen, Plan
from canonbench.harness.private import private_folder
from canonbench.harness.process import Interrupted, interruptible, settle, shielded
from canonbench.harness.progress import Progress
from canonbench.harness.resume import Begun, demand_same
from canonbench.model.case import Case
from canonbench.runs import files, folders, lock, record

__all__ = ["Request", "Session", "hold"]


@dataclass(frozen=True)
class Request:
    """What is asked for. ``plan`` is what one would like to measure; the gate takes cases out of it.

    ``algorithm`` is the hash algorithm of RDFC-1.0. ``wanted`` takes out cases that are of no use, once it is
    known what a stack offers (a set of stages). ``command`` is the command line as it may stand in a file.
    ``conductor`` makes what measures, as ``Conductor`` does. ``structure`` records the calls of each role and
    the work on each document. ``resumable`` keeps what a run needs to be taken up again; ``begun`` is the one
    that is taken up. ``estimate`` is in how many seconds the run was expected to end, 0 if nobody asked;
    ``options`` is what the command line asked of a plan, so that it can be asked again.
    """

    plan: Plan
    documents: tuple[Material, ...]
    settings: Settings
    catalogue: Catalogue
    algorithm: str = "sha256"
    wanted: Callable[[Chosen, Case, frozenset[str]], bool] = lambda _stack, _case, _offers: True
    command: str = ""
    conductor: Callable[..., Conductor] = Conductor
    machine: str | None = None
    root: Path = folders.RUNS
    facts: Mapping[str, Any] = field(default_factory=dict)
    structure: bool = False
    resumable: bool = False
    begun: Begun | None = None
    estimate: float = 0.0
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Session:
    """What came out of a run.

    ``folder`` is the run folder, ``None`` if the run was interrupted before anything was measured.
    ``complaints`` are the names that were given explicitly and have no row.
    """

    folder: Path | None
    files: tuple[Path, ...] = ()
    code: int = 0
    complaints: tuple[str, ...] = ()


def hold(request: Request, progress: Progress) -> Session:
    """Measure what is asked for, and return what came out.

    Raises:
        CanonbenchError: nothing could be written, or a run cannot be taken up as it began.
    """
    sitting = _Sitting(time.monotonic(), request.begun.folder if request.begun else None)
    try:
        with interruptible(), private_folder() as inputs, contextlib.ExitStack() as held:
            sitting.held = held
            if request.begun is None:
                folders.demand_writable(request.machine, request.root)
            progress.say("preparing inputs")
            frozen = _frozen(request, inputs)
            gate = pass_all(
                request.plan,
                frozen.inputs,
                plugins=request.settings.plugins,
                min_time=request.settings.min_time,
                timeout=request.settings.timeout,
                say=progress.say,
            )
            return _measure(request, frozen, gate, progress, sitting)
    except Interrupted as error:
        settle()
        folder = sitting.folder if request.resumable else None
        again = f"; {ending.go_on(folder, request.plan.documents)}" if folder else ""
        progress.say(
            f"! interrupted ({error.name}) before anything {'more ' * bool(again)}was measured{again}"
        )
        return Session(None, code=INTERRUPTED)
    finally:
        progress.stop()


def _frozen(request: Request, folder: Path) -> Frozen:
    """Freeze the inputs of roles and of stages, whichever the plan has."""
    cases = list({base(case): case for cell in request.plan.cells for case in cell.cases}.values())
    whole = [case for case in cases if roles.is_role(case.target)]
    parts = [case for case in cases if not roles.is_role(case.target)]
    found: list[Frozen] = []
    if whole:
        own = _of(whole, request.documents)
        found.append(requests.freeze(whole, own, request.catalogue, folder, request.plan.seed))
    if parts or not whole:
        own = _of(parts, request.documents)
        found.append(freeze(parts, own, request.catalogue, folder, request.algorithm))
    if len(found) == 1:
        return found[0]
    inputs = Inputs(
        folder,
        {name: entry for each in found for name, entry in each.inputs.cases.items()},
        {name: facts for each in found for name, facts in each.inputs.documents.items()},
    )
    inputs.write()
    return Frozen(inputs, tuple(refusal for each in found for refusal in each.refusals))


def _of(cases: Sequence[Case], documents: Sequence[Material]) -> tuple[Material, ...]:
    """Return the documents of ``cases``."""
    names = {case.document for case in cases}
    return tuple(document for document in documents if document.name in names)


@dataclass
class _Sitting:
    """When a run was begun or taken up, by the monotonic clock, and its folder as soon as there is one.

    ``held`` ends with it.
    """

    start: float
    folder: Path | None = None
    held: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)


def _measure(request: Request, frozen: Frozen, gate: Gate, progress: Progress, sitting: _Sitting) -> Session:
    def admitted(stack: Chosen, case: Case) -> bool:
        offers = frozenset(gate.proved[stack.name].offers)
        return gate.admits(stack, case) and request.wanted(stack, case, offers)

    plan = request.plan.keep(admitted)
    for text in dict.fromkeys(lacking.warnings(request.plan, frozen, gate)):
        progress.say(f"! {text}")
    begun, versions = request.begun, account.versions(plan, gate.inputs)
    if begun is None:
        run = uuid.uuid4().hex
        lines = list(_records(request, plan, frozen, gate, {"run": run, "versions": versions}))
        with shielded():
            folder = folders.create(plan.target, machine=request.machine, root=request.root)
            sitting.folder = folder
            sitting.held.enter_context(lock.hold(folder))
            if request.resumable and plan.cells:
                (folder / PARTS).mkdir()
            for line in lines:
                record.append(folder, line)
        if not plan.cells:
            return Session(folder, code=1, complaints=lacking.complaints(request.plan, ()))
    else:
        demand_same(begun, versions, gate)
        run, folder, gate = begun.identifier, begun.folder, _with_loops(gate, begun)
    conductor = request.conductor(
        plan,
        gate,
        folder,
        request.settings,
        progress,
        _program,
        run,
        keep=request.resumable,
        failed=begun.failed if begun else {},
    )
    if request.resumable:
        measured = ending.measure(conductor, ending.Clock(sitting.start, request.estimate))
    else:
        measured = conductor.run()
    rows = _rows(measured)
    complaints = lacking.complaints(request.plan, rows) if not measured.code else ()
    failed = bool(complaints or measured.missing)
    return Session(folder, measured.files, measured.code or int(failed), complaints)


def _with_loops(gate: Gate, begun: Begun) -> Gate:
    """Return the gate with the loops that the run began with, so that all of its rounds are alike."""
    proved = {
        name: replace(
            found,
            outcomes={
                case: replace(
                    outcome, loops={n: begun.loops[name].get(n, loops) for n, loops in outcome.loops.items()}
                )
                for case, outcome in found.outcomes.items()
            },
        )
        for name, found in gate.proved.items()
    }
    return replace(gate, proved=proved)


def _program(stack: Chosen, case: Case) -> Sequence[str]:
    """Return what starts a leaf of a case, under the stack's own interpreter."""
    format_, _, _ = case.target.rpartition(".")
    leaf = ("exchange", format_) if roles.is_role(case.target) else ("stage", case.target)
    return (stack.python or sys.executable, "-m", "canonbench", *leaf)


def _rows(measured: Measured) -> tuple[tuple[str, str], ...]:
    """Return stack and document of every row in the files written."""
    stacks = map(files.read_stack, measured.files)
    return tuple(
        (stack.name, row.case.document) for stack in stacks for row in stack.rows if row.case is not None
    )


def _records(
    request: Request, plan: Plan, frozen: Frozen, gate: Gate, kept: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Give what is written down before anything is measured; ``kept`` is what a resumed run must know."""
    settings = request.settings
    yield account.planned(
        plan,
        gate,
        command=request.command,
        settings={
            "values": settings.values,
            "warmups": settings.warmups,
            "min_time": settings.min_time,
            "timeout": settings.timeout,
            "affinity": settings.affinity,
            "inherit": list(settings.inherit),
            "keep_host": settings.keep_host,
        },
        **({**kept, "options": dict(request.options)} if request.resumable else {}),
    )
    machine = folders.machine_name(request.machine or folders.cpu_model())
    yield account.surroundings(request.plan, frozen, gate, {"machine": machine, **request.facts})
    yield from account.variants(request.documents)
    if request.structure:
        yield from account.work(request.documents)
        yield from account.steps(plan, gate.inputs, request.catalogue)
    yield from account.gated(request.plan, frozen, gate)
