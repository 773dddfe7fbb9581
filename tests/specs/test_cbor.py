"""canonbench.specs.cbor: heads, embedded items, neutral values; and a codec against RFC 8949 Appendix A."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput
from canonbench.specs.cbor import (
    NULL,
    Codec,
    Map,
    Simple,
    Tag,
    array,
    byte_string,
    embed,
    embedded,
    head,
    mapping,
    native,
    neutral,
    read,
    text_string,
)
from canonbench.suites.cbor import vectors


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        (23, "17"),
        (24, "1818"),
        (0xFF, "18ff"),
        (0x100, "190100"),
        (0xFFFF, "19ffff"),
        (0x1_0000, "1a00010000"),
        (0xFFFF_FFFF, "1affffffff"),
        (0x1_0000_0000, "1b0000000100000000"),
        (0xFFFF_FFFF_FFFF_FFFF, "1bffffffffffffffff"),
    ],
)
def test_a_head_is_the_shortest(argument: int, expected: str) -> None:
    assert expected == head(0, argument).hex()
    assert argument == cbor2.loads(head(0, argument))


@given(number=st.integers(0, (1 << 64) - 1))
def test_any_head_is_that_of_the_codec(number: int) -> None:
    assert cbor2.dumps(number) == head(0, number)
    assert cbor2.dumps(-1 - number) == head(1, number)


@given(data=st.binary(max_size=70_000), text=st.text(max_size=300))
def test_strings_arrays_and_maps_are_those_of_the_codec(data: bytes, text: str) -> None:
    assert cbor2.dumps({text: [data, None]}) == mapping([(text, array([byte_string(data), NULL]))])
    assert cbor2.dumps(text) == text_string(text)


@pytest.mark.parametrize("size", [0, 1, 23, 24, 255, 256, 65_535, 65_536])
def test_what_is_embedded_comes_back(size: int) -> None:
    data = bytes(size)

    assert cbor2.dumps(cbor2.CBORTag(24, data)) == embed(data)
    assert data == embedded(embed(data))


@pytest.mark.parametrize(
    "data",
    [
        "",
        "d818",
        "d81841",
        "d81841a0a0",
        "d8185801a0",
        "d818590001a0",
        "d8185a00000001a0",
        "d8185b0000000000000001a0",
        "d8195801a0",
        "d90018" + "41a0",
        "d81861a0",
        "d8185f41a0ff",
        "d818a0",
        "41a0",
        "d81858" + "18" + "00" * 25,
    ],
)
def test_anything_else_is_not_embedded(data: str) -> None:
    with pytest.raises(
        MalformedInput, match=r"^a thing is not one CBOR byte string under tag 24 .*3\.4\.5\.1\)$"
    ):
        embedded(bytes.fromhex(data), "a thing")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("a201020103", "Duplicate map key"),
        ("a2616101616102", "Duplicate map key"),
        ("9f01ff", "indefinite length"),
        ("0101", "1 bytes follow the item"),
        ("82", "premature end"),
        ("", "premature end"),
    ],
)
def test_what_the_codec_refuses_is_malformed_in_one_line(codec: Codec, data: str, reason: str) -> None:
    with pytest.raises(
        MalformedInput, match=f"^a thing is not well-formed, valid CBOR: .*{reason}"
    ) as caught:
        read(codec, bytes.fromhex(data), "a thing")

    assert "\n" not in str(caught.value)


def test_an_error_without_a_message_is_named_by_its_type(codec: Codec) -> None:
    def decode(_data: bytes) -> Any:
        raise EOFError

    with pytest.raises(MalformedInput, match="valid CBOR: EOFError "):
        read(codec._replace(decode=decode, errors=(EOFError,)), b"", "a thing")


NEUTRAL = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(), inner, max_size=3)
        | st.builds(Tag, st.sampled_from([0, 24, 1004, 65_000]), inner)
    ),
    max_leaves=8,
)


@given(value=NEUTRAL)
def test_neutral_values_go_through_the_codec_and_come_back(codec: Codec, value: Any) -> None:
    assert value == neutral(codec.decode(codec.encode(native(value, codec))))


@pytest.mark.parametrize("key", [[1], {"a": 1}, Map(((1, 2),)), Tag(24, [1])])
def test_a_map_that_no_dictionary_can_be_is_refused(codec: Codec, key: Any) -> None:
    with pytest.raises(MalformedInput, match="whose key is an array or a map is not expected here"):
        native([Map(((key, 1),))], codec)


def test_maps_with_other_keys_are_neutral_as_entries(codec: Codec) -> None:
    value = Map(((1, [Map(((None, "x"),))]), ("a", Tag(24, b""))))
    data = bytes.fromhex("a20181a1f661786161d81840")

    assert data == codec.encode(native(value, codec))
    assert value == neutral(codec.decode(data))


def test_simple_values_need_a_word_about_their_type(codec: Codec) -> None:
    def other(value: Any) -> Simple:
        return Simple(23 if value is cbor2.undefined else value.value)

    data = bytes.fromhex("82f7f0")
    value = neutral(codec.decode(data), other)

    assert [Simple(23), Simple(16)] == value
    assert data == codec.encode(
        native(value, codec, lambda n: cbor2.undefined if n == 23 else cbor2.CBORSimpleValue(n))
    )
    with pytest.raises(MalformedInput, match=r"a CBOR value of type \w+ is not expected here"):
        neutral(codec.decode(data))


@pytest.mark.suites
def test_a_codec_reads_and_writes_appendix_a(codec: Codec, suite: Callable[[str], Path]) -> None:
    def other(value: Any) -> Simple:
        return Simple(23 if value is cbor2.undefined else value.value)

    def simple(number: int) -> Any:
        return cbor2.undefined if number == 23 else cbor2.CBORSimpleValue(number)

    def decode(data: bytes) -> Any:
        tags = {tag: kept(tag) for tag in (0, 1, 23, 32)}
        value = cbor2.loads(data, semantic_decoders=tags, allow_indefinite=False)
        return neutral(value, other)

    def kept(tag: int) -> Any:
        return lambda value, _immutable: cbor2.CBORTag(tag, value)

    wrong = []
    count = 0
    for vector in vectors(suite("cbor-appendix-a")):
        count += 1
        try:
            output = (
                decode(vector.arrange())
                if vector.stage == "cbor.decode"
                else cbor2.dumps(native(vector.arrange(), codec, simple), canonical=True)
            )
        except (cbor2.CBORDecodeError, cbor2.CBOREncodeError) as error:
            if vector.refuse is None:
                wrong.append((vector.stage, vector.name, str(error)))
        else:
            problem = vector.judge(output) if vector.refuse is None else "accepted"
            if problem:
                wrong.append((vector.stage, vector.name, problem))

    assert wrong == []
    assert count == 82 + 64
