"""canonbench.specs.sd_jwt.kb_jwt: every check of RFC 9901 section 7.3 step 5."""

from typing import Any

import pytest

from canonbench.errors import VerificationFailed
from canonbench.specs import base64url, jws
from canonbench.specs.sd_jwt import kb_jwt
from canonbench.specs.sd_jwt.kb_jwt import Binding


@pytest.fixture
def issued(kit: Any) -> str:
    text: str = kit.choose(kit.issue({"iss": "i", "name": "Ada"}, kit.frame_of(["/name"])), "/name")
    return text


def test_header_and_payload_are_those_of_section_4_3(kit: Any) -> None:
    text = kb_jwt.sign(Binding("them", "n", 5, "hash", "ES256"), sign=lambda _input: b"sig")
    parsed = jws.parse(text)
    assert parsed.header == {"alg": "ES256", "typ": "kb+jwt"}
    assert parsed.payload == {"iat": 5, "aud": "them", "nonce": "n", "sd_hash": "hash"}
    assert parsed.signature == b"sig"


@pytest.mark.parametrize("algorithm", ["ES256", "ES384", "EdDSA", "Ed25519"])
def test_a_right_binding_verifies_and_its_algorithm_is_reported(kit: Any, algorithm: str) -> None:
    kit.holder = kit.key(algorithm, 7)
    issued = kit.issue({"iss": "i"}, kit.frame_of([]))
    verified = kit.verify(kit.bind(issued))
    assert (verified.algorithm, verified.kb_algorithm) == ("ES256", algorithm)


def test_the_hash_of_the_sd_jwt_is_of_the_algorithm_of_its_disclosures(kit: Any) -> None:
    issued = kit.issue({"name": "Ada"}, kit.frame_of(["/name"]), algorithm="sha-384")
    assert kit.verify(kit.bind(issued, algorithm="sha-384")).claims["name"] == "Ada"
    with pytest.raises(VerificationFailed, match="sd_hash is not the digest"):
        kit.verify(kit.bind(issued))


@pytest.mark.parametrize(
    "cnf", [None, {}, {"jwk": "key"}, {"kid": "1"}, {"jku": "https://x.example"}, "key", []]
)
def test_step_5_1_there_must_be_a_key_in_cnf(kit: Any, cnf: Any) -> None:
    payload = {"iss": "i"} if cnf is None else {"iss": "i", "cnf": cnf}
    with pytest.raises(VerificationFailed, match=r"no key in cnf\.jwk .*step 5\.1"):
        kit.verify(kit.bind(kit.sd_jwt(payload)))


def test_step_5_1_the_key_may_be_disclosed(kit: Any) -> None:
    issued = kit.issue({"iss": "i"}, kit.frame_of(["/cnf"]))
    assert kit.verify(kit.bind(issued)).kb_algorithm == "ES256"
    with pytest.raises(VerificationFailed, match=r"step 5\.1"):
        kit.verify(kit.bind(kit.choose(issued)))


@pytest.mark.parametrize("algorithm", ["none", "HS256", "RS256", None])
def test_step_5_2_the_algorithm_must_be_allowed(kit: Any, issued: str, algorithm: str | None) -> None:
    bound = kit.bind(issued)
    header = base64url.encode(jws.json_octets({"alg": algorithm, "typ": "kb+jwt"}, "header"))
    _, _, rest = bound.removeprefix(issued).partition(".")
    with pytest.raises(VerificationFailed, match=r"is not allowed, .*RFC 8725"):
        kit.verify(f"{issued}{header}.{rest}")


def test_step_5_2_the_policy_says_which(kit: Any, issued: str) -> None:
    with pytest.raises(VerificationFailed, match="'ES256' is not allowed, only EdDSA"):
        kit.verify(kit.bind(issued), algorithms=("EdDSA",))


def test_step_5_2_the_algorithm_must_fit_the_key(kit: Any) -> None:
    issued = kit.issue({"iss": "i"}, kit.frame_of([]))
    with pytest.raises(VerificationFailed, match="'EC', curve 'P-256', is not for EdDSA"):
        kit.verify(kit.bind(issued, key=kit.key("EdDSA", 3)))


def test_step_5_3_another_key_does_not_verify(kit: Any, issued: str) -> None:
    with pytest.raises(VerificationFailed, match=r"signature does not verify .*step 5\.3"):
        kit.verify(kit.bind(issued, key=kit.key("ES256", 9)))


def test_step_5_3_the_issuers_key_does_not_verify(kit: Any, issued: str) -> None:
    with pytest.raises(VerificationFailed, match=r"step 5\.3"):
        kit.verify(kit.bind(issued, key=kit.issuer))


def test_a_key_in_the_header_is_not_the_holders(kit: Any, issued: str) -> None:
    other = kit.key("ES256", 9)
    with pytest.raises(VerificationFailed, match=r"step 5\.3"):
        kit.verify(kit.bind(issued, key=other, header={"jwk": other.jwk}))


@pytest.mark.parametrize("typ", ["JWT", "jwt", "KB+JWT", "application/kb+jwt", "dc+sd-jwt", "", None, 1])
def test_step_5_4_the_type_must_be_kb_jwt(kit: Any, issued: str, typ: Any) -> None:
    with pytest.raises(VerificationFailed, match=r"typ is not kb\+jwt .*step 5\.4"):
        kit.verify(kit.bind(issued, header={"typ": typ}))


@pytest.mark.parametrize(("shift", "leeway"), [(0, 0), (-300, 0), (5, 5), (-305, 5), (-0.5, 0)])
def test_step_5_5_an_issuance_within_the_window_is_accepted(
    kit: Any, issued: str, shift: float, leeway: float
) -> None:
    text = kit.bind(issued, iat=kit.now + shift)
    assert kit.verify(text, leeway=leeway).claims["name"] == "Ada"


@pytest.mark.parametrize(("shift", "leeway"), [(1, 0), (-301, 0), (6, 5), (-306, 5), (10**9, 0)])
def test_step_5_5_an_issuance_outside_the_window_is_refused(
    kit: Any, issued: str, shift: float, leeway: float
) -> None:
    with pytest.raises(VerificationFailed, match=r"iat is outside the window .*step 5\.5"):
        kit.verify(kit.bind(issued, iat=kit.now + shift), leeway=leeway)


@pytest.mark.parametrize("issued_at", [None, "1800000000", True, [1]])
def test_step_5_5_there_must_be_a_time_of_issuance(kit: Any, issued: str, issued_at: Any) -> None:
    with pytest.raises(VerificationFailed, match=r"no time of issuance .*section 4\.3"):
        kit.verify(kit.bind(issued, iat=issued_at))


@pytest.mark.parametrize("nonce", [None, "", "N-0S6", "another", 1, ["n-0S6"]])
def test_step_5_6_the_nonce_must_be_ours(kit: Any, issued: str, nonce: Any) -> None:
    with pytest.raises(VerificationFailed, match=r"nonce is not ours .*step 5\.6"):
        kit.verify(kit.bind(issued, nonce=nonce))


@pytest.mark.parametrize("audience", [None, "", "https://verifier.example/", ["https://verifier.example"]])
def test_step_5_6_the_audience_must_be_us_alone(kit: Any, issued: str, audience: Any) -> None:
    with pytest.raises(VerificationFailed, match=r"aud is not ours .*step 5\.6"):
        kit.verify(kit.bind(issued, aud=audience))


@pytest.mark.parametrize("sd_hash", [None, "", "x", 1])
def test_step_5_7_the_hash_must_be_of_this_sd_jwt(kit: Any, issued: str, sd_hash: Any) -> None:
    with pytest.raises(VerificationFailed, match=r"sd_hash is not the digest .*step 5\.7"):
        kit.verify(kit.bind(issued, sd_hash=sd_hash))


def test_step_5_7_a_binding_to_fewer_disclosures_is_refused(kit: Any, issued: str) -> None:
    bound = kit.bind(kit.choose(issued))
    text = issued + bound.rpartition("~")[2]
    with pytest.raises(VerificationFailed, match=r"step 5\.7"):
        kit.verify(text)


def test_step_5_8_the_binding_itself_may_expire(kit: Any, issued: str) -> None:
    assert kit.verify(kit.bind(issued, exp=kit.now + 1)).kb_algorithm == "ES256"
    with pytest.raises(VerificationFailed, match="expired"):
        kit.verify(kit.bind(issued, exp=kit.now))
    with pytest.raises(VerificationFailed, match="not valid before"):
        kit.verify(kit.bind(issued, nbf=kit.now + 1))


def test_step_5_8_critical_extensions_are_refused(kit: Any, issued: str) -> None:
    with pytest.raises(VerificationFailed, match="critical extensions"):
        kit.verify(kit.bind(issued, header={"crit": ["x"], "x": 1}))


def test_more_claims_are_ignored(kit: Any, issued: str) -> None:
    assert kit.verify(kit.bind(issued, more={"claims": 1}, header={"more": 1})).kb_algorithm == "ES256"
