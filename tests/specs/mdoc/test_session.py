"""canonbench.specs.mdoc.session: session keys and messages, requests and reader authentication; chains."""

import hashlib
from typing import Any

import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import cose
from canonbench.specs.cbor import Codec
from canonbench.specs.mdoc.session import (
    DEVICE,
    READER,
    DocRequest,
    SessionMessage,
    initialization_vector,
    parse_device_request,
    parse_session_message,
    reader_authentication,
    session_keys,
)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def test_the_iv_says_who_encrypts_and_counts() -> None:
    assert initialization_vector(READER, 1).hex() == "000000000000000000000001"
    assert initialization_vector(DEVICE, (1 << 32) - 1).hex() == "0000000000000001ffffffff"


@pytest.mark.parametrize("counter", [0, -1, 1 << 32])
def test_a_counter_that_does_not_fit_is_refused(counter: int) -> None:
    with pytest.raises(MalformedInput, match=r"is not from 1 to 2\*\*32 - 1 .*9\.1\.1\.5"):
        initialization_vector(READER, counter)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"data": b"x"}, SessionMessage(b"x")),
        ({"status": 20}, SessionMessage(None, 20)),
        ({"data": b"x", "status": 20}, SessionMessage(b"x", 20)),
    ],
)
def test_session_data_is_read(codec: Codec, message: dict[str, Any], expected: SessionMessage) -> None:
    assert expected == parse_session_message(codec.encode(message), codec)
    establishment = {"eReaderKey": codec.tag(24, b"\xa0"), "data": b"x"}
    assert SessionMessage(b"x", None, b"\xa0") == parse_session_message(codec.encode(establishment), codec)


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ([], "neither data nor status"),
        ({}, "neither data nor status"),
        ({"data": "x"}, "no data of type bytes"),
        ({"status": "x"}, "no status of type int"),
        ({"data": b"x", "eReaderKey": b"\xa0"}, "eReaderKey is not a byte string under tag 24"),
        ({"status": 1, "eReaderKey": ...}, "no data of type bytes"),
    ],
)
def test_what_is_no_session_message_is_refused(codec: Codec, message: Any, reason: str) -> None:
    if isinstance(message, dict) and message.get("eReaderKey") is ...:
        message = {**message, "eReaderKey": codec.tag(24, b"\xa0")}
    with pytest.raises(MalformedInput, match=rf"{reason} .*9\.1\.1\.4"):
        parse_session_message(codec.encode(message), codec)


def doc_request(codec: Codec, **changes: Any) -> bytes:
    items = {"docType": "type", "nameSpaces": {"a": {"x": True, "y": False}}, **changes.pop("items", {})}
    request = {"itemsRequest": codec.tag(24, codec.encode(items)), **changes.pop("request", {})}
    return codec.encode({"version": "1.0", "docRequests": [request], **changes})


def test_a_request_is_read(codec: Codec) -> None:
    (request,) = parse_device_request(doc_request(codec), codec)

    assert DocRequest(request.items_request, "type", {"a": {"x": True, "y": False}}, None) == request
    assert "nameSpaces" in codec.decode(request.items_request)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"version": "2.0"}, r"version 2\.0 of DeviceRequest"),
        ({"docRequests": None}, "no docRequests of type list"),
        ({"docRequests": [1]}, "a DocRequest is not a map"),
        ({"request": {"itemsRequest": b""}}, "itemsRequest is not a byte string under tag 24"),
        ({"request": {"readerAuth": b""}}, "readerAuth is not an array of four"),
        ({"items": {"docType": 1}}, "no docType of type str"),
        ({"items": {"nameSpaces": []}}, "no nameSpaces of type dict"),
        ({"items": {"nameSpaces": {"a": {}}}}, "asks for nothing under a namespace"),
        ({"items": {"nameSpaces": {"a": ["x"]}}}, "asks for nothing under a namespace"),
        ({"items": {"nameSpaces": {1: {"x": True}}}}, "asks for nothing under a namespace"),
        ({"items": {"nameSpaces": {"a": {"x": 1}}}}, "no intentToRetain for an element"),
        ({"items": {"nameSpaces": {"a": {1: True}}}}, "no intentToRetain for an element"),
    ],
)
def test_what_is_no_request_is_refused(codec: Codec, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        parse_device_request(doc_request(codec, **changes), codec)


@pytest.mark.suites
def test_annex_d_decrypts_with_its_session_keys(annex_d: dict[str, Any], codec: Codec) -> None:
    vectors, derived = annex_d["vectors"], annex_d["derived"]
    device, reader = (
        ec.derive_private_key(int.from_bytes(vectors[f"ephemeral_{name}_key_d"], "big"), ec.SECP256R1())
        for name in ("device", "reader")
    )
    secret = device.exchange(ec.ECDH(), reader.public_key())
    by_reader, by_device = session_keys(secret, derived["session_transcript"], digest=sha256, hkdf=hkdf)
    establishment = parse_session_message(vectors["session_establishment"], codec)
    answer = parse_session_message(vectors["session_data"], codec)
    assert establishment.data is not None
    assert answer.data is not None

    assert derived["ecdh_edevice_ereader"] == secret
    assert (derived["sk_reader"], derived["sk_device"]) == (by_reader, by_device)
    assert vectors["device_request"] == AESGCM(by_reader).decrypt(
        initialization_vector(READER, 1), establishment.data, b""
    )
    assert vectors["device_response"] == AESGCM(by_device).decrypt(
        initialization_vector(DEVICE, 1), answer.data, b""
    )
    with pytest.raises(InvalidTag):
        AESGCM(by_device).decrypt(initialization_vector(READER, 1), answer.data, b"")
    assert SessionMessage(None, 20) == parse_session_message(vectors["session_termination"], codec)
    assert establishment.e_reader_key is not None
    assert vectors["ephemeral_reader_key_x"] in establishment.e_reader_key


def certificate(annex_d: dict[str, Any], name: str) -> x509.Certificate:
    return x509.load_der_x509_certificate(annex_d["vectors"][name])


@pytest.mark.suites
def test_the_reader_of_annex_d_signed_its_request(annex_d: dict[str, Any], codec: Codec) -> None:
    (request,) = parse_device_request(annex_d["vectors"]["device_request"], codec)
    payload = reader_authentication(annex_d["derived"]["session_transcript"], request.items_request)
    assert request.reader_auth is not None
    (leaf,) = cose.x5chain(request.reader_auth, codec)
    key = x509.load_der_x509_certificate(leaf).public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)

    def verify(data: bytes, signature: bytes) -> bool:
        r, s = (int.from_bytes(part, "big") for part in (signature[:32], signature[32:]))
        try:
            key.verify(encode_dss_signature(r, s), data, ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            return False
        return True

    def check(payload: bytes) -> bytes:
        assert request.reader_auth is not None
        return cose.verify1(
            request.reader_auth, algorithm=cose.ES256, verify=verify, codec=codec, payload=payload
        )

    assert annex_d["derived"]["reader_authentication_bytes"] == payload
    assert annex_d["vectors"]["items_request"] == request.items_request
    assert annex_d["vectors"]["reader_cert"] == leaf
    assert payload == check(payload)
    with pytest.raises(VerificationFailed):
        check(payload.replace(b"portrait", b"Portrait"))
    assert {"portrait": False, "family_name": True}.items() <= request.name_spaces[
        "org.iso.18013.5.1"
    ].items()


@pytest.mark.suites
@pytest.mark.parametrize(("leaf", "root"), [("ds_cert", "iaca_cert"), ("reader_cert", "reader_root_cert")])
def test_the_certificates_of_annex_d_lead_to_their_roots(
    annex_d: dict[str, Any], leaf: str, root: str
) -> None:
    above = certificate(annex_d, root)
    certificate(annex_d, leaf).verify_directly_issued_by(above)
    above.verify_directly_issued_by(above)

    other = certificate(annex_d, "reader_root_cert" if root == "iaca_cert" else "iaca_cert")
    with pytest.raises((InvalidSignature, ValueError)):
        certificate(annex_d, leaf).verify_directly_issued_by(other)
