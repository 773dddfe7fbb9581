"""canonbench.specs.selective_disclosure.skolem_in_place: names without compaction, checked by expansion."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs import rdfc10
from canonbench.specs.selective_disclosure import (
    NameCheck,
    Named,
    Processor,
    check_names,
    deskolemize,
    name_nodes,
    skolemize,
    skolemize_in_place,
)
from canonbench.suites import folder, vc_di

_FOLDER = folder("vc-di-ecdsa")
CASES = list(vc_di.selective_cases(_FOLDER.parent)) if _FOLDER else []
CONTEXT: dict[str, Any] = {
    "@vocab": "https://example.org/",
    "id": "@id",
    "type": "@type",
    "json": {"@type": "@json"},
    "byLanguage": {"@container": "@language"},
    "byIndex": {"@container": "@index"},
    "ref": {"@type": "@id"},
    "graph": {"@container": "@graph"},
    "refByIndex": {"@type": "@id", "@container": "@index"},
    "dropped": None,
    "back": {"@reverse": "https://example.org/forth"},
}


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_published_documents_are_named_as_by_compaction(
    case: vc_di.SelectiveCase, processor: Processor
) -> None:
    here = skolemize_in_place(case.unsecured, "t", expand=processor.expand)
    text = skolemize(case.unsecured, "t", expand=processor.expand, compact=processor.compact)
    for each in (here, text):
        dataset = deskolemize(processor.to_rdf(each.expanded), "t")
        assert rdfc10.canonicalize(dataset) == "".join(case.steps["addBaseDocCanon"])
    assert processor.expand(here.compact) == here.expanded


@pytest.mark.parametrize(
    "document",
    [
        {"name": "Ada"},
        {
            "type": "T",
            "list": [{"a": 1}],
            "nested": {"id": "urn:x:1", "deep": {"a": [1, {"b": 2}, [{"c": 3}]]}},
        },
        {"json": {"a": [{"b": 1}]}, "other": {"a": 1}},
        {"dropped": {"a": {"b": 1}}, "a": {"b": 2}},
        {
            "value": {"@value": "v", "@language": "en"},
            "list": {"@list": [{"a": 1}, "x"]},
            "set": {"@set": [{}]},
        },
        {"a": {"id": "_:x", "b": {"@id": "_:x"}}, "c": {"id": "_:x"}},
        {"back": {"a": 1}},
        {"@graph": [{"a": 1}, {"b": {"c": None}}]},
        {"a": {"@graph": {"b": 1}}},
        {"graph": [{"b": 1}, {"c": {"d": 2}}]},
        {"ref": "", "a": {"b": 1}},
        {"byLanguage": {"en": "Ada"}, "byIndex": {"x": {"a": 1}}, "a": {"b": 1}},
    ],
)
def test_documents_are_named_in_their_very_shape(document: dict[str, Any], processor: Processor) -> None:
    document = {"@context": CONTEXT, **document}
    before = repr(document)
    found = skolemize_in_place(document, "t0k3n", expand=processor.expand)
    assert before == repr(document)
    dataset = deskolemize(processor.to_rdf(found.expanded), "t0k3n")
    expected = rdfc10.canonicalize(processor.to_rdf(processor.expand(document)))
    assert expected == rdfc10.canonicalize(dataset)

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            kept = {k: v for k, v in value.items() if k == "@context" or not str(v).startswith("urn:t0k3n:n")}
            return {k: bare(v) for k, v in kept.items()}
        if isinstance(value, list):
            return [bare(item) for item in value]
        return value.replace("urn:t0k3n:l", "_:") if isinstance(value, str) else value

    assert document == bare(found.compact)


@pytest.mark.parametrize(
    "document",
    [
        {"a": {"id": "_:x"}, "ref": "_:x"},
        {"refByIndex": {"x": "urn:x:1"}},
    ],
)
def test_where_the_check_fails_the_document_is_refused(
    document: dict[str, Any], processor: Processor
) -> None:
    with pytest.raises(MalformedInput, match="cannot be named where they stand"):
        skolemize_in_place({"@context": CONTEXT, **document}, "t", expand=processor.expand)


def test_a_context_without_the_alias_is_refused(processor: Processor) -> None:
    document = {"@context": {"@vocab": "https://example.org/"}, "a": {"b": 1}}
    with pytest.raises(MalformedInput, match="cannot be named where they stand"):
        skolemize_in_place(document, "t", expand=processor.expand)


def test_a_token_is_made_of_letters_and_digits(processor: Processor) -> None:
    with pytest.raises(MalformedInput, match="letters and digits"):
        skolemize_in_place({}, "a:b", expand=processor.expand)


def test_every_object_that_may_be_a_node_gets_a_name() -> None:
    document = {
        "@context": {"a": {"b": 1}},
        "id": "_:x",
        "a": [{"b": {"@value": 1}}, [{"id": "urn:x:1"}], {"@id": "_:y"}],
    }
    named: dict[str, Any] = {
        "@context": {"a": {"b": 1}},
        "id": "urn:t:lx",
        "a": [{"id": "urn:t:n1", "b": {"@value": 1}}, [{"id": "urn:x:1"}], {"@id": "urn:t:ly"}],
    }
    assert name_nodes(document, "t") == Named(named, ("urn:t:n1",))
    bare = {**named, "a": [{"b": {"@value": 1}}, *named["a"][1:]]}
    assert name_nodes(document, "t", ["urn:t:n1"]) == Named(bare, ("urn:t:n1",))


P, Q = "https://example.org/p", "https://example.org/q"
EXPECTED: list[Any] = [
    {
        "@id": "_:x",
        "@type": [Q],
        P: [{"@value": "v"}, {"@id": "urn:x:1"}, {Q: [{"@value": 1}]}],
        "@reverse": {Q: [{P: []}]},
        "@index": "i",
    }
]
NAMED: list[Any] = [
    {
        "@id": "urn:t:lx",
        "@type": [Q],
        P: [{"@value": "v"}, {"@id": "urn:x:1"}, {"@id": "urn:t:n1", Q: [{"@value": 1}]}],
        "@reverse": {Q: [{"@id": "urn:t:n2", P: []}]},
        "@index": "i",
    }
]
NAMES = ("urn:t:n1", "urn:t:n2")


def test_a_document_fits_itself_with_names() -> None:
    assert check_names(EXPECTED, NAMED, "t", NAMES) == NameCheck(fits=True, no_nodes=(), complete=True)
    more = [{"@id": "urn:s", P: [{"@list": [{"@value": 1}]}]}], [{"@id": "urn:s", P: [{"@graph": []}]}]
    for expanded in more:
        assert check_names(expanded, expanded, "t", ()) == NameCheck(fits=True, no_nodes=(), complete=False)
    named = [{"@id": "urn:t:n1", "@graph": [{"@id": "urn:t:n2", P: []}]}]
    found = check_names([{"@graph": [{P: []}]}], named, "t", NAMES)
    assert found == NameCheck(fits=True, no_nodes=(), complete=True)


@pytest.mark.parametrize(
    "change",
    [
        {"@id": "urn:t:ly"},
        {"@id": "urn:t:n3"},
        {"@id": "_:x"},
        {"@type": [P]},
        {"@type": Q},
        {"@index": "j"},
        {"@reverse": {P: [{"@id": "urn:t:n2", P: []}]}},
        {"@reverse": {Q: [{"@id": "urn:t:n2", P: [{"@value": 1}]}]}},
        {P: NAMED[0][P][:2]},
        {P: [NAMED[0][P][1], NAMED[0][P][0], NAMED[0][P][2]]},
        {P: [{"@value": "w"}, *NAMED[0][P][1:]]},
        {P: [*NAMED[0][P][:2], {"@id": "urn:t:n1", Q: [{"@value": 2}]}]},
        {P: [*NAMED[0][P][:2], {"@id": "urn:t:n1", P: [{"@value": 1}]}]},
        {P: [*NAMED[0][P][:2], {"@id": "urn:t:n1", Q: [{"@value": 1}], "@index": "i"}]},
        {P: [*NAMED[0][P][:2], {Q: [{"@value": 1}]}]},
        {P: [{"@value": "v"}, {"@id": "urn:t:n3"}, NAMED[0][P][2]]},
        {Q: []},
    ],
)
def test_a_document_that_says_something_else_does_not_fit(change: dict[str, Any]) -> None:
    found = check_names(EXPECTED, [{**NAMED[0], **change}], "t", NAMES)
    assert not found.fits
    assert not found.complete


def test_names_that_stand_at_no_node_are_told() -> None:
    literal = [{"@id": "urn:t:n1", P: [{"@value": {"id": "urn:t:n2"}, "@type": "@json"}, {"@list": []}]}]
    expected = [{P: [{"@value": {}, "@type": "@json"}, {"@list": []}]}]
    assert check_names(expected, literal, "t", NAMES) == NameCheck(
        fits=False, no_nodes=("urn:t:n2",), complete=False
    )
