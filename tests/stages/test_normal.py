"""Normal forms: what carries no meaning does not count, what carries meaning does."""

from typing import Any

import pytest

from canonbench.stages.normal import dataset_normal, expanded_normal, text_normal

XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"


def test_labels_and_order_of_a_dataset_do_not_count() -> None:
    first = (("_:a", "urn:p", "_:b", None), ("_:b", "urn:q", ("x", XSD_STRING, None), None))
    second = (("_:y", "urn:q", ("x", XSD_STRING, None), None), ("_:x", "urn:p", "_:y", None))

    assert dataset_normal(first) == dataset_normal(second)
    assert dataset_normal(first) != dataset_normal(first[:1])


def test_layout_of_n_quads_does_not_count() -> None:
    assert text_normal('_:a  <urn:p>\t"x" .') == text_normal(
        '_:b <urn:p> "x"^^<' + XSD_STRING + "> . # same\n"
    )
    assert text_normal("_:a <urn:p> <urn:x> .\n") != text_normal("_:a <urn:p> <urn:y> .\n")


@pytest.mark.parametrize(
    ("one", "two", "equal"),
    [
        ([{"urn:p": [{"@value": 1}, {"@value": 2}]}], [{"urn:p": [{"@value": 2}, {"@value": 1}]}], True),
        ([{"@list": [{"@value": 1}, {"@value": 2}]}], [{"@list": [{"@value": 2}, {"@value": 1}]}], False),
        ([{"@list": [{"@list": [1, 2]}, 3]}], [{"@list": [{"@list": [2, 1]}, 3]}], False),
        ([{"@list": [{"urn:p": [1, 2]}]}], [{"@list": [{"urn:p": [2, 1]}]}], True),
        ([{"@value": [1, 2], "@type": "@json"}], [{"@value": [2, 1], "@type": "@json"}], False),
        ([{"a": 1, "b": 2}], [{"b": 2, "a": 1}], True),
        ([{"@value": 1.0}, {"@value": 2.5}], [{"@value": 2.5}, {"@value": 1}], True),
        ([{"@value": True}], [{"@value": 1}], False),
    ],
)
def test_only_lists_and_json_are_ordered_in_expanded_json_ld(one: Any, two: Any, *, equal: bool) -> None:
    assert (expanded_normal(one) == expanded_normal(two)) is equal
