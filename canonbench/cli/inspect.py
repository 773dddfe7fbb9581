"""``canonbench inspect``: what a document costs, without a clock, and what of it would not be signed."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from hashlib import new
from typing import Any

from canonbench.documents import corpus
from canonbench.documents.contexts import Contexts, overrides
from canonbench.documents.corpus import Document
from canonbench.documents.facts import facts, quads, unsecured
from canonbench.engines import Catalogue
from canonbench.errors import BadDocument, CanonbenchError, EngineUnavailable
from canonbench.report import inspect as report
from canonbench.specs import jcs, nquads
from canonbench.specs.rdf import Dataset
from canonbench.stages.jsonld import Source
from canonbench.stages.rdfc import Request

__all__ = ["main"]

_EXAMPLES = """\
examples:
  canonbench inspect ob3
  canonbench inspect my-diploma.json --context https://issuer.example/v1=context.json
  canonbench inspect credentials/                      one row a file
  canonbench inspect my-diploma.json --show digest     SHA-256 of its canonical N-Quads
  canonbench inspect my-diploma.json --show canonical --engine pyoxigraph"""


def main(argv: Sequence[str]) -> int:
    """Inspect the documents that ``argv`` names; 1 with ``--strict`` if anything would be lost."""
    args = _parser().parse_args(argv)

    contexts = Contexts(overrides(args.context))
    files = [file for name in args.document for file in corpus.files(name)]
    if args.show:
        if len(files) > 1:
            raise BadDocument(f"--show {args.show} writes one document, {len(files)} were named; name one")
        _show(corpus.find(files[0], seed=args.seed, contexts=contexts), args)
        return 0
    return _facts(files, contexts, args)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="canonbench inspect",
        description="Count what a document costs, without a clock, and say what of it would not be signed.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "document", nargs="+", help="a name of 'canonbench list documents', a file or a folder"
    )
    parser.add_argument("--show", choices=_SHOWN, help="write this one thing to stdout, and nothing else")
    parser.add_argument("--engine", default="canonbench", help="the engine that makes what --show writes")
    parser.add_argument(
        "--hash", choices=("sha256", "sha384"), default="sha256", help="in RDFC-1.0 and digest"
    )
    parser.add_argument("--context", action="append", default=[], metavar="URL=FILE", help="bring a context")
    parser.add_argument("--seed", type=int, default=0, help="of generated documents")
    parser.add_argument("--strict", action="store_true", help="exit 1 if anything would not be signed")
    parser.add_argument("--json", action="store_true", help="write the facts as JSON")
    parser.add_argument("-v", "--verbose", action="store_true", help="add the traceback to an error")
    return parser


def _facts(files: Sequence[str], contexts: Contexts, args: argparse.Namespace) -> int:
    several, rows, failed, lost = len(files) > 1, [], False, False
    for file in files:
        try:
            found = facts(corpus.find(file, seed=args.seed, contexts=contexts), args.hash)
        except CanonbenchError as error:
            if not several:
                raise
            failed = True
            print(f"canonbench: {file}: {error}", file=sys.stderr)
            continue
        label = file if several else found.name
        lost = lost or bool(found.losses)
        for loss in found.losses:
            print(
                f"{label}: not signed: {loss.kind} {loss.value!r} at {loss.pointer or '/'}", file=sys.stderr
            )
        rows.append((label, found))
    if args.json:
        print(report.as_json(rows))
    elif several:
        print(report.table(rows))
    elif rows:
        print(report.sheet(rows[0][1]))
    return 1 if failed or (lost and args.strict) else 0


def _show(document: Document, args: argparse.Namespace) -> None:
    shown = _SHOWN[args.show](document, args)
    sys.stdout.write(shown if shown.endswith("\n") else shown + "\n")


def _engine(name: str, stage: str) -> Callable[[Any], Any]:
    """Return the stage of an engine as a function between neutral values."""
    offered = Catalogue.installed().load(name)
    if stage not in offered:
        raise EngineUnavailable(f"engine {name} does not offer {stage}; it has {', '.join(offered)}")
    return offered[stage].neutral()


def _source(document: Document) -> Source:
    if document.kind != "jsonld":
        raise BadDocument(f"{document.name} is no JSON-LD: it has no @context; only --show jcs applies to it")
    return Source(unsecured(document.value), document.contexts)


def _dataset(document: Document, args: argparse.Namespace) -> Dataset:
    if document.kind == "dataset" or args.engine in {"canonbench", "reference"}:
        return quads(document)
    made: Dataset = _engine(args.engine, "jsonld.to_quads")(_source(document))
    return made


def _expanded(document: Document, args: argparse.Namespace) -> str:
    expanded = _engine(args.engine, "jsonld.expand")(_source(document))
    return json.dumps(expanded, indent=2, ensure_ascii=False)


def _quads(document: Document, args: argparse.Namespace) -> str:
    return nquads.serialize(_dataset(document, args))


def _labels(document: Document, args: argparse.Namespace) -> str:
    issued = _engine(args.engine, "rdfc.label")(Request(_dataset(document, args), args.hash))
    return json.dumps(issued, indent=2)


def _canonical(document: Document, args: argparse.Namespace) -> str:
    text: str = _engine(args.engine, "rdfc.canonicalize")(Request(_dataset(document, args), args.hash))
    return text


def _digest(document: Document, args: argparse.Namespace) -> str:
    return new(args.hash, _canonical(document, args).encode()).hexdigest()


def _jcs(document: Document, _args: argparse.Namespace) -> str:
    if document.kind == "dataset":
        raise BadDocument(f"{document.name} is N-Quads, and JCS is of JSON; give a JSON document")
    return jcs.canonicalize(unsecured(document.value)).decode()


_SHOWN: Mapping[str, Callable[[Any, argparse.Namespace], str]] = {
    "expanded": _expanded,
    "quads": _quads,
    "labels": _labels,
    "canonical": _canonical,
    "jcs": _jcs,
    "digest": _digest,
}
