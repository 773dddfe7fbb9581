"""``canonbench stage``: times one stage, or one family of stages.

With exactly one engine and one of ``-o``, ``--append``, ``--in-process``, ``--hook`` or ``--worker`` it is a
leaf, a plain pyperf script with pyperf's options; otherwise it is conducted in interleaved rounds.
"""

import argparse
import contextlib
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from canonbench.cli import options
from canonbench.cli.planned import as_json, complain, demand_interpreters
from canonbench.errors import CanonbenchError, UsageError

if TYPE_CHECKING:
    from canonbench.harness.leaf import Prepared
    from canonbench.harness.subject import Subject

__all__ = ["main"]

ENGINES = {
    "rdfc": ("canonbench", "pyld", "pyoxigraph", "replay"),
    "jcs": ("canonbench", "rfc8785", "jcs", "replay", "json"),
    "kit": ("kit", "json"),
    "transform": ("canonbench", "pyld", "pyoxigraph", "rfc8785", "jcs", "replay"),
}
"""The engines of a family where none is named; for others, all that offer one of its stages."""

FINDING: Mapping[str, tuple[str, ...]] = {
    "rdfc": ("jsonld.to_quads", "jsonld.expand", "jsonld.to_rdf"),
    "jcs": ("kit.json_dumps",),
    "transform": ("jsonld.to_quads", "rdfc.canonicalize", "jcs.canonicalize"),
}
"""Stages that a family's finding needs beside its own: the way from JSON to what it starts from, the parts of
its wholes, or what others time under its name."""

OWN = "canonbench"
STEPS = frozenset({"jsonld.expand", "jsonld.to_rdf"})
FURTHER = ("jsonld.process_context",)
COLD = ("jsonld.to_quads",)
"""What is measured beside a finding's stages where documents are named, so that it may take longer: context
processing, and these with a cold context."""

_OF_JSON = frozenset({"json", "jcs", "jsonld", "kit", "transform", "cbor"})
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


def _conducted(argv: Sequence[str]) -> int:
    arguments = _parser().parse_args(list(argv))
    from canonbench.harness import estimate, session
    from canonbench.harness.progress import duration, progress

    subject = _subject(arguments)
    planned = _plan(arguments, subject)
    demand_interpreters(planned)
    settings = options.settings(arguments, subject.plugins)
    if arguments.dry_run:
        likely = planned.keep(_likely(arguments.target, subject, full=bool(arguments.document)))
        seconds = estimate.estimate(likely, settings, subject.sizes, estimate.start())
        if arguments.json:
            print(as_json("stage", likely, _processes(likely), seconds))
        else:
            _show(likely, duration(seconds))
        return complain(subject.problems) or int(not likely.cells)
    teller = progress(sys.stderr, quiet=arguments.quiet, plain=arguments.plain)
    for problem in subject.problems:
        teller.say(f"! {problem}; going on without it")
    request = session.Request(
        planned,
        subject.documents,
        settings,
        subject.catalogue,
        algorithm=arguments.hash,
        wanted=_wanted(arguments.target, full=bool(arguments.document)),
        command=_command(arguments, planned, subject),
        machine=arguments.machine,
        facts={"contexts": subject.contexts},
        structure=True,
    )
    done = session.hold(request, teller)
    if done.files:
        _report(done, arguments)
    error = session.complain(done)
    if error is not None:
        raise error
    return done.code or int(bool(subject.problems))


def _wanted(target: str, *, full: bool) -> Callable[[Any, Any, frozenset[str]], bool]:
    """Return what tells which cases are of use, given the stages that a stack offers.

    The second stack of the A/A pair, and the replay where nobody asked for it, are measured on wholes only.
    Our own engine goes to quads in one pass, so its steps are measured only where ``full`` asks for them.
    """
    from canonbench.harness import plan

    asked = {stage.name: stage for stage, _ in plan.targets(target)}

    def wanted(stack: plan.Chosen, case: Any, _offers: frozenset[str]) -> bool:
        if case.target not in asked:
            return not stack.again and (full or stack.engine != OWN or case.target not in STEPS)
        if case.view == "single" and stack.again:
            return False
        few = stack.again or (stack.engine == "replay" and not stack.explicit)
        return not few or asked[case.target].part_of not in asked

    return wanted


def _offers(engine: str, catalogue: Any) -> Mapping[str, bool]:
    """Return the stages that an engine offers here, and whether it has a context cache there."""
    try:
        return {name: each.cache is not None for name, each in catalogue.load(engine).items()}
    except CanonbenchError:
        return {}


def _likely(target: str, subject: "Subject", *, full: bool) -> Callable[[Any, Any], bool]:
    """Return what tells, without the gate, which cases a run will measure."""
    wanted = _wanted(target, full=full)
    kinds = {document.name: document.kind for document in subject.documents}
    offers: dict[str, Mapping[str, bool]] = {}

    def likely(stack: Any, case: Any) -> bool:
        if stack.engine not in offers:
            offers[stack.engine] = _offers(stack.engine, subject.catalogue)
        found = offers[stack.engine]
        if case.target not in found or (case.state == "cold-context" and not found[case.target]):
            return False
        no_json = kinds[case.document] == "dataset" and case.target.partition(".")[0] in _OF_JSON
        return not no_json and wanted(stack, case, frozenset(found))

    return likely


def _plan(arguments: argparse.Namespace, subject: "Subject") -> Any:
    from canonbench.harness import plan

    family = arguments.target.partition(".")[0]
    named = options.engines(arguments.engine)
    stacks = plan.choose(named or _default_engines(arguments.target, subject.catalogue), explicit=bool(named))
    for stack in stacks:
        if stack.engine not in subject.catalogue.names and not stack.python and not subject.problems:
            subject.catalogue.load(stack.engine)
    documents = []
    for document in subject.documents:
        finding = FINDING.get(family, ()) if document.kind == "jsonld" and arguments.target == family else ()
        further = bool(family == "rdfc" and finding and arguments.document)
        finding, cold = ((*finding, *FURTHER), COLD) if further else (finding, ())
        stages = plan.targets(arguments.target, finding, cold)
        rows = plan.cases(stages, document.name, subject.factors(document))
        documents.append((document.name, (*rows, *_singles(rows, arguments))))
    return plan.make(
        arguments.target,
        stacks,
        documents,
        rounds=options.rounds(arguments),
        seed=arguments.seed,
    )


def _singles(rows: Sequence[Any], arguments: argparse.Namespace) -> Sequence[Any]:
    """Return the cases whose calls are timed one by one, of the stages asked for, if they are wanted."""
    from canonbench.harness import plan

    asked = {stage.name for stage, _ in plan.targets(arguments.target)}
    return plan.singles(case for case in rows if case.target in asked) if arguments.single else ()


def _default_engines(target: str, catalogue: Any) -> Sequence[str]:
    """Return the engines of a target where none is named: those of this runtime that offer a stage of it.

    Those of other runtimes warm up for seconds a process, so they are measured where they are named.
    """
    from canonbench.harness import plan

    family = target.partition(".")[0]
    if family in ENGINES:
        return ENGINES[family]
    asked = {stage.name for stage, _ in plan.targets(target)}
    able = [
        name
        for name in catalogue.names
        if asked & _offers(name, catalogue).keys() and not _is_remote(name, catalogue)
    ]
    return [name for name in able if name not in {"reference", "replay"}] or able


def _is_remote(engine: str, catalogue: Any) -> bool:
    return any(each.remote is not None for each in catalogue.load(engine).values())


def _command(arguments: argparse.Namespace, planned: Any, subject: "Subject") -> str:
    """Write the command line as it may stand in a file: names and digests for what were paths."""
    from canonbench.harness.plugins import source

    stacks = ",".join(stack.name for stack in planned.stacks if not stack.again)
    words = ["canonbench stage", arguments.target, "--engine", stacks]
    words += [word for name in planned.documents for word in ("--document", name)]
    words += [word for path in arguments.plugin for word in ("--plugin", source(path).replace(" ", "@"))]
    given = [name for name in subject.contexts if name.startswith("user~")]
    words += [word for name in given for word in ("--context", name)]
    words += ["--single"] if arguments.single else []
    words += ["--rounds", str(planned.rounds), "--seed", str(planned.seed), "--hash", arguments.hash]
    return " ".join(words)


def _processes(planned: Any) -> int:
    return int(planned.visits)


def _show(planned: Any, time: str) -> None:
    """Print a plan."""
    out = sys.stdout.write
    out(f"target     {planned.target}\n")
    out(f"engines    {', '.join(stack.name for stack in planned.stacks)}\n")
    for name in planned.documents:
        rows = dict.fromkeys(c.name for cell in planned.cells if cell.document == name for c in cell.cases)
        out(f"document   {name}: {', '.join(row.partition('/')[0] + _state(row) for row in rows)}\n")
    out(f"rounds     {planned.rounds}, seed {planned.seed}\n")
    out(f"processes  {_processes(planned)}, about {time}\n")


def _state(row: str) -> str:
    return next((end for end in (":cold-context", ":single") if row.endswith(end)), "")


def _report(done: Any, arguments: argparse.Namespace) -> None:
    """Print the table, the finding, and how to go on with the files."""
    from canonbench.report import stage
    from canonbench.runs import files

    form: Literal["json", "text"] = "json" if arguments.json else "text"
    stage.write(files.read(done.folder), sys.stdout, form=form, plain=arguments.plain)


def _leaf(argv: Sequence[str]) -> int:
    from canonbench.harness import leaf

    scan = options.Parser(prog="canonbench stage", add_help=False, allow_abbrev=False)
    scan.add_argument("--engine", action="append", default=[])
    scan.add_argument("--plugin", action="append", default=[], type=Path)
    found, _ = scan.parse_known_args(list(argv))
    (engine,) = options.engines(found.engine)
    if "@" in engine:
        raise UsageError(
            f"--engine {engine}: a leaf runs under one interpreter: start it with that, or use --python"
        )
    timer = leaf.StageTimer(engine, tuple(found.plugin))
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
    from canonbench.harness import leaf

    if arguments.inputs:
        return leaf.frozen(arguments.case, arguments.inputs, arguments.loops_from, arguments.facts)
    from canonbench.harness import plan
    from canonbench.harness.alone import alone

    subject = _subject(arguments)
    (engine,) = options.engines(arguments.engine)
    stages = plan.targets(arguments.target)
    cases = [
        case
        for document in subject.documents
        for case in plan.cases(stages, document.name, subject.factors(document))
    ]
    return alone(engine, [*cases, *_singles(cases, arguments)], subject)
