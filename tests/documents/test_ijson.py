"""What two libraries could read differently is refused, with its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.documents.ijson import MAX_BYTES, MAX_DEPTH, pointer, read
from canonbench.errors import BadDocument

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs", "Cn"]))
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs", "Cn"])), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES)
def test_i_json_is_read_as_it_was_written(value: Any) -> None:
    assert value == read(json.dumps(value).encode(), "x.json")
    assert value == read(json.dumps(value, ensure_ascii=False).encode(), "x.json")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'{"a": 1, "a": 2}', "a member that occurs twice at /a"),
        (b'{"a": [0, {"b": 1, "c": 2, "b": 3}]}', "a member that occurs twice at /a/1/b"),
        (b'{"a/b": {"~": {"x": 1, "\\u0078": 1}}}', "a member that occurs twice at /a~1b/~0/x"),
        (b'{"a": {"b": 1, "b": 2}, "a": 0}', "a member that occurs twice at /a"),
        (b'{"a": NaN}', "a number that no binary64 can hold at /a"),
        (b"[Infinity]", "a number that no binary64 can hold at /0"),
        (b"-Infinity", "a number that no binary64 can hold at the top"),
        (b'{"a": [1, 1e999]}', "a number that no binary64 can hold at /a/1"),
        (b'{"a": 1' + b"0" * 400 + b"}", "a number that no binary64 can hold at /a"),
        (b'["\\ud800"]', "a lone surrogate or a noncharacter in a string at /0"),
        (b'["\\udc00\\ud800"]', "a lone surrogate or a noncharacter in a string at /0"),
        (b'["\\ufdd0"]', "a lone surrogate or a noncharacter in a string at /0"),
        ('["\U0010ffff"]'.encode(), "a lone surrogate or a noncharacter in a string at /0"),
        (b'{"\\ud800": 1}', r"a lone surrogate or a noncharacter in a member name at /\ud800"),
        (b'{"a\\nb": NaN}', r"a number that no binary64 can hold at /a\nb"),
    ],
)
def test_what_is_json_but_not_i_json_is_refused_with_its_pointer(data: bytes, place: str) -> None:
    with pytest.raises(BadDocument) as caught:
        read(data, "x.json")

    assert f"x.json is not I-JSON (RFC 7493): {place}" == str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "x.json is not JSON: Expecting value at line 1 column 1; mend it there"),
        (b'{"a": 1}\n{', "x.json is not JSON: Extra data at line 2 column 1; mend it there"),
        (b"{'a': 1}", None),
        (b'["\n"]', None),
        (b"[1,]", None),
        (b"[01]", None),
        (b"\xef\xbb\xbf[]", "x.json starts with a byte order mark, at byte 0; save it as UTF-8 without one"),
        (b'["\xff"]', "x.json is not UTF-8 at byte 2; save it as UTF-8"),
        (b'["\xed\xa0\x80"]', "x.json is not UTF-8 at byte 2; save it as UTF-8"),
        (b"1" * 5000, "x.json holds a number that no binary64 can hold; write it as a string"),
    ],
)
def test_what_is_not_json_is_refused_with_line_or_byte(data: bytes, message: str | None) -> None:
    with pytest.raises(BadDocument) as caught:
        read(data, "x.json")

    assert "\n" not in str(caught.value)
    assert message in {None, str(caught.value)}


def test_a_document_over_the_size_limit_is_refused_unread() -> None:
    with pytest.raises(BadDocument, match=r"x\.json has 11 bytes, more than the limit of 10"):
        read(b"[1,2,3,4,5]", "x.json", max_bytes=10)

    assert read(b"[1,2,3,4,5]", "x.json", max_bytes=11) == [1, 2, 3, 4, 5]
    assert MAX_BYTES > 10 * 2**20


def test_a_document_over_the_depth_limit_is_refused_with_the_byte() -> None:
    fits = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH

    assert read(fits, "x.json") != []
    with pytest.raises(BadDocument, match=f"nested deeper than {MAX_DEPTH} levels at byte {MAX_DEPTH}"):
        read(b"[" + fits + b"]", "x.json")


def test_nesting_far_beyond_what_python_can_parse_is_refused_too() -> None:
    with pytest.raises(BadDocument, match="nested deeper than 128 levels at byte 640;"):
        read(b'{"a":' * 100_000, "x.json")
    with pytest.raises(BadDocument, match="nested deeper than 128 levels at byte 132;"):
        read(b"[[1]," + b"[" * 100_000, "x.json")


def test_brackets_in_strings_and_side_by_side_are_no_depth() -> None:
    wide = [[str(n), '"[[{{\\'] for n in range(MAX_DEPTH)]

    assert wide == read(json.dumps(wide).encode(), "x.json")


def test_a_pointer_to_the_whole_document_is_empty() -> None:
    assert pointer(()) == ""
    assert pointer(("a", 0, "m~n/o")) == "/a/0/m~0n~1o"
