"""A leaf: one ``pyperf.Runner``, one engine, its cases in order; a pyperf script like any other.

The process that the user or the conductor starts makes a plan, and pyperf starts a worker for each case by
the same arguments. A worker learns everything from its command line, and loads its one engine and its one
input when its case comes up (``canonbench.harness.timer``).
"""

import argparse
import contextlib
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from canonbench.errors import UsageError
from canonbench.harness.loops import Kept, Timed
from canonbench.harness.output import Output
from canonbench.harness.plan import SINGLE_PROCESSES
from canonbench.harness.prepared import Prepared
from canonbench.harness.process import Interrupted, interruptible
from canonbench.harness.single import CALLS, VIEW
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.keys import Scalar
from canonbench.runtimes.install import RUNTIME_ENVIRONMENT

__all__ = ["HOOK", "Leaf", "run"]

HOOK = "_canonbench"
"""The pyperf hook that publishes what the time function kept; its name is no option of the user's."""

_TIMEOUT = 124


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
