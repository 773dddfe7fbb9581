"""The libraries of Node.js, in their smallest cases."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents.keys import secret_key
from canonbench.engines import WHOLES, Catalogue, node
from canonbench.errors import (
    EngineUnavailable,
    JcsDomainError,
    JsonLdError,
    MalformedInput,
    VerificationFailed,
    WorkLimitExceeded,
)
from canonbench.harness.loops import Kept, Timed
from canonbench.model.engine import Engine
from canonbench.runtimes.install import Runtimes
from canonbench.specs.cbor import Map, Simple, Tag
from canonbench.specs.jsonld.options import Options
from canonbench.specs.rdf import XSD_STRING
from canonbench.specs.sd_jwt import Frame, Policy
from canonbench.stages.ecdsa import Signing
from canonbench.stages.jsonld import Source
from canonbench.stages.kb_jwt import public_jwk
from canonbench.stages.key import Key, Material
from canonbench.stages.rdfc import Request
from canonbench.stages.sd_jwt import Issuing, Presenting, Verifying
from canonbench.stages.transform import Request as Transformation
from canonbench.suites import own

_TERM = "https://schema.example/name"
_CONTEXT = {"@context": {"name": _TERM}}
_LITERAL = ("Ada", XSD_STRING, None)
_SOURCE = Source({"@context": "urn:context", "name": "Ada"}, {"urn:context": _CONTEXT})
_ISSUER, _HOLDER = (
    Catalogue()
    .load("cryptography")["key.load"]
    .neutral()(Material("multikey", secret_key("P-256", owner), secret=True))
    for owner in ("issuer", "holder")
)
_QUADS = (("_:b0", _TERM, _LITERAL, None),)


@pytest.fixture(scope="session")
def engines(runtimes: Runtimes) -> Mapping[tuple[str, str], Engine[Any, Any]]:
    """Return every engine of a library, by its name and its stage."""
    names = [name for name in Catalogue().names if name.startswith("node-")]
    return {(name, engine.stage.name): engine for name in names for engine in node.engines(name, runtimes)}


def _differs(name: str, vector: str) -> bool:
    """Tell the vectors that a library is known not to pass; ``docs/other-runtimes.md`` lists them."""
    return (name, vector) in {
        ("node-rdf-canonize", "rdfc.canonicalize/apart"),
        ("node-rdf-canonize", "nquads.parse/escapes"),
    }


def test_every_engine_passes_the_hand_worked_vectors(
    engines: Mapping[tuple[str, str], Engine[Any, Any]],
) -> None:
    wrong, judged = [], 0
    for vector in own.vectors():
        for (name, stage), engine in engines.items():
            if stage != vector.stage or vector.refuse is not None:
                continue
            try:
                problem = vector.judge(engine.neutral()(vector.arrange()))
            except EngineUnavailable:
                continue
            except MalformedInput as error:
                problem = str(error)
            judged += 1
            if bool(problem) != _differs(name, vector.name):
                wrong.append((name, vector.name, problem))

    assert wrong == []
    assert judged > 20


def test_json_ld_becomes_the_same_quads_each_time(
    engines: Mapping[tuple[str, str], Engine[Any, Any]],
) -> None:
    to_quads = engines["node-jsonld", "jsonld.to_quads"].neutral()

    assert to_quads(_SOURCE) == to_quads(_SOURCE) == _QUADS


def test_no_base_is_invented_and_options_reach_the_library(
    engines: Mapping[tuple[str, str], Engine[Any, Any]],
) -> None:
    to_quads = engines["node-jsonld", "jsonld.to_quads"].neutral()
    relative = {"@context": {"name": _TERM}, "@id": "a", "name": "Ada"}

    assert to_quads(Source(relative, {})) == ()
    assert to_quads(Source(relative, {}, Options(base="urn:x:b/"))) == (("urn:x:b/a", _TERM, _LITERAL, None),)
    assert to_quads(Source({"name": "Ada"}, {}, Options(expand_context={"name": _TERM}))) == _QUADS


def test_a_context_that_is_not_given_is_not_fetched(
    engines: Mapping[tuple[str, str], Engine[Any, Any]],
) -> None:
    with pytest.raises(JsonLdError, match="no context urn:context"):
        engines["node-jsonld", "jsonld.expand"].neutral()(_SOURCE._replace(contexts={}))


def test_the_same_url_in_another_document_has_its_own_context(
    engines: Mapping[tuple[str, str], Engine[Any, Any]],
) -> None:
    transform = engines["node-jsonld", "transform.rdfc"].neutral()
    other = _SOURCE._replace(contexts={"urn:context": {"@context": {"name": "urn:other"}}})

    assert transform(Transformation(_SOURCE)) == f'_:c14n0 <{_TERM}> "Ada" .\n'.encode()
    assert transform(Transformation(other)) == b'_:c14n0 <urn:other> "Ada" .\n'


def test_a_poison_graph_is_over_the_stated_limit(
    engines: Mapping[tuple[str, str], Engine[Any, Any]],
) -> None:
    nodes = [f"_:n{number}" for number in range(9)]
    clique = tuple((one, "urn:p", other, None) for one in nodes for other in nodes if one != other)

    with pytest.raises(WorkLimitExceeded, match="Maximum deep iterations"):
        engines["node-rdf-canonize", "rdfc.canonicalize"].neutral()(Request(clique))


def test_graphs_that_the_default_limit_refuses_are_canonicalized(
    engines: Mapping[tuple[str, str], Engine[Any, Any]],
) -> None:
    circle = (("_:a", "urn:p", "_:b", None), ("_:b", "urn:p", "_:a", None))

    assert engines["node-rdf-canonize", "rdfc.canonicalize"].neutral()(Request(circle)) == (
        "_:c14n0 <urn:p> _:c14n1 .\n_:c14n1 <urn:p> _:c14n0 .\n"
    )


@pytest.mark.parametrize(
    "value", [{"a": [1, 2.5, None, True]}, {"__proto__": "x", "10": 1, "9": "\U0001f600"}]
)
def test_jcs_agrees_with_ours(
    engines: Mapping[tuple[str, str], Engine[Any, Any]], value: dict[str, Any]
) -> None:
    ours = Catalogue().load("canonbench")["jcs.canonicalize"].neutral()

    assert engines["node-canonicalize", "jcs.canonicalize"].neutral()(value) == ours(value)


def test_what_is_outside_the_domain_of_jcs_is_refused_or_not_taken(
    engines: Mapping[tuple[str, str], Engine[Any, Any]],
) -> None:
    canonicalize = engines["node-canonicalize", "jcs.canonicalize"].neutral()

    with pytest.raises(JcsDomainError, match="surrogate"):
        canonicalize("\ud800")
    with pytest.raises(EngineUnavailable, match="2\\^53"):
        canonicalize([2**60])


@pytest.mark.parametrize(
    "value",
    [
        {"b": [1, -1, b"\0", "x", None, True], "a": 0.5},
        Tag(24, b"x"),
        Tag(1004, "1999-02-03"),
        Map(((1, -7), (b"k", Simple(23)))),
        2**40,
        2**63,
    ],
)
def test_cbor_comes_back_as_it_was_and_agrees_with_cbor2(
    engines: Mapping[tuple[str, str], Engine[Any, Any]], value: Any
) -> None:
    encoded = engines["node-cbor-x", "cbor.encode"].neutral()(value)

    assert encoded == Catalogue().load("cbor2")["cbor.encode"].neutral()(value)
    assert engines["node-cbor-x", "cbor.decode"].neutral()(encoded) == value


def test_a_whole_float_is_not_taken(engines: Mapping[tuple[str, str], Engine[Any, Any]]) -> None:
    with pytest.raises(EngineUnavailable, match="one type for numbers"):
        engines["node-cbor-x", "cbor.encode"].neutral()([1.0])


def test_a_signature_of_another_message_does_not_verify(
    engines: Mapping[tuple[str, str], Engine[Any, Any]],
) -> None:
    vector = next(v for v in own.vectors() if v.stage == "eddsa.verify" and v.refuse is None)
    given = vector.arrange()

    with pytest.raises(VerificationFailed):
        engines["node-crypto", "eddsa.verify"].neutral()(given._replace(message=given.message + b"!"))


def test_deterministic_ecdsa_is_not_taken(engines: Mapping[tuple[str, str], Engine[Any, Any]]) -> None:
    with pytest.raises(EngineUnavailable, match="RFC 6979"):
        engines["node-crypto", "ecdsa.sign"].neutral()(
            Signing(Key("P-256", b"\4" + bytes(64), bytes(32)), b"", deterministic=True)
        )


def test_what_one_library_issues_and_presents_another_verifies(
    engines: Mapping[tuple[str, str], Engine[Any, Any]],
) -> None:
    verify = Catalogue().load("cryptography")["sd_jwt.verify"].neutral()
    inner = Frame(disclosable=False, members={"city": Frame(disclosable=True, members={})})
    frame = Frame(disclosable=False, members={"name": Frame(disclosable=True, members={}), "address": inner})
    claims = {
        "vct": "urn:x:type",
        "name": "Ada",
        "address": {"city": "Turin"},
        "cnf": {"jwk": public_jwk(_HOLDER)},
    }
    header = {"typ": "dc+sd-jwt", "alg": "ES256"}

    text = engines["node-sd-jwt-vc", "sd_jwt.issue"].neutral()(Issuing(_ISSUER, header, claims, frame, b""))
    shown = engines["node-sd-jwt-vc", "sd_jwt.present"].neutral()(
        Presenting(_HOLDER, text, ("/address/city",), "aud", "nonce", 1_700_000_000, "ES256")
    )
    policy = Policy("required", 1_700_000_001.0, "aud", "nonce")
    given = Verifying(_ISSUER._replace(secret=b""), shown, policy)

    assert verify(given)["address"] == {"city": "Turin"}
    assert "name" not in verify(given)
    assert engines["node-sd-jwt-vc", "sd_jwt.verify"].neutral()(given) == verify(given)
    with pytest.raises(VerificationFailed):
        engines["node-sd-jwt-vc", "sd_jwt.verify"].neutral()(
            given._replace(policy=policy._replace(nonce="another"))
        )


def test_text_that_is_no_json_is_malformed(engines: Mapping[tuple[str, str], Engine[Any, Any]]) -> None:
    with pytest.raises(MalformedInput):
        engines["node-core", "json.parse"].neutral()(b"{")


@pytest.mark.parametrize("cold", [False, True])
def test_a_case_is_timed_by_the_child(
    engines: Mapping[tuple[str, str], Engine[Any, Any]], *, cold: bool
) -> None:
    kept = Kept()
    outputs: list[Any] = []
    timed = Timed(
        engines["node-jsonld", "jsonld.to_quads"],
        lambda: _SOURCE,
        outputs.append,
        cold=cold,
        chunk=512,
        kept=kept,
    )

    wall = timed(7)

    assert outputs == [_QUADS]
    assert wall > 0
    assert len(kept.values) == 1
    assert kept.facts["warm.steady"] in {"yes", "no"}


def test_facts_name_runtime_and_library(engines: Mapping[tuple[str, str], Engine[Any, Any]]) -> None:
    remote = engines["node-jsonld", "jsonld.expand"].remote
    assert remote is not None

    facts = remote.facts()

    assert facts["engine_version"] == "9.0.0"
    assert facts["engine_source"].startswith("sha512-")
    assert facts["runtime"].startswith("Node.js ")


def test_the_runtime_as_a_whole_does_what_its_libraries_do(
    engines: Mapping[tuple[str, str], Engine[Any, Any]], runtimes: Runtimes
) -> None:
    assert {"node"} == WHOLES
    whole = {engine.stage.name: engine for engine in node.engines("node", runtimes)}
    facts = [whole[stage].remote.facts() for stage in ("json.parse", "transform.rdfc")]  # type: ignore[union-attr]  # remote

    assert {stage for _, stage in engines} == set(whole)
    assert (
        whole["transform.rdfc"].neutral()(Transformation(_SOURCE)) == f'_:c14n0 <{_TERM}> "Ada" .\n'.encode()
    )
    assert facts[0] == facts[1]
    assert facts[0]["engine_source"].startswith("npm lock sha256:")
    assert f"Node.js {facts[0]['engine_version']} " in facts[0]["runtime"]


def test_the_module_has_an_attribute_a_name_and_no_other() -> None:
    with pytest.raises(AttributeError):
        node.__getattr__("ENGINES")


def test_without_node_every_engine_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    for name in ("node", "node-crypto", "node-jsonld"):
        with pytest.raises(EngineUnavailable, match=r"needs Node\.js 20"):
            Catalogue().load(name)
