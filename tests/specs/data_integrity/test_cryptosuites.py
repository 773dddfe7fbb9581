"""canonbench.specs.data_integrity.cryptosuites: which suite a proof names."""

from typing import Any

import pytest

from canonbench.errors import VerificationFailed
from canonbench.specs.data_integrity import CRYPTOSUITES, cryptosuite_of


@pytest.mark.parametrize("name", sorted(CRYPTOSUITES))
def test_a_proof_names_its_suite(name: str) -> None:
    suite = CRYPTOSUITES[name]
    proof = {"type": suite.proof_type} | ({} if suite.proof_type == name else {"cryptosuite": name})
    assert suite is cryptosuite_of(proof)


@pytest.mark.parametrize(
    "proof",
    [
        {},
        {"type": ["DataIntegrityProof"], "cryptosuite": "eddsa-rdfc-2022"},
        {"type": "DataIntegrityProof"},
        {"type": "DataIntegrityProof", "cryptosuite": ["eddsa-rdfc-2022"]},
        {"type": "DataIntegrityProof", "cryptosuite": "bbs-2023"},
        {"type": "DataIntegrityProof", "cryptosuite": "Ed25519Signature2020"},
        {"type": "Ed25519Signature2020", "cryptosuite": "eddsa-rdfc-2022"},
        {"type": "eddsa-rdfc-2022"},
        {"type": "Ed25519Signature2018"},
    ],
)
def test_what_names_no_suite_is_refused(proof: dict[str, Any]) -> None:
    with pytest.raises(VerificationFailed, match=r"not supported.*PROOF_VERIFICATION_ERROR"):
        cryptosuite_of(proof)


def test_an_unknown_suite_is_named() -> None:
    with pytest.raises(VerificationFailed, match="'bbs-2023' is not supported; known: eddsa-rdfc-2022"):
        cryptosuite_of({"type": "DataIntegrityProof", "cryptosuite": "bbs-2023"})
