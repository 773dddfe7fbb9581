"""canonbench.specs.mdoc.response: IssuerSigned and DeviceResponse, written and read."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.cbor import Codec, embed
from canonbench.specs.cose import Mac0, Sign1
from canonbench.specs.mdoc.device import DeviceSigned
from canonbench.specs.mdoc.items import issuer_signed_items, parse_items
from canonbench.specs.mdoc.response import (
    DeviceResponse,
    Document,
    IssuerSigned,
    decode_device_response,
    decode_issuer_signed,
    encode_device_response,
    encode_issuer_signed,
    select,
)

SIGN1 = Sign1(b"\xa1\x01\x26", ((33, b"cert"),), b"mso", bytes(64))
SIGNED = IssuerSigned({"a": (embed(b"1"), embed(bytes(300))), "b": (embed(b"1"),)}, SIGN1)
BY_SIGNATURE = DeviceSigned(b"\xa0", signature=SIGN1._replace(payload=None))
BY_MAC = DeviceSigned(b"\xa1\x61\x61\xa0", mac=Mac0(b"\xa1\x01\x05", (), None, bytes(32)))


@pytest.fixture
def plain(codec: Codec) -> dict[str, Any]:
    """A response of one document, decoded."""
    decoded: dict[str, Any] = codec.decode(
        encode_device_response(DeviceResponse((Document("type", SIGNED, BY_SIGNATURE),)), codec)
    )
    return decoded


@pytest.mark.parametrize(
    "documents",
    [
        (),
        (Document("type", SIGNED, BY_SIGNATURE),),
        (Document("type", SIGNED, BY_MAC), Document("other", IssuerSigned({}, SIGN1), BY_SIGNATURE)),
    ],
)
def test_a_response_is_written_and_read(codec: Codec, documents: tuple[Document, ...]) -> None:
    response = DeviceResponse(documents)
    data = encode_device_response(response, codec)

    assert response == decode_device_response(data, codec)
    assert ("documents" in codec.decode(data)) == bool(documents)


def test_it_is_what_a_codec_would_write(codec: Codec, plain: dict[str, Any]) -> None:
    response = DeviceResponse((Document("type", SIGNED, BY_SIGNATURE),))

    assert codec.encode(plain) == encode_device_response(response, codec)
    assert list(plain) == ["version", "documents", "status"]
    assert list(plain["documents"][0]) == ["docType", "issuerSigned", "deviceSigned"]


def test_what_the_issuer_signed_is_written_and_read(codec: Codec) -> None:
    assert decode_issuer_signed(encode_issuer_signed(SIGNED, codec), codec) == SIGNED


def test_members_in_another_order_are_the_same_members(codec: Codec, plain: dict[str, Any]) -> None:
    expected = decode_device_response(codec.encode(plain), codec)
    document = plain["documents"][0]
    plain["documents"] = [dict(reversed(document.items()))]

    assert expected == decode_device_response(codec.encode(dict(reversed(plain.items()))), codec)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("version", ..., "no version of type str"),
        ("version", "2.0", r"version 2\.0 of DeviceResponse"),
        ("status", ..., "no status of type int"),
        ("status", True, "no status of type int"),
        ("documents", {}, "no documents of type list"),
        ("documents", [1], "a document is not a map"),
        ("documents/0/docType", ..., "no docType"),
        ("documents/0/issuerSigned", ..., "no issuerSigned"),
        ("documents/0/issuerSigned/issuerAuth", ..., "no issuerAuth"),
        ("documents/0/issuerSigned/issuerAuth", [1], "issuerAuth is not an array of four items"),
        ("documents/0/issuerSigned/namespaces", {}, "a member other than nameSpaces and issuerAuth"),
        ("documents/0/issuerSigned/nameSpaces", [], "no nameSpaces of type dict"),
        ("documents/0/issuerSigned/nameSpaces", {"a": []}, "no array of items under a namespace"),
        ("documents/0/issuerSigned/nameSpaces", {"a": {}}, "no array of items under a namespace"),
        ("documents/0/issuerSigned/nameSpaces", {1: [1]}, "no array of items under a namespace"),
        ("documents/0/issuerSigned/nameSpaces", {"a": [b"1"]}, "not a byte string under tag 24"),
        ("documents/0/deviceSigned", ..., "without device authentication has no deviceSigned"),
        (
            "documents/0/deviceSigned/nameSpaces",
            ...,
            "DeviceNameSpacesBytes are not a byte string under tag 24",
        ),
        ("documents/0/deviceSigned/nameSpaces", b"\xa0", "DeviceNameSpacesBytes are not a byte string"),
        ("documents/0/deviceSigned/deviceAuth", ..., "no deviceAuth of type dict"),
        ("documents/0/deviceSigned/deviceAuth/deviceSignature", b"", "deviceSignature is not an array"),
        ("documents/0/deviceSigned/deviceAuth/deviceMac", [1, 2], "deviceMac is not an array"),
    ],
)
def test_a_response_that_is_not_as_the_text_has_it_is_refused(
    codec: Codec, plain: dict[str, Any], path: str, value: Any, reason: str
) -> None:
    *parents, name = path.split("/")
    place: Any = plain
    for parent in parents:
        place = place[int(parent) if parent.isdigit() else parent]
    if value is ...:
        del place[name]
    else:
        place[name] = value

    with pytest.raises(MalformedInput, match=reason):
        decode_device_response(codec.encode(plain), codec)


def test_an_item_under_another_tag_is_refused(codec: Codec, plain: dict[str, Any]) -> None:
    for odd in (codec.tag(23, b"1"), codec.tag(24, "1")):
        plain["documents"][0]["issuerSigned"]["nameSpaces"] = {"a": [odd]}
        with pytest.raises(MalformedInput, match="IssuerSignedItemBytes are not a byte string under tag 24"):
            decode_device_response(codec.encode(plain), codec)


def test_authentication_that_is_absent_or_of_an_unknown_kind_is_absent(
    codec: Codec, plain: dict[str, Any]
) -> None:
    plain["documents"][0]["deviceSigned"]["deviceAuth"] = {"deviceSeal": [b"", {}, None, b""]}
    (document,) = decode_device_response(codec.encode(plain), codec).documents

    assert DeviceSigned(b"\xa0") == document.device_signed


@pytest.mark.parametrize(
    ("shortest", "longer"),
    [(b"\xd8\x18\x411", b"\xd8\x18\x58\x011"), (b"\xd8\x18\x411", b"\xd9\x00\x18\x411")],
)
def test_a_length_that_is_not_in_shortest_form_is_refused(
    codec: Codec, shortest: bytes, longer: bytes
) -> None:
    data = encode_issuer_signed(SIGNED._replace(name_spaces={"a": (embed(b"1"),)}), codec)

    assert data.count(shortest) == 1
    with pytest.raises(MalformedInput, match=r"not in shortest form .*, 8\.1\)"):
        decode_issuer_signed(data.replace(shortest, longer), codec)
    response = encode_device_response(
        DeviceResponse((Document("t", IssuerSigned({}, SIGN1), BY_SIGNATURE),)), codec
    )
    with pytest.raises(MalformedInput, match=r"DeviceNameSpacesBytes .* not in shortest form"):
        decode_device_response(response.replace(b"\xd8\x18\x41\xa0", b"\xd8\x18\x58\x01\xa0"), codec)


def test_a_selection_keeps_the_order_of_the_issuer(codec: Codec) -> None:
    name_spaces = issuer_signed_items(
        {"a": {"x": 1, "y": 2, "z": 3}, "b": {"x": 4}}, random=bytes, codec=codec
    )
    credential = IssuerSigned(name_spaces, SIGN1)
    items = parse_items(name_spaces, codec)
    x, _, z = name_spaces["a"]

    assert IssuerSigned({"a": (x, z)}, SIGN1) == select(credential, items, {"a": ("z", "x"), "b": ()})
    assert credential == select(credential, items, {"a": ("x", "y", "z"), "b": ("x",)})


@pytest.mark.parametrize(
    ("wanted", "missing"),
    [({"a": ("x", "q", "p")}, "a p, q"), ({"c": ("x",)}, "c x"), ({"a": ("x", "x")}, "a ")],
)
def test_what_is_not_there_or_asked_for_twice_cannot_be_selected(
    codec: Codec, wanted: Any, missing: str
) -> None:
    name_spaces = issuer_signed_items({"a": {"x": 1}}, random=bytes, codec=codec)

    with pytest.raises(VerificationFailed, match=rf"the credential has not each of {missing} once"):
        select(IssuerSigned(name_spaces, SIGN1), parse_items(name_spaces, codec), wanted)
