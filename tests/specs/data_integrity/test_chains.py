"""canonbench.specs.data_integrity.chains: sets and chains, and a verdict for each proof."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import multibase
from canonbench.specs.data_integrity import (
    Expected,
    Verdict,
    add_proof,
    check_proof,
    hash_data,
    prepare_verification,
    proofs_of,
    retrieve_method,
    unsecured_document,
    verify_each,
)
from canonbench.suites import folder, vc_di

_FOLDER = folder("vc-di-eddsa")
DOCUMENTS = list(vc_di.secured_documents(_FOLDER.parent)) if _FOLDER else []
NOW = datetime(2024, 1, 1, tzinfo=UTC)

Transform = Callable[[Any, str], bytes]
Verify = Callable[[dict[str, Any], dict[str, Any]], None]


@pytest.fixture(scope="session")
def verify(transform: Callable[[str], Transform]) -> Verify:
    rdfc = transform("rdfc")

    def run(unsecured: dict[str, Any], proof: dict[str, Any]) -> None:
        check_proof(proof, Expected(NOW, "assertionMethod"))
        public = multibase.read_public_multikey(retrieve_method(proof, {}, NOW).multikey)
        prepared = prepare_verification(unsecured, proof)
        data = hash_data(
            hashlib.sha256(rdfc(prepared.configuration, "sha256")).digest(),
            hashlib.sha256(rdfc(prepared.document, "sha256")).digest(),
        )
        signature = multibase.decode(proof["proofValue"], "z")
        try:
            ed25519.Ed25519PublicKey.from_public_bytes(public.key).verify(signature, data)
        except InvalidSignature:
            raise VerificationFailed("the signature does not verify") from None

    return run


@pytest.mark.suites
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_proof_of_the_public_sets_and_chains_verifies(
    document: vc_di.SecuredDocument, verify: Verify
) -> None:
    verdicts = verify_each(document.secured, verify)
    assert len(proofs_of(document.secured)) == len(verdicts)
    assert [""] * len(verdicts) == [verdict.reason for verdict in verdicts]
    assert all(verdict.verified for verdict in verdicts)


@pytest.mark.suites
def test_what_a_chained_proof_builds_on_is_signed_too(suites: Path, verify: Verify) -> None:
    documents = {each.name: each.secured for each in vc_di.secured_documents(suites)}
    secured = documents["signedProofChain2"]
    proofs = proofs_of(secured)
    changed = [proofs[0] | {"created": "2023-02-24T23:36:39Z"}, *proofs[1:]]
    reasons = [verdict.reason for verdict in verify_each(secured | {"proof": changed}, verify)]
    assert "the signature does not verify" in reasons[0]
    assert reasons[1] == ""
    assert "the signature does not verify" in reasons[2]
    assert "builds on proof 'urn:uuid:d94f792a-c546-4d06-b38a-da070ab56c23'" in reasons[3]


def test_a_proof_that_is_no_object_has_no_documents() -> None:
    documents: list[dict[str, Any]] = [
        {},
        {"proof": []},
        {"proof": "x"},
        {"proof": [{}, "x"]},
        {"proof": None},
    ]
    for secured in documents:
        with pytest.raises(VerificationFailed, match="proof is missing, or neither"):
            proofs_of(secured)


def test_the_proofs_that_are_named_are_put_back_in_their_order() -> None:
    proofs: list[dict[str, Any]] = [{"id": "a"}, {"id": "b"}, {"x": 1}, {"id": "c"}]
    secured = {"s": 1, "proof": proofs}
    assert unsecured_document(secured, {}, proofs) == {"s": 1}
    assert unsecured_document(secured, {"previousProof": []}, proofs) == {"s": 1}
    assert unsecured_document(secured, {"previousProof": "b"}, proofs) == {"s": 1, "proof": [{"id": "b"}]}
    assert unsecured_document(secured, {"previousProof": ["c", "a"]}, proofs) == {
        "s": 1,
        "proof": [{"id": "a"}, {"id": "c"}],
    }


@pytest.mark.parametrize(
    ("previous", "reason"),
    [("z", "points nowhere"), (["a", "z"], "'z' points nowhere"), ("d", "more than one"), (None, "None")],
)
def test_a_name_that_stands_for_no_one_proof_is_refused(previous: Any, reason: str) -> None:
    proofs = [{"id": "a"}, {"id": "d"}, {"id": "d"}]
    with pytest.raises(VerificationFailed, match=reason) as caught:
        unsecured_document({"proof": proofs}, {"previousProof": previous}, proofs)
    assert "PROOF_VERIFICATION_ERROR" in str(caught.value)


def test_one_proof_after_another_is_added() -> None:
    one = add_proof({"s": 1}, {"id": "a"})
    assert one == {"s": 1, "proof": {"id": "a"}}
    two = add_proof(one, {"x": 1})
    assert two == {"s": 1, "proof": [{"id": "a"}, {"x": 1}]}
    assert add_proof(two, {"id": "b"})["proof"] == [{"id": "a"}, {"x": 1}, {"id": "b"}]
    with pytest.raises(MalformedInput, match="a proof with the id 'a' already"):
        add_proof(two, {"id": "a"})


def nothing(_unsecured: dict[str, Any], _proof: dict[str, Any]) -> None:
    """Find every proof right."""


def test_each_proof_has_its_own_verdict_and_unknown_suites_are_named() -> None:
    def check(_unsecured: dict[str, Any], proof: dict[str, Any]) -> None:
        check_proof(proof, Expected(NOW))

    good = {
        "type": "DataIntegrityProof",
        "cryptosuite": "eddsa-jcs-2022",
        "verificationMethod": "x:y#z",
        "proofPurpose": "authentication",
        "proofValue": "z",
    }
    secured = {"proof": [good, good | {"id": "b", "cryptosuite": "bbs-2023"}, {"type": "Old"}, {}]}
    verdicts = verify_each(secured, check)
    assert verdicts[0] == Verdict(0, None, "eddsa-jcs-2022", "")
    assert verdicts[1][:3] == (1, "b", "bbs-2023")
    assert "'bbs-2023' is not supported" in verdicts[1].reason
    assert verdicts[2].cryptosuite == "Old"
    assert verdicts[3].cryptosuite == ""
    assert [verdict.verified for verdict in verdicts] == [True, False, False, False]


def test_a_chain_is_followed_to_its_end_and_visits_no_proof_twice() -> None:
    proofs = [
        {"id": "a"},
        {"id": "b", "previousProof": "a"},
        {"id": "c", "previousProof": "a"},
        {"id": "d", "previousProof": ["b", "c"]},
    ]
    assert all(verdict.verified for verdict in verify_each({"proof": proofs}, nothing))


def test_a_chain_that_comes_back_to_itself_is_refused() -> None:
    proofs = [
        {"id": "a", "previousProof": "b"},
        {"id": "b", "previousProof": "a"},
        {"id": "c", "previousProof": "c"},
        {"id": "d", "previousProof": "a"},
        {"id": "e"},
    ]
    verdicts = verify_each({"proof": proofs}, nothing)
    assert [verdict.verified for verdict in verdicts] == [False, False, False, False, True]
    assert "the chain of proofs comes back to 'a'" in verdicts[0].reason
    assert "it builds on proof 'a'" in verdicts[3].reason


def test_a_previous_proof_that_points_nowhere_fails_its_own_proof_only() -> None:
    proofs = [{"id": "a"}, {"id": "b", "previousProof": "z"}, {"id": "c", "previousProof": "b"}]
    verdicts = verify_each({"proof": proofs}, nothing)
    assert verdicts[0].verified
    assert "points nowhere" in verdicts[1].reason
    assert "it builds on proof 'b'" in verdicts[2].reason
