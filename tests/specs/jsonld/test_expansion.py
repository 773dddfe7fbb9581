"""canonbench.specs.jsonld.expansion: corners of the algorithm, and bounds on its depth."""

from typing import Any

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs import jsonld
from canonbench.specs.jsonld import Options

_SCOPED = {
    "p": "urn:p",
    "q": {"@id": "urn:q", "@context": {"p": "urn:inner"}},
    "T": {"@id": "urn:T", "@context": {"p": "urn:typed"}},
    "U": {"@id": "urn:U", "@context": {"p": "urn:also-typed"}},
    "k": {"@id": "urn:k", "@context": {"@propagate": False, "p": "urn:kept"}},
}


def expanded(document: dict[str, Any], context: Any = None) -> Any:
    return jsonld.expand({"@context": _SCOPED if context is None else context, **document}, {})


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({}, []),
        ({"@id": "urn:a"}, []),
        ({"@value": "free"}, []),
        ({"@list": ["free"]}, []),
        ({"@graph": []}, []),
        ({"@graph": [{"p": 1}, "free", {"@id": "urn:a"}]}, [{"urn:p": [{"@value": 1}]}]),
        ({"p": None}, []),
        ({"p": {"@value": None}}, []),
        ({"p": {"@language": "en"}}, []),
        ({"p": []}, [{"urn:p": []}]),
        ({"p": {"@set": [[1], []]}}, [{"urn:p": [{"@value": 1}]}]),
        ({"p": {"@list": [{"@list": [1]}]}}, [{"urn:p": [{"@list": [{"@list": [{"@value": 1}]}]}]}]),
        ({"p": {"@value": [], "@type": "@json"}}, [{"urn:p": [{"@value": [], "@type": "@json"}]}]),
    ],
    ids=str,
)
def test_what_says_nothing_is_dropped_and_all_else_kept(document: Any, expected: Any) -> None:
    assert expected == expanded(document)


def test_the_context_of_a_property_reaches_all_that_is_below_it() -> None:
    inner = {"urn:inner": [{"@value": 1}], "urn:q": [{"urn:inner": [{"@value": 2}]}]}

    assert expanded({"q": {"p": 1, "q": {"p": 2}}, "p": 3}) == [
        {"urn:q": [inner], "urn:p": [{"@value": 3}]},
    ]


def test_the_context_of_a_type_holds_for_its_node_alone() -> None:
    assert expanded({"@type": "T", "p": {"p": 1}}) == [
        {"@type": ["urn:T"], "urn:typed": [{"urn:p": [{"@value": 1}]}]},
    ]


def test_contexts_of_types_apply_in_the_order_of_their_names() -> None:
    for types in (["U", "T"], ["T", "U"]):
        (node,) = expanded({"@type": types, "p": 1})
        assert node["urn:also-typed"] == [{"@value": 1}]


def test_a_context_that_does_not_propagate_still_holds_for_values_and_references() -> None:
    context = {"k": {**_SCOPED["k"], "@context": {"@propagate": False, "val": "@value", "id": "@id"}}}  # type: ignore[dict-item] # a map

    assert expanded({"k": [{"val": 1}, {"id": "urn:a"}]}, context) == [
        {"urn:k": [{"@value": 1}, {"@id": "urn:a"}]},
    ]


def test_depth_is_bounded_and_the_place_is_named() -> None:
    document: Any = 1
    for _ in range(4):
        document = {"urn:p": [document]}

    assert jsonld.expand(document, {}, Options(max_depth=8)) != []
    with pytest.raises(JsonLdError, match="more than 7 values are nested") as caught:
        jsonld.expand(document, {}, Options(max_depth=7))
    assert (caught.value.code, caught.value.pointer) == (
        "nesting too deep",
        "/urn:p/0/urn:p/0/urn:p/0/urn:p",
    )


def test_an_error_of_a_context_names_the_place_that_applies_it() -> None:
    with pytest.raises(JsonLdError) as caught:
        expanded({"p": [{"@context": {"@vocab": 7}}]})
    assert (caught.value.code, caught.value.pointer) == ("invalid vocab mapping", "/p/0/@context")

    protected = {"T": {"@id": "urn:T", "@context": None}, "p": {"@id": "urn:p", "@protected": True}}
    with pytest.raises(JsonLdError) as caught:
        expanded({"q": {"@type": "T"}}, {**protected, "q": "urn:q"})
    assert (caught.value.code, caught.value.pointer) == ("invalid context nullification", "/q/@type")
