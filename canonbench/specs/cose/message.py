"""COSE messages: their form, headers and payload, which COSE_Sign1 and COSE_Mac0 share (RFC 9052).

What is signed or authenticated holds byte strings only, so `body` makes it without a codec.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.cbor import Codec, byte_string, read

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
    "Sign1",
    "body",
    "check_algorithm",
    "parse",
    "payload_of",
    "protected_headers",
    "structure",
    "untagged",
]

ALG, CRIT, X5CHAIN = 1, 2, 33
"""Header labels (RFC 9052 section 3.1, RFC 9360 section 2)."""

ES256, ES384, ES512, EDDSA, HMAC_256 = -7, -35, -36, -8, 5
"""Algorithms (RFC 9053 sections 2.1, 2.2 and 3.1)."""

SIGN1_TAG = 18
"""The tag of a COSE_Sign1 message (RFC 9052 section 2)."""

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


def parse(value: Any, name: str) -> tuple[bytes, Headers, bytes | None, bytes]:
    """Read the four items of a decoded, untagged message; ``name`` is its name in messages.

    Raises:
        MalformedInput: If they are not those of a COSE_Sign1 or COSE_Mac0.
    """
    if not isinstance(value, list | tuple) or len(value) != 4:  # noqa: PLR2004 - the array of RFC 9052
        raise MalformedInput(f"{name} is not an array of four items (RFC 9052, 4.2 and 6.2)")
    protected, unprotected, payload, code = value
    if type(protected) is not bytes or type(code) is not bytes or not isinstance(unprotected, Mapping):
        raise MalformedInput(f"{name} is not [bstr, map, bstr or nil, bstr] (RFC 9052, 4.2 and 6.2)")
    if payload is not None and type(payload) is not bytes:
        raise MalformedInput(f"the payload of {name} is neither a byte string nor nil (RFC 9052, 4.1)")
    return protected, tuple(unprotected.items()), payload, code


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
            or not all(type(label) in (int, str) and label in protected for label in critical)
        ):
            raise MalformedInput("crit is not an array of labels of the protected header (RFC 9052, 3.1)")
        if not _UNDERSTOOD.issuperset(critical):
            raise VerificationFailed("crit names a header that is not understood here (RFC 9052, 3.1)")
    return protected


def body(protected: bytes, external_aad: bytes, payload: bytes) -> bytes:
    """Encode what Sig_structure and MAC_structure share (RFC 9052 sections 4.4 and 6.3)."""
    # A zero-length map is a zero-length string in what is signed, whichever of both was sent (RFC 9052, 4.4).
    header = b"\x40" if protected == b"\xa0" else byte_string(protected)
    return header + byte_string(external_aad) + byte_string(payload)


def payload_of(message: Sign1 | Mac0, detached: bytes | None) -> bytes:
    """Return the payload, which stands in the message or is ``detached`` (RFC 9052 section 4.1).

    Raises:
        MalformedInput: If it stands in neither, or in both.
    """
    if detached is None:
        if message.payload is None:
            raise MalformedInput("a COSE message carries no payload, and none is given (RFC 9052, 4.1)")
        return message.payload
    if message.payload is not None:
        raise MalformedInput(
            "a COSE message carries a payload where it must be detached, nil (RFC 9052, 4.1)"
        )
    return detached


def check_algorithm(message: Sign1 | Mac0, algorithm: int, codec: Codec, *, anywhere: bool = False) -> None:
    """Hold the algorithm of the protected header against that of the key (RFC 9052 section 3.1).

    ``anywhere`` lets it stand in the unprotected header.

    Raises:
        MalformedInput: As `protected_headers`.
        VerificationFailed: As `protected_headers`, and if it is another one.
    """
    given = protected_headers(message, codec).get(ALG)
    if given is None and anywhere:
        given = dict(message.unprotected).get(ALG)
    if type(given) is not int or given != algorithm:
        raise VerificationFailed(
            f"the protected header gives algorithm {given!r}, the key is for {algorithm} (RFC 9052, 3.1)"
        )
