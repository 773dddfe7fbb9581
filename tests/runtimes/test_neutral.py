"""Neutral values over a pipe."""

import json
import math
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.runtimes.faults import RuntimeFault
from canonbench.runtimes.neutral import decode, encode
from canonbench.specs.cbor import Tag

_SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(max_size=9)
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(), inner, max_size=4)
        | st.builds(Tag, st.integers(0, 99), inner)
    ),
    max_leaves=12,
)


def _types(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _types(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return type(value), [_types(member) for member in value]
    return type(value), repr(value)


@given(_VALUES)
def test_a_value_comes_back_as_it_was(value: Any) -> None:
    sent = json.loads(json.dumps(encode(value), allow_nan=False))

    assert _types(decode(sent, {"Tag": Tag})) == _types(value)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1.0, ["f", "1.0"]),
        (-0.0, ["f", "-0.0"]),
        (0.5, 0.5),
        (math.inf, ["f", "inf"]),
        (2**53 - 1, 2**53 - 1),
        (2**53, ["i", "9007199254740992"]),
        (("a", None), ["t", "a", None]),
        ([b"\0"], ["l", ["b", "AA=="]]),
        (Tag(24, "x"), ["n", "Tag", 24, "x"]),
    ],
)
def test_what_json_cannot_say_has_a_tag(value: Any, written: Any) -> None:
    assert encode(value) == written


class _Odd(NamedTuple):
    member: object


@pytest.mark.parametrize("value", [object(), {1: 2}, {"a": {3}}, _Odd(object())])
def test_what_is_no_neutral_value_is_not_sent(value: Any) -> None:
    with pytest.raises(TypeError, match="no neutral value"):
        encode(value)


@pytest.mark.parametrize(
    "value", [[], [1], ["x", 1], ["b", "*"], ["b"], ["i", "one"], ["f", []], ["n", "Thing", 1], ["n"]]
)
def test_what_stands_for_no_value_is_nonsense(value: Any) -> None:
    with pytest.raises(RuntimeFault, match="no neutral value"):
        decode({"member": value})
