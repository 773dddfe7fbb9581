"""``canonbench run``: a whole plan in interleaved rounds, which may be interrupted and taken up again."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from canonbench.cli import options
from canonbench.cli.planned import as_json, complain, demand_interpreters
from canonbench.errors import RunFileError, UsageError

if TYPE_CHECKING:
    from canonbench.harness.plan import Plan
    from canonbench.harness.plans.compose import Composed
    from canonbench.harness.progress import Progress
    from canonbench.harness.session import Request
    from canonbench.harness.subject import Subject

__all__ = ["main"]

_DEFAULTS: Mapping[str, Any] = {"values": 2, "warmups": 1, "min_time": 0.01, "timeout": 120, "seed": 0}
_OWN = ("values", "warmups", "min_time", "timeout", "seed", "rounds", "affinity", "machine")
_MORE = ("inherit_environ", "keep_host", "fast", "rigorous", "earlier")
"""What a run that is taken up keeps from when it began."""

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
        return _resume(arguments)
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
    parser.set_defaults(**dict.fromkeys(_DEFAULTS))
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way
        if action.dest == "rounds":
            action.help = (
                "rounds of every chapter; below 8 there are no intervals (default: the plan's, 8 or 16)"
            )
    return parser


def _run(arguments: argparse.Namespace) -> int:
    from canonbench.harness import estimate, plans, session
    from canonbench.harness.progress import progress

    before = _earlier(arguments.earlier) if arguments.earlier is not None else {}
    definition = plans.find(arguments.plan or before["plan"]["target"])
    if before and before["plan"]["target"] != definition.name:
        raise UsageError(
            f"{arguments.earlier} is a run of {before['plan']['target']}, not of {definition.name}"
        )
    _fill(arguments, before.get("plan", {}))
    subject = _subject(arguments, definition, before)
    teller = progress(sys.stderr, quiet=arguments.quiet, plain=arguments.plain)
    try:
        made = _composed(arguments, definition, subject, teller)
        demand_interpreters(made.plan)
        settings = options.settings(arguments, subject.plugins)
        seconds = estimate.estimate(made.plan, settings, subject.sizes, estimate.start())
        if arguments.dry_run:
            return _show(made, seconds, arguments) or complain(subject.problems)
        for line in (*made.left_out, *(f"{problem}; going on without it" for problem in subject.problems)):
            teller.say(f"! {line}")
        if before:
            _say_differences(before, made.plan, subject, teller)
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
    finally:
        teller.stop()
    return _held(request, arguments, subject)


def _held(request: "Request", arguments: argparse.Namespace, subject: "Subject") -> int:
    from canonbench.cli.outcome import finish
    from canonbench.harness import session
    from canonbench.harness.conductor import INTERRUPTED
    from canonbench.harness.process import interruptible
    from canonbench.harness.progress import progress

    teller = progress(sys.stderr, quiet=arguments.quiet, plain=arguments.plain)
    with interruptible() as signals:
        done = session.hold(request, teller)
        if done.files:
            finish(done, request.plan, form="json" if arguments.json else "text", plain=arguments.plain)
    if signals.came and done.code != INTERRUPTED:
        teller.say(f"! interrupted ({signals.came}) when all was measured; {done.folder} is complete")
        return INTERRUPTED
    error = session.complain(done)
    if error is not None:
        raise error
    return done.code or int(bool(subject.problems))


def _resume(arguments: argparse.Namespace) -> int:
    from canonbench.runs import lock, record

    given = [getattr(arguments, name) for name in (*_OWN, *_MORE)]
    if any(value is not None and value is not False for value in given):
        raise UsageError(
            "a run that is taken up keeps its seed, rounds and settings: give --resume DIR alone"
        )
    if not arguments.resume.is_dir():
        raise UsageError(f"{arguments.resume} is no run folder; give one that holds {record.FILE}")
    with lock.hold(arguments.resume):
        return _taken_up(arguments)


def _taken_up(arguments: argparse.Namespace) -> int:
    from canonbench.harness import estimate, plan, plans, resume, session
    from canonbench.harness.plans import documents

    named = options.engines(arguments.stack)
    begun = resume.begun(arguments.resume, plan.choose(named, again=False) if named else ())
    if arguments.plan not in {None, begun.plan.target}:
        raise UsageError(f"{arguments.resume} is a run of {begun.plan.target}, not of {arguments.plan}")
    options.demand_cpus(begun.settings.affinity)
    demand_interpreters(begun.plan)
    users = [name for name in begun.plan.documents if name.startswith("user~")]
    given = [name for name in begun.plan.documents if name not in users]
    found = None
    if arguments.document or not users:
        found = documents.find(
            plans.find(begun.plan.target),
            [*given, *arguments.document],
            contexts=arguments.context,
            plugins=arguments.plugin,
            seed=begun.plan.seed,
        )
    known = {each.name for each in found.documents} if found else set(given)
    lacks = [name for name in begun.plan.documents if name not in known]
    if found is None or lacks:
        raise UsageError(
            f"{arguments.resume} measures {lacks[0]}, a file of yours: give it by --document FILE"
        )
    settings = replace(begun.settings, plugins=found.plugins)
    seconds = estimate.estimate(begun.plan, settings, found.sizes, estimate.start())
    if arguments.dry_run:
        from canonbench.harness.plans.compose import Composed

        return _show(Composed(begun.plan), seconds, arguments)
    request = session.Request(
        begun.plan,
        found.documents,
        settings,
        found.catalogue,
        resumable=True,
        begun=begun,
        estimate=seconds,
    )
    return _held(request, arguments, found)


def _earlier(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the plan and the environment record of an earlier run.

    Raises:
        UsageError: it is no run of a plan.
    """
    from canonbench.runs import folders, record

    try:
        place, _ = folders.find(str(folder))
    except RunFileError as error:
        raise UsageError(str(error)) from error
    records = record.load(place) if place.is_dir() else ()
    found = {kind: next((r for r in records if r["kind"] == kind), {}) for kind in ("plan", "environment")}
    if not {"target", "seed", "stacks", "cells", "options"} <= found["plan"].keys():
        raise UsageError(f"{folder} is no run of a plan; give a folder that canonbench run wrote")
    return found


def _fill(arguments: argparse.Namespace, before: Mapping[str, Any]) -> None:
    """Fill in what was not given: from the earlier run, else the default."""
    kept = {**before.get("settings", {}), **before.get("options", {}), **before}
    for name, default in _DEFAULTS.items():
        if getattr(arguments, name) is None:
            setattr(arguments, name, kept.get(name, default))
    if before and not arguments.rounds:
        arguments.rounds = before["options"]["rounds"] or None
        arguments.rigorous = arguments.rigorous or before["options"]["rigorous"]
    if before and not arguments.stack:
        arguments.stack = list(before["options"]["stacks"])


def _asked(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what the command line asked of the plan, for ``--from``; an interpreter is no part of a file."""
    stacks = [name.partition("@")[0] for name in options.engines(arguments.stack)]
    return {
        "rounds": arguments.rounds or 0,
        "rigorous": arguments.rigorous,
        "stacks": list(dict.fromkeys(stacks)),
        "given": bool(arguments.document),
    }


def _subject(arguments: argparse.Namespace, definition: Any, before: Mapping[str, Any]) -> "Subject":
    from canonbench.documents.variants import MARK
    from canonbench.harness.plans import documents

    if before and before["plan"]["options"]["given"] and not arguments.document:
        cells = before["plan"]["cells"]
        names = {str(cell[1]): None for cell in cells if MARK not in cell[1]}
        lacks = [name for name in names if name.startswith("user~")]
        if lacks:
            raise UsageError(
                f"that run measured {lacks[0]}, a file of its user: give yours by --document FILE"
            )
        arguments.document = list(names)
    return documents.find(
        definition,
        arguments.document,
        contexts=arguments.context,
        plugins=arguments.plugin,
        seed=arguments.seed,
    )


def _composed(
    arguments: argparse.Namespace,
    definition: Any,
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


def _say_differences(
    before: Mapping[str, Any], planned: "Plan", subject: "Subject", teller: "Progress"
) -> None:
    from canonbench.harness.differences import differences, replanned

    lines = [*replanned(before["plan"], planned), *differences(before["environment"], planned, subject)]
    teller.say("! differs from the earlier run:" if lines else "! nothing differs from the earlier run")
    for line in lines:
        teller.say(f"!   {line}")


def _command(arguments: argparse.Namespace, planned: "Plan", subject: "Subject") -> str:
    """Write the command line as it may stand in a file: names and digests for what were paths."""
    from canonbench.harness.plugins import source

    words = ["canonbench run", planned.target]
    labels = {f"{s.engine}@{s.python}": s.name for s in planned.stacks if s.python and not s.again}
    for name in options.engines(arguments.stack):
        words += ["--stack", labels.get(name, name.partition("@")[0])]
    whole = [document.name for document in subject.documents if arguments.document and not document.of]
    words += [word for name in whole for word in ("--document", name)]
    words += [word for path in arguments.plugin for word in ("--plugin", source(path).replace(" ", "@"))]
    given = [name for name in subject.contexts if name.startswith("user~")]
    words += [word for name in given for word in ("--context", name)]
    words += ["--rounds", str(arguments.rounds)] if arguments.rounds else []
    words += ["--rigorous"] if arguments.rigorous else []
    return " ".join([*words, "--seed", str(planned.seed)])


def _show(made: "Composed", seconds: float, arguments: argparse.Namespace) -> int:
    """Print a plan, and what of it is left out."""
    from canonbench.harness.progress import duration

    planned = made.plan
    if arguments.json:
        print(as_json("run", planned, planned.visits, seconds))
        return 0
    print(f"plan       {planned.target}")
    print(f"stacks     {', '.join(stack.name for stack in planned.stacks)}")
    for name in dict.fromkeys(cell.chapter for cell in planned.cells):
        cells = [cell for cell in planned.cells if cell.chapter == name]
        rows = sum(len(cell.cases) for cell in cells)
        documents = ", ".join(dict.fromkeys(cell.document for cell in cells))
        rounds = planned.rounds_of(name)
        fewer = {cell.stack.name: cell.rounds for cell in cells if 0 < cell.rounds < rounds}
        some = "".join(f" ({stack}: {count})" for stack, count in fewer.items())
        print(f"chapter    {name}: {rows} rows, {rounds} rounds{some}, on {documents}")
    for line in made.left_out:
        print(f"without    {line}")
    print(f"seed       {planned.seed}")
    print(f"processes  {planned.visits}, about {duration(seconds)} here, now")
    return 0
