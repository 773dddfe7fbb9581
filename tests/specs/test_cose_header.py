"""CBOR for protected headers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput
from canonbench.specs.cbor import Codec
from canonbench.specs.cose_header import CODEC

NUMBERS = st.integers(-(1 << 64), (1 << 64) - 1)
ITEMS = st.recursive(
    NUMBERS | st.text(max_size=300) | st.binary(max_size=300), lambda inner: st.lists(inner, max_size=30)
)
HEADERS = st.dictionaries(NUMBERS | st.text(max_size=5), ITEMS, max_size=30)


@given(HEADERS)
def test_a_header_is_written_and_read_as_by_a_codec(codec: Codec, header: dict[Any, Any]) -> None:
    data = CODEC.encode(header)

    assert data == codec.encode(header)
    assert CODEC.decode(data) == header


@given(st.binary(max_size=40) | st.binary(max_size=20).map(lambda data: b"\xa2" + data))
def test_what_it_reads_a_codec_reads_alike(codec: Codec, data: bytes) -> None:
    try:
        value = CODEC.decode(data)
    except MalformedInput:
        return
    assert repr(codec.decode(data)) == repr(value)


@pytest.mark.parametrize(("text", "expected"), [("f4", False), ("81f5", [True]), ("a101f6", {1: None})])
def test_fixed_values_are_read(text: str, expected: Any) -> None:
    assert CODEC.decode(bytes.fromhex(text)) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "ends too early"),
        ("81", "ends too early"),
        ("8181818181818181818101", "nested too deeply"),
        ("a10126ff", "1 bytes follow"),
        ("bf0126ff", "indefinite, reserved or cut off"),
        ("a1011c", "indefinite, reserved or cut off"),
        ("190100"[:4], "indefinite, reserved or cut off"),
        ("c001", "holds a tag"),
        ("f7", "holds a tag, a float or a simple value"),
        ("4201", "a string is cut off"),
        ("61ff", "not UTF-8"),
        ("a201260126", "a label twice"),
        ("a1810126", "no number or text"),
        ("a1f526", "no number or text"),
    ],
)
def test_anything_else_is_malformed(text: str, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        CODEC.decode(bytes.fromhex(text))


def test_only_what_is_read_is_written() -> None:
    with pytest.raises(MalformedInput, match="a float does not stand"):
        CODEC.encode({1: 1.5})
    with pytest.raises(MalformedInput, match="a tag, 0, does not stand"):
        CODEC.tag(0, "2026")
