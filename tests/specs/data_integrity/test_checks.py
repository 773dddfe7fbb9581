"""canonbench.specs.data_integrity.checks: the rules of Verify Proof, one by one."""

from datetime import UTC, datetime
from typing import Any

import pytest

from canonbench.errors import VerificationFailed
from canonbench.specs.data_integrity import CRYPTOSUITES, Expected, check_proof

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PROOF = {
    "type": "DataIntegrityProof",
    "cryptosuite": "eddsa-rdfc-2022",
    "created": "2025-01-01T00:00:00Z",
    "expires": "2026-01-01T00:00:01Z",
    "verificationMethod": "did:example:issuer#key-1",
    "proofPurpose": "assertionMethod",
    "domain": "example.org",
    "challenge": "1f44d55f",
    "proofValue": "z",
}


@pytest.mark.parametrize(
    "expected",
    [
        Expected(NOW),
        Expected(NOW, "assertionMethod", "eddsa-rdfc-2022", frozenset({"example.org"}), "1f44d55f"),
    ],
)
def test_a_proof_that_keeps_the_rules_passes(expected: Expected) -> None:
    assert CRYPTOSUITES["eddsa-rdfc-2022"] is check_proof(PROOF, expected)


def test_neither_dates_nor_domain_nor_challenge_are_needed() -> None:
    proof = {k: v for k, v in PROOF.items() if k not in {"created", "expires", "domain", "challenge"}}
    assert CRYPTOSUITES["eddsa-rdfc-2022"] is check_proof(proof, Expected(NOW, "assertionMethod"))


def test_the_order_of_domains_is_of_no_consequence() -> None:
    proof = PROOF | {"domain": ["b", "a"]}
    assert check_proof(proof, Expected(NOW, domain=frozenset({"a", "b"})))


@pytest.mark.parametrize(
    ("change", "expected", "reason"),
    [
        ({"type": None}, Expected(NOW), "type is missing or no string"),
        ({"verificationMethod": {"id": "x"}}, Expected(NOW), "verificationMethod is missing or no string"),
        ({"proofPurpose": None}, Expected(NOW), "proofPurpose is missing"),
        ({"proofValue": 1}, Expected(NOW), "proofValue is missing or no string"),
        ({}, Expected(NOW, "authentication"), "must be 'authentication' .*PROOF_VERIFICATION_ERROR"),
        ({"domain": None}, Expected(NOW, domain=frozenset({"a"})), "domain is None .*INVALID_DOMAIN_ERROR"),
        ({"domain": ["a", "b"]}, Expected(NOW, domain=frozenset({"a"})), "INVALID_DOMAIN_ERROR"),
        ({"domain": ["a", 1]}, Expected(NOW, domain=frozenset({"a"})), "INVALID_DOMAIN_ERROR"),
        ({"challenge": None}, Expected(NOW, challenge="c"), "challenge is None .*INVALID_CHALLENGE_ERROR"),
        ({}, Expected(NOW, challenge="c"), "'1f44d55f' and must be 'c'"),
        ({"cryptosuite": "bbs-2023"}, Expected(NOW), "'bbs-2023' is not supported"),
        ({}, Expected(NOW, cryptosuite="eddsa-jcs-2022"), "cryptosuite is 'eddsa-rdfc-2022' and must be"),
        ({"created": "now"}, Expected(NOW), "created: 'now' is no XML Schema dateTime"),
        ({"created": None}, Expected(NOW), "created is no string"),
        ({"expires": ["x"]}, Expected(NOW), "expires is no string"),
        ({"expires": "2026-01-01T00:00:00Z"}, Expected(NOW), "expired at 2026-01-01T00:00:00Z"),
    ],
)
def test_the_first_rule_that_does_not_hold_is_named(
    change: dict[str, Any], expected: Expected, reason: str
) -> None:
    with pytest.raises(VerificationFailed, match=reason) as caught:
        check_proof(PROOF | change, expected)
    assert "Verify Proof" in str(caught.value)


@pytest.mark.parametrize("proof", [None, [], "proof"])
def test_what_is_no_object_is_no_proof(proof: Any) -> None:
    with pytest.raises(VerificationFailed, match="no object"):
        check_proof(proof, Expected(NOW))
