"""canonbench.specs.jsonld.record: the calls that expansion makes, and the same calls made again."""

from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import JsonLdError
from canonbench.specs.jsonld import ContextCache, Options, count_work
from canonbench.specs.jsonld.active_context import ActiveContext
from canonbench.specs.jsonld.record import (
    INITIAL,
    ContextCall,
    LocalContext,
    Recording,
    prepare,
    process,
    record,
)

OF_Q = {"p": "urn:inner"}
OF_T = {"r": "urn:r"}
CONTEXT = {"p": "urn:p", "q": {"@id": "urn:q", "@context": OF_Q}, "T": {"@id": "urn:T", "@context": OF_T}}
URL = "https://contexts.example/deep/v1"


def of_document(active: int, local: int) -> ContextCall:
    return ContextCall(active, reverted=False, local=local, override_protected=False, propagate=True)


def of_property(active: int, local: int) -> ContextCall:
    return ContextCall(active, reverted=False, local=local, override_protected=True, propagate=True)


def of_type(active: int, local: int) -> ContextCall:
    return ContextCall(active, reverted=False, local=local, override_protected=False, propagate=False)


def again(recording: Recording, contexts: Any = None, options: Options = Options()) -> list[ActiveContext]:  # noqa: B008 - immutable
    return process(prepare(*recording), {} if contexts is None else contexts, options)


def terms(active: ActiveContext) -> dict[str, str | None]:
    return {term: definition.iri for term, definition in active.terms.items()}


def test_each_call_says_where_it_starts_and_with_which_flags() -> None:
    document = {"@context": CONTEXT, "q": [{"@type": "T", "r": 1}, {"@type": "T", "q": {"r": 2}}]}

    recording = record(document, {})

    assert recording == Recording(
        (LocalContext(CONTEXT, None), LocalContext(OF_Q, None), LocalContext(OF_T, None)),
        (
            of_document(INITIAL, 0),
            of_property(0, 1),  # q, the first time
            of_type(1, 2),
            of_property(0, 1),  # once more, which is a call, too
            of_type(1, 2),  # what it starts from was made by the first call that gave this
            of_property(1, 1),  # an inner q: the context of T is gone again before that of q is applied
        ),
    )


def test_the_calls_made_again_give_what_expansion_had() -> None:
    document = {"@context": CONTEXT, "q": {"@type": "T", "r": 1}}

    made = again(record(document, {}))

    assert [terms(active) for active in made] == [
        {"p": "urn:p", "q": "urn:q", "T": "urn:T"},
        {"p": "urn:inner", "q": "urn:q", "T": "urn:T"},
        {"p": "urn:inner", "q": "urn:q", "T": "urn:T", "r": "urn:r"},
    ]
    assert made[2].previous is made[1]


def test_after_the_context_of_a_type_the_previous_one_is_what_an_earlier_call_made() -> None:
    document = {"@context": CONTEXT, "@type": "T", "q": {"q": {}}}

    recording = record(document, {})

    assert recording.calls == (
        of_document(INITIAL, 0),
        of_type(0, 2 - 1),
        of_property(0, 2),
        of_property(2, 2),
    )


def test_a_context_that_no_call_returned_is_the_previous_one_of_a_call() -> None:
    context: dict[str, Any] = {"T": {"@id": "urn:T", "@context": [{"a": "urn:a"}, None, {"b": "urn:b"}]}}
    document = {"@context": context, "@type": "T", "b": {"@context": {"c": "urn:c"}}}

    recording = record(document, {})

    assert recording.calls[2] == ContextCall(
        1, reverted=True, local=2, override_protected=False, propagate=True
    )
    assert terms(again(recording)[2]) == {"T": "urn:T", "a": "urn:a", "c": "urn:c"}


def test_an_expand_context_is_the_first_call() -> None:
    options = Options(expand_context={"@context": {"p": "urn:p"}}, base="https://base.example/")

    recording = record({"p": 1}, {}, options)

    assert recording.local_contexts == (LocalContext({"p": "urn:p"}, "https://base.example/"),)
    assert recording.calls == (of_document(INITIAL, 0),)


def test_a_scoped_context_keeps_the_base_of_the_context_that_defines_it() -> None:
    contexts = {
        URL: {"@context": {"q": {"@id": "urn:q", "@context": "inner"}}},
        "https://contexts.example/deep/inner": {"@context": {"p": "urn:p"}},
    }

    recording = record({"@context": URL, "q": {"p": 1}}, contexts)

    assert recording.local_contexts[1] == LocalContext("inner", URL)
    assert terms(again(recording, contexts)[1]) == {"q": "urn:q", "p": "urn:p"}


def test_a_used_cache_answers_with_the_contexts_that_it_has() -> None:
    recording = record({"@context": CONTEXT, "q": {"@type": "T"}}, {})
    cache, ready = ContextCache({}), prepare(*recording)

    first, second = process(ready, cache), process(ready, cache)

    assert all(one is two for one, two in zip(first, second, strict=True))
    assert all(one is not two for one, two in zip(first, process(ready, {}), strict=True))


def test_what_cannot_be_expanded_has_no_calls() -> None:
    with pytest.raises(JsonLdError, match="invalid local context"):
        record({"@context": 1}, {})


@pytest.mark.parametrize("name", ["simple", "ob3", "clr-simple", "blockcerts"])
def test_all_calls_are_there_that_are_counted(name: str) -> None:
    document = corpus.find(name)

    recording = record(document.value, document.contexts)

    assert len(recording.calls) == count_work(document.value, document.contexts).context_calls
    assert len(again(recording, document.contexts)) == len(recording.calls)
