"""The engine ``canonbench`` as the harness sees it."""

from typing import Any

import pytest

from canonbench.engines.own import ENGINES
from canonbench.engines.reference import ENGINES as REFERENCE
from canonbench.model.engine import Engine
from canonbench.specs.rdf import XSD_STRING, Dataset
from canonbench.specs.rdfc10.record import record
from canonbench.stages import jsonld, rdfc

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
LITERALLY: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in REFERENCE}
URL = "https://contexts.example/v1"
CONTEXTS = {
    URL: {"@context": {"name": "https://schema.example/name", "knows": "https://schema.example/knows"}}
}
DOCUMENT = {"@context": URL, "@id": "urn:x:1", "name": "Ada", "knows": [{}, {}]}
TWINS: Dataset = tuple(
    ("urn:x:1" if number < 2 else "_:e1", "https://schema.example/knows", f"_:e{number}", None)
    for number in (0, 1, 2)
)


def test_one_pass_gives_what_expansion_and_deserialization_give() -> None:
    expanded = BY_STAGE["jsonld.expand"].neutral()(jsonld.Source(DOCUMENT, CONTEXTS))
    composed = BY_STAGE["jsonld.to_rdf"].neutral()(expanded)
    whole = BY_STAGE["jsonld.to_quads"].neutral()(jsonld.Source(DOCUMENT, CONTEXTS))

    assert ("urn:x:1", "https://schema.example/name", ("Ada", XSD_STRING, None), None) in whole
    assert jsonld.to_rdf.normal(whole) == jsonld.to_rdf.normal(composed)


def test_a_cache_serves_documents_with_the_same_contexts_and_no_others() -> None:
    engine = BY_STAGE["jsonld.to_quads"]
    assert engine.cache is not None
    cache = engine.cache()
    first = engine.enter(jsonld.Source(DOCUMENT, CONTEXTS), cache)
    second = engine.enter(jsonld.Source({"@context": URL, "name": "x"}, CONTEXTS), cache)
    other = {URL: {"@context": {"name": "https://other.example/name"}}}
    third = engine.enter(jsonld.Source({"@context": URL, "@id": "urn:x:2", "name": "x"}, other), cache)

    assert first.compiled is second.compiled
    assert engine.run(third)[0][1] == "https://other.example/name"


@pytest.mark.parametrize("algorithm", ["sha256", "sha384"])
@pytest.mark.parametrize("stage", ["rdfc.canonicalize", "rdfc.label"])
def test_the_fast_way_is_the_literal_way(stage: str, algorithm: str) -> None:
    request = rdfc.Request(TWINS, algorithm)

    assert LITERALLY[stage].neutral()(request) == BY_STAGE[stage].neutral()(request)


@pytest.mark.parametrize("algorithm", ["sha256", "sha384"])
def test_the_parts_are_those_of_the_literal_run(algorithm: str) -> None:
    recording = record(TWINS, algorithm)
    labeled = rdfc.Labeled(TWINS, recording.identifiers)

    for engines in (BY_STAGE, LITERALLY):
        hashes = engines["rdfc.hash_first_degree"].neutral()(recording.first_degree)
        assert len(hashes) == 3
        assert recording.n_degree_results == engines["rdfc.hash_n_degree"].neutral()(recording.n_degree)
        assert recording.canonical == engines["rdfc.serialize"].neutral()(labeled)
    assert LITERALLY["rdfc.hash_first_degree"].neutral()(recording.first_degree) == hashes


def test_n_quads_go_round() -> None:
    text = BY_STAGE["nquads.serialize"].neutral()(TWINS)

    assert BY_STAGE["nquads.parse"].neutral()(text) == TWINS
