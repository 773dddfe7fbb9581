"""canonbench.specs.selective_disclosure.skolem_in_place: names without compaction, checked by expansion."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs import rdfc10
from canonbench.specs.selective_disclosure import Processor, deskolemize, skolemize, skolemize_in_place
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
