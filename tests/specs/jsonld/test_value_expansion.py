"""canonbench.specs.jsonld.value_expansion: what a scalar stands for, by its term."""

from typing import Any

import pytest

from canonbench.specs.jsonld.active_context import ActiveContext, TermDefinition
from canonbench.specs.jsonld.value_expansion import expand_value


def active(**entries: Any) -> ActiveContext:
    """Return a context with a default language and direction, and the term ``p`` as ``entries`` say."""
    term = TermDefinition()
    term.iri = "urn:p"
    for name, value in entries.items():
        setattr(term, name, value)
    return ActiveContext({"p": term}, vocab="urn:v:", language="en", direction="rtl")


@pytest.mark.parametrize(
    ("entries", "value", "expected"),
    [
        ({}, "a", {"@value": "a", "@language": "en", "@direction": "rtl"}),
        ({"language": None}, "a", {"@value": "a", "@direction": "rtl"}),
        ({"language": "fr", "direction": None}, "a", {"@value": "a", "@language": "fr"}),
        ({}, 1, {"@value": 1}),
        ({}, True, {"@value": True}),
        ({"type": "@id"}, "a", {"@id": "https://base.example/a"}),
        ({"type": "@vocab"}, "a", {"@id": "urn:v:a"}),
        ({"type": "@vocab"}, "p", {"@id": "urn:p"}),
        ({"type": "@id"}, 1, {"@value": 1}),
        ({"type": "@vocab"}, False, {"@value": False}),
        ({"type": "@none"}, "a", {"@value": "a", "@language": "en", "@direction": "rtl"}),
        ({"type": "urn:t"}, "a", {"@value": "a", "@type": "urn:t"}),
        ({"type": "urn:t"}, 1, {"@value": 1, "@type": "urn:t"}),
        ({"type": "@json"}, 1, {"@value": 1, "@type": "@json"}),
    ],
)
def test_a_scalar_is_read_as_its_term_says(entries: Any, value: Any, expected: Any) -> None:
    assert expected == expand_value(active(**entries), "p", value, "https://base.example/")


def test_without_a_term_the_context_alone_decides() -> None:
    assert expand_value(active(), "q", "a", None) == {"@value": "a", "@language": "en", "@direction": "rtl"}
    assert expand_value(ActiveContext({}), "q", "a", None) == {"@value": "a"}
