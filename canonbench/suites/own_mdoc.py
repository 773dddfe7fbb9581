"""Vectors of COSE and mdoc: an example of RFC 9052, and a small mdoc whose bytes are written out by hand.

Every CBOR item stands here twice: as what it says, and as the octets that RFC 8949 gives it.
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any

from canonbench.specs.cbor import Map, Tag
from canonbench.specs.cose import ES256, Mac0, MacVerification, Sign1, Verification
from canonbench.specs.cose_key import EC2, CoseKey
from canonbench.specs.mdoc.device import DeviceSigned
from canonbench.specs.mdoc.items import IssuerSignedItem
from canonbench.specs.mdoc.mso import KeyAuthorizations, MobileSecurityObject, ValidityInfo
from canonbench.specs.mdoc.response import DeviceResponse, Document, IssuerSigned
from canonbench.stages.cose import MacAuthentication, MacCheck, SignatureCheck, Structure
from canonbench.stages.mdoc import (
    DecodedItems,
    DecodedMessage,
    DecodedMso,
    DeviceAuthentication,
    Digests,
    Elements,
    MsoCheck,
    ReceivedItems,
)

__all__ = ["DECODED", "rows"]

_OCTETS = bytes.fromhex

# RFC 9052, appendix C.2.1: a COSE_Sign1 by the key "11" of appendix C.7.1.
_CONTENT = b"This is the content."
_KEY = CoseKey(
    EC2,
    1,
    _OCTETS("bac5b11cad8f99f9c72b05cf4b9e26d244dc189f745228255a219a86d6a09eff"),
    _OCTETS("20138bf82dc1b6d562be0fa54ab7804a3a64b6d72ccfed6b6fb6ed28bbfc117e"),
)
_ES256_HEADER, _HMAC_HEADER = b"\xa1\x01\x26", b"\xa1\x01\x05"
_SIGNED = Sign1(
    _ES256_HEADER,
    ((4, b"11"),),
    _CONTENT,
    _OCTETS(
        "8eb33e4ca31d1c465ab05aac34cc6b23d58fef5c083106c4d25a91aef0b0117e"
        "2af9a291aa32e14ab834dc56ed2a223444547e01f11d3b0916e5a4c345cacb36"
    ),
)
_TO_BE_SIGNED = b"\x84\x6aSignature1\x43\xa1\x01\x26\x40\x54" + _CONTENT

_SECRET = bytes(range(32))
_TO_BE_MACED = b"\x84\x64MAC0\x43\xa1\x01\x05\x42ad\x54" + _CONTENT
_TAG = hmac.digest(_SECRET, _TO_BE_MACED, hashlib.sha256)

# One element in one namespace.
_DOC_TYPE, _NAME_SPACE = "org.example.diploma", "org.example.1"
_RANDOM = bytes(range(32))
_ITEM = {
    "digestID": 0,
    "random": _RANDOM,
    "elementIdentifier": "awarded",
    "elementValue": Tag(1004, "2024-06-30"),
}
_ITEM_INNER = (
    b"\xa4\x68digestID\x00\x66random\x58\x20"
    + _RANDOM
    + b"\x71elementIdentifier\x67awarded\x6celementValue\xd9\x03\xec\x6a2024-06-30"
)
_ITEM_BYTES = b"\xd8\x18\x58\x69" + _ITEM_INNER
_DIGEST = hashlib.sha256(_ITEM_BYTES).digest()
_RECEIVED = IssuerSignedItem(0, _RANDOM, "awarded", _ITEM["elementValue"], _ITEM_BYTES)

# What the issuer signs of it. The device may sign what it likes in one namespace, one element in another.
_MSO = MobileSecurityObject(
    "SHA-256",
    {_NAME_SPACE: ((0, _DIGEST),)},
    _KEY,
    _DOC_TYPE,
    ValidityInfo("2024-07-01T00:00:00Z", "2024-07-01T00:00:00Z", "2029-07-01T00:00:00Z"),
    KeyAuthorizations(("org.example.own",), {_NAME_SPACE: ("seen",)}),
)
_MSO_MAP = {
    "version": "1.0",
    "digestAlgorithm": "SHA-256",
    "valueDigests": {_NAME_SPACE: Map(((0, _DIGEST),))},
    "deviceKeyInfo": {
        "deviceKey": Map(((1, 2), (-1, 1), (-2, _KEY.x), (-3, _KEY.y))),
        "keyAuthorizations": {"nameSpaces": ["org.example.own"], "dataElements": {_NAME_SPACE: ["seen"]}},
    },
    "docType": _DOC_TYPE,
    "validityInfo": {
        "signed": Tag(0, "2024-07-01T00:00:00Z"),
        "validFrom": Tag(0, "2024-07-01T00:00:00Z"),
        "validUntil": Tag(0, "2029-07-01T00:00:00Z"),
    },
}
_MSO_INNER = (
    b"\xa6\x67version\x631.0\x6fdigestAlgorithm\x67SHA-256\x6cvalueDigests\xa1\x6dorg.example.1\xa1\x00\x58\x20"
    + _DIGEST
    + b"\x6ddeviceKeyInfo\xa2\x69deviceKey\xa4\x01\x02\x20\x01\x21\x58\x20"
    + _KEY.x
    + b"\x22\x58\x20"
    + bytes(_KEY.y or b"")
    + b"\x71keyAuthorizations\xa2\x6anameSpaces\x81\x6forg.example.own"
    + b"\x6cdataElements\xa1\x6dorg.example.1\x81\x64seen"
    + b"\x67docType\x73org.example.diploma\x6cvalidityInfo\xa3"
    + b"\x66signed\xc0\x742024-07-01T00:00:00Z"
    + b"\x69validFrom\xc0\x742024-07-01T00:00:00Z"
    + b"\x6avalidUntil\xc0\x742029-07-01T00:00:00Z"
)
_MSO_BYTES = b"\xd8\x18\x59\x01\xa2" + _MSO_INNER

# The messages: the signature is none, since reading does not verify.
_CHAIN, _NO_SIGNATURE = b"\x30\x00", bytes(64)
_ISSUED = IssuerSigned(
    {_NAME_SPACE: (_ITEM_BYTES,)}, Sign1(_ES256_HEADER, ((33, _CHAIN),), _MSO_BYTES, _NO_SIGNATURE)
)
_ISSUED_MAP = {
    "nameSpaces": {_NAME_SPACE: [Tag(24, _ITEM_INNER)]},
    "issuerAuth": [_ES256_HEADER, Map(((33, _CHAIN),)), _MSO_BYTES, _NO_SIGNATURE],
}
_ISSUED_BYTES = (
    b"\xa2\x6anameSpaces\xa1\x6dorg.example.1\x81"
    + _ITEM_BYTES
    + b"\x6aissuerAuth\x84\x43\xa1\x01\x26\xa1\x18\x21\x42\x30\x00\x59\x01\xa7"
    + _MSO_BYTES
    + b"\x58\x40"
    + _NO_SIGNATURE
)
_MAC = Mac0(_HMAC_HEADER, (), None, _TAG)
_RESPONSE = DeviceResponse((Document(_DOC_TYPE, _ISSUED, DeviceSigned(b"\xa0", mac=_MAC)),))
_RESPONSE_MAP = {
    "version": "1.0",
    "documents": [
        {
            "docType": _DOC_TYPE,
            "issuerSigned": _ISSUED_MAP,
            "deviceSigned": {
                "nameSpaces": Tag(24, b"\xa0"),
                "deviceAuth": {"deviceMac": [_HMAC_HEADER, {}, None, _TAG]},
            },
        }
    ],
    "status": 0,
}
_RESPONSE_BYTES = (
    b"\xa3\x67version\x631.0\x69documents\x81\xa3\x67docType\x73org.example.diploma\x6cissuerSigned"
    + _ISSUED_BYTES
    + b"\x6cdeviceSigned\xa2\x6anameSpaces\xd8\x18\x41\xa0\x6adeviceAuth\xa1\x69deviceMac"
    + b"\x84\x43\xa1\x01\x05\xa0\xf6\x58\x20"
    + _TAG
    + b"\x66status\x00"
)

DECODED: tuple[tuple[Any, bytes], ...] = (
    (_ITEM, _ITEM_INNER),
    (Tag(24, _ITEM_INNER), _ITEM_BYTES),
    (_MSO_MAP, _MSO_INNER),
    (Tag(24, _MSO_INNER), _MSO_BYTES),
    (_ISSUED_MAP, _ISSUED_BYTES),
    (_RESPONSE_MAP, _RESPONSE_BYTES),
)
"""Each item that a vector holds decoded, and its octets."""

_TRANSCRIPT = b"\x83\xf6\xf6\x80"
_AUTHENTICATION = (
    b"\xd8\x18\x58\x32\x84\x74DeviceAuthentication" + _TRANSCRIPT + b"\x73org.example.diploma\xd8\x18\x41\xa0"
)


def rows() -> Iterator[tuple[str, str, Any, Any]]:
    """Give a stage's name, the vector's name, the input and the output."""
    yield "cose.to_be_signed", "rfc9052-c.2.1", Structure(_ES256_HEADER, _CONTENT), _TO_BE_SIGNED
    check = SignatureCheck(_SIGNED, ((1, ES256),), ES256)
    yield "cose.to_be_verified", "rfc9052-c.2.1", check, _TO_BE_SIGNED
    detached = check._replace(message=_SIGNED._replace(payload=None), payload=_CONTENT)
    yield "cose.to_be_verified", "detached", detached, _TO_BE_SIGNED
    yield "cose.verify1", "rfc9052-c.2.1", Verification(_SIGNED, ES256, _KEY), _CONTENT
    yield "cose.to_be_maced", "aad", Structure(_HMAC_HEADER, _CONTENT, b"ad"), _TO_BE_MACED
    whole = Mac0(_HMAC_HEADER, (), _CONTENT, _TAG)
    yield "cose.mac_to_be_verified", "aad", MacCheck(whole, ((1, 5),), None, b"ad"), _TO_BE_MACED
    yield "cose.mac0", "aad", MacAuthentication(_SECRET, _CONTENT, b"ad"), whole
    yield "cose.mac0", "detached", MacAuthentication(_SECRET, _CONTENT, b"ad", detached=True), _MAC
    yield "cose.verify_mac0", "aad", MacVerification(whole, _SECRET, b"ad"), _CONTENT
    yield "cose.verify_mac0", "detached", MacVerification(_MAC, _SECRET, b"ad", _CONTENT), _CONTENT
    yield from _mdoc()


def _mdoc() -> Iterator[tuple[str, str, Any, Any]]:
    value = _ITEM["elementValue"]
    elements = Elements({_NAME_SPACE: {"awarded": value, "degree": ["B", "Sc"]}}, _RANDOM + b"r" * 32)
    second = {"digestID": 1, "random": b"r" * 32, "elementIdentifier": "degree", "elementValue": ["B", "Sc"]}
    yield "mdoc.issuer_signed_items", "two", elements, {_NAME_SPACE: [_ITEM, second]}
    digests = Digests({"b": (b"1", b"2"), "a": (b"3",)})
    yield "mdoc.value_digests", "order", digests, {"b": ((0, b"1"), (1, b"2")), "a": ((0, b"3"),)}
    yield "mdoc.mobile_security_object", "date", _MSO, _MSO_MAP
    authentication = DeviceAuthentication(_TRANSCRIPT, _DOC_TYPE)
    yield "mdoc.device_authentication", "nothing-of-its-own", authentication, _AUTHENTICATION
    yield "mdoc.parse_message", "issued", DecodedMessage(_ISSUED_MAP, _ISSUED_BYTES), _ISSUED
    yield "mdoc.parse_message", "response", DecodedMessage(_RESPONSE_MAP, _RESPONSE_BYTES), _RESPONSE
    yield "mdoc.parse_mso", "date", DecodedMso(_MSO_MAP, _MSO_BYTES), _MSO
    received: dict[str, tuple[IssuerSignedItem, ...]] = {_NAME_SPACE: (_RECEIVED,)}
    items = DecodedItems({_NAME_SPACE: [_ITEM]}, {_NAME_SPACE: (_ITEM_BYTES,)})
    yield "mdoc.parse_items", "date", items, received
    expected = ((7, b"other"), (0, _DIGEST))
    found = ReceivedItems(received, {_NAME_SPACE: expected}, {_NAME_SPACE: (_DIGEST,)})
    yield "mdoc.validate_digests", "one-of-two", found, {_NAME_SPACE: {"awarded": value}}
    signed: dict[str, tuple[str, ...]] = {"org.example.own": ("anything",), _NAME_SPACE: ("seen",)}
    validity = ("2024-01-01T00:00:00Z", "2024-12-31T23:59:59Z")
    last = MsoCheck(_MSO, _DOC_TYPE, "2029-07-01T00:00:00Z", validity, signed)
    yield "mdoc.validate_mso", "last-second", last, True
