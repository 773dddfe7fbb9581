"""canonbench.specs.rdf: terms as values."""

import pytest

from canonbench.specs.rdf import XSD_STRING, Term, dataset, is_blank


def test_a_dataset_holds_each_quad_once_in_order_of_first_occurrence() -> None:
    one = ("urn:s", "urn:p", "urn:o", None)
    other = ("urn:s", "urn:p", ("x", XSD_STRING, None), "urn:g")

    assert dataset([one, other, one]) == (one, other)


@pytest.mark.parametrize(
    ("term", "blank"),
    [
        ("_:b0", True),
        ("urn:_:b0", False),
        (("_:b0", XSD_STRING, None), False),
        (None, False),
    ],
)
def test_a_blank_node_is_a_string_that_starts_with_underscore_and_colon(
    term: Term | None, *, blank: bool
) -> None:
    assert is_blank(term) is blank
