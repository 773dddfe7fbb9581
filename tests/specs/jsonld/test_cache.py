"""canonbench.specs.jsonld.cache: what is remembered never shows, and never grows without bound."""

import copy
from collections import OrderedDict
from typing import Any

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs import jsonld
from canonbench.specs.jsonld import ContextCache, Options
from canonbench.specs.jsonld.cache import Session
from canonbench.specs.jsonld.options import DEFAULT

URL = "https://ctx.example/"


def _name(iri: str) -> dict[str, Any]:
    return {"@context": {"name": iri}, "@id": "urn:x:1", "name": "Ada"}


def test_equal_terms_of_two_documents_keep_their_own_iris() -> None:
    cache = ContextCache({})
    first = jsonld.to_quads(_name("urn:a"), cache)
    second = jsonld.to_quads(_name("urn:b"), cache)
    assert ([quad[1] for quad in first], [quad[1] for quad in second]) == (["urn:a"], ["urn:b"])
    assert jsonld.to_quads(_name("urn:a"), cache) == first


def test_two_caches_with_the_same_url_keep_their_own_contexts() -> None:
    document = {"@context": URL, "@id": "urn:x:1", "name": "Ada"}
    caches = [ContextCache({URL: {"@context": {"name": iri}}}) for iri in ("urn:a", "urn:b")]
    assert [jsonld.to_quads(document, cache)[0][1] for cache in caches * 2] == ["urn:a", "urn:b"] * 2


def test_a_mapping_that_changes_later_does_not_change_a_cache() -> None:
    contexts = {URL: {"@context": {"name": "urn:a"}}}
    cache = ContextCache(contexts)
    del contexts[URL]
    assert jsonld.to_quads({"@context": URL, "name": "Ada"}, cache)[0][1] == "urn:a"


def test_equal_contexts_are_compiled_once_and_distinct_ones_apart() -> None:
    cache = ContextCache({})
    session = Session(cache, DEFAULT)
    initial = session.initial(None)
    context = [{"@version": 1.1, "a": "urn:a"}, {"b": {"@id": "urn:b", "@protected": True}}]
    compiled = session.local(initial, context)
    assert session.local(initial, copy.deepcopy(context)) is compiled
    assert Session(cache, DEFAULT).local(initial, context) is compiled
    assert session.local(initial, context[:1]) is not compiled
    assert session.local(initial, [*context, {"c": "urn:c"}]) is not compiled


def test_a_context_that_changes_nothing_gives_the_same_active_context() -> None:
    cache = ContextCache(
        {URL: {"@context": {"a": {"@id": "urn:a", "@context": {"b": "rel/x"}}, "@vocab": "urn:v#"}}}
    )
    session = Session(cache, DEFAULT)
    once = session.local(session.initial(None), URL)
    assert session.local(once, [URL, {}, URL]) is once
    assert session.local(once, {"@vocab": "urn:v#", "@language": None}) is once
    assert session.local(once, {"a": {"@id": "urn:a", "@context": {"b": "rel/x"}}}) is not once, (
        "another base URL"
    )


def test_a_map_of_another_kind_is_as_good_as_a_dict() -> None:
    document = {"@context": OrderedDict(name="urn:a"), "name": "Ada"}
    assert jsonld.to_quads(document, {}) == jsonld.to_quads({**_name("urn:a"), "@id": "_:x"}, {})
    with pytest.raises(JsonLdError, match="it is no JSON"):
        jsonld.to_quads({"@context": OrderedDict(name=object(), other=[{"a": []}])}, {})


@pytest.mark.parametrize("inner", [object(), {1, 2}])
def test_a_context_that_is_not_json_is_refused(inner: object) -> None:
    with pytest.raises(JsonLdError) as caught:
        jsonld.to_quads({"@context": {"a": inner}, "a": 1}, {})
    assert caught.value.code in ("invalid local context", "invalid term definition")


def test_a_context_that_is_nested_beyond_reason_is_refused() -> None:
    context: dict[str, Any] = {"@id": "urn:a"}
    for _ in range(3_000):
        context = {"@id": "urn:a", "@context": {"a": context}}
    with pytest.raises(JsonLdError) as caught:
        jsonld.to_quads({"@context": {"a": context}, "a": 1}, {})
    assert (caught.value.code, caught.value.pointer) == ("invalid local context", "/@context")


@pytest.mark.parametrize(
    "document",
    [
        {"@context": {"@base": "rel/"}, "@id": "a", "urn:p": 1},
        {"@context": [{"@base": "rel/"}, {"@base": "further/"}], "@id": "a", "urn:p": 1},
        {"@context": {"@vocab": "v#"}, "@id": "a", "p": 1},
        {"@context": {"@vocab": ""}, "@type": "T", "p": 1},
        {"@context": "rel", "@id": "a", "p": 1},
        {"@context": ["rel", {"q": "urn:q"}], "@id": "a", "p": 1},
        {"@context": {"p": {"@id": "urn:p", "@context": {"@base": "s/"}}}, "p": {"@id": "a", "urn:q": 1}},
        {"@context": {"T": {"@id": "urn:T", "@context": {"@vocab": "s#"}}}, "@type": "T", "p": 1},
        {"@id": "a", "@type": "T", "urn:p": {"@id": "../b"}},
    ],
    ids=str,
)
def test_documents_with_other_bases_share_a_cache_without_harm(document: dict[str, Any]) -> None:
    contexts = {f"https://{host}/rel": {"@context": {"p": f"https://{host}/#p"}} for host in ("a", "b")}
    cache = ContextCache(contexts)
    for host in ("a", "b", "a", "b"):
        options = Options(base=f"https://{host}/")
        warm = jsonld.to_quads(document, cache, options, loss="ignore")
        assert warm == jsonld.to_quads(document, contexts, options, loss="ignore")
        assert f"https://{host}/" in str(warm)


def test_processing_modes_share_a_cache_without_harm() -> None:
    cache = ContextCache({})
    document = {"@context": {"@version": 1.1, "name": "urn:a"}, "name": "Ada"}
    for _ in range(2):
        assert len(jsonld.to_quads(document, cache)) == 1
        with pytest.raises(JsonLdError, match="processing mode conflict"):
            jsonld.to_quads(document, cache, Options(processing_mode="json-ld-1.0"))


@pytest.mark.parametrize("limit", [0, 1, 10, 40])
def test_a_small_limit_costs_time_and_nothing_else(limit: int) -> None:
    context = {f"t{i}": f"urn:t{i}" for i in range(10)}
    nodes = [{"@context": {f"u{i}": "urn:u"}, "t1": i, f"u{i}": "x", "@type": f"urn:T{i}"} for i in range(30)]
    document = {"@context": context, "t2": nodes}
    cache = ContextCache({}, limit=limit)
    expected = jsonld.to_quads(document, {})
    assert [jsonld.to_quads(document, cache) for _ in range(3)] == [expected] * 3
    assert cache.size <= max(limit, 12), "the last active context that was made may be all there is"


def test_a_small_limit_is_kept_by_expansion_too() -> None:
    document = {"@context": {"p": "urn:p"}, "p": [{"@context": {"q": f"urn:q{i}"}, "q": i} for i in range(5)]}
    cache = ContextCache({}, limit=4)
    assert jsonld.expand(document, cache) == jsonld.expand(document, {})
    assert cache.size <= 4


def test_what_is_remembered_is_counted() -> None:
    cache = ContextCache({})
    jsonld.to_quads({"@context": {"a": "urn:a", "b": "urn:b"}, "@type": "urn:T", "a": 1, "urn:z": 2}, cache)
    assert cache.size == (2 + 1) + 1 + 2, "an active context of two terms, a value of @type, two members"


def test_an_expand_context_comes_before_the_documents_own() -> None:
    document = {"@context": {"b": "a:b"}, "a": 1, "b": 2}
    for expand_context in ({"a": "urn:a:"}, {"@context": {"a": "urn:a:"}}, URL):
        cache = ContextCache({URL: {"@context": {"a": "urn:a:"}}})
        quads = jsonld.to_quads(document, cache, Options(expand_context=expand_context))
        assert [quad[1] for quad in quads] == ["urn:a:", "urn:a:b"]
