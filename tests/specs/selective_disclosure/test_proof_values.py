"""canonbench.specs.selective_disclosure.proof_values: CBOR components, strictly."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs.cbor import Codec
from canonbench.specs.selective_disclosure import (
    BaseProof,
    DerivedProof,
    base_components,
    decompress_label_map,
    derived_components,
    parse_base_proof,
    parse_derived_proof,
    serialize_base_proof,
    serialize_derived_proof,
)

BASE = BaseProof(bytes(64), b"\x80\x24\x02" + bytes(32), b"k" * 32, (b"s" * 64, b"t" * 64), ("/issuer",))
DERIVED = DerivedProof(
    bytes(64), BASE.public_key, (b"s" * 64,), decompress_label_map({0: b"a" * 32, 12: b"b" * 32}), (0, 4)
)


def test_base_proofs_are_written_and_read(codec: Codec) -> None:
    data = serialize_base_proof(BASE, codec)
    assert data[:4].hex() == "d95d0085"
    assert parse_base_proof(data, codec) == BASE


def test_derived_proofs_are_written_and_read(codec: Codec) -> None:
    data = serialize_derived_proof(DERIVED, codec)
    assert data[:4].hex() == "d95d0185"
    assert parse_derived_proof(data, codec) == DERIVED


def changed(components: list[Any], place: int, value: Any) -> list[Any]:
    return [*components[:place], value, *components[place + 1 :]]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, bytes(63)),
        (0, "x" * 64),
        (1, bytes(36)),
        (2, bytes(31)),
        (3, bytes(64)),
        (3, [bytes(65)]),
        (4, "/issuer"),
        (4, [b"/issuer"]),
    ],
)
def test_a_base_proof_with_another_component_is_refused(codec: Codec, place: int, value: Any) -> None:
    components: list[Any] = [BASE[0], BASE[1], BASE[2], list(BASE[3]), list(BASE[4])]
    assert parse_base_proof(b"\xd9\x5d\x00" + codec.encode(components), codec) == BASE
    data = b"\xd9\x5d\x00" + codec.encode(changed(components, place, value))
    with pytest.raises(MalformedInput, match="a component of the base proof"):
        parse_base_proof(data, codec)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, bytes(65)),
        (1, bytes(36)),
        (2, {0: bytes(64)}),
        (2, [bytes(63)]),
        (3, [[0, bytes(32)]]),
        (3, {"0": bytes(32)}),
        (3, {-1: bytes(32)}),
        (3, {True: bytes(32)}),
        (3, {0: bytes(31)}),
        (4, 0),
        (4, [-1]),
        (4, [0, True]),
        (4, ["0"]),
    ],
)
def test_a_derived_proof_with_another_component_is_refused(codec: Codec, place: int, value: Any) -> None:
    components: list[Any] = [DERIVED[0], DERIVED[1], list(DERIVED[2]), {0: b"a" * 32, 12: b"b" * 32}, [0, 4]]
    assert parse_derived_proof(b"\xd9\x5d\x01" + codec.encode(components), codec) == DERIVED
    data = b"\xd9\x5d\x01" + codec.encode(changed(components, place, value))
    with pytest.raises(MalformedInput, match="a component of the derived proof"):
        parse_derived_proof(data, codec)


def test_another_header_is_refused(codec: Codec) -> None:
    with pytest.raises(MalformedInput, match="starts with 'd95d01'; that of a base proof with 'd95d00'"):
        parse_base_proof(serialize_derived_proof(DERIVED, codec), codec)
    with pytest.raises(MalformedInput, match="that of a derived proof with 'd95d01'"):
        parse_derived_proof(serialize_base_proof(BASE, codec), codec)
    with pytest.raises(MalformedInput, match="starts with ''"):
        parse_base_proof(b"", codec)


@pytest.mark.parametrize(
    "rest", [b"", b"\x85", b"\x40", b"\x80", b"\x84\x00\x00\x00\x00", b"\x86" + b"\0" * 6, b"\xff"]
)
def test_what_is_no_array_of_five_components_is_refused(codec: Codec, rest: bytes) -> None:
    for parse, header in ((parse_base_proof, b"\xd9\x5d\x00"), (parse_derived_proof, b"\xd9\x5d\x01")):
        with pytest.raises(MalformedInput, match=r"CBOR|array of five"):
            parse(header + rest, codec)


def test_bytes_after_the_components_are_refused(codec: Codec) -> None:
    with pytest.raises(MalformedInput, match="well-formed"):
        parse_base_proof(serialize_base_proof(BASE, codec) + b"\0", codec)


def test_components_are_checked_without_cbor_too(codec: Codec) -> None:
    base = [BASE[0], BASE[1], BASE[2], list(BASE[3]), list(BASE[4])]
    derived = [DERIVED[0], DERIVED[1], list(DERIVED[2]), {0: b"a" * 32, 12: b"b" * 32}, list(DERIVED[4])]
    assert base_components(base) == BASE
    assert derived_components(derived) == DERIVED
    for components in (base_components, derived_components):
        with pytest.raises(MalformedInput, match="no array of five components"):
            components({})
    data = serialize_derived_proof(DERIVED, codec, lambda _: {7: b"c" * 32})
    assert list(parse_derived_proof(data, codec).label_map) == ["c14n7"]
    seen: list[Any] = []

    def noting(components: Any) -> BaseProof:
        seen.append(components)
        return BASE

    assert parse_base_proof(serialize_base_proof(BASE, codec), codec, noting) == BASE
    assert seen == [base]
