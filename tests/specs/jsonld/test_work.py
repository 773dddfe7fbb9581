"""canonbench.specs.jsonld.work: counts, which are exact."""

from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.specs.jsonld import Options, Work, count_work


def test_each_count_has_its_reason() -> None:
    context = {
        "p": "urn:p",
        "q": {"@id": "urn:q", "@context": {"p": "urn:inner"}},
        "T": {"@id": "urn:T", "@context": {"r": "urn:r"}},
    }
    document = {"@context": context, "p": ["a", "b", "b"], "q": {"p": {"@type": "T", "r": 1}}}
    assert count_work(document, {}) == Work(
        members=5,  # p, q, its p, @type, r
        lookups=17,  # 3 + 1 + 2 names to find types, 5 members, 3 + 1 scalars, T as type and as input type
        context_calls=3,  # the document's, q's, T's
        term_definitions=7,  # p, q, T; q's p and T's r to validate them, and to apply them
        quads=7,  # three of p although one is said twice, q, its p, type, r
    )


def test_a_context_counts_once_for_each_context_it_meets_and_each_time_it_is_applied() -> None:
    document: dict[str, Any] = {"p": [{"@context": {"a": "urn:a"}, "a": i} for i in range(10)]}
    document["@context"] = {"p": "urn:p"}
    work = count_work(document, {})
    assert (work.context_calls, work.term_definitions) == (11, 2)


def test_an_expand_context_is_one_call_more() -> None:
    work = count_work({"p": "a"}, {}, Options(expand_context={"p": "urn:p"}))
    assert (work.context_calls, work.term_definitions, work.quads) == (1, 1, 1)


@pytest.mark.parametrize(
    ("name", "work"),
    [
        ("simple", Work(members=6, lookups=19, context_calls=1, term_definitions=7, quads=5)),
        ("ob3", Work(members=34, lookups=134, context_calls=8, term_definitions=314, quads=32)),
        ("dcc", Work(members=24, lookups=93, context_calls=6, term_definitions=303, quads=21)),
        ("bn-50", Work(members=156, lookups=518, context_calls=1, term_definitions=5, quads=203)),
    ],
)
def test_the_work_of_the_documents_is_known(name: str, work: Work) -> None:
    document = corpus.find(name)
    assert count_work(document.value, document.contexts) == work
