"""canonbench.specs.jsonld.term_entries: what each entry adds to a definition, and in which mode."""

from typing import Any

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.active_context import UNSET, ActiveContext, TermDefinition
from canonbench.specs.jsonld.term_definition import Definitions
from canonbench.specs.jsonld.term_entries import boolean_entry, invalid_definition, read_entries


def read(value: dict[str, Any], *, late: bool = True, **known: Any) -> TermDefinition:
    """Read ``value`` as the definition of ``p``, of which ``known`` is known already."""
    definition = TermDefinition()
    for name, entry in {"iri": "urn:p", **known}.items():
        setattr(definition, name, entry)
    context = {"ex": "urn:ex:", "p": value}
    definitions = Definitions(
        ActiveContext({}),
        context,
        base_url="https://contexts.example/v1",
        late=late,
        protected=False,
        override_protected=False,
    )
    read_entries(definitions, "p", value, definition)
    return definition


def test_no_entry_adds_nothing() -> None:
    assert vars(read({"@id": "urn:p"})) == {"iri": "urn:p"}


@pytest.mark.parametrize(
    ("value", "added"),
    [
        ({"@container": "@list"}, {"container": frozenset({"@list"})}),
        ({"@container": ["@set", "@language"]}, {"container": frozenset({"@set", "@language"})}),
        ({"@container": ["@graph", "@id", "@set"]}, {"container": frozenset({"@graph", "@id", "@set"})}),
        ({"@container": "@type"}, {"container": frozenset({"@type"}), "type": "@id"}),
        ({"@container": "@index", "@index": "ex:i"}, {"container": frozenset({"@index"}), "index": "ex:i"}),
        ({"@language": "EN"}, {"language": "en"}),
        ({"@language": None}, {"language": None}),
        ({"@direction": "rtl"}, {"direction": "rtl"}),
        ({"@type": "@id", "@language": "en", "@direction": "up"}, {}),
        ({"@nest": "@nest"}, {"nest": "@nest"}),
        ({"@nest": "other"}, {"nest": "other"}),
        ({"@prefix": True}, {"prefix": True}),
        ({"@prefix": False}, {"prefix": False}),
        ({"@context": None}, {"context": None, "base_url": "https://contexts.example/v1"}),
    ],
)
def test_an_entry_adds_what_it_says(value: Any, added: dict[str, Any]) -> None:
    assert vars(read(value)) == {"iri": "urn:p", **added}


def test_a_type_map_keeps_the_type_that_it_may_have() -> None:
    assert read({"@container": "@type", "@type": "@vocab"}, type="@vocab").type == "@vocab"
    with pytest.raises(JsonLdError, match="invalid type mapping"):
        read({"@container": "@type", "@type": "urn:t"}, type="urn:t")


def test_only_a_reverse_property_may_have_no_container_at_all() -> None:
    assert read({"@container": None}, reverse=True).container == frozenset()
    with pytest.raises(JsonLdError, match="invalid container mapping"):
        read({"@container": None})


@pytest.mark.parametrize(
    "value",
    [{"@context": {}}, {"@nest": "@nest"}, {"@prefix": True}, {"@index": "ex:i", "@container": "@index"}],
    ids=str,
)
def test_entries_of_1_1_are_refused_in_mode_1_0(value: Any) -> None:
    assert vars(read(value)).keys() > {"iri"}
    with pytest.raises(JsonLdError, match=r"1\.1") as caught:
        read(value, late=False)
    assert caught.value.code == "invalid term definition"


@pytest.mark.parametrize(
    ("container", "allowed"),
    [
        ("@set", True),
        ("@index", True),
        (["@set"], False),
        ("@id", False),
        ("@graph", False),
        ("@type", False),
    ],
    ids=str,
)
def test_containers_of_mode_1_0(container: Any, *, allowed: bool) -> None:
    if allowed:
        assert read({"@container": container}, late=False).container == frozenset({container})
    else:
        with pytest.raises(JsonLdError, match="invalid container mapping"):
            read({"@container": container}, late=False)


def test_a_flag_is_true_or_false() -> None:
    assert boolean_entry("p", {"@protected": False}, "@protected", late=True) is False
    with pytest.raises(JsonLdError, match="true or false") as caught:
        boolean_entry("p", {"@protected": 0}, "@protected", late=True)
    assert caught.value.code == "invalid @protected value"


def test_what_is_wrong_with_a_term_names_it() -> None:
    error = invalid_definition("p", "why")

    assert (error.code, str(error)) == ("invalid term definition", "invalid term definition: term 'p': why")
    assert UNSET is TermDefinition.context
