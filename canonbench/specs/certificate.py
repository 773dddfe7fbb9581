"""X.509 certificates, written: what the exchanges need to carry a chain of their own (RFC 5280 section 4).

A certificate is made of what is signed (`to_be_signed`) and the signature (`certificate`); key and signature
are arguments, so that a certificate is the same wherever the signature is. Nothing is read here.
"""

from datetime import datetime
from typing import NamedTuple

from canonbench.errors import MalformedInput

__all__ = ["DOCUMENT_SIGNER", "Subject", "certificate", "der_signature", "to_be_signed"]

DOCUMENT_SIGNER = "1.0.18013.5.1.2"
"""The extended key usage of an mdoc's document signer (ISO/IEC 18013-5:2021, B.1.4)."""

_INTEGER, _BITS, _OCTETS, _OID, _UTF8, _PRINTABLE = 0x02, 0x03, 0x04, 0x06, 0x0C, 0x13
_UTC, _GENERAL, _SEQUENCE, _SET = 0x17, 0x18, 0x30, 0x31
_TRUE = b"\x01\x01\xff"
_KEYS = {
    "Ed25519": ("1.3.101.112", ""),
    "P-256": ("1.2.840.10045.2.1", "1.2.840.10045.3.1.7"),
    "P-384": ("1.2.840.10045.2.1", "1.3.132.0.34"),
}
_SIGNATURES = {"P-256": "1.2.840.10045.4.3.2", "P-384": "1.2.840.10045.4.3.3", "Ed25519": "1.3.101.112"}
_LAST_UTC = "2050"


class Subject(NamedTuple):
    """What a certificate says.

    Attributes:
        name: the common name of its subject.
        issuer: the common name of its issuer.
        algorithm: of its key: ``"Ed25519"``, ``"P-256"`` or ``"P-384"``.
        public: its key: 32 octets, or the uncompressed point.
        not_before: ``YYYY-MM-DDThh:mm:ssZ``.
        not_after: likewise.
        serial: its number, above 0.
        root: whether it may sign certificates.
        purpose: an extended key usage, as a dotted number, or ``""``.
    """

    name: str
    issuer: str
    algorithm: str
    public: bytes
    not_before: str
    not_after: str
    serial: int
    root: bool = False
    purpose: str = ""


def to_be_signed(subject: Subject, signer: str) -> bytes:
    """Encode the TBSCertificate (RFC 5280 section 4.1.2) to be signed with a key of algorithm ``signer``.

    Raises:
        MalformedInput: an algorithm that has no place here.
    """
    for algorithm in (subject.algorithm, signer):
        if algorithm not in _KEYS:
            raise MalformedInput(f"certificates here are for {', '.join(_KEYS)}, not for {algorithm}")
    return _sequence(
        _tlv(0xA0, _integer(2)),
        _integer(subject.serial),
        _sequence(_oid(_SIGNATURES[signer])),
        _name(subject.issuer),
        _sequence(_time(subject.not_before), _time(subject.not_after)),
        _name(subject.name),
        _public_key(subject.algorithm, subject.public),
        _tlv(0xA3, _sequence(*_extensions(subject))),
    )


def certificate(tbs: bytes, signer: str, signature: bytes) -> bytes:
    """Encode the certificate of what `to_be_signed` gave; ``signature`` is raw (RFC 5280 section 4.1.1)."""
    value = signature if signer == "Ed25519" else der_signature(signature)
    return _sequence(tbs, _sequence(_oid(_SIGNATURES[signer])), _bits(value))


def der_signature(raw: bytes) -> bytes:
    """Encode r and s as the Ecdsa-Sig-Value of certificates (RFC 3279 section 2.2.3)."""
    half = len(raw) // 2
    return _sequence(*(_integer(int.from_bytes(part, "big")) for part in (raw[:half], raw[half:])))


def _tlv(tag: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    size = len(content)
    if size < 0x80:  # noqa: PLR2004 - the short form of X.690, 8.1.3.4
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def _sequence(*parts: bytes) -> bytes:
    return _tlv(_SEQUENCE, *parts)


def _integer(value: int) -> bytes:
    return _tlv(_INTEGER, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def _bits(data: bytes, unused: int = 0) -> bytes:
    return _tlv(_BITS, bytes([unused]), data)


def _oid(text: str) -> bytes:
    first, second, *others = map(int, text.split("."))
    content = bytearray([40 * first + second])
    for number in others:
        groups = [number & 0x7F]
        while number := number >> 7:
            groups.append(0x80 | number & 0x7F)
        content += bytes(reversed(groups))
    return _tlv(_OID, bytes(content))


def _name(common_name: str) -> bytes:
    country = _tlv(_SET, _sequence(_oid("2.5.4.6"), _tlv(_PRINTABLE, b"XX")))
    return _sequence(country, _tlv(_SET, _sequence(_oid("2.5.4.3"), _tlv(_UTF8, common_name.encode()))))


def _time(text: str) -> bytes:
    digits = f"{datetime.fromisoformat(text):%Y%m%d%H%M%SZ}"
    if digits < _LAST_UTC:  # RFC 5280 section 4.1.2.5
        return _tlv(_UTC, digits[2:].encode())
    return _tlv(_GENERAL, digits.encode())


def _public_key(algorithm: str, public: bytes) -> bytes:
    kind, curve = _KEYS[algorithm]
    return _sequence(_sequence(_oid(kind), _oid(curve) if curve else b""), _bits(public))


def _extension(oid: str, value: bytes, *, critical: bool) -> bytes:
    return _sequence(_oid(oid), _TRUE if critical else b"", _tlv(_OCTETS, value))


def _extensions(subject: Subject) -> list[bytes]:
    # Bit 0 is digitalSignature; 5 and 6 are keyCertSign and cRLSign (RFC 5280 section 4.2.1.3).
    usage = _bits(b"\x06", 1) if subject.root else _bits(b"\x80", 7)
    extensions = [_extension("2.5.29.15", usage, critical=True)]
    if subject.root:
        constraints = _sequence(_TRUE, _integer(0))
        extensions.append(_extension("2.5.29.19", constraints, critical=True))
    if subject.purpose:
        extensions.append(_extension("2.5.29.37", _sequence(_oid(subject.purpose)), critical=True))
    return extensions
