"""The format-neutral credential."""

from collections import Counter

import pytest

from canonbench.documents.credential import ATTRIBUTES, Binary, Date, chosen, make
from canonbench.errors import UnknownName


def test_twenty_attributes_are_of_every_type() -> None:
    kinds = Counter(type(value) for value in make().attributes.values())
    assert {str: 8, Date: 3, int: 2, float: 1, bool: 2, dict: 2, list: 1, Binary: 1} == dict(kinds)
    assert kinds.total() == ATTRIBUTES


def test_the_first_five_are_of_five_types() -> None:
    kinds = [type(value) for value in list(make().attributes.values())[:5]]
    assert [str, Date, int, bool, dict] == kinds


def test_a_seed_fixes_everything_and_another_changes_it() -> None:
    assert make(seed=7) == make(seed=7)
    assert make(seed=7).attributes != make(seed=8).attributes


def test_any_number_of_attributes_has_as_many_names() -> None:
    attributes = make(45).attributes
    assert len(attributes) == 45
    assert list(attributes)[40:42] == ["full_name_3", "birth_date_3"]


def test_a_number_discloses_the_first_ones() -> None:
    assert chosen(make(), 2) == ("full_name", "birth_date")
    assert len(chosen(make(3), 5)) == 3


def test_names_and_pointers_disclose_in_the_order_of_the_credential() -> None:
    assert chosen(make(), ("minor", "/credentialSubject/degree")) == ("degree", "minor")


def test_an_attribute_that_is_not_there_cannot_be_disclosed() -> None:
    with pytest.raises(UnknownName, match="no attribute 'degre'; did you mean degree"):
        chosen(make(), ("/credentialSubject/degre",))
