"""CBOR: values count with their types, and maps with their order."""

import pytest

from canonbench.specs.cbor import Map, Tag
from canonbench.stages import cbor


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (1, 1.0),
        (1, True),
        (b"a", "a"),
        (Map(((1, 2), (3, 4))), Map(((3, 4), (1, 2)))),
        (Tag(0, "a"), [0, "a"]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ],
)
def test_values_that_are_written_otherwise_are_not_equal(one: object, two: object) -> None:
    assert cbor.decode.normal(one) != cbor.decode.normal(two)
