"""The SD-JWT VC exchange: what it does step by step, in every variant, and what it refuses."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canonbench.documents import corpus
from canonbench.documents.credential import chosen, make
from canonbench.documents.formats import sd_jwt_claims
from canonbench.documents.mapping import from_vcdm
from canonbench.errors import MalformedInput, SpecError, UnknownName, VerificationFailed
from canonbench.exchanges import load, variants
from canonbench.exchanges.sd_jwt_tampering import tampered_requests
from canonbench.exchanges.trust import listed
from canonbench.model.engine import Engine
from canonbench.model.exchange import Algorithm, RoleName, Variant
from canonbench.model.use import Neutral, Playback, Recorder, Stack, Stopwatch
from canonbench.specs.sd_jwt import parse

NAME = "sd-jwt-vc"
VARIANTS = variants(NAME)
ROLES: tuple[RoleName, ...] = ("issue", "present", "verify")
Engines = Mapping[str, Engine[Any, Any]]


def _name(variant: Variant) -> str:
    return f"{variant.algorithm}-{variant.scope}"


def _requests(
    engines: Engines, variant: Variant, disclose: Any = 5, seed: int | None = 7, document: Any = None
) -> Any:
    source = document or corpus.find("credential-20", seed=1)
    return load(NAME).requests(Neutral(engines), source, variant, disclose, seed)


class _Source(NamedTuple):
    value: Any
    contexts: Mapping[str, Any]


def _run(role: RoleName, use: Any, variant: Variant, request: Any) -> Any:
    return load(NAME).roles[role].bind(use, variant)(request)


def _steps(engines: Engines, role: RoleName, variant: Variant, seed: int = 1) -> list[str]:
    recorder = Recorder(Neutral(engines))
    source = corpus.find("credential-20", seed=seed)
    _run(role, recorder, variant, _requests(engines, variant, seed=seed, document=source)[role])
    return [f"{step.stage} of {step.of}" for step in recorder.steps]


ISSUE = [
    "sd_jwt.create_disclosures of document",
    "sd_jwt.digests of document",
    "sd_jwt.embed_digests of document",
    "jws.signing_input of document",
    "key.load of document",
    "ecdsa.sign of document",
    "jws.attach of document",
]
SHOW = ["sd_jwt.parse of document", "sd_jwt.digests of document", "sd_jwt.select of document"]
BIND = [
    "sd_jwt.digests of presentation",
    "kb_jwt.claims of key binding",
    "jws.signing_input of key binding",
    "key.load of key binding",
    "ecdsa.sign of key binding",
    "jws.attach of key binding",
]
BY_KEY = [
    "sd_jwt.parse of document",
    "jws.check_header of document",
    "key.load of document",
    "ecdsa.verify of document",
]
BY_CHAIN = [
    "sd_jwt.parse of document",
    "jws.check_header of document",
    "jws.certificate_chain of document",
    "x509.path of document",
    "x509.public_key of document",
    "ecdsa.verify of document",
]
PROCESS = [
    "sd_jwt.digests of document",
    "sd_jwt.process of document",
    "sd_jwt.check_credential of document",
]
CHECK_BINDING = [
    "sd_jwt.digests of presentation",
    "kb_jwt.check of key binding",
    "key.load of key binding",
    "ecdsa.verify of key binding",
]
VALIDITY = ["sd_jwt.check_validity of document"]
STATUS = [
    "key.load of status list token",
    "ecdsa.verify of status list token",
    "status.check of status list token",
]
GOLDEN: dict[tuple[RoleName, str], list[str]] = {
    ("issue", "issuer"): ISSUE,
    ("issue", "holder"): ISSUE,
    ("issue", "trust"): ISSUE,
    ("present", "issuer"): SHOW,
    ("present", "holder"): [*SHOW, *BIND],
    ("present", "trust"): [*SHOW, *BIND],
    ("verify", "issuer"): [*BY_KEY, *PROCESS, *VALIDITY],
    ("verify", "holder"): [*BY_KEY, *PROCESS, *CHECK_BINDING, *VALIDITY],
    ("verify", "trust"): [*BY_CHAIN, *PROCESS, *CHECK_BINDING, *VALIDITY, *STATUS],
}


@pytest.mark.parametrize(("role", "scope"), GOLDEN)
def test_the_steps_are_the_texts(engines: Engines, role: RoleName, scope: Any) -> None:
    assert _steps(engines, role, Variant("p256", scope)) == GOLDEN[role, scope]


@pytest.mark.parametrize("role", ROLES)
def test_another_algorithm_changes_the_signature_alone(engines: Engines, role: RoleName) -> None:
    expected = _steps(engines, role, Variant("p256", "trust"))

    assert _steps(engines, role, Variant("p384", "trust")) == expected
    by_eddsa = [step.replace("ecdsa.", "eddsa.") for step in expected]
    assert _steps(engines, role, Variant("ed25519", "trust")) == by_eddsa


@pytest.mark.parametrize("role", ROLES)
def test_steps_do_not_depend_on_data(engines: Engines, role: RoleName) -> None:
    variant = Variant("p256", "holder")

    assert _steps(engines, role, variant, seed=2) == _steps(engines, role, variant, seed=3)


@pytest.mark.parametrize("variant", VARIANTS, ids=_name)
def test_every_use_gives_the_same_bytes_and_claims(engines: Engines, variant: Variant) -> None:
    requests = _requests(engines, variant)
    for role in ROLES:
        bare = _run(role, Stack(engines), variant, requests[role])
        assert bare == _run(role, Neutral(engines), variant, requests[role])
        assert bare == _run(role, Recorder(Neutral(engines)), variant, requests[role])
        assert bare == _run(role, Stopwatch(Stack(engines)), variant, requests[role])
        playback = Playback(Stack(engines))
        played = load(NAME).roles[role].bind(playback, variant)
        assert bare == played(requests[role])
        playback.rewind()
        assert bare == played(requests[role])


@pytest.mark.parametrize("variant", VARIANTS, ids=_name)
@pytest.mark.parametrize("disclose", [0, 1, 5, 20, ("portrait", "/credentialSubject/languages")])
def test_what_was_chosen_is_verified_and_nothing_else_shown(
    engines: Engines, variant: Variant, disclose: Any
) -> None:
    requests = _requests(engines, variant, disclose)
    verified = _run("verify", Stack(engines), variant, requests["verify"])
    credential = make(20, 1)
    names = chosen(credential, disclose)
    own = {"issuer": set(), "holder": {"cnf"}, "trust": {"cnf", "status"}}[variant.scope]

    assert {name: value for name, value in verified.items() if name not in own} == {
        name: value
        for name, value in sd_jwt_claims(credential).items()
        if name not in credential.attributes or name in names
    }
    assert own <= verified.keys()
    assert len(parse(requests["verify"].presented.decode()).disclosures) == len(names)


@pytest.mark.parametrize("variant", VARIANTS, ids=_name)
def test_without_a_seed_two_issuings_differ_and_both_verify(engines: Engines, variant: Variant) -> None:
    requests = _requests(engines, variant, seed=None)

    assert len({_run("issue", Stack(engines), variant, requests["issue"]) for _ in range(2)}) == 2
    assert "full_name" in _run("verify", Stack(engines), variant, requests["verify"])


@pytest.mark.parametrize("algorithm", ["ed25519", "p256", "p384"])
def test_with_p384_digests_are_of_sha_384(engines: Engines, algorithm: Algorithm) -> None:
    payload = parse(_requests(engines, Variant(algorithm))["present"].issued.decode()).jwt.payload

    assert payload["_sd_alg"] == ("sha-384" if algorithm == "p384" else "sha-256")
    assert {len(digest) for digest in payload["_sd"]} == {64 if algorithm == "p384" else 43}


_RULE = re.compile(
    r"RFC \d+|SD-JWT VC|Token Status List|FIPS 186-5|base64url|this is no key of|r and s, no DER"
)
_EVERY_BYTE = (Variant("ed25519"), Variant("p256", "holder"), Variant("p256", "trust"))


@pytest.mark.parametrize("variant", VARIANTS, ids=_name)
def test_every_tampered_request_is_refused_by_its_rule(engines: Engines, variant: Variant) -> None:
    good = _requests(engines, variant, 3)["verify"]
    verify = load(NAME).roles["verify"].bind(Stack(engines), variant)
    verify(good)
    given = (
        tampered_requests(good, variant, most=None)
        if variant in _EVERY_BYTE
        else load(NAME).tampered(Neutral(engines), good, variant)
    )
    accepted, reasons, names = [], [], []
    for name, request in given:
        names.append(name)
        assert request != good
        try:
            verify(request)
        except (VerificationFailed, SpecError) as error:
            reasons.append(str(error))
            continue
        accepted.append(name)

    assert accepted == []
    assert len(names) == len(set(names)) > 150
    assert [reason for reason in reasons if "\n" in reason or not _RULE.search(reason)] == []


def test_a_disclosure_of_another_issuing_is_refused(engines: Engines) -> None:
    variant = Variant("p256")
    first, second = (_requests(engines, variant, 2, seed)["verify"] for seed in (1, 2))
    mine, other = first.presented.split(b"~"), second.presented.split(b"~")
    verify = load(NAME).roles["verify"].bind(Stack(engines), variant)

    for texts in ([*mine[:3], other[1], b""], [mine[0], other[1], other[2], b""]):
        with pytest.raises(VerificationFailed, match=r"have no digest in the SD-JWT \(RFC 9901 section 7\.1"):
            verify(first._replace(presented=b"~".join(texts)))


def test_a_key_binding_of_another_presentation_is_refused(engines: Engines) -> None:
    variant = Variant("p256", "holder")
    few, many = (_requests(engines, variant, disclose)["verify"] for disclose in (1, 2))
    bound = many.presented.rpartition(b"~")[2]
    other = few.presented.rpartition(b"~")[0] + b"~" + bound

    with pytest.raises(VerificationFailed, match="sd_hash is not the digest of this SD-JWT"):
        _run("verify", Stack(engines), variant, few._replace(presented=other))


@pytest.mark.parametrize("other", ["ed25519", "p384"])
def test_a_credential_of_another_algorithm_is_refused(engines: Engines, other: Algorithm) -> None:
    request = _requests(engines, Variant(other))["verify"]

    with pytest.raises(VerificationFailed, match="is not allowed, only ES256"):
        _run("verify", Stack(engines), Variant("p256"), request)


def test_key_binding_is_demanded_or_refused_by_the_scope(engines: Engines) -> None:
    plain, bound = Variant("p256"), Variant("p256", "holder")
    requests = {variant: _requests(engines, variant) for variant in (plain, bound)}

    with pytest.raises(VerificationFailed, match="an SD-JWT is expected"):
        _run("verify", Stack(engines), plain, requests[bound]["verify"])
    with pytest.raises(VerificationFailed, match="key binding is required and there is none"):
        _run("verify", Stack(engines), bound, requests[plain]["verify"])
    again = requests[bound]["present"]._replace(issued=requests[bound]["verify"].presented)
    with pytest.raises(VerificationFailed, match=r"a Holder refuses an SD-JWT\+KB"):
        _run("present", Stack(engines), bound, again)


def test_a_holder_cannot_show_what_it_has_not(engines: Engines) -> None:
    request = _requests(engines, Variant("p256"))["present"]

    with pytest.raises(MalformedInput, match="names nothing in this SD-JWT"):
        _run("present", Stack(engines), Variant("p256"), request._replace(pointers=("/height",)))
    with pytest.raises(UnknownName, match="there is no attribute 'height'"):
        _requests(engines, Variant("p256"), ("height",))


def test_an_issuer_does_not_hide_what_must_be_seen(engines: Engines) -> None:
    request = _requests(engines, Variant("p256"))["issue"]
    frame = request.frame._replace(members={**request.frame.members, "vct": request.frame.members["degree"]})

    with pytest.raises(MalformedInput, match="vct must not be selectively disclosable"):
        _run("issue", Stack(engines), Variant("p256"), request._replace(frame=frame))


def test_a_revoked_credential_and_another_root_are_refused(engines: Engines) -> None:
    variant = Variant("p256", "trust")
    request = _requests(engines, variant)["verify"]
    _, revoked = listed(Neutral(engines), variant, "2026-01-01T00:00:00Z", revoked=True)
    with pytest.raises(VerificationFailed, match="the status is 1, which is not accepted"):
        _run("verify", Stack(engines), variant, request._replace(status_list=revoked))
    leaf_as_root = request._replace(roots=())
    with pytest.raises(VerificationFailed, match="RFC 5280"):
        _run("verify", Stack(engines), variant, leaf_as_root)


TEXT = st.text(st.characters(codec="utf-8"), max_size=6)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT.map("n{}".format), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=40, deadline=None)
@given(
    attributes=st.dictionaries(TEXT.map("a{}".format), VALUES, min_size=1, max_size=5),
    disclose=st.integers(0, 5),
    scope=st.sampled_from(["issuer", "holder"]),
)
def test_any_credential_is_issued_presented_and_verified(
    engines: Engines, attributes: dict[str, Any], disclose: int, scope: Any
) -> None:
    variant = Variant("p256", scope)
    document = {"issuer": "https://u.example", "credentialSubject": attributes}
    requests = _requests(engines, variant, disclose, document=_Source(document, {}))
    verified = _run("verify", Stack(engines), variant, requests["verify"])
    expected = sd_jwt_claims(from_vcdm(document).credential)

    shown = [*list(attributes)[:disclose], "iss", "vct"]
    assert {name: verified[name] for name in verified.keys() - {"cnf"}} == {
        name: expected[name] for name in expected if name in shown
    }
