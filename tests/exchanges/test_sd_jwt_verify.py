"""A file is verified in all its parts, each refusal names its rule, and what could not be checked is said."""

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import BadDocument, UsageError
from canonbench.exchanges import load
from canonbench.exchanges.sd_jwt_requests import AUDIENCE, NONCE
from canonbench.exchanges.sd_jwt_tampering import tampered_requests
from canonbench.exchanges.sd_jwt_verify import SdJwtOptions, is_sd_jwt, verify
from canonbench.exchanges.trust import listed
from canonbench.model.engine import Engine
from canonbench.model.exchange import Algorithm, Scope, Variant
from canonbench.model.use import Neutral
from canonbench.specs import base64url
from canonbench.stages import jws
from canonbench.stages.key import Material
from canonbench.stages.sd_jwt import foreign_disclosure
from canonbench.suites.sd_jwt import issuer_key, published

Engines = Mapping[str, Engine[Any, Any]]
DOCUMENT = corpus.find("credential-20")


def _good(engines: Engines, variant: Variant) -> tuple[bytes, SdJwtOptions]:
    request = load("sd-jwt-vc").requests(Neutral(engines), DOCUMENT, variant, 3, 0)["verify"]
    bound = variant.scope != "issuer"
    given = request.status_list
    return request.presented, SdJwtOptions(
        at=datetime.fromtimestamp(request.now, UTC),
        key=Material("jwk", request.issuer) if request.issuer else None,
        audience=AUDIENCE if bound else None,
        nonce=NONCE if bound else None,
        roots=request.roots,
        status_list=None if given is None else f"{given.token}\n",
        status_key=None if given is None else given.key,
    )


def _reasons(data: bytes, options: SdJwtOptions) -> dict[str, str]:
    report = verify(data, options)
    return {finding.what: finding.reason for finding in report.findings if not finding.verified}


CHECKS: dict[Scope, list[str]] = {
    "issuer": ["issuer signature", "digests", "credential", "validity"],
    "holder": ["issuer signature", "digests", "credential", "key binding", "validity"],
    "trust": [
        *("trust in the issuer", "issuer signature", "digests", "credential", "key binding", "validity"),
        "status",
    ],
}


@pytest.mark.parametrize("scope", CHECKS)
@pytest.mark.parametrize("algorithm", ["ed25519", "p256", "p384"])
def test_a_good_file_verifies_in_all_its_parts(engines: Engines, algorithm: Algorithm, scope: Scope) -> None:
    variant = Variant(algorithm, scope)
    data, options = _good(engines, variant)
    report = verify(b"\n" + data + b"\r\n", options._replace(scope=scope if scope != "issuer" else None))

    assert [finding.reason for finding in report.findings] == [""] * len(CHECKS[scope])
    assert [finding.what for finding in report.findings] == CHECKS[scope]
    assert report.verified
    name = {"ed25519": "EdDSA", "p256": "ES256", "p384": "ES384"}[algorithm]
    assert (report.algorithm, report.kb_algorithm) == (name, "" if scope == "issuer" else name)
    assert {"vct", "full_name"} <= report.claims.keys()
    assert report.header["typ"] == "dc+sd-jwt"


def test_both_names_of_ed25519_are_recorded_as_met(engines: Engines) -> None:
    data, options = _good(engines, Variant("ed25519"))
    request = load("sd-jwt-vc").requests(Neutral(engines), DOCUMENT, Variant("ed25519"), 3, 0)["issue"]
    issued = load("sd-jwt-vc").roles["issue"].bind(Neutral(engines), Variant("ed25519"))
    other = issued(request._replace(header={**request.header, "alg": "Ed25519"}))

    assert verify(data, options).algorithm == "EdDSA"
    assert verify(other, options).algorithm == "Ed25519"


@pytest.mark.parametrize("scope", ["holder", "trust"])
def test_every_tampered_file_is_refused(engines: Engines, scope: Scope) -> None:
    variant = Variant("p256", scope)
    request = load("sd-jwt-vc").requests(Neutral(engines), DOCUMENT, variant, 2, 0)["verify"]
    _, options = _good(engines, variant)
    accepted = []
    for name, each in tampered_requests(request, variant, most=2):
        given = each.status_list
        changed = options._replace(
            at=datetime.fromtimestamp(each.now, UTC),
            key=Material("jwk", each.issuer) if each.issuer else None,
            audience=each.audience,
            nonce=each.nonce,
            roots=each.roots,
            status_list=None if given is None else given.token,
            scope=scope,
        )
        try:
            report = verify(each.presented, changed)
        except BadDocument:
            continue
        if report.verified:
            accepted.append(name)

    assert accepted == []


def test_claims_are_given_only_if_signature_and_digests_verify(engines: Engines) -> None:
    data, options = _good(engines, Variant("p256"))
    text = data.decode()
    forged = text.replace(text.split("~")[0][-8:], "AAAAAAAA", 1).encode()
    foreign = f"{text}{foreign_disclosure()}~".encode()

    assert verify(data, options).claims != {}
    assert (verify(forged, options).claims, verify(foreign, options).claims) == ({}, {})
    assert "does not verify (FIPS 186-5" in _reasons(forged, options)["issuer signature"]
    assert "RFC 9901 section 7.1 step 5" in _reasons(foreign, options)["digests"]


def test_without_a_key_nothing_is_guessed(engines: Engines) -> None:
    data, options = _good(engines, Variant("p256"))
    found = _reasons(data, options._replace(key=None))

    assert found == {
        "issuer signature": "there is no key: neither x5c in the protected header, nor one given with --key "
        "(SD-JWT VC section 3.5)"
    }
    other = Material("jwk", {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"})
    assert "JWK: x is 1 bytes long" in _reasons(data, options._replace(key=other))["issuer signature"]


def test_a_key_that_was_given_goes_before_a_certificate(engines: Engines) -> None:
    data, options = _good(engines, Variant("p256", "trust"))
    _, plain = _good(engines, Variant("p256"))
    report = verify(data, options._replace(key=plain.key))

    assert report.verified
    assert "trust in the issuer was not checked: its key was given" in report.notes[0]
    demanded = _reasons(data, options._replace(key=plain.key, scope="trust"))
    assert demanded == {"trust in the issuer": "its key was given, not found by a certificate"}


def test_what_could_not_be_checked_is_noted_or_refused_as_the_scope_says(engines: Engines) -> None:
    data, options = _good(engines, Variant("p256", "trust"))
    bare = options._replace(audience=None, nonce=None, roots=(), status_list=None, status_key=None)
    report = verify(data, bare)

    assert report.verified
    assert report.notes == (
        "trust in the issuer was not checked: give root certificates with --trust",
        "key binding was not checked: give --audience and --nonce",
        "status was not checked: give its list with --status-list",
    )
    assert set(_reasons(data, bare._replace(scope="trust"))) == {
        *("trust in the issuer", "key binding", "status")
    }
    assert set(_reasons(data, bare._replace(scope="holder"))) == {"key binding"}
    plain, alone = _good(engines, Variant("p256"))
    assert "there is none" in _reasons(plain, alone._replace(scope="holder"))["key binding"]


def test_audience_and_nonce_demand_key_binding_together(engines: Engines) -> None:
    plain, options = _good(engines, Variant("p256"))
    found = _reasons(plain, options._replace(audience=AUDIENCE, nonce=NONCE))

    assert found == {"key binding": "key binding is required and there is none (RFC 9901 section 7.3 step 2)"}
    with pytest.raises(UsageError, match="give both"):
        verify(plain, options._replace(nonce=NONCE))


def test_leeway_and_age_widen_the_window(engines: Engines) -> None:
    data, options = _good(engines, Variant("p256", "holder"))
    assert options.at is not None
    later = options._replace(at=datetime.fromtimestamp(options.at.timestamp() + 400, UTC))

    assert "iat is outside the window" in _reasons(data, later)["key binding"]
    assert _reasons(data, later._replace(max_age=400)) == {}
    assert _reasons(data, later._replace(leeway=100)) == {}


def test_a_status_list_needs_somebody_who_vouches_for_it(engines: Engines) -> None:
    variant = Variant("p256", "trust")
    data, options = _good(engines, variant)
    _, revoked = listed(Neutral(engines), variant, "2026-01-01T00:00:00Z", revoked=True)
    alone = options._replace(status_key=None)

    assert "status is 1" in _reasons(data, options._replace(status_list=revoked.token))["status"]
    assert (
        "signature does not verify" in _reasons(data, alone)["status"]
    )  # the issuer of the credential did not
    assert "has 1 parts" in _reasons(data, options._replace(status_list="x"))["status"]
    plain_key = Material("jwk", {"kty": "EC"})
    broken = alone._replace(key=plain_key)
    assert "nobody vouches" in _reasons(data, broken)["status"]


def test_a_certificate_in_the_status_list_vouches_for_it(engines: Engines) -> None:
    variant = Variant("p256", "trust")
    data, options = _good(engines, variant)
    request = load("sd-jwt-vc").requests(Neutral(engines), DOCUMENT, variant, 3, 0)["issue"]
    assert options.status_list is not None
    token = Neutral(engines)(jws.parse)(options.status_list.strip())
    secret = Neutral(engines)(jws.sign)
    issuer = engines["key.load"].neutral()(request.secret)
    header = {**token.header, "x5c": request.header["x5c"]}
    signed = secret(jws.Signing(issuer, header, token.payload))

    assert _reasons(data, options._replace(status_list=signed, status_key=None)) == {}
    assert (
        "RFC 5280"
        in _reasons(data, options._replace(status_list=signed, status_key=None, roots=(b"no",)))["status"]
    )


def test_x5c_that_is_none_is_a_finding(engines: Engines) -> None:
    data, options = _good(engines, Variant("p256"))
    header, rest = data.decode().split(".", 1)
    for chain, reason in (([], "x5c is not an array"), (["AAAA"], "RFC 5280")):
        changed = {**json.loads(base64url.decode(header)), "x5c": chain}
        other = f"{base64url.encode(json.dumps(changed).encode())}.{rest}".encode()
        assert reason in _reasons(other, options._replace(key=None))["issuer signature"]


def test_another_type_is_noted(engines: Engines) -> None:
    request = load("sd-jwt-vc").requests(Neutral(engines), DOCUMENT, Variant("p256"), 3, 0)["issue"]
    _, options = _good(engines, Variant("p256"))
    issued = load("sd-jwt-vc").roles["issue"].bind(Neutral(engines), Variant("p256"))
    notes = []
    for kind in ("vc+sd-jwt", "example+sd-jwt", ["dc+sd-jwt"]):
        report = verify(issued(request._replace(header={**request.header, "typ": kind})), options)
        assert report.verified
        notes.append(report.notes[-1])

    assert notes == [
        "typ is 'vc+sd-jwt', the name of 'dc+sd-jwt' until November 2024",
        "typ is 'example+sd-jwt': checked as an SD-JWT, not as an SD-JWT VC",
        "typ is ['dc+sd-jwt']: checked as an SD-JWT, not as an SD-JWT VC",
    ]


def _as_json(data: bytes, *, general: bool) -> bytes:
    jwt, *disclosures, bound = data.decode().split("~")
    protected, payload, signature = jwt.split(".")
    unprotected = {"disclosures": disclosures, **({"kb_jwt": bound} if bound else {})}
    one = {"protected": protected, "signature": signature, "header": unprotected}
    if not general:
        return json.dumps({"payload": payload, **one}).encode()
    other = {"protected": protected, "signature": base64url.encode(hashlib.sha512(b"").digest())}
    return json.dumps({"payload": payload, "signatures": [one, other]}).encode()


def test_json_serializations_are_read(engines: Engines) -> None:
    data, options = _good(engines, Variant("p256", "holder"))
    compact = verify(data, options)

    assert verify(_as_json(data, general=False), options) == compact
    general = verify(_as_json(data, general=True), options)
    assert general._replace(notes=()) == compact._replace(notes=())
    assert general.notes[0] == "of 2 signatures only number 0 was checked"
    second = options._replace(signature=1)
    assert set(_reasons(_as_json(data, general=True), second)) == {"issuer signature"}
    with pytest.raises(UsageError, match="there is no number 2"):
        verify(_as_json(data, general=True), options._replace(signature=2))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "there is no tilde"),
        (b"a.b~", "has 2 parts, not 3"),
        (b"\xff\xff.e30.AA~", "pad bits that are not zero"),
        (b'{"payload": 1}', "no object with a payload"),
        (b'{"payload": "", "payload": ""}', "is there twice"),
        (b"e30.e30.~", "is unsecured"),
    ],
)
def test_what_is_no_sd_jwt_is_refused_by_its_rule(data: bytes, reason: str) -> None:
    with pytest.raises(BadDocument, match=reason) as caught:
        verify(data, name="it")
    assert str(caught.value).startswith("it is no SD-JWT: ")
    assert "\n" not in str(caught.value)


def test_a_file_is_recognised() -> None:
    assert is_sd_jwt(b" a.b.c~d~\n")
    assert is_sd_jwt(b'{"payload": "", "signatures": []}')
    assert not is_sd_jwt(b'{"@context": [], "proof": {"signature": ""}}')
    assert not is_sd_jwt(b"a.b.c")
    assert not is_sd_jwt(b"\xa2~..")


@pytest.mark.suites
def test_the_published_examples_verify(suite: Callable[[str], Path]) -> None:
    root = suite("sd-jwt")
    verified = 0
    for example in published(root):
        if example.presentation is None or example.verified is None:
            continue
        text = example.presentation
        data = text.encode() if isinstance(text, str) else text
        bound = example.kb_payload
        report = verify(
            data,
            SdJwtOptions(
                at=datetime.fromtimestamp(bound["iat"] if bound else 1_700_000_000, UTC),
                key=Material("jwk", issuer_key(root)),
                audience=bound["aud"] if bound else None,
                nonce=bound["nonce"] if bound else None,
            ),
        )
        assert (example.name, [each.reason for each in report.findings if not each.verified]) == (
            example.name,
            [],
        )
        assert report.claims == example.verified
        verified += 1

    assert verified > 5
