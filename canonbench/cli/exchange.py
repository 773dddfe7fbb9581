"""``canonbench exchange``: times issue, present and verify of credential formats, and the steps of each.

With exactly one stack and one of ``-o``, ``--append``, ``--in-process``, ``--hook`` or ``--worker`` it is a
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
    from canonbench.harness.composed import Asked
    from canonbench.harness.plan import Plan
    from canonbench.harness.prepared import Prepared
    from canonbench.harness.session import Session
    from canonbench.harness.subject import Subject

__all__ = ["main"]

_FORMATS = (
    "eddsa-rdfc-2022, eddsa-jcs-2022, ecdsa-rdfc-2019, ecdsa-jcs-2019, ecdsa-sd-2023, sd-jwt-vc, mdoc, or all"
)
_DOCUMENT = "credential-20"
_EXAMPLES = """\
examples:
  canonbench exchange eddsa-rdfc-2022                    the exchange, its steps, and stacks side by side
  canonbench exchange all                                the table of formats, for Ed25519 and P-256
  canonbench exchange all --document my-diploma.json     your own diploma in every format, on one screen
  canonbench exchange mdoc --scope holder --binding mac --algorithm p256
  canonbench exchange sd-jwt-vc --disclose 3 --rounds 16
  canonbench exchange ecdsa-rdfc-2019 --stack jsonld.to_quads=pyld,rdfc.canonicalize=pyoxigraph
  canonbench exchange mdoc --single                      also the calls one by one, as the paper times them
  canonbench exchange mdoc --stack canonbench -o mdoc.json
                                                         a leaf: a plain pyperf script
"""


def main(argv: Sequence[str]) -> int:
    """Time what ``argv`` names, and return the exit code.

    Raises:
        CanonbenchError: it cannot be done.
    """
    return _leaf(argv) if _is_leaf(argv) else _conducted(argv)


def _is_leaf(argv: Sequence[str]) -> bool:
    """Tell a leaf from a conducted run, as ``options.is_leaf`` does, by the stacks.

    Raises:
        UsageError: one file is asked for, but not exactly one stack.
    """
    scan = options.Parser(prog="canonbench exchange", add_help=False, allow_abbrev=False)
    scan.add_argument("--stack", "--engine", dest="stack", action="append", default=[])
    found, rest = scan.parse_known_args(list(argv))
    named = options.stacks(found.stack)
    try:
        return options.is_leaf([*rest, *(word for _ in named for word in ("--engine", "one"))])
    except UsageError as error:
        raise UsageError(str(error).replace("engine", "stack")) from None


def _what(parser: argparse.ArgumentParser) -> None:
    """Declare the options that say what is exchanged."""
    parser.add_argument("format", nargs="+", metavar="FORMAT", help=_FORMATS)
    group = parser.add_argument_group("what to exchange")
    group.add_argument(
        "--role",
        action="append",
        default=[],
        choices=("issue", "present", "verify"),
        help="one role alone; may be repeated",
    )
    group.add_argument(
        "--algorithm",
        action="append",
        default=[],
        choices=("ed25519", "p256", "p384"),
        help="of the keys; may be repeated (default: the format's first; of all: ed25519 and p256)",
    )
    group.add_argument(
        "--scope",
        choices=("issuer", "holder", "trust"),
        default="issuer",
        help="what is proved and checked: the issuer's signature and all digests; the holder, too; also the "
        "chain of certificates and the status (default: issuer)",
    )
    group.add_argument(
        "--binding",
        choices=("signature", "mac"),
        default="signature",
        help="how the holder of an mdoc proves that it has its key (default: signature)",
    )
    group.add_argument(
        "--disclose", metavar="K", default="", help="how many attributes, or POINTER[,POINTER] (default: 5)"
    )
    group.add_argument(
        *("--stack", "--engine"),
        dest="stack",
        action="append",
        type=options.named,
        default=[],
        metavar="S[,S]",
        help="an engine wherever it offers a stage, best, best-of-libraries, or STAGE=ENGINE[,STAGE=ENGINE]; "
        "NAME@PYTHON runs one under another interpreter (default: canonbench,pyld,pyoxigraph,best; of "
        "several formats: canonbench,pyld)",
    )
    group.add_argument(
        "--split",
        action=argparse.BooleanOptionalAction,
        help="time every step in place, too (default: where one format is asked for)",
    )
    options.single(group)
    options.sources(group, (_DOCUMENT,))


def _parser() -> argparse.ArgumentParser:
    parser = options.Parser(
        prog="canonbench exchange",
        description="Time issue, present and verify of credential formats, in interleaved rounds.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _what(parser)
    options.run(parser)
    return parser


def _asked(arguments: argparse.Namespace, rounds: int = 1) -> "Asked":
    from canonbench.harness.composed import Asked

    return Asked(
        tuple(arguments.format),
        tuple(dict.fromkeys(arguments.algorithm)),
        arguments.scope,
        arguments.binding,
        arguments.disclose,
        tuple(dict.fromkeys(arguments.role)),
        arguments.split,
        arguments.single,
        tuple(options.stacks(arguments.stack)),
        rounds,
    )


def _conducted(argv: Sequence[str]) -> int:
    arguments = _parser().parse_args(list(argv))
    from canonbench.harness import composed, estimate, session

    asked = _asked(arguments, options.rounds(arguments))
    composed.variants(asked)
    subject = _subject(arguments)
    settings = options.settings(arguments, subject.plugins)
    if arguments.dry_run:
        plan = composed.make(asked, subject, choose=False)
        planned.demand_interpreters(plan)
        seconds = estimate.estimate(plan, settings, subject.sizes, estimate.start())
        planned.show("exchange", plan, plan.visits, seconds, json=arguments.json)
        return planned.complain(subject.problems)
    with conducted.telling(arguments) as teller:
        conducted.warn(subject.problems, teller)
        plan = composed.make(asked, subject, say=teller.say)
        planned.demand_interpreters(plan)
        request = session.Request(
            plan,
            subject.documents,
            settings,
            subject.catalogue,
            command=_command(arguments, plan, subject),
            structure=True,
            machine=arguments.machine,
            facts={"contexts": subject.contexts},
        )
        code = conducted.hold(
            request, teller, lambda done, folder: _finish(done, folder, arguments, asked, plan)
        )
    return code or int(bool(subject.problems))


def _command(arguments: argparse.Namespace, plan: "Plan", subject: "Subject") -> str:
    """Write the command line as it may stand in a file."""
    words = ["canonbench exchange", *arguments.format]
    words += written.repeated("--stack", (stack.name for stack in plan.stacks if not stack.again))
    words += written.repeated("--role", arguments.role)
    words += written.repeated("--algorithm", arguments.algorithm)
    words += written.sources(plan.documents, arguments, subject)
    words += ["--disclose", arguments.disclose] if arguments.disclose else []
    words += ["--scope", arguments.scope, "--binding", arguments.binding]
    words += ["--single"] if arguments.single else []
    words += ["--rounds", str(plan.rounds), "--seed", str(plan.seed)]
    return " ".join(words)


def _finish(
    done: "Session", folder: Path, arguments: argparse.Namespace, asked: "Asked", plan: "Plan"
) -> list[str]:
    """Write files by format, record what does not close, print the tables; return formats without a row."""
    from canonbench.analysis import reconcile
    from canonbench.analysis.exchange import exchanges
    from canonbench.harness import composed
    from canonbench.report import exchange
    from canonbench.runs import by_format, files, record

    named = [stack.name for stack in plan.stacks if not stack.again]
    by_format.write(folder, [path for path in done.files if path.stem in named])
    run = files.read(folder)
    for line in reconcile.reconcile(run):
        if not line.closes:
            about = {"name": line.case.name, "stack": line.stack, "reason": line.violation}
            record.append(folder, {"kind": "violation", **about})
    algorithms = (asked.algorithms or composed.ALGORITHMS) if asked.every else ()
    form = conducted.form(arguments)
    exchange.write(files.read(folder), sys.stdout, form=form, plain=arguments.plain, algorithms=algorithms)
    measured = {each.format for each in exchanges(run)}
    return [] if asked.every else [name for name in asked.names if name not in measured]


def _leaf(argv: Sequence[str]) -> int:
    from canonbench.harness import best, leaf
    from canonbench.harness.timer import Timer

    scan = options.Parser(prog="canonbench exchange", add_help=False, allow_abbrev=False)
    scan.add_argument("--stack", "--engine", dest="stack", action="append", default=[])
    scan.add_argument("--plugin", action="append", default=[], type=Path)
    found, _ = scan.parse_known_args(list(argv))
    (stack,) = options.stacks(found.stack)
    if "@" in stack:
        raise UsageError(f"--stack {stack}: a leaf runs under one interpreter: start it with that one")
    if best.is_chosen(stack):
        raise UsageError(
            f"--stack {stack}: a leaf needs engines; a conducted run says which ones {stack} has"
        )
    timer = Timer(stack, tuple(found.plugin))
    return leaf.run(leaf.Leaf("exchange", _add_arguments, _forward, _prepare, timer), argv)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Time one stack as a plain pyperf script."
    parser.epilog = _EXAMPLES
    _what(parser)
    options.hidden(parser)


def _forward(arguments: argparse.Namespace, prepared: "Prepared") -> list[str]:
    """Return what a worker needs to come to the same plan."""
    arguments.target, arguments.engine = arguments.format[0], options.stacks(arguments.stack)
    return options.forward(arguments, prepared)


def _prepare(arguments: argparse.Namespace) -> contextlib.AbstractContextManager["Prepared"]:
    """Prepare a leaf: by what the conductor prepared, or by itself."""
    from canonbench.harness.prepared import frozen

    if arguments.inputs:
        return frozen(arguments.case, arguments.inputs, arguments.loops_from, arguments.facts)
    from canonbench.harness import composed
    from canonbench.harness.alone import alone

    asked = _asked(arguments)
    composed.variants(asked)
    subject = _subject(arguments)
    rows = [case for _, own in composed.cases(asked, subject) for case in own]
    return alone(asked.stacks[0], rows, subject)


def _subject(arguments: argparse.Namespace) -> "Subject":
    from canonbench.harness import subject

    return subject.find(
        arguments.document or (_DOCUMENT,),
        contexts=arguments.context,
        plugins=arguments.plugin,
        seed=arguments.seed,
    )
