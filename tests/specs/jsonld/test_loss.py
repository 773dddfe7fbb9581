"""canonbench.specs.jsonld.loss: every kind of data loss, where it is, and what is no loss."""

from typing import Any

import pytest

from canonbench.errors import DataLoss
from canonbench.specs import jsonld
from canonbench.specs.jsonld import Loss, Options
from canonbench.specs.jsonld.loss import pointer

_V = {"@vocab": "https://v.example/#", "id": "@id", "type": "@type"}
_ID = {"@id": "urn:x:1"}


def _document(context: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"@context": {**_V, **context}, "id": "urn:x:1", "p": 1, **members}


# kind, pointer, value, document
_LOSSES: dict[str, tuple[str, str, str, Any]] = {
    "a term that no context defines": (
        "undefined term",
        "/a/honours",
        "honours",
        {"@context": {"a": "urn:a"}, "a": {"@type": "urn:t", "honours": "first"}},
    ),
    "a term mapped to null": ("undefined term", "/note", "note", _document({"note": None}, note="x")),
    "a member with the form of a keyword": (
        "undefined term",
        "/@note",
        "@note",
        _document({}, **{"@note": 1}),
    ),
    "a type that is no term": ("dropped type", "/@type", "Badge", {"@type": "Badge", "urn:p": 1}),
    "a type with the form of a keyword": ("dropped type", "/type", "@Badge", _document({}, type="@Badge")),
    "one type of several": ("dropped type", "/q/type/1", "a b:", _document({}, q={"type": ["A", "a b:"]})),
    "a key of a type map": (
        "dropped type",
        "/m/@x",
        "@x",
        _document({"m": {"@id": "urn:m", "@container": "@type"}}, m={"@x": {"p": 1}}),
    ),
    "the name of a node": ("relative IRI", "/id", "student/7", _document({}, id="student/7")),
    "a reference to a node": ("relative IRI", "/q/id", "student/7", _document({}, q={"id": "student/7"})),
    "a coerced string": ("relative IRI", "/q", "", _document({"q": {"@type": "@id"}}, q="")),
    "one coerced string of several": (
        "relative IRI",
        "/q/1",
        "y",
        _document({"q": {"@type": "@id"}}, q=["urn:x", "y"]),
    ),
    "a key of an id map": (
        "relative IRI",
        "/m/a~1b",
        "a/b",
        _document({"m": {"@id": "urn:m", "@container": "@id"}}, m={"a/b": {"p": 1}}),
    ),
    "an IRI with a space": (
        "invalid IRI",
        "/q/id",
        "https://ex.example/a b",
        _document({}, q={"id": "https://ex.example/a b"}),
    ),
    "a member with two fragments": ("invalid IRI", "/urn:a#b#c", "urn:a#b#c", {"urn:p": 1, "urn:a#b#c": 1}),
    "a name with the form of a keyword": ("reserved name", "/id", "@x", _document({}, id="@x")),
    "a property that is a blank node": ("blank node property", "/_:q", "_:q", _document({}, **{"_:q": 1})),
    "the base direction of a value": (
        "dropped direction",
        "/q",
        "rtl",
        _document({}, q={"@value": "a", "@direction": "rtl"}),
    ),
    "the default base direction": ("dropped direction", "/q", "ltr", _document({"@direction": "ltr"}, q="a")),
    "the base direction of a language map": (
        "dropped direction",
        "/m/en",
        "rtl",
        _document({"m": {"@container": "@language", "@direction": "rtl"}}, m={"en": "a"}),
    ),
    "an index": ("dropped index", "/q/@index", "7", _document({}, q={"p": 1, "@index": "7"})),
    "a key of an index map": (
        "dropped index",
        "/m/7",
        "7",
        _document({"m": {"@id": "urn:m", "@container": "@index"}}, m={"7": "a"}),
    ),
    "a language tag": (
        "invalid language tag",
        "/q",
        "a b",
        _document({}, q={"@value": "a", "@language": "a b"}),
    ),
    "a key of a language map": (
        "invalid language tag",
        "/m/a b",
        "a b",
        _document({"m": {"@container": "@language"}}, m={"a b": "a"}),
    ),
    "a default language": ("invalid language tag", "/q", "a b", _document({"@language": "a b"}, q="a")),
    "a datatype": (
        "invalid datatype",
        "/q/@type",
        "u:a#b#c",
        _document({}, q={"@type": "u:a#b#c", "@value": 1}),
    ),
    "a term's datatype": (
        "invalid datatype",
        "/q",
        "u:a#b#c",
        _document({"q": {"@id": "urn:q", "@type": "u:a#b#c"}}, q="a"),
    ),
    "digits of a number": ("rounded number", "/q", "0.30000000000000004", _document({}, q=0.1 + 0.2)),
    "digits of a value object": ("rounded number", "/q/0", str(10**21 + 1), _document({}, q=[10**21 + 1])),
    "a document that only names a node": ("free-floating value", "", "urn:x:1", _ID),
    "a string at the top": ("free-floating value", "/1", "text", [{"urn:p": 1}, "text"]),
    "a value object at the top": ("free-floating value", "/@graph/0", "5", {"@graph": [{"@value": 5}]}),
    "a list at the top": ("free-floating value", "/@list", "a list", {"@list": [1]}),
    "a list object in a graph": (
        "free-floating value",
        "/@graph/@list",
        "a list",
        {"@graph": {"@list": [1]}},
    ),
    "a literal in a graph container": (
        "free-floating value",
        "/g",
        "a",
        _document({"g": {"@id": "urn:g", "@container": "@graph"}}, g="a"),
    ),
    "a list in a graph container": (
        "free-floating value",
        "/g",
        "a list",
        _document({"g": {"@id": "urn:g", "@container": "@graph"}}, g={"@list": []}),
    ),
    "a language without a value": (
        "misplaced keyword",
        "/q",
        "@language",
        _document({}, q={"@language": "en"}),
    ),
    "a keyword that is for frames": (
        "misplaced keyword",
        "/@default",
        "@default",
        _document({}, **{"@default": 1}),
    ),
    "a context in a nested map": (
        "misplaced keyword",
        "/n/@context",
        "@context",
        _document({"n": "@nest"}, n={"@context": {"q": "urn:q"}, "q": 1}),
    ),
}


@pytest.mark.parametrize(("kind", "place", "value", "document"), _LOSSES.values(), ids=_LOSSES.keys())
def test_what_is_lost_is_named_with_its_place_and_refused(
    kind: str, place: str, value: str, document: Any
) -> None:
    loss = Loss(place, kind, value)
    assert jsonld.data_loss(document, {}) == (loss,)
    with pytest.raises(DataLoss) as caught:
        jsonld.to_quads(document, {})
    assert (caught.value.code, caught.value.pointer) == ("DATA_LOSS_DETECTION_ERROR", place)
    assert caught.value.losses == (loss,)


@pytest.mark.parametrize(("keyword", "value"), [("@direction", "rtl"), ("@included", [{"urn:q": 1}])])
def test_what_came_with_json_ld_1_1_is_lost_in_mode_1_0(keyword: str, value: Any) -> None:
    document = {"urn:p": {"@value": "a", keyword: value} if keyword == "@direction" else 1, keyword: value}
    losses = jsonld.data_loss(document, {}, Options(processing_mode="json-ld-1.0"))
    assert ("/" + keyword, "undefined term") in [(loss.pointer, loss.kind) for loss in losses]


@pytest.mark.parametrize(
    "members",
    [
        {"q": None},
        {"q": []},
        {"q": [None]},
        {"q": {"@value": None}},
        {"q": {"@set": []}},
        {"q": {"@list": []}},
        {"q": {"@list": None}},
        {"q": ["a", "a"]},
        {"q": [1.0, -0.0, 1e21, 2**53 + 1]},
        {"q": {"id": "_:b"}},
        {"q": {}},
        {"type": "_:t"},
        {"q": {"@value": 1.5, "@type": "@json"}},
        {"q": {"@graph": []}},
    ],
    ids=str,
)
def test_what_states_nothing_is_no_loss(members: dict[str, Any]) -> None:
    document = _document({}, **members)
    assert jsonld.data_loss(document, {}) == ()
    assert jsonld.to_quads(document, {}) == jsonld.to_quads(document, {}, loss="ignore")


def test_an_option_may_keep_what_is_lost_otherwise() -> None:
    document = _document({}, q={"@value": "a", "@direction": "rtl"}, **{"_:q": 1})
    kinds = [loss.kind for loss in jsonld.data_loss(document, {})]
    assert kinds == ["dropped direction", "blank node property"]
    keeping = Options(rdf_direction="i18n-datatype", produce_generalized_rdf=True)
    assert jsonld.data_loss(document, {}, keeping) == ()
    assert len(jsonld.to_quads(document, {}, keeping)) == 3


def test_all_losses_come_in_document_order_and_the_error_tells_how_many() -> None:
    document = _document({"q": {"@type": "@id"}}, q="rel", type=["@a"], r={"id": "s", "@x": 1})
    places = [loss.pointer for loss in jsonld.data_loss(document, {})]
    assert places == ["/q", "/type/0", "/r/id", "/r/@x"]
    with pytest.raises(DataLoss) as caught:
        jsonld.expand(document, {}, loss="error")
    assert str(caught.value) == (
        "DATA_LOSS_DETECTION_ERROR: relative IRI 'rel' would not be signed and 3 more at /q"
    )


def test_pointers_escape_what_rfc_6901_asks_for() -> None:
    assert pointer(((None, "a/b~c"), 0)) == "/a~1b~0c/0"
