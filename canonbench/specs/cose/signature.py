"""COSE_Sign1: one signature over a payload (RFC 9052 section 4, RFC 9053 section 2).

`sign1` and `verify1` are the steps of the text in one call. Signatures are raw: r || s for ECDSA; DER is
refused.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.cbor import Codec
from canonbench.specs.cose.message import (
    ALG,
    EDDSA,
    ES256,
    ES384,
    ES512,
    Headers,
    Sign1,
    body,
    check_algorithm,
    parse,
    payload_of,
)
from canonbench.specs.cose_key import CoseKey

__all__ = ["Verification", "parse_sign1", "sig_structure", "sign1", "to_be_verified", "verify1"]

_ECDSA_SIZES = (64, 96, 132)  # on P-256, P-384 and P-521: the curve is the key's, not the algorithm's
_SIGNATURE_SIZES = {ES256: _ECDSA_SIZES, ES384: _ECDSA_SIZES, ES512: _ECDSA_SIZES, EDDSA: (64, 114)}


class Verification(NamedTuple):
    """A COSE_Sign1 to verify, as one value: the arguments of `verify1`, with a key."""

    message: Sign1
    algorithm: int
    key: CoseKey
    external_aad: bytes = b""
    payload: bytes | None = None
    algorithm_anywhere: bool = False


def parse_sign1(value: Any, name: str = "COSE_Sign1") -> Sign1:
    """Read a decoded, untagged COSE_Sign1; ``name`` is its name in messages.

    Raises:
        MalformedInput: If it is not one.
    """
    return Sign1(*parse(value, name))


def sig_structure(protected: bytes, payload: bytes, external_aad: bytes = b"") -> bytes:
    """Encode the Sig_structure of a COSE_Sign1: what is signed (RFC 9052 section 4.4)."""
    return b"\x84\x6aSignature1" + body(protected, external_aad, payload)


def _check_signature(signature: bytes, algorithm: int) -> None:
    sizes = _SIGNATURE_SIZES.get(algorithm)
    if sizes is None:
        raise MalformedInput(f"COSE algorithm {algorithm} is not one for signatures here (RFC 9053, 2)")
    if len(signature) not in sizes:
        form = "DER" if signature[:1] == b"\x30" else f"{len(signature)} bytes"
        raise MalformedInput(f"a signature is {form}, not raw, of the size of its curve (RFC 9053, 2)")


def sign1(  # noqa: PLR0913 - each is a part of the Sig_structure or of the message
    payload: bytes,
    *,
    algorithm: int,
    sign: Callable[[bytes], bytes],
    codec: Codec,
    unprotected: Headers = (),
    external_aad: bytes = b"",
    detached: bool = False,
) -> Sign1:
    """Sign a payload (RFC 9052 section 4.4).

    Args:
        payload: What is signed.
        algorithm: COSE algorithm, for the protected header.
        sign: Takes ToBeSigned, gives the raw signature.
        codec: Encodes the protected header.
        unprotected: The unprotected header.
        external_aad: Externally supplied data.
        detached: Whether the message is to carry no payload.

    Raises:
        MalformedInput: If the signature is not raw, of the size of the algorithm.
    """
    protected = codec.encode({ALG: algorithm})
    signature = sign(sig_structure(protected, payload, external_aad))
    _check_signature(signature, algorithm)
    return Sign1(protected, unprotected, None if detached else payload, signature)


def to_be_verified(  # noqa: PLR0913 - each is a part of the Sig_structure or of the check
    message: Sign1,
    *,
    algorithm: int,
    codec: Codec,
    external_aad: bytes = b"",
    payload: bytes | None = None,
    algorithm_anywhere: bool = False,
) -> bytes:
    """Check everything about a COSE_Sign1 but its signature, and return ToBeSigned (RFC 9052 section 4.4).

    Args:
        message: The message.
        algorithm: The COSE algorithm of the verifier's key.
        codec: Decodes the protected header.
        external_aad: Externally supplied data.
        payload: The payload, if it is detached.
        algorithm_anywhere: Whether the algorithm may stand in the unprotected header: in an mdoc it may not
            (ISO/IEC 18013-5:2021, 9.1.2.4), in COSE at large it may.

    Raises:
        MalformedInput: If headers, payload or signature are not in the grammar, or the signature is DER.
        VerificationFailed: If the message is not for that algorithm, or has a critical header.
    """
    check_algorithm(message, algorithm, codec, anywhere=algorithm_anywhere)
    _check_signature(message.signature, algorithm)
    return sig_structure(message.protected, payload_of(message, payload), external_aad)


def verify1(  # noqa: PLR0913 - each is a part of the Sig_structure or of the check
    message: Sign1,
    *,
    algorithm: int,
    verify: Callable[[bytes, bytes], bool],
    codec: Codec,
    external_aad: bytes = b"",
    payload: bytes | None = None,
    algorithm_anywhere: bool = False,
    name: str = "COSE_Sign1",
) -> bytes:
    """Verify a COSE_Sign1 and return its payload (RFC 9052 section 4.4).

    Args:
        message: The message.
        algorithm: The COSE algorithm of the verifier's key.
        verify: Takes ToBeSigned and the raw signature; only ``True`` counts.
        codec: Decodes the protected header.
        external_aad: Externally supplied data.
        payload: The payload, if it is detached.
        algorithm_anywhere: Whether the algorithm may stand in the unprotected header.
        name: What the message is called in the reason of a refusal.

    Raises:
        MalformedInput: As `to_be_verified`.
        VerificationFailed: As `to_be_verified`, and if the signature does not verify.
    """
    data = to_be_verified(
        message,
        algorithm=algorithm,
        codec=codec,
        external_aad=external_aad,
        payload=payload,
        algorithm_anywhere=algorithm_anywhere,
    )
    if verify(data, message.signature) is not True:
        raise VerificationFailed(f"the signature of {name} does not verify (RFC 9052, 4.4)")
    return payload_of(message, payload)
