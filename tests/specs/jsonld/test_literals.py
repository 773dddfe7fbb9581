"""canonbench.specs.jsonld.literals: JSON numbers as RDF literals, language tags, JSON literals."""

import math

import pytest

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.literals import (
    canonical_double,
    is_language_tag,
    is_rounded,
    json_literal,
    number,
)

INTEGER = "http://www.w3.org/2001/XMLSchema#integer"
DOUBLE = "http://www.w3.org/2001/XMLSchema#double"


@pytest.mark.parametrize(
    ("value", "datatype", "expected"),
    [
        (7, None, ("7", INTEGER)),
        (7.0, None, ("7", INTEGER)),
        (-0.0, None, ("0", INTEGER)),
        (10**21 - 1, None, ("999999999999999999999", INTEGER)),
        (10**21, None, ("1.0E21", DOUBLE)),
        (3e21, None, ("3.0E21", DOUBLE)),
        (-1e21, None, ("-1.0E21", DOUBLE)),
        (2.5, None, ("2.5E0", DOUBLE)),
        (5.3e-7, None, ("5.3E-7", DOUBLE)),
        (0.1 + 0.2, None, ("3.0E-1", DOUBLE)),
        (7, DOUBLE, ("7.0E0", DOUBLE)),
        (7, "urn:d", ("7", "urn:d")),
        (2.5, "urn:d", ("2.5E0", "urn:d")),
    ],
)
def test_numbers_are_integers_or_doubles(
    value: float, datatype: str | None, expected: tuple[str, str]
) -> None:
    assert number(value, datatype) == expected


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 10**400, -(10**400)])
def test_what_is_no_finite_double_has_no_lexical_form(value: float) -> None:
    with pytest.raises(JsonLdError, match="number out of range") as caught:
        number(value, None)
    assert caught.value.code == "number out of range"


@pytest.mark.parametrize(
    ("value", "rounded"),
    [(0.5, False), (0.1 + 0.2, True), (2**53 + 1, False), (10**21 + 1, True), (1e21, False), (-0.0, False)],
)
def test_sixteen_digits_are_not_always_enough(value: float, rounded: bool) -> None:  # noqa: FBT001 - expected
    assert is_rounded(number(value, None)[0], value) is rounded


def test_a_mantissa_keeps_one_digit_after_the_point() -> None:
    assert canonical_double(100) == "1.0E2"


def test_language_tags_are_well_formed_or_not() -> None:
    tags = ["en", "en-GB-x-a1", "", "a b", "en-", "@value", "123"]
    assert [is_language_tag(tag) for tag in tags] == [True, True, False, False, False, False, False]


def test_json_literals_are_canonical_json() -> None:
    assert json_literal({"b": 1.0, "a": [None, "é"]}) == '{"a":[null,"é"],"b":1}'


def test_json_literals_have_the_domain_of_canonical_json() -> None:
    with pytest.raises(JsonLdError) as caught:
        json_literal({"a": 2**53})
    assert caught.value.code == "invalid JSON literal"
