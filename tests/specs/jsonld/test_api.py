"""canonbench.specs.jsonld.api: the public suite, published credentials, and the bounds of recursion."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from canonbench.errors import DataLoss, JsonLdError
from canonbench.specs import jsonld, rdfc10
from canonbench.specs.jsonld import ContextCache, Loss, Options
from canonbench.suites import Vector, folder, json_ld_api

_FOLDER = folder("json-ld-api")
_VECTORS = [] if _FOLDER is None else list(json_ld_api.vectors(_FOLDER))
_EXPAND = [pytest.param(v, id=v.name) for v in _VECTORS if v.stage == "jsonld.expand"]
_TO_RDF = [pytest.param(v, id=v.name) for v in _VECTORS if v.stage == "jsonld.to_quads"]


def _outcome(vector: Vector, run: Callable[[], object]) -> str | None:
    """Return what is wrong with a run, where its error code is as good as an output."""
    try:
        output = run()
    except JsonLdError as error:
        return None if error.code == vector.refuse else f"{error}, not {vector.refuse}"
    return vector.judge(output) if vector.refuse is None else f"no error, not {vector.refuse}"


@pytest.mark.suites
def test_the_suite_is_whole(suite: Callable[[str], Path]) -> None:
    found = [vector.stage for vector in json_ld_api.vectors(suite("json-ld-api"))]
    assert {stage: found.count(stage) for stage in set(found)} == {
        "jsonld.expand": 376,
        "jsonld.to_quads": 456,
    }


@pytest.mark.suites
@pytest.mark.parametrize("vector", _EXPAND)
def test_expansion_conforms(vector: Vector) -> None:
    document, contexts, options, *_ = vector.arrange()
    assert _outcome(vector, lambda: jsonld.expand(document, contexts, options)) is None


@pytest.mark.suites
@pytest.mark.parametrize("vector", _TO_RDF)
def test_both_ways_to_a_dataset_conform_and_tell_of_losses(vector: Vector) -> None:
    document, contexts, options, *_ = vector.arrange()
    composed = _outcome(vector, lambda: jsonld.to_rdf(jsonld.expand(document, contexts, options), options))
    fused = _outcome(vector, lambda: jsonld.to_quads(document, contexts, options, loss="ignore"))
    assert (composed, fused) == (None, None)
    if vector.refuse is None:
        losses = jsonld.data_loss(document, contexts, options)
        refused = False
        try:
            jsonld.to_quads(document, contexts, options)
        except DataLoss as error:
            refused = error.losses == losses
        assert refused == bool(losses)


# What the published credentials say and their datasets do not.
_LOST = {
    "blockcerts-v3.2-multilingual": ["/name/2", "/description/2"],
    "elm-ec-credential-sample": ["/issuer/eIDAS\u0399dentifier"],
    "elm-dc4eu-transcript-uio": ["/credentialSubject/hasClaim/0/awardedBy/used/resultDistribution"],
    "learncard-boost-boost-id": ["/credentialSubject/achievement/image"],
    "learncard-boost-with-skills": ["/credentialSubject/achievement/image"],
    "ob3-dcc-degree": ["/renderMethod"],
    "vcedu-models-course-certificate": ["/credentialSubject/hasAchieved"],
}


@pytest.mark.suites
def test_published_credentials_have_the_published_digests_and_known_losses(shared_education: Path) -> None:
    items = json.loads((shared_education / "manifest.json").read_bytes())["items"]
    contexts: dict[str, Any] = {
        item["url"]: json.loads((shared_education / item["file"]).read_bytes())
        for item in items
        if item["kind"] == "context" and "variant" not in item
    }
    for url, document in list(contexts.items()):  # the addresses that its README names
        if url.endswith("edc-ap"):
            contexts[url.replace("http:", "https:")] = document
        if "blockcerts" in url and "3.0" in url:
            contexts["https://www.blockcerts.org/schema/3.0/context.json"] = document
    cache = ContextCache(contexts)
    digests, published, lost = {}, {}, {}
    for item in items:
        if item.get("canonical"):
            name = Path(item["file"]).stem
            document = json.loads((shared_education / item["file"]).read_bytes())
            document.pop("proof", None)
            lost[name] = [loss.pointer for loss in jsonld.data_loss(document, cache)]
            if "nquads_sha256" in item["canonical"]:
                quads = jsonld.to_quads(document, cache, loss="ignore")
                digests[name] = sha256(rdfc10.canonicalize(quads).encode()).hexdigest()
                published[name] = item["canonical"]["nquads_sha256"]
    assert (len(digests), digests) == (42, published)
    few = {name: places for name, places in lost.items() if 0 < len(places) < 4}
    assert few == _LOST
    many = {name: len(places) for name, places in lost.items() if len(places) >= 4}
    assert many == {
        "elm-mynextid-degree-certificate": 11,
        "elm-mynextid-microcredential": 9,
        "openattestation-v3-driving-licence": 4,
    }


def test_a_document_may_be_an_array_of_nodes() -> None:
    document = [{"@id": "urn:x", "urn:p": 1}, {"@id": "urn:y", "urn:p": 2}]
    assert len(jsonld.to_quads(document, {})) == 2
    assert jsonld.data_loss([*document, "text"], {}) == (Loss("/2", "free-floating value", "text"),)


@pytest.mark.parametrize("depth", [128, 129, 3_000])
def test_nesting_is_bounded(depth: int) -> None:
    document: dict[str, Any] = {"urn:q": 1}
    for _ in range(depth - 1):
        document = {"urn:p": document}
    if depth <= 128:
        assert len(jsonld.to_quads(document, {})) == depth
    else:
        for run in (jsonld.to_quads, jsonld.expand, jsonld.data_loss):
            with pytest.raises(JsonLdError) as caught:
                run(document, {})
            assert (caught.value.code, caught.value.pointer) == ("nesting too deep", "/urn:p" * 128)


def test_a_bound_beyond_that_of_the_interpreter_is_an_error_all_the_same() -> None:
    document: dict[str, Any] = {"urn:q": 1}
    for _ in range(3_000):
        document = {"urn:p": document}
    options = Options(max_depth=10_000)
    for run in (jsonld.to_quads, jsonld.expand, jsonld.data_loss):
        with pytest.raises(JsonLdError) as caught:
            run(document, {}, options)
        assert caught.value.code == "nesting too deep"


@pytest.mark.parametrize(
    ("value", "code", "place"),
    [
        ([1, 10**400], "number out of range", "/urn:gpa/1"),
        ({"@value": float("nan")}, "number out of range", "/urn:gpa"),
        ({"@value": [2**60], "@type": "@json"}, "invalid JSON literal", "/urn:gpa"),
        ({"@id": "urn:y", "json": {"a": 2**60}}, "invalid JSON literal", "/urn:gpa/json"),
    ],
    ids=str,
)
def test_a_value_without_an_rdf_form_is_refused_with_its_place(value: Any, code: str, place: str) -> None:
    document = {"@context": {"json": {"@id": "urn:json", "@type": "@json"}}, "@id": "urn:x", "urn:gpa": value}
    with pytest.raises(JsonLdError) as caught:
        jsonld.to_quads(document, {})
    assert (caught.value.code, caught.value.pointer) == (code, place)


def test_an_error_between_places_has_none() -> None:
    nodes = [{"@id": "urn:x", "@index": index} for index in ("a", "b")]
    with pytest.raises(JsonLdError) as caught:
        jsonld.to_quads({"@id": "urn:y", "urn:p": nodes}, {}, loss="ignore")
    assert (caught.value.code, caught.value.pointer) == ("conflicting indexes", "")


def test_a_value_without_an_rdf_form_is_no_matter_where_nothing_is_said_of_it() -> None:
    assert jsonld.to_quads({"@id": "rel", "urn:gpa": 10**400}, {}, loss="ignore") == ()


def test_documents_and_contexts_are_not_changed() -> None:
    contexts = {
        "https://a/": {"@context": {"@import": "https://b/", "a": "urn:a"}},
        "https://b/": {"@context": {}},
    }
    document = {"@context": ["https://a/", {"b": "urn:b"}], "a": {"b": ["x"], "@type": ["urn:T"]}}
    before = json.dumps([contexts, document])
    jsonld.to_quads(document, contexts)
    expanded = jsonld.expand(document, contexts)
    text = json.dumps(expanded)
    jsonld.to_rdf(expanded)
    assert (json.dumps([contexts, document]), json.dumps(expanded)) == (before, text)


def test_expansion_refuses_loss_where_it_is_asked_to() -> None:
    document = {"@context": {"name": "https://schema.example/name"}, "name": "Ada", "honours": "first"}
    expanded = jsonld.expand(document, {})

    assert expanded == [{"https://schema.example/name": [{"@value": "Ada"}]}]
    with pytest.raises(DataLoss) as caught:
        jsonld.expand(document, {}, loss="error")
    assert caught.value.losses == jsonld.data_loss(document, {})
    del document["honours"]
    assert expanded == jsonld.expand(document, {}, loss="error")
