"""The cryptographic suites of VC-DI-EDDSA 1.0 and VC-DI-ECDSA 1.0: what each is made of."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from canonbench.specs.data_integrity.refusals import verification_error

__all__ = ["CRYPTOSUITES", "Cryptosuite", "cryptosuite_of"]


class Cryptosuite(NamedTuple):
    """One cryptographic suite."""

    name: str
    """Value of ``cryptosuite``; of ``type`` where the suite has a type of its own."""
    proof_type: str
    transformation: str
    """``"rdfc"`` or ``"jcs"``."""
    algorithms: tuple[str, ...]
    base: str
    """Multibase header of ``proofValue``."""
    selective: bool = False
    """Whether a holder can derive a proof that discloses less."""


_DATA_INTEGRITY_PROOF: Final = "DataIntegrityProof"

CRYPTOSUITES: Final = {
    suite.name: suite
    for suite in (
        Cryptosuite("eddsa-rdfc-2022", _DATA_INTEGRITY_PROOF, "rdfc", ("Ed25519",), "z"),
        Cryptosuite("eddsa-jcs-2022", _DATA_INTEGRITY_PROOF, "jcs", ("Ed25519",), "z"),
        Cryptosuite("ecdsa-rdfc-2019", _DATA_INTEGRITY_PROOF, "rdfc", ("P-256", "P-384"), "z"),
        Cryptosuite("ecdsa-jcs-2019", _DATA_INTEGRITY_PROOF, "jcs", ("P-256", "P-384"), "z"),
        Cryptosuite("ecdsa-sd-2023", _DATA_INTEGRITY_PROOF, "rdfc", ("P-256",), "u", selective=True),
        Cryptosuite("Ed25519Signature2020", "Ed25519Signature2020", "rdfc", ("Ed25519",), "z"),
    )
}


def cryptosuite_of(proof: Mapping[str, Any]) -> Cryptosuite:
    """Return the suite that ``proof`` names by its ``type`` and ``cryptosuite``.

    Raises:
        VerificationFailed: it names none that is known here.
    """
    kind, name = proof.get("type"), proof.get("cryptosuite")
    if kind == _DATA_INTEGRITY_PROOF:
        suite = CRYPTOSUITES.get(name) if isinstance(name, str) else None
        if suite is None or suite.proof_type != kind:
            known = ", ".join(each.name for each in CRYPTOSUITES.values() if each.proof_type == kind)
            raise verification_error(f"cryptosuite {name!r} is not supported; known: {known}")
        return suite
    suite = CRYPTOSUITES.get(kind) if isinstance(kind, str) else None
    if suite is None or suite.proof_type != kind or name is not None:
        raise verification_error(f"proof type {kind!r} with cryptosuite {name!r} is not supported")
    return suite
