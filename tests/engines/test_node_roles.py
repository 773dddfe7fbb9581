"""Whole roles in Node.js: they and ours verify each other, and what must be refused is."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from canonbench.engines import node, node_roles
from canonbench.engines.keys import octets
from canonbench.errors import CanonbenchError, EngineUnavailable, MalformedInput, VerificationFailed
from canonbench.exchanges import Tampered, load
from canonbench.exchanges.codec import codec
from canonbench.exchanges.cose import making_signature
from canonbench.exchanges.di_verify import own_use
from canonbench.exchanges.peers import unverified
from canonbench.model.engine import Engine
from canonbench.model.exchange import RoleName, Variant
from canonbench.runs import keys
from canonbench.runtimes.install import Runtimes
from canonbench.specs import base64url
from canonbench.specs.mdoc import DeviceResponse, decode_device_response, encode_device_response
from canonbench.specs.mdoc.device import DeviceSigned
from canonbench.stages import mdoc

OWN = own_use()
VARIANTS = [
    ("eddsa-rdfc-2022", Variant("ed25519")),
    ("ecdsa-rdfc-2019", Variant("p256")),
    ("ecdsa-rdfc-2019", Variant("p384")),
    ("eddsa-jcs-2022", Variant("ed25519")),
    ("ecdsa-jcs-2019", Variant("p256")),
    ("ecdsa-jcs-2019", Variant("p384")),
    ("ecdsa-sd-2023", Variant("p256")),
    ("sd-jwt-vc", Variant("ed25519")),
    ("sd-jwt-vc", Variant("p256", "holder")),
    ("mdoc", Variant("ed25519")),
    ("mdoc", Variant("p256", "holder")),
    ("mdoc", Variant("p384")),
]
CONTEXT = "urn:canonbench:roles"
TERMS = {name: f"urn:canonbench:{name}" for name in ("full_name", "degree", "town")}


class Given:
    """A small credential, with its contexts."""

    value: Any
    contexts: Mapping[str, Any]

    def __init__(self) -> None:
        """Take one with three claims."""
        from canonbench.documents.contexts import Contexts  # noqa: PLC0415

        credentials = "https://www.w3.org/ns/credentials/v2"
        self.value = {
            "@context": [credentials, CONTEXT],
            "type": ["VerifiableCredential"],
            "issuer": "did:example:issuer",
            "validFrom": "2026-01-01T00:00:00Z",
            "credentialSubject": {"full_name": "Ada", "degree": {"town": "Turin"}, "town": "London"},
        }
        self.contexts = {credentials: Contexts()[credentials], CONTEXT: {"@context": TERMS}}


@pytest.fixture(scope="session")
def peers(runtimes: Runtimes) -> Mapping[str, Engine[Any, Any]]:
    """Return the engine of each role, by its name."""
    names = ("node-data-integrity", "node-sd-jwt-vc", "node-mdoc")
    return {engine.stage.name: engine for name in names for engine in node.engines(name, runtimes)}


def _requests(name: str, variant: Variant, **members: Any) -> Mapping[RoleName, Any]:
    """Return requests of the small credential, with ``members`` of it set (a low line for the at sign)."""
    given = Given()
    given.value |= {member.replace("_", "@"): value for member, value in members.items()}
    return load(name).requests(OWN, given, variant, 1, 0)


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_each_verifies_what_the_other_made(
    name: str, variant: Variant, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    requests: dict[str, Any] = {str(role): each for role, each in _requests(name, variant).items()}
    roles = load(name).roles
    ours = {role: found.bind(OWN, variant) for role, found in roles.items()}
    verifiers = {"ours": ours["verify"], "its": peers[f"{name}.verify"].neutral()}
    by: RoleName
    for by in ("issue", "present"):
        made = peers[f"{name}.{by}"].neutral()(requests[by])
        assert unverified(made, by, requests, ours["present"], verifiers) == ""
    assert verifiers["its"](requests["verify"]) == verifiers["ours"](requests["verify"])


@pytest.mark.parametrize("name", ["eddsa-rdfc-2022", "eddsa-jcs-2022"])
@pytest.mark.parametrize("role", ["issue", "present"])
def test_proofs_by_ed25519_are_the_very_same(
    name: str, role: RoleName, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    request = _requests(name, Variant("ed25519"))[role]
    ours = load(name).roles[role].bind(OWN, Variant("ed25519"))(request)

    assert json.loads(peers[f"{name}.{role}"].neutral()(request)) == json.loads(ours)


def _accepted(name: str, variant: Variant, peers: Mapping[str, Engine[Any, Any]]) -> list[str]:
    """Return what of the tampered is accepted; a library may not fail otherwise."""
    verify, request = peers[f"{name}.verify"].neutral(), _requests(name, variant)["verify"]
    tampered: list[Tampered] = list(load(name).tampered(OWN, request, variant))
    found = []
    for each in tampered:
        try:
            verify(each.request)
        except CanonbenchError:
            continue
        found.append(each.name)
    assert len(tampered) >= 17
    assert len(found) < len(tampered)
    return found


@pytest.mark.parametrize(
    ("name", "variant"),
    [*VARIANTS, ("sd-jwt-vc", Variant("p384", "holder")), ("mdoc", Variant("ed25519", "holder"))],
)
def test_all_that_is_tampered_with_is_refused(
    name: str, variant: Variant, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    assert _accepted(name, variant, peers) == []


ONE, TERM = "https://www.w3.org/ns/credentials/v2", {"full_name": "urn:canonbench:full_name"}


@pytest.mark.parametrize(("name", "variant"), [each for each in VARIANTS if "-jcs-" in each[0]])
@pytest.mark.parametrize(
    ("signed", "received"),
    [
        ([ONE, TERM], [ONE, TERM]),
        ([ONE, TERM], [ONE, TERM, "urn:canonbench:more"]),
        ([ONE, [TERM]], [ONE, [TERM], {}]),
        (ONE, ONE),
        (ONE, [ONE, TERM]),
        ([ONE], ONE),
        ({**TERM, "@vocab": "urn:canonbench:"}, [{**TERM, "@vocab": "urn:canonbench:"}, ONE]),
    ],
)
def test_a_context_that_was_added_is_not_in_what_jcs_verified(
    name: str, variant: Variant, signed: Any, received: Any, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    issue = _requests(name, variant)["issue"]
    sign = load(name).roles["issue"].bind(OWN, variant)
    secured = json.loads(sign(issue._replace(document={**issue.document, "@context": signed})))
    text = json.dumps({**secured, "@context": received}).encode()
    request = _requests(name, variant)["verify"]._replace(secured=text)

    found = peers[f"{name}.verify"].neutral()(request)
    assert found == load(name).roles["verify"].bind(OWN, variant)(request)
    assert found["@context"] == signed


@pytest.mark.parametrize(
    ("proof", "document", "reason"),
    [
        ([ONE, TERM], [ONE, {"full_name": "urn:canonbench:another"}], "step 4.1"),
        ([ONE, TERM], [TERM, ONE], "step 4.1"),
        ([ONE, TERM], [ONE], "step 4.1"),
        ([ONE, TERM], None, "step 4.1"),
        (None, [ONE, TERM], "step 4.1"),
        ([ONE], [ONE, TERM], "signature"),
        ([], [ONE, TERM], "signature"),
        ([ONE, {**TERM, "town": "x"}], [ONE, {"town": "x", **TERM}], "signature"),
    ],
)
def test_another_start_of_the_context_is_refused_by_jcs(
    proof: Any, document: Any, reason: str, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    variant = Variant("ed25519")
    request = _requests("eddsa-jcs-2022", variant, _context=[ONE, TERM])["verify"]
    secured = json.loads(request.secured)
    changed = {**secured, "@context": document, "proof": {**secured["proof"], "@context": proof}}
    request = request._replace(secured=json.dumps(changed).encode())

    with pytest.raises(VerificationFailed):
        load("eddsa-jcs-2022").roles["verify"].bind(OWN, variant)(request)
    with pytest.raises(VerificationFailed, match=reason):
        peers["eddsa-jcs-2022.verify"].neutral()(request)


DATA_INTEGRITY = ["eddsa-rdfc-2022", "ecdsa-rdfc-2019", "eddsa-jcs-2022", "ecdsa-jcs-2019", "ecdsa-sd-2023"]


@pytest.mark.parametrize("name", DATA_INTEGRITY)
@pytest.mark.parametrize(
    ("expires", "reason"),
    [
        ("2026-06-01T12:00:01Z", ""),
        ("2026-06-01T12:00:01", ""),
        ("2026-06-01T13:00:01+01:00", ""),
        ("2026-06-01T12:00:00Z", "has expired .*2.1"),
        ("2026-06-01T12:00:00", "has expired .*2.1"),
    ],
)
def test_a_proof_that_has_expired_is_refused(
    name: str, expires: str, reason: str, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    exchange, variant = load(name), dict(VARIANTS)[name]
    requests = _requests(name, variant)
    given = requests["issue"]
    signer = given.signer._replace(options={**given.signer.options, "expires": expires})
    made = exchange.roles["issue"].bind(OWN, variant)(given._replace(signer=signer))
    if name == "ecdsa-sd-2023":
        made = exchange.roles["present"].bind(OWN, variant)(requests["present"]._replace(secured=made))
    request = requests["verify"]._replace(secured=made)
    ours, its = exchange.roles["verify"].bind(OWN, variant), peers[f"{name}.verify"].neutral()

    if not reason:
        assert its(request) == ours(request)
        return
    with pytest.raises(VerificationFailed):
        ours(request)
    with pytest.raises(VerificationFailed, match=reason):
        its(request)


@pytest.mark.parametrize("name", DATA_INTEGRITY)
def test_a_verification_method_that_is_no_string_is_refused(
    name: str, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    request = _requests(name, dict(VARIANTS)[name])["verify"]
    secured = json.loads(request.secured)
    secured["proof"]["verificationMethod"] = {"id": secured["proof"]["verificationMethod"]}

    with pytest.raises(VerificationFailed, match=r"no string .*2\.1"):
        peers[f"{name}.verify"].neutral()(request._replace(secured=json.dumps(secured).encode()))


def test_a_document_without_context_gets_one_from_the_library(
    peers: Mapping[str, Engine[Any, Any]],
) -> None:
    request = _requests("eddsa-jcs-2022", Variant("ed25519"))["issue"]
    document = {name: value for name, value in request.document.items() if name != "@context"}

    issued = json.loads(peers["eddsa-jcs-2022.issue"].neutral()(request._replace(document=document)))
    assert (
        issued["@context"] == issued["proof"]["@context"] == ["https://w3id.org/security/data-integrity/v2"]
    )


_FOREIGN = base64url.encode(b'["salt","name","value"]')
_DIGEST = base64url.encode(hashlib.sha256(_FOREIGN.encode()).digest())


def _signed(request: Any, header: dict[str, Any], payload: dict[str, Any], disclosed: str = "") -> bytes:
    """Return an SD-JWT that the issuer of ``request`` signed as it is, right or wrong."""
    head = {"alg": "EdDSA", "typ": "dc+sd-jwt", **header}
    parts = (head, {"vct": "urn:example", "_sd_alg": "sha-256", **payload})
    text = ".".join(base64url.encode(json.dumps(part).encode()) for part in parts)
    secret = Ed25519PrivateKey.from_private_bytes(octets(request.secret).secret or b"")
    return f"{text}.{base64url.encode(secret.sign(text.encode()))}~{disclosed and f'{disclosed}~'}".encode()


@pytest.mark.parametrize(
    ("header", "payload", "disclosed", "reason"),
    [
        ({}, {"_sd": [_DIGEST]}, "", ""),
        ({}, {"_sd": [_DIGEST]}, _FOREIGN, ""),
        ({}, {"_sd": [_DIGEST], "inner": {"_sd": [_DIGEST]}}, _FOREIGN, "digest is there twice .*step 4"),
        ({}, {"_sd": [_DIGEST], "name": 1}, _FOREIGN, "reserved or taken .*step 3.3.2"),
        ({}, {"list": [{"...": _DIGEST}]}, _FOREIGN, "what its place wants .*step 3.3"),
        ({}, {"_sd_alg": "sha-1"}, "", "_sd_alg is not understood .*step 2.4"),
        ({"alg": "ES256"}, {}, "", "another algorithm .*RFC 8725"),
        ({"crit": ["b64"]}, {}, "", "critical .*4.1.11"),
        ({"typ": "jwt"}, {}, "", "no SD-JWT VC"),
        ({}, {"vct": ""}, "", "no SD-JWT VC"),
        ({}, {"exp": 1_780_000_000}, "", "expired .*4.1.4"),
        ({}, {"nbf": "1"}, "", "not valid yet .*4.1.5"),
        ({}, {"iat": "1"}, "", "in the future .*4.1.6"),
        ({}, {"aud": ["another"]}, "", "another audience .*4.1.3"),
    ],
)
def test_what_only_an_issuer_could_do_wrong_is_refused(
    header: dict[str, Any],
    payload: dict[str, Any],
    disclosed: str,
    reason: str,
    peers: Mapping[str, Engine[Any, Any]],
) -> None:
    requests = _requests("sd-jwt-vc", Variant("ed25519"))
    presented = _signed(requests["issue"], header, payload, disclosed)
    request = requests["verify"]._replace(presented=presented, now=1_780_000_000)
    verify = peers["sd-jwt-vc.verify"].neutral()

    if not reason:
        assert verify(request)["vct"] == "urn:example"
        return
    with pytest.raises(VerificationFailed, match=reason):
        verify(request)


def test_a_claim_that_must_not_be_in_a_disclosure_is_refused_in_one(
    peers: Mapping[str, Engine[Any, Any]],
) -> None:
    disclosure = base64url.encode(b'["salt","exp",4102444800]')
    digest = base64url.encode(hashlib.sha256(disclosure.encode()).digest())
    requests = _requests("sd-jwt-vc", Variant("ed25519"))
    presented = _signed(requests["issue"], {}, {"_sd": [digest]}, disclosure)

    with pytest.raises(VerificationFailed, match=r"must not be in one .*3\.2\.2\.2"):
        peers["sd-jwt-vc.verify"].neutral()(requests["verify"]._replace(presented=presented))


def test_elements_that_the_device_may_not_sign_are_refused(peers: Mapping[str, Engine[Any, Any]]) -> None:
    variant = Variant("ed25519", "holder")
    requests, messages = _requests("mdoc", variant), codec(OWN)
    request = requests["verify"]
    (document,) = decode_device_response(request.presented, messages).documents
    names = messages.encode({"urn:example": {"height": 180}})
    payload = OWN(mdoc.device_authentication)(
        mdoc.DeviceAuthentication(request.transcript, document.doc_type, names)
    )
    signature = making_signature(OWN, variant, of="deviceAuth", detached=True)(
        requests["present"].device_key, payload, (), True
    )
    changed = document._replace(device_signed=DeviceSigned(names, signature=signature))
    presented = encode_device_response(DeviceResponse((changed,)), messages)

    with pytest.raises(VerificationFailed, match=r"not authorized for urn:example .*9\.1\.2\.4"):
        peers["mdoc.verify"].neutral()(request._replace(presented=presented))


def test_the_checks_that_are_added_are_said_wherever_the_rows_are(
    peers: Mapping[str, Engine[Any, Any]],
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "other-runtimes.md").read_text(encoding="utf-8")

    assert {stage.name for stage in node_roles.CHECKS} == {f"{name}.verify" for name, _ in VARIANTS}
    for name, engine in peers.items():
        added = next((each for stage, each in node_roles.CHECKS.items() if stage.name == name), ())
        assert bool(engine.algorithm) == bool(added)
        for check in added:
            assert check in engine.algorithm
            assert check in page
        keys.check({str(keys.ALGORITHM): engine.algorithm or "none"})


@pytest.mark.parametrize(
    ("name", "variant", "role", "reason"),
    [
        ("eddsa-rdfc-2022", Variant("ed25519", "holder"), "present", "scope issuer"),
        ("eddsa-rdfc-2022", Variant("ed25519", "holder"), "verify", "scope issuer"),
        ("ecdsa-jcs-2019", Variant("p256", "holder"), "present", "scope issuer"),
        ("ecdsa-jcs-2019", Variant("p256", "holder"), "verify", "scope issuer"),
        ("ecdsa-sd-2023", Variant("p256", "holder"), "present", "scope issuer"),
        ("mdoc", Variant("p256", "holder", "mac"), "present", "--binding signature"),
        ("mdoc", Variant("p256", "holder", "mac"), "verify", "scope issuer or holder"),
        ("mdoc", Variant("p256", "trust"), "issue", "status"),
        ("sd-jwt-vc", Variant("p256", "trust"), "verify", "scope issuer or holder"),
    ],
)
def test_what_they_are_not_measured_with_is_said(
    name: str, variant: Variant, role: RoleName, reason: str, peers: Mapping[str, Engine[Any, Any]]
) -> None:
    with pytest.raises(EngineUnavailable, match=reason):
        peers[f"{name}.{role}"].neutral()(_requests(name, variant)[role])


def test_proof_options_that_are_not_passed_on_are_said(peers: Mapping[str, Engine[Any, Any]]) -> None:
    request = _requests("eddsa-rdfc-2022", Variant("ed25519"))["issue"]
    more = request.signer._replace(options={**request.signer.options, "nonce": "x"})

    with pytest.raises(EngineUnavailable, match="proof options that are not measured: nonce"):
        peers["eddsa-rdfc-2022.issue"].neutral()(request._replace(signer=more))


def test_data_that_would_be_lost_is_not_signed(peers: Mapping[str, Engine[Any, Any]]) -> None:
    request = _requests("eddsa-rdfc-2022", Variant("ed25519"))["issue"]

    with pytest.raises(Exception, match=r"[Ss]afe mode"):
        peers["eddsa-rdfc-2022.issue"].neutral()(
            request._replace(document={**request.document, "unknown": "term"})
        )


def test_a_context_that_changes_under_the_same_url_is_not_taken_from_the_cache(
    peers: Mapping[str, Engine[Any, Any]],
) -> None:
    other = {"@context": {**TERMS, "full_name": "urn:canonbench:another"}}
    whole = _requests("eddsa-rdfc-2022", Variant("ed25519"))["issue"]
    selective = _requests("ecdsa-sd-2023", Variant("p256"))["issue"]
    issue = peers["eddsa-rdfc-2022.issue"].neutral()
    changed = whole._replace(contexts={**whole.contexts, CONTEXT: other})

    assert json.loads(issue(whole))["proof"] != json.loads(issue(changed))["proof"]
    peers["ecdsa-sd-2023.issue"].neutral()(selective)
    with pytest.raises(EngineUnavailable, match="was another context before"):
        peers["ecdsa-sd-2023.issue"].neutral()(
            selective._replace(contexts={**selective.contexts, CONTEXT: other})
        )


def test_digest_ids_are_below_the_limit(peers: Mapping[str, Engine[Any, Any]]) -> None:
    requests = _requests("mdoc", Variant("ed25519"))
    present = load("mdoc").roles["present"].bind(OWN, Variant("ed25519"))
    issued = [peers["mdoc.issue"].neutral()(requests["issue"]) for _ in range(12)]

    assert len({present(requests["present"]._replace(issuer_signed=each)) for each in issued}) == len(issued)


def test_a_whole_float_is_no_value_of_an_mdoc_here(peers: Mapping[str, Engine[Any, Any]]) -> None:
    request = _requests("mdoc", Variant("ed25519"))["issue"]

    with pytest.raises(EngineUnavailable, match="one type for numbers"):
        peers["mdoc.issue"].neutral()(request._replace(name_spaces={"ns": {"a": 1.0}}))


def test_what_is_no_mdoc_or_no_sd_jwt_is_malformed(peers: Mapping[str, Engine[Any, Any]]) -> None:
    mdoc = _requests("mdoc", Variant("ed25519"))["present"]
    sd_jwt = _requests("sd-jwt-vc", Variant("ed25519"))["present"]

    with pytest.raises(MalformedInput):
        peers["mdoc.present"].neutral()(mdoc._replace(issuer_signed=b"\xff"))
    with pytest.raises(MalformedInput):
        peers["sd-jwt-vc.present"].neutral()(sd_jwt._replace(issued=b"no SD-JWT"))


def test_a_cold_context_is_there_where_the_cache_is_handed_in(peers: Mapping[str, Engine[Any, Any]]) -> None:
    cached = {name for name, engine in peers.items() if engine.cache is not None}

    assert cached == {
        f"{name}.{role}"
        for name in ("eddsa-rdfc-2022", "ecdsa-rdfc-2019")
        for role in ("issue", "present", "verify")
    }


def test_every_role_has_the_text_of_ours() -> None:
    stages = (*node_roles.DATA_INTEGRITY, *node_roles.SD_JWT_VC, *node_roles.MDOC)

    assert len(stages) == 21
    for stage in stages:
        name, _, role = stage.name.rpartition(".")
        assert stage.text == load(name).roles[role].text  # type: ignore[index]  # a role
