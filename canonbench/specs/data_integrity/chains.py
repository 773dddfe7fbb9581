"""Proof sets and proof chains (VC Data Integrity 1.0: Add Proof Set/Chain, Verify Proof Sets and Chains).

A proof signs the document without its proofs, except those that it names in ``previousProof``: these are put
back, as an array, before transformation. Where it names none, no ``proof`` stands in what is signed: an empty
array, as the letter of the text has it, would part the proof that came first from those added later.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from canonbench.errors import CanonbenchError
from canonbench.specs.data_integrity.refusals import VERIFY_ALL, generation_error, verification_error

__all__ = ["Verdict", "add_proof", "previous_proofs", "proofs_of", "unsecured_document", "verify_each"]

Document = Mapping[str, Any]


class Verdict(NamedTuple):
    """What became of one proof of a document."""

    place: int
    """Its index in the array ``proof``."""
    id: str | None
    cryptosuite: str
    """The suite that it names, as it stands there; else its type."""
    reason: str
    """Why it does not verify; empty if it does."""

    @property
    def verified(self) -> bool:
        """Whether the proof verifies, and every proof that it builds on."""
        return not self.reason


def proofs_of(secured: Document) -> list[dict[str, Any]]:
    """Return the proofs of a secured document, in order.

    Raises:
        VerificationFailed: it has none, or something else under ``proof``.
    """
    proof = secured.get("proof")
    proofs: list[Any] = proof if isinstance(proof, list) else [proof]
    if not proofs or not all(isinstance(each, dict) for each in proofs):
        raise verification_error("proof is missing, or neither an object nor an array of objects", VERIFY_ALL)
    return proofs


def previous_proofs(proof: Document, proofs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return those of ``proofs`` that ``proof`` names in ``previousProof``, in their order.

    Raises:
        VerificationFailed: a name points nowhere, to two proofs, or is no string.
    """
    named = proof.get("previousProof", [])
    names = named if isinstance(named, list) else [named]
    for name in names:
        found = sum(each.get("id") == name for each in proofs)
        if not isinstance(name, str) or found != 1:
            where = "points nowhere" if not found else "names more than one proof"
            raise verification_error(f"previousProof {name!r} {where}", VERIFY_ALL)
    return [each for each in proofs if each.get("id") in names] if names else []


def unsecured_document(
    secured: Document, proof: Document, proofs: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return the document that ``proof`` signs: without proofs, but for those that it names as previous ones.

    Raises:
        VerificationFailed: as :func:`previous_proofs`.
    """
    document = {member: value for member, value in secured.items() if member != "proof"}
    previous = previous_proofs(proof, proofs)
    return {**document, "proof": previous} if previous else document


def add_proof(document: Document, proof: Document) -> dict[str, Any]:
    """Return ``document`` with ``proof`` as its proof, or as one more of its proofs.

    Raises:
        MalformedInput: an earlier proof has the same ``id``.
    """
    if "proof" not in document:
        return {**document, "proof": dict(proof)}
    proofs = proofs_of(document)
    identifier = proof.get("id")
    if identifier is not None and any(each.get("id") == identifier for each in proofs):
        raise generation_error(f"there is a proof with the id {identifier!r} already")
    return {**document, "proof": [*proofs, dict(proof)]}


def verify_each(
    secured: Document, verify: Callable[[dict[str, Any], dict[str, Any]], object]
) -> tuple[Verdict, ...]:
    """Verify every proof of ``secured``, each for itself, and give each its verdict.

    Args:
        secured: the secured document.
        verify: takes the document that a proof signs, and the proof; raises an error if it does not verify.

    Raises:
        VerificationFailed: there is no proof at all.
    """
    proofs = proofs_of(secured)
    reasons = [_reason(secured, proof, proofs, verify) for proof in proofs]
    ahead = [_builds_on(proof, proofs) for proof in proofs]
    for place, reason in enumerate(reasons):
        if not reason and place in ahead[place]:
            message = f"the chain of proofs comes back to {proofs[place].get('id')!r}"
            reasons[place] = str(verification_error(message, VERIFY_ALL))
    return tuple(
        Verdict(
            place, _text(proof.get("id")), _text(proof.get("cryptosuite", proof.get("type"))) or "", reason
        )
        for place, (proof, reason) in enumerate(zip(proofs, _chained(reasons, ahead, proofs), strict=True))
    )


def _reason(
    secured: Document,
    proof: dict[str, Any],
    proofs: Sequence[dict[str, Any]],
    verify: Callable[[dict[str, Any], dict[str, Any]], object],
) -> str:
    try:
        verify(unsecured_document(secured, proof, proofs), proof)
    except CanonbenchError as error:
        return str(error)
    return ""


def _builds_on(proof: Document, proofs: Sequence[dict[str, Any]]) -> list[int]:
    """Return the places of all proofs up the chain, each once, as far as their names lead."""
    places = {id(each): place for place, each in enumerate(proofs)}
    found: dict[int, None] = {}
    ahead = [proof]
    while ahead:
        try:
            previous = previous_proofs(ahead.pop(), proofs)
        except CanonbenchError:
            continue  # it has its own reason by now
        new = [each for each in previous if places[id(each)] not in found]
        found |= {places[id(each)]: None for each in new}
        ahead += new
    return list(found)


def _chained(
    reasons: Sequence[str], ahead: Sequence[Sequence[int]], proofs: Sequence[dict[str, Any]]
) -> list[str]:
    """Return the reasons, those against a proof up the chain counting too."""
    chained = []
    for place, reason in enumerate(reasons):
        broken = [proofs[previous]["id"] for previous in ahead[place] if reasons[previous]]
        message = f"it builds on proof {broken[0]!r}, which does not verify" if broken else ""
        chained.append(reason or (str(verification_error(message, VERIFY_ALL)) if message else ""))
    return chained


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
