"""canonbench.specs.cose.signature: COSE_Sign1; the working group's examples."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import cose
from canonbench.specs.cbor import Codec
from canonbench.specs.cose_key import EC2, CoseKey
from canonbench.suites.cose import examples

HASHES: dict[int, Any] = {cose.ES256: hashes.SHA256, cose.ES384: hashes.SHA384, cose.ES512: hashes.SHA512}
CURVES: dict[int, Any] = {1: ec.SECP256R1, 2: ec.SECP384R1, 3: ec.SECP521R1}


def verify_with(key: CoseKey, algorithm: int) -> Callable[[bytes, bytes], bool]:
    def check(data: bytes, signature: bytes) -> None:
        if key.kty == EC2:
            assert isinstance(key.y, bytes)
            x, y = int.from_bytes(key.x, "big"), int.from_bytes(key.y, "big")
            r, s = (
                int.from_bytes(signature[: len(key.x)], "big"),
                int.from_bytes(signature[len(key.x) :], "big"),
            )
            public = ec.EllipticCurvePublicNumbers(x, y, CURVES[key.crv]()).public_key()
            public.verify(encode_dss_signature(r, s), data, ec.ECDSA(HASHES[algorithm]()))
        else:
            kind: Any = ed25519.Ed25519PublicKey if key.crv == 6 else ed448.Ed448PublicKey
            kind.from_public_bytes(key.x).verify(signature, data)

    def verify(data: bytes, signature: bytes) -> bool:
        try:
            check(data, signature)
        except InvalidSignature:
            return False
        return True

    return verify


def sign(data: bytes) -> bytes:
    """Stand in for Ed25519: a digest of what is signed."""
    return hashlib.sha512(data).digest()


def verify(data: bytes, signature: bytes) -> bool:
    return sign(data) == signature


@pytest.mark.suites
def test_the_examples_verify_or_fail_as_they_should(codec: Codec, suite: Callable[[str], Path]) -> None:
    wrong = []
    names = []
    for example in examples(suite("cose")):
        names.append(example.name)
        message, algorithm, key, external, payload, anywhere = example.verification
        decoded = codec.decode(example.data)
        try:
            parsed = cose.parse_sign1(decoded if example.name == "sign-pass-03" else cose.untagged(decoded))
            if parsed != message:
                wrong.append((example.name, "its diagnostic notation is another message"))
            cose.verify1(
                parsed,
                algorithm=algorithm,
                verify=verify_with(key, algorithm),
                codec=codec,
                external_aad=external,
                payload=payload,
                algorithm_anywhere=anywhere,
            )
        except (VerificationFailed, MalformedInput):
            ok = example.fail
        else:
            ok = not example.fail
        if not ok:
            wrong.append((example.name, "not as it should be"))

    assert wrong == []
    assert len(names) == 9 + 4 + 2 + 1


@pytest.mark.suites
def test_sig_structures_are_those_of_the_examples(suite: Callable[[str], Path]) -> None:
    for example in examples(suite("cose")):
        message = example.verification.message
        # In these rows the headers were changed after signing, or the tag was.
        if example.name not in {
            "sign-fail-02",
            "sign-fail-03",
            "sign-fail-04",
            "sign-fail-06",
            "sign-fail-07",
        }:
            assert message.payload is not None
            assert example.to_be_signed == cose.sig_structure(
                message.protected, message.payload, example.verification.external_aad
            )


@given(payload=st.binary(), external=st.binary(), detached=st.booleans())
def test_what_is_signed_verifies(
    codec: Codec,
    payload: bytes,
    external: bytes,
    detached: bool,  # noqa: FBT001 - drawn
) -> None:
    signed = cose.sign1(
        payload, algorithm=cose.EDDSA, sign=sign, codec=codec, external_aad=external, detached=detached
    )

    def check(external_aad: bytes) -> bytes:
        return cose.verify1(
            signed,
            algorithm=cose.EDDSA,
            verify=verify,
            codec=codec,
            external_aad=external_aad,
            payload=payload if detached else None,
        )

    assert check(external) == payload
    with pytest.raises(VerificationFailed, match="signature of COSE_Sign1 does not verify"):
        check(external + b"x")


def test_only_true_verifies(signed: cose.Sign1, check: Callable[..., bytes]) -> None:
    for odd in (None, 1, "yes"):
        with pytest.raises(VerificationFailed):
            check(signed, verify=lambda _data, _signature, odd=odd: odd)


def test_der_is_refused_when_signing_and_when_verifying(
    codec: Codec, signed: cose.Sign1, check: Callable[..., bytes]
) -> None:
    der = ec.generate_private_key(ec.SECP256R1()).sign(b"", ec.ECDSA(hashes.SHA256()))

    with pytest.raises(MalformedInput, match=r"a signature is DER, not raw.*RFC 9053"):
        cose.sign1(b"", algorithm=cose.ES256, sign=lambda _data: der, codec=codec)
    with pytest.raises(MalformedInput, match="a signature is DER, not raw"):
        check(signed._replace(signature=der))
    with pytest.raises(MalformedInput, match="a signature is 63 bytes, not raw"):
        check(signed._replace(signature=bytes(63)))


def test_an_algorithm_for_no_signature_is_refused(codec: Codec) -> None:
    with pytest.raises(MalformedInput, match="COSE algorithm 5 is not one for signatures"):
        cose.sign1(b"", algorithm=cose.HMAC_256, sign=sign, codec=codec)
