"""Neutral values in diagnostic notation."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput
from canonbench.specs.cbor import Map, Simple, Tag
from canonbench.specs.cbor_diagnostic import diagnostic
from canonbench.suites.cbor import parse_diagnostic

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(1 << 64), (1 << 64) - 1)
    | st.floats(allow_nan=False)
    | st.binary(max_size=20)
    | st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters='"\\'), max_size=10)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4)
        | inner.map(lambda value: Tag(1004, value))
    ),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_written_is_read_again(value: Any) -> None:
    assert repr(parse_diagnostic(diagnostic(value))) == repr(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (float("nan"), "NaN"),
        (float("inf"), "Infinity"),
        (float("-inf"), "-Infinity"),
        (Simple(23), "undefined"),
        (Simple(255), "simple(255)"),
        ("tab\t„é“", '"tab\\t„é“"'),
        ([], "[]"),
        ({}, "{}"),
        (Map(((1, b"\x01"),)), "{\n  1: h'01'\n}"),
        ({"a": [1, {"b": True}]}, '{\n  "a": [\n    1,\n    {\n      "b": true\n    }\n  ]\n}'),
        (Tag(1004, "2026-01-01"), '1004("2026-01-01")'),
    ],
)
def test_every_kind_of_value_has_its_notation(value: Any, expected: str) -> None:
    assert diagnostic(value) == expected


def test_what_is_no_value_is_refused() -> None:
    with pytest.raises(MalformedInput, match="a set is no neutral value"):
        diagnostic({1})
