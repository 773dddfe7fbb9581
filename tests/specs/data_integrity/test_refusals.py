"""canonbench.specs.data_integrity.refusals: errors say what, by which rule, and the code of the text."""

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.data_integrity.refusals import RETRIEVE, generation_error, verification_error


def test_a_verifier_refuses_with_rule_and_code() -> None:
    error = verification_error("the proof is no object")
    assert isinstance(error, VerificationFailed)
    assert str(error) == "the proof is no object (VC Data Integrity, Verify Proof: PROOF_VERIFICATION_ERROR)"


def test_a_rule_may_have_a_code_of_its_own() -> None:
    text = str(verification_error("no", RETRIEVE, "INVALID_VERIFICATION_METHOD"))
    assert text == "no (Controlled Identifiers, Retrieve Verification Method: INVALID_VERIFICATION_METHOD)"


def test_an_issuer_has_malformed_input() -> None:
    error = generation_error("no")
    assert isinstance(error, MalformedInput)
    assert str(error).endswith("PROOF_GENERATION_ERROR)")
