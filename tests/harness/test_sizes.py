"""Sizes of a credential in each format."""

from dataclasses import replace

from canonbench import exchanges
from canonbench.documents import corpus
from canonbench.harness.sizes import sizes


def test_a_credential_has_a_size_in_every_format_issued_and_shown() -> None:
    found = sizes(corpus.find("credential-20"))

    assert [size.format for size in found] == list(exchanges.FORMATS)
    assert [size.reason for size in found if size.issued is None] == []
    assert [size.format for size in found if (size.shown or 0) >= (size.issued or 0)] == []


def test_what_is_no_credential_has_none() -> None:
    assert sizes(corpus.find("cycle-10")) == ()
    assert sizes(replace(corpus.find("ob3"), value={"name": "Ada"})) == ()


def test_claims_of_an_sd_jwt_vc_have_one_size() -> None:
    found = sizes(replace(corpus.find("ob3"), value={"vct": "urn:x", "iss": "urn:y", "name": "Ada"}))

    assert [size.format for size in found] == ["sd-jwt-vc"]


def test_a_format_that_a_document_cannot_be_written_in_says_why() -> None:
    found = sizes(replace(corpus.find("ob3"), value={"credentialSubject": {"id": "urn:x"}}))

    assert {size.format for size in found if size.reason} >= {"mdoc", "sd-jwt-vc"}
