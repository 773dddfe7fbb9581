"""IssuerSigned and DeviceResponse, written and read (ISO/IEC 18013-5:2021, 8.3.2.1.2.2).

Writing puts together what is encoded already. Reading keeps every embedded item as the bytes received: a
codec hands over what stands inside tag 24, and the reader makes sure that the tag and the length stood before
it in shortest form, as 8.1 demands.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from canonbench.specs import cose
from canonbench.specs.cbor import Codec, array, embed, embedded, head, mapping, read, text_string
from canonbench.specs.mdoc.device import DeviceSigned
from canonbench.specs.mdoc.items import IssuerNameSpaces, IssuerSignedItem
from canonbench.specs.mdoc.rules import failed, malformed, member

__all__ = [
    "DeviceResponse",
    "Document",
    "IssuerSigned",
    "decode_device_response",
    "decode_issuer_signed",
    "encode_device_response",
    "encode_issuer_signed",
    "select",
]

_CLAUSE = "8.3.2.1.2.2"
_VERSION = "1.0"
_OK = 0
_EMBEDDED_TAG = 24


class IssuerSigned(NamedTuple):
    """IssuerSigned: IssuerSignedItemBytes by namespace, and IssuerAuth."""

    name_spaces: IssuerNameSpaces
    issuer_auth: cose.Sign1


class Document(NamedTuple):
    """One document of a response."""

    doc_type: str
    issuer_signed: IssuerSigned
    device_signed: DeviceSigned


class DeviceResponse(NamedTuple):
    """DeviceResponse; document errors are not kept."""

    documents: tuple[Document, ...]
    status: int = _OK
    version: str = _VERSION


def encode_issuer_signed(issuer_signed: IssuerSigned, codec: Codec) -> bytes:
    """Encode IssuerSigned; its items are written as they are."""
    issuer_auth = codec.encode(cose.structure(issuer_signed.issuer_auth))
    if not issuer_signed.name_spaces:
        return mapping([("issuerAuth", issuer_auth)])
    name_spaces = [
        (name_space, array(list(items))) for name_space, items in issuer_signed.name_spaces.items()
    ]
    return mapping([("nameSpaces", mapping(name_spaces)), ("issuerAuth", issuer_auth)])


def _encode_device_signed(signed: DeviceSigned, codec: Codec) -> bytes:
    codes = (("deviceSignature", signed.signature), ("deviceMac", signed.mac))
    present = [(name, codec.encode(cose.structure(code))) for name, code in codes if code is not None]
    return mapping([("nameSpaces", embed(signed.name_spaces)), ("deviceAuth", mapping(present))])


def encode_device_response(response: DeviceResponse, codec: Codec) -> bytes:
    """Encode DeviceResponse; items and DeviceNameSpaces are written as they are."""
    documents = [
        mapping(
            [
                ("docType", text_string(document.doc_type)),
                ("issuerSigned", encode_issuer_signed(document.issuer_signed, codec)),
                ("deviceSigned", _encode_device_signed(document.device_signed, codec)),
            ]
        )
        for document in response.documents
    ]
    members = [("version", text_string(response.version))]
    if documents:
        members.append(("documents", array(documents)))
    return mapping([*members, ("status", head(0, response.status))])


def _received(values: list[Any], data: bytes, start: int, what: str) -> tuple[tuple[bytes, ...], int]:
    """Return embedded items as they stand together in ``data``, from ``start`` on, and where they end."""
    inner: list[Any] = [
        value.value if getattr(value, "tag", None) == _EMBEDDED_TAG else None for value in values
    ]
    if set(map(type, inner)) != {bytes}:
        malformed(f"{what} are not a byte string under tag 24", _CLAUSE)
    encoded = tuple([embed(part) for part in inner])
    together = b"".join(encoded)
    found = data.find(together, start)
    if found < 0:
        malformed(f"{what} stand under tag 24 with a length that is not in shortest form", "8.1")
    return encoded, found + len(together)


def _issuer_signed(value: Any, data: bytes, start: int) -> tuple[IssuerSigned, int]:
    issuer_auth = cose.parse_sign1(member(value, "issuerAuth", list, "IssuerSigned", _CLAUSE), "issuerAuth")
    # It stands outside the signature: under a name misspelt, items would be lost without a word.
    if not value.keys() <= {"nameSpaces", "issuerAuth"}:
        malformed("IssuerSigned has a member other than nameSpaces and issuerAuth", _CLAUSE)
    name_spaces: dict[str, tuple[bytes, ...]] = {}
    position = start
    if "nameSpaces" in value:
        for name_space, items in member(value, "nameSpaces", dict, "IssuerSigned", _CLAUSE).items():
            if type(name_space) is not str or type(items) is not list or not items:
                malformed("IssuerNameSpaces hold no array of items under a namespace", _CLAUSE)
            name_spaces[name_space], position = _received(items, data, position, "IssuerSignedItemBytes")
    return IssuerSigned(name_spaces, issuer_auth), position


def decode_issuer_signed(data: bytes, codec: Codec) -> IssuerSigned:
    """Read IssuerSigned, its items as received; nothing is verified.

    Raises:
        MalformedInput: If it is not what 8.3.2.1.2.2 has it be, or a length is not in shortest form (8.1).
    """
    return _issuer_signed(read(codec, data, "IssuerSigned"), data, 0)[0]


def _device_signed(value: dict[str, Any], data: bytes) -> DeviceSigned:
    (encoded,), _ = _received([value.get("nameSpaces")], data, 0, "DeviceNameSpacesBytes")
    device_auth = member(value, "deviceAuth", dict, "DeviceSigned", _CLAUSE)
    signature = device_auth.get("deviceSignature")
    mac = device_auth.get("deviceMac")
    return DeviceSigned(
        embedded(encoded),
        None if signature is None else cose.parse_sign1(signature, "deviceSignature"),
        None if mac is None else cose.parse_mac0(mac, "deviceMac"),
    )


def decode_device_response(data: bytes, codec: Codec) -> DeviceResponse:
    """Read DeviceResponse, its items and DeviceNameSpaces as received; nothing is verified.

    Raises:
        MalformedInput: If it is not what 8.3.2.1.2.2 has it be, or a length is not in shortest form (8.1).
    """
    response = read(codec, data, "DeviceResponse")
    version = member(response, "version", str, "DeviceResponse", _CLAUSE)
    status = member(response, "status", int, "DeviceResponse", _CLAUSE)
    if not version.startswith("1."):
        malformed(f"version {version} of DeviceResponse is not one of 1.x", _CLAUSE)
    documents = []
    if "documents" in response:
        position = 0
        for value in member(response, "documents", list, "DeviceResponse", _CLAUSE):
            doc_type = member(value, "docType", str, "a document", _CLAUSE)
            signed = member(value, "issuerSigned", dict, "a document", _CLAUSE)
            issuer_signed, position = _issuer_signed(signed, data, position)
            device_signed = member(
                value, "deviceSigned", dict, "a document without device authentication", _CLAUSE
            )
            documents.append(Document(doc_type, issuer_signed, _device_signed(device_signed, data)))
    return DeviceResponse(tuple(documents), status, version)


def select(
    issuer_signed: IssuerSigned,
    items: Mapping[str, Collection[IssuerSignedItem]],
    wanted: Mapping[str, Collection[str]],
) -> IssuerSigned:
    """Keep the items of the elements wanted, in the issuer's order: what a holder sends.

    Args:
        issuer_signed: The credential.
        items: All its items, read.
        wanted: Element identifiers by namespace.

    Raises:
        VerificationFailed: If an element is not in the credential.
    """
    chosen: dict[str, tuple[bytes, ...]] = {}
    for name_space, identifiers in wanted.items():
        found = [item for item in items.get(name_space, ()) if item.element_identifier in identifiers]
        if len(found) != len(identifiers):
            missing = set(identifiers).difference(item.element_identifier for item in found)
            failed(f"the credential has not each of {name_space} {', '.join(sorted(missing))} once", _CLAUSE)
        if found:
            chosen[name_space] = tuple([item.encoded for item in found])
    return IssuerSigned(chosen, issuer_signed.issuer_auth)
