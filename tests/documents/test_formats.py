"""Writers of the neutral credential."""

import json

from canonbench.documents.contexts import Contexts
from canonbench.documents.credential import Binary, Credential, Date, Moment, make
from canonbench.documents.formats import json_value, mdoc_elements, sd_jwt_claims, seconds, vcdm
from canonbench.specs import jsonld
from canonbench.specs.cbor import Tag
from canonbench.specs.mdoc.education import EDUCATION_NAMESPACE
from canonbench.specs.mdoc.rules import date_nonconformities


def test_the_vcdm_form_loses_nothing_when_it_is_signed() -> None:
    document = vcdm(make(40, seed=3))
    contexts = {url: each.document for url, each in Contexts().needed(document).items()}
    assert jsonld.data_loss(document, contexts) == ()


def test_every_member_of_the_vcdm_form_becomes_quads_of_its_type() -> None:
    document = vcdm(Credential("did:example:a", None, {"born": Date("2001-02-03"), "langs": ["de", "en"]}))
    contexts = {url: each.document for url, each in Contexts().needed(document).items()}
    objects = {
        (p.rpartition("#")[2], o[0], o[1].rpartition("#")[2])
        for _, p, o, _ in jsonld.to_quads(document, contexts)
        if isinstance(o, tuple)
    }
    assert {("born", "2001-02-03", "date"), ("langs", "de", "string"), ("langs", "en", "string")} == objects


def test_days_moments_and_bytes_are_text_in_json() -> None:
    value = {
        "a": [Date("2001-02-03")],
        "b": Moment("2001-02-03T04:05:06Z"),
        "c": Binary("image/png", b"\x01"),
    }
    expected = {"a": ["2001-02-03"], "b": "2001-02-03T04:05:06Z", "c": "data:image/png;base64,AQ=="}
    assert expected == json_value(value)


def test_claims_are_json_and_carry_issuer_type_subject_and_validity() -> None:
    claims = sd_jwt_claims(make(2), "https://example.org/diploma")
    assert claims == json.loads(json.dumps(claims))
    assert {name: claims[name] for name in ("iss", "vct", "sub", "nbf", "exp")} == {
        "iss": "https://university.example/issuers/1",
        "vct": "https://example.org/diploma",
        "sub": "did:example:learner",
        "nbf": 1767225600,
        "exp": 1924992000,
    }
    assert list(claims)[5:] == ["full_name", "birth_date"]


def test_an_attribute_never_takes_the_name_of_a_registered_claim() -> None:
    attributes = {"status": "enrolled", "body": {"status": 1, "_sd": 2}, "many": [{"...": 3}]}
    claims = sd_jwt_claims(Credential("did:example:a", None, attributes))
    del claims["vct"]
    assert claims == {
        "iss": "did:example:a",
        "credentialSubject.status": "enrolled",
        "body": {"status": 1, "credentialSubject._sd": 2},
        "many": [{"credentialSubject....": 3}],
    }


def test_elements_are_tagged_dates_byte_strings_and_maps() -> None:
    attributes = {
        "born": Date("2001-02-03"),
        "seen": [Moment("2001-02-03T04:05:06Z")],
        "face": Binary("image/png", b"\x01"),
        "body": {"since": Date("1999-01-01")},
        "none": None,
    }
    assert {
        EDUCATION_NAMESPACE: {
            "born": Tag(1004, "2001-02-03"),
            "seen": [Tag(0, "2001-02-03T04:05:06Z")],
            "face": b"\x01",
            "body": {"since": Tag(1004, "1999-01-01")},
            "none": None,
        }
    } == mdoc_elements(Credential("did:example:a", None, attributes))


def test_no_date_of_an_mdoc_is_written_as_plain_text() -> None:
    elements = mdoc_elements(make())[EDUCATION_NAMESPACE]
    assert [line for name, value in elements.items() for line in date_nonconformities(value, name)] == []


def test_seconds_are_those_of_utc() -> None:
    assert seconds("1970-01-02T00:00:00Z") == 86400
