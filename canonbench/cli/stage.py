"""``canonbench stage``: times one stage, or one family of stages.

With exactly one engine and one of ``-o``, ``--append``, ``--in-process``, ``--hook`` or ``--worker`` it is a
leaf, a plain pyperf script with pyperf's options; otherwise it is conducted in interleaved rounds.
"""

import argparse
import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from canonbench.errors import CanonbenchError, UsageError

__all__ = ["main"]

ENGINES = {
    "rdfc": ("canonbench", "pyld", "pyoxigraph", "replay"),
    "jcs": ("canonbench", "rfc8785", "jcs", "replay", "json"),
    "transform": ("canonbench", "pyld", "pyoxigraph", "rfc8785", "jcs", "replay"),
}
"""The engines of a family where none is named; for others, all that offer one of its stages."""

DOCUMENTS = ("simple", "ob3", "bn-50")
FINDING = {
    "rdfc": ("jsonld.expand", "jsonld.to_rdf", "jsonld.to_quads"),
    "jcs": ("kit.json_dumps",),
    "transform": ("jsonld.to_quads", "rdfc.canonicalize", "jcs.canonicalize"),
}
"""Stages that a family's finding needs beside its own: the way from JSON to what it starts from, the parts of
its wholes, or what others time under its name."""

ROUNDS = 8
_OF_JSON = frozenset({"json", "jcs", "jsonld", "kit", "transform", "cbor"})
_HASHED = frozenset(
    {
        "rdfc",
        "transform",
        "hashing",
        "hmac",
        "hkdf",
        "key",
        "eddsa",
        "ecdsa",
        "ecdh",
        "multibase",
        "base64url",
    }
)
"""Families whose inputs depend on the hash algorithm: the canonical form does, and the curve goes with it."""

_EXAMPLES = """\
examples:
  canonbench stage rdfc                                  the main job, about a minute
  canonbench stage rdfc --document ob3 --rounds 16       one document, narrower intervals
  canonbench stage rdfc --document my-diploma.json       your own credential; nothing leaves this machine
  canonbench stage jsonld --engine canonbench,pyld       a family, with two engines
  canonbench stage rdfc --engine pyld,pyld@old/bin/python
                                                         two versions of a library, in the same rounds
  canonbench stage rdfc.canonicalize --engine pyld --document ob3 -o pyld.json
                                                         a leaf: a plain pyperf script, one process after
                                                         another; add --help to see all of pyperf's options
"""


def main(argv: Sequence[str]) -> int:
    """Time what ``argv`` names, and return the exit code.

    Raises:
        CanonbenchError: it cannot be done.
    """
    return _leaf(argv) if _is_leaf(argv) else _conducted(argv)


def _is_leaf(argv: Sequence[str]) -> bool:
    """Tell a leaf from a conducted run.

    Raises:
        UsageError: one file is asked for, but not exactly one engine.
    """
    scan = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    scan.add_argument("--engine", action="append", default=[])
    scan.add_argument("-o", "--output", "--append", "--hook", dest="leaf", action="append")
    scan.add_argument("--in-process", "--worker", dest="leaf", action="append_const", const="")
    found, _ = scan.parse_known_args(list(argv))
    engines = [name for value in found.engine for name in value.split(",") if name]
    if found.leaf and len(engines) != 1:
        raise UsageError("-o, --append, --in-process and --hook need exactly one engine: add --engine NAME")
    return bool(found.leaf)


def _shared(group: Any) -> None:
    """Declare the options that say what is measured."""
    group.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="E[,E]",
        help="engines to measure; NAME@PYTHON runs one under another interpreter",
    )
    group.add_argument(
        "--document",
        action="append",
        default=[],
        metavar="D",
        help=f"a name, a file or a folder; may be repeated (default: {', '.join(DOCUMENTS)})",
    )
    group.add_argument(
        "--context",
        action="append",
        default=[],
        metavar="URL=FILE",
        help="a context that the bundle lacks, or that goes before it; nothing is ever fetched",
    )
    group.add_argument(
        "--hash",
        choices=("sha256", "sha384"),
        default="sha256",
        help="hash algorithm of RDFC-1.0; with sha384 go keys of P-384 (default: sha256)",
    )
    group.add_argument("--keep-host", action="store_true", help="leave the host name in the run files")
    group.add_argument("--seed", type=int, default=0, help="fixes everything random (default: 0)")
    group.add_argument(
        "--plugin",
        action="append",
        default=[],
        type=Path,
        metavar="FILE.py",
        help="a module with ENGINES, a tuple of engines of your own",
    )


def _positive(kind: Callable[[str], Any], least: float) -> Callable[[str], Any]:
    def number(text: str) -> Any:
        value = kind(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{text} is less than {least}")
        return value

    return number


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="canonbench stage",
        description="Time one stage or one family of stages, in interleaved rounds of fresh processes.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("target", metavar="TARGET", help="a stage or a family, as in: canonbench list stages")
    _shared(parser.add_argument_group("what to measure"))
    run = parser.add_argument_group("the run")
    run.add_argument(
        *("-p", "--rounds", "--processes"),
        dest="rounds",
        type=_positive(int, 1),
        metavar="R",
        help=f"rounds; below {ROUNDS} there are no intervals (default: {ROUNDS})",
    )
    run.add_argument("--machine", metavar="NAME", help="folder under runs/ (default: from the CPU model)")
    run.add_argument("--dry-run", action="store_true", help="show the plan and the estimated time only")
    run.add_argument("--json", action="store_true", help="print the results as JSON")
    run.add_argument("--plain", action="store_true", help="no colour, no bar, no box characters")
    handed = parser.add_argument_group("pyperf options, handed on to every leaf")
    handed.add_argument("--fast", action="store_true", help="half of -n and --min-time, rounds as they are")
    handed.add_argument("--rigorous", action="store_true", help="twice as many rounds")
    handed.add_argument(
        "-n", "--values", type=_positive(int, 1), default=2, help="values a process (default: 2)"
    )
    handed.add_argument(
        "-w", "--warmups", type=_positive(int, 0), default=1, help="values skipped before (default: 1)"
    )
    handed.add_argument(
        "--min-time", type=_positive(float, 0), default=0.01, help="least seconds of a value (default: 0.01)"
    )
    handed.add_argument("--timeout", type=_positive(int, 1), help="seconds for one case (default: 120)")
    handed.add_argument("--affinity", metavar="CPU_LIST", help="CPUs for the workers")
    handed.add_argument("--inherit-environ", metavar="VARS", help="environment variables for the workers")
    handed.add_argument("-q", "--quiet", action="store_true", help="no progress")
    handed.add_argument("-v", "--verbose", action="store_true", help="say more, and show tracebacks")
    return parser


def _engines(values: Sequence[str]) -> list[str]:
    return [name for value in values for name in value.split(",") if name]


@dataclass(frozen=True)
class _Subject:
    """What both kinds of run are about: documents, where engines come from, and the plug-ins that load."""

    documents: tuple[Any, ...]
    catalogue: Any
    plugins: tuple[Path, ...]
    problems: tuple[str, ...]

    def factors(
        self, arguments: argparse.Namespace, name: str
    ) -> Callable[[Any], tuple[tuple[str, str], ...]]:
        """Return what gives a stage's factors on the document ``name``: options that are not the default."""
        document = next(each for each in self.documents if each.name == name)
        found = []
        if arguments.seed and document.seed is not None:
            found.append(("seed", str(arguments.seed)))
        if arguments.context:
            found.append(("contexts", document.contexts_sha256[:8]))

        def of(stage: Any) -> tuple[tuple[str, str], ...]:
            hashed = (
                [("hash", arguments.hash)] if arguments.hash != "sha256" and stage.family in _HASHED else []
            )
            return tuple(sorted([*hashed, *found]))

        return of


def _subject(arguments: argparse.Namespace) -> _Subject:
    """Find the documents and load the plug-ins; what fails is a problem as long as something is left.

    Raises:
        CanonbenchError: nothing is left, or a name stands for nothing.
    """
    from canonbench.documents import contexts, corpus
    from canonbench.engines import Catalogue
    from canonbench.harness.loss import refuse_loss
    from canonbench.harness.plugins import load_plugin

    loader = contexts.Contexts(contexts.overrides(arguments.context))
    found: dict[str, Any] = {}
    errors: list[CanonbenchError] = []
    names = [file for name in arguments.document or DOCUMENTS for file in corpus.files(name)]
    for name in names:
        try:
            document = corpus.find(name, seed=arguments.seed, contexts=loader)
            refuse_loss(document, name)
        except UsageError:
            raise
        except CanonbenchError as error:
            errors.append(error)
        else:
            found[document.name] = document
    if not found:
        raise errors[0]
    plugins, paths = [], []
    for path in arguments.plugin:
        try:
            plugins.append(load_plugin(path))
            paths.append(path)
        except CanonbenchError as error:
            errors.append(error)
    problems = tuple(str(error) for error in errors)
    return _Subject(tuple(found.values()), Catalogue.installed(plugins), tuple(paths), problems)


def _conducted(argv: Sequence[str]) -> int:
    arguments = _parser().parse_args(list(argv))
    from canonbench.harness import conductor, session
    from canonbench.harness.progress import duration, progress

    subject = _subject(arguments)
    planned = _plan(arguments, subject)
    settings = _settings(arguments, subject.plugins)
    if arguments.dry_run:
        likely = planned.keep(_likely(arguments.target, subject))
        _show(likely, duration(conductor.estimate(likely, settings)))
        return 0
    teller = progress(sys.stderr, quiet=arguments.quiet, plain=arguments.plain)
    for problem in subject.problems:
        teller.say(f"! {problem}; going on without it")
    request = session.Request(
        planned,
        subject.documents,
        settings,
        subject.catalogue,
        arguments.hash,
        _wanted(arguments.target),
        _command(arguments, planned),
        arguments.machine,
        facts={"contexts": {url: each for d in subject.documents for url, each in d.context_digests.items()}},
    )
    done = session.hold(request, teller)
    if done.files:
        _report(done, arguments)
    error = session.complain(done)
    if error is not None:
        raise error
    return done.code or int(bool(subject.problems))


def _wanted(target: str) -> Callable[[Any, Any, frozenset[str]], bool]:
    """Return what tells which cases are of use, given the stages that a stack offers.

    The second stack of the A/A pair, and the replay where nobody asked for it, are measured on wholes only.
    """
    from canonbench.harness import plan

    asked = {stage.name: stage for stage, _ in plan.targets(target)}

    def wanted(stack: plan.Chosen, case: Any, _offers: frozenset[str]) -> bool:
        if case.target not in asked:
            return not stack.again
        few = stack.again or (stack.engine == "replay" and not stack.explicit)
        return not few or asked[case.target].part_of not in asked

    return wanted


def _offers(engine: str, catalogue: Any) -> Mapping[str, bool]:
    """Return the stages that an engine offers here, and whether it has a context cache there."""
    try:
        return {name: each.cache is not None for name, each in catalogue.load(engine).items()}
    except CanonbenchError:
        return {}


def _likely(target: str, subject: _Subject) -> Callable[[Any, Any], bool]:
    """Return what tells, without the gate, which cases a run will measure."""
    wanted = _wanted(target)
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


def _plan(arguments: argparse.Namespace, subject: _Subject) -> Any:
    from canonbench.harness import plan

    family = arguments.target.partition(".")[0]
    named = _engines(arguments.engine)
    stacks = plan.choose(named or _default_engines(arguments.target, subject.catalogue), explicit=bool(named))
    for stack in stacks:
        if stack.engine not in subject.catalogue.names and not stack.python and not subject.problems:
            subject.catalogue.load(stack.engine)
    documents = []
    for document in subject.documents:
        finding = FINDING.get(family, ()) if document.kind == "jsonld" and arguments.target == family else ()
        stages = plan.targets(arguments.target, finding)
        documents.append(
            (document.name, plan.cases(stages, document.name, subject.factors(arguments, document.name)))
        )
    rounds = arguments.rounds or ROUNDS
    return plan.make(
        arguments.target,
        stacks,
        documents,
        rounds=rounds * 2 if arguments.rigorous else rounds,
        seed=arguments.seed,
    )


def _default_engines(target: str, catalogue: Any) -> Sequence[str]:
    """Return the engines of a target where none is named."""
    from canonbench.harness import plan

    family = target.partition(".")[0]
    if family in ENGINES:
        return ENGINES[family]
    asked = {stage.name for stage, _ in plan.targets(target)}
    able = [name for name in catalogue.names if asked & _offers(name, catalogue).keys()]
    return [name for name in able if name not in {"reference", "replay"}] or able


def _settings(arguments: argparse.Namespace, plugins: tuple[Path, ...]) -> Any:
    from canonbench.harness.conductor import Settings

    return Settings(
        values=max(1, arguments.values // 2) if arguments.fast else arguments.values,
        warmups=arguments.warmups,
        min_time=arguments.min_time / 2 if arguments.fast else arguments.min_time,
        **({"timeout": arguments.timeout} if arguments.timeout else {}),
        affinity=arguments.affinity or "",
        keep_host=arguments.keep_host,
        inherit=tuple((arguments.inherit_environ or "").split(",")),
        plugins=plugins,
    )


def _command(arguments: argparse.Namespace, planned: Any) -> str:
    """Write the command line as it may stand in a file: names and digests for what were paths."""
    from canonbench.harness.plugins import source

    stacks = ",".join(stack.name for stack in planned.stacks if not stack.again)
    words = ["canonbench stage", arguments.target, "--engine", stacks]
    words += [word for name in planned.documents for word in ("--document", name)]
    words += [word for path in arguments.plugin for word in ("--plugin", source(path).replace(" ", "@"))]
    words += [word for each in arguments.context for word in ("--context", each.rpartition("=")[0])]
    words += ["--rounds", str(planned.rounds), "--seed", str(planned.seed), "--hash", arguments.hash]
    return " ".join(words)


def _show(planned: Any, time: str) -> None:
    """Print a plan."""
    cases = sum(len(cell.cases) for cell in planned.cells)
    out = sys.stdout.write
    out(f"target     {planned.target}\n")
    out(f"engines    {', '.join(stack.name for stack in planned.stacks)}\n")
    for name in planned.documents:
        rows = dict.fromkeys(c.name for cell in planned.cells if cell.document == name for c in cell.cases)
        out(f"document   {name}: {', '.join(row.partition('/')[0] + _state(row) for row in rows)}\n")
    out(f"rounds     {planned.rounds}, seed {planned.seed}\n")
    out(f"processes  {planned.rounds * cases}, about {time}\n")


def _state(row: str) -> str:
    return ":cold-context" if row.endswith(":cold-context") else ""


def _report(done: Any, arguments: argparse.Namespace) -> None:
    """Print the table, the finding, and how to go on with the files."""
    from canonbench.report import stage
    from canonbench.runs import files

    form: Literal["json", "text"] = "json" if arguments.json else "text"
    stage.write(files.read(done.folder), sys.stdout, form=form, plain=arguments.plain)


def _leaf(argv: Sequence[str]) -> int:
    from canonbench.harness import leaf

    scan = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    scan.add_argument("--engine", action="append", default=[])
    scan.add_argument("--plugin", action="append", default=[], type=Path)
    found, _ = scan.parse_known_args(list(argv))
    (engine,) = _engines(found.engine)
    if "@" in engine:
        raise UsageError(
            f"--engine {engine}: a leaf runs under one interpreter: start it with that, or use --python"
        )
    timer = leaf.StageTimer(engine, tuple(found.plugin))
    return leaf.run(leaf.Leaf("stage", _add_arguments, _forward, _prepare, timer), argv)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Time one engine as a plain pyperf script."
    parser.epilog = _EXAMPLES
    parser.add_argument("target", metavar="TARGET", help="a stage or a family")
    _shared(parser.add_argument_group("canonbench options"))
    for option in ("--inputs", "--loops-from", "--facts"):
        parser.add_argument(option, default="", help=argparse.SUPPRESS)
    parser.add_argument("--case", action="append", default=[], help=argparse.SUPPRESS)
    parser.set_defaults(timeout=None)


def _forward(arguments: argparse.Namespace, prepared: Any) -> list[str]:
    """Return what a worker needs to come to the same plan."""
    plugins = [word for path in arguments.plugin for word in ("--plugin", str(path))]
    names = [word for case in prepared.cases for word in ("--case", case.name)]
    facts = ["--facts", arguments.facts] if arguments.facts else []
    facts += ["--keep-host"] if arguments.keep_host else []
    inputs = ["--inputs", str(prepared.inputs.folder)]
    return [arguments.target, "--engine", arguments.engine[0], *plugins, *inputs, *facts, *names]


@contextlib.contextmanager
def _prepare(arguments: argparse.Namespace) -> Iterator[Any]:
    """Prepare a leaf: by what the conductor prepared, or by itself."""
    from canonbench.harness import leaf

    if arguments.inputs:
        with leaf.frozen(arguments.case, arguments.inputs, arguments.loops_from, arguments.facts) as prepared:
            yield prepared
        return
    from canonbench.harness import gate, inputs, plan
    from canonbench.harness.freeze import freeze

    subject = _subject(arguments)
    (engine,) = _engines(arguments.engine)
    subject.catalogue.load(engine) if engine not in subject.catalogue.names else None
    stack = plan.choose([engine], again=False)[0]
    stages = plan.targets(arguments.target)
    cases = [
        case
        for document in subject.documents
        for case in plan.cases(stages, document.name, subject.factors(arguments, document.name))
    ]
    with inputs.private_folder() as folder:
        frozen = freeze(
            [case for case in cases if case.state == "warm"],
            subject.documents,
            subject.catalogue,
            folder,
            arguments.hash,
        )
        proved = gate.prove(stack, cases, frozen.inputs, plugins=subject.plugins)
        admitted = gate.Gate(frozen.inputs, {stack.name: proved})
        kept = tuple(case for case in cases if admitted.admits(stack, case))
        problems = [*subject.problems, *(f"{each.document}: {each.detail}" for each in frozen.refusals)]
        if proved.unavailable:
            problems.append(proved.unavailable)
        problems += [
            f"{each.case}: {each.kind}: {each.reason}{': ' + each.detail if each.detail else ''}"
            for each in proved.outcomes.values()
            if not each.ok
        ]
        if not kept:
            raise CanonbenchError(
                problems[0] if problems else f"{engine} offers nothing of {arguments.target}"
            )
        for problem in dict.fromkeys(problems):
            sys.stderr.write(f"canonbench: {problem}; going on without it\n")
        facts = {key: value for key, value in proved.facts.items() if key != "python"}
        arguments.facts = str(folder / "facts.json")
        Path(arguments.facts).write_text(json.dumps(facts), encoding="utf-8")
        yield leaf.Prepared(kept, frozen.inputs, facts=facts, incomplete=bool(problems))
