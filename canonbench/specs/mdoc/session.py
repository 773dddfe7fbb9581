"""Session encryption and reader authentication (ISO/IEC 18013-5:2021, 9.1.1 and 9.1.4)."""

from collections.abc import Callable
from typing import Any, NamedTuple

from canonbench.specs import cose
from canonbench.specs.cbor import Codec, embed, read
from canonbench.specs.mdoc.device import Hkdf, derive
from canonbench.specs.mdoc.rules import malformed, member

__all__ = [
    "DEVICE",
    "READER",
    "DocRequest",
    "SessionMessage",
    "initialization_vector",
    "parse_device_request",
    "parse_session_message",
    "reader_authentication",
    "session_keys",
]

READER = bytes(8)
"""Identifier of messages that the reader encrypts (9.1.1.5)."""

DEVICE = bytes(7) + b"\x01"
"""Identifier of messages that the mdoc encrypts (9.1.1.5)."""

_EMBEDDED_TAG = 24
_COUNTER_LIMIT = 1 << 32


class DocRequest(NamedTuple):
    """A request for one document; ``items_request`` is ItemsRequest as received, untagged."""

    items_request: bytes
    doc_type: str
    name_spaces: dict[str, dict[str, bool]]
    reader_auth: cose.Sign1 | None


class SessionMessage(NamedTuple):
    """SessionEstablishment or SessionData (9.1.1.4); ``e_reader_key`` is a COSE_Key, encoded and untagged."""

    data: bytes | None
    status: int | None = None
    e_reader_key: bytes | None = None


def session_keys(
    secret: bytes, transcript: bytes, *, digest: Callable[[bytes], bytes], hkdf: Hkdf
) -> tuple[bytes, bytes]:
    """Derive SKReader and SKDevice from what the two ephemeral keys agree upon (9.1.1.5).

    Args:
        secret: ZAB, what ECDH agreed upon.
        transcript: SessionTranscript, encoded and untagged.
        digest: SHA-256.
        hkdf: HKDF with SHA-256.
    """
    reader = derive(secret, transcript, b"SKReader", digest=digest, hkdf=hkdf)
    return reader, derive(secret, transcript, b"SKDevice", digest=digest, hkdf=hkdf)


def initialization_vector(identifier: bytes, counter: int) -> bytes:
    """Return the IV of a message for AES-256-GCM (9.1.1.5).

    Args:
        identifier: `READER` or `DEVICE`: who encrypts.
        counter: Number of the message under its key, from 1.

    Raises:
        MalformedInput: If the counter does not fit.
    """
    if not 0 < counter < _COUNTER_LIMIT:
        malformed(f"message counter {counter} is not from 1 to 2**32 - 1", "9.1.1.5")
    return identifier + counter.to_bytes(4, "big")


def _embedded(value: Any, what: str, clause: str) -> bytes:
    if getattr(value, "tag", None) != _EMBEDDED_TAG or type(value.value) is not bytes:
        malformed(f"{what} is not a byte string under tag 24", clause)
    inner: bytes = value.value
    return inner


def parse_session_message(data: bytes, codec: Codec) -> SessionMessage:
    """Read SessionEstablishment or SessionData (9.1.1.4).

    Raises:
        MalformedInput: If it is neither.
    """
    clause = "9.1.1.4"
    message = read(codec, data, "a session message")
    if type(message) is not dict or not ("data" in message or "status" in message):
        malformed("a session message has neither data nor status", clause)
    key = None
    if "eReaderKey" in message:
        key = _embedded(message["eReaderKey"], "eReaderKey", clause)
    return SessionMessage(
        member(message, "data", bytes, "a session message", clause) if "data" in message or key else None,
        member(message, "status", int, "a session message", clause) if "status" in message else None,
        key,
    )


def reader_authentication(transcript: bytes, items_request: bytes) -> bytes:
    """Encode ReaderAuthenticationBytes, the detached payload of readerAuth (9.1.4.4).

    Args:
        transcript: SessionTranscript, encoded and untagged.
        items_request: ItemsRequest, encoded and untagged, as received.
    """
    return embed(b"\x83\x74ReaderAuthentication" + transcript + embed(items_request))


def _name_spaces(value: Any, clause: str) -> dict[str, dict[str, bool]]:
    for name_space, elements in value.items():
        if type(name_space) is not str or type(elements) is not dict or not elements:
            malformed("an ItemsRequest asks for nothing under a namespace", clause)
        for identifier, retain in elements.items():
            if type(identifier) is not str or type(retain) is not bool:
                malformed(f"an ItemsRequest of {name_space} has no intentToRetain for an element", clause)
    return dict(value)


def parse_device_request(data: bytes, codec: Codec) -> tuple[DocRequest, ...]:
    """Read DeviceRequest (8.3.2.1.2.1); nothing is verified.

    Raises:
        MalformedInput: If it is not one.
    """
    clause = "8.3.2.1.2.1"
    request = read(codec, data, "DeviceRequest")
    version = member(request, "version", str, "DeviceRequest", clause)
    if not version.startswith("1."):
        malformed(f"version {version} of DeviceRequest is not one of 1.x", clause)
    requests = []
    for value in member(request, "docRequests", list, "DeviceRequest", clause):
        if type(value) is not dict:
            malformed("a DocRequest is not a map", clause)
        inner = _embedded(value.get("itemsRequest"), "itemsRequest", clause)
        items = read(codec, inner, "an ItemsRequest")
        doc_type = member(items, "docType", str, "an ItemsRequest", clause)
        name_spaces = _name_spaces(member(items, "nameSpaces", dict, "an ItemsRequest", clause), clause)
        auth = value.get("readerAuth")
        reader_auth = None if auth is None else cose.parse_sign1(auth, "readerAuth")
        requests.append(DocRequest(inner, doc_type, name_spaces, reader_auth))
    return tuple(requests)
