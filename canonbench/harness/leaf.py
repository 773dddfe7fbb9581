"""A leaf: one ``pyperf.Runner``, one engine, its cases in order; a pyperf script like any other.

The process that the user or the conductor starts makes a plan, and pyperf starts a worker for each case by
the same arguments. A worker learns everything from its command line, loads its one engine and its one input
when its case comes up, and checks the first output before a value counts.
"""

import argparse
import contextlib
import json
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canonbench.errors import EnginesDisagree, UsageError
from canonbench.harness import codec, plugins
from canonbench.harness.inputs import Inputs, check
from canonbench.harness.loops import FLOOR, Kept, Timed
from canonbench.harness.output import Output
from canonbench.harness.plan import SINGLE_PROCESSES
from canonbench.harness.process import Interrupted, interruptible
from canonbench.harness.single import CALLS, VIEW, Single
from canonbench.model.case import Case
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage
from canonbench.runs import keys
from canonbench.runs.keys import Scalar
from canonbench.runtimes.install import RUNTIME_ENVIRONMENT
from canonbench.stages import STAGES

__all__ = ["HOOK", "Leaf", "Prepared", "StageTimer", "case_version", "frozen", "run"]

HOOK = "_canonbench"
"""The pyperf hook that publishes what the time function kept; its name is no option of the user's."""

_VERSION = 1
_TIMEOUT = 124


@dataclass(frozen=True)
class Prepared:
    """What a leaf measures: its cases, and where their inputs, loops and its engine's facts are.

    ``loops`` are calls a value by the names of cases; a case without any is calibrated by pyperf.
    ``facts`` are versions and sources of the engine, as metadata; ``facts_file`` holds them, for the workers.
    ``incomplete`` says that something asked for is not among the cases, so that the exit code is 1.
    """

    cases: tuple[Case, ...]
    inputs: Inputs
    loops: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, Scalar] = field(default_factory=dict)
    facts_file: str = ""
    incomplete: bool = False


@dataclass(frozen=True)
class Leaf:
    """A leaf's own part, beside pyperf's.

    ``verb`` is the verb of the command line. ``add_arguments`` declares the options; ``forward`` gives those
    that a worker needs, from the parsed arguments; ``prepare`` makes what is measured out of them, once in
    every process. ``timer`` gives the time function of a case, which notes into ``Kept``, and the metadata of
    its workers.
    """

    verb: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    forward: Callable[[argparse.Namespace, Prepared], Sequence[str]]
    prepare: Callable[[argparse.Namespace], contextlib.AbstractContextManager[Prepared]]
    timer: Callable[[Case, Prepared, Kept], tuple[Callable[[int], float], Mapping[str, Scalar]]]


def case_version(case: Case, inputs: Inputs) -> str:
    """Return the digest of what is measured: stage and text, input, expected output, view; 16 hex digits.

    Rows of two case versions measure different things, whatever they are called. What a role's request draws
    at random is no part of it: it is another in every run.
    """
    stage, entry = _stage(case), inputs.entry(case)
    given = entry.fixed or entry.input
    definition = [_VERSION, stage.name, str(stage.text), given, entry.expected, case.state, case.view]
    return codec.digest(json.dumps(definition))[:16]


def _stage(case: Case) -> Stage[Any, Any]:
    """Return the stage, or the role as one, that ``case`` measures."""
    if case.target in STAGES:
        return STAGES[case.target]
    from canonbench.harness import roles  # noqa: PLC0415 - as below

    return roles.stage(case)


@dataclass(frozen=True)
class StageTimer:
    """Makes the time functions of stages; the engine is imported in the process that measures it alone."""

    engine: str
    plugins: tuple[Path, ...] = ()

    def __call__(
        self, case: Case, prepared: Prepared, kept: Kept
    ) -> tuple[Callable[[int], float], Mapping[str, Scalar]]:
        """Return the time function of ``case``, and its metadata."""
        if case.target not in STAGES:
            return self._role(case, prepared, kept)
        engine = plugins.catalogue(self.plugins, self.engine).load(self.engine, case.target)[case.target]
        stage, entry = engine.stage, prepared.inputs.entry(case)
        timed = Timed(
            engine,
            lambda: prepared.inputs.value(case),
            lambda output: check(stage, case, entry.expected, output),
            cold=case.state == "cold-context",
            fresh=engine.name != FLOOR,
            chunk=entry.chunk,
            expected=entry.expected,
            kept=kept,
        )
        return _viewed(timed, case), _metadata(case, engine, prepared)

    def _role(
        self, case: Case, prepared: Prepared, kept: Kept
    ) -> tuple[Callable[[int], float], Mapping[str, Scalar]]:
        """Return the time function of a role; its fixed request is proved after the first timed call."""
        from canonbench.harness import roles, whole  # noqa: PLC0415 - a worker of a stage imports no exchange
        from canonbench.harness.split import Split  # noqa: PLC0415 - as above
        from canonbench.model.use import Stack  # noqa: PLC0415 - as above

        catalogue = plugins.catalogue(self.plugins, self.engine)
        engine = roles.engine(self.engine, case, catalogue, timed=True)
        entry = prepared.inputs.entry(case)
        metadata = {**_metadata(case, engine, prepared), **roles.metadata(self.engine, case, catalogue)}

        def prove(_output: Any) -> None:
            # Made here, so that a child of another runtime is gone before anything is timed.
            proving = roles.engine(self.engine, case, catalogue, timed=False)
            if whole.makes(self.engine, case, catalogue):
                made = proving.neutral()(prepared.inputs.value(case))
                if wrong := whole.problem(self.engine, case, prepared.inputs, made, catalogue):
                    raise EnginesDisagree(f"{case.target} of {self.engine}: {wrong}; nothing is measured")
                return
            check(proving.stage, case, entry.expected, proving.neutral()(prepared.inputs.value(case)))

        if case.view == "split":
            prove(None)
            chosen = roles.engines(self.engine, case, catalogue)
            request = prepared.inputs.value(case).timed
            split = Split(lambda use: roles.bound(case, use), lambda: Stack(chosen), request, kept=kept)
            return split, metadata
        cold = case.state == "cold-context"
        timed = Timed(
            engine, lambda: prepared.inputs.value(case), prove, cold=cold, chunk=entry.chunk, kept=kept
        )
        return _viewed(timed, case), metadata


def _viewed(timed: Timed, case: Case) -> Callable[[int], float]:
    """Return the time function of ``case`` by its view: values of many calls, or calls one by one."""
    return Single(timed) if case.view == VIEW else timed


def _metadata(case: Case, engine: Engine[Any, Any], prepared: Prepared) -> dict[str, Scalar]:
    """Return what all workers of ``case`` say, as the table in ``runs.keys`` has it."""
    stage, entry = engine.stage, prepared.inputs.entry(case)
    document = prepared.inputs.documents[case.document]
    found: dict[str, Scalar] = {
        keys.STAGE: stage.name,
        keys.PART_OF: stage.part_of or "",
        keys.TEXT: str(stage.text),
        keys.ENGINE: engine.name,
        keys.STACK: engine.name,
        keys.ALGORITHM: engine.algorithm,
        keys.DOCUMENT: case.document,
        keys.DOCUMENT_SHA256: document.sha256,
        keys.DOCUMENT_BYTES: document.size,
        keys.DOCUMENT_QUADS: document.quads,
        keys.DOCUMENT_BLANK_NODES: document.blank_nodes,
        keys.CONTEXTS_SHA256: document.contexts_sha256,
        keys.OUTPUT_SHA256: entry.expected,
        keys.OUTPUT_BYTES: entry.output_size or "",
        keys.FACTORS: ",".join(f"{name}={value}" for name, value in case.factors),
        keys.STATE: "" if case.state == "warm" else case.state,
        keys.VIEW: "" if case.view == "bare" else case.view,
        keys.DECIDES: "wall" if stage.wall or case.view == VIEW else "cpu",
        keys.CASE_VERSION: case_version(case, prepared.inputs),
        keys.GC: "enabled",
        keys.HEAP: "frozen" if engine.remote is None else "plain",
        **prepared.facts,
    }
    return {str(key): value for key, value in found.items() if value != ""}


class _Hook:
    """Looks like an entry point of ``pyperf.hook``; each ``load()()`` starts a series of values."""

    name = HOOK

    def __init__(self) -> None:
        self.kept = Kept()
        self.first = False

    def load(self) -> Callable[[], "_Hook"]:
        """Return what pyperf calls to get the hook: itself, with the values so far forgotten."""

        def instance() -> _Hook:
            self.kept.restart()
            return self

        return instance

    def __enter__(self) -> None:
        """Do nothing: the time function reads the clocks itself."""

    def __exit__(self, *_: object) -> None:
        """Do nothing."""

    def teardown(self, metadata: dict[str, Scalar]) -> None:
        """Publish the series that has just ended and, if it was one, the first call of the process."""
        kept = self.kept
        if kept.values:
            metadata[str(keys.CPU_VALUES)] = keys.join(spent.cpu for spent in kept.values)
            metadata[str(keys.GC_COUNTS)] = ",".join(map(str, kept.collections))
        for key, series in kept.extra.items():
            if series:
                metadata[key] = keys.join(series)
        metadata.update(kept.facts)
        if kept.first is not None and self.first:
            metadata[str(keys.FIRST_WALL)] = kept.first.wall
            metadata[str(keys.FIRST_CPU)] = kept.first.cpu


def run(leaf: Leaf, argv: Sequence[str]) -> int:
    """Run a leaf by its arguments ``argv`` (after the verb) and return the exit code.

    0 if every case has its row, 124 if one took too long, 130 if interrupted, 1 if one failed otherwise.

    Raises:
        CanonbenchError: nothing can be measured, or written.
    """
    import pyperf  # noqa: PLC0415 - 60 ms that --help must not pay

    hook = _Hook()
    prepared_here: list[Prepared] = []

    def forward(command: list[str], arguments: argparse.Namespace) -> None:
        command.extend(leaf.forward(arguments, prepared_here[0]))

    flags = sysconfig.get_config_var("CFLAGS") or ""
    runner = pyperf.Runner(
        program_args=("-m", "canonbench", leaf.verb),
        add_cmdline_args=forward,
        hooks=(hook,),
        metadata={str(key): value for key, value in keys.overrides(flags).items()},
    )
    _tidy(runner.argparser, leaf.verb)
    leaf.add_arguments(runner.argparser)
    arguments = runner.argparser.parse_args(list(argv))
    if arguments.tracemalloc or arguments.track_memory:
        raise UsageError(
            f"time and memory are never measured together; use: python -m canonbench memory "
            f"{getattr(arguments, 'target', 'TARGET')}"
        )
    if getattr(arguments, "keep_host", False):
        del runner.metadata[str(keys.HOSTNAME)]
    arguments.hook = list(dict.fromkeys([*(arguments.hook or ()), HOOK]))
    arguments.inherit_environ = [*(arguments.inherit_environ or ()), *RUNTIME_ENVIRONMENT]
    output = Output.of(arguments.output, arguments.append)
    arguments.output = arguments.append = None
    with contextlib.nullcontext() if arguments.worker else interruptible():
        try:
            with leaf.prepare(arguments) as prepared:
                prepared_here.append(prepared)
                runner._set_args(arguments)  # noqa: SLF001 - as Runner.parse_args, once ours are checked
                return _measure(leaf, runner, hook, prepared, output)
        except Interrupted as error:
            _say(f"interrupted ({error.name})")
            return 130


def _tidy(parser: argparse.ArgumentParser, verb: str) -> None:
    """Give pyperf's options a group of their own name, and the program its own."""
    parser.prog = f"canonbench {verb}"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    for group in parser._action_groups:  # noqa: SLF001 - argparse has no other way
        if group.title in {"options", "optional arguments"}:
            group.title = "pyperf options"


def _measure(leaf: Leaf, runner: Any, hook: _Hook, prepared: Prepared, output: Output) -> int:
    """Register every case in order. A case that fails is said and does not stop the others."""
    arguments, worst, loops = runner.args, int(prepared.incomplete), runner.args.loops
    usual = arguments.values, arguments.warmups, arguments.processes
    for number, case in enumerate(prepared.cases):
        if arguments.worker and arguments.worker_task not in {None, number}:
            runner._worker_task += 1  # noqa: SLF001 - as bench_time_func does, without loading the engine
            continue
        if not arguments.worker:
            arguments.loops = loops or prepared.loops.get(case.name, 0)
        _set(arguments, case, usual)
        try:
            benchmark = _case(leaf, runner, hook, case, prepared)
        except (Interrupted, OSError):
            raise
        except (Exception, SystemExit) as error:  # pyperf and the library under test fail in many ways
            if arguments.worker:
                raise
            code = error.code if isinstance(error, SystemExit) else 1
            worst = max(worst, _TIMEOUT if code == _TIMEOUT else 1)
            why = "took too long" if code == _TIMEOUT else " ".join(str(error).split()) or f"exit code {code}"
            _say(f"{case.name}: {why}; going on without it")
            runner._worker_task = number + 1  # noqa: SLF001 - a failed case keeps its number
        else:
            output.add(benchmark)
    return worst


def _set(arguments: argparse.Namespace, case: Case, usual: tuple[int, int | None, int]) -> None:
    """Set pyperf's numbers for ``case``: the ``usual`` values, warm-ups and processes, or those of its view.

    Calls that are timed one by one warm up by themselves, and the processes asked for are not exceeded.
    """
    arguments.values, arguments.warmups, arguments.processes = usual
    if case.view == VIEW:
        arguments.values, arguments.warmups, arguments.loops = CALLS, 0, 1
        arguments.processes = min(arguments.processes, SINGLE_PROCESSES)


def _case(leaf: Leaf, runner: Any, hook: _Hook, case: Case, prepared: Prepared) -> Any:
    arguments = runner.args
    if not arguments.worker and not arguments.in_process:
        return runner.bench_time_func(case.name, _elsewhere)
    hook.kept = Kept()
    hook.first = arguments.worker and (case.state, case.view) == ("warm", "bare")
    time_function, metadata = leaf.timer(case, prepared, hook.kept)

    def measure(loops: int) -> float:
        spent = time_function(loops)
        if isinstance(time_function, Timed):
            time_function.finish()
        return spent

    return runner.bench_time_func(case.name, measure, metadata=dict(metadata))


def _say(text: str) -> None:
    sys.stderr.write(f"canonbench: {text}\n")


def _elsewhere(_loops: int) -> float:
    raise AssertionError("only workers measure")


@contextlib.contextmanager
def frozen(cases: Sequence[str], inputs: str, loops: str = "", facts: str = "") -> Any:
    """Take what was prepared before: the way to its plan of a worker, and of a conducted leaf.

    ``inputs`` is a folder; ``loops`` and ``facts`` are JSON files, empty for none.

    Raises:
        UsageError: one of them cannot be read.
    """
    names = tuple(Case.parse(name) for name in cases)
    yield Prepared(names, Inputs.read(Path(inputs)), _json(loops), _json(facts))


def _json(path: str) -> dict[str, Any]:
    if not path:
        return {}
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {Path(path).name}: {error}") from error
    if not isinstance(found, dict):
        raise UsageError(f"{Path(path).name} holds no JSON object")
    return found
