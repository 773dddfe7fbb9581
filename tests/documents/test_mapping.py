"""From a VCDM document to the neutral credential."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.documents import corpus
from canonbench.documents.credential import Binary, Credential, Date, Moment, make
from canonbench.documents.formats import json_value, vcdm
from canonbench.documents.mapping import Counterpart, from_vcdm, lines, neutral_value
from canonbench.errors import BadDocument


def _diploma(**changes: Any) -> dict[str, Any]:
    return {
        "@context": ["https://www.w3.org/ns/credentials/v2"],
        "type": ["VerifiableCredential"],
        "issuer": {"id": "did:example:a", "name": "A"},
        "validFrom": "2026-01-01T02:00:00.5+02:00",
        "credentialSubject": {"id": "did:example:b", "degree": {"name": "MSc"}, "status": "done"},
        "evidence": [],
        "proof": {"type": "DataIntegrityProof", "cryptosuite": "eddsa-rdfc-2022"},
        **changes,
    }


@given(st.integers(1, 60), st.integers(0, 5))
def test_what_the_writer_wrote_is_read_again(count: int, seed: int) -> None:
    credential = make(count, seed)
    assert credential == from_vcdm(vcdm(credential)).credential


def test_members_of_the_subject_become_attributes() -> None:
    mapping = from_vcdm(_diploma())
    assert (
        Credential(
            "did:example:a",
            "did:example:b",
            {"degree": {"name": "MSc"}, "status": "done"},
            "2026-01-01T00:00:00Z",
        )
        == mapping.credential
    )


def test_every_member_is_reported_with_its_counterparts() -> None:
    mapping = from_vcdm(_diploma())
    assert (
        Counterpart("/@context", "", "", "names are plain there"),
        Counterpart("/type", "vct", "docType", "one type, of this program's own"),
        Counterpart("/issuer", "iss", "", "its id only"),
        Counterpart("/validFrom", "nbf", "validityInfo.validFrom"),
        Counterpart("/credentialSubject/id", "sub", "", "an mdoc is bound to a key instead"),
        Counterpart("/credentialSubject/degree", "degree", "degree"),
        Counterpart(
            "/credentialSubject/status",
            "credentialSubject.status",
            "status",
            "the name of a registered claim",
        ),
        Counterpart("/evidence", "", "", "no counterpart"),
        Counterpart("/proof", "", "", "removed: signing uses fresh keys"),
    ) == mapping.counterparts
    assert mapping.without == ("/@context", "/evidence", "/proof")


def test_proofs_are_removed_and_named() -> None:
    proofs = [{"type": "Ed25519Signature2020"}, {"cryptosuite": "ecdsa-sd-2023", "type": "x"}, {}]
    assert from_vcdm(_diploma(proof=proofs)).proofs == (
        "Ed25519Signature2020",
        "ecdsa-sd-2023",
        "a proof without a type",
    )


def test_the_report_is_a_line_for_each_member_and_proof() -> None:
    report = lines(from_vcdm(_diploma(validUntil="2027-01-01T00:00:00Z")))
    assert report[0] == "VCDM\tSD-JWT VC\tmdoc\t"
    assert "/validUntil\texp\tvalidityInfo.validUntil\t" in report
    assert "/evidence\t-\t-\tno counterpart" in report
    assert report[-1] == "/proof\t-\t-\tremoved: eddsa-rdfc-2022"


def test_a_single_subject_in_an_array_is_that_subject() -> None:
    mapping = from_vcdm(_diploma(credentialSubject=[{"@id": "did:example:b", "a/b": 1, "@context": {}}]))
    assert mapping.credential.attributes == {"a/b": 1}
    assert mapping.credential.subject == "did:example:b"
    assert "/credentialSubject/0/a~1b" in [each.pointer for each in mapping.counterparts]


def test_several_subjects_become_one_attribute() -> None:
    mapping = from_vcdm(_diploma(credentialSubject=[{"a": 1}, {"b": 2}]))
    assert mapping.credential.attributes == {"credentialSubject": [{"a": 1}, {"b": 2}]}


@pytest.mark.parametrize("subject", ["did:example:b", {"id": "did:example:b"}, {}])
def test_a_subject_without_claims_is_refused(subject: Any) -> None:
    with pytest.raises(BadDocument, match="has no claim"):
        from_vcdm(_diploma(credentialSubject=subject))


@pytest.mark.parametrize("document", [[], {"type": "VerifiablePresentation"}, None])
def test_what_is_no_credential_is_refused(document: Any) -> None:
    with pytest.raises(BadDocument, match="no credentialSubject"):
        from_vcdm(document)


def test_a_credential_without_a_named_issuer_gets_a_name() -> None:
    assert from_vcdm(_diploma(issuer={})).credential.issuer == "urn:example:issuer-without-id"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-01-01T00:00:00", "2026-01-01T00:00:00Z"),
        ("2026-01-01", "2026-01-01T00:00:00Z"),
        (None, None),
    ],
)
def test_times_become_moments_in_utc(text: Any, expected: str | None) -> None:
    document = _diploma(issuanceDate=text)
    del document["validFrom"]
    assert expected == from_vcdm(document).credential.valid_from


def test_what_is_no_time_is_refused() -> None:
    with pytest.raises(BadDocument, match="validFrom is no date and time"):
        from_vcdm(_diploma(validFrom="tomorrow"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2001-02-03", Date("2001-02-03")),
        ("2001-02-30", "2001-02-30"),
        ("2001-02-03T04:05:06Z", Moment("2001-02-03T04:05:06Z")),
        ("2001-02-03T04:05:06.5Z", "2001-02-03T04:05:06.5Z"),
        ("data:image/png;base64,AQ==", Binary("image/png", b"\x01")),
        ("data:image/png;base64,AR==", "data:image/png;base64,AR=="),
        ("data:image/png;base64,AQ=", "data:image/png;base64,AQ="),
        ("data:,hello", "data:,hello"),
        ([{"a": "2001-02-03"}, None, 1.5], [{"a": Date("2001-02-03")}, None, 1.5]),
    ],
)
def test_only_the_very_form_is_recognised_and_nothing_is_lost(value: Any, expected: Any) -> None:
    assert expected == neutral_value(value)
    assert value == json_value(expected)


@pytest.mark.parametrize("name", ["attr-20", "ob3", "dcc", "elm-diploma", "clr-simple", "blockcerts"])
def test_credentials_of_production_schemas_map(name: str) -> None:
    document = corpus.find(name).value
    mapping = from_vcdm(document)
    assert document["credentialSubject"] == {
        **({"id": mapping.credential.subject} if mapping.credential.subject else {}),
        **{key: json_value(value) for key, value in mapping.credential.attributes.items()},
    }
