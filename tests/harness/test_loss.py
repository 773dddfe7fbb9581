"""What would not be signed is refused before anything is measured."""

from collections.abc import Callable
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import BadDocument
from canonbench.harness.loss import refuse_loss

_NAMED = {"name": "https://schema.org/name"}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"@context": _NAMED, "name": "A", "grade": 1}, "x.json: .*'grade' would not be signed.* at /grade"),
        ({"@context": _NAMED, "@id": "student/7", "name": "A"}, "x.json: .*'student/7'.* at /@id"),
        ({"@context": _NAMED, "@id": "urn:a", "name": "A", "b": 1, "c": 2}, "and 1 more"),
        ({"@context": {"@version": 7}, "name": "A"}, "x.json: invalid @version value"),
    ],
)
def test_a_loss_is_named_with_its_place(paper: Callable[..., Any], value: Any, message: str) -> None:
    with pytest.raises(BadDocument, match=message):
        refuse_loss(paper("x", "jsonld", value), "x.json")


@pytest.mark.parametrize("name", ["simple", "attr-5", "bn-10", "ob3", "dcc", "cycle-10"])
def test_our_own_documents_lose_nothing(name: str) -> None:
    document = corpus.find(name)

    refuse_loss(document, name)

    assert document.name == name


def test_what_is_no_jsonld_is_not_looked_at(paper: Callable[..., Any]) -> None:
    document = paper("x", "json", {"anything": 1})

    refuse_loss(document, "x")

    assert document.value == {"anything": 1}
