"""Contexts written into a document."""

from typing import Any

import pytest

from canonbench.engines.inline import inlined
from canonbench.errors import EngineUnavailable
from canonbench.specs.jsonld import Options
from canonbench.stages.jsonld import Source

INNER = "https://contexts.example/inner"
OUTER = "https://contexts.example/outer"
CONTEXTS: dict[str, Any] = {
    INNER: {"@context": {"name": "urn:name"}},
    OUTER: {"@context": [INNER, {"knows": {"@id": "urn:knows", "@context": INNER}}]},
}


def test_every_address_is_replaced_at_every_depth() -> None:
    source = Source({"@context": OUTER, "knows": [{"@context": [INNER, None], "name": "Ada"}]}, CONTEXTS)

    assert inlined(source) == {
        "@context": [{"name": "urn:name"}, {"knows": {"@id": "urn:knows", "@context": {"name": "urn:name"}}}],
        "knows": [{"@context": [{"name": "urn:name"}, None], "name": "Ada"}],
    }


def test_a_context_that_names_itself_is_refused() -> None:
    contexts = {INNER: {"@context": {"knows": {"@id": "urn:knows", "@context": INNER}}}}

    with pytest.raises(EngineUnavailable, match="names itself"):
        inlined(Source({"@context": INNER}, contexts))


def test_other_options_than_the_base_are_refused() -> None:
    assert inlined(Source({}, {}, Options(base="https://base.example/"))) == {}
    with pytest.raises(EngineUnavailable, match="none of the options"):
        inlined(Source({}, {}, Options(rdf_direction="i18n-datatype")))
