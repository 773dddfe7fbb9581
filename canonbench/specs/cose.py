"""COSE messages: COSE_Sign1, COSE_Mac0 and x5chain (RFC 9052, RFC 9053, RFC 9360).

Structures to be signed are made by `sig_structure` and `mac_structure`, without a codec: they hold byte
strings only. `sign1`, `verify1`, `mac0` and `verify_mac0` are these steps in one call. Signatures are raw:
r || s for ECDSA; DER is refused.
"""

from collections.abc import Callable, Mapping
from hmac import compare_digest
from typing import Any, NamedTuple, TypeAlias

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.cbor import Codec, byte_string, read
from canonbench.specs.cose_key import CoseKey

__all__ = [
    "ALG",
    "CRIT",
    "EDDSA",
    "ES256",
    "ES384",
    "ES512",
    "HMAC_256",
    "SIGN1_TAG",
    "X5CHAIN",
    "Headers",
    "Mac0",
    "MacVerification",
    "Sign1",
    "Verification",
    "mac0",
    "mac_structure",
    "parse_mac0",
    "parse_sign1",
    "protected_header",
    "protected_headers",
    "sig_structure",
    "sign1",
    "structure",
    "to_be_maced",
    "to_be_verified",
    "untagged",
    "verify1",
    "verify_mac0",
    "x5chain",
    "x5chain_header",
]

ALG, CRIT, X5CHAIN = 1, 2, 33
"""Header labels (RFC 9052 section 3.1, RFC 9360 section 2)."""

ES256, ES384, ES512, EDDSA, HMAC_256 = -7, -35, -36, -8, 5
"""Algorithms (RFC 9053 sections 2.1, 2.2 and 3.1)."""

SIGN1_TAG = 18
"""The tag of a COSE_Sign1 message (RFC 9052 section 2)."""

_ECDSA_SIZES = (64, 96, 132)  # on P-256, P-384 and P-521: the curve is the key's, not the algorithm's
_SIGNATURE_SIZES = {ES256: _ECDSA_SIZES, ES384: _ECDSA_SIZES, ES512: _ECDSA_SIZES, EDDSA: (64, 114)}
_MAC_SIZE = 32
_UNDERSTOOD = frozenset({ALG})

Headers: TypeAlias = tuple[tuple[int | str, Any], ...]
"""Entries of a header map, in order."""


class Sign1(NamedTuple):
    """A COSE_Sign1 (RFC 9052 section 4.2); ``payload`` is ``None`` if it is detached."""

    protected: bytes
    unprotected: Headers
    payload: bytes | None
    signature: bytes


class Mac0(NamedTuple):
    """A COSE_Mac0 (RFC 9052 section 6.2); ``payload`` is ``None`` if it is detached."""

    protected: bytes
    unprotected: Headers
    payload: bytes | None
    tag: bytes


class Verification(NamedTuple):
    """A COSE_Sign1 to verify, as one value: the arguments of `verify1`, with a key."""

    message: Sign1
    algorithm: int
    key: CoseKey
    external_aad: bytes = b""
    payload: bytes | None = None
    algorithm_anywhere: bool = False


class MacVerification(NamedTuple):
    """A COSE_Mac0 to verify, as one value: the arguments of `verify_mac0`, with a key."""

    message: Mac0
    key: bytes
    external_aad: bytes = b""
    payload: bytes | None = None


def structure(message: Sign1 | Mac0) -> list[Any]:
    """Return the array that a codec encodes, untagged."""
    return [message[0], dict(message[1]), message[2], message[3]]


def untagged(value: Any, number: int = SIGN1_TAG) -> Any:
    """Return the content of tag ``number``.

    Raises:
        MalformedInput: If ``value`` is no item of that tag.
    """
    if getattr(value, "tag", None) != number:
        raise MalformedInput(f"a COSE message does not stand under tag {number} (RFC 9052, 2)")
    return value.value


def _parse(value: Any, name: str) -> tuple[bytes, Headers, bytes | None, bytes]:
    if not isinstance(value, list | tuple) or len(value) != 4:  # noqa: PLR2004 - the array of RFC 9052
        raise MalformedInput(f"{name} is not an array of four items (RFC 9052, 4.2 and 6.2)")
    protected, unprotected, payload, code = value
    if type(protected) is not bytes or type(code) is not bytes or not isinstance(unprotected, Mapping):
        raise MalformedInput(f"{name} is not [bstr, map, bstr or nil, bstr] (RFC 9052, 4.2 and 6.2)")
    if payload is not None and type(payload) is not bytes:
        raise MalformedInput(f"the payload of {name} is neither a byte string nor nil (RFC 9052, 4.1)")
    return protected, tuple(unprotected.items()), payload, code


def parse_sign1(value: Any, name: str = "COSE_Sign1") -> Sign1:
    """Read a decoded, untagged COSE_Sign1; ``name`` is its name in messages.

    Raises:
        MalformedInput: If it is not one.
    """
    return Sign1(*_parse(value, name))


def parse_mac0(value: Any, name: str = "COSE_Mac0") -> Mac0:
    """Read a decoded, untagged COSE_Mac0; ``name`` is its name in messages.

    Raises:
        MalformedInput: If it is not one.
    """
    return Mac0(*_parse(value, name))


def protected_header(algorithm: int, codec: Codec) -> bytes:
    """Encode the protected header that holds the algorithm only (RFC 9052 section 3)."""
    return codec.encode({ALG: algorithm})


def protected_headers(message: Sign1 | Mac0, codec: Codec) -> Mapping[int | str, Any]:
    """Decode the protected header, and hold it against the unprotected one (RFC 9052 section 3).

    Raises:
        MalformedInput: If it is no map, a label stands in both, or ``crit`` is not as section 3.1 has it.
        VerificationFailed: If ``crit`` names a label that is not understood here.
    """
    protected = read(codec, message.protected, "a protected header") if message.protected else {}
    if not isinstance(protected, dict):
        raise MalformedInput("a protected header is not a map (RFC 9052, 3)")
    for label, _ in message.unprotected:
        if label in protected:
            raise MalformedInput(f"header label {label} stands in both headers (RFC 9052, 3)")
        if label == CRIT:
            raise MalformedInput("crit stands in the unprotected header (RFC 9052, 3.1)")
    if CRIT in protected:
        critical = protected[CRIT]
        if (
            not isinstance(critical, list)
            or not critical
            or not all(label in protected for label in critical)
        ):
            raise MalformedInput("crit is not an array of labels of the protected header (RFC 9052, 3.1)")
        if not _UNDERSTOOD.issuperset(critical):
            raise VerificationFailed("crit names a header that is not understood here (RFC 9052, 3.1)")
    return protected


def _body(protected: bytes, external_aad: bytes, payload: bytes) -> bytes:
    # A zero-length map is a zero-length string in what is signed, whichever of both was sent (RFC 9052, 4.4).
    header = b"\x40" if protected == b"\xa0" else byte_string(protected)
    return header + byte_string(external_aad) + byte_string(payload)


def sig_structure(protected: bytes, payload: bytes, external_aad: bytes = b"") -> bytes:
    """Encode the Sig_structure of a COSE_Sign1: what is signed (RFC 9052 section 4.4)."""
    return b"\x84\x6aSignature1" + _body(protected, external_aad, payload)


def mac_structure(protected: bytes, payload: bytes, external_aad: bytes = b"") -> bytes:
    """Encode the MAC_structure of a COSE_Mac0: what is authenticated (RFC 9052 section 6.3)."""
    return b"\x84\x64MAC0" + _body(protected, external_aad, payload)


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


def _payload(message: Sign1 | Mac0, detached: bytes | None) -> bytes:
    if detached is None:
        if message.payload is None:
            raise MalformedInput("a COSE message carries no payload, and none is given (RFC 9052, 4.1)")
        return message.payload
    if message.payload is not None:
        raise MalformedInput(
            "a COSE message carries a payload where it must be detached, nil (RFC 9052, 4.1)"
        )
    return detached


def _check_algorithm(message: Sign1 | Mac0, algorithm: int, codec: Codec, *, anywhere: bool = False) -> None:
    given = protected_headers(message, codec).get(ALG)
    if given is None and anywhere:
        given = dict(message.unprotected).get(ALG)
    if type(given) is not int or given != algorithm:
        raise VerificationFailed(
            f"the protected header gives algorithm {given!r}, the key is for {algorithm} (RFC 9052, 3.1)"
        )


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
    _check_algorithm(message, algorithm, codec, anywhere=algorithm_anywhere)
    _check_signature(message.signature, algorithm)
    return sig_structure(message.protected, _payload(message, payload), external_aad)


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
    return _payload(message, payload)


def mac0(
    payload: bytes,
    *,
    mac: Callable[[bytes], bytes],
    codec: Codec,
    external_aad: bytes = b"",
    detached: bool = False,
) -> Mac0:
    """Authenticate a payload with HMAC 256/256 (RFC 9052 section 6.3).

    Args:
        payload: What is authenticated.
        mac: HMAC with SHA-256 under the key: takes ToBeMaced, gives 32 bytes.
        codec: Encodes the protected header.
        external_aad: Externally supplied data.
        detached: Whether the message is to carry no payload.
    """
    protected = codec.encode({ALG: HMAC_256})
    tag = mac(mac_structure(protected, payload, external_aad))
    return Mac0(protected, (), None if detached else payload, tag)


def to_be_maced(
    message: Mac0, *, codec: Codec, external_aad: bytes = b"", payload: bytes | None = None
) -> bytes:
    """Check everything about a COSE_Mac0 but its tag, and return ToBeMaced (RFC 9052 section 6.3).

    Args:
        message: The message.
        codec: Decodes the protected header.
        external_aad: Externally supplied data.
        payload: The payload, if it is detached.

    Raises:
        MalformedInput: If headers, payload or tag are not in the grammar.
        VerificationFailed: If the message is not for HMAC 256/256, or has a critical header.
    """
    _check_algorithm(message, HMAC_256, codec)
    if len(message.tag) != _MAC_SIZE:
        raise MalformedInput(f"a tag of HMAC 256/256 has {len(message.tag)} bytes, not 32 (RFC 9053, 3.1)")
    return mac_structure(message.protected, _payload(message, payload), external_aad)


def verify_mac0(  # noqa: PLR0913 - each is a part of the MAC_structure or of the check
    message: Mac0,
    *,
    mac: Callable[[bytes], bytes],
    codec: Codec,
    external_aad: bytes = b"",
    payload: bytes | None = None,
    name: str = "COSE_Mac0",
) -> bytes:
    """Verify a COSE_Mac0 and return its payload (RFC 9052 section 6.3).

    Args:
        message: The message.
        mac: HMAC with SHA-256 under the key: takes ToBeMaced, gives 32 bytes.
        codec: Decodes the protected header.
        external_aad: Externally supplied data.
        payload: The payload, if it is detached.
        name: What the message is called in the reason of a refusal.

    Raises:
        MalformedInput: As `to_be_maced`.
        VerificationFailed: As `to_be_maced`, and if the tag is another one.
    """
    data = to_be_maced(message, codec=codec, external_aad=external_aad, payload=payload)
    if not compare_digest(mac(data), message.tag):
        raise VerificationFailed(f"the tag of {name} does not verify (RFC 9052, 6.3)")
    return _payload(message, payload)


def x5chain_header(chain: tuple[bytes, ...]) -> Headers:
    """Return the unprotected header that carries DER certificates, the signer's first (RFC 9360, 2)."""
    return ((X5CHAIN, chain[0] if len(chain) == 1 else list(chain)),)


def x5chain(message: Sign1, codec: Codec) -> tuple[bytes, ...]:
    """Return the DER certificates under label 33 of the unprotected header, the signer's first.

    Nothing here says that they are valid, or that one signed another.

    Raises:
        MalformedInput: If the label holds neither a certificate nor two or more of them.
        VerificationFailed: If there is none, or only one in the protected header.
    """
    for label, value in message.unprotected:
        if label == X5CHAIN:
            chain = (value,) if type(value) is bytes else tuple(value) if isinstance(value, list) else ()
            if (
                not chain
                or (chain[0] is not value and len(chain) == 1)
                or not all(type(c) is bytes for c in chain)
            ):
                raise MalformedInput(
                    "x5chain is neither a certificate nor an array of two or more (RFC 9360, 2)"
                )
            return chain
    if X5CHAIN in protected_headers(message, codec):
        raise VerificationFailed(
            "x5chain stands in the protected header only (RFC 9360; ISO/IEC 18013-5:2021, 9.1.2.4)"
        )
    raise VerificationFailed(
        "there is no x5chain, so nobody vouches for the key (ISO/IEC 18013-5:2021, 9.1.2.4)"
    )
