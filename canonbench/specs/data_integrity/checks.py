"""Verify Proof: what is checked about a proof before any hash is computed (VC Data Integrity 1.0, 4.4)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs.data_integrity.cryptosuites import Cryptosuite, cryptosuite_of
from canonbench.specs.data_integrity.instants import instant
from canonbench.specs.data_integrity.refusals import VERIFY, verification_error

__all__ = ["Expected", "check_proof"]


class Expected(NamedTuple):
    """What a verifier expects of a proof; ``None`` expects nothing in particular."""

    at: datetime
    """The instant at which the proof is judged, with a time zone: the verifier's clock."""
    purpose: str | None = None
    cryptosuite: str | None = None
    domain: frozenset[str] | None = None
    challenge: str | None = None


def check_proof(proof: Any, expected: Expected) -> Cryptosuite:
    """Check ``proof`` against the rules of the text and against ``expected``; return its suite.

    Raises:
        VerificationFailed: the first rule that does not hold.
    """
    if not isinstance(proof, Mapping):
        raise verification_error("the proof is no object")
    for member in ("type", "verificationMethod", "proofPurpose", "proofValue"):
        if not isinstance(proof.get(member), str):
            raise verification_error(f"{member} is missing or no string")
    if expected.purpose is not None and proof["proofPurpose"] != expected.purpose:
        raise verification_error(
            f"proofPurpose is {proof['proofPurpose']!r} and must be {expected.purpose!r}"
        )
    if expected.domain is not None and _strings(proof.get("domain")) != expected.domain:
        wanted = sorted(expected.domain)
        raise verification_error(
            f"domain is {proof.get('domain')!r} and must be {wanted}", VERIFY, "INVALID_DOMAIN_ERROR"
        )
    if expected.challenge is not None and proof.get("challenge") != expected.challenge:
        given = proof.get("challenge")
        raise verification_error(
            f"challenge is {given!r} and must be {expected.challenge!r}", VERIFY, "INVALID_CHALLENGE_ERROR"
        )
    suite = cryptosuite_of(proof)
    if expected.cryptosuite is not None and suite.name != expected.cryptosuite:
        raise verification_error(f"cryptosuite is {suite.name!r} and must be {expected.cryptosuite!r}")
    if "created" in proof:
        _instant(proof["created"], "created")
    if "expires" in proof and _instant(proof["expires"], "expires") <= expected.at:
        raise verification_error(f"the proof expired at {proof['expires']}")
    return suite


def _strings(domain: Any) -> frozenset[str] | None:
    """Return ``domain``, a string or an array of strings, as a set; ``None`` if it is something else."""
    if isinstance(domain, str):
        return frozenset({domain})
    if isinstance(domain, list) and all(isinstance(item, str) for item in domain):
        return frozenset(domain)
    return None


def _instant(value: Any, member: str) -> datetime:
    if not isinstance(value, str):
        raise verification_error(f"{member} is no string")
    try:
        return instant(value)
    except MalformedInput as error:
        raise verification_error(f"{member}: {error}") from error
