"""``canonbench run``: a whole plan in interleaved rounds, which may be interrupted and taken up again."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from canonbench.cli import conducted, earlier, options, outcome, planned, taken_up, written
from canonbench.errors import UsageError

if TYPE_CHECKING:
    from canonbench.harness.plan import Plan
    from canonbench.harness.plans.chapter import Definition
    from canonbench.harness.plans.compose import Composed
    from canonbench.harness.progress import Progress
    from canonbench.harness.subject import Subject

__all__ = ["main"]

_EXAMPLES = """\
examples:
  canonbench run quick                                  a few minutes: four formats and their steps
  canonbench run paper                                  the study that the claims and the attribution need
  canonbench run paper --dry-run                        chapters, processes and time, without measuring
  canonbench run quick --document my-diploma.json       your own credential; nothing leaves this machine
  canonbench run paper --stack node                     the engines of Node.js beside the plan's stacks
  canonbench run paper --stack canonbench,pyld          two of the plan's stacks alone
  canonbench run --resume RUN                           goes on where an interruption ended a run
  canonbench run paper --from RUN                       its plan and seed again; says what differs here
"""


def main(argv: Sequence[str]) -> int:
    """Measure the plan that ``argv`` names, and return the exit code.

    Raises:
        CanonbenchError: it cannot be done.
    """
    arguments = _parser().parse_args(list(argv))
    if arguments.resume is not None:
        return taken_up.go_on(arguments)
    if arguments.plan is None and arguments.earlier is None:
        raise UsageError("no plan is named; see: python -m canonbench list plans")
    return _run(arguments)


def _parser() -> argparse.ArgumentParser:
    parser = options.Parser(
        prog="canonbench run",
        description="Measure a whole plan in interleaved rounds of fresh processes, into one run folder.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("plan", nargs="?", metavar="PLAN", help="as in: canonbench list plans")
    group = parser.add_argument_group("what to measure")
    group.add_argument(
        *("--stack", "--engine"),
        type=options.named,
        dest="stack",
        action="append",
        default=[],
        metavar="S[,S]",
        help="those that the plan has are its only ones then, others are added wherever they have rows; "
        "NAME@PYTHON runs one under another interpreter",
    )
    options.sources(group, ("the plan's own",))
    again = parser.add_argument_group("earlier runs")
    again.add_argument("--resume", type=Path, metavar="DIR", help="take up a run that was interrupted")
    again.add_argument(
        "--from",
        dest="earlier",
        type=Path,
        metavar="RUN",
        help="plan, seed, rounds and settings of an earlier run; what differs here is said first",
    )
    options.run(parser)
    parser.set_defaults(**dict.fromkeys(earlier.DEFAULTS))
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way
        if action.dest == "rounds":
            action.help = (
                "rounds of every chapter; below 8 there are no intervals (default: the plan's, 8 or 16)"
            )
    return parser


def _run(arguments: argparse.Namespace) -> int:
    from canonbench.harness import estimate, plans, session

    before = earlier.read(arguments.earlier) if arguments.earlier is not None else {}
    definition = plans.find(arguments.plan or before["plan"]["target"])
    if before and before["plan"]["target"] != definition.name:
        raise UsageError(
            f"{arguments.earlier} is a run of {before['plan']['target']}, not of {definition.name}"
        )
    earlier.fill(arguments, before.get("plan", {}))
    subject = _subject(arguments, definition, before)
    with conducted.telling(arguments) as teller:
        made = _composed(arguments, definition, subject, teller)
        planned.demand_interpreters(made.plan)
        settings = options.settings(arguments, subject.plugins)
        seconds = estimate.estimate(made.plan, settings, subject.sizes, estimate.start())
        if arguments.dry_run:
            planned.show_chapters(made, seconds, json=arguments.json)
            return planned.complain(subject.problems)
        for line in made.left_out:
            teller.say(f"! {line}")
        conducted.warn(subject.problems, teller)
        if before:
            earlier.say_differences(before, made.plan, subject, teller)
        request = session.Request(
            made.plan,
            subject.documents,
            settings,
            subject.catalogue,
            command=_command(arguments, made.plan, subject),
            machine=arguments.machine,
            facts={"contexts": subject.contexts},
            structure=True,
            resumable=True,
            estimate=seconds,
            options=_asked(arguments),
        )
    return outcome.hold(request, arguments) or int(bool(subject.problems))


def _asked(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what the command line asked of the plan, for ``--from``; an interpreter is no part of a file."""
    stacks = [name.partition("@")[0] for name in options.engines(arguments.stack)]
    return {
        "rounds": arguments.rounds or 0,
        "rigorous": arguments.rigorous,
        "stacks": list(dict.fromkeys(stacks)),
        "given": bool(arguments.document),
    }


def _subject(arguments: argparse.Namespace, definition: "Definition", before: Mapping[str, Any]) -> "Subject":
    from canonbench.harness.plans import documents

    if before and not arguments.document:
        arguments.document = earlier.documents(before)
    return documents.find(
        definition,
        arguments.document,
        contexts=arguments.context,
        plugins=arguments.plugin,
        seed=arguments.seed,
    )


def _composed(
    arguments: argparse.Namespace,
    definition: "Definition",
    subject: "Subject",
    teller: "Progress",
) -> "Composed":
    from canonbench.harness.plans.compose import Wanted, compose

    wanted = Wanted(
        tuple(options.engines(arguments.stack)),
        arguments.rounds or 0,
        2 if arguments.rigorous else 1,
        given=bool(arguments.document),
    )
    return compose(definition, wanted, subject, resolve=not arguments.dry_run, say=teller.say)


def _command(arguments: argparse.Namespace, plan: "Plan", subject: "Subject") -> str:
    """Write the command line as it may stand in a file."""
    labels = {f"{s.engine}@{s.python}": s.name for s in plan.stacks if s.python and not s.again}
    stacks = [labels.get(name, name.partition("@")[0]) for name in options.engines(arguments.stack)]
    given = [document.name for document in subject.documents if arguments.document and not document.of]
    words = ["canonbench run", plan.target, *written.repeated("--stack", stacks)]
    words += written.sources(given, arguments, subject)
    words += ["--rounds", str(arguments.rounds)] if arguments.rounds else []
    words += ["--rigorous"] if arguments.rigorous else []
    return " ".join([*words, "--seed", str(plan.seed)])
