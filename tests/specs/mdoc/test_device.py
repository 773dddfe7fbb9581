"""canonbench.specs.mdoc.device: what the device signs, by signature and by MAC."""

import hashlib
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from canonbench.errors import MalformedInput
from canonbench.specs.cbor import Codec, Tag, embed, embedded
from canonbench.specs.cose import mac_structure
from canonbench.specs.mdoc.device import (
    NO_NAME_SPACES,
    device_authentication,
    device_name_spaces,
    e_mac_key,
    parse_device_name_spaces,
    session_transcript,
)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def test_a_transcript_holds_what_was_exchanged_as_it_was(codec: Codec) -> None:
    engagement, key, handover = b"\xa1\x00\x63\x31\x2e\x30", b"\xa1\x01\x02", b"\x82\x01\x02"

    assert [codec.tag(24, engagement), codec.tag(24, key), [1, 2]] == codec.decode(
        session_transcript(engagement, key, handover)
    )
    assert codec.decode(session_transcript(None, None, handover)) == [None, None, [1, 2]]


def test_device_authentication_holds_the_bytes_it_is_given(codec: Codec) -> None:
    odd = b"\xa1\x18\x01\x02"
    transcript = session_transcript(None, None, b"\x19\x00\x01")
    inner = embedded(device_authentication(transcript, "typ\u00e9", odd))

    assert inner == codec.encode("x")[:0] + b"\x84" + codec.encode(
        "DeviceAuthentication"
    ) + transcript + codec.encode("typ\u00e9") + embed(odd)
    assert ["DeviceAuthentication", [None, None, 1], "typ\u00e9", codec.tag(24, odd)] == codec.decode(inner)
    assert device_authentication(transcript, "t") == device_authentication(transcript, "t", NO_NAME_SPACES)


@pytest.mark.parametrize(
    "elements",
    [{}, {"a": {"x": 1}}, {"a": {"x": Tag(1004, "2026-07-01"), "y": [None]}, "b": {"z": {"k": b""}}}],
)
def test_elements_of_the_device_are_encoded_and_come_back(codec: Codec, elements: Any) -> None:
    assert elements == parse_device_name_spaces(device_name_spaces(elements, codec), codec)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "are not a map"),
        ({1: {"x": 1}}, "hold no map of elements under a namespace"),
        ({"a": ["x"]}, "hold no map of elements under a namespace"),
        ({"a": {}}, "hold no map of elements under a namespace"),
        ({"a": {1: 1}}, "DeviceNameSpaces a hold an element whose identifier is no text"),
    ],
)
def test_what_is_no_device_name_spaces_is_refused(codec: Codec, value: Any, reason: str) -> None:
    with pytest.raises(MalformedInput, match=rf"{reason} .*8\.3\.2\.1\.2\.2"):
        parse_device_name_spaces(codec.encode(value), codec)


@pytest.mark.suites
def test_annex_d_gives_the_same_bytes(annex_d: dict[str, Any], codec: Codec) -> None:
    derived = annex_d["derived"]
    transcript = derived["session_transcript"]
    payload = device_authentication(transcript, "org.iso.18013.5.1.mDL")

    assert derived["device_authentication_bytes"] == payload
    assert derived["device_mac_structure"] == mac_structure(b"\xa1\x01\x05", payload)
    engagement, reader_key, handover = codec.decode(transcript)
    assert transcript == session_transcript(engagement.value, reader_key.value, codec.encode(handover))
    establishment = annex_d["vectors"]["session_establishment"]
    assert embed(reader_key.value) in establishment
    assert embed(transcript) == annex_d["vectors"]["session_transcript_bytes"]


@pytest.mark.suites
def test_annex_d_gives_the_same_key_on_both_sides(annex_d: dict[str, Any]) -> None:
    vectors, derived = annex_d["vectors"], annex_d["derived"]

    def private(name: str) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(int.from_bytes(vectors[f"{name}_d"], "big"), ec.SECP256R1())

    device, reader = private("static_device_key"), private("ephemeral_reader_key")
    secrets = {
        device.exchange(ec.ECDH(), reader.public_key()),
        reader.exchange(ec.ECDH(), device.public_key()),
    }

    assert {derived["ecdh_sdevice_ereader"]} == secrets
    secret = derived["ecdh_sdevice_ereader"]
    assert derived["e_mac_key"] == e_mac_key(secret, derived["session_transcript"], digest=sha256, hkdf=hkdf)
