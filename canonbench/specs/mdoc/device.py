"""mdoc authentication: the device signs, or authenticates, the session (ISO/IEC 18013-5:2021, 9.1.3).

SessionTranscript and DeviceNameSpaces go into what is signed as the bytes they are: nothing is encoded again.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from canonbench.specs import cose
from canonbench.specs.cbor import NULL, Codec, embed, mapping, native, neutral, read, text_string
from canonbench.specs.cose_key import CoseKey, key_algorithm
from canonbench.specs.mdoc.items import Elements
from canonbench.specs.mdoc.rules import failed, malformed

__all__ = [
    "NO_NAME_SPACES",
    "DeviceSigned",
    "Hkdf",
    "derive",
    "device_authentication",
    "device_mac",
    "device_name_spaces",
    "device_signature",
    "e_mac_key",
    "parse_device_name_spaces",
    "session_transcript",
    "validate_device_authentication",
]

Hkdf: TypeAlias = Callable[[bytes, bytes, bytes, int], bytes]
"""HKDF with SHA-256 (RFC 5869): input keying material, salt, info and length to key."""

NO_NAME_SPACES = b"\xa0"
"""DeviceNameSpaces of a device that signs no element of its own."""

_KEY_SIZE = 32


class DeviceSigned(NamedTuple):
    """DeviceSigned (8.3.2.1.2.2): DeviceNameSpaces encoded, untagged, and exactly one of the other two."""

    name_spaces: bytes
    signature: cose.Sign1 | None = None
    mac: cose.Mac0 | None = None


def session_transcript(device_engagement: bytes | None, e_reader_key: bytes | None, handover: bytes) -> bytes:
    """Encode SessionTranscript (9.1.5.1).

    Args:
        device_engagement: DeviceEngagement, encoded and untagged; ``None`` for the null of other protocols.
        e_reader_key: EReaderKey, a COSE_Key, encoded and untagged; or ``None`` likewise.
        handover: Handover, encoded.
    """
    parts = [NULL if part is None else embed(part) for part in (device_engagement, e_reader_key)]
    return b"\x83" + parts[0] + parts[1] + handover


def device_name_spaces(elements: Elements, codec: Codec) -> bytes:
    """Encode DeviceNameSpaces, untagged, of the elements that the device itself signs (8.3.2.1.2.2)."""
    if not elements:
        return NO_NAME_SPACES
    return mapping(
        [
            (name_space, codec.encode({name: native(value, codec) for name, value in values.items()}))
            for name_space, values in elements.items()
        ]
    )


def parse_device_name_spaces(encoded: bytes, codec: Codec) -> dict[str, dict[str, Any]]:
    """Read DeviceNameSpaces, encoded and untagged; nothing is verified.

    Raises:
        MalformedInput: If it is not what 8.3.2.1.2.2 has it be.
    """
    if encoded == NO_NAME_SPACES:
        return {}
    decoded = read(codec, encoded, "DeviceNameSpaces")
    if type(decoded) is not dict:
        malformed("DeviceNameSpaces are not a map", "8.3.2.1.2.2")
    for name_space, elements in decoded.items():
        if type(name_space) is not str or type(elements) is not dict or not elements:
            malformed("DeviceNameSpaces hold no map of elements under a namespace", "8.3.2.1.2.2")
        if not all(type(identifier) is str for identifier in elements):
            malformed(
                f"DeviceNameSpaces {name_space} hold an element whose identifier is no text", "8.3.2.1.2.2"
            )
    return {
        name_space: {identifier: neutral(value) for identifier, value in elements.items()}
        for name_space, elements in decoded.items()
    }


def device_authentication(transcript: bytes, doc_type: str, name_spaces: bytes = NO_NAME_SPACES) -> bytes:
    """Encode DeviceAuthenticationBytes, the detached payload of the device's signature or MAC (9.1.3.4).

    Args:
        transcript: SessionTranscript, encoded and untagged, as used in the session.
        doc_type: ``docType`` of the document.
        name_spaces: DeviceNameSpaces, encoded and untagged, as sent.
    """
    return embed(b"\x84\x74DeviceAuthentication" + transcript + text_string(doc_type) + embed(name_spaces))


def derive(
    secret: bytes, transcript: bytes, info: bytes, *, digest: Callable[[bytes], bytes], hkdf: Hkdf
) -> bytes:
    """Derive a key of 32 bytes for a session (9.1.1.5, 9.1.3.5).

    Args:
        secret: ZAB, what ECDH agreed upon.
        transcript: SessionTranscript, encoded and untagged.
        info: ``b"EMacKey"``, ``b"SKReader"`` or ``b"SKDevice"``.
        digest: SHA-256; it gives the salt, of SessionTranscriptBytes.
        hkdf: HKDF with SHA-256.
    """
    return hkdf(secret, digest(embed(transcript)), info, _KEY_SIZE)


def e_mac_key(secret: bytes, transcript: bytes, *, digest: Callable[[bytes], bytes], hkdf: Hkdf) -> bytes:
    """Derive EMacKey from what SDeviceKey and EReaderKey agree upon (9.1.3.5); arguments as `derive`."""
    return derive(secret, transcript, b"EMacKey", digest=digest, hkdf=hkdf)


def device_signature(  # noqa: PLR0913 - each is a part of DeviceAuthentication or of the signature
    transcript: bytes,
    doc_type: str,
    name_spaces: bytes = NO_NAME_SPACES,
    *,
    algorithm: int,
    sign: Callable[[bytes], bytes],
    codec: Codec,
) -> DeviceSigned:
    """Authenticate by signature (9.1.3.6).

    Args:
        transcript: SessionTranscript, encoded and untagged.
        doc_type: ``docType`` of the document.
        name_spaces: DeviceNameSpaces, encoded and untagged.
        algorithm: COSE algorithm of SDeviceKey.
        sign: Signs with SDeviceKey, raw.
        codec: Encodes the protected header.

    Raises:
        MalformedInput: If the signature is not raw.
    """
    payload = device_authentication(transcript, doc_type, name_spaces)
    return DeviceSigned(
        name_spaces, signature=cose.sign1(payload, algorithm=algorithm, sign=sign, codec=codec, detached=True)
    )


def device_mac(
    transcript: bytes,
    doc_type: str,
    name_spaces: bytes = NO_NAME_SPACES,
    *,
    mac: Callable[[bytes], bytes],
    codec: Codec,
) -> DeviceSigned:
    """Authenticate by MAC (9.1.3.5).

    Args:
        transcript: SessionTranscript, encoded and untagged.
        doc_type: ``docType`` of the document.
        name_spaces: DeviceNameSpaces, encoded and untagged.
        mac: HMAC with SHA-256 under `e_mac_key`.
        codec: Encodes the protected header.
    """
    payload = device_authentication(transcript, doc_type, name_spaces)
    return DeviceSigned(name_spaces, mac=cose.mac0(payload, mac=mac, codec=codec, detached=True))


def validate_device_authentication(  # noqa: PLR0913 - each is a part of DeviceAuthentication or of the check
    device_signed: DeviceSigned,
    *,
    transcript: bytes,
    doc_type: str,
    device_key: CoseKey,
    verify: Callable[[CoseKey, bytes, bytes], bool],
    mac: Callable[[CoseKey, bytes], bytes] | None,
    codec: Codec,
) -> None:
    """Verify deviceSignature or deviceMac, whichever the device sent (9.1.3, 9.3.1).

    Args:
        device_signed: What the device sent, its DeviceNameSpaces as received.
        transcript: SessionTranscript, encoded and untagged, of the verifier's own session.
        doc_type: ``docType`` of the document.
        device_key: ``deviceKey`` of the MSO.
        verify: Takes that key, what is signed and a raw signature; only ``True`` counts.
        mac: Takes that key and what is authenticated, gives HMAC with SHA-256 under the `e_mac_key` of it and
            the reader's ephemeral key; ``None`` where there is none.
        codec: Decodes the protected header.

    Raises:
        MalformedInput: If the COSE structure is not in the grammar; a signature in DER is none.
        VerificationFailed: If neither or both are there, there is no key for a MAC, or it does not verify.
    """
    name_spaces, signature, code = device_signed
    if (signature is None) is (code is None):
        failed("deviceAuth has not exactly one of deviceSignature and deviceMac", "9.1.3.4")
    payload = device_authentication(transcript, doc_type, name_spaces)
    if code is None:
        assert signature is not None  # exactly one of them is None
        cose.verify1(
            signature,
            algorithm=key_algorithm(device_key),
            verify=partial(verify, device_key),
            codec=codec,
            payload=payload,
            name="deviceSignature",
        )
    else:
        if mac is None:
            failed("a deviceMac can be verified with the reader's ephemeral key only: give it", "9.1.3.5")
        cose.verify_mac0(code, mac=partial(mac, device_key), codec=codec, payload=payload, name="deviceMac")
