"""``canonbench list``: what exists, and what does not load here and why."""

import argparse
import json
from collections.abc import Iterator, Sequence

from canonbench.errors import EngineUnavailable, UnknownName

__all__ = ["main"]

_KINDS = ("stages", "engines", "documents", "exchanges", "plans")

_EXAMPLES = """\
examples:
  canonbench list
  canonbench list engines
  canonbench list --variants ob3-complete    what it may be without, as: ob3-complete~without-evidence
"""


def main(argv: Sequence[str]) -> int:
    """Print the lists that ``argv`` names (default: all), one thing a line."""
    parser = argparse.ArgumentParser(
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
    arguments = parser.parse_args(argv)
    if arguments.variants:
        for line in _variants(arguments.variants):
            print(line)
        return 0
    kinds = arguments.kind or _KINDS
    for kind in kinds:
        if kind not in _KINDS:
            raise UnknownName("list", kind, _KINDS)
    listed = {
        "stages": _stages,
        "engines": _engines,
        "documents": _documents,
        "exchanges": _exchanges,
        "plans": _plans,
    }
    for number, kind in enumerate(kinds):
        if len(kinds) > 1:
            print(f"{chr(10) if number else ''}{kind}")
        for line in listed[kind]():
            print(line)
    return 0


def _stages() -> Iterator[str]:
    from canonbench.stages import FAMILIES

    for stages in FAMILIES.values():
        for stage in stages:
            part = f"  (part of {stage.part_of})" if stage.part_of else ""
            contrast = "  (contrast: not an exchange)" if stage.family == "kit" else ""
            yield f"{stage.name:<28} {stage.text}{part}{contrast}"


def _engines() -> Iterator[str]:
    from canonbench.engines import Catalogue

    catalogue = Catalogue.installed()
    for name in catalogue.names:
        try:
            offered = catalogue.load(name)
        except EngineUnavailable as error:
            yield f"{name:<17} unavailable: {error}"
            continue
        yield f"{name:<17} {', '.join(offered)}"
        for stage, engine in offered.items():
            if engine.algorithm:
                yield f"{'':<17} {stage} by {engine.algorithm}"


def _documents() -> Iterator[str]:
    from canonbench.documents import corpus

    for name in corpus.names():
        document = corpus.find(name)
        yield f"{name:<26} {document.size:>8,} bytes  {document.kind:<8} {document.source}"


def _variants(name: str) -> Iterator[str]:
    from canonbench.documents import corpus
    from canonbench.documents.variants import MARK

    document = corpus.find(name)
    whole = json.dumps(document.value, ensure_ascii=False, separators=(",", ":")).encode()
    yield f"{document.name:<48} {len(whole):>8,} bytes  as compact JSON"
    for variant in corpus.without(document):
        called = f"{document.name}{MARK}{variant.suffix}"
        what = f"without {'the context' if variant.context else 'the member'} {variant.without}"
        if variant.reason:
            yield f"{called:<48} none: {what}: {variant.reason}"
            continue
        size = corpus.find(f"{name}{MARK}{variant.suffix}").size
        more = f", and what it defines in {len(variant.removed)} places" if variant.removed else ""
        yield f"{called:<48} {size:>8,} bytes  {what}{more}"


def _exchanges() -> Iterator[str]:
    from canonbench.exchanges import FORMATS

    for name, has in FORMATS.items():
        bindings = f"; bindings {', '.join(has.bindings)}" if len(has.bindings) > 1 else ""
        yield f"{name:<17} {', '.join(has.algorithms)}; scopes {', '.join(has.scopes)}{bindings}"


def _plans() -> Iterator[str]:
    from canonbench.harness import conductor, estimate
    from canonbench.harness.plans import PLANS, documents
    from canonbench.harness.plans.compose import Wanted, compose
    from canonbench.harness.progress import duration

    for name, definition in PLANS.items():
        found = documents.find(definition)
        planned = compose(definition, Wanted(), found, resolve=False).plan
        seconds = estimate.estimate(planned, conductor.Settings(), found.sizes)
        yield f"{name:<12} about {duration(seconds):<10} {definition.about}"
        for chapter in definition.chapters:
            yield f"  {chapter.name:<14} {chapter.rounds:>2} rounds  {chapter.about}"
