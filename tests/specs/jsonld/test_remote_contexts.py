"""canonbench.specs.jsonld.remote_contexts: what is found, what is refused, and where it ends."""

from typing import Any

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs import jsonld


def _error(context: Any, contexts: dict[str, Any]) -> JsonLdError:
    with pytest.raises(JsonLdError) as caught:
        jsonld.expand({"@context": context, "urn:p": 1}, contexts)
    return caught.value


def test_an_unknown_context_is_named_and_nothing_is_fetched() -> None:
    error = _error("https://unreachable.example/ctx", {})
    assert (error.code, error.pointer) == ("loading remote context failed", "/@context")
    assert "https://unreachable.example/ctx is not among the contexts given" in str(error)


@pytest.mark.parametrize(
    ("context", "code"),
    [
        ("rel", "loading document failed"),
        ({"@import": "rel"}, "loading document failed"),
        ("https://list/", "invalid remote context"),
        ("https://none/", "invalid remote context"),
        ({"@import": "https://array/"}, "invalid remote context"),
        ({"@import": 7}, "invalid @import value"),
        ({"@import": "https://import/"}, "invalid context entry"),
    ],
    ids=str,
)
def test_errors_carry_the_code_of_the_recommendation(context: Any, code: str) -> None:
    contexts = {
        "https://list/": [],
        "https://none/": {},
        "https://array/": {"@context": []},
        "https://import/": {"@context": {"@import": "https://none/"}},
    }
    assert _error(context, contexts).code == code


@pytest.mark.parametrize(
    "contexts",
    [
        {"https://a/": {"@context": "https://a/"}},
        {"https://a/": {"@context": ["https://b/", {}]}, "https://b/": {"@context": ["https://a/"]}},
    ],
)
def test_remote_contexts_that_name_each_other_end(contexts: dict[str, Any]) -> None:
    error = _error("https://a/", contexts)
    assert error.code == "context overflow"
    assert "more than 16 remote contexts in a row" in str(error)


def test_remote_contexts_that_double_end() -> None:
    contexts: dict[str, Any] = {f"https://c/{i}": {"@context": [f"https://c/{i + 1}"] * 2} for i in range(14)}
    contexts["https://c/14"] = {"@context": {}}
    error = _error("https://c/0", contexts)
    assert error.code == "context overflow"
    assert "more than 1000 remote contexts" in str(error)


def test_an_import_is_overridden_by_the_context_that_imports() -> None:
    contexts = {"https://a/": {"@context": {"@vocab": "urn:v#", "a": "urn:a", "b": "urn:b"}}}
    document = {"@context": {"@import": "https://a/", "a": "urn:mine"}, "a": 1, "b": 2, "c": 3}
    assert [quad[1] for quad in jsonld.to_quads(document, contexts)] == ["urn:mine", "urn:b", "urn:v#c"]
