"""canonbench.specs.jsonld.containers: maps by language, index, type and name, and graphs."""

from typing import Any

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs import jsonld


def _expand(definition: dict[str, Any], value: Any, **context: Any) -> Any:
    document = {"@context": {"m": {"@id": "urn:m", **definition}, **context}, "m": value}
    return jsonld.expand(document, {})[0]["urn:m"]


def test_a_language_map_has_strings_by_language_or_none() -> None:
    value = {"en": ["a", None], "DE-at": "b", "@none": "c", "no": "d"}
    assert _expand({"@container": "@language", "@direction": "rtl"}, value, no="@none") == [
        {"@value": "a", "@language": "en", "@direction": "rtl"},
        {"@value": "b", "@language": "de-at", "@direction": "rtl"},
        {"@value": "c", "@direction": "rtl"},
        {"@value": "d", "@direction": "rtl"},
    ]


def test_a_language_map_has_nothing_but_strings() -> None:
    with pytest.raises(JsonLdError) as caught:
        _expand({"@container": "@language"}, {"en": [7]})
    assert (caught.value.code, caught.value.pointer) == ("invalid language map value", "/m/en")


def test_an_index_may_be_a_property_also_of_a_string_that_names_a_node() -> None:
    definition = {"@container": "@index", "@index": "urn:i", "@type": "@id"}
    value = {"x": "urn:a", "y": {"urn:i": 1}, "@none": "urn:b"}
    assert _expand(definition, value) == [
        {"@id": "urn:a", "urn:i": [{"@value": "x"}]},
        {"urn:i": [{"@value": "y"}, {"@value": 1}]},
        {"@id": "urn:b"},
    ]


def test_a_literal_cannot_have_an_index_that_is_a_property() -> None:
    with pytest.raises(JsonLdError) as caught:
        _expand({"@container": "@index", "@index": "urn:i"}, {"x": "a"})
    assert (caught.value.code, caught.value.pointer) == ("invalid value object", "/m/x")


@pytest.mark.parametrize("container", ["@id", "@type"])
@pytest.mark.parametrize("value", [7, {"@list": []}])
def test_a_literal_or_a_list_cannot_be_named_or_typed_by_a_key(container: str, value: Any) -> None:
    with pytest.raises(JsonLdError) as caught:
        _expand({"@container": container}, {"urn:k": [{"urn:q": 1}, value]})
    assert (caught.value.code, caught.value.pointer) == ("invalid value object", "/m/urn:k")


def test_a_key_names_or_types_the_nodes_that_do_not_say_it_themselves() -> None:
    value = {"urn:k": [{"urn:q": 1}, {"@id": "urn:own", "urn:q": 2}, None], "@none": {"urn:q": 3}}
    assert [node.get("@id") for node in _expand({"@container": "@id"}, value)] == ["urn:k", "urn:own", None]
    value = {"urn:k": ["urn:a", {"@type": "urn:T"}], "@odd": {}}
    assert _expand({"@container": "@type"}, value) == [
        {"@id": "urn:a", "@type": ["urn:k"]},
        {"@type": ["urn:k", "urn:T"]},
        {},
    ]


def test_a_type_map_applies_the_contexts_of_its_types_to_what_came_before() -> None:
    context = {
        "T": {"@id": "urn:T", "@context": {"q": "urn:t-q"}},
        "O": {"@id": "urn:O", "@context": {"m": {"@id": "urn:m", "@container": "@type"}, "q": "urn:o-q"}},
        "m": {"@id": "urn:outer-m", "@container": "@type"},
    }
    document = {"@context": context, "@type": "O", "m": {"T": {"q": 1}, "U": {"q": 2}}}
    assert jsonld.data_loss(document, {}) == (
        jsonld.Loss("/m/U/q", "undefined term", "q"),
        jsonld.Loss("/m/U", "dropped type", "U"),
    )
    assert ("urn:t-q" in str(jsonld.expand(document, {})), "urn:o-q" in str(jsonld.expand(document, {}))) == (
        True,
        False,
    )


@pytest.mark.parametrize("container", [["@graph", "@id"], ["@graph", "@index", "@set"]])
def test_a_graph_by_key_is_not_wrapped_twice(container: list[str]) -> None:
    value = {"urn:k": [{"@graph": [{"urn:q": 1}]}, {"urn:q": 2}]}
    key = "@id" if "@id" in container else "@index"
    assert _expand({"@container": container}, value) == [
        {"@graph": [{"urn:q": [{"@value": 1}]}], key: "urn:k"},
        {"@graph": [{"urn:q": [{"@value": 2}]}], key: "urn:k"},
    ]


def test_a_graph_container_wraps_every_value() -> None:
    value = [{"@graph": [{"urn:q": 1}]}, {"urn:q": 2}]
    assert [list(node) for node in _expand({"@container": "@graph"}, value)] == [["@graph"], ["@graph"]]
    assert _expand({"@container": "@graph"}, value)[0] == {
        "@graph": [{"@graph": [{"urn:q": [{"@value": 1}]}]}]
    }
