"""Schemas that may be carried are, and the credentials that follow them do so."""

from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.documents.schemas import carried, schema_of, violations

BLOCKCERTS = "https://w3id.org/blockcerts/schema/3.1/schema.json"


def test_a_credential_names_its_schema_whether_carried_or_not() -> None:
    assert schema_of("blockcerts") == BLOCKCERTS
    assert str(schema_of("ob3")).startswith("https://purl.imsglobal.org/")
    assert schema_of("dcc-v1") is None
    assert schema_of("simple") is None


def test_credentials_whose_schema_is_carried_follow_it() -> None:
    schemas = carried()
    followed = {
        name: violations(corpus.find(name).value, url, schemas)
        for name in corpus.names()
        if (url := schema_of(name)) in schemas and url is not None
    }

    assert followed == {"blockcerts": ()}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"nonce": 4}, "4 is not of type 'string' at /nonce"),
        ({"display": {"content": "x"}}, "'contentMediaType' is a required property at /display"),
        ({"proof": {}}, "'type' is a required property at /proof"),
    ],
)
def test_what_breaks_a_schema_is_named_with_its_place(change: dict[str, Any], expected: str) -> None:
    credential = {**corpus.find("blockcerts").value, **change}

    assert expected in violations(credential, BLOCKCERTS, carried())


def test_a_missing_member_is_missed_at_the_top() -> None:
    credential = dict(corpus.find("blockcerts").value)
    del credential["nonce"]

    assert violations(credential, BLOCKCERTS, carried()) == ("'nonce' is a required property at the top",)
