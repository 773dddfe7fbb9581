"""canonbench.specs.data_integrity.methods: does the key belong to its controller, and may it do this?"""

from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

import pytest

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.data_integrity import VerificationMethod, did_key_document, retrieve_method

MULTIKEY = "z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2"
OWNER = "https://school.example/issuer"
METHOD = f"{OWNER}#key-1"
KEY = {"id": METHOD, "type": "Multikey", "controller": OWNER, "publicKeyMultibase": MULTIKEY}
DOCUMENT: dict[str, Any] = {"id": OWNER, "verificationMethod": [KEY], "assertionMethod": [METHOD]}
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def proof(method: str = METHOD, purpose: str = "assertionMethod") -> dict[str, str]:
    return {"verificationMethod": method, "proofPurpose": purpose}


@pytest.mark.parametrize(
    "purpose", ["assertionMethod", "authentication", "capabilityDelegation", "capabilityInvocation"]
)
def test_a_did_key_is_its_own_controller(purpose: str) -> None:
    did = f"did:key:{MULTIKEY}"
    found = retrieve_method(proof(f"{did}#{MULTIKEY}", purpose), {})
    assert VerificationMethod(f"{did}#{MULTIKEY}", did, MULTIKEY) == found


def test_the_document_of_a_did_key_says_so() -> None:
    document = did_key_document(f"did:key:{MULTIKEY}")
    assert [f"did:key:{MULTIKEY}#{MULTIKEY}"] == document["assertionMethod"]
    assert "keyAgreement" not in document


def test_what_is_no_did_key_has_no_such_document() -> None:
    with pytest.raises(MalformedInput):
        did_key_document("did:key:z6Mk")


@pytest.mark.parametrize(
    "document",
    [
        DOCUMENT,
        DOCUMENT | {"assertionMethod": METHOD},
        DOCUMENT | {"assertionMethod": ["#key-1"]},
        DOCUMENT | {"verificationMethod": KEY | {"id": "#key-1"}},
        DOCUMENT | {"verificationMethod": [], "assertionMethod": [KEY]},
        {"id": OWNER, "assertionMethod": [KEY | {"id": "#key-1"}]},
        DOCUMENT | {"verificationMethod": ["x", KEY | {"type": "Ed25519VerificationKey2020"}]},
    ],
)
def test_a_controller_document_names_the_method_in_several_ways(document: dict[str, Any]) -> None:
    before = deepcopy(document)
    found = retrieve_method(proof(), {OWNER: document}, NOW)
    assert VerificationMethod(METHOD, OWNER, MULTIKEY) == found
    assert before == document


@pytest.mark.parametrize(
    ("method", "purpose", "document", "reason"),
    [
        ("no-url#a", "assertionMethod", DOCUMENT, "no URL with a fragment .*INVALID_VERIFICATION_METHOD_URL"),
        (OWNER, "assertionMethod", DOCUMENT, "no URL with a fragment"),
        (OWNER + "#", "assertionMethod", DOCUMENT, "no URL with a fragment"),
        ("https://a b/#x", "assertionMethod", DOCUMENT, "no URL with a fragment"),
        ("https://other.example/#x", "assertionMethod", DOCUMENT, "no controller document of .* is at hand"),
        (
            METHOD,
            "assertionMethod",
            DOCUMENT | {"id": "https://x.example/"},
            "has the id 'https://x.example/'",
        ),
        (METHOD, "assertionMethod", DOCUMENT | {"id": None}, "DOCUMENT_ID"),
        (OWNER + "#key-2", "assertionMethod", DOCUMENT, "has no .*key-2.*INVALID_VERIFICATION_METHOD"),
        (METHOD, "authentication", DOCUMENT, "does not allow .*INVALID_RELATIONSHIP_FOR_VERIFICATION_METHOD"),
        (METHOD, "verificationMethod", {"id": OWNER, "assertionMethod": [KEY]}, "does not allow"),
        (METHOD, "assertionMethod", DOCUMENT | {"assertionMethod": []}, "does not allow"),
    ],
)
def test_the_first_rule_that_does_not_hold_is_named(
    method: str, purpose: str, document: dict[str, Any], reason: str
) -> None:
    with pytest.raises(VerificationFailed, match=reason) as caught:
        retrieve_method(proof(method, purpose), {OWNER: document})
    assert "Retrieve Verification Method" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"type": "JsonWebKey"}, "no Ed25519VerificationKey2020 or Multikey"),
        ({"type": ["Multikey"]}, "no Ed25519VerificationKey2020 or Multikey"),
        ({"publicKeyMultibase": None}, "with publicKeyMultibase"),
        ({"controller": "https://other.example/"}, "belongs to 'https://other.example/'"),
        ({"revoked": "2026-01-01T00:00:00Z"}, "is revoked since 2026"),
        ({"expires": "2025-12-31T23:59:59Z"}, "is expired since 2025"),
        ({"expires": "soon"}, "expires of the verification method: 'soon' is no XML Schema dateTime"),
    ],
)
def test_a_method_that_must_not_be_used_is_refused(change: dict[str, Any], reason: str) -> None:
    document = DOCUMENT | {"verificationMethod": [KEY | change]}
    with pytest.raises(VerificationFailed, match=reason):
        retrieve_method(proof(), {OWNER: document}, NOW)


def test_a_method_that_ends_later_may_be_used() -> None:
    document = DOCUMENT | {"verificationMethod": [KEY | {"expires": "2027-01-01T00:00:00Z"}]}
    assert retrieve_method(proof(), {OWNER: document}, NOW).multikey == MULTIKEY


def test_a_fragment_of_another_key_is_no_method_of_a_did_key() -> None:
    other = "z6MkhWqdDBPojHA7cprTGTt5yHv5yUi1B8cnXn8ReLumkw6E"
    with pytest.raises(VerificationFailed, match="has no"):
        retrieve_method(proof(f"did:key:{MULTIKEY}#{other}"), {})


def test_a_did_key_does_not_agree_on_keys() -> None:
    with pytest.raises(VerificationFailed, match="does not allow"):
        retrieve_method(proof(f"did:key:{MULTIKEY}#{MULTIKEY}", "keyAgreement"), {})
