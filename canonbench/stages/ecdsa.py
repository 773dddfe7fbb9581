"""ECDSA (FIPS 186-5) on P-256 with SHA-256 and on P-384 with SHA-384; signatures are raw, r and s.

A signature is random unless it is asked to be deterministic (RFC 6979), so it is not compared but verified.
"""

from collections.abc import Iterator
from typing import NamedTuple

from canonbench.model.stage import Proof, Stage
from canonbench.stages.key import Key
from canonbench.stages.tampering import flipped
from canonbench.stages.texts import FIPS_186

__all__ = ["Signing", "Verification", "sign", "verify"]


class Signing(NamedTuple):
    """What to sign, and the secret key: in a composition the library's own, by ``use.between``.

    ``deterministic`` asks for the nonce of RFC 6979.
    """

    key: Key
    message: bytes
    deterministic: bool = False


class Verification(NamedTuple):
    """A signature of 64 or 96 bytes, what it is said to sign, and the public key, as in ``Signing``."""

    key: Key
    message: bytes
    signature: bytes


def _tampered(good: Verification) -> Iterator[Verification]:
    half = len(good.signature) // 2
    for signature in flipped(good.signature):
        yield good._replace(signature=signature)
    for message in flipped(good.message):
        yield good._replace(message=message)
    yield good._replace(signature=good.signature[:-1])
    yield good._replace(signature=good.signature + b"\0")
    yield good._replace(signature=bytes(half) + good.signature[half:])
    yield good._replace(signature=_der(good.signature))


def _der(raw: bytes) -> bytes:
    """Return the signature as an ASN.1 structure, which no format here allows."""
    half = len(raw) // 2
    numbers = [part.lstrip(b"\0") for part in (raw[:half], raw[half:])]
    signed = [b"\0" * (number[0] >> 7) + number for number in numbers]
    body = b"".join(bytes([2, len(number)]) + number for number in signed)
    return bytes([0x30, len(body)]) + body


verify: Stage[Verification, bool] = Stage("ecdsa.verify", FIPS_186.at("section-6.4.2"), tampered=_tampered)
"""Gives ``True``, or raises VerificationFailed."""


def _length(signature: bytes) -> str:
    return f"{len(signature)} bytes"


def _verification(given: Signing, signature: bytes) -> Verification:
    return Verification(given.key._replace(secret=b""), given.message, signature)


sign: Stage[Signing, bytes] = Stage(
    "ecdsa.sign", FIPS_186.at("section-6.4.1"), normal=_length, proof=Proof(verify, _verification)
)
