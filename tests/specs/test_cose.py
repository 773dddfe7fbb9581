"""canonbench.specs.cose: COSE_Sign1, COSE_Mac0 and x5chain; the working group's examples."""

import hashlib
import hmac
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

KEY = b"k" * 32
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


def mac(data: bytes) -> bytes:
    return hmac.digest(KEY, data, hashlib.sha256)


def sign(data: bytes) -> bytes:
    """Stand in for Ed25519: a digest of what is signed."""
    return hashlib.sha512(data).digest()


def verify(data: bytes, signature: bytes) -> bool:
    return sign(data) == signature


@pytest.fixture
def signed(codec: Codec) -> cose.Sign1:
    return cose.sign1(b"payload", algorithm=cose.EDDSA, sign=sign, codec=codec)


@pytest.fixture
def check(codec: Codec) -> Callable[..., bytes]:
    def run(message: cose.Sign1, **changes: Any) -> bytes:
        return cose.verify1(message, **{"algorithm": cose.EDDSA, "verify": verify, "codec": codec, **changes})

    return run


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


def test_the_mac_structure_is_that_of_rfc_8152_c_6_1() -> None:
    assert (
        cose.mac_structure(bytes.fromhex("a1010f"), b"This is the content.").hex()
        == "84644d41433043a1010f4054546869732069732074686520636f6e74656e742e"
    )


def test_a_message_is_an_untagged_array(codec: Codec, signed: cose.Sign1) -> None:
    data = codec.encode(cose.structure(signed._replace(unprotected=((4, b"11"),))))

    assert data[:10].hex() == "8443a10127a104423131"
    assert signed._replace(unprotected=((4, b"11"),)) == cose.parse_sign1(codec.decode(data))
    assert signed.protected == cose.protected_header(cose.EDDSA, codec)


@pytest.mark.parametrize("value", [[b"", {}, None, b""], None])
def test_a_tag_that_is_missing_is_missed(value: Any) -> None:
    with pytest.raises(MalformedInput, match=r"does not stand under tag 18 \(RFC 9052, 2\)"):
        cose.untagged(value)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "not an array of four"),
        ([b"", {}, None], "not an array of four"),
        ([{}, {}, None, b""], r"not \[bstr, map"),
        ([b"", b"", None, b""], r"not \[bstr, map"),
        ([b"", {}, None, None], r"not \[bstr, map"),
        ([b"", {}, "", b""], "neither a byte string nor nil"),
    ],
)
def test_what_is_no_message_is_refused(value: Any, reason: str) -> None:
    for parse in (cose.parse_sign1, cose.parse_mac0):
        with pytest.raises(MalformedInput, match=rf"a thing.* {reason}"):
            parse(value, "a thing")


@given(payload=st.binary(), external=st.binary(), detached=st.booleans())
def test_what_is_signed_or_authenticated_verifies(
    codec: Codec,
    payload: bytes,
    external: bytes,
    detached: bool,  # noqa: FBT001 - drawn
) -> None:
    given_payload = payload if detached else None
    signed = cose.sign1(
        payload, algorithm=cose.EDDSA, sign=sign, codec=codec, external_aad=external, detached=detached
    )
    authentic = cose.mac0(payload, mac=mac, codec=codec, external_aad=external, detached=detached)

    assert payload == cose.verify1(
        signed, algorithm=cose.EDDSA, verify=verify, codec=codec, external_aad=external, payload=given_payload
    )
    assert payload == cose.verify_mac0(
        authentic, mac=mac, codec=codec, external_aad=external, payload=given_payload
    )
    with pytest.raises(VerificationFailed, match="signature of COSE_Sign1 does not verify"):
        cose.verify1(
            signed,
            algorithm=cose.EDDSA,
            verify=verify,
            codec=codec,
            external_aad=external + b"x",
            payload=given_payload,
        )
    with pytest.raises(VerificationFailed, match="tag of COSE_Mac0 does not verify"):
        cose.verify_mac0(authentic, mac=mac, codec=codec, external_aad=external + b"x", payload=given_payload)


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


@pytest.mark.parametrize(
    ("header", "found"), [({}, "None"), ({1: "EdDSA"}, "'EdDSA'"), ({1: -7}, "-7"), ({1: -8.0}, "-8.0")]
)
def test_the_algorithm_of_the_protected_header_is_that_of_the_key(
    codec: Codec, signed: cose.Sign1, check: Callable[..., bytes], header: dict[int, Any], found: str
) -> None:
    with pytest.raises(VerificationFailed, match=f"gives algorithm {found}, the key is for -8"):
        check(signed._replace(protected=codec.encode(header), unprotected=((4, b""),)))


@pytest.mark.parametrize("empty", [b"", b"\xa0"])
def test_an_empty_protected_header_is_an_empty_string_in_what_is_signed(
    check: Callable[..., bytes], empty: bytes
) -> None:
    message = cose.Sign1(empty, ((1, -8),), b"x", sign(cose.sig_structure(b"", b"x")))

    assert check(message, algorithm_anywhere=True) == b"x"
    with pytest.raises(VerificationFailed, match="gives algorithm None"):
        check(message)


@pytest.mark.parametrize(
    ("protected", "unprotected", "error", "reason"),
    [
        (b"\x80", (), MalformedInput, "a protected header is not a map"),
        (b"\xa1", (), MalformedInput, "a protected header is not well-formed"),
        ({1: -8}, ((1, -8),), MalformedInput, "label 1 stands in both headers"),
        ({1: -8}, ((2, [1]),), MalformedInput, "crit stands in the unprotected header"),
        ({1: -8, 2: []}, (), MalformedInput, "crit is not an array"),
        ({1: -8, 2: 1}, (), MalformedInput, "crit is not an array"),
        ({1: -8, 2: [3]}, (), MalformedInput, "crit is not an array of labels of the protected header"),
        ({1: -8, 2: [-70], -70: 1}, (), VerificationFailed, "a header that is not understood"),
    ],
)
def test_headers_that_are_not_as_the_text_has_them_are_refused(  # noqa: PLR0913, PLR0917 - a row
    codec: Codec,
    signed: cose.Sign1,
    check: Callable[..., bytes],
    protected: Any,
    unprotected: cose.Headers,
    error: type[Exception],
    reason: str,
) -> None:
    encoded = protected if isinstance(protected, bytes) else codec.encode(protected)

    with pytest.raises(error, match=reason):
        check(signed._replace(protected=encoded, unprotected=unprotected))


def test_a_critical_header_that_is_understood_is_no_obstacle(
    codec: Codec, check: Callable[..., bytes]
) -> None:
    protected = codec.encode({1: -8, 2: [1]})

    assert check(cose.Sign1(protected, (), b"x", sign(cose.sig_structure(protected, b"x")))) == b"x"


def test_a_payload_is_in_the_message_or_beside_it(signed: cose.Sign1, check: Callable[..., bytes]) -> None:
    with pytest.raises(MalformedInput, match="carries no payload, and none is given"):
        check(signed._replace(payload=None))
    with pytest.raises(MalformedInput, match="must be detached"):
        check(signed, payload=b"payload")


def test_a_mac_of_another_kind_or_size_is_refused(codec: Codec) -> None:
    authentic = cose.mac0(b"x", mac=mac, codec=codec)

    with pytest.raises(MalformedInput, match="has 8 bytes, not 32"):
        cose.verify_mac0(authentic._replace(tag=bytes(8)), mac=mac, codec=codec)
    with pytest.raises(VerificationFailed, match="gives algorithm 4, the key is for 5"):
        cose.verify_mac0(authentic._replace(protected=codec.encode({1: 4})), mac=mac, codec=codec)


@pytest.mark.parametrize("chain", [(b"leaf",), (b"leaf", b"middle"), (b"leaf", b"middle", b"upper")])
def test_a_chain_is_carried_as_a_certificate_or_an_array(
    codec: Codec, signed: cose.Sign1, chain: tuple[bytes, ...]
) -> None:
    headers = (("kid", 1), *cose.x5chain_header(chain))

    assert chain == cose.x5chain(signed._replace(unprotected=headers), codec)


@pytest.mark.parametrize("value", [None, "leaf", [], [b"leaf"], [b"leaf", "middle"], {}])
def test_anything_else_is_no_chain(codec: Codec, signed: cose.Sign1, value: Any) -> None:
    with pytest.raises(MalformedInput, match="neither a certificate nor an array of two or more"):
        cose.x5chain(signed._replace(unprotected=((33, value),)), codec)


def test_a_chain_that_is_absent_or_only_protected_is_no_chain(codec: Codec, signed: cose.Sign1) -> None:
    with pytest.raises(VerificationFailed, match="there is no x5chain"):
        cose.x5chain(signed, codec)
    with pytest.raises(VerificationFailed, match="stands in the protected header only"):
        cose.x5chain(signed._replace(protected=codec.encode({1: -8, 33: b"leaf"})), codec)
