"""canonbench.specs.base64url: one spelling for every value."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput
from canonbench.specs import base64url


@pytest.mark.parametrize(
    ("data", "text"),
    [(b"", ""), (b"f", "Zg"), (b"fo", "Zm8"), (b"foo", "Zm9v"), (b"\xfb\xff\xbf", "-_-_"), (b"\0", "AA")],
)
def test_values_by_hand(data: bytes, text: str) -> None:
    assert text == base64url.encode(data)
    assert data == base64url.decode(text)


@given(st.binary(max_size=70))
def test_decoding_undoes_encoding(data: bytes) -> None:
    text = base64url.encode(data)
    assert base64.urlsafe_b64encode(data).decode().rstrip("=") == text
    assert data == base64url.decode(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A", "4n\\+1 characters"),
        ("Zm9vZ", "4n\\+1 characters"),
        ("Zh", "pad bits"),
        ("Zm9", "pad bits"),
        ("Zg==", "outside the alphabet"),
        ("Zm8=", "outside the alphabet"),
        ("Zm9v\n", "4n\\+1"),
        ("Zm 9vAA", "outside the alphabet"),
        (" Zm9vAA", "outside the alphabet"),
        ("Zm9vZ\ng", "outside the alphabet"),
        ("+m9v", "outside the alphabet"),
        ("/m9v", "outside the alphabet"),
        ("\u00e9m9v", "outside the alphabet"),
        ("Zm=v", "outside the alphabet"),
    ],
)
def test_every_other_spelling_is_refused(text: str, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason):
        base64url.decode(text)


@given(st.text("AZaz09-_+/= \n\u00e9", max_size=9))
def test_what_is_accepted_is_what_would_be_written(text: str) -> None:
    try:
        data = base64url.decode(text)
    except MalformedInput:
        foreign, incomplete = set(text) & set("+/= \n\u00e9"), len(text) % 4 == 1
        assert foreign or incomplete or text != base64url.encode(base64.urlsafe_b64decode(text + "==="))
    else:
        assert text == base64url.encode(data)
