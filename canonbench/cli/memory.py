"""``canonbench memory``: what one call of a stage, or of a role of an exchange, allocates, under memray.

Conducted in rounds of fresh processes, as time is, and never together with it.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from canonbench.cli import conducted, options, planned, written

if TYPE_CHECKING:
    from canonbench.harness.conductor import Settings
    from canonbench.harness.memory_plan import Asked
    from canonbench.harness.plan import Plan
    from canonbench.harness.subject import Subject

__all__ = ["main"]

_REPORTS = ("flamegraph", "table")
_EXAMPLES = """\
examples:
  canonbench memory rdfc.canonicalize --document ob3      peak, bytes and allocations, engines side by side
  canonbench memory rdfc.canonicalize --document bn-10 --document bn-50 --document bn-200
                                                          the same over sizes: what grows faster than linearly
  canonbench memory eddsa-rdfc-2022.verify --stack pyld --split
                                                          one role of an exchange, and each of its steps
  canonbench memory jsonld.expand --engine pyld --rounds 1 --flamegraph --native
                                                          where it goes, as memray shows it
  python -m pyperf timeit --hook memray "list(range(999))"   the hook, in any pyperf benchmark
"""


def main(argv: Sequence[str]) -> int:
    """Measure what ``argv`` names, and return the exit code.

    Raises:
        CanonbenchError: it cannot be done, as where memray is not.
    """
    arguments = _parser().parse_args(list(argv))
    from canonbench.harness import memory, memory_plan, session

    memory.demand()
    subject = _subject(arguments)
    plan = memory_plan.make(_asked(arguments), subject, offered=arguments.dry_run)
    planned.demand_interpreters(plan)
    if arguments.dry_run:
        processes, seconds = memory_plan.processes(plan), memory.estimate(plan)
        planned.show("memory", plan, processes, seconds, json=arguments.json, stacks="engines")
        return planned.complain(subject.problems)
    reports = tuple(name for name in _REPORTS if getattr(arguments, name))
    with conducted.telling(arguments) as teller:
        conducted.warn(subject.problems, teller)
        request = session.Request(
            plan,
            subject.documents,
            _settings(arguments, subject),
            subject.catalogue,
            arguments.hash,
            command=_command(arguments, plan, subject),
            conductor=partial(
                memory.MemoryConductor, native=arguments.native, reports=reports, steps=arguments.split
            ),
            machine=arguments.machine,
            facts={"contexts": subject.contexts},
        )
        code = conducted.hold(request, teller, lambda _, folder: _report(folder, arguments))
    return code or int(bool(subject.problems))


def _asked(arguments: argparse.Namespace) -> "Asked":
    from canonbench.harness import composed
    from canonbench.harness.memory_plan import Asked

    algorithms = (arguments.algorithm,) if arguments.algorithm else ()
    exchange = composed.Asked((), algorithms, arguments.scope, arguments.binding, arguments.disclose or "")
    return Asked(arguments.target, tuple(options.stacks(arguments.engine)), arguments.rounds, exchange)


def _parser() -> argparse.ArgumentParser:
    parser = options.Parser(
        prog="canonbench memory",
        description="Measure the memory of one call: peak bytes, allocated bytes and allocations, by memray.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "target", metavar="TARGET", help="a stage, a family, FORMAT.ROLE or FORMAT; see: canonbench list"
    )
    group = parser.add_argument_group("what to measure")
    options.what(group)
    group.add_argument(
        "--stack",
        dest="engine",
        action="append",
        type=options.named,
        metavar="S[,S]",
        help="the same as --engine, of an exchange",
    )
    group.add_argument("--algorithm", choices=("ed25519", "p256", "p384"), help="of the keys of an exchange")
    group.add_argument("--scope", choices=("issuer", "holder", "trust"), default="issuer")
    group.add_argument("--binding", choices=("signature", "mac"), default="signature")
    group.add_argument("--disclose", metavar="K", help="how many attributes are shown, or POINTER[,POINTER]")
    group.add_argument(
        "--split", action="store_true", help="also measure every step of a role in place (one more process)"
    )
    kept = parser.add_argument_group("memray's own reports")
    for name in _REPORTS:
        kept.add_argument(
            f"--{name}", action="store_true", help=f"keep its {name} of every case, as HTML in the run folder"
        )
    kept.add_argument("--native", action="store_true", help="trace frames of C, C++ and Rust too (slower)")
    _run(parser.add_argument_group("the run"))
    return parser


def _run(group: options.Group) -> None:
    """Declare the options of a run, called as those of a run that takes time."""
    group.add_argument(
        *("-p", "--rounds", "--processes"),
        dest="rounds",
        type=options.number(int, 1),
        default=options.ROUNDS,
        metavar="R",
        help=f"rounds, a fresh process a case each; below {options.ROUNDS} there are no intervals "
        f"(default: {options.ROUNDS})",
    )
    group.add_argument(
        *("-w", "--warmups"),
        type=options.number(int, 0),
        default=1,
        help="calls before the one that is measured; with 0, imports at first use count (default: 1)",
    )
    group.add_argument(
        "--timeout", type=options.number(int, 1), default=120, help="seconds for one process (default: 120)"
    )
    group.add_argument("--inherit-environ", metavar="VARS", help="environment variables for the processes")
    options.outcome(group)
    options.loudness(group)


def _subject(arguments: argparse.Namespace) -> "Subject":
    from canonbench import exchanges
    from canonbench.harness import memory_plan, subject

    formats = memory_plan.formats(arguments.target)
    usual = [exchanges.FORMATS[name.partition(".")[0]].document for name in formats]
    return subject.find(
        arguments.document or list(dict.fromkeys(usual)) or options.DOCUMENTS,
        contexts=arguments.context,
        plugins=arguments.plugin,
        seed=arguments.seed,
        algorithm=arguments.hash,
    )


def _settings(arguments: argparse.Namespace, subject: "Subject") -> "Settings":
    from canonbench.harness.conductor import Settings

    return Settings(
        values=1,
        warmups=arguments.warmups,
        min_time=0.0,
        timeout=arguments.timeout,
        keep_host=arguments.keep_host,
        inherit=tuple(options.engines([arguments.inherit_environ or ""])),
        plugins=subject.plugins,
    )


def _command(arguments: argparse.Namespace, plan: "Plan", subject: "Subject") -> str:
    """Write the command line as it may stand in a file."""
    words = ["canonbench memory", arguments.target]
    words += ["--engine", ",".join(stack.name for stack in plan.stacks)]
    words += written.sources(plan.documents, arguments, subject)
    words += [f"--{name}" for name in ("native", "split") if getattr(arguments, name)]
    words += ["--warmups", str(arguments.warmups), "--rounds", str(plan.rounds)]
    words += ["--seed", str(plan.seed), "--hash", arguments.hash]
    return " ".join(words)


def _report(folder: Path, arguments: argparse.Namespace) -> None:
    from canonbench.analysis.memory import memory
    from canonbench.report.memory import write
    from canonbench.runs import files, folders

    counts = folder / folders.ALLOCATIONS
    found = memory(files.read(folder), files.read(counts) if counts.is_dir() else None)
    write(found, sys.stdout, form=conducted.form(arguments), plain=arguments.plain, folder=folder)
