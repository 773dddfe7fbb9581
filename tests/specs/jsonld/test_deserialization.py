"""canonbench.specs.jsonld.deserialization: expanded documents as quads."""

from typing import Any

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs import jsonld
from canonbench.specs.jsonld import Options
from canonbench.specs.rdf import RDF, RDF_LANG_STRING, XSD_STRING, Quad

_STRING = XSD_STRING


def _quads(*nodes: Any, **options: Any) -> set[Quad]:
    return set(jsonld.to_rdf(list(nodes), Options(**options)))


def _values(*values: Any) -> list[Any]:
    return [quad[2] for quad in jsonld.to_rdf([{"@id": "urn:s", "urn:p": list(values)}])]


def test_literals_have_their_datatype_or_language() -> None:
    assert _values(
        {"@value": "a"},
        {"@value": "a", "@type": "urn:d"},
        {"@value": "a", "@language": "en"},
        {"@value": True},
        {"@value": False, "@type": "urn:d"},
        {"@value": 1},
        {"@value": {"b": 1, "a": []}, "@type": "@json"},
    ) == [
        ("a", _STRING, None),
        ("a", "urn:d", None),
        ("a", RDF_LANG_STRING, "en"),
        ("true", "http://www.w3.org/2001/XMLSchema#boolean", None),
        ("false", "urn:d", None),
        ("1", "http://www.w3.org/2001/XMLSchema#integer", None),
        ('{"a":[],"b":1}', RDF + "JSON", None),
    ]


def test_ill_formed_datatypes_and_languages_lose_their_literal() -> None:
    assert _values({"@value": "a", "@type": "u:a b"}, {"@value": "a", "@language": "a b"}) == []


def test_a_list_is_a_chain_in_which_the_ill_formed_has_no_first() -> None:
    node = {"@id": "urn:s", "urn:p": [{"@list": [{"@value": "a"}, {"@id": "rel"}, {"@list": []}, None]}]}
    assert _quads(node) == {
        ("urn:s", "urn:p", "_:b0", None),
        ("_:b0", RDF + "first", ("a", _STRING, None), None),
        ("_:b0", RDF + "rest", "_:b1", None),
        ("_:b1", RDF + "rest", "_:b2", None),
        ("_:b2", RDF + "first", RDF + "nil", None),
        ("_:b2", RDF + "rest", "_:b3", None),
        ("_:b3", RDF + "rest", RDF + "nil", None),
    }


def test_a_list_without_a_statement_has_no_chain_but_its_nodes_stand() -> None:
    inner = {"@list": [{"@value": "a"}, {"@id": "urn:n", "urn:q": [{"@value": "b"}]}]}
    assert _quads({"@id": "rel", "urn:p": [inner]}) == {("urn:n", "urn:q", ("b", _STRING, None), None)}
    assert _quads({"@id": "urn:s", "_:p": [inner]}) == {("urn:n", "urn:q", ("b", _STRING, None), None)}


def test_a_graph_without_a_name_that_rdf_allows_says_nothing_but_in_graphs_within() -> None:
    inner = {"@id": "urn:g", "@graph": [{"@id": "urn:s", "urn:p": [{"@value": "a"}]}]}
    outer = {"@id": "rel", "@graph": [{"@id": "urn:t", "urn:q": [inner]}]}
    assert _quads(outer) == {("urn:s", "urn:p", ("a", _STRING, None), "urn:g")}


def test_values_and_lists_in_a_graph_vanish_but_for_the_nodes_of_lists() -> None:
    node = {"@id": "urn:n", "urn:q": [{"@value": "b"}]}
    graph = {"@id": "urn:g", "@graph": [{"@value": "a"}, {"@list": [node]}]}
    assert _quads(graph) == {("urn:n", "urn:q", ("b", _STRING, None), "urn:g")}


def test_blank_nodes_get_new_labels_everywhere() -> None:
    node = {
        "@id": "_:x",
        "@type": ["_:t", "rel"],
        "@reverse": {"urn:r": [{"@id": "_:x"}, {"@id": "rel"}], "_:r": [{"@id": "urn:y"}]},
        "@included": [{"@id": "_:i", "urn:p": [{"@id": "_:x"}]}],
    }
    assert _quads(node) == {
        ("_:b0", RDF + "type", "_:b1", None),
        ("_:b0", "urn:r", "_:b0", None),
        ("_:b2", "urn:p", "_:b0", None),
    }


def test_properties_that_are_blank_nodes_are_generalized_rdf() -> None:
    node = {"@id": "urn:s", "_:p": [{"@id": "_:p"}]}
    assert _quads(node) == set()
    assert _quads(node, produce_generalized_rdf=True) == {("urn:s", "_:b0", "_:b0", None)}


@pytest.mark.parametrize("language", ["ar", None])
def test_a_base_direction_becomes_a_datatype_or_a_node(language: str | None) -> None:
    value = {"@value": "a", "@direction": "rtl"} | ({"@language": language} if language else {})
    node = {"@id": "urn:s", "urn:p": [value]}
    datatype = f"https://www.w3.org/ns/i18n#{language or ''}_rtl"
    assert _quads(node, rdf_direction="i18n-datatype") == {("urn:s", "urn:p", ("a", datatype, None), None)}
    parts = {"value": "a", "direction": "rtl"} | ({"language": language} if language else {})
    assert _quads(node, rdf_direction="compound-literal") == {
        ("urn:s", "urn:p", "_:b0", None),
        *(("_:b0", RDF + name, (text, _STRING, None), None) for name, text in parts.items()),
    }


def test_a_node_has_one_index_in_a_graph() -> None:
    nodes = [{"@id": "urn:s", "@index": "a"}, {"@id": "urn:s", "@index": "a"}, {"@index": "b"}]
    assert _quads(*nodes) == set()
    other = {"@id": "urn:g", "@graph": [{"@id": "urn:s", "@index": "b"}]}
    assert _quads(*nodes, other) == set()
    with pytest.raises(JsonLdError) as caught:
        _quads(*nodes, {"@id": "urn:s", "@index": "b"})
    assert caught.value.code == "conflicting indexes"


def test_a_node_without_a_name_has_the_index_of_no_other() -> None:
    assert _quads({"@id": "_:b1", "@index": "a"}, {"@index": "b"}, {"@id": "_:b0", "@index": "c"}) == set()


def test_repeated_statements_are_one_quad() -> None:
    node = {"@id": "urn:s", "urn:p": [{"@value": 1}, {"@value": 1}]}
    assert len(jsonld.to_rdf([node, node])) == 1


def test_deep_nesting_is_refused() -> None:
    node: dict[str, Any] = {"@id": "urn:s"}
    for _ in range(200):
        node = {"urn:p": [node]}
    with pytest.raises(JsonLdError) as caught:
        jsonld.to_rdf([node])
    assert caught.value.code == "nesting too deep"
    assert len(jsonld.to_rdf([node], Options(max_depth=201))) == 200
