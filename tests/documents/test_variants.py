"""Documents without one of their contexts or members."""

import json
from hashlib import sha256
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.documents.facts import unsecured
from canonbench.documents.variants import (
    LARGEST,
    MARK,
    REQUIRED,
    Variant,
    divide,
    name_of,
    variants,
)
from canonbench.specs import jcs
from canonbench.specs.jsonld import data_loss

_VC = "https://www.w3.org/ns/credentials/v2"
_URL = "https://contexts.example/v1"
_NS = "https://vocab.example/terms#"
_CONTEXTS: dict[str, Any] = {
    _VC: {
        "@context": {
            "id": "@id",
            "type": "@type",
            "VerifiableCredential": f"{_NS}VerifiableCredential",
            "issuer": {"@id": f"{_NS}issuer", "@type": "@id"},
            "credentialSubject": {"@id": f"{_NS}credentialSubject", "@type": "@id"},
            "name": f"{_NS}name",
        }
    },
    _URL: {"@context": {"Badge": f"{_NS}Badge", "hours": f"{_NS}hours", "tags": f"{_NS}tags"}},
}
_OWN = {"note": f"{_NS}note"}
_CREDENTIAL: dict[str, Any] = {
    "@context": [_VC, _URL, _OWN],
    "type": ["VerifiableCredential", "Badge"],
    "issuer": "https://university.example",
    "note": "mine",
    "hours": 3,
    "credentialSubject": {
        "id": "did:example:1",
        "name": "Ada",
        "tags": [{"type": "Badge"}, {"hours": 1, "name": "one"}, {"name": "two"}],
    },
    "proof": {"type": "DataIntegrityProof", "unknown": 1},
}


def _of(value: Any, suffix: str) -> Variant:
    return next(each for each in variants(value, _CONTEXTS) if each.suffix == suffix)


def test_what_a_context_defines_goes_with_it_until_nothing_is_lost() -> None:
    found = _of(_CREDENTIAL, name_of(_URL))

    assert found.value == {
        "@context": [_VC, _OWN],
        "type": ["VerifiableCredential"],
        "issuer": "https://university.example",
        "note": "mine",
        "credentialSubject": {"id": "did:example:1", "name": "Ada"},
        "proof": {"type": "DataIntegrityProof", "unknown": 1},
    }
    assert (found.without, found.context, found.reason) == (_URL, True, "")
    assert found.removed == ("/type/1", "/hours", "/credentialSubject/tags")


def test_items_of_an_array_go_by_their_places_and_what_is_empty_with_them() -> None:
    value = {**_CREDENTIAL, "@context": [_VC, _URL, {**_OWN, "tags": f"{_NS}other"}]}
    found = _of(value, name_of(_URL))

    assert found.value is not None
    assert found.value["credentialSubject"]["tags"] == [{"name": "one"}, {"name": "two"}]


def test_a_context_in_the_document_is_named_by_its_digest() -> None:
    found = _of(_CREDENTIAL, sha256(jcs.canonicalize(_OWN)).hexdigest()[:8])

    assert found.value is not None
    assert found.without == found.suffix
    assert "note" not in found.value
    assert found.value["@context"] == [_VC, _URL]


@pytest.mark.parametrize(
    ("change", "context", "reason"),
    [
        ({}, _VC, "a credential needs the base context of VCDM"),
        ({"@context": _URL}, _URL, "it is the only context: nothing would remain"),
        ({"credentialSubject": {"hours": 3}}, _URL, "nothing of credentialSubject would remain"),
        (
            {"@context": [_VC, _URL, {"hours": {"@id": "Badge:x", "@protected": 1}}]},
            _URL,
            "what remains is no JSON-LD: invalid @protected value",
        ),
    ],
)
def test_where_nothing_would_remain_the_reason_is_said(
    change: dict[str, Any], context: str, reason: str
) -> None:
    found = _of({**_CREDENTIAL, **change}, name_of(context))

    assert (found.value, found.reason) == (None, reason)


def test_all_may_be_lost_without_a_context() -> None:
    value = {"@context": ["https://contexts.example/none", _URL], "hours": 1}
    contexts = {**_CONTEXTS, "https://contexts.example/none": {"@context": None}}

    found = {each.without: each for each in variants(value, contexts)}

    assert (found[_URL].value, found[_URL].reason) == (None, "nothing would remain")


def test_what_is_wrong_without_a_context_goes_too() -> None:
    url = "https://contexts.example/types"
    contexts = {**_CONTEXTS, url: {"@context": {"day": f"{_NS}day"}}}
    inner = {"@context": {"x": {"@id": f"{_NS}x", "@type": "day"}}, "x": "2026-01-01", "id": "urn:x:2"}
    subject = {"id": "did:example:1", "name": [inner, "kept"]}
    value = {"@context": [_VC, url], "type": "VerifiableCredential", "credentialSubject": subject}

    found = next(each for each in variants(value, contexts) if each.without == url)

    assert found.value is not None
    assert found.value["credentialSubject"] == {"id": "did:example:1", "name": [{"id": "urn:x:2"}, "kept"]}
    assert found.removed == ("/credentialSubject/name/0/@context", "/credentialSubject/name/0/x")


def test_the_largest_members_that_are_optional_may_be_left_out() -> None:
    more = {f"member{number}": "x" * number for number in range(9)}
    found = [each for each in variants({**_CREDENTIAL, **more}, _CONTEXTS) if not each.context]

    assert [each.suffix for each in found] == [f"member{number}" for number in (8, 7, 6, 5, 4)]
    assert len(found) == LARGEST
    assert found[0].value == {**_CREDENTIAL, **{n: m for n, m in more.items() if n != "member8"}}


def test_a_member_whose_name_cannot_stand_in_a_case_is_named_by_its_digest() -> None:
    value = {"@context": _URL, "https://vocab.example/x": 1}
    found = [each for each in variants(value, _CONTEXTS) if not each.context]

    assert [(each.suffix, each.without) for each in found] == [
        (name_of("https://vocab.example/x"), "https://vocab.example/x")
    ]


def test_a_context_that_is_named_twice_has_one_variant_and_null_none() -> None:
    value = {**_CREDENTIAL, "@context": [_VC, _URL, _URL, None, _VC, _OWN]}

    found = [each.suffix for each in variants(value, _CONTEXTS) if each.context]

    assert found == [name_of(_VC), name_of(_URL), name_of(_OWN)]


@pytest.mark.parametrize("value", [[], {"a": 1}, "text"])
def test_what_is_no_single_json_ld_document_has_no_variant(value: Any) -> None:
    assert variants(value, {}) == ()


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("ob3", ("ob3", "")),
        (f"ob3{MARK}evidence", ("ob3", "evidence")),
        (f"ob3{MARK}a{MARK}b", (f"ob3{MARK}a", "b")),
        (f"{MARK}b", (f"{MARK}b", "")),
        (f"ob3{MARK}", (f"ob3{MARK}", "")),
    ],
)
def test_a_name_is_divided_at_the_last_mark(name: str, parts: tuple[str, str]) -> None:
    assert divide(name) == parts


@pytest.mark.parametrize(
    "name",
    [
        "ob3",
        "ob3-complete",
        "ob3-endorsement",
        "dcc",
        "dcc-v1",
        "clr-simple",
        "clr-30",
        "elm-diploma",
        "elm-20",
        "blockcerts",
        "blockcerts-multilingual",
        "credential-20",
    ],
)
def test_nothing_is_lost_of_any_variant_of_the_education_set(name: str) -> None:
    document = corpus.find(name)

    found = corpus.without(document)

    assert {each.without for each in found if each.reason} <= REQUIRED
    assert any(each.context and each.value for each in found)
    for each in found:
        if each.value is not None:
            assert data_loss(unsecured(each.value), document.contexts) == ()
            assert len(json.dumps(each.value)) < len(json.dumps(document.value))
