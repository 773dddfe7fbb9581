"""COSE_Mac0: a payload authenticated by HMAC 256/256 (RFC 9052 section 6, RFC 9053 section 3.1).

`mac0` and `verify_mac0` are the steps of the text in one call.
"""

from collections.abc import Callable
from hmac import compare_digest
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.cbor import Codec
from canonbench.specs.cose.message import ALG, HMAC_256, Mac0, body, check_algorithm, parse, payload_of

__all__ = ["MacVerification", "mac0", "mac_structure", "parse_mac0", "to_be_maced", "verify_mac0"]

_MAC_SIZE = 32


class MacVerification(NamedTuple):
    """A COSE_Mac0 to verify, as one value: the arguments of `verify_mac0`, with a key."""

    message: Mac0
    key: bytes
    external_aad: bytes = b""
    payload: bytes | None = None


def parse_mac0(value: Any, name: str = "COSE_Mac0") -> Mac0:
    """Read a decoded, untagged COSE_Mac0; ``name`` is its name in messages.

    Raises:
        MalformedInput: If it is not one.
    """
    return Mac0(*parse(value, name))


def mac_structure(protected: bytes, payload: bytes, external_aad: bytes = b"") -> bytes:
    """Encode the MAC_structure of a COSE_Mac0: what is authenticated (RFC 9052 section 6.3)."""
    return b"\x84\x64MAC0" + body(protected, external_aad, payload)


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
    check_algorithm(message, HMAC_256, codec)
    if len(message.tag) != _MAC_SIZE:
        raise MalformedInput(f"a tag of HMAC 256/256 has {len(message.tag)} bytes, not 32 (RFC 9053, 3.1)")
    return mac_structure(message.protected, payload_of(message, payload), external_aad)


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
    return payload_of(message, payload)
