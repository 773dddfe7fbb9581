"""Neutral values survive the way through a file."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.harness import codec
from canonbench.stages import jsonld, rdfc

_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.binary(),
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text(), inner)
        | st.tuples(inner, st.dictionaries(st.text(), inner)).map(lambda both: jsonld.Source(*both))
    ),
    max_leaves=20,
)


def _same(left: Any, right: Any) -> bool:
    """Compare with types: 1 is neither 1.0 nor True, a tuple is no list."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(_same(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    return bool(left == right)


@given(_VALUES)
def test_what_is_loaded_is_what_was_dumped(value: Any) -> None:
    assert _same(codec.load(codec.dump(value)), value)


def test_a_lone_surrogate_survives() -> None:
    assert codec.load(codec.dump("a\ud800")) == "a\ud800"


def test_text_with_a_lone_surrogate_has_a_digest() -> None:
    assert len(codec.digest("\ud800")) == 64


def test_a_request_comes_back_as_a_request() -> None:
    request = rdfc.Request((("_:a", "urn:p", ("x", "urn:t", None), None),), "sha384")

    loaded = codec.load(codec.dump(request))

    assert isinstance(loaded, rdfc.Request)
    assert loaded == request


@pytest.mark.parametrize("value", [object(), {1: "x"}, {"a", "b"}, math.nan, math.inf])
def test_what_is_not_neutral_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="no neutral value"):
        codec.dump(value)
