"""``canonbench check``: does every engine give what the specifications say?"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from canonbench.cli.options import Parser, named
from canonbench.errors import UsageError

if TYPE_CHECKING:
    from canonbench.harness.conformance import Verdict

__all__ = ["main"]

_EXAMPLES = """\
examples:
  canonbench check                             what canonbench carries, and agreement on every document
  canonbench check rdfc --suites DIR           one family, on the public suites in DIR
  canonbench check --engine canonbench         our own engine alone: the one for a pipeline, since
                                               libraries are known to differ"""


def main(argv: Sequence[str]) -> int:
    """Judge the engines that ``argv`` names (default: all); 1 if anything differs."""
    args = _parser().parse_args(argv)
    from canonbench.documents import corpus
    from canonbench.engines import WHOLES, Catalogue
    from canonbench.stages import select
    from canonbench.suites import ORIGINS

    if args.target and args.target.endswith(".json"):
        raise UsageError(f"{args.target} is a run file: python -m pyperf check {args.target}")
    stages = {stage.name for stage in select(args.target)} if args.target else None
    every = [name for name in Catalogue.installed().names if name not in WHOLES]
    engines = args.engine.split(",") if args.engine else every
    offers = _offers(engines)
    different, absent = _suites(offers, args.suites, stages)
    if not args.no_documents:
        able = [name for name, offered in offers.items() if stages is None or stages & offered]
        different |= _documents(able, args.document or corpus.names(), stages)
    print("every engine gives what the specifications say" if not different else "engines differ: see above")
    if absent:
        print(
            f"{absent} of {len(ORIGINS)} suites were not there: get them where the lines above say, each as "
            "a folder of that name, and give the folder that holds them by --suites DIR"
        )
    return int(different)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="canonbench check",
        description="Judge every engine by hand-worked vectors, by the public suites that are there, and by\n"
        "agreement on the documents. Exit code 1 if anything differs.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", nargs="?", help="a stage or a family (default: all)")
    parser.add_argument(
        "--suites",
        type=Path,
        metavar="DIR",
        help="folder of the public suites (default: CANONBENCH_SUITES, else ../shared/suites)",
    )
    parser.add_argument("--engine", type=named, metavar="E[,E]", help="engines to judge (default: all)")
    parser.add_argument(
        "--document", action="append", metavar="D", help="documents to agree on (default: all)"
    )
    parser.add_argument("--no-documents", action="store_true", help="suites alone")
    parser.add_argument("-v", "--verbose", action="store_true", help="add the traceback to an error")
    return parser


def _offers(engines: Iterable[str]) -> dict[str, set[str]]:
    """Return the stages of each engine that loads, and print why another does not."""
    from canonbench.engines import Catalogue
    from canonbench.errors import EngineUnavailable

    catalogue, found = Catalogue.installed(), dict[str, set[str]]()
    for name in engines:
        try:
            found[name] = set(catalogue.load(name))
        except EngineUnavailable as error:
            print(f"{name:<16} unavailable: {error}")
    return found


def _suites(offers: Mapping[str, set[str]], root: Path | None, stages: set[str] | None) -> tuple[bool, int]:
    """Print a verdict for each suite and engine that meet; tell whether any differs, and how many lack."""
    from canonbench import suites
    from canonbench.harness import conformance

    different, absent = False, 0
    for suite in suites.READERS:
        folder = None if suite == suites.OWN else suites.folder(suite, root)
        if suite != suites.OWN and folder is None:
            print(f"{suite:<16} not here: {suites.ORIGINS[suite]}")
            absent += 1
            continue
        try:
            stated = {vector.stage for vector in suites.read(suite, folder)}
        except ModuleNotFoundError as error:
            print(f"{suite:<16} not read: it needs the Python module {error.name}; install it")
            continue
        asked = stated & (stages or set().union(*offers.values()))
        for engine, offered in offers.items():
            if not asked & offered:
                continue
            print(f"judging {engine} by {suite}", file=sys.stderr)
            verdict = conformance.run(engine, suite, folder, stages=asked)
            different |= _tell(verdict)
    return different, absent


def _tell(verdict: "Verdict") -> bool:
    from canonbench.harness import conformance

    for line in conformance.lines(verdict):
        print(line)
    return bool(verdict.failed)


def _documents(engines: Sequence[str], names: Iterable[str], stages: set[str] | None) -> bool:
    """Print every disagreement on the documents, and tell whether there is any."""
    from canonbench.documents import corpus
    from canonbench.harness.agreement import agreement

    different = False
    for name in names:
        for document in corpus.find_all(name):
            print(f"comparing the engines on {document.name}", file=sys.stderr)
            found = agreement(document, engines, stages)
            none = "" if found.differ else ", none differs"
            print(f"{document.name:<26} {found.agreed} outputs agree{none}")
            for line in found.differ:
                print(f"    {line}")
            different |= bool(found.differ)
    return different
