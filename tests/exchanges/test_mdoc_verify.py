"""Verification of an mdoc in a file: every part with its own finding, and what could not be checked."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import BadDocument
from canonbench.exchanges import load
from canonbench.exchanges.codec import codec
from canonbench.exchanges.mdoc_findings import MdocOptions, MdocReport
from canonbench.exchanges.mdoc_verify import verify_mdoc
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral
from canonbench.specs.base64url import encode
from canonbench.specs.cbor import embed, embedded
from canonbench.specs.mdoc import decode_device_response, encode_device_response
from canonbench.stages.key import Material

AT = datetime(2026, 3, 1, tzinfo=UTC)
HOLDER = Variant("p256", "holder")
TRUST_BY_MAC = Variant("p384", "trust", "mac")
Engines = Mapping[str, Engine[Any, Any]]


def _request(engines: Engines, variant: Variant, seed: int = 3) -> Any:
    document = corpus.find("credential-20", seed=1)
    return load("mdoc").requests(Neutral(engines), document, variant, 5, seed)["verify"]


def _found(report: MdocReport) -> dict[str, str]:
    return {finding.what: finding.reason for finding in report.findings}


def test_issuer_signed_verifies_and_says_what_it_could_not_check(engines: Engines) -> None:
    request = _request(engines, Variant("ed25519"))
    report = verify_mdoc(request.presented, MdocOptions(at=AT))

    assert report.verified
    assert [(finding.what, finding.name) for finding in report.findings] == [
        ("issuer signature", ""),
        ("mobile security object", ""),
        ("digests", "5 items"),
        ("validity", ""),
    ]
    assert report.notes == (
        "trust in the issuer was not checked: give root certificates with --trust",
        "device authentication was not checked: IssuerSigned has none, DeviceResponse has",
    )
    (document,) = report.documents
    assert (document.doc_type, document.verified) == (request.doc_type, True)
    assert document.valid == ("2026-01-01T00:00:00Z", "2031-01-01T00:00:00Z")
    assert list(document.elements["org.example.education.1"])[:2] == ["full_name", "birth_date"]


def test_hexadecimal_digits_are_read_as_well(engines: Engines) -> None:
    data = _request(engines, HOLDER).presented
    text = "\n".join([data.hex()[:80], data.hex()[80:].upper(), ""]).encode()

    assert verify_mdoc(text, MdocOptions(at=AT)) == verify_mdoc(data, MdocOptions(at=AT))


@pytest.mark.parametrize("tagged", [False, True])
def test_everything_is_checked_where_everything_is_at_hand(engines: Engines, tagged: bool) -> None:  # noqa: FBT001 - a parameter
    request = _request(engines, TRUST_BY_MAC)
    options = MdocOptions(
        AT,
        request.doc_type,
        embed(request.transcript) if tagged else request.transcript,
        request.reader_key,
        request.roots,
        request.status_list.token,
        request.status_list.key,
        "trust",
    )
    report = verify_mdoc(request.presented, options)

    assert _found(report) == dict.fromkeys(
        [
            "issuer signature",
            "trust in the issuer",
            "mobile security object",
            "digests",
            "elements of the device",
            "validity",
            "device authentication",
            "status",
        ],
        "",
    )
    assert report.verified
    assert report.notes == ()
    assert [finding.name for finding in report.findings if finding.what == "device authentication"] == [
        "deviceMac"
    ]


def test_a_scope_demands_what_is_else_only_noted(engines: Engines) -> None:
    request = _request(engines, TRUST_BY_MAC)
    noted = verify_mdoc(request.presented, MdocOptions(at=AT, transcript=request.transcript))
    demanded = verify_mdoc(
        request.presented, MdocOptions(at=AT, transcript=request.transcript, scope="trust")
    )

    assert noted.verified
    assert len(noted.notes) == 3
    assert not demanded.verified
    assert {what: reason for what, reason in _found(demanded).items() if reason} == {
        "trust in the issuer": "give root certificates with --trust",
        "device authentication": "give the reader's key with --reader-key",
        "status": "give its list with --status-list",
    }
    without = verify_mdoc(_request(engines, HOLDER).presented, MdocOptions(at=AT, scope="holder"))
    assert _found(without)["device authentication"] == "give the session transcript with --transcript"


CHANGES: dict[str, tuple[dict[str, Any], str, str]] = {
    "too late": ({"at": datetime(2032, 1, 1, tzinfo=UTC)}, "validity", "valid until 2031-01-01T00:00:00Z"),
    "another type": ({"doc_type": "org.example.other"}, "validity", "asked for was org.example.other"),
    "another session": ({"transcript": b"\x83\xf6\xf6\xf6"}, "device authentication", "does not verify"),
    "another root": ({"roots": (b"0",)}, "trust in the issuer", "no path"),
    "no list": ({"status_list": "a.b"}, "status", "not 3"),
    "a stranger's list": ({"status_key": None}, "status", "nobody vouches for the Status List Token"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_wrong_is_found_where_it_is_and_nowhere_else(engines: Engines, change: str) -> None:
    request = _request(engines, TRUST_BY_MAC)
    options = MdocOptions(
        at=AT,
        transcript=request.transcript,
        reader_key=request.reader_key,
        roots=request.roots,
        status_list=request.status_list.token,
        status_key=request.status_list.key,
    )
    changes, what, reason = CHANGES[change]
    report = verify_mdoc(request.presented, options._replace(**changes))
    wrong = {name: found for name, found in _found(report).items() if found}

    assert reason in wrong[what]
    assert set(wrong) - {"trust in the issuer", "status"} <= {what}
    assert not report.verified
    assert not report.documents[0].verified


def test_a_changed_element_is_named_and_the_signature_still_verifies(engines: Engines) -> None:
    cbor = codec(Neutral(engines))
    response = decode_device_response(_request(engines, HOLDER).presented, cbor)
    (document,) = response.documents
    ((name_space, items),) = document.issuer_signed.name_spaces.items()
    forged = embed(cbor.encode({**cbor.decode(embedded(items[0])), "elementValue": "2026-01-01"}))
    changed = document.issuer_signed._replace(name_spaces={name_space: (forged, *items[1:])})
    data = encode_device_response(
        response._replace(documents=(document._replace(issuer_signed=changed), document), status=10), cbor
    )
    report = verify_mdoc(data, MdocOptions(at=AT))

    wrong = [(finding.place, finding.what) for finding in report.findings if not finding.verified]
    assert wrong == [("", "response"), ("/documents/0", "digests")]
    assert [document.verified for document in report.documents] == [False, True]
    assert report.documents[0].elements == {}


def test_a_response_without_documents_is_a_finding() -> None:
    report = verify_mdoc(bytes.fromhex("a26776657273696f6e63312e306673746174757300"))

    assert _found(report) == {"response": "DeviceResponse holds no document (ISO/IEC 18013-5:2021, 8.3.2)"}


def test_an_issuer_without_an_mso_ends_there(engines: Engines) -> None:
    cbor = codec(Neutral(engines))
    response = decode_device_response(_request(engines, HOLDER).presented, cbor)
    (document,) = response.documents
    auth = document.issuer_signed.issuer_auth._replace(payload=b"\xd8\x18\x40", unprotected=())
    broken = document._replace(issuer_signed=document.issuer_signed._replace(issuer_auth=auth))
    data = encode_device_response(response._replace(documents=(broken,)), cbor)
    report = verify_mdoc(data, MdocOptions(at=AT, roots=(b"0",)))

    assert [finding.what for finding in report.findings if not finding.verified] == [
        "issuer signature",
        "trust in the issuer",
        "mobile security object",
    ]
    assert report.documents == ()


@pytest.mark.parametrize("data", [b"", b"{}", b"\xa0", b"\x82\x01", b"zz"])
def test_what_is_no_mdoc_is_refused(data: bytes) -> None:
    with pytest.raises(
        BadDocument, match=r"diploma\.cbor is no mdoc: .*; give IssuerSigned or DeviceResponse"
    ):
        verify_mdoc(data, name="diploma.cbor")


@pytest.mark.suites
def test_annex_d_verifies_in_all_its_parts(suite: Callable[[str], Path]) -> None:
    vectors = json.loads((suite("mdoc-annex-d") / "annex-d.json").read_text("utf-8"))["vectors"]
    x, y, d = (encode(bytes.fromhex(vectors[f"ephemeral_reader_key_{part}"])) for part in "xyd")
    reader = Material("jwk", {"kty": "EC", "crv": "P-256", "x": x, "y": y, "d": d}, secret=True)
    options = MdocOptions(
        at=datetime(2020, 12, 1, tzinfo=UTC),
        doc_type="org.iso.18013.5.1.mDL",
        transcript=bytes.fromhex(vectors["session_transcript_bytes"]),
        reader_key=reader,
        roots=(bytes.fromhex(vectors["iaca_cert"]),),
        scope="trust",
    )
    report = verify_mdoc(vectors["device_response"].encode(), options)

    assert [finding.reason for finding in report.findings] == [""] * 7
    assert report.documents[0].elements["org.iso.18013.5.1"]["family_name"] == "Doe"
    assert report.verified
    now = verify_mdoc(vectors["device_response"].encode(), options._replace(at=None))
    assert {what for what, reason in _found(now).items() if reason} == {"trust in the issuer", "validity"}
