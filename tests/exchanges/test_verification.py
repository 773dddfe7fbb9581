"""Verification of a file of any format."""

import warnings
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from canonbench import exchanges
from canonbench.documents import corpus
from canonbench.errors import BadDocument, UsageError
from canonbench.exchanges.di_verify import own_use
from canonbench.exchanges.verification import Expected, Kind, kind_of, verify
from canonbench.model.exchange import Scope, Variant
from canonbench.stages.key import Material

DATA_INTEGRITY = ("eddsa-rdfc-2022", "eddsa-jcs-2022", "ecdsa-rdfc-2019", "ecdsa-jcs-2019", "ecdsa-sd-2023")


@cache
def _request(name: str, scope: Scope = "issuer") -> Any:
    variant = Variant(exchanges.FORMATS[name].algorithms[0], scope)
    exchange, document = exchanges.load(name), corpus.find("credential-20")
    return exchange.requests(own_use(), document, variant, 5, 1)["verify"]


def _data(name: str, scope: Scope = "issuer") -> bytes:
    request = _request(name, scope)
    found: bytes = request.secured if name in DATA_INTEGRITY else request.presented
    return found


def _at(name: str, scope: Scope = "issuer") -> datetime:
    request = _request(name, scope)
    if name == "sd-jwt-vc":
        return datetime.fromtimestamp(request.now, UTC)
    return datetime.fromisoformat(request.at if name in DATA_INTEGRITY else request.now)


@pytest.mark.parametrize("name", DATA_INTEGRITY)
def test_a_credential_with_data_integrity_verifies(name: str) -> None:
    found = verify(_data(name), Expected(at=_at(name)))

    assert (found.kind, found.verified) == ("Data Integrity", True)
    assert [each.name for each in found.findings if each.what == "proof"] == [name]


def test_an_sd_jwt_shows_its_processed_claims_once_its_key_is_given() -> None:
    data, at = _data("sd-jwt-vc"), _at("sd-jwt-vc")
    found = verify(data, Expected(at=at, key=Material("jwk", _request("sd-jwt-vc").issuer)))
    without = verify(data, Expected(at=at))

    assert (found.kind, found.verified, "vct" in found.claims) == ("SD-JWT", True, True)
    assert (without.verified, dict(without.claims)) == (False, {})


def test_a_certificate_that_a_library_only_warns_of_is_refused() -> None:
    """Its serial number is 0, which RFC 5280, 4.1.2.2, forbids."""
    version, serial = b"\xa0\x03\x02\x01\x02", b"\x02\x01"
    data = _data("mdoc").replace(version + serial + b"\x02", version + serial + b"\x00")
    assert data != _data("mdoc")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = verify(data, Expected(at=_at("mdoc")))

    assert "serial number" in found.findings[0].reason


def test_an_mdoc_shows_its_elements_in_cbor_and_in_hexadecimal() -> None:
    data, at = _data("mdoc"), _at("mdoc")
    found = verify(data, Expected(at=at))
    again = verify(data.hex().encode() + b"\n", Expected(at=at))

    assert (found.kind, found.verified, again) == ("mdoc", True, found)
    assert sum(len(space) for space in found.documents[0].elements.values()) == 5


def test_a_holder_of_an_mdoc_is_checked_against_the_transcript() -> None:
    data, at = _data("mdoc", "holder"), _at("mdoc", "holder")
    transcript = _request("mdoc", "holder").transcript

    assert verify(data, Expected(at=at, transcript=transcript, scope="holder")).verified
    assert not verify(data, Expected(at=at, scope="holder")).verified


def test_a_holder_of_an_sd_jwt_is_checked_against_audience_and_nonce() -> None:
    request = _request("sd-jwt-vc", "holder")
    asked = Expected(at=_at("sd-jwt-vc", "holder"), key=Material("jwk", request.issuer), scope="holder")
    data = _data("sd-jwt-vc", "holder")

    assert verify(data, asked._replace(audience=request.audience, nonce=request.nonce)).verified
    assert not verify(data, asked._replace(audience=request.audience, nonce="another")).verified


def test_a_presentation_is_checked_against_domain_and_challenge() -> None:
    request = _request("eddsa-jcs-2022", "holder")
    asked = Expected(
        at=_at("eddsa-jcs-2022", "holder"), domain=request.domain, challenge=request.challenge, scope="holder"
    )
    data = _data("eddsa-jcs-2022", "holder")

    assert verify(data, asked).verified
    assert not verify(data, asked._replace(challenge="another")).verified


def test_a_scope_demands_what_a_bare_credential_does_not_have() -> None:
    data, at = _data("eddsa-jcs-2022"), _at("eddsa-jcs-2022")
    holder = verify(data, Expected(at=at, scope="holder"))
    trust = verify(data, Expected(at=at, scope="trust"))

    assert [each.what for each in holder.findings if not each.verified] == ["holder"]
    assert [each.what for each in trust.findings if not each.verified] == ["holder", "status"]
    assert verify(data, Expected(at=at, scope="issuer")).verified


def test_the_status_of_a_presentation_is_checked_in_its_list() -> None:
    request = _request("eddsa-jcs-2022", "trust")
    asked = Expected(
        at=_at("eddsa-jcs-2022", "trust"), domain=request.domain, challenge=request.challenge, scope="trust"
    )
    data = _data("eddsa-jcs-2022", "trust")

    assert verify(data, asked._replace(status_lists=tuple(request.status_lists))).verified
    assert not verify(data, asked).verified


def test_roots_are_of_no_use_to_data_integrity_and_that_is_said() -> None:
    found = verify(_data("eddsa-jcs-2022"), Expected(at=_at("eddsa-jcs-2022"), roots=(b"root",)))

    assert any("no certificate was checked" in note for note in found.notes)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("eddsa-jcs-2022", b"issuer", b"issues"),
        ("sd-jwt-vc", b"~", b"~WyJhYWFhYWFhYWFhYWFhYWFhYWFhYWFhIiwgIngiLCAxXQ~"),
        ("mdoc", b"elementValue", b"elementValuf"),
    ],
)
def test_a_change_is_refused_with_its_reason(name: str, before: bytes, after: bytes) -> None:
    data = _data(name).replace(before, after, 1)
    key = Material("jwk", _request(name).issuer) if name == "sd-jwt-vc" else None
    found = verify(data, Expected(at=_at(name), key=key))

    assert not found.verified
    assert [each.reason for each in found.findings if not each.verified] != []


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b' {"a": 1}', "Data Integrity"),
        (b"[]", "Data Integrity"),
        (b"a.b.c~", "SD-JWT"),
        (b'{"payload": "", "signature": ""}', "SD-JWT"),
        (b"\xa1\x00\x00", "mdoc"),
        (b"a1 00\n00", "mdoc"),
    ],
)
def test_the_kind_of_a_file_shows_in_its_bytes(data: bytes, kind: Kind) -> None:
    assert kind_of(data) == kind


@pytest.mark.parametrize(
    ("data", "why"), [(b"a.b.c", "ends with '~'"), (b"", "neither"), (b"hello", "neither")]
)
def test_what_is_none_of_these_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(BadDocument, match=why):
        kind_of(data, "it")


@pytest.mark.parametrize(
    ("name", "expected", "why"),
    [
        ("eddsa-jcs-2022", Expected(audience="me", nonce="1"), "--audience is for SD-JWT"),
        ("eddsa-jcs-2022", Expected(transcript=b"1"), "--transcript is for mdoc"),
        ("sd-jwt-vc", Expected(domain="me"), "--domain is for Data Integrity"),
        ("mdoc", Expected(nonce="1"), "--nonce is for SD-JWT"),
        ("mdoc", Expected(key=Material("jwk", {})), "--key is not for an mdoc"),
        ("mdoc", Expected(status_lists=(b"1", b"2")), "one list"),
        ("sd-jwt-vc", Expected(audience="me"), "--nonce"),
    ],
)
def test_an_option_that_a_file_cannot_be_checked_against_is_refused(
    name: str, expected: Expected, why: str
) -> None:
    with pytest.raises(UsageError, match=why):
        verify(_data(name), expected)
