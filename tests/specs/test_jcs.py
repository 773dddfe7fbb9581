"""canonbench.specs.jcs: RFC 8785 and its domain."""

import json
import struct
from collections import OrderedDict
from enum import IntEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import JcsDomainError
from canonbench.specs import jcs, jcs_reference
from canonbench.suites import Vector, folder
from canonbench.suites.jcs import vectors

_FOLDER = folder("jcs")
VECTORS = list(vectors(_FOLDER)) if _FOLDER else []

safe_integers = st.integers(-jcs.SAFE_INTEGER, jcs.SAFE_INTEGER)
finite = st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
names = st.text('ab\u00e9\u20ac\ue000\ufb01\uffff\U00010000\U0001f4d8\n"', max_size=3)
documents = st.recursive(
    st.none() | st.booleans() | safe_integers | finite | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=5),
    max_leaves=20,
)


@pytest.mark.suites
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_every_public_vector_holds(vector: Vector) -> None:
    if vector.refuse is None:
        assert vector.judge(jcs.canonicalize(vector.arrange())) is None
    else:
        with pytest.raises(JcsDomainError):
            jcs.canonicalize(vector.arrange())


@pytest.mark.suites
def test_the_public_vectors_are_there(suite: Any) -> None:
    assert len(list(vectors(suite("jcs")))) == 6 + 2 + 26 + 20


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"\U0001f4d8": 1, "\ufb01": 2}, '{"\U0001f4d8":1,"\ufb01":2}'),
        ({"\ufb01": 2, "\U0001f4d8": 1, "a": {"\uffff": 1, "\U00010000": 2}},
         '{"a":{"\U00010000":2,"\uffff":1},"\U0001f4d8":1,"\ufb01":2}'),
        ({"\u00e9": 1, "e": 2, "\u20ac": 3}, '{"e":2,"\u00e9":1,"\u20ac":3}'),
        ({"gpa": 4.0, "w": 1e-7, "x": 1e20, "z": -0.0}, '{"gpa":4,"w":1e-7,"x":100000000000000000000,"z":0}'),
        ({"": {}, "a": [], "b": [{}], "c": [[]]}, '{"":{},"a":[],"b":[{}],"c":[[]]}'),
        ('\x00\x08\t\n\x0b\x0c\r\x1f "\\/\x7f\u2028\u00f6',
         '"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f \\"\\\\/\x7f\u2028\u00f6"'),
        ([True, False, None, 0, -1, jcs.SAFE_INTEGER], "[true,false,null,0,-1,9007199254740991]"),
        ([0.5, -3.25, 1e-4, 123456789012345.6], "[0.5,-3.25,0.0001,123456789012345.6]"),
        ([1e16, -1.5e-5, 1e21, -2.5e22, 1e-6, 1.25e20],
         "[10000000000000000,-0.000015,1e+21,-2.5e+22,0.000001,125000000000000000000]"),
        (None, "null"),
    ],
)  # fmt: skip
def test_canonical_text_by_hand(value: jcs.Json, expected: str) -> None:
    assert expected.encode() == jcs.canonicalize(value)


class _Grade(IntEnum):
    GOOD = 2


class _Pair(NamedTuple):
    one: str
    two: float


def test_kinds_of_values_that_are_json_in_other_clothes_are_written_as_json() -> None:
    class Text(str):
        __slots__ = ()

    value: Any = {
        "t": (1, 2),
        "p": _Pair("x", 1.0),
        "e": _Grade.GOOD,
        "m": MappingProxyType({"b": 1, "a": 2}),
        "o": OrderedDict(b=True, a=None),
        "s": Text("x"),
    }
    expected = b'{"e":2,"m":{"a":2,"b":1},"o":{"a":null,"b":true},"p":["x",1],"s":"x","t":[1,2]}'
    assert expected == jcs.canonicalize(value)


@pytest.mark.parametrize(
    ("value", "place"),
    [
        (2**53, "integer at the top is beyond 2^53 - 1"),
        ([0, {"a/b~c": -(2**53)}], "integer at '/1/a~1b~0c' is beyond"),
        ({"a": (1, 2**53)}, "integer at '/a/1'"),
        ({"a": [float("nan")]}, "nan at '/a/0' is not a JSON number"),
        (float("-inf"), "-inf at the top"),
        ({"a": "\ud83d\udcd8"}, "string at '/a' holds a lone surrogate"),
        ({"b": {"\udc00": 1}}, "member name '\\udc00' at '/b' holds a lone surrogate"),
        ({"b": {"\udc00\U00010000": 1}}, "at '/b' holds a lone surrogate"),
        ({1: "a"}, "member name 1 at the top is no string"),
        ({"a": {"x": 1, None: 2}}, "member name None at '/a' is no string"),
        ({"a": b"x"}, "bytes at '/a' is not a JSON type"),
        ([None, "x", 1.5, True, Fraction(1, 2)], "Fraction at '/4' is not a JSON type"),
    ],
)
def test_what_is_outside_the_domain_is_refused_with_its_place(value: Any, place: str) -> None:
    with pytest.raises(JcsDomainError) as caught:
        jcs.canonicalize(value)
    assert place in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_value_that_contains_itself_is_refused() -> None:
    value: list[Any] = []
    value.append(value)
    with pytest.raises(JcsDomainError, match="nested too deeply"):
        jcs.canonicalize(value)


def test_an_error_without_a_known_cause_is_still_a_domain_error() -> None:
    assert "cannot be canonicalized" in str(jcs.domain_error({"fine": 1}))


def test_a_number_that_is_no_number_is_refused_by_number_too() -> None:
    with pytest.raises(JcsDomainError, match="nan is not a JSON number"):
        jcs.number(float("nan"))


@given(documents)
def test_the_fast_form_equals_the_literal_one(value: Any) -> None:
    assert jcs_reference.canonicalize(value) == jcs.canonicalize(value)


@given(documents)
def test_canonical_text_parses_to_the_same_value_and_is_a_fixed_point(value: Any) -> None:
    text = jcs.canonicalize(value)
    again = json.loads(text, parse_int=float)
    assert value == again
    assert text == jcs.canonicalize(again)


@given(st.lists(st.tuples(names, safe_integers)))
def test_the_order_of_members_in_the_input_is_of_no_consequence(members: list[tuple[str, int]]) -> None:
    value = dict(members)
    assert jcs.canonicalize(value) == jcs.canonicalize(dict(reversed(value.items())))


@given(st.integers(0, 2**64 - 1))
def test_every_binary64_number_is_written_so_that_it_reads_back(bits: int) -> None:
    value: float = struct.unpack(">d", bits.to_bytes(8, "big"))[0]
    if value - value == 0:
        assert value == float(jcs.number(value))
        assert jcs_reference.canonicalize(value) == jcs.canonicalize(value)
    else:
        with pytest.raises(JcsDomainError):
            jcs.number(value)
