"""canonbench.specs.jsonld.active_context: what is said of a term, and what keywords are called."""

from typing import Any

import pytest

from canonbench.specs.jsonld.active_context import DOCUMENT, UNSET, ActiveContext, Names, TermDefinition


def definition(**entries: Any) -> TermDefinition:
    made = TermDefinition()
    for name, value in entries.items():
        setattr(made, name, value)
    return made


def test_a_definition_says_of_itself_only_what_it_was_told() -> None:
    made = definition(iri="urn:a")

    assert vars(made) == {"iri": "urn:a"}
    assert (made.context, made.language, made.direction) == (UNSET, UNSET, UNSET)
    assert TermDefinition.iri is None


@pytest.mark.parametrize(
    ("entries", "same"),
    [
        ({"protected": True}, True),
        ({"base_url": "https://contexts.example/"}, True),
        ({"language": None}, False),
        ({"context": None}, False),
        ({"reverse": True}, False),
        ({"container": frozenset({"@set"})}, False),
        ({"index": "urn:i"}, False),
    ],
)
def test_a_protected_term_may_be_said_again_only_with_the_same_meaning(entries: Any, *, same: bool) -> None:
    one = definition(iri="urn:a")

    assert same is one.same_as(definition(iri="urn:a", **entries))
    assert one.same_as(one)


@pytest.mark.parametrize(
    ("entries", "is_name"),
    [
        ({"iri": "urn:a"}, False),
        ({"iri": "urn:a", "prefix": True}, True),
        ({"iri": None}, True),
        ({"iri": "@id"}, True),
    ],
)
def test_names_depend_on_prefixes_aliases_and_what_was_taken_away(entries: Any, *, is_name: bool) -> None:
    assert is_name is definition(**entries).is_name


def test_the_first_alias_is_what_a_keyword_is_called() -> None:
    names = Names(
        {
            "id": definition(iri="@id"),
            "name": definition(iri="@id"),
            "kind": definition(iri="@type"),
            "val": definition(iri="@value"),
            "ex": definition(iri="urn:ex:", prefix=True),
        }
    )

    assert (names.id_key, names.type_key, names.prefixes) == ("id", "kind", {"ex"})
    assert {"name", "val", "@id", "@type", "@value"} <= names.special
    assert not {"id", "kind", "ex"} & names.special


def test_keywords_are_called_the_same_whatever_else_differs() -> None:
    one, other = (Names({"id": definition(iri="@id"), term: definition(iri="urn:t")}) for term in "ab")

    assert one.same_keywords(one)
    assert one.same_keywords(other)
    assert not one.same_keywords(Names({}))


def test_a_context_forgets_what_it_learnt_and_nothing_else() -> None:
    active = ActiveContext({"a": definition(iri="urn:a")}, vocab="urn:v:")
    active.children["key"] = active
    active.iris["a"] = "urn:a"
    names = active.names

    active.forget()

    assert (active.children, active.iris) == ({}, {})
    assert (active.vocab, active.base, list(active.terms)) == ("urn:v:", DOCUMENT, ["a"])
    assert active.names is names
