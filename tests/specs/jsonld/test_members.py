"""canonbench.specs.jsonld.members: errors and corners of the members of a map."""

from typing import Any

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs import jsonld
from canonbench.specs.jsonld import Options

_CONTEXT = {
    "id": "@id",
    "name": "@id",
    "val": "@value",
    "back": "@reverse",
    "rev": {"@reverse": "urn:r"},
    "n": "@nest",
    "p": "urn:p",
}


@pytest.mark.parametrize(
    ("members", "code", "place"),
    [
        ({"id": None}, "invalid @id value", "/id"),
        ({"id": ["urn:a"]}, "invalid @id value", "/id"),
        ({"id": "urn:a", "name": "urn:a"}, "colliding keywords", "/name"),
        ({"back": {}, "@reverse": {}}, "colliding keywords", "/@reverse"),
        ({"@type": None}, "invalid type value", "/@type"),
        ({"@type": ["urn:T", 7]}, "invalid type value", "/@type"),
        ({"p": {"val": {}}}, "invalid value object value", "/p/val"),
        ({"p": {"val": "a", "@language": 7}}, "invalid language-tagged string", "/p/@language"),
        ({"p": {"val": "a", "@direction": "up"}}, "invalid base direction", "/p/@direction"),
        ({"p": {"val": 1, "@language": "en"}}, "invalid language-tagged value", "/p"),
        ({"p": {"val": "a", "@type": "rel"}}, "invalid typed value", "/p"),
        ({"p": {"val": "a", "@type": "urn:t", "@language": "en"}}, "invalid value object", "/p"),
        ({"p": {"val": "a", "p": 1}}, "invalid value object", "/p"),
        ({"p": {"@list": [], "id": "urn:a"}}, "invalid set or list object", "/p"),
        ({"p": {"@index": 7}}, "invalid @index value", "/p/@index"),
        ({"back": 7}, "invalid @reverse value", "/back"),
        ({"back": {"id": "urn:a"}}, "invalid reverse property map", "/back/id"),
        ({"back": {"n": {"id": "urn:a"}}}, "invalid reverse property map", "/back/n/id"),
        ({"back": {"p": 7}}, "invalid reverse property value", "/back"),
        ({"rev": {"@list": []}}, "invalid reverse property value", "/rev"),
        ({"n": 7}, "invalid @nest value", "/n"),
        ({"n": [{}, {"val": 1}]}, "invalid @nest value", "/n/1"),
        ({"n": ["a"]}, "invalid @nest value", "/n/0"),
        ({"@included": 7}, "invalid @included value", "/@included"),
        ({"p": {"@included": {"@list": []}}}, "invalid @included value", "/p/@included"),
        ({"p": [{"@context": 7}]}, "invalid local context", "/p/0/@context"),
    ],
    ids=str,
)
def test_an_error_carries_its_code_and_its_place(members: dict[str, Any], code: str, place: str) -> None:
    document = {"@context": _CONTEXT, **members}
    for run in (jsonld.to_quads, jsonld.expand, jsonld.data_loss):
        with pytest.raises(JsonLdError) as caught:
            run(document, {})
        assert (caught.value.code, caught.value.pointer) == (code, place)


def test_types_may_be_told_by_several_members_but_in_mode_1_0() -> None:
    document = {"@context": {"a": "@type", "b": "@type"}, "a": "urn:A", "b": ["urn:B"], "@type": "urn:C"}
    assert [quad[2] for quad in jsonld.to_quads(document, {})] == ["urn:A", "urn:B", "urn:C"]
    with pytest.raises(JsonLdError, match="colliding keywords"):
        jsonld.to_quads(document, {}, Options(processing_mode="json-ld-1.0"))


def test_a_reverse_map_may_stand_on_either_side_of_a_reverse_property() -> None:
    one, other = {"rev": {"@id": "urn:1"}}, {"@reverse": {"urn:r": {"@id": "urn:2"}}}
    context = {"@context": _CONTEXT, "id": "urn:x"}
    before, after = (jsonld.to_quads({**context, **a, **b}, {}) for a, b in ((one, other), (other, one)))
    assert set(before) == set(after) == {("urn:1", "urn:r", "urn:x", None), ("urn:2", "urn:r", "urn:x", None)}


def test_a_reverse_of_a_reverse_is_a_property() -> None:
    document = {"@context": _CONTEXT, "id": "urn:x", "@reverse": {"rev": {"id": "urn:y"}}}
    assert jsonld.expand(document, {}) == [{"@id": "urn:x", "urn:r": [{"@id": "urn:y"}]}]


def test_an_index_of_a_value_is_part_of_its_expanded_form() -> None:
    document = {"urn:p": [{"@value": 1, "@index": "i"}, {"@list": [], "@index": "j"}]}
    assert jsonld.expand(document, {}) == [
        {"urn:p": [{"@value": 1, "@index": "i"}, {"@list": [], "@index": "j"}]}
    ]


def test_a_set_of_nothing_is_a_node_of_which_nothing_is_said() -> None:
    assert jsonld.expand({"urn:p": {"@set": None}}, {}) == [{"urn:p": [{}]}]


def test_a_property_may_be_nested_by_its_definition_without_effect_on_expansion() -> None:
    context = {"n": "@nest", "a": {"@id": "urn:a", "@nest": "n"}, "b": {"@id": "urn:b", "@nest": "@nest"}}
    document = {"@context": context, "n": [{"a": "x"}, {"b": "y"}]}
    assert jsonld.expand(document, {}) == [{"urn:a": [{"@value": "x"}], "urn:b": [{"@value": "y"}]}]


def test_the_context_of_a_nesting_term_holds_for_what_is_nested_alone() -> None:
    context = {"p": "urn:p", "n": {"@id": "@nest", "@context": {"p": "urn:inner"}}}
    document = {"@context": context, "p": 1, "n": {"p": 2}}
    assert jsonld.expand(document, {}) == [{"urn:p": [{"@value": 1}], "urn:inner": [{"@value": 2}]}]


def test_a_json_literal_may_be_null_and_hold_anything() -> None:
    document = {"urn:p": [{"@value": None, "@type": "@json"}, {"@value": [{"@id": 1}], "@type": "@json"}]}
    assert [quad[2][0] for quad in jsonld.to_quads(document, {})] == ["null", '[{"@id":1}]']


def test_a_type_scoped_context_holds_for_the_value_objects_of_the_node() -> None:
    document = {
        "@context": {"T": {"@id": "urn:T", "@context": {"dt": "urn:dt", "val": "@value", "p": "urn:p"}}},
        "@type": "T",
        "p": {"val": "a", "@type": "dt"},
    }
    assert jsonld.to_quads(document, {})[1][2] == ("a", "urn:dt", None)


def test_a_single_reference_keeps_the_context_and_a_node_does_not() -> None:
    context = {
        "T": {"@id": "urn:T", "@context": {"@base": "https://t/", "p": {"@id": "urn:p", "@type": "@id"}}}
    }
    values = ["a", {"@id": "b"}]
    document = {"@context": context, "@type": "T", "p": values}
    assert [quad[2] for quad in jsonld.to_quads(document, {})] == ["urn:T", "https://t/a", "https://t/b"]
    document["p"] = {"@id": "c", "urn:q": 1}
    assert [loss.kind for loss in jsonld.data_loss(document, {})] == ["relative IRI"]
