"""Presentations and statuses: what their bindings refuse."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.errors import VerificationFailed
from canonbench.exchanges import load
from canonbench.exchanges.di_proof import Trusted
from canonbench.exchanges.di_requests import AT, case, status_list
from canonbench.exchanges.di_scopes import (
    check_holder,
    checking_status,
    credentials_of,
    entries_of,
    expected_presentation,
)
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.use import Neutral, Stack
from canonbench.specs.data_integrity import CRYPTOSUITES, Expected, instant

Engines = Mapping[str, Engine[Any, Any]]
SUITE = CRYPTOSUITES["eddsa-rdfc-2022"]
TRUST = Variant("ed25519", "trust")


def test_the_holder_is_who_signed() -> None:
    proof = {"verificationMethod": "did:key:a#a"}
    check_holder({"proof": proof})
    check_holder({"holder": "did:key:a", "proof": [proof, proof]})
    check_holder({"holder": {"id": "did:key:a"}, "proof": proof})
    with pytest.raises(VerificationFailed, match="names the holder 'did:key:b' and is signed by 'did:key:a'"):
        check_holder({"holder": "did:key:b", "proof": [proof]})


def test_a_presentation_shows_credentials_with_proofs_of_their_own() -> None:
    assert credentials_of({"type": "VerifiablePresentation", "verifiableCredential": {"a": 1}}) == [{"a": 1}]
    with pytest.raises(VerificationFailed, match="no VerifiablePresentation"):
        credentials_of({"type": ["VerifiableCredential"], "verifiableCredential": [{}]})
    for shown in (None, [], ["x"]):
        with pytest.raises(VerificationFailed, match="holds no credential"):
            credentials_of({"type": ["VerifiablePresentation"], "verifiableCredential": shown})


def test_a_presentation_is_bound_to_the_verifier() -> None:
    expected = Expected(datetime(2026, 1, 1, tzinfo=UTC), "assertionMethod", "eddsa-rdfc-2022")

    assert expected_presentation(expected, "d", "c") == expected._replace(
        purpose="authentication", domain=frozenset({"d"}), challenge="c"
    )


def test_entries_of_a_status_are_objects() -> None:
    assert entries_of({}) == []
    assert entries_of({"credentialStatus": {"a": 1}}) == [{"a": 1}]
    for wrong in ("x", [{}, "x"]):
        with pytest.raises(VerificationFailed, match="neither an object nor an array"):
            entries_of({"credentialStatus": wrong})


def test_a_credential_that_is_revoked_is_refused(engines: Engines) -> None:
    neutral = Neutral(engines)
    made = case(neutral, SUITE, SUITE, corpus.find("attr-5"), variant=TRUST, disclose=2, seed=0)
    index = int(made.document["credentialStatus"]["statusListIndex"])
    signer = made.issuer.signer(SUITE, deterministic=True)
    trusted = Trusted(made.contexts, {})
    expected = Expected(instant(AT), "assertionMethod", SUITE.name)
    check = checking_status(Stack(engines), SUITE, TRUST)
    lists = {
        revoked: status_list(neutral, SUITE, TRUST, signer, contexts=made.contexts, revoked=[index + revoked])
        for revoked in (False, True)
    }
    check(made.document, [lists[True]], expected, trusted)
    with pytest.raises(VerificationFailed, match="the status for revocation is set"):
        check(made.document, [lists[False]], expected, trusted)
    with pytest.raises(VerificationFailed, match="is not at hand; give it"):
        check(made.document, [], expected, trusted)
    check({}, [], expected, trusted)


def test_a_presentation_of_something_else_is_refused(engines: Engines) -> None:
    variant = Variant("ed25519", "holder")
    requests = load("eddsa-jcs-2022").requests(Neutral(engines), corpus.find("attr-5"), variant, 2, 0)
    plain = load("eddsa-jcs-2022").requests(Neutral(engines), corpus.find("attr-5"), Variant("ed25519"), 2, 0)
    verify = load("eddsa-jcs-2022").roles["verify"].bind(Stack(engines), variant)
    request = requests["verify"]._replace(secured=plain["verify"].secured)
    with pytest.raises(VerificationFailed, match="proofPurpose is 'assertionMethod'"):
        verify(request)
