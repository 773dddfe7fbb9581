"""canonbench.specs.jcs_reference: the literal transcription, its counts and its replay."""

from collections import OrderedDict
from types import MappingProxyType
from typing import Any

import pytest

from canonbench.errors import JcsDomainError
from canonbench.specs import jcs_reference
from canonbench.suites import Vector, folder
from canonbench.suites.jcs import vectors

_FOLDER = folder("jcs")
VECTORS = list(vectors(_FOLDER)) if _FOLDER else []

VALUE: Any = {"b": [1, 2.5, "x\n", None, True], "a": {"\U0001f4d8": {}, "\ufb01": -0.0}}


@pytest.mark.suites
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_every_public_vector_holds(vector: Vector) -> None:
    if vector.refuse is None:
        assert vector.judge(jcs_reference.canonicalize(vector.arrange())) is None
    else:
        with pytest.raises(JcsDomainError):
            jcs_reference.canonicalize(vector.arrange())


def test_mappings_that_are_no_dict_are_objects() -> None:
    value: Any = MappingProxyType({"b": OrderedDict(b=True, a=None), "a": (1, 2)})
    assert jcs_reference.canonicalize(value) == b'{"a":[1,2],"b":{"a":null,"b":true}}'


def test_the_work_of_a_value_is_counted_exactly() -> None:
    assert jcs_reference.Work(
        objects=3, arrays=1, members=4, strings=1, numbers=3, literals=2, bytes=53
    ) == jcs_reference.count(VALUE)


def test_the_trace_holds_the_arguments_of_the_primitive_calls() -> None:
    calls = jcs_reference.trace(VALUE)
    assert [*calls.names] == [(b"\0b", b"\0a"), (b"\xd8\x3d\xdc\xd8", b"\xfb\x01"), ()]
    assert [*calls.numbers] == [-0.0, 1, 2.5]
    assert calls.tokens[:4] == ("{", '"a"', ":", "{")


def test_a_replay_gives_the_same_bytes() -> None:
    assert jcs_reference.canonicalize(VALUE) == jcs_reference.replay(jcs_reference.trace(VALUE))


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ([2**53], "integer at '/0'"),
        ([float("inf")], "inf at '/0'"),
        ("\ud800", "string at the top"),
        ({"\ud800": 1}, "member name '\\ud800'"),
        ({1: 1}, "member name 1"),
        ({"a": {1}}, "set at '/a'"),
    ],
)
def test_what_is_outside_the_domain_is_refused_with_its_place(value: Any, place: str) -> None:
    for function in (jcs_reference.canonicalize, jcs_reference.count, jcs_reference.trace):
        with pytest.raises(JcsDomainError) as caught:
            function(value)
        assert place in str(caught.value)
