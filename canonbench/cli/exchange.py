"""``canonbench exchange``: times issue, present and verify of credential formats, and the steps of each.

With exactly one stack and one of ``-o``, ``--append``, ``--in-process``, ``--hook`` or ``--worker`` it is a
leaf, a plain pyperf script with pyperf's options; otherwise it is conducted in interleaved rounds.
"""

import argparse
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from canonbench.cli import options
from canonbench.cli.planned import as_json, complain, demand_interpreters
from canonbench.errors import CanonbenchError, UsageError

if TYPE_CHECKING:
    from canonbench.harness.composed import Asked
    from canonbench.harness.leaf import Prepared
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
    named = _stacks(found.stack)
    try:
        return options.is_leaf([*rest, *(word for _ in named for word in ("--engine", "one"))])
    except UsageError as error:
        raise UsageError(str(error).replace("engine", "stack")) from None


def _stacks(values: Sequence[str]) -> list[str]:
    """Return the stacks of the values of ``--stack``; one that is written out has commas of its own."""
    return [
        name
        for value in values
        for name in ([value] if "=" in value or ":" in value else value.split(","))
        if name
    ]


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
        tuple(_stacks(arguments.stack)),
        rounds,
    )


def _conducted(argv: Sequence[str]) -> int:
    arguments = _parser().parse_args(list(argv))
    from canonbench.harness import composed, estimate, session
    from canonbench.harness.progress import duration, progress

    asked = _asked(arguments, options.rounds(arguments))
    composed.variants(asked)
    subject = _subject(arguments)
    settings = options.settings(arguments, subject.plugins)
    if arguments.dry_run:
        planned = composed.make(asked, subject, choose=False)
        demand_interpreters(planned)
        seconds = estimate.estimate(planned, settings, subject.sizes, estimate.start())
        if arguments.json:
            print(as_json("exchange", planned, _processes(planned), seconds))
        else:
            _show(planned, duration(seconds))
        return complain(subject.problems)
    teller = progress(sys.stderr, quiet=arguments.quiet, plain=arguments.plain)
    for problem in subject.problems:
        teller.say(f"! {problem}; going on without it")
    planned = composed.make(asked, subject, say=teller.say)
    demand_interpreters(planned)
    request = session.Request(
        planned,
        subject.documents,
        settings,
        subject.catalogue,
        command=_command(arguments, planned, subject),
        structure=True,
        machine=arguments.machine,
        facts={"contexts": subject.contexts},
    )
    done = session.hold(request, teller)
    measured = _finish(done, arguments, planned) if done.files else frozenset(asked.names)
    error = session.complain(done)
    if error is not None:
        raise error
    missing = [name for name in asked.names if name not in measured]
    if missing and not asked.every and not done.code:
        raise CanonbenchError(f"no row for {', '.join(missing)}; the reasons stand above")
    return done.code or int(bool(subject.problems))


def _command(arguments: argparse.Namespace, planned: Any, subject: "Subject") -> str:
    """Write the command line as it may stand in a file: names and digests for what were paths."""
    from canonbench.harness.plugins import source

    words = ["canonbench exchange", *arguments.format]
    repeated = {
        "--stack": [stack.name for stack in planned.stacks if not stack.again],
        "--document": planned.documents,
        "--role": arguments.role,
        "--algorithm": arguments.algorithm,
        "--plugin": [source(path).replace(" ", "@") for path in arguments.plugin],
        "--context": [name for name in subject.contexts if name.startswith("user~")],
    }
    words += [word for option, values in repeated.items() for value in values for word in (option, value)]
    words += ["--disclose", arguments.disclose] if arguments.disclose else []
    words += ["--scope", arguments.scope, "--binding", arguments.binding]
    words += ["--single"] if arguments.single else []
    words += ["--rounds", str(planned.rounds), "--seed", str(planned.seed)]
    return " ".join(words)


def _processes(planned: Any) -> int:
    return int(planned.visits)


def _show(planned: Any, time: str) -> None:
    """Print a plan."""
    out = sys.stdout.write
    out(f"target     {planned.target}\n")
    out(f"stacks     {', '.join(stack.name for stack in planned.stacks)}\n")
    for name in planned.documents:
        rows = dict.fromkeys(c for cell in planned.cells if cell.document == name for c in cell.cases)
        out(f"document   {name}: {', '.join(case.name.replace(f'/{name}', '', 1) for case in rows)}\n")
    out(f"rounds     {planned.rounds}, seed {planned.seed}\n")
    out(f"processes  {_processes(planned)}, about {time}\n")


def _finish(done: Any, arguments: argparse.Namespace, planned: Any) -> frozenset[str]:
    """Write the files by format, record what does not close, print the tables; return their formats."""
    from canonbench.analysis import reconcile
    from canonbench.analysis.exchange import exchanges
    from canonbench.harness import composed
    from canonbench.report import exchange
    from canonbench.runs import by_format, files, record

    named = [stack.name for stack in planned.stacks if not stack.again]
    by_format.write(done.folder, [path for path in done.files if path.stem in named])
    for line in reconcile.reconcile(files.read(done.folder)):
        if not line.closes:
            about = {"name": line.case.name, "stack": line.stack, "reason": line.violation}
            record.append(done.folder, {"kind": "violation", **about})
    form: Literal["json", "text"] = "json" if arguments.json else "text"
    algorithms = tuple(dict.fromkeys(arguments.algorithm)) or composed.ALGORITHMS
    every = algorithms if composed.ALL in arguments.format else ()
    run = files.read(done.folder)
    exchange.write(run, sys.stdout, form=form, plain=arguments.plain, algorithms=every)
    return frozenset(each.format for each in exchanges(run))


def _leaf(argv: Sequence[str]) -> int:
    from canonbench.harness import best, leaf

    scan = options.Parser(prog="canonbench exchange", add_help=False, allow_abbrev=False)
    scan.add_argument("--stack", "--engine", dest="stack", action="append", default=[])
    scan.add_argument("--plugin", action="append", default=[], type=Path)
    found, _ = scan.parse_known_args(list(argv))
    (stack,) = _stacks(found.stack)
    if "@" in stack:
        raise UsageError(f"--stack {stack}: a leaf runs under one interpreter: start it with that one")
    if best.is_chosen(stack):
        raise UsageError(
            f"--stack {stack}: a leaf needs engines; a conducted run says which ones {stack} has"
        )
    timer = leaf.StageTimer(stack, tuple(found.plugin))
    return leaf.run(leaf.Leaf("exchange", _add_arguments, _forward, _prepare, timer), argv)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Time one stack as a plain pyperf script."
    parser.epilog = _EXAMPLES
    _what(parser)
    options.hidden(parser)


def _forward(arguments: argparse.Namespace, prepared: "Prepared") -> list[str]:
    """Return what a worker needs to come to the same plan."""
    arguments.target, arguments.engine = arguments.format[0], _stacks(arguments.stack)
    return options.forward(arguments, prepared)


def _prepare(arguments: argparse.Namespace) -> contextlib.AbstractContextManager["Prepared"]:
    """Prepare a leaf: by what the conductor prepared, or by itself."""
    from canonbench.harness import leaf

    if arguments.inputs:
        return leaf.frozen(arguments.case, arguments.inputs, arguments.loops_from, arguments.facts)
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
