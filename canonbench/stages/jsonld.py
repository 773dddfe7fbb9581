"""JSON-LD 1.1 to RDF: expansion, and deserialization to a dataset."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from canonbench.model.stage import Stage
from canonbench.specs.jsonld.options import DEFAULT, Options
from canonbench.specs.rdf import Dataset
from canonbench.stages.normal import dataset_normal, expanded_normal
from canonbench.stages.texts import JSON_LD_API

__all__ = ["Compaction", "Source", "compact", "expand", "to_quads", "to_rdf"]


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


class Compaction(NamedTuple):
    """Expanded JSON-LD, the context to compact it with, and every remote context that this may name."""

    expanded: list[Any]
    context: Any
    contexts: Mapping[str, Any]


expand: Stage[Source, list[Any]] = Stage(
    "jsonld.expand",
    JSON_LD_API.at("expansion-algorithm"),
    part_of="jsonld.to_quads",
    normal=expanded_normal,
    cached=True,
)
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
