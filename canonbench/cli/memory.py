"""``canonbench memory``: what one call of a stage, or of a role of an exchange, allocates, under memray.

Conducted in rounds of fresh processes, as time is, and never together with it.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from canonbench.cli import options
from canonbench.cli.planned import as_json, complain, demand_interpreters
from canonbench.errors import CanonbenchError, UsageError

if TYPE_CHECKING:
    from canonbench.harness.plan import Plan
    from canonbench.harness.subject import Subject
    from canonbench.model.case import Case

__all__ = ["main"]

ENGINES = ("canonbench", "pyld", "pyoxigraph", "rfc8785", "jcs")
"""The engines where none is named, those of them that offer the stage."""

STACKS = ("canonbench", "pyld", "pyoxigraph")
"""The stacks of an exchange where none is named, those of them that have a step of their own in it."""

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
    from canonbench import exchanges
    from canonbench.harness import memory, session
    from canonbench.harness.progress import duration, progress

    memory.demand()
    formats = [name for name in arguments.target.split(",") if name.partition(".")[0] in exchanges.FORMATS]
    formats = [name for name in formats if _is_role(name)]
    if formats and len(formats) != len(arguments.target.split(",")):
        raise UsageError(f"{arguments.target} mixes stages and roles of exchanges; measure them one by one")
    subject = _subject(arguments, formats)
    planned = _plan_roles(arguments, subject, formats) if formats else _plan_stages(arguments, subject)
    demand_interpreters(planned)
    if arguments.dry_run:
        seconds = memory.estimate(planned)
        if arguments.json:
            print(as_json("memory", planned, _processes(planned), seconds))
        else:
            _show(planned, duration(seconds))
        return complain(subject.problems)
    teller = progress(sys.stderr, quiet=arguments.quiet, plain=arguments.plain)
    for problem in subject.problems:
        teller.say(f"! {problem}; going on without it")
    reports = tuple(name for name in _REPORTS if getattr(arguments, name))
    request = session.Request(
        planned,
        subject.documents,
        _settings(arguments, subject),
        subject.catalogue,
        arguments.hash,
        command=_command(arguments, planned),
        conductor=partial(
            memory.MemoryConductor, native=arguments.native, reports=reports, steps=arguments.split
        ),
        machine=arguments.machine,
        facts={"contexts": subject.contexts},
    )
    done = session.hold(request, teller)
    if done.folder is not None and (done.files or not done.code):
        _report(done.folder, arguments)
    error = session.complain(done)
    if error is not None:
        raise error
    return done.code or int(bool(subject.problems))


def _is_role(name: str) -> bool:
    """Tell a format or a role of one; ``mdoc`` is a format, and ``mdoc.validate_mso`` a stage."""
    return name.partition(".")[2] in {"", "issue", "present", "verify"}


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


def _run(group: Any) -> None:
    """Declare the options of a run, called as those of a run that takes time."""
    group.add_argument(
        *("-p", "--rounds", "--processes"),
        dest="rounds",
        type=_least(1),
        default=options.ROUNDS,
        metavar="R",
        help=f"rounds, a fresh process a case each; below {options.ROUNDS} there are no intervals "
        f"(default: {options.ROUNDS})",
    )
    group.add_argument(
        *("-w", "--warmups"),
        type=_least(0),
        default=1,
        help="calls before the one that is measured; with 0, imports at first use count (default: 1)",
    )
    group.add_argument(
        "--timeout", type=_least(1), default=120, help="seconds for one process (default: 120)"
    )
    group.add_argument("--inherit-environ", metavar="VARS", help="environment variables for the processes")
    group.add_argument("--machine", metavar="NAME", help="folder under runs/ (default: from the CPU model)")
    group.add_argument(
        "--dry-run", action="store_true", help="show the plan and time only (as JSON by --json)"
    )
    group.add_argument("--json", action="store_true", help="print the results as JSON")
    group.add_argument("--plain", action="store_true", help="no colour, no bar, no box characters")
    group.add_argument("-q", "--quiet", action="store_true", help="no progress")
    group.add_argument("-v", "--verbose", action="store_true", help="say more, and show tracebacks")


def _least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{text} is less than {least}")
        return value

    return number


def _subject(arguments: argparse.Namespace, formats: Sequence[str]) -> "Subject":
    from canonbench import exchanges
    from canonbench.harness import subject

    usual = [exchanges.FORMATS[name.partition(".")[0]].document for name in formats]
    return subject.find(
        arguments.document or list(dict.fromkeys(usual)) or options.DOCUMENTS,
        contexts=arguments.context,
        plugins=arguments.plugin,
        seed=arguments.seed,
        algorithm=arguments.hash,
    )


def _settings(arguments: argparse.Namespace, subject: "Subject") -> Any:
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


def _plan_stages(arguments: argparse.Namespace, subject: "Subject") -> "Plan":
    from canonbench.harness import plan

    stages = plan.targets(arguments.target)
    asked = {stage.name for stage, _ in stages}
    named = options.engines(arguments.engine)
    usual = [name for name in ENGINES if asked & set(_offers(name, subject))]
    usual = usual or [name for name in subject.catalogue.names if asked & set(_offers(name, subject))]
    stacks = plan.choose(named or usual, again=False, explicit=bool(named))
    for stack in stacks:
        if stack.engine not in subject.catalogue.names and not stack.python and not subject.problems:
            subject.catalogue.load(stack.engine)
    rows = [(each.name, plan.cases(stages, each.name, subject.factors(each))) for each in subject.documents]
    made = plan.make(f"memory-{arguments.target}", stacks, rows, rounds=arguments.rounds, seed=arguments.seed)
    if not arguments.dry_run:
        return made
    return made.keep(lambda stack, case: bool(stack.python) or case.target in _offers(stack.engine, subject))


def _offers(engine: str, subject: "Subject") -> Sequence[str]:
    try:
        return list(subject.catalogue.load(engine))
    except CanonbenchError:
        return []


def _plan_roles(arguments: argparse.Namespace, subject: "Subject", formats: Sequence[str]) -> "Plan":
    from canonbench.harness import plan, roles, stacks

    named = [
        name for given in arguments.engine for name in ([given] if "=" in given else given.split(",")) if name
    ]
    chosen = plan.choose(named or STACKS, again=False, explicit=bool(named))
    for stack in chosen:
        if not stack.python:
            stacks.check(stack.engine, subject.catalogue)
    rows = [
        (each.name, tuple(case for name in formats for case in _roles(arguments, subject, name, each)))
        for each in subject.documents
    ]
    made = plan.make(f"memory-{arguments.target}", chosen, rows, rounds=arguments.rounds, seed=arguments.seed)
    return made.keep(
        lambda stack, case: bool(stack.python) or roles.takes_part(stack.engine, case, subject.catalogue)
    )


def _roles(arguments: argparse.Namespace, subject: "Subject", target: str, document: Any) -> list["Case"]:
    """Return the cases of a format or of one of its roles on one document."""
    from canonbench import exchanges
    from canonbench.harness import roles
    from canonbench.model.case import Case
    from canonbench.model.exchange import Variant

    name, _, role = target.partition(".")
    usual = exchanges.variants(name)[0]
    asked = Variant(arguments.algorithm or usual.algorithm, arguments.scope, arguments.binding)
    exchanges.check(name, asked)
    shown = [each for each in (arguments.disclose or "").split(",") if each]
    disclosed = shown[0] if len(shown) == 1 and shown[0].isdigit() else roles.disclosed(shown)
    factors = {
        "algorithm": asked.algorithm if asked.algorithm != usual.algorithm else "",
        "binding": asked.binding if asked.binding != usual.binding else "",
        "contexts": document.contexts_sha256[:8] if subject.overrides else "",
        "disclose": disclosed if disclosed != str(exchanges.FORMATS[name].disclose) else "",
        "scope": asked.scope if asked.scope != usual.scope else "",
        "seed": str(subject.seed or ""),
    }
    told = tuple((factor, value) for factor, value in factors.items() if value)
    every = [role] if role else ["issue", "present", "verify"]
    return [Case(f"{name}.{each}", document.name, told) for each in every]


def _command(arguments: argparse.Namespace, planned: "Plan") -> str:
    """Write the command line as it may stand in a file: names and digests for what were paths."""
    from canonbench.harness.plugins import source

    words = ["canonbench memory", arguments.target]
    words += ["--engine", ",".join(stack.name for stack in planned.stacks)]
    words += [word for name in planned.documents for word in ("--document", name)]
    words += [word for path in arguments.plugin for word in ("--plugin", source(path).replace(" ", "@"))]
    words += [f"--{name}" for name in ("native", "split") if getattr(arguments, name)]
    words += ["--warmups", str(arguments.warmups), "--rounds", str(planned.rounds)]
    words += ["--seed", str(planned.seed), "--hash", arguments.hash]
    return " ".join(words)


def _processes(planned: "Plan") -> int:
    cases = sum(len(cell.cases) for cell in planned.cells)
    return planned.rounds * (cases + len(planned.stacks))


def _show(planned: "Plan", time: str) -> None:
    """Print a plan."""
    print(f"target     {planned.target}")
    print(f"engines    {', '.join(stack.name for stack in planned.stacks)}")
    for name in planned.documents:
        rows = dict.fromkeys(c for cell in planned.cells if cell.document == name for c in cell.cases)
        print(f"document   {name}: {', '.join(case.name.replace(f'/{name}', '', 1) for case in rows)}")
    print(f"rounds     {planned.rounds}, seed {planned.seed}")
    print(f"processes  {_processes(planned)}, about {time}")


def _report(folder: Any, arguments: argparse.Namespace) -> None:
    from canonbench.analysis.memory import memory
    from canonbench.harness.memory import ALLOCATIONS
    from canonbench.report.memory import write
    from canonbench.runs import files

    counts = folder / ALLOCATIONS
    found = memory(files.read(folder), files.read(counts) if counts.is_dir() else None)
    form: Literal["json", "text"] = "json" if arguments.json else "text"
    write(found, sys.stdout, form=form, plain=arguments.plain, folder=folder)
