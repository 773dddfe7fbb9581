"""canonbench.specs.data_integrity.configuration: every value before a signature."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import multibase
from canonbench.specs.data_integrity import (
    CRYPTOSUITES,
    add_proof,
    hash_data,
    prepare_issue,
    prepare_verification,
    proof_options,
)
from canonbench.suites import folder, vc_di

_FOLDER = folder("vc-di-eddsa")
CASES = list(vc_di.cases(_FOLDER.parent)) if _FOLDER else []
CURVES: dict[str, ec.EllipticCurve] = {"P-256": ec.SECP256R1(), "P-384": ec.SECP384R1()}

Transform = Callable[[Any, str], bytes]

METHOD = "did:example:issuer#key-1"


def verify_ecdsa(public: multibase.PublicKey, signature: bytes, data: bytes) -> None:
    curve = CURVES[public.algorithm]
    half = len(signature) // 2
    der = utils.encode_dss_signature(
        int.from_bytes(signature[:half], "big"), int.from_bytes(signature[half:], "big")
    )
    key = ec.EllipticCurvePublicKey.from_encoded_point(curve, public.key)
    key.verify(der, data, ec.ECDSA(hashes.SHA384() if public.algorithm == "P-384" else hashes.SHA256()))


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_value_that_an_issuer_computes_equals_the_vector(
    case: vc_di.Case, transform: Callable[[str], Transform]
) -> None:
    suite = CRYPTOSUITES[case.cryptosuite]
    options = {name: value for name, value in case.configuration.items() if name != "@context"}
    prepared = prepare_issue(case.unsecured, options)
    canonicalize = transform(suite.transformation)
    assert case.configuration == prepared.configuration
    document = canonicalize(prepared.document, case.digest)
    configuration = canonicalize(prepared.configuration, case.digest)
    assert case.canonical_document == document
    assert case.canonical_configuration == configuration
    document_hash = hashlib.new(case.digest, document).digest()
    configuration_hash = hashlib.new(case.digest, configuration).digest()
    assert case.document_hash == document_hash
    assert case.configuration_hash == configuration_hash
    data = hash_data(configuration_hash, document_hash)
    assert case.hash_data == data
    signature = case.signature
    if case.deterministic:
        secret = multibase.read_secret_multikey(case.keys.secret)
        signature = ed25519.Ed25519PrivateKey.from_private_bytes(secret.key).sign(data)
        assert case.signature == signature
    assert case.proof_value == multibase.encode(signature, suite.base)
    secured = add_proof(case.unsecured, {**prepared.proof, "proofValue": case.proof_value})
    assert case.secured == secured
    if suite.transformation == "jcs":
        assert list(case.secured["proof"]) == list(secured["proof"])


@pytest.mark.suites
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_vector_verifies_and_no_other_data_does(
    case: vc_di.Case, transform: Callable[[str], Transform]
) -> None:
    suite = CRYPTOSUITES[case.cryptosuite]
    proof = case.secured["proof"]
    document = {name: value for name, value in case.secured.items() if name != "proof"}
    prepared = prepare_verification(document, proof)
    canonicalize = transform(suite.transformation)
    data = hash_data(
        hashlib.new(case.digest, canonicalize(prepared.configuration, case.digest)).digest(),
        hashlib.new(case.digest, canonicalize(prepared.document, case.digest)).digest(),
    )
    assert case.hash_data == data
    public = multibase.read_public_multikey(case.keys.public)
    signature = multibase.decode(proof["proofValue"], suite.base)
    if case.algorithm == "Ed25519":
        key = ed25519.Ed25519PublicKey.from_public_bytes(public.key)
        key.verify(signature, data)
        with pytest.raises(InvalidSignature):
            key.verify(signature, data[32:] + data[:32])
    else:
        verify_ecdsa(public, signature, data)
        half = len(data) // 2
        with pytest.raises(InvalidSignature):
            verify_ecdsa(public, signature, data[half:] + data[:half])


def test_the_options_of_a_new_proof_hold_what_is_given() -> None:
    suite = CRYPTOSUITES["ecdsa-jcs-2019"]
    options = proof_options(suite, METHOD, created="2026-01-01T00:00:00Z", domain=None, challenge="c")
    assert options == {
        "type": "DataIntegrityProof",
        "cryptosuite": "ecdsa-jcs-2019",
        "verificationMethod": METHOD,
        "proofPurpose": "assertionMethod",
        "created": "2026-01-01T00:00:00Z",
        "challenge": "c",
    }


def test_a_suite_with_a_type_of_its_own_has_no_cryptosuite() -> None:
    options = proof_options(CRYPTOSUITES["Ed25519Signature2020"], METHOD, purpose="authentication")
    assert options == {
        "type": "Ed25519Signature2020",
        "verificationMethod": METHOD,
        "proofPurpose": "authentication",
    }


def test_the_context_of_the_document_is_configuration_only_or_stays_in_the_proof(
    credential: dict[str, Any],
) -> None:
    for name, stays in (("eddsa-rdfc-2022", False), ("eddsa-jcs-2022", True)):
        prepared = prepare_issue(credential, proof_options(CRYPTOSUITES[name], METHOD))
        assert credential["@context"] == prepared.configuration["@context"]
        assert stays == ("@context" in prepared.proof)


@pytest.mark.parametrize("name", ["eddsa-rdfc-2022", "eddsa-jcs-2022"])
def test_a_document_without_context_gives_a_configuration_without_one(name: str) -> None:
    options = proof_options(CRYPTOSUITES[name], METHOD)
    issued = prepare_issue({"a": 1}, options)
    assert ({"a": 1}, options, options) == issued
    assert ({"a": 1}, options, options) == prepare_verification({"a": 1}, {**options, "proofValue": "z"})


@pytest.mark.parametrize("name", ["eddsa-rdfc-2022", "ecdsa-sd-2023"])
def test_a_context_in_an_rdfc_proof_is_replaced(name: str) -> None:
    proof = {**proof_options(CRYPTOSUITES[name], METHOD), "@context": "https://evil.example/"}
    prepared = prepare_verification({"@context": "https://example.org/"}, proof)
    assert prepared.configuration["@context"] == "https://example.org/"


@pytest.mark.parametrize(
    ("proof", "document", "expected"),
    [
        (["a", "b"], ["a", "b", "c"], ["a", "b"]),
        (["a"], "a", ["a"]),
        ("a", ["a", {"b": "c"}], "a"),
        ([], None, []),
    ],
)
def test_contexts_added_after_a_jcs_proof_do_no_harm(proof: Any, document: Any, expected: Any) -> None:
    secured = {"x": 1} if document is None else {"@context": document, "x": 1}
    options = {**proof_options(CRYPTOSUITES["eddsa-jcs-2022"], METHOD), "@context": proof}
    prepared = prepare_verification(secured, {**options, "proofValue": "z"})
    assert {"@context": expected, "x": 1} == prepared.document
    assert options == prepared.configuration


@pytest.mark.parametrize("document", [["b", "a"], ["c", "a", "b"], "a", ["a"], None])
def test_a_document_that_does_not_start_with_the_contexts_of_its_jcs_proof_is_refused(document: Any) -> None:
    secured = {} if document is None else {"@context": document}
    proof = {**proof_options(CRYPTOSUITES["ecdsa-jcs-2019"], METHOD), "@context": ["a", "b"]}
    with pytest.raises(VerificationFailed, match="@context does not start with the proof's"):
        prepare_verification(secured, proof)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"type": None}, "type is missing"),
        ({"verificationMethod": 1}, "verificationMethod is missing or no string"),
        ({"proofPurpose": None}, "proofPurpose is missing"),
        ({"proofValue": "z"}, "hold a proofValue"),
        ({"created": "yesterday"}, "created: 'yesterday' is no XML Schema dateTime"),
        ({"expires": "2026-13-01T00:00:00Z"}, "expires: "),
        ({"created": 5}, "created is no string"),
        ({"cryptosuite": "eddsa-2022"}, "'eddsa-2022' is not supported"),
    ],
)
def test_options_that_no_proof_may_have_are_refused(change: dict[str, Any], reason: str) -> None:
    options = {**proof_options(CRYPTOSUITES["eddsa-rdfc-2022"], METHOD), **change}
    with pytest.raises(MalformedInput, match=reason) as caught:
        prepare_issue({}, options)
    assert "PROOF_GENERATION_ERROR" in str(caught.value)


def test_hashes_of_two_functions_are_not_put_together() -> None:
    with pytest.raises(MalformedInput, match="32 and 48 bytes long"):
        hash_data(bytes(32), bytes(48))


def test_nothing_that_is_given_is_changed(credential: dict[str, Any]) -> None:
    before = repr(credential)
    options = proof_options(CRYPTOSUITES["eddsa-jcs-2022"], METHOD)
    prepared = prepare_issue(credential, options)
    prepared.document["new"] = 1
    prepared.proof["new"] = 1
    assert before == repr(credential)
    assert "new" not in options


def test_the_suites_say_where_the_vectors_are(suites: Path) -> None:
    assert len(list(vc_di.cases(suites))) == 10
