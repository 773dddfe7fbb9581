"""``canonbench list``: what exists, and what does not load here and why."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from canonbench.cli import offers
from canonbench.cli.options import Parser
from canonbench.errors import EngineUnavailable, UnknownName

__all__ = ["SCHEMA", "main"]

SCHEMA = "canonbench.list/1"
"""Grows when a member changes its meaning or goes away; new members may come at any time."""

_KINDS = ("stages", "engines", "documents", "exchanges", "plans")

_Entry = dict[str, Any]

_EXAMPLES = """\
examples:
  canonbench list
  canonbench list engines
  canonbench list plans --json               for programs: canonbench.list/1
  canonbench list --variants ob3-complete    what it may be without, as: ob3-complete~without-evidence
"""


def main(argv: Sequence[str]) -> int:
    """Print the lists that ``argv`` names (default: all), one thing a line, or as JSON."""
    arguments = _parser().parse_args(argv)
    kinds = tuple(dict.fromkeys(arguments.kind or _KINDS))
    for kind in kinds:
        if kind not in _KINDS:
            raise UnknownName("list", kind, _KINDS)
    if arguments.variants:
        kinds = ("variants",)
    listed = _listed(arguments.variants)
    if arguments.json:
        found = {kind: list(listed[kind][0]()) for kind in kinds}
        print(json.dumps({"schema": SCHEMA, **found}, indent=2))
        return 0
    for number, kind in enumerate(kinds):
        entries, lines = listed[kind]
        if len(kinds) > 1:
            print(f"{chr(10) if number else ''}{kind}")
        for entry in entries():
            for line in lines(entry):
                print(line)
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="canonbench list",
        description="List what exists; an engine that does not load, with the reason.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kind", nargs="*", metavar="KIND", help=", ".join(_KINDS))
    parser.add_argument(
        "--variants",
        metavar="D",
        help="list what a document, or a file, may be measured without: a context, or a member",
    )
    parser.add_argument("--json", action="store_true", help="the same as JSON")
    return parser


def _listed(
    variants: str | None,
) -> dict[str, tuple[Callable[[], Iterator[_Entry]], Callable[[_Entry], Iterator[str]]]]:
    """Return for each list what gives its entries, and what gives the lines of one."""
    return {
        "stages": (_stages, _of_stage),
        "engines": (_engines, _of_engine),
        "documents": (_documents, _of_document),
        "exchanges": (_exchanges, _of_exchange),
        "plans": (_plans, _of_plan),
        "variants": (lambda: _variants(variants or ""), _of_variant),
    }


def _stages() -> Iterator[_Entry]:
    from canonbench.stages import FAMILIES

    for stages in FAMILIES.values():
        for stage in stages:
            yield {
                "name": stage.name,
                "text": str(stage.text),
                "part_of": stage.part_of,
                "contrast": stage.family == "kit",
            }


def _of_stage(entry: _Entry) -> Iterator[str]:
    part = f"  (part of {entry['part_of']})" if entry["part_of"] else ""
    contrast = "  (contrast: not an exchange)" if entry["contrast"] else ""
    yield f"{entry['name']:<28} {entry['text']}{part}{contrast}"


def _engines() -> Iterator[_Entry]:
    from canonbench.engines import Catalogue

    catalogue = Catalogue.installed()
    for name in catalogue.names:
        try:
            offered = catalogue.load(name)
        except EngineUnavailable as error:
            yield {"name": name, "stages": [], "algorithms": {}, "unavailable": str(error)}
            continue
        algorithms = {stage: engine.algorithm for stage, engine in offered.items() if engine.algorithm}
        yield {"name": name, "stages": list(offered), "algorithms": algorithms, "unavailable": None}


def _of_engine(entry: _Entry) -> Iterator[str]:
    from canonbench.report.text import width

    if entry["unavailable"] is not None:
        yield from offers.unavailable(entry["name"], entry["unavailable"])
    else:
        yield from offers.lines(entry["name"], entry["stages"], entry["algorithms"], width(sys.stdout))


def _documents() -> Iterator[_Entry]:
    from canonbench.documents import corpus

    for name in corpus.names():
        document = corpus.find(name)
        yield {
            "name": name,
            "bytes": document.size,
            "kind": str(document.kind),
            "source": str(document.source),
        }


def _of_document(entry: _Entry) -> Iterator[str]:
    yield f"{entry['name']:<26} {entry['bytes']:>8,} bytes  {entry['kind']:<8} {entry['source']}"


def _variants(name: str) -> Iterator[_Entry]:
    from canonbench.documents import corpus
    from canonbench.documents.variants import MARK

    document = corpus.find(name)
    whole = json.dumps(document.value, ensure_ascii=False, separators=(",", ":")).encode()
    yield {"name": document.name, "bytes": len(whole), "without": None}
    for variant in corpus.without(document):
        yield {
            "name": f"{document.name}{MARK}{variant.suffix}",
            "bytes": None if variant.reason else corpus.find(f"{name}{MARK}{variant.suffix}").size,
            "without": variant.without,
            "is_context": bool(variant.context),
            "removed": len(variant.removed),
            "reason": variant.reason or None,
        }


def _of_variant(entry: _Entry) -> Iterator[str]:
    if entry["without"] is None:
        yield f"{entry['name']:<48} {entry['bytes']:>8,} bytes  as compact JSON"
        return
    what = f"without {'the context' if entry['is_context'] else 'the member'} {entry['without']}"
    if entry["reason"]:
        yield f"{entry['name']:<48} none: {what}: {entry['reason']}"
        return
    more = f", and what it defines in {entry['removed']} places" if entry["removed"] else ""
    yield f"{entry['name']:<48} {entry['bytes']:>8,} bytes  {what}{more}"


def _exchanges() -> Iterator[_Entry]:
    from canonbench.exchanges import FORMATS

    for name, has in FORMATS.items():
        yield {
            "name": name,
            "algorithms": list(has.algorithms),
            "scopes": list(has.scopes),
            "bindings": list(has.bindings),
        }


def _of_exchange(entry: _Entry) -> Iterator[str]:
    bindings = f"; bindings {', '.join(entry['bindings'])}" if len(entry["bindings"]) > 1 else ""
    algorithms, scopes = (", ".join(entry[key]) for key in ("algorithms", "scopes"))
    yield f"{entry['name']:<17} {algorithms}; scopes {scopes}{bindings}"


def _plans() -> Iterator[_Entry]:
    from canonbench.harness import conductor, estimate
    from canonbench.harness.plans import PLANS, documents
    from canonbench.harness.plans.compose import Wanted, compose

    for name, definition in PLANS.items():
        found = documents.find(definition)
        planned = compose(definition, Wanted(), found, resolve=False).plan
        yield {
            "name": name,
            "about": definition.about,
            "seconds": estimate.estimate(planned, conductor.Settings(), found.sizes),
            "chapters": [
                {
                    "name": chapter.name,
                    "rounds": planned.rounds_of(chapter.name) or chapter.rounds,
                    "about": chapter.about,
                }
                for chapter in definition.chapters
            ],
        }


def _of_plan(entry: _Entry) -> Iterator[str]:
    from canonbench.harness.progress import duration

    yield f"{entry['name']:<12} about {duration(entry['seconds'])} on a quiet machine: {entry['about']}"
    for chapter in entry["chapters"]:
        yield f"  {chapter['name']:<14} {chapter['rounds']:>2} rounds  {chapter['about']}"
