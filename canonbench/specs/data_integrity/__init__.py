"""Data Integrity proofs: everything but the canonicalization, the hash and the signature themselves.

Texts: VC Data Integrity 1.0 (2025), Data Integrity EdDSA Cryptosuites 1.0, Data Integrity ECDSA Cryptosuites
1.0, Controlled Identifiers 1.0. What is measured (transformation, hashing, signatures, Multibase) is done by
the caller, between these functions::

    issue    prepared = prepare_issue(document, options)
             data = hash_data(hash(transform(prepared.configuration)), hash(transform(prepared.document)))
             secured = add_proof(document, {**prepared.proof, "proofValue": encode(sign(data))})
    verify   proofs = proofs_of(secured)
             for proof in proofs:
                 check_proof(proof, expected)
                 method = retrieve_method(proof, controllers)
                 unsecured = unsecured_document(secured, proof, proofs)
                 prepared = prepare_verification(unsecured, proof)
                 data = hash_data(hash(transform(prepared.configuration)), hash(transform(prepared.document)))
                 verify(load(method.multikey), decode(proof["proofValue"]), data)

``verify_each`` runs such a loop for sets and chains and gives every proof its verdict.
"""

from canonbench.specs.data_integrity.chains import (
    Verdict,
    add_proof,
    previous_proofs,
    proofs_of,
    unsecured_document,
    verify_each,
)
from canonbench.specs.data_integrity.checks import Expected, check_proof
from canonbench.specs.data_integrity.configuration import (
    Prepared,
    hash_data,
    prepare_issue,
    prepare_verification,
    proof_options,
)
from canonbench.specs.data_integrity.cryptosuites import (
    CRYPTOSUITES,
    Cryptosuite,
    cryptosuite_of,
)
from canonbench.specs.data_integrity.instants import instant
from canonbench.specs.data_integrity.methods import VerificationMethod, did_key_document, retrieve_method

__all__ = [
    "CRYPTOSUITES",
    "Cryptosuite",
    "Expected",
    "Prepared",
    "Verdict",
    "VerificationMethod",
    "add_proof",
    "check_proof",
    "cryptosuite_of",
    "did_key_document",
    "hash_data",
    "instant",
    "prepare_issue",
    "prepare_verification",
    "previous_proofs",
    "proof_options",
    "proofs_of",
    "retrieve_method",
    "unsecured_document",
    "verify_each",
]
