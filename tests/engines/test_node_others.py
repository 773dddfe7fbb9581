"""JSON-LD and RDFC-1.0 in Node.js by the code of others: what is handled, what differs, and their roles."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue, node, node_others
from canonbench.errors import (
    CanonbenchError,
    EngineUnavailable,
    JsonLdError,
    WorkLimitExceeded,
)
from canonbench.exchanges import load
from canonbench.exchanges.di_verify import own_use
from canonbench.exchanges.peers import unverified
from canonbench.model.engine import Engine
from canonbench.model.exchange import RoleName, Variant
from canonbench.runs import keys
from canonbench.runtimes.install import Runtimes
from canonbench.specs.jsonld.options import Options
from canonbench.specs.rdf import XSD_STRING
from canonbench.stages.jsonld import Source
from canonbench.stages.rdfc import Request
from canonbench.stages.transform import Request as Transformation

OWN = own_use()
BOTH = ["node-rdfjs", "node-oxigraph"]
SUITES = [
    ("eddsa-rdfc-2022", Variant("ed25519")),
    ("ecdsa-rdfc-2019", Variant("p256")),
    ("ecdsa-rdfc-2019", Variant("p384")),
]
_TERM = "https://schema.example/name"
_CONTEXT = {"@context": {"name": _TERM}}
_SOURCE = Source({"@context": "urn:context", "name": "Ada"}, {"urn:context": _CONTEXT})
_QUADS = (("_:b0", _TERM, ("Ada", XSD_STRING, None), None),)
_BOOLEAN = "http://www.w3.org/2001/XMLSchema#boolean"
_SAME = f'<urn:s> <{_TERM}> "Ada" .\n'.encode()

Engines = Mapping[tuple[str, str], Engine[Any, Any]]


@pytest.fixture(scope="session")
def engines(runtimes: Runtimes) -> Engines:
    """Return every one of these engines, by its name and its stage."""
    return {
        (name, engine.stage.name): engine
        for name in node_others.OFFERS
        for engine in node.engines(name, runtimes)
    }


def _requests(name: str, variant: Variant) -> Mapping[RoleName, Any]:
    return load(name).requests(OWN, corpus.find("credential-20"), variant, 5, 0)


@pytest.mark.parametrize("name", ["node-jsonld-streaming-parser", "node-oxigraph"])
def test_json_ld_becomes_the_same_quads_each_time(engines: Engines, name: str) -> None:
    to_quads = engines[name, "jsonld.to_quads"].neutral()
    expected = Catalogue().load("canonbench")["jsonld.to_quads"]
    found = [expected.stage.normal(to_quads(_SOURCE)) for _ in range(3)]

    assert found == [expected.stage.normal(_QUADS)] * 3


@pytest.mark.parametrize("name", ["node-jsonld-streaming-parser", "node-oxigraph"])
def test_no_base_is_invented_and_the_base_reaches_the_library(engines: Engines, name: str) -> None:
    to_quads = engines[name, "jsonld.to_quads"].neutral()
    relative = {"@context": {"name": _TERM}, "@id": "a", "name": "Ada"}

    assert to_quads(Source(relative, {})) == ()
    assert to_quads(Source(relative, {}, Options(base="https://x.example/b/"))) == (
        ("https://x.example/b/a", *_QUADS[0][1:]),
    )


def test_the_options_of_json_ld_reach_the_parser_that_has_them(engines: Engines) -> None:
    to_quads = engines["node-jsonld-streaming-parser", "jsonld.to_quads"].neutral()
    arabic = {"@context": {"@direction": "rtl", "name": _TERM}, "@id": "urn:s", "name": "Ada"}
    directed = to_quads(Source(arabic, {}, Options(rdf_direction="i18n-datatype")))

    assert [
        quad[1:] for quad in to_quads(Source({"name": "Ada"}, {}, Options(expand_context={"name": _TERM})))
    ] == [_QUADS[0][1:]]
    assert to_quads(Source(arabic, {})) == (("urn:s", *_QUADS[0][1:]),)
    assert directed[0][2][:2] == ("Ada", "https://www.w3.org/ns/i18n#_rtl")
    with pytest.raises(JsonLdError, match="version"):
        to_quads(Source({"@context": {"@version": 1.1}}, {}, Options(processing_mode="json-ld-1.0")))
    with pytest.raises(EngineUnavailable, match="none of the options"):
        engines["node-oxigraph", "jsonld.to_quads"].neutral()(
            Source({}, {}, Options(rdf_direction="i18n-datatype"))
        )


@pytest.mark.parametrize("name", BOTH)
def test_a_context_that_is_not_given_is_not_fetched(engines: Engines, name: str) -> None:
    transform = engines[name, "transform.rdfc"].neutral()

    with pytest.raises(JsonLdError, match="no context urn:context"):
        transform(Transformation(_SOURCE._replace(contexts={})))


def test_contexts_are_written_out_wherever_they_are(engines: Engines) -> None:
    to_quads = engines["node-oxigraph", "jsonld.to_quads"].neutral()
    outer = {"@context": ["urn:context", {"inner": {"@id": "urn:p", "@context": "urn:scoped"}}]}
    scoped = {"@context": {"name": "urn:other"}}
    contexts = {"urn:context": _CONTEXT, "urn:outer": outer, "urn:scoped": scoped}
    document = {
        "@context": "urn:outer",
        "@id": "urn:s",
        "name": "Ada",
        "inner": {"@id": "urn:i", "name": "Eve"},
    }

    assert {quad[1] for quad in to_quads(Source(document, contexts))} == {_TERM, "urn:p", "urn:other"}


@pytest.mark.parametrize(
    ("contexts", "reason"),
    [
        ({"urn:context": {"@context": {"name": {"@id": _TERM, "@context": "urn:context"}}}}, "names itself"),
        ({"urn:context": {"@context": ["other"]}}, "relative"),
    ],
)
def test_a_context_that_cannot_be_written_out_is_not_taken(
    engines: Engines, contexts: dict[str, Any], reason: str
) -> None:
    for stage, given in (("jsonld.to_quads", _SOURCE), ("transform.rdfc", Transformation(_SOURCE))):
        source = given if isinstance(given, Source) else given.source
        changed = source._replace(contexts=contexts)
        with pytest.raises(EngineUnavailable, match=reason):
            engines["node-oxigraph", stage].neutral()(
                changed if isinstance(given, Source) else given._replace(source=changed)
            )


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("digest", ["sha256", "sha384"])
@pytest.mark.parametrize("document", ["simple", "ob3", "credential-20", "elm-20"])
def test_a_transformation_is_the_same_as_ours(
    engines: Engines, name: str, document: str, digest: str
) -> None:
    found = corpus.find(document)
    request = Transformation(Source(found.value, found.contexts), digest)

    assert engines[name, "transform.rdfc"].neutral()(request) == (
        Catalogue().load("canonbench")["transform.rdfc"].neutral()(request)
    )


@pytest.mark.parametrize("name", BOTH)
def test_what_is_said_twice_is_one_quad(engines: Engines, name: str) -> None:
    twice = {"@id": "urn:s", _TERM: ["Ada", "Ada"]}

    assert engines[name, "transform.rdfc"].neutral()(Transformation(Source([twice, twice], {}))) == _SAME


def test_the_bare_library_abbreviates_booleans_and_the_corrected_one_does_not(engines: Engines) -> None:
    dataset = (("urn:s", "urn:p", ("true", _BOOLEAN, None), None),)
    document = {"@id": "urn:s", "urn:p": True}
    right = f'<urn:s> <urn:p> "true"^^<{_BOOLEAN}> .\n'

    assert (
        engines["node-rdfjs-c14n", "rdfc.canonicalize"].neutral()(Request(dataset))
        == "<urn:s> <urn:p> true .\n"
    )
    assert (
        engines["node-rdfjs", "transform.rdfc"].neutral()(Transformation(Source(document, {})))
        == right.encode()
    )


@pytest.mark.parametrize("name", BOTH)
def test_a_poison_graph_is_over_the_stated_limit(engines: Engines, name: str) -> None:
    nodes = [f"_:n{number}" for number in range(9)]
    pairs = [{"@id": one, "urn:p": [{"@id": other} for other in nodes if one != other]} for one in nodes]

    with pytest.raises(WorkLimitExceeded, match="Maximum"):
        engines[name, "transform.rdfc"].neutral()(Transformation(Source(pairs, {})))


def test_a_circle_is_within_it(engines: Engines) -> None:
    circle = (("_:a", "urn:p", "_:b", None), ("_:b", "urn:p", "_:a", None))

    assert engines["node-rdfjs-c14n", "rdfc.canonicalize"].neutral()(Request(circle, "sha384")) == (
        "_:c14n0 <urn:p> _:c14n1 .\n_:c14n1 <urn:p> _:c14n0 .\n"
    )


def test_n_quads_that_are_none_are_malformed(engines: Engines) -> None:
    parse = engines["node-oxigraph", "nquads.parse"].neutral()

    assert parse(_SAME.decode()) == (("urn:s", *_QUADS[0][1:]),)
    with pytest.raises(CanonbenchError, match="Parser error"):
        parse("<urn:s> .\n")


@pytest.mark.parametrize("by", BOTH)
@pytest.mark.parametrize(("name", "variant"), SUITES)
def test_each_verifies_what_the_other_made(engines: Engines, by: str, name: str, variant: Variant) -> None:
    requests: dict[str, Any] = {str(role): each for role, each in _requests(name, variant).items()}
    ours = {role: found.bind(OWN, variant) for role, found in load(name).roles.items()}
    verifiers = {"ours": ours["verify"], "its": engines[by, f"{name}.verify"].neutral()}
    role: RoleName
    for role in ("issue", "present"):
        made = engines[by, f"{name}.{role}"].neutral()(requests[role])
        assert unverified(made, role, requests, ours["present"], verifiers) == ""
        if name == "eddsa-rdfc-2022":
            assert json.loads(made) == json.loads(ours[role](requests[role]))
    assert verifiers["its"](requests["verify"]) == verifiers["ours"](requests["verify"])


@pytest.mark.parametrize("by", BOTH)
@pytest.mark.parametrize(("name", "variant"), SUITES)
def test_all_that_is_tampered_with_is_refused(engines: Engines, by: str, name: str, variant: Variant) -> None:
    verify, request = engines[by, f"{name}.verify"].neutral(), _requests(name, variant)["verify"]
    tampered = list(load(name).tampered(OWN, request, variant))

    assert len(tampered) >= 17
    for each in tampered:
        with pytest.raises(CanonbenchError):
            verify(each.request)


def test_data_that_would_be_lost_is_refused_where_the_library_can(engines: Engines) -> None:
    request = _requests("eddsa-rdfc-2022", Variant("ed25519"))["issue"]
    more = request._replace(document={**request.document, "unknown": "term"})

    with pytest.raises(JsonLdError, match="unknown"):
        engines["node-rdfjs", "eddsa-rdfc-2022.issue"].neutral()(more)
    signed = [
        json.loads(engines["node-oxigraph", "eddsa-rdfc-2022.issue"].neutral()(each))
        for each in (request, more)
    ]
    assert signed[0]["proof"] == signed[1]["proof"]


@pytest.mark.parametrize("by", BOTH)
def test_the_scope_issuer_alone_is_measured(engines: Engines, by: str) -> None:
    with pytest.raises(EngineUnavailable, match="scope issuer"):
        engines[by, "eddsa-rdfc-2022.verify"].neutral()(
            _requests("eddsa-rdfc-2022", Variant("ed25519", "holder"))["verify"]
        )


def test_nothing_is_kept_so_that_nothing_is_cold(engines: Engines, runtimes: Runtimes) -> None:
    assert [each for each in engines.values() if each.cache is not None] == []
    assert node.engines("node-jsonld", runtimes)[0].cache is not None


def test_libraries_that_work_together_are_named_wherever_the_rows_are(engines: Engines) -> None:
    page = (Path(__file__).parents[2] / "docs" / "other-runtimes.md").read_text(encoding="utf-8")
    together = {name: engines[name, "transform.rdfc"].algorithm for name in BOTH}

    assert {name for (name, _), engine in engines.items() if engine.algorithm} == set(BOTH)
    for (name, stage), engine in engines.items():
        keys.check({str(keys.ALGORITHM): engine.algorithm or "none"})
        if name in BOTH and stage not in {"jsonld.to_quads", "nquads.parse"}:
            assert engine.algorithm.startswith(together[name])
            assert ("checks added by canonbench" in engine.algorithm) == stage.endswith(".verify")
    for algorithm in together.values():
        assert all(word in page for word in algorithm.replace(",", "").split() if "-" in word)


def test_roles_have_the_text_of_ours() -> None:
    roles = node_others.OFFERS["node-rdfjs"][1:]

    assert roles == node_others.OFFERS["node-oxigraph"][3:]
    assert len(roles) == 6
    for stage in roles:
        name, _, role = stage.name.rpartition(".")
        assert stage.text == load(name).roles[role].text  # type: ignore[index]  # a role
