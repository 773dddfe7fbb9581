"""Errors, as VC Data Integrity 1.0 (section 4.7) and Controlled Identifiers 1.0 name them."""

from typing import Final

from canonbench.errors import MalformedInput, VerificationFailed

__all__ = ["GENERATE", "RETRIEVE", "VERIFY", "VERIFY_ALL", "generation_error", "verification_error"]

VERIFY: Final = "VC Data Integrity, Verify Proof"
VERIFY_ALL: Final = "VC Data Integrity, Verify Proof Sets and Chains"
RETRIEVE: Final = "Controlled Identifiers, Retrieve Verification Method"
GENERATE: Final = "VC Data Integrity, Add Proof"


def verification_error(
    message: str, rule: str = VERIFY, code: str = "PROOF_VERIFICATION_ERROR"
) -> VerificationFailed:
    """Return the error that a verifier raises: what is wrong, by which rule, and the text's own code."""
    return VerificationFailed(f"{message} ({rule}: {code})")


def generation_error(
    message: str, rule: str = GENERATE, code: str = "PROOF_GENERATION_ERROR"
) -> MalformedInput:
    """Return the error that an issuer raises: what is wrong, by which rule, and the text's own code."""
    return MalformedInput(f"{message} ({rule}: {code})")
