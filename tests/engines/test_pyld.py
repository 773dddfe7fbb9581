"""What the adapter of PyLD promises: the traps of the library do not reach a measurement."""

from copy import deepcopy
from typing import Any

import pytest
from pyld import jsonld as library

from canonbench.engines.pyld import ENGINES
from canonbench.errors import EngineUnavailable, MalformedInput
from canonbench.model.engine import Engine
from canonbench.specs.jsonld import Options
from canonbench.specs.jsonld.record import record
from canonbench.specs.rdf import RDF_LANG_STRING, XSD, XSD_STRING, Dataset
from canonbench.stages import jsonld, nquads, rdfc, transform

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
URL = "https://contexts.example/v1"
CONTEXT = {"@context": {"name": "https://schema.example/name", "knows": "https://schema.example/knows"}}
DOCUMENT = {"@context": URL, "@id": "urn:x:1", "name": "Ada", "knows": {"name": "Grace"}}
DEEP = "https://contexts.example/deep/v1"
CONTEXTS: dict[str, Any] = {
    DEEP: {"@context": {"id": "@id", "none": None, "q": {"@id": "urn:q", "@context": "inner"}}},
    "https://contexts.example/deep/inner": {"@context": {"p": "urn:inner"}},
}
NESTED: dict[str, Any] = {
    "@context": [DEEP, {"T": {"@id": "urn:t", "@context": {"r": "urn:r"}}}],
    "q": [{"@type": "T", "p": 1, "r": 2}, {"p": 3}],
}
DATASET: Dataset = (
    ("urn:x:1", "https://schema.example/knows", "_:b0", None),
    ("urn:x:1", "https://schema.example/name", ("Ada", XSD_STRING, None), None),
    ("_:b0", "https://schema.example/name", ("Grace", XSD_STRING, None), "urn:g:1"),
    ("_:b0", "https://schema.example/name", ("Grâce", RDF_LANG_STRING, "fr"), "_:g"),
    ("_:b0", "https://schema.example/born", ("1906", XSD + "gYear", None), None),
)
CANONICAL = (
    "<urn:x:1> <https://schema.example/knows> _:c14n0 .\n"
    '<urn:x:1> <https://schema.example/name> "Ada" .\n'
    '_:c14n0 <https://schema.example/born> "1906"^^<http://www.w3.org/2001/XMLSchema#gYear> .\n'
    '_:c14n0 <https://schema.example/name> "Grace" <urn:g:1> .\n'
    '_:c14n0 <https://schema.example/name> "Grâce"@fr _:c14n1 .\n'
)


def source() -> jsonld.Source:
    return jsonld.Source(deepcopy(DOCUMENT), {URL: deepcopy(CONTEXT)})


def test_expansion_and_deserialization_are_those_of_the_whole() -> None:
    expanded = BY_STAGE["jsonld.expand"].neutral()(source())
    composed = BY_STAGE["jsonld.to_rdf"].neutral()(expanded)
    whole = BY_STAGE["jsonld.to_quads"].neutral()(source())

    assert jsonld.to_rdf.normal(whole) == jsonld.to_rdf.normal(composed)
    assert {quad[2] for quad in whole if quad[1] == "https://schema.example/name"} == {
        ("Ada", XSD_STRING, None),
        ("Grace", XSD_STRING, None),
    }


def test_two_documents_with_the_same_term_do_not_share_a_context() -> None:
    engine = BY_STAGE["jsonld.expand"]
    assert engine.cache is not None
    first, second = engine.cache(), engine.cache()
    other = {URL: {"@context": {"name": "https://other.example/name"}}}

    one = engine.run(engine.enter(source(), first))
    two = engine.run(engine.enter(jsonld.Source({"@context": URL, "name": "x"}, other), second))

    assert "https://schema.example/name" in one[0]
    assert "https://other.example/name" in two[0]


def test_a_warm_cache_is_used() -> None:
    engine = BY_STAGE["jsonld.expand"]
    assert engine.cache is not None
    cache = engine.cache()
    operation = engine.enter(source(), cache)

    engine.run(operation)
    filled = len(cache.resolved)
    engine.run(operation)

    assert filled > 0
    assert filled == len(cache.resolved)


def test_inputs_survive() -> None:
    given, called = source(), calls(deepcopy(NESTED))
    before = deepcopy((given, called))
    for name in ("jsonld.expand", "jsonld.to_quads"):
        BY_STAGE[name].neutral()(given)
    BY_STAGE["jsonld.process_context"].neutral()(called)

    assert before == (given, called)


def calls(document: Any) -> jsonld.ContextCalls:
    return jsonld.ContextCalls(CONTEXTS, Options(), *record(document, CONTEXTS))


def test_contexts_are_processed_as_expansion_processes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    processor, seen, depth = library.JsonLdProcessor, list[Any](), list[None]()
    process = processor._process_context

    def watched(*args: Any, **flags: Any) -> Any:
        depth.append(None)
        result = process(*args, **flags)
        depth.pop()
        if not depth:  # the calls that expansion itself makes
            seen.append(set(result["mappings"]))
        return result

    monkeypatch.setattr(processor, "_process_context", watched)
    BY_STAGE["jsonld.expand"].neutral()(jsonld.Source(NESTED, CONTEXTS))
    in_expansion = [*seen]
    seen.clear()
    found = BY_STAGE["jsonld.process_context"].neutral()(calls(NESTED))

    del in_expansion[1]  # for q as a member, before its values, where the text asks for no call
    assert in_expansion == seen
    assert [set(each.terms) for each in found] == seen
    assert found[0].terms == {"id": "@id", "none": None, "q": "urn:q", "T": "urn:t"}
    assert [each.terms.get("p") for each in found] == [None, "urn:inner", "urn:inner", "urn:inner"]


def test_a_null_context_between_others_leaves_pyld_without_a_previous_one() -> None:
    scoped: Any = [{"a": "urn:a"}, None, {"b": "urn:b"}]
    document = {"@context": {"T": {"@id": "urn:T", "@context": scoped}}, "@type": "T", "b": {"@context": {}}}

    with pytest.raises(KeyError, match="previousContext"):
        BY_STAGE["jsonld.process_context"].neutral()(calls(document))


@pytest.mark.parametrize(("warm", "same"), [(True, True), (False, False)])
def test_contexts_are_kept_in_the_cache_that_is_handed_in(*, warm: bool, same: bool) -> None:
    engine, given = BY_STAGE["jsonld.process_context"], calls(NESTED)
    assert engine.cache is not None
    cache = engine.cache()

    first = engine.run(engine.enter(given, cache))
    again = engine.run(engine.enter(given, cache if warm else engine.cache()))

    assert same is (first[0] is again[0])


def test_a_relative_iri_is_not_resolved_against_an_invented_base() -> None:
    relative = jsonld.Source({"@context": CONTEXT["@context"], "@id": "student/7", "name": "Ada"}, {})

    assert BY_STAGE["jsonld.to_quads"].neutral()(relative) == ()


def test_canonicalization_is_right_where_the_algorithms_agree() -> None:
    assert BY_STAGE["rdfc.canonicalize"].neutral()(rdfc.Request(DATASET)) == CANONICAL
    assert BY_STAGE["rdfc.canonicalize"].algorithm == "URDNA2015"


def test_the_canonicalizer_consumes_its_dataset() -> None:
    engine = BY_STAGE["rdfc.canonicalize"]
    entered = engine.enter(rdfc.Request(DATASET))
    before = deepcopy(entered)
    engine.run(entered)

    assert engine.consumes
    assert before != entered


def test_sha384_is_refused_with_the_reason() -> None:
    with pytest.raises(EngineUnavailable, match="SHA-256 only"):
        BY_STAGE["rdfc.canonicalize"].enter(rdfc.Request(DATASET, "sha384"))


def test_n_quads_go_round() -> None:
    text = BY_STAGE["nquads.serialize"].neutral()(DATASET)

    assert set(DATASET) == set(BY_STAGE["nquads.parse"].neutral()(text))
    assert nquads.serialize.normal(text) == nquads.parse.normal(DATASET)


def test_malformed_n_quads_are_an_error_of_ours() -> None:
    with pytest.raises(MalformedInput, match="PyLD cannot parse"):
        BY_STAGE["nquads.parse"].neutral()("nonsense\n")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (Options(base="https://base.example/"), ("https://base.example/7", "urn:p", "a")),
        (Options(expand_context={"rel": "urn:rel"}), ("urn:x:1", "urn:rel", "b")),
        (Options(produce_generalized_rdf=True), ("urn:x:1", "_:q", "c")),
        (Options(rdf_direction="i18n-datatype"), ("urn:x:1", "urn:p", "d")),
    ],
)
def test_the_options_of_a_source_reach_the_library(options: Options, expected: tuple[str, ...]) -> None:
    document = {
        "@graph": [
            {"@id": "7", "urn:p": "a"},
            {"@id": "urn:x:1", "rel": "b", "_:q": "c", "urn:p": {"@value": "d", "@direction": "rtl"}},
        ]
    }

    def quads(asked: Options) -> set[tuple[Any, ...]]:
        found = BY_STAGE["jsonld.to_quads"].neutral()(jsonld.Source(document, {}, asked))
        return {(s, "_:q" if p.startswith("_:") else p, *term[:2]) for s, p, term, _ in found}

    gained = quads(options) - quads(Options())
    assert {each[:3] for each in gained} == {expected}


def test_the_whole_is_the_canonicalization_of_the_quads() -> None:
    engine = BY_STAGE["transform.rdfc"]
    quads = BY_STAGE["jsonld.to_quads"].neutral()(source())

    text = engine.neutral()(transform.Request(source()))

    assert text.decode() == BY_STAGE["rdfc.canonicalize"].neutral()(rdfc.Request(quads))
    with pytest.raises(EngineUnavailable, match="SHA-256 only"):
        engine.neutral()(transform.Request(source(), "sha384"))
