"""canonbench.specs.mdoc.items: items made, digested, read and held against their digests."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.cbor import Codec, Tag, embed
from canonbench.specs.mdoc.items import (
    IssuerSignedItem,
    ValueDigests,
    issuer_signed_items,
    item_maps,
    parse_items,
    validate_digests,
    value_digests,
)

ELEMENTS: dict[str, dict[str, Any]] = {
    "a": {"name": "Ada", "born": Tag(1004, "1815-12-10")},
    "b": {"n": [1, {"k": None}]},
}
ITEM: dict[str, Any] = {
    "digestID": 0,
    "random": bytes(16),
    "elementIdentifier": "name",
    "elementValue": "Ada",
}


def parse_item(encoded: bytes, codec: Codec) -> IssuerSignedItem:
    return parse_items({"a": (encoded,)}, codec)["a"][0]


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


@pytest.fixture
def counting() -> tuple[list[int], Callable[[int], bytes]]:
    sizes: list[int] = []

    def random(size: int) -> bytes:
        sizes.append(size)
        return bytes(index % 251 for index in range(size))

    return sizes, random


def test_items_have_an_identifier_randomness_and_a_digest_id_each(codec: Codec, counting: Any) -> None:
    sizes, random = counting
    items = parse_items(issuer_signed_items(ELEMENTS, random=random, codec=codec), codec)

    assert sizes == [96]
    assert [
        (item.element_identifier, item.digest_id) for received in items.values() for item in received
    ] == [("name", 0), ("born", 1), ("n", 0)]
    pool = random(96)
    assert [pool[:32], pool[32:64], pool[64:]] == [
        item.random for received in items.values() for item in received
    ]
    assert {
        name_space: {item.element_identifier: item.element_value for item in received}
        for name_space, received in items.items()
    } == ELEMENTS


def test_an_item_is_the_map_encoded_under_tag_24(codec: Codec, counting: Any) -> None:
    _, random = counting
    maps = item_maps(ELEMENTS, random=random, codec=codec, random_size=16)
    passed = item_maps(ELEMENTS, random=random, codec=None)
    assert [item["elementValue"] for item in passed["a"]] == list(ELEMENTS["a"].values())
    encoded = issuer_signed_items(ELEMENTS, random=random, codec=codec, random_size=16)

    assert {
        name_space: tuple(embed(codec.encode(item)) for item in items) for name_space, items in maps.items()
    } == encoded
    assert encoded["a"][1][:4].hex() == "d8185855"
    assert bytes.fromhex("d903ec6a313831352d31322d3130") in encoded["a"][1]


@pytest.mark.parametrize(
    ("elements", "size", "reason"),
    [
        (ELEMENTS, 15, r"random of 15 bytes is too short, 16 is the minimum .*9\.1\.2\.5"),
        ({"a": {}}, 16, r"namespace a has no element .*8\.3\.2\.1\.2\.2"),
    ],
)
def test_what_cannot_be_issued_is_refused(codec: Codec, elements: Any, size: int, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        issuer_signed_items(elements, random=bytes, codec=codec, random_size=size)


@pytest.mark.parametrize("off", [-1, 1])
def test_a_source_of_randomness_gives_what_it_is_asked_for(codec: Codec, off: int) -> None:
    with pytest.raises(MalformedInput, match=rf"gave {96 + off} bytes, not 96"):
        issuer_signed_items(ELEMENTS, random=lambda size: bytes(size + off), codec=codec)


def test_digests_are_those_of_the_whole_encoded_item(codec: Codec) -> None:
    encoded = issuer_signed_items(ELEMENTS, random=bytes, codec=codec)

    assert {
        "a": ((0, sha256(encoded["a"][0])), (1, sha256(encoded["a"][1]))),
        "b": ((0, sha256(encoded["b"][0])),),
    } == value_digests(encoded, sha256)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"digestID": -1}, r"a name has a digestID that is not from 0 to 2\*\*31 - 1 .*9\.1\.2\.5"),
        ({"digestID": 1 << 31}, r"a name has a digestID that is not from 0 to 2\*\*31 - 1"),
        ({"digestID": True}, "an item of a has a member of another type"),
        ({"digestID": 1.0}, "an item of a has a member of another type"),
        ({"random": bytes(15)}, r"a name has 15 random bytes, 16 is the minimum .*9\.1\.2\.5"),
        ({"random": "0123456789abcdef"}, "an item of a has a member of another type"),
        ({"elementIdentifier": 1}, "an item of a has a member of another type"),
    ],
)
def test_an_item_whose_members_are_odd_is_refused(codec: Codec, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        parse_item(embed(codec.encode({**ITEM, **changes})), codec)


def test_an_item_that_lacks_a_member_is_refused(codec: Codec) -> None:
    for name in ITEM:
        lacking = {key: value for key, value in ITEM.items() if key != name}
        with pytest.raises(
            MalformedInput, match=r"an item of a is not a map with its four members .*8\.3\.2\.1\.2\.2"
        ):
            parse_item(embed(codec.encode(lacking)), codec)
    for other in ([], 1, [1], "x"):
        with pytest.raises(MalformedInput, match="an item of a is not a map with its four members"):
            parse_item(embed(codec.encode(other)), codec)


def test_an_item_with_a_member_twice_is_refused(codec: Codec) -> None:
    data = codec.encode(ITEM)
    twice = b"\xa5" + data[1:] + codec.encode("elementValue") + codec.encode("Eve")

    with pytest.raises(
        MalformedInput, match=r"an IssuerSignedItem of a is not well-formed, valid CBOR: .*Duplicate"
    ):
        parse_item(embed(twice), codec)


def test_the_largest_digest_id_is_one(codec: Codec) -> None:
    encoded = embed(codec.encode({**ITEM, "digestID": (1 << 31) - 1, "more": 1}))

    assert IssuerSignedItem((1 << 31) - 1, bytes(16), "name", "Ada", encoded) == parse_item(encoded, codec)


def test_a_digest_that_is_absent_is_no_match(codec: Codec) -> None:
    item = parse_item(embed(codec.encode(ITEM)), codec)

    assert validate_digests({"a": [item]}, {"a": [(0, sha256(item.encoded))]}, sha256) == {
        "a": {"name": "Ada"}
    }
    others: tuple[ValueDigests, ...] = (
        {},
        {"a": []},
        {"b": [(0, sha256(item.encoded))]},
        {"a": [(1, sha256(item.encoded))]},
    )
    for digests in others:
        with pytest.raises(
            VerificationFailed, match=r"digest of a name, digestID 0, does not match .*9\.3\.1"
        ):
            validate_digests({"a": [item]}, digests, sha256)


def test_every_item_is_held_against_its_digest(codec: Codec) -> None:
    encoded = issuer_signed_items(ELEMENTS, random=bytes, codec=codec)
    hashed: list[bytes] = []

    def digest(data: bytes) -> bytes:
        hashed.append(data)
        return sha256(data)

    validate_digests(parse_items(encoded, codec), value_digests(encoded, sha256), digest)

    assert [*encoded["a"], *encoded["b"]] == hashed


@pytest.mark.suites
def test_the_items_of_annex_d_match_their_digests(codec: Codec, annex_d: dict[str, Any]) -> None:
    named = annex_d["issuer_signed_items"]
    encoded = {name: bytes.fromhex(item["issuerSignedItemBytes"]) for name, item in named.items()}
    items = {"org.iso.18013.5.1": [parse_item(data, codec) for data in encoded.values()]}
    digests = {
        name_space: [(int(number), bytes.fromhex(digest)) for number, digest in pairs.items()]
        for name_space, pairs in annex_d["value_digests"].items()
    }

    assert len(items["org.iso.18013.5.1"]) == 6
    assert [item["digestID"] for item in named.values()] == [
        item.digest_id for item in items["org.iso.18013.5.1"]
    ]
    assert list(named) == list(validate_digests(items, digests, sha256)["org.iso.18013.5.1"])
