"""What the adapter of pyoxigraph promises."""

from copy import deepcopy
from typing import Any

import pytest

from canonbench.engines.pyoxigraph import ENGINES
from canonbench.errors import EngineUnavailable, MalformedInput
from canonbench.model.engine import Engine
from canonbench.specs.rdf import RDF_LANG_STRING, XSD, XSD_STRING, Dataset
from canonbench.stages import jsonld, rdfc

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
URL = "https://contexts.example/v1"
DATASET: Dataset = (
    ("urn:x:1", "https://schema.example/knows", "_:c14n1", None),
    ("_:c14n1", "https://schema.example/name", ('a\u0007\n"', XSD_STRING, None), "urn:g:1"),
    ("_:c14n1", "https://schema.example/name", ("Grâce", RDF_LANG_STRING, "fr"), "_:g"),
    ("_:c14n1", "https://schema.example/born", ("1906", XSD + "gYear", None), None),
)
CANONICAL = (
    "<urn:x:1> <https://schema.example/knows> _:c14n1 .\n"
    '_:c14n1 <https://schema.example/born> "1906"^^<http://www.w3.org/2001/XMLSchema#gYear> .\n'
    '_:c14n1 <https://schema.example/name> "Grâce"@fr _:c14n0 .\n'
    '_:c14n1 <https://schema.example/name> "a\\u0007\\n\\"" <urn:g:1> .\n'
)


def test_canonicalization_serializes_and_sorts() -> None:
    assert BY_STAGE["rdfc.canonicalize"].neutral()(rdfc.Request(DATASET)) == CANONICAL


def test_the_canonicalizer_consumes_its_dataset() -> None:
    engine = BY_STAGE["rdfc.canonicalize"]
    entered = engine.enter(rdfc.Request((("_:z", "urn:p", "_:y", None),)))
    before = str(entered.dataset)
    engine.run(entered)

    assert engine.consumes
    assert before != str(entered.dataset)


def test_sha384_is_another_result() -> None:
    tied: Dataset = (
        ("_:a", "urn:p", ("1", XSD_STRING, None), None),
        ("_:b", "urn:p", ("2", XSD_STRING, None), None),
    )
    canonicalize = BY_STAGE["rdfc.canonicalize"].neutral()

    assert {canonicalize(rdfc.Request(tied)), canonicalize(rdfc.Request(tied, "sha384"))} == {
        '_:c14n0 <urn:p> "1" .\n_:c14n1 <urn:p> "2" .\n',
        '_:c14n0 <urn:p> "2" .\n_:c14n1 <urn:p> "1" .\n',
    }


def test_n_quads_go_round() -> None:
    text = BY_STAGE["nquads.serialize"].neutral()(DATASET)

    assert set(DATASET) == set(BY_STAGE["nquads.parse"].neutral()(text))


def test_contexts_are_written_into_the_document() -> None:
    inner = {"@context": {"name": "https://schema.example/name"}}
    outer = {
        "@context": [
            "https://contexts.example/inner",
            {"knows": {"@id": "urn:knows", "@context": URL + "/x"}},
        ]
    }
    contexts = {URL: outer, "https://contexts.example/inner": inner, URL + "/x": inner}
    given = jsonld.Source({"@context": [URL], "@id": "urn:x:1", "name": "Ada"}, contexts)
    before = deepcopy(given)

    quads = BY_STAGE["jsonld.to_quads"].neutral()(given)

    assert quads == (("urn:x:1", "https://schema.example/name", ("Ada", XSD_STRING, None), None),)
    assert before == given


def test_a_context_that_names_itself_is_refused() -> None:
    contexts = {URL: {"@context": {"knows": {"@id": "urn:knows", "@context": URL}}}}

    with pytest.raises(EngineUnavailable, match="names itself"):
        BY_STAGE["jsonld.to_quads"].enter(jsonld.Source({"@context": URL}, contexts))


@pytest.mark.parametrize(
    ("stage", "text"), [("nquads.parse", "nonsense\n"), ("jsonld.to_quads", ("{", None))]
)
def test_malformed_input_is_an_error_of_ours(stage: str, text: Any) -> None:
    with pytest.raises(MalformedInput, match="pyoxigraph cannot parse"):
        BY_STAGE[stage].run(text)
