"""canonbench.specs.jsonld.context_processing: bounds, propagation, and errors that the suite leaves out."""

from typing import Any

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs import jsonld
from canonbench.specs.jsonld import Options, count_work


def _error(context: Any, contexts: dict[str, Any] | None = None, **options: Any) -> JsonLdError:
    with pytest.raises(JsonLdError) as caught:
        jsonld.expand({"@context": context, "urn:p": 1}, contexts or {}, Options(**options))
    return caught.value


def test_null_takes_back_the_base_iri_and_the_vocabulary() -> None:
    contexts = [{"@base": "https://base.example/", "@vocab": "urn:v:"}, {"@base": None, "@vocab": None}]
    document = {"@context": contexts, "@id": "a", "lost": 1, "urn:p": 2}
    assert jsonld.expand(document, {}, Options(base="urn:unused")) == [{"@id": "a", "urn:p": [{"@value": 2}]}]


@pytest.mark.parametrize(
    ("context", "code"),
    [
        (7, "invalid local context"),
        ([[]], "invalid local context"),
        ([True], "invalid local context"),
        ({"@base": 7}, "invalid base IRI"),
        ({"@base": "rel/"}, "invalid base IRI"),
        ({"@vocab": 7}, "invalid vocab mapping"),
        ({"@language": 7}, "invalid default language"),
        ({"@direction": "up"}, "invalid base direction"),
        ({"@propagate": "no"}, "invalid @propagate value"),
        ({"@version": True}, "invalid @version value"),
        ({"@version": "1.1"}, "invalid @version value"),
        ({"a": {"@id": "urn:a", "@context": {"@version": 1.0}}}, "invalid scoped context"),
        ({"a": {"@id": "urn:a", "@context": "rel"}}, "invalid scoped context"),
    ],
    ids=str,
)
def test_errors_carry_the_code_of_the_recommendation(context: Any, code: str) -> None:
    assert _error(context).code == code


@pytest.mark.parametrize(
    ("context", "code"),
    [
        ({"@direction": "ltr"}, "invalid context entry"),
        ({"@propagate": True}, "invalid context entry"),
        ({"@import": "https://a/"}, "invalid context entry"),
        ({"@vocab": "rel"}, "invalid vocab mapping"),
        ({"a": {"@id": "urn:a", "@context": {}}}, "invalid term definition"),
        ({"a": {"@id": "urn:a", "@nest": "@nest"}}, "invalid term definition"),
        ({"a": {"@id": "urn:a", "@prefix": True}}, "invalid term definition"),
        ({"a": {"@id": "urn:a", "@protected": True}}, "invalid term definition"),
        ({"a": {"@id": "urn:a", "@type": "@json"}}, "invalid type mapping"),
        ({"@type": {"@container": "@set"}}, "keyword redefinition"),
    ],
    ids=str,
)
def test_what_came_with_json_ld_1_1_is_refused_in_mode_1_0(context: Any, code: str) -> None:
    assert _error(context, processing_mode="json-ld-1.0").code == code


def test_an_overflow_within_a_scoped_context_stays_one() -> None:
    contexts = {"https://a/": {"@context": "https://a/"}}
    assert _error({"a": {"@id": "urn:a", "@context": "https://a/"}}, contexts).code == "context overflow"


@pytest.mark.parametrize(("types", "definitions"), [(3, 39), (6, 258), (12, 1884), (24, 14424)])
def test_types_that_are_each_scoped_to_all_stay_polynomial(types: int, definitions: int) -> None:
    names = range(types)
    terms = {f"T{i}": {"@id": f"ex:T{i}", "@context": f"https://c/{i}"} for i in names}
    contexts = {f"https://c/{i}": {"@context": dict(terms)} for i in names}
    document: dict[str, Any] = {"@type": "T0"}
    for i in reversed(range(2 * types)):
        document = {"@type": f"T{i % types}", "ex:p": document}
    assert count_work({"@context": "https://c/0", **document}, contexts).term_definitions == definitions


def test_a_type_that_is_scoped_to_itself_is_validated_once() -> None:
    contexts = {"https://a/": {"@context": {"T": {"@id": "urn:T", "@context": "https://a/"}}}}
    quads = jsonld.to_quads({"@context": "https://a/", "@type": "T", "urn:p": {"@type": "T"}}, contexts)
    assert len(quads) == 3


def test_the_order_of_terms_in_a_context_does_not_matter() -> None:
    scoped = {"q": {"@id": "ex:q", "@type": "ex:dt"}}
    terms: dict[str, Any] = {
        "T": {"@id": "ex:T", "@context": scoped},
        "ex": "https://ex.example/",
        "a": "ex:a",
    }
    documents = [
        {"@context": {name: terms[name] for name in order}, "@type": "T", "q": "x", "a": 1}
        for order in (["T", "ex", "a"], ["a", "ex", "T"], ["ex", "T", "a"])
    ]
    assert len({frozenset(jsonld.to_quads(document, {})) for document in documents}) == 1


@pytest.mark.parametrize("as_array", [False, True])
def test_a_context_that_does_not_propagate_ends_at_the_next_node(as_array: bool) -> None:  # noqa: FBT001 - both
    context: Any = {"@propagate": False, "q": "urn:q"}
    document = {
        "@context": {"p": "urn:p"},
        "p": {"@context": [context, {}] if as_array else context, "q": {"p": 1, "q": 2}},
    }
    assert [loss.pointer for loss in jsonld.data_loss(document, {})] == ["/p/q/q"]


def test_a_null_context_in_a_context_that_does_not_propagate_goes_back_all_the_same() -> None:
    document = {
        "@context": {"p": "urn:p", "T": {"@id": "urn:T", "@context": [None, {"q": "urn:q"}]}},
        "@type": "T",
        "q": {"p": 1},
    }
    assert [quad[1] for quad in jsonld.to_quads(document, {})][1:] == ["urn:p", "urn:q"]


def test_protected_terms_stand_unless_the_same_is_said() -> None:
    name = "https://schema.org/name"
    protected = {"@protected": True, "name": name}
    assert len(jsonld.to_quads({"@context": [protected, {"name": name}], "name": "Ada"}, {})) == 1
    error = _error([protected, {"name": "https://ex.example/v#name"}])
    assert error.code == "protected term redefinition"
    assert "'name'" in str(error)
    assert _error([protected, {"name": "@name"}]).code == "protected term redefinition"
    assert _error([protected, None]).code == "invalid context nullification"


def test_a_definition_with_the_form_of_a_keyword_takes_the_term_away() -> None:
    document = {"@context": [{"name": "urn:a"}, {"name": "@name"}], "name": "Ada", "urn:p": 1}
    assert [loss.value for loss in jsonld.data_loss(document, {})] == ["name"]
