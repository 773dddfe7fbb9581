"""canonbench.specs.jsonld.keywords: what is a keyword, and what only looks like one."""

import pytest

from canonbench.specs.jsonld.keywords import CONTEXT_ENTRIES, KEYWORDS, TERM_ENTRIES, has_keyword_form


def test_every_keyword_has_the_form_of_one() -> None:
    assert all(map(has_keyword_form, KEYWORDS))


@pytest.mark.parametrize("value", ["@ignoreMe", "@A"])
def test_a_word_may_be_reserved_without_being_a_keyword(value: str) -> None:
    assert has_keyword_form(value)
    assert value not in KEYWORDS


@pytest.mark.parametrize("value", ["", "@", "id", "@id2", "@a b", "@id:", "a@id", "@é"])
def test_anything_else_is_no_reserved_word(value: str) -> None:
    assert not has_keyword_form(value)


def test_entries_are_keywords_and_a_context_gives_its_terms_a_part_of_them() -> None:
    assert CONTEXT_ENTRIES | TERM_ENTRIES < KEYWORDS
    assert {"@direction", "@language", "@protected"} == CONTEXT_ENTRIES & TERM_ENTRIES
