"""Key binding: every rule has an input that breaks it, and a signature is proved by the key that made it."""

import pytest

from canonbench.specs import base64url
from canonbench.specs.jws import Jws
from canonbench.stages import kb_jwt
from canonbench.stages.key import Key

HEADER = {"alg": "ES256", "typ": "kb+jwt"}
GOOD = kb_jwt.BindingCheck(
    Jws(HEADER, {}, b"signed", b"signature"), {"cnf": {}, "a": 1}, "digest", "audience", "nonce", 1000.0
)


def test_every_rule_is_broken_once() -> None:
    assert kb_jwt.check.tampered is not None
    tampered = list(kb_jwt.check.tampered(GOOD))

    assert GOOD not in tampered
    for field in ("nonce", "audience", "sd_hash", "claims", "algorithms"):
        assert sum(getattr(given, field) != getattr(GOOD, field) for given in tampered) == 1
    assert sorted(given.now for given in tampered if given.now != GOOD.now) == [-85700.0, 87700.0]
    assert {"JWT"} == {given.kb_jwt.header["typ"] for given in tampered} - {"kb+jwt"}
    assert {"none"} == {given.kb_jwt.header["alg"] for given in tampered} - {"ES256"}


def test_the_whole_is_tampered_with_in_signature_and_text_too() -> None:
    assert kb_jwt.verify.tampered is not None
    tampered = list(kb_jwt.verify.tampered(GOOD))

    assert len({given.kb_jwt.signature for given in tampered}) == 4
    assert len({given.kb_jwt.signing_input for given in tampered}) == 4


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (Key("Ed25519", b"\1" * 32), {"kty": "OKP", "crv": "Ed25519", "x": base64url.encode(b"\1" * 32)}),
        (
            Key("P-384", b"\x04" + b"\1" * 48 + b"\2" * 48, b"secret"),
            {
                "kty": "EC",
                "crv": "P-384",
                "x": base64url.encode(b"\1" * 48),
                "y": base64url.encode(b"\2" * 48),
            },
        ),
    ],
)
def test_a_public_key_is_written_as_jwk_without_its_secret(key: Key, expected: dict[str, str]) -> None:
    assert kb_jwt.public_jwk(key) == expected


def test_a_signature_is_proved_by_the_public_key_and_what_was_bound() -> None:
    binding = kb_jwt.Binding("audience", "nonce", 7, "digest", "EdDSA")
    text = ".".join(base64url.encode(part) for part in (b'{"alg":"EdDSA"}', b'{"iat":7}', b"\1" * 64))
    signing = kb_jwt.Signing(Key("Ed25519", b"\1" * 32, b"\2" * 32), binding)

    assert kb_jwt.sign.proof is not None
    given = kb_jwt.sign.proof.given(signing, text)
    assert given.claims == {"cnf": {"jwk": kb_jwt.public_jwk(signing.key)}}
    assert (given.sd_hash, given.audience, given.nonce, given.now) == ("digest", "audience", "nonce", 7)
    assert kb_jwt.sign.normal(text).endswith(".86")
