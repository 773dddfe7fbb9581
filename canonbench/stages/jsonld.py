"""JSON-LD 1.1 to RDF: expansion, and deserialization to a dataset."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from canonbench.model.stage import Stage
from canonbench.specs.jsonld.options import DEFAULT, Options
from canonbench.specs.jsonld.record import ContextCall, LocalContext
from canonbench.specs.rdf import Dataset
from canonbench.stages.normal import dataset_normal, expanded_normal
from canonbench.stages.texts import JSON_LD_API

__all__ = [
    "Compaction",
    "ContextCalls",
    "Processed",
    "Source",
    "compact",
    "expand",
    "process_context",
    "to_quads",
    "to_rdf",
]


class Source(NamedTuple):
    """A JSON-LD document, every remote context that it may name (address to parsed document), and options.

    ``refuse_loss`` asks for an error where the document says what its dataset would not, as whoever signs or
    verifies must (VC Data Integrity, section 2.4.3). Only our own engine can: it looks for losses in every
    call, while no library does, so that with one this work is simply not done.
    """

    document: Any
    contexts: Mapping[str, Any]
    options: Options = DEFAULT
    refuse_loss: bool = False


class ContextCalls(NamedTuple):
    """All calls of Context Processing that one expansion makes, in order, and what they need.

    Each starts from the active context that another one gave, so it is one case: every remote context by its
    address, the options, the local contexts that the calls are given, and the calls.
    """

    contexts: Mapping[str, Any]
    options: Options
    local_contexts: tuple[LocalContext, ...]
    calls: tuple[ContextCall, ...]


class Processed(NamedTuple):
    """An active context as every implementation can tell it: vocabulary mapping, and each term's IRI.

    The IRI is ``None`` where a term is defined to mean nothing.
    """

    vocab: str | None
    terms: Mapping[str, str | None]


class Compaction(NamedTuple):
    """Expanded JSON-LD, the context to compact it with, and every remote context that this may name."""

    expanded: list[Any]
    context: Any
    contexts: Mapping[str, Any]


def _processed_normal(output: Sequence[Processed]) -> str:
    """Return each call's context by its number, after the facts of those that were not seen before."""
    return "\n".join(_facts(output))


def _facts(output: Sequence[Processed]) -> Iterator[str]:
    numbers: dict[str, int] = {}
    for call, (vocab, terms) in enumerate(output):
        facts = [f"  @vocab {vocab}", *(f"  {term} {terms[term]}" for term in sorted(terms))]
        known = len(numbers)
        number = numbers.setdefault("\n".join(facts), known)
        yield f"call {call}: context {number}, {len(terms)} terms"
        if number == known:
            yield from facts


expand: Stage[Source, list[Any]] = Stage(
    "jsonld.expand",
    JSON_LD_API.at("expansion-algorithm"),
    part_of="jsonld.to_quads",
    normal=expanded_normal,
    cached=True,
)
process_context: Stage[ContextCalls, Sequence[Processed]] = Stage(
    "jsonld.process_context",
    JSON_LD_API.at("context-processing-algorithm"),
    part_of="jsonld.expand",
    normal=_processed_normal,
    cached=True,
)
"""Within expansion from beginning to end, so it is shown as "of which" and never added to it."""
to_rdf: Stage[list[Any], Dataset] = Stage(
    "jsonld.to_rdf",
    JSON_LD_API.at("deserialize-json-ld-to-rdf-algorithm"),
    part_of="jsonld.to_quads",
    normal=dataset_normal,
)
to_quads: Stage[Source, Dataset] = Stage(
    "jsonld.to_quads",
    JSON_LD_API.at("dom-jsonldprocessor-tordf"),
    part_of="transform.rdfc",
    normal=dataset_normal,
    cached=True,
)
compact: Stage[Compaction, dict[str, Any]] = Stage(
    "jsonld.compact",
    JSON_LD_API.at("compaction-algorithm"),
    normal=expanded_normal,
    cached=True,
)
"""Only libraries offer it: no exchange needs it, since nodes are named where they stand."""
