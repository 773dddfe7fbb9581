"""canonbench.specs.jsonld.iri_expansion: what a string stands for, step by step."""

from typing import Any

import pytest

from canonbench.specs.jsonld.active_context import DOCUMENT, ActiveContext, TermDefinition
from canonbench.specs.jsonld.iri_expansion import expand_iri


def definition(iri: str | None, *, prefix: bool = False) -> TermDefinition:
    made = TermDefinition()
    made.iri, made.prefix = iri, prefix
    return made


ACTIVE = ActiveContext(
    {
        "name": definition("https://schema.example/name"),
        "nothing": definition(None),
        "id": definition("@id"),
        "ex": definition("https://ex.example/", prefix=True),
        "plain": definition("https://plain.example/"),
        "void": definition(None, prefix=True),
        "urn:whole": definition("https://whole.example/"),
    },
    vocab="https://vocab.example/#",
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("@type", "@type"),
        ("@reserved", None),
        ("@not reserved", "https://vocab.example/#@not reserved"),
        ("name", "https://schema.example/name"),
        ("nothing", None),
        ("id", "@id"),
        ("other", "https://vocab.example/#other"),
        ("urn:whole", "https://whole.example/"),
        ("ex:a:b", "https://ex.example/a:b"),
        ("ex:", "https://ex.example/"),
        ("ex://a", "ex://a"),
        ("_:b0", "_:b0"),
        ("plain:a", "plain:a"),
        ("void:a", "void:a"),
        (":a", "https://vocab.example/#:a"),
        ("no scheme:a", "https://vocab.example/#no scheme:a"),
        ("", "https://vocab.example/#"),
    ],
)
def test_relative_to_the_vocabulary_terms_come_first(value: str, expected: str | None) -> None:
    assert expected == expand_iri(ACTIVE, value, "https://base.example/", vocab=True)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("name", "https://base.example/a/name"),
        ("nothing", "https://base.example/a/nothing"),
        ("id", "@id"),
        ("ex:a", "https://ex.example/a"),
        ("#f", "https://base.example/a/b#f"),
        ("", "https://base.example/a/b"),
    ],
)
def test_relative_to_the_document_a_term_is_no_term_unless_a_keyword(value: str, expected: str) -> None:
    assert expected == expand_iri(ACTIVE, value, "https://base.example/a/b", document_relative=True)


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        (DOCUMENT, "https://base.example/a"),
        ("https://other.example/", "https://other.example/a"),
        (None, "a"),
    ],
)
def test_the_base_of_a_context_takes_the_place_of_the_documents(base: Any, expected: str) -> None:
    active = ActiveContext({}, base=base)

    assert expected == expand_iri(active, "a", "https://base.example/", document_relative=True)
    assert expand_iri(active, "a", "https://base.example/", vocab=True) == "a"
