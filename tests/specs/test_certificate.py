"""Certificates that are written here are read, and verified, by an X.509 library."""

from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from canonbench.errors import MalformedInput
from canonbench.specs.certificate import DOCUMENT_SIGNER, Subject, certificate, der_signature, to_be_signed

RAW, POINT = serialization.PublicFormat.Raw, serialization.PublicFormat.UncompressedPoint
KEYS: dict[str, Any] = {
    "Ed25519": ed25519.Ed25519PrivateKey.generate(),
    "P-256": ec.generate_private_key(ec.SECP256R1()),
    "P-384": ec.generate_private_key(ec.SECP384R1()),
}


def _public(algorithm: str) -> bytes:
    public = KEYS[algorithm].public_key()
    if algorithm == "Ed25519":
        return bytes(public.public_bytes_raw())
    return bytes(public.public_bytes(serialization.Encoding.X962, POINT))


def _signed(subject: Subject, signer: str) -> x509.Certificate:
    tbs = to_be_signed(subject, signer)
    if signer == "Ed25519":
        return x509.load_der_x509_certificate(certificate(tbs, signer, KEYS[signer].sign(tbs)))
    digest = hashes.SHA256() if signer == "P-256" else hashes.SHA384()
    size = 32 if signer == "P-256" else 48
    raw = b"".join(
        number.to_bytes(size, "big")
        for number in decode_dss_signature(KEYS[signer].sign(tbs, ec.ECDSA(digest)))
    )
    return x509.load_der_x509_certificate(certificate(tbs, signer, raw))


def _subject(name: str, algorithm: str, **changes: Any) -> Subject:
    return Subject(
        name, "Root", algorithm, _public(algorithm), "2026-01-01T00:00:00Z", "2051-06-01T12:30:00Z", 300
    )._replace(**changes)


@pytest.mark.parametrize("signer", KEYS)
@pytest.mark.parametrize("algorithm", KEYS)
def test_a_certificate_is_issued_by_its_root(signer: str, algorithm: str) -> None:
    root = _signed(_subject("Root", signer, root=True, serial=1), signer)
    leaf = _signed(_subject("Signer", algorithm, purpose=DOCUMENT_SIGNER), signer)

    leaf.verify_directly_issued_by(root)
    root.verify_directly_issued_by(root)
    assert leaf.public_key() == KEYS[algorithm].public_key()
    assert (leaf.serial_number, leaf.version) == (300, x509.Version.v3)
    assert leaf.subject.rfc4514_string() == "CN=Signer,C=XX"
    assert leaf.issuer == root.subject
    assert f"{leaf.not_valid_before_utc} {leaf.not_valid_after_utc}" == (
        "2026-01-01 00:00:00+00:00 2051-06-01 12:30:00+00:00"
    )


def test_a_root_may_sign_certificates_and_a_signer_messages() -> None:
    root, leaf = (
        {extension.oid.dotted_string: extension for extension in _signed(subject, "P-256").extensions}
        for subject in (_subject("Root", "P-256", root=True), _subject("A", "P-256", purpose=DOCUMENT_SIGNER))
    )

    usages = (root["2.5.29.15"].value, leaf["2.5.29.15"].value)
    assert [(usage.key_cert_sign, usage.crl_sign, usage.digital_signature) for usage in usages] == [
        (True, True, False),
        (False, False, True),
    ]
    assert root["2.5.29.19"].value == x509.BasicConstraints(ca=True, path_length=0)
    assert leaf["2.5.29.37"].value == x509.ExtendedKeyUsage([x509.ObjectIdentifier(DOCUMENT_SIGNER)])
    assert all(extension.critical for extension in (*root.values(), *leaf.values()))
    assert set(root) == {"2.5.29.15", "2.5.29.19"}


def test_numbers_of_a_signature_are_never_negative() -> None:
    assert der_signature(b"\x80" + bytes(30) + b"\x01" + bytes(31) + b"\x7f").hex() == (
        "3026" + "022100" + "80" + "00" * 30 + "01" + "02017f"
    )


@pytest.mark.parametrize(("algorithm", "signer"), [("Ed448", "P-256"), ("P-256", "P-521")])
def test_other_algorithms_have_no_place(algorithm: str, signer: str) -> None:
    with pytest.raises(MalformedInput, match=r"not for (Ed448|P-521)"):
        to_be_signed(_subject("A", "P-256")._replace(algorithm=algorithm), signer)
