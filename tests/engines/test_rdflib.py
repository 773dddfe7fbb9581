"""What the adapter of rdflib promises."""

from typing import Any

import pytest

from canonbench.engines.rdflib import ENGINES
from canonbench.errors import EngineUnavailable, MalformedInput
from canonbench.model.engine import Engine
from canonbench.specs.rdf import RDF_LANG_STRING, XSD, XSD_STRING, Dataset
from canonbench.stages import jsonld

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
GRAPH: Dataset = (
    ("urn:x:1", "https://schema.example/knows", "_:b0", None),
    ("_:b0", "https://schema.example/name", ("Grâce", RDF_LANG_STRING, "fr"), None),
    ("_:b0", "https://schema.example/age", ("01", XSD + "integer", None), None),
)
DATASET: Dataset = (*GRAPH, ("_:b0", "https://schema.example/name", ("x", XSD_STRING, None), "urn:g:1"))


def test_n_quads_go_round_with_lexical_forms_as_written() -> None:
    text = BY_STAGE["nquads.serialize"].neutral()(DATASET)
    parsed = BY_STAGE["nquads.parse"].neutral()(text)

    assert '"01"^^' in text
    assert jsonld.to_rdf.normal(DATASET) == jsonld.to_rdf.normal(parsed)


def test_json_ld_becomes_a_dataset() -> None:
    context = {"@context": {"name": "https://schema.example/name"}}
    source = jsonld.Source({"@context": "urn:c", "@id": "urn:x:1", "name": "Ada"}, {"urn:c": context})

    assert BY_STAGE["jsonld.to_quads"].neutral()(source) == (
        ("urn:x:1", "https://schema.example/name", ("Ada", XSD_STRING, None), None),
    )


def test_the_canonical_graph_is_the_same_graph() -> None:
    result = BY_STAGE["rdflib.to_canonical_graph"].neutral()(GRAPH)

    assert jsonld.to_rdf.normal(GRAPH) == jsonld.to_rdf.normal(result)


def test_the_canonical_graph_takes_no_named_graph() -> None:
    with pytest.raises(EngineUnavailable, match="no named graphs"):
        BY_STAGE["rdflib.to_canonical_graph"].enter(DATASET)


def test_malformed_n_quads_are_an_error_of_ours() -> None:
    with pytest.raises(MalformedInput, match="rdflib cannot parse"):
        BY_STAGE["nquads.parse"].neutral()("nonsense\n")
