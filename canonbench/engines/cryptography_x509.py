"""cryptography's X.509: the certificate parser and the path validation, in Rust; ``cryptography`` offers it.

What is handled here, each seen in cryptography 50:

- a certificate that is none may raise nearly anything (ValueError, InvalidVersion, UnsupportedAlgorithm): all
  of it is one refusal here, and so is a warning where warnings are errors, as in ``canonbench verify``;
- its policies are those of the web unless told otherwise, where a client's name and usages are looked for. An
  mdoc's signer has none of these, so the policy here is RFC 5280's own: validity, names, signatures, basic
  constraints, key usage, no critical extension that is not understood;
- no path leads over a root whose key is of Ed25519; the signer's own key may be.
"""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from cryptography import x509 as library
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.x509 import verification

from canonbench.errors import VerificationFailed
from canonbench.stages import x509

__all__ = ["path", "public_key", "validity"]

_CURVES = ("secp256r1", "secp384r1")
_ANY = verification.Criticality.AGNOSTIC
_SPACE = re.compile(r"\s+")
T = TypeVar("T")


def _refusing(what: str, call: Callable[[], T]) -> T:
    try:
        return call()
    except Exception as error:  # whatever the library raises is a refusal
        reason = _SPACE.sub(" ", f"{error}") or type(error).__name__
        raise VerificationFailed(f"{what}: {reason[:200]} (RFC 5280)") from error


def _certificate(data: bytes) -> library.Certificate:
    return library.load_der_x509_certificate(data)


def public_key(data: bytes) -> Any:
    """Run ``x509.public_key``."""

    def read() -> Any:
        found = _certificate(data).public_key()
        if isinstance(found, ed25519.Ed25519PublicKey):
            return found
        if isinstance(found, ec.EllipticCurvePublicKey) and found.curve.name in _CURVES:
            return found
        raise ValueError("it is of no curve here: Ed25519, P-256 or P-384")

    return _refusing("the certificate has no key that is usable", read)


def validity(data: bytes) -> x509.Validity:
    """Run ``x509.validity``."""

    def read() -> x509.Validity:
        found = _certificate(data)
        return x509.Validity(_text(found.not_valid_before_utc), _text(found.not_valid_after_utc))

    return _refusing("the certificate cannot be read", read)


def _text(moment: datetime) -> str:
    return f"{moment.isoformat()[:19]}Z"


def _signs_certificates(_policy: Any, _certificate: library.Certificate, usage: library.KeyUsage) -> None:
    if not usage.key_cert_sign:
        raise ValueError("an issuer's certificate is not for signing certificates")


def _signs(_policy: Any, _certificate: library.Certificate, usage: library.KeyUsage | None) -> None:
    if usage is not None and not usage.digital_signature:
        raise ValueError("the signer's certificate is not for signatures")


def _policies(purpose: str) -> tuple[verification.ExtensionPolicy, verification.ExtensionPolicy]:
    authorities = (
        verification.ExtensionPolicy.permit_all()
        .require_present(library.BasicConstraints, _ANY, None)
        .require_present(library.KeyUsage, _ANY, _signs_certificates)
    )
    signers = verification.ExtensionPolicy.permit_all().may_be_present(library.KeyUsage, _ANY, _signs)
    if not purpose:
        return authorities, signers
    wanted = library.ObjectIdentifier(purpose)

    def has(_policy: Any, _certificate: library.Certificate, usage: library.ExtendedKeyUsage) -> None:
        if wanted not in usage:
            raise ValueError(f"the signer's certificate is not for {purpose}")

    return authorities, signers.require_present(library.ExtendedKeyUsage, _ANY, has)


def path(given: x509.Path) -> bool:
    """Run ``x509.path``."""
    chain, roots, now, purpose = given
    if not chain:
        raise VerificationFailed("there is no certificate, so no path to a root (RFC 5280, 6.1)")
    if not roots:
        raise VerificationFailed("there is no root to trust: give one (RFC 5280, 6.1)")

    def validate() -> bool:
        authorities, signers = _policies(purpose)
        signer, *others = map(_certificate, chain)
        builder = (
            verification.PolicyBuilder()
            .store(verification.Store([_certificate(root) for root in roots]))
            .time(datetime.fromisoformat(now).replace(tzinfo=None))
            .extension_policies(ca_policy=authorities, ee_policy=signers)
        )
        builder.build_client_verifier().verify(signer, others)
        return True

    return _refusing("there is no path from the signer's certificate to a root", validate)
