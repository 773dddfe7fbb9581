"""COSE around the signature or the MAC: what is signed, and every check but that of the signature itself.

A COSE_Sign1 is made by ``cbor.encode`` (the protected header), ``cose.to_be_signed`` and a signature stage;
it is verified by ``cbor.decode`` (the protected header), ``cose.to_be_verified`` and a signature stage.
COSE_Mac0 likewise, with ``hmac.sha256``. So the library under test does each of these, and nothing is
counted twice. ``sign1``, ``verify1``, ``mac0`` and ``verify_mac0`` are these wholes, as libraries offer them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from canonbench.model.stage import Proof, Stage
from canonbench.specs.cose import EDDSA, ES256, ES384, Headers, Mac0, MacVerification, Sign1, Verification
from canonbench.specs.cose_key import EC2, OKP, CoseKey
from canonbench.stages.key import Key
from canonbench.stages.tampering import flipped
from canonbench.stages.texts import RFC9052

__all__ = [
    "ALGORITHMS",
    "MacAuthentication",
    "MacCheck",
    "SignatureCheck",
    "Signing",
    "Structure",
    "cose_key",
    "mac0",
    "mac_to_be_verified",
    "sign1",
    "to_be_maced",
    "to_be_signed",
    "to_be_verified",
    "verify1",
    "verify_mac0",
]

ALGORITHMS = {"Ed25519": EDDSA, "P-256": ES256, "P-384": ES384}
"""COSE algorithm by the algorithm of a key."""

_CURVES = {"P-256": 1, "P-384": 2}
_ED25519 = 6


class Structure(NamedTuple):
    """Parts of a Sig_structure or MAC_structure: protected header, encoded; payload; external data."""

    protected: bytes
    payload: bytes
    external_aad: bytes = b""


class SignatureCheck(NamedTuple):
    """A COSE_Sign1, its protected header decoded, the key's algorithm, and a payload that is detached."""

    message: Sign1
    protected: Headers
    algorithm: int
    payload: bytes | None = None
    external_aad: bytes = b""


class MacCheck(NamedTuple):
    """A COSE_Mac0, its protected header decoded, and a payload that is detached."""

    message: Mac0
    protected: Headers
    payload: bytes | None = None
    external_aad: bytes = b""


class Signing(NamedTuple):
    """What to sign, the secret key, and whether the payload is to be detached; nonces as in ``ecdsa``."""

    key: Key
    payload: bytes
    external_aad: bytes = b""
    detached: bool = False
    deterministic: bool = False


class MacAuthentication(NamedTuple):
    """What to authenticate, the key of 32 bytes, and whether the payload is to be detached."""

    key: bytes
    payload: bytes
    external_aad: bytes = b""
    detached: bool = False


def cose_key(key: Key) -> CoseKey:
    """Return the public COSE_Key of a neutral key."""
    if key.algorithm == "Ed25519":
        return CoseKey(OKP, _ED25519, key.public)
    half = len(key.public) // 2
    return CoseKey(EC2, _CURVES[key.algorithm], key.public[1 : half + 1], key.public[half + 1 :])


def _tampered(good: Verification) -> Iterator[Verification]:
    message = good.message
    for protected in flipped(message.protected):
        yield good._replace(message=message._replace(protected=protected))
    for signature in flipped(message.signature):
        yield good._replace(message=message._replace(signature=signature))
    if message.payload is None:
        for payload in flipped(good.payload or b""):
            yield good._replace(payload=payload)
    else:
        for payload in flipped(message.payload):
            yield good._replace(message=message._replace(payload=payload))
    yield good._replace(message=message._replace(signature=message.signature[:-1]))
    yield good._replace(external_aad=good.external_aad + b"\0")


def _tampered_mac(good: MacVerification) -> Iterator[MacVerification]:
    message = good.message
    for tag in flipped(message.tag):
        yield good._replace(message=message._replace(tag=tag))
    for key in flipped(good.key):
        yield good._replace(key=key)
    yield good._replace(message=message._replace(tag=message.tag[:-1]))
    yield good._replace(external_aad=good.external_aad + b"\0")


verify1: Stage[Verification, bytes] = Stage("cose.verify1", RFC9052.at("section-4.4"), tampered=_tampered)
"""Gives the payload; raises MalformedInput or VerificationFailed."""


def _verification(given: Signing, message: Sign1) -> Verification:
    payload = given.payload if given.detached else None
    return Verification(
        message, ALGORITHMS[given.key.algorithm], cose_key(given.key), given.external_aad, payload
    )


def _without_signature(message: Sign1) -> str:
    return f"{message.protected.hex()} {message.payload!r} {len(message.signature)}"


sign1: Stage[Signing, Sign1] = Stage(
    "cose.sign1", RFC9052.at("section-4.4"), normal=_without_signature, proof=Proof(verify1, _verification)
)
verify_mac0: Stage[MacVerification, bytes] = Stage(
    "cose.verify_mac0", RFC9052.at("section-6.3"), tampered=_tampered_mac
)
"""Gives the payload; raises MalformedInput or VerificationFailed."""

mac0: Stage[MacAuthentication, Mac0] = Stage("cose.mac0", RFC9052.at("section-6.3"))

to_be_signed: Stage[Structure, bytes] = Stage(
    "cose.to_be_signed", RFC9052.at("section-4.4"), part_of="cose.sign1"
)
to_be_verified: Stage[SignatureCheck, bytes] = Stage(
    "cose.to_be_verified", RFC9052.at("section-4.4"), part_of="cose.verify1"
)
"""Raises MalformedInput or VerificationFailed for whatever is wrong but the signature itself."""

to_be_maced: Stage[Structure, bytes] = Stage(
    "cose.to_be_maced", RFC9052.at("section-6.3"), part_of="cose.mac0"
)
mac_to_be_verified: Stage[MacCheck, bytes] = Stage(
    "cose.mac_to_be_verified", RFC9052.at("section-6.3"), part_of="cose.verify_mac0"
)
"""Raises MalformedInput or VerificationFailed for whatever is wrong but the tag itself."""
