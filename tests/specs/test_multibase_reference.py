"""The literal transcription of Multibase gives what the fast one gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput
from canonbench.specs import multibase, multibase_reference


@given(st.binary(max_size=80), st.sampled_from("zu"))
def test_both_transcriptions_agree_in_both_directions(data: bytes, base: str) -> None:
    text = multibase_reference.encode(data, base)

    assert multibase.encode(data, base) == text
    assert multibase_reference.decode(text, base) == data
    assert multibase.decode(text, base) == data


@pytest.mark.parametrize(
    ("data", "text"), [(b"", "z"), (b"\0", "z1"), (b"\0\0", "z11"), (b"Hello World!", "z2NEpo7TZRRrLZSi2U")]
)
def test_leading_zeros_are_kept(data: bytes, text: str) -> None:
    assert multibase_reference.encode(data) == text
    assert multibase_reference.decode(text) == data


@pytest.mark.parametrize(
    ("text", "base", "message"),
    [
        ("z0", "z", "'0' is outside the alphabet"),
        ("u--8", "z", "the header is 'u' and must be 'z'"),
        ("", "z", "the header is ''"),
        ("m", "m", "must be 'm'"),
    ],
)
def test_what_is_no_value_is_refused(text: str, base: str, message: str) -> None:
    with pytest.raises(MalformedInput, match=message):
        multibase_reference.decode(text, base)


def test_another_base_is_refused() -> None:
    with pytest.raises(MalformedInput, match="header 'm' is not supported"):
        multibase_reference.encode(b"", "m")
