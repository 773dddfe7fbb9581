"""``canonbench inspect``: what a document costs, without a clock, and what of it would not be signed."""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from canonbench.cli.options import Parser
from canonbench.errors import BadDocument, CanonbenchError, JsonLdError, SpecError, UsageError

if TYPE_CHECKING:
    from canonbench.documents.contexts import Contexts
    from canonbench.documents.corpus import Document
    from canonbench.specs.jsonld import Loss

__all__ = ["FORMS", "main"]

FORMS = ("expanded", "quads", "labels", "canonical", "jcs", "digest", "sd-jwt", "mdoc", "mapping")
"""What ``--show`` can write, the keys of ``canonbench.harness.show.FORMS``."""

_OF_QUADS = {"expanded", "quads", "labels", "canonical", "digest"}

_EXAMPLES = """\
examples:
  canonbench inspect ob3
  canonbench inspect my-diploma.json --context https://issuer.example/v1=context.json
  canonbench inspect credentials/                      one row a file
  canonbench inspect my-diploma.json --show digest     SHA-256 of its canonical N-Quads
  canonbench inspect my-diploma.json --show canonical --engine pyoxigraph
  canonbench inspect my-diploma.json --show mapping    what becomes of each member in SD-JWT and mdoc"""


def main(argv: Sequence[str]) -> int:
    """Inspect the documents that ``argv`` names; 1 with ``--strict`` if anything would be lost."""
    args = _parser().parse_args(argv)
    from canonbench.documents import corpus
    from canonbench.documents.contexts import Contexts, overrides
    from canonbench.harness import show

    contexts = Contexts(overrides(args.context))
    files = [file for name in args.document for file in corpus.files(name)]
    if args.show:
        if len(files) > 1:
            raise BadDocument(f"--show {args.show} writes one document, {len(files)} were named; name one")
        try:
            document = corpus.find(files[0], seed=args.seed, contexts=contexts)
            shown = show.FORMS[args.show](document, args.engine, args.hash)
        except (BadDocument, SpecError) as error:
            raise BadDocument(_named(files[0], error)) from error
        sys.stdout.write(shown if shown.endswith("\n") else shown + "\n")
        lost = _lost(document) if args.show in _OF_QUADS else ()
        _warn(document.name, lost)
        return int(args.strict and bool(lost))
    return _facts(files, contexts, args)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="canonbench inspect",
        description="Count what a document costs, without a clock, and say what of it would not be signed.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "document", nargs="+", help="a name of 'canonbench list documents', a file or a folder"
    )
    parser.add_argument("--show", choices=FORMS, help="write this one thing to stdout, and nothing else")
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


def _lost(document: "Document") -> "tuple[Loss, ...]":
    from canonbench.documents.facts import unsecured
    from canonbench.specs import jsonld

    return jsonld.data_loss(unsecured(document.value), document.contexts) if document.kind == "jsonld" else ()


def _warn(label: str, losses: "Sequence[Loss]") -> None:
    for loss in losses:
        print(f"{label}: not signed: {loss.kind} {loss.value!r} at {loss.pointer or '/'}", file=sys.stderr)


def _named(file: str, error: CanonbenchError) -> str:
    """Return what ``error`` says, with the document named once and the next step."""
    said = str(error)
    if isinstance(error, JsonLdError):
        said += "; mend it there"
    named = re.search(rf"(?<!\S){re.escape(file)}(?![^\s:;,])", said)
    return said if named else f"{file}: {said}"


def _facts(files: Sequence[str], contexts: "Contexts", args: argparse.Namespace) -> int:
    from canonbench.documents import corpus
    from canonbench.documents.facts import facts, unusable
    from canonbench.harness.sizes import Size, sizes
    from canonbench.report import inspect as report

    several, rows, failed, lost = len(files) > 1, [], False, False
    written: dict[str, tuple[Size, ...]] = {}
    for file in files:
        try:
            document = corpus.find(file, seed=args.seed, contexts=contexts)
            found = facts(document, args.hash)
        except CanonbenchError as error:
            if not several and isinstance(error, UsageError):
                raise
            if not several:
                raise BadDocument(_named(file, error)) from error
            failed = True
            print(f"canonbench: {_named(file, error)}", file=sys.stderr)
            if Path(file).is_file():
                rows.append((file, unusable(file, Path(file).stat().st_size, error)))
            continue
        label = file if several else found.name
        lost = lost or bool(found.losses)
        _warn(label, found.losses)
        rows.append((label, found))
        written[label] = () if several else sizes(document)
    if args.json:
        print(report.as_json(rows, written))
    elif several:
        print(report.table(rows))
    elif rows:
        print(report.sheet(rows[0][1], written[rows[0][0]]))
    return 1 if failed or (lost and args.strict) else 0
