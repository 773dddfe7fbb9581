"""canonbench.specs.jsonld over random documents: one pass against two, PyLD, and damaged contexts."""

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from canonbench.engines import pyld
from canonbench.errors import DataLoss, JsonLdError
from canonbench.specs import jsonld, rdfc10
from canonbench.specs.jsonld import ContextCache, Options
from canonbench.specs.rdf import Dataset
from canonbench.stages.jsonld import Source, to_quads

# Documents are large to draw, and machines that run tests are busy.
_QUICKLY = settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])

_PYLD = next(engine for engine in pyld.ENGINES if engine.stage is to_quads)

_NAMES = ["a", "b", "c", "d", "e", "Person", "Badge", "lang", "back", "nest", "list"]
_IRIS = ["https://x.example/1", "urn:x:2", "ex:n", "did:ex:3", "_:b1", "_:b2"]
_STRINGS = ["text", "en", "1", "Person", *_IRIS]
_LOSSY = ["https://x.example/a b", "rel/ative", "", "@reserved", "urn:a#b#c", "a b:c"]
_KEYWORDS = ["@id", "@type", "@value", "@language", "@index", "@list", "@set", "@graph", "@reverse", "@none"]

_scalars = st.one_of(
    st.sampled_from(_STRINGS),
    st.booleans(),
    st.none(),
    st.integers(-5, 5),
    st.sampled_from([0.5, 1.0, -0.0, 1e21, 10**22]),
)
_rough_scalars = st.one_of(_scalars, st.sampled_from([*_LOSSY, 0.1 + 0.2]))


def _definitions(depth: int) -> st.SearchStrategy[Any]:
    iris = st.sampled_from([f"ex:{letter}" for letter in "pqrst"])
    entries: dict[str, Any] = {
        "@type": st.sampled_from(["@id", "@vocab", "@none", "ex:dt", "https://x.example/dt"]),
        "@container": st.sampled_from(
            ["@set", "@list", "@language", "@index", "@graph", ["@set", "@language"]]
        ),
        "@language": st.sampled_from(["en", "de", None]),
    }
    if depth:
        entries["@context"] = _contexts(depth - 1)
    full = st.fixed_dictionaries({"@id": iris}, optional=entries)
    return st.one_of(iris, full, full)


def _contexts(depth: int) -> st.SearchStrategy[dict[str, Any]]:
    terms = st.dictionaries(st.sampled_from(_NAMES[:8]), _definitions(depth), min_size=1, max_size=4)
    keywords = st.fixed_dictionaries(
        {}, optional={"@vocab": st.just("https://v.example/#"), "@language": st.sampled_from(["en", "de"])}
    )
    return st.builds(lambda a, b: {**a, **b}, keywords, terms)


_BASICS = {
    "@version": 1.1,
    "ex": "https://ex.example/#",
    "id": "@id",
    "type": "@type",
    "nest": "@nest",
    "back": {"@reverse": "ex:back"},
    "list": {"@id": "ex:list", "@container": "@list"},
}


def _values(nodes: st.SearchStrategy[Any], scalars: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    value_objects = st.fixed_dictionaries(
        {"@value": st.sampled_from(["text", "1", 5, True])},
        optional={"@type": st.sampled_from(["ex:dt", "https://x.example/dt"])},
    )
    tagged = st.fixed_dictionaries({"@value": st.just("text"), "@language": st.sampled_from(["en", "de-at"])})
    languages = st.dictionaries(st.sampled_from(["en", "de"]), st.sampled_from(["text", "wort"]), max_size=2)
    one = st.one_of(scalars, nodes, nodes, value_objects, tagged, languages)
    return st.one_of(
        one, st.lists(one, max_size=3), st.builds(lambda items: {"@list": items}, st.lists(scalars))
    )


def _nodes(scalars: st.SearchStrategy[Any], names: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    base = st.fixed_dictionaries({}, optional={"id": st.sampled_from(_IRIS)})

    def grow(nodes: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        head = st.fixed_dictionaries(
            {},
            optional={
                "id": st.sampled_from(_IRIS),
                "type": st.sampled_from(["Person", ["Person", "Badge"], "ex:T", "_:t"]),
                "@graph": st.lists(nodes, max_size=2),
            },
        )
        members = st.dictionaries(st.sampled_from(names), _values(nodes, scalars), max_size=4)
        return st.builds(lambda a, b: {**a, **b}, head, members)

    return st.recursive(base, grow, max_leaves=6)


_smooth = st.builds(
    lambda context, node: {"@context": {**_BASICS, **context}, **node},
    _contexts(1),
    _nodes(_scalars, [*_NAMES[:8], "list", "ex:z", "https://x.example/z", "undefined"]),
)
_rough = st.builds(
    lambda context, node: {"@context": {**_BASICS, **context}, **node},
    _contexts(1),
    _nodes(_rough_scalars, [*_NAMES, *_KEYWORDS, "ex:z", "_:z", "undefined"]),
)
_WITH_BASE = Options(base="https://base.example/dir/")
_options = st.sampled_from([Options(), _WITH_BASE, Options(rdf_direction="i18n-datatype")])


def _outcome(document: Any, options: Options, contexts: Any, *, fused: bool) -> str:
    """Return canonical N-Quads, or the error code."""
    try:
        if fused:
            quads = jsonld.to_quads(document, contexts, options, loss="ignore")
        else:
            quads = jsonld.to_rdf(jsonld.expand(document, contexts, options), options)
    except JsonLdError as error:
        return f"{error.code} at {error.pointer}"
    return rdfc10.canonicalize(quads)


@_QUICKLY
@given(st.one_of(_smooth, _rough, _rough), _options, st.sampled_from([10, 1_000]))
def test_one_pass_and_two_agree_cold_and_warm(document: Any, options: Options, limit: int) -> None:
    expected = _outcome(document, options, {}, fused=False)
    cache = ContextCache({}, limit=limit)
    outcomes = [_outcome(document, options, cache, fused=fused) for fused in (True, True, False)]
    assert outcomes == [expected] * 3


@_QUICKLY
@given(st.one_of(_smooth, _rough), _options)
def test_a_loss_is_an_error_exactly_where_it_is_told(document: Any, options: Options) -> None:
    try:
        losses = jsonld.data_loss(document, {}, options)
    except JsonLdError:
        losses = None
    if losses == ():
        assert jsonld.to_quads(document, {}, options) == jsonld.to_quads(document, {}, options, loss="ignore")
        return
    with pytest.raises(JsonLdError) as caught:
        jsonld.to_quads(document, {}, options)
    assert getattr(caught.value, "losses", None) == losses


def _of_pyld(document: Any) -> Dataset | None:
    """Return PyLD's dataset, or ``None`` if it refuses the document."""
    assert _PYLD.cache is not None
    operation = _PYLD.enter(Source(copy.deepcopy(document), {}, _WITH_BASE), _PYLD.cache())
    try:
        dataset: Dataset = _PYLD.leave(_PYLD.run(operation))
    except Exception:  # noqa: BLE001 - PyLD's errors are its own
        return None
    return dataset


def _own_contexts(context: Any) -> bool:
    """Tell whether a term's own context defines that term again, which PyLD applies twice."""
    return any(
        isinstance(value, dict)
        and "@context" in value
        and (term in value["@context"] or _own_contexts(value["@context"]))
        for term, value in context.items()
    )


@_QUICKLY
@given(_smooth)
def test_pyld_agrees_where_both_follow_the_text(document: Any) -> None:
    # Left out: a term that its own context defines again, a value object where a language map should be, and
    # what is ill-formed in a list.
    assume(not _own_contexts(document["@context"]))
    theirs = _of_pyld(document)
    try:
        ours = jsonld.to_quads(document, {}, _WITH_BASE, loss="ignore")
    except JsonLdError:
        assert theirs is None
        return
    assert theirs is not None
    assume(not any(isinstance(quad[2], tuple) and (quad[2][2] or "").startswith("@") for quad in theirs))
    assert rdfc10.canonicalize(ours) == rdfc10.canonicalize(theirs)


_junk = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.sampled_from(
            ["", ":", "//", "@id", "@type", "@context", "a:b", "_:b", "@foo", "ex:", "https://a/", "a"]
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from([*_KEYWORDS, "@context", "@container", "@import", "@base", "", "a"]), inner
        ),
    ),
    max_leaves=6,
)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return every (holder, key) in ``value``."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in [(value, key), *_places(value[key])]]


@_QUICKLY
@given(_rough, st.lists(st.tuples(st.integers(0, 10**6), _junk), min_size=1, max_size=3), st.booleans())
def test_damage_is_an_error_of_the_text_and_never_a_crash(
    document: Any,
    damages: list[tuple[int, Any]],
    remote: bool,  # noqa: FBT001 - drawn
) -> None:
    document = copy.deepcopy(document)
    for number, junk in damages:
        places = _places(document)
        holder, key = places[number % len(places)]
        holder[key] = junk
    contexts = {}
    if remote:
        contexts["https://a/"] = {"@context": document["@context"]}
        document["@context"] = "https://a/"
    codes = set()
    for run in (jsonld.to_quads, jsonld.expand, jsonld.data_loss):
        try:
            run(document, contexts)
        except DataLoss:
            pass
        except JsonLdError as error:
            codes.add(error.code)
    assert len(codes) <= 2, "the codes differ only where a number has no RDF form"
    json.dumps(sorted(codes))
