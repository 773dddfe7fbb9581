"""canonbench.specs.jsonld.term_definition: what a context may not say of a term, and what it may."""

from typing import Any

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs import jsonld


@pytest.mark.parametrize(
    ("context", "code"),
    [
        ({"": "urn:a"}, "invalid term definition"),
        ({"a": 7}, "invalid term definition"),
        ({"a": {"@id": "urn:a", "@what": 1}}, "invalid term definition"),
        ({"a": {"@id": "urn:a", "@index": "urn:i"}}, "invalid term definition"),
        ({"a": {"@id": "urn:a", "@container": "@index", "@index": 7}}, "invalid term definition"),
        ({"a": {"@id": "urn:a", "@container": "@index", "@index": "i"}}, "invalid term definition"),
        ({"a:b": {"@id": "a:b", "@prefix": True}}, "invalid term definition"),
        ({"a": {"@id": "@id", "@prefix": True}}, "invalid term definition"),
        ({"a": {"@id": "urn:a", "@prefix": 1}}, "invalid @prefix value"),
        ({"a": {"@id": "urn:a", "@protected": 1}}, "invalid @protected value"),
        ({"a": {"@id": "urn:a", "@nest": "@id"}}, "invalid @nest value"),
        ({"a": {"@id": "urn:a", "@nest": 7}}, "invalid @nest value"),
        ({"a": {"@id": "urn:a", "@language": 7}}, "invalid language mapping"),
        ({"a": {"@id": "urn:a", "@direction": "up"}}, "invalid base direction"),
        ({"a": {"@id": 7}}, "invalid IRI mapping"),
        ({"a": {"@id": "rel"}}, "invalid IRI mapping"),
        ({"a": {}}, "invalid IRI mapping"),
        ({"a/b": {"@type": "@id"}}, "invalid IRI mapping"),
        ({"urn:a": "urn:b"}, "invalid IRI mapping"),
        ({"a": "@context"}, "invalid keyword alias"),
        ({"a": {"@reverse": 7}}, "invalid IRI mapping"),
        ({"a": {"@reverse": "rel"}}, "invalid IRI mapping"),
        ({"a": {"@reverse": "urn:a", "@id": "urn:b"}}, "invalid reverse property"),
        ({"a": {"@reverse": "urn:a", "@container": "@list"}}, "invalid reverse property"),
        ({"a": {"@id": "urn:a", "@type": 7}}, "invalid type mapping"),
        ({"a": {"@id": "urn:a", "@type": "rel"}}, "invalid type mapping"),
        ({"a": {"@id": "urn:a", "@type": "@foo"}}, "invalid type mapping"),
        ({"a": {"@id": "urn:a", "@type": "urn:t", "@container": "@type"}}, "invalid type mapping"),
        ({"a": {"@id": "urn:a", "@container": "@what"}}, "invalid container mapping"),
        ({"a": {"@id": "urn:a", "@container": []}}, "invalid container mapping"),
        ({"a": {"@id": "urn:a", "@container": [{}]}}, "invalid container mapping"),
        ({"a": {"@id": "urn:a", "@container": ["@set", "@set"]}}, "invalid container mapping"),
        ({"a": {"@id": "urn:a", "@container": ["@list", "@set"]}}, "invalid container mapping"),
        ({"a": {"@id": "urn:a", "@container": ["@graph", "@id", "@index"]}}, "invalid container mapping"),
        ({"@id": "urn:a"}, "keyword redefinition"),
        ({"@type": {}}, "keyword redefinition"),
        ({"@type": {"@container": "@list"}}, "keyword redefinition"),
        ({"a": "b:x", "b": "a:x"}, "cyclic IRI mapping"),
    ],
    ids=str,
)
def test_a_wrong_definition_has_the_code_of_the_recommendation(context: Any, code: str) -> None:
    with pytest.raises(JsonLdError) as caught:
        jsonld.to_quads({"@context": context, "urn:p": 1}, {})
    assert (caught.value.code, caught.value.pointer) == (code, "/@context")


def test_a_long_chain_of_prefixes_is_an_overflow() -> None:
    context = {f"a{i}": f"a{i + 1}:x" for i in range(100)} | {"a100": "urn:a"}
    with pytest.raises(JsonLdError, match="'a65' ends a chain of 65 dependent terms") as caught:
        jsonld.to_quads({"@context": context}, {})
    assert caught.value.code == "context overflow"


@pytest.mark.parametrize(
    ("context", "member", "predicate"),
    [
        ({"ex": "urn:ex:", "a": "ex:a"}, "a", "urn:ex:a"),
        ({"a": "ex:a", "ex": "urn:ex:"}, "a", "urn:ex:a"),
        ({"ex": "urn:ex:", "ex:a": {"@type": "@id"}}, "ex:a", "urn:ex:a"),
        ({"ex:a": {}, "ex": "urn:ex:"}, "ex:a", "urn:ex:a"),
        ({"ex": None, "ex:a": {}}, "ex:a", "ex:a"),
        ({"ex": "urn:ex", "ex:a": {}}, "ex:a", "urn:exa"),
        ({"ex": "urn:ex"}, "ex:a", "ex:a"),
        ({"ex": {"@id": "urn:ex", "@prefix": True}}, "ex:a", "urn:exa"),
        ({"ex": {"@id": "urn:ex#", "@prefix": False}}, "ex:a", "ex:a"),
        ({"ex": {"@id": "urn:ex#"}}, "ex:a", "ex:a"),
        ({"http": "urn:no:"}, "http://a", "http://a"),
        ({"http": "urn:no:", "http://a": {"@type": "@id"}}, "http://a", "http://a"),
        ({"@vocab": "urn:v#", "a": {"@type": "@id"}}, "a", "urn:v#a"),
        ({"@vocab": "urn:v#", "a/b": {}}, "a/b", "urn:v#a/b"),
        ({"@vocab": "urn:v#", "a": "a"}, "a", "urn:v#a"),
        ({"b": "a", "a": "urn:a"}, "b", "urn:a"),
        ({"@type": {"@container": "@set"}, "a": "urn:a"}, "a", "urn:a"),
        ({"@type": {"@protected": True}, "a": "urn:a"}, "a", "urn:a"),
        ({"@ a": "urn:a"}, "@ a", "urn:a"),
        ({"ex": "urn:ex:", "ex:a": "urn:ex:a"}, "ex:a", "urn:ex:a"),
    ],
    ids=str,
)
def test_a_term_stands_for_an_iri(context: Any, member: str, predicate: str) -> None:
    quads = jsonld.to_quads({"@context": context, member: "urn:o"}, {})
    assert [quad[1] for quad in quads] == [predicate]


def test_a_reverse_property_may_have_the_container_null() -> None:
    document = {
        "@context": {"a": {"@reverse": "urn:r", "@container": None}},
        "@id": "urn:x",
        "a": {"@id": "urn:y"},
    }
    assert jsonld.to_quads(document, {}) == (("urn:y", "urn:r", "urn:x", None),)


def test_a_reverse_property_with_the_form_of_a_keyword_is_no_term() -> None:
    document = {"@context": {"a": {"@reverse": "@nothing"}}, "a": {"urn:p": 1}, "urn:q": 1}
    assert [loss.kind for loss in jsonld.data_loss(document, {})] == ["undefined term"]


def test_a_blank_node_may_be_a_prefix() -> None:
    document = {"@context": {"b": "_:"}, "@id": "b:x", "urn:p": {"@id": "b:x"}}
    assert jsonld.to_quads(document, {}) == (("_:b0", "urn:p", "_:b0", None),)


@pytest.mark.parametrize(
    ("context", "member", "losses"),
    [
        ({"@reserved": "urn:r", "@vocab": "urn:v:"}, "@reserved", 1),
        ({"a": "@reserved"}, "a", 1),
        ({"a": {"@id": "@reserved"}}, "a", 1),
        ({"a": {"@id": "@reserved"}, "@vocab": "urn:v:"}, "a", 0),
        ({"a": {"@id": None}, "@vocab": "urn:v:"}, "a", 1),
        ({"a": None, "@vocab": "urn:v:"}, "a", 1),
    ],
    ids=str,
)
def test_a_reserved_word_defines_nothing_and_null_takes_a_term_away(
    context: Any, member: str, losses: int
) -> None:
    found = jsonld.data_loss({"@context": context, member: 1, "urn:p": 1}, {})
    assert [loss.value for loss in found] == [member] * losses
