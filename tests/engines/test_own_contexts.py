"""Compiled contexts are kept as long as the documents bring the same ones."""

from typing import Any

from canonbench.engines.own_contexts import (
    Cache,
    compiled,
    enter,
    enter_calls,
    leave_contexts,
    process_contexts,
)
from canonbench.specs.jsonld import Options
from canonbench.specs.jsonld.record import record
from canonbench.stages.jsonld import ContextCalls, Processed, Source


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


def _calls() -> ContextCalls:
    inner = {"@id": "urn:q", "@context": {"p": "urn:inner"}}
    document = {"@context": {"p": "urn:p", "none": None, "q": inner}, "q": [{"p": 1}, {"p": 2}]}
    return ContextCalls({}, Options(), *record(document, {}))


def test_calls_give_what_is_in_force_after_each() -> None:
    calls = enter_calls(_calls(), Cache())

    terms = {"p": "urn:p", "none": None, "q": "urn:q"}
    inner = Processed(None, {**terms, "p": "urn:inner"})
    assert leave_contexts(process_contexts(calls)) == [Processed(None, terms), inner, inner]


def test_the_same_calls_find_what_they_left_in_the_cache() -> None:
    cache, given = Cache(), _calls()

    first = process_contexts(enter_calls(given, cache))
    again = process_contexts(enter_calls(given, cache))
    others = process_contexts(enter_calls(_calls(), Cache()))

    assert list(map(id, first)) == list(map(id, again))
    assert not set(map(id, first)) & set(map(id, others))
