"""Proof options, proof configuration and hash data (VC-DI-EDDSA 1.0 and VC-DI-ECDSA 1.0, section 3).

The two families differ in how the proof is bound to the document's contexts:

* ``*-rdfc-*``: the configuration takes the document's ``@context``, so that contexts are processed twice; a
  ``@context`` of the proof itself is replaced, and so lies outside what is signed.
* ``*-jcs-*``: the issuer copies the document's ``@context`` into the proof, where it stays. At verification
  the document's must start with the proof's, and is then replaced by it: contexts added since do no harm.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.data_integrity.cryptosuites import Cryptosuite, cryptosuite_of
from canonbench.specs.data_integrity.instants import instant
from canonbench.specs.data_integrity.refusals import generation_error, verification_error

__all__ = ["Prepared", "hash_data", "prepare_issue", "prepare_verification", "proof_options"]

_START = "VC Data Integrity cryptosuites, Verify Proof of *-jcs-*"


class Prepared(NamedTuple):
    """What is to be transformed and hashed, and the proof as far as it is made."""

    document: dict[str, Any]
    configuration: dict[str, Any]
    proof: dict[str, Any]
    """The proof without ``proofValue``, as it stands in the secured document."""


def proof_options(
    suite: Cryptosuite, verification_method: str, *, purpose: str = "assertionMethod", **more: Any
) -> dict[str, Any]:
    """Return the options of a new proof; what is ``None`` is left out.

    Args:
        suite: the cryptographic suite.
        verification_method: URL of the issuer's verification method.
        purpose: the proof purpose.
        more: ``id``, ``created``, ``expires``, ``domain``, ``challenge``, ``nonce``, ``previousProof``.
    """
    name = None if suite.proof_type == suite.name else suite.name
    options = {"type": suite.proof_type, "cryptosuite": name, "verificationMethod": verification_method}
    options |= {"proofPurpose": purpose, **more}
    return {key: value for key, value in options.items() if value is not None}


def prepare_issue(document: Mapping[str, Any], options: Mapping[str, Any]) -> Prepared:
    """Return what an issuer transforms and hashes, and the proof without its value.

    Args:
        document: the unsecured document; in a chain, with the previous proofs under ``proof``.
        options: the proof options.

    Raises:
        MalformedInput: an option is missing or wrong.
    """
    for member in ("type", "verificationMethod", "proofPurpose"):
        if not isinstance(options.get(member), str):
            raise generation_error(f"proof option {member} is missing or no string; set it")
    if "proofValue" in options:
        raise generation_error("the proof options hold a proofValue; they belong to a finished proof")
    for member in ("created", "expires"):
        if member in options:
            _instant(options[member], member)
    try:
        suite = cryptosuite_of(options)
    except VerificationFailed as error:
        raise generation_error(str(error)) from error
    proof = dict(options)
    if suite.transformation == "jcs":
        if "@context" in document:
            proof["@context"] = document["@context"]
        return Prepared(dict(document), proof, proof)
    return Prepared(dict(document), _with_context(proof, document), proof)


def prepare_verification(document: Mapping[str, Any], proof: Mapping[str, Any]) -> Prepared:
    """Return what a verifier transforms and hashes.

    Args:
        document: the unsecured document; in a chain, with the previous proofs under ``proof``.
        proof: the proof; see :func:`canonbench.specs.data_integrity.check_proof` for what it must hold.

    Raises:
        VerificationFailed: the suite is unknown, or ``@context`` does not start with the proof's.
    """
    suite = cryptosuite_of(proof)
    options = {member: value for member, value in proof.items() if member != "proofValue"}
    if suite.transformation == "rdfc":
        return Prepared(dict(document), _with_context(options, document), options)
    if "@context" not in options:
        return Prepared(dict(document), options, options)
    signed, present = _listed(options["@context"]), _listed(document.get("@context", []))
    if present[: len(signed)] != signed:
        raise verification_error("the document's @context does not start with the proof's @context", _START)
    return Prepared({**document, "@context": options["@context"]}, options, options)


def hash_data(configuration_hash: bytes, document_hash: bytes) -> bytes:
    """Return what is signed: the hash of the configuration, *then* that of the document.

    Raises:
        MalformedInput: they are not of one hash function.
    """
    if len(configuration_hash) != len(document_hash):
        lengths = f"{len(configuration_hash)} and {len(document_hash)} bytes"
        raise MalformedInput(f"the hashes are {lengths} long; use one hash function for both")
    return configuration_hash + document_hash


def _with_context(options: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    without = {member: value for member, value in options.items() if member != "@context"}
    return {**without, "@context": document["@context"]} if "@context" in document else without


def _listed(context: Any) -> Sequence[Any]:
    return context if isinstance(context, list) else [context]


def _instant(value: Any, member: str) -> None:
    try:
        if not isinstance(value, str):
            raise generation_error(f"proof option {member} is no string")
        instant(value)
    except MalformedInput as error:
        raise generation_error(f"proof option {member}: {error}") from error
