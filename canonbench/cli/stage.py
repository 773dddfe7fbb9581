"""``canonbench stage``: times one stage, or one family of stages.

With exactly one engine and one of ``-o``, ``--append``, ``--in-process``, ``--hook`` or ``--worker`` it is a
leaf, a plain pyperf script with pyperf's options; otherwise it is conducted in interleaved rounds.
"""

import argparse
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from canonbench.cli import conducted, options, planned, written
from canonbench.errors import UsageError

if TYPE_CHECKING:
    from canonbench.harness.plan import Plan
    from canonbench.harness.prepared import Prepared
    from canonbench.harness.staged import Asked
    from canonbench.harness.subject import Subject

__all__ = ["main"]

_EXAMPLES = """\
examples:
  canonbench stage rdfc                                  the main job, a minute or two
  canonbench stage rdfc --document ob3 --rounds 16       one document, narrower intervals
  canonbench stage rdfc --document my-diploma.json       your own credential; nothing leaves this machine
  canonbench stage jsonld --engine canonbench,pyld       a family, with two engines
  canonbench stage rdfc --engine pyld,pyld@old/bin/python
                                                         two versions of a library, in the same rounds
  canonbench stage rdfc --single                         also the calls one by one, as the paper times them
  canonbench stage rdfc.canonicalize --engine pyld --document ob3 -o pyld.json
                                                         a leaf: a plain pyperf script, one process after
                                                         another; add --help to see all of pyperf's options
"""


def main(argv: Sequence[str]) -> int:
    """Time what ``argv`` names, and return the exit code.

    Raises:
        CanonbenchError: it cannot be done.
    """
    return _leaf(argv) if options.is_leaf(argv) else _conducted(argv)


def _parser() -> argparse.ArgumentParser:
    parser = options.Parser(
        prog="canonbench stage",
        description="Time one stage or one family of stages, in interleaved rounds of fresh processes.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("target", metavar="TARGET", help="a stage or a family, as in: canonbench list stages")
    options.what(parser.add_argument_group("what to measure"))
    options.run(parser)
    return parser


def _asked(arguments: argparse.Namespace, engines: Sequence[str] = (), rounds: int = 1) -> "Asked":
    from canonbench.harness.staged import Asked

    named = bool(arguments.document)
    return Asked(arguments.target, tuple(engines), named, single=arguments.single, rounds=rounds)


def _conducted(argv: Sequence[str]) -> int:
    arguments = _parser().parse_args(list(argv))
    from canonbench.harness import estimate, session, staged

    subject = _subject(arguments)
    asked = _asked(arguments, options.engines(arguments.engine), options.rounds(arguments))
    plan = staged.make(asked, subject)
    planned.demand_interpreters(plan)
    settings = options.settings(arguments, subject.plugins)
    if arguments.dry_run:
        plan = plan.keep(staged.likely(asked, subject))
        seconds = estimate.estimate(plan, settings, subject.sizes, estimate.start())
        planned.show("stage", plan, plan.visits, seconds, json=arguments.json, stacks="engines")
        return planned.complain(subject.problems) or int(not plan.cells)
    with conducted.telling(arguments) as teller:
        conducted.warn(subject.problems, teller)
        request = session.Request(
            plan,
            subject.documents,
            settings,
            subject.catalogue,
            algorithm=arguments.hash,
            wanted=staged.wanted(asked),
            command=_command(arguments, plan, subject),
            machine=arguments.machine,
            facts={"contexts": subject.contexts},
            structure=True,
        )
        code = conducted.hold(request, teller, lambda _, folder: _report(folder, arguments))
    return code or int(bool(subject.problems))


def _command(arguments: argparse.Namespace, plan: "Plan", subject: "Subject") -> str:
    """Write the command line as it may stand in a file."""
    stacks = ",".join(stack.name for stack in plan.stacks if not stack.again)
    words = ["canonbench stage", arguments.target, "--engine", stacks]
    words += written.sources(plan.documents, arguments, subject)
    words += ["--single"] if arguments.single else []
    words += ["--rounds", str(plan.rounds), "--seed", str(plan.seed), "--hash", arguments.hash]
    return " ".join(words)


def _report(folder: Path, arguments: argparse.Namespace) -> None:
    """Print the table, the finding, and how to go on with the files."""
    from canonbench.report import stage
    from canonbench.runs import files

    stage.write(files.read(folder), sys.stdout, form=conducted.form(arguments), plain=arguments.plain)


def _leaf(argv: Sequence[str]) -> int:
    from canonbench.harness import leaf
    from canonbench.harness.timer import Timer

    scan = options.Parser(prog="canonbench stage", add_help=False, allow_abbrev=False)
    scan.add_argument("--engine", action="append", default=[])
    scan.add_argument("--plugin", action="append", default=[], type=Path)
    found, _ = scan.parse_known_args(list(argv))
    (engine,) = options.engines(found.engine)
    if "@" in engine:
        raise UsageError(
            f"--engine {engine}: a leaf runs under one interpreter: start it with that, or use --python"
        )
    timer = Timer(engine, tuple(found.plugin))
    return leaf.run(leaf.Leaf("stage", _add_arguments, options.forward, _prepare, timer), argv)


def _subject(arguments: argparse.Namespace) -> "Subject":
    from canonbench.harness import subject

    return subject.find(
        arguments.document or options.DOCUMENTS,
        contexts=arguments.context,
        plugins=arguments.plugin,
        seed=arguments.seed,
        algorithm=arguments.hash,
    )


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Time one engine as a plain pyperf script."
    parser.epilog = _EXAMPLES
    parser.add_argument("target", metavar="TARGET", help="a stage or a family")
    options.what(parser.add_argument_group("canonbench options"))
    options.hidden(parser)


def _prepare(arguments: argparse.Namespace) -> contextlib.AbstractContextManager["Prepared"]:
    """Prepare a leaf: by what the conductor prepared, or by itself."""
    from canonbench.harness.prepared import frozen

    if arguments.inputs:
        return frozen(arguments.case, arguments.inputs, arguments.loops_from, arguments.facts)
    from canonbench.harness import staged
    from canonbench.harness.alone import alone

    subject = _subject(arguments)
    (engine,) = options.engines(arguments.engine)
    return alone(engine, staged.cases(_asked(arguments), subject), subject)
