"""One Data Integrity proof without selective disclosure, added and verified: compositions of stages.

Both share ``hashing``, so that they cannot drift apart. It canonicalizes twice, the proof configuration and
the document, each of them between two names of ``of``.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from canonbench.errors import VerificationFailed
from canonbench.exchanges import signature
from canonbench.exchanges.signature import KEY_ALGORITHMS
from canonbench.exchanges.transformation import transformation
from canonbench.model.exchange import Variant
from canonbench.model.use import Use
from canonbench.specs.data_integrity import (
    Cryptosuite,
    Expected,
    Prepared,
    VerificationMethod,
    add_proof,
    check_proof,
    prepare_issue,
    prepare_verification,
    proofs_of,
    retrieve_method,
    unsecured_document,
)
from canonbench.stages import di, key, multibase
from canonbench.stages import hashing as hash_stages
from canonbench.stages.jsonld import Source

__all__ = [
    "DOCUMENT",
    "Adding",
    "Signer",
    "Trusted",
    "Verifying",
    "VerifyingOne",
    "adding",
    "configuration_of",
    "each_of",
    "hashing",
    "public_key",
    "verifying",
    "verifying_one",
]

DOCUMENT: Final = "document"
_MULTIKEYS: Final = {"ed25519": "z6Mk", "p256": "zDn", "p384": "z82L"}

Contexts = Mapping[str, Any]


class Signer(NamedTuple):
    """Who signs, and how: a neutral value.

    Attributes:
        options: the proof options, ``verificationMethod`` and all.
        secret: ``secretKeyMultibase``.
        deterministic: ECDSA by RFC 6979, so that two signatures are equal; EdDSA always is.
    """

    options: dict[str, Any]
    secret: str
    deterministic: bool = False


class Trusted(NamedTuple):
    """What a verifier has at hand: contexts, and controller documents by identifier (none for did:key)."""

    contexts: Contexts
    controllers: Mapping[str, Mapping[str, Any]]


Adding = Callable[[dict[str, Any], Signer, Contexts], dict[str, Any]]
"""Takes a document and who signs it; gives it with the proof."""
Verifying = Callable[[dict[str, Any], Expected, Trusted], dict[str, Any]]
"""Takes a secured document; gives it without its proofs."""
VerifyingOne = Callable[[dict[str, Any], dict[str, Any], Expected, Trusted], dict[str, Any]]
"""Takes the document that a proof signs, and the proof; gives the document."""


def configuration_of(of: str) -> str:
    """Return what the steps on the proof configuration of ``of`` are named by."""
    return "proof configuration" if of == DOCUMENT else f"proof configuration of the {of}"


def hashing(
    use: Use, suite: Cryptosuite, variant: Variant, *, of: str = DOCUMENT
) -> Callable[[Prepared, Contexts], bytes]:
    """Bind transformation and hashing, as VC-DI-EDDSA and VC-DI-ECDSA have them: what is signed."""
    transform_document = transformation(use, suite.transformation, variant.hash, of=of)
    transform_configuration = transformation(use, suite.transformation, variant.hash, of=configuration_of(of))
    digest = hash_stages.sha384 if variant.hash == "sha384" else hash_stages.sha256
    hash_document, hash_configuration = use(digest, of=of), use(digest, of=configuration_of(of))
    join = use(di.hash_data, of=of)

    def run(prepared: Prepared, contexts: Contexts) -> bytes:
        configuration = transform_configuration(Source(prepared.configuration, contexts, refuse_loss=True))
        document = transform_document(Source(prepared.document, contexts, refuse_loss=True))
        return join(di.Hashes(hash_configuration(configuration), hash_document(document)))

    return run


def adding(use: Use, suite: Cryptosuite, variant: Variant, *, of: str = DOCUMENT) -> Adding:
    """Bind Add Proof: a document that may have proofs already, to the same with one more.

    What is bound raises MalformedInput for wrong options, and DataLoss.
    """
    sign = signature.signing(use, variant, of=of)
    hash_both, encode = hashing(use, suite, variant, of=of), use(multibase.encode, of=of)

    def run(document: dict[str, Any], signer: Signer, contexts: Contexts) -> dict[str, Any]:
        secret = key.Material("multikey", signer.secret, secret=True)
        unsecured = document
        if "proof" in document:
            unsecured = unsecured_document(document, signer.options, proofs_of(document))
        prepared = prepare_issue(unsecured, signer.options)
        signed = sign(secret, hash_both(prepared, contexts), signer.deterministic)
        value = encode(multibase.Encoding(signed, suite.base))
        return add_proof(document, {**prepared.proof, "proofValue": value})

    return run


def verifying_one(use: Use, suite: Cryptosuite, variant: Variant, *, of: str = DOCUMENT) -> VerifyingOne:
    """Bind Verify Proof for one proof and the document that it signs: the verified document.

    What is bound raises VerificationFailed, MalformedInput or DataLoss.
    """
    load, verify = use(key.load, of=of), signature.verifying(use, variant, key.load, of=of)
    hash_both, decode = hashing(use, suite, variant, of=of), use(multibase.decode, of=of)

    def run(
        unsecured: dict[str, Any], proof: dict[str, Any], expected: Expected, trusted: Trusted
    ) -> dict[str, Any]:
        check_proof(proof, expected)
        public = load(public_key(retrieve_method(proof, trusted.controllers, expected.at), variant))
        prepared = prepare_verification(unsecured, proof)
        data = hash_both(prepared, trusted.contexts)
        verify(public, data, decode(multibase.Decoding(proof["proofValue"], suite.base)))
        return prepared.document

    return run


def each_of(verify_one: VerifyingOne) -> Verifying:
    """Return the verification of every proof of a document, sets and chains too: the document without them.

    It raises for the first proof that does not verify.
    """

    def run(secured: dict[str, Any], expected: Expected, trusted: Trusted) -> dict[str, Any]:
        proofs = proofs_of(secured)
        document: dict[str, Any] = {}
        for proof in proofs:
            document = verify_one(unsecured_document(secured, proof, proofs), proof, expected, trusted)
        document.pop("proof", None)  # previous proofs of a chain
        return document

    return run


def verifying(use: Use, suite: Cryptosuite, variant: Variant, *, of: str = DOCUMENT) -> Verifying:
    """Bind Verify Proof for every proof of a document: all of them are of ``suite``."""
    return each_of(verifying_one(use, suite, variant, of=of))


def public_key(method: VerificationMethod, variant: Variant) -> key.Material:
    """Return the key of ``method`` in wire form.

    Raises:
        VerificationFailed: it is of another algorithm than the variant's.
    """
    if not method.multikey.startswith(_MULTIKEYS[variant.algorithm]):
        raise VerificationFailed(
            f"{method.id!r} is no key of {KEY_ALGORITHMS[variant.algorithm]} (Controlled Identifiers 1.0)"
        )
    return key.Material("multikey", method.multikey)
