"""Compiled contexts are kept as long as the documents bring the same ones."""

from typing import Any

from canonbench.engines.own_contexts import Cache, compiled, enter
from canonbench.stages.jsonld import Source


def test_the_same_mapping_is_compiled_once() -> None:
    contexts: dict[str, Any] = {"https://contexts.example/v1": {"@context": {"name": "urn:name"}}}
    cache = Cache()
    first = compiled(contexts, cache)

    assert first is compiled(contexts, cache)
    assert first is not compiled(dict(contexts), cache)


def test_a_source_says_whether_loss_is_an_error() -> None:
    cache = Cache()

    assert enter(Source({}, {}), cache).loss == "ignore"
    assert enter(Source({}, {}, refuse_loss=True), cache).loss == "error"
