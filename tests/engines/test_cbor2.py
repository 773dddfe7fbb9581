"""cbor2: one item, no duplicate keys, definite lengths, and tags that stay tags."""

from typing import Any

import cbor2
import pytest

from canonbench.engines.cbor2 import ENGINES
from canonbench.errors import MalformedInput
from canonbench.model.engine import Engine
from canonbench.specs.cbor import Map, Simple, Tag

BY_STAGE: dict[str, Engine[Any, Any]] = {engine.stage.name: engine for engine in ENGINES}
DECODE, ENCODE = BY_STAGE["cbor.decode"].neutral(), BY_STAGE["cbor.encode"].neutral()


@pytest.mark.parametrize(
    ("octets", "message"),
    [
        ("", "premature end of stream"),
        ("0102", "1 bytes follow the item"),
        ("a201020103", "Duplicate map key"),
        ("9fff", "indefinite length"),
        ("5fff", "indefinite length"),
        ("bfff", "indefinite length"),
        ("81" * 600, "nesting depth"),
        ("61ff", "error decoding text string"),
        ("1c", "unknown unsigned integer subtype"),
    ],
)
def test_what_is_no_plain_item_is_refused(octets: str, message: str) -> None:
    with pytest.raises(MalformedInput, match=message):
        DECODE(bytes.fromhex(octets))


@pytest.mark.parametrize("content", ["2020-01-01", 7, b"x", [1, {"a": [2]}], {"a": 1}])
def test_every_tag_but_bignums_stays_a_tag(content: Any) -> None:
    numbers = [*range(2), *range(4, 300), 1004, 43000, 55799]
    octets = [cbor2.dumps(cbor2.CBORTag(number, content)) for number in numbers]

    assert [DECODE(each) for each in octets] == [Tag(number, content) for number in numbers]
    assert [ENCODE(Tag(number, content)) for number in numbers] == octets


@pytest.mark.parametrize(
    "value", [2**70, Simple(23), Simple(200), Map(((1, 2), ("a", 3), (b"k", None))), {"b": 1, "a": [True]}]
)
def test_neutral_values_go_round_in_their_order(value: Any) -> None:
    assert repr(value) == repr(DECODE(ENCODE(value)))


def test_floats_take_64_bits() -> None:
    assert ENCODE(1.5).hex() == "fb3ff8000000000000"
    assert DECODE(bytes.fromhex("f93e00")) == 1.5


def test_a_value_of_a_type_that_is_not_neutral_is_refused() -> None:
    with pytest.raises(MalformedInput, match="set is no neutral value"):
        BY_STAGE["cbor.decode"].leave({1, 2})
