"""SD-JWT: salted outputs are compared by what they say, and what a verifier accepts is tampered with."""

import hashlib
import json
from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs import base64url
from canonbench.specs.sd_jwt import Frame, Policy, Processing, Validity, digests, frame_of, parse, serialize
from canonbench.specs.sd_jwt.vc import Credential
from canonbench.stages import kb_jwt, sd_jwt
from canonbench.stages.key import Key

KEY = Key("P-256", b"\x04" + bytes(64), b"\1" * 32)


def _jwt(header: dict[str, Any], payload: dict[str, Any], signature: bytes = b"\1" * 64) -> str:
    parts = (json.dumps(header).encode(), json.dumps(payload).encode(), signature)
    return ".".join(base64url.encode(part) for part in parts)


def _sd_jwt(salt: str, names: tuple[str, ...] = ("a", "b"), bound: str = "") -> str:
    texts = [base64url.encode(json.dumps([salt, name, name * 2]).encode()) for name in names]
    taken = digests(texts, lambda octets: hashlib.sha256(octets).digest())
    payload = {"vct": "t", "_sd": sorted(taken), "_sd_alg": "sha-256"}
    return serialize(_jwt({"alg": "ES256", "typ": "dc+sd-jwt"}, payload), texts, bound)


def _payload(text: str) -> str:
    return text.split(".")[1]


BOUND = _jwt({"alg": "ES256"}, {"iat": 7, "aud": "v", "nonce": "n", "sd_hash": "digest"})


def test_a_salt_is_counted_for_every_disclosure_and_decoy() -> None:
    nested = frame_of(["/a", "/a/b", "/c/0", "/c/1"])

    assert sd_jwt.salts_of(nested) == 4
    assert sd_jwt.salts_of(nested._replace(decoys=3)) == 7
    assert sd_jwt.salts_of(Frame(disclosable=False, members={})) == 0


def test_what_is_issued_is_compared_by_what_it_says() -> None:
    assert sd_jwt.issue.normal(_sd_jwt("salt")) == sd_jwt.issue.normal(_sd_jwt("other"))
    assert sd_jwt.issue.normal(_sd_jwt("salt")) != sd_jwt.issue.normal(_sd_jwt("salt", ("a",)))
    assert sd_jwt.present.normal(_sd_jwt("salt")) != sd_jwt.present.normal(_sd_jwt("salt", bound=BOUND))


def test_what_is_issued_is_proved_as_what_a_verifier_accepts_without_key_binding() -> None:
    assert sd_jwt.issue.proof is not None
    text = _sd_jwt("salt")
    given = sd_jwt.Issuing(KEY, {"alg": "ES256", "typ": "dc+sd-jwt"}, {"nbf": 10}, frame_of(["/a"]), b"")

    assert sd_jwt.issue.proof.given(given, text) == sd_jwt.Verifying(
        KEY._replace(secret=b""), text, Policy("refused", 11, types=("dc+sd-jwt",))
    )


def test_what_is_presented_is_proved_by_its_key_binding_at_the_time_it_says() -> None:
    assert sd_jwt.present.proof is not None
    given = sd_jwt.Presenting(KEY, "", ("/a",), "v", "n", 7, "ES256")
    check = sd_jwt.present.proof.given(given, _sd_jwt("salt", bound=BOUND))

    assert sd_jwt.present.proof.by is kb_jwt.verify
    assert (check.audience, check.nonce, check.now) == ("v", "n", 7)
    hashed = hashlib.sha256(_sd_jwt("salt").encode()).digest()
    assert check.sd_hash == base64url.encode(hashed)
    with pytest.raises(MalformedInput, match="no Key Binding JWT"):
        sd_jwt.present.proof.given(given, _sd_jwt("salt"))


def test_a_verifier_is_given_every_kind_of_tampering() -> None:
    assert sd_jwt.verify.tampered is not None
    text = _sd_jwt("salt", bound=BOUND)
    plain = list(sd_jwt.verify.tampered(sd_jwt.Verifying(KEY, text, Policy("refused", 0))))
    bound = list(sd_jwt.verify.tampered(sd_jwt.Verifying(KEY, text, Policy("required", 0, "v", "n"))))

    assert text not in {given.text for given in plain}
    assert {given.text.count("~") for given in plain} == {3, 4}
    texts = {given.text for given in plain}
    extra = [given for given in bound if given.text not in texts or given.policy[2:4] != ("v", "n")]
    assert {given.text.count("~") for given in extra} == {2, 3, 4}
    assert {given.policy.key_binding for given in extra} == {"required", "refused"}
    assert any(given.text.endswith("~") for given in extra)
    assert {given.policy.nonce for given in extra} == {"n", "another nonce"}
    assert {given.policy.audience for given in extra} == {"v", "another audience"}
    expiring = _sd_jwt("salt").replace(_payload(_sd_jwt("salt")), base64url.encode(b'{"exp":9}'))
    late = list(sd_jwt.verify.tampered(sd_jwt.Verifying(KEY, expiring, Policy("refused", 0))))[-1]
    assert (late.text, late.policy.now) == (expiring, 9)
    alone = sd_jwt.Verifying(KEY, _sd_jwt("salt", ("a",), BOUND), Policy("required", 0, "v", "n"))
    assert len({given.text for given in sd_jwt.verify.tampered(alone)}) > 10


def test_disclosures_are_tampered_with_one_by_one() -> None:
    assert sd_jwt.process.tampered is not None
    parsed = parse(_sd_jwt("salt"))
    good = Processing(parsed.jwt.payload, parsed.disclosures, ("x" * 42 + "1", "y" * 42 + "2"))
    tampered = list(sd_jwt.process.tampered(good))

    assert good not in tampered
    assert len(tampered) == 4 + 3 * len(parsed.disclosures)
    assert all(len(given.disclosures) == len(given.digests) for given in tampered)


def test_credential_and_validity_are_tampered_with_rule_by_rule() -> None:
    assert sd_jwt.check_credential.tampered is not None
    assert sd_jwt.check_validity.tampered is not None
    credential = Credential({"typ": "dc+sd-jwt"}, {"vct": "t"}, {"vct": "t"})
    credentials = list(sd_jwt.check_credential.tampered(credential))
    validities = list(sd_jwt.check_validity.tampered(Validity({}, 10)))

    assert credential not in credentials
    assert len(credentials) == 4
    assert {name for given in validities for name in given.claims} == {"exp", "nbf", "aud"}
    assert any(given.required for given in validities)
