"""canonbench.suites.vc_di: the vectors are read in full, and hang together."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from canonbench.specs import multibase
from canonbench.suites import vc_di

pytestmark = pytest.mark.suites


@pytest.fixture
def suites(suite: Callable[[str], Path]) -> Path:
    return suite("vc-di-eddsa").parent


def test_the_values_of_every_single_proof_hang_together(suites: Path) -> None:
    cases = list(vc_di.cases(suites))
    assert len(cases) == 10
    for case in cases:
        assert hashlib.new(case.digest, case.canonical_document).digest() == case.document_hash
        assert hashlib.new(case.digest, case.canonical_configuration).digest() == case.configuration_hash
        assert case.configuration_hash + case.document_hash == case.hash_data
        assert multibase.decode(case.proof_value) == case.signature
        assert case.secured["proof"]["proofValue"] == case.proof_value
        assert multibase.read_public_multikey(case.keys.public).algorithm == case.algorithm
        assert multibase.read_secret_multikey(case.keys.secret).algorithm == case.algorithm


def test_sets_and_chains_grow_by_one_proof_at_a_time(suites: Path) -> None:
    counts = {each.name: each.secured["proof"] for each in vc_di.secured_documents(suites)}
    assert {
        "signedProofSet1": dict,
        "signedProofSet2": list,
        "signedProofChain1": list,
        "signedProofChain2": list,
    } == {name: type(proof) for name, proof in counts.items()}
    assert [len(proof) for proof in counts.values() if isinstance(proof, list)] == [2, 3, 4]


def test_the_selective_cases_hold_every_step(suites: Path) -> None:
    for case in vc_di.selective_cases(suites):
        assert "proof" not in case.unsecured
        assert case.secured["proof"]["cryptosuite"] == "ecdsa-sd-2023"
        assert {"addBaseTransform", "derivedGroupIndexes", "verifyNQuads"} <= set(case.steps)
        assert len(case.hmac_key) == 32
        assert case.mandatory
        assert case.selective
        digest = hashlib.sha256(case.canonical_configuration).hexdigest()
        assert case.steps["addHashData"]["proofHash"] == digest


def test_the_contexts_are_those_that_the_vectors_name(suites: Path) -> None:
    contexts = vc_di.contexts(suites)
    for case in vc_di.cases(suites):
        assert set(case.unsecured["@context"]) <= set(contexts)
