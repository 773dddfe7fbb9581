"""EdDSA with Ed25519 (RFC 8032): the pure scheme, over the message itself."""

from collections.abc import Iterator
from typing import NamedTuple

from canonbench.model.stage import Stage
from canonbench.stages.key import Key
from canonbench.stages.tampering import flipped
from canonbench.stages.texts import RFC8032

__all__ = ["Signing", "Verification", "sign", "verify"]


class Signing(NamedTuple):
    """What to sign, and the secret key: in a composition the library's own, by ``use.between``."""

    key: Key
    message: bytes


class Verification(NamedTuple):
    """A signature of 64 bytes, what it is said to sign, and the public key, as in ``Signing``."""

    key: Key
    message: bytes
    signature: bytes


def _tampered(good: Verification) -> Iterator[Verification]:
    for signature in flipped(good.signature):
        yield good._replace(signature=signature)
    for message in flipped(good.message):
        yield good._replace(message=message)
    yield good._replace(signature=good.signature[:-1])
    yield good._replace(signature=good.signature + b"\0")


verify: Stage[Verification, bool] = Stage("eddsa.verify", RFC8032.at("section-5.1.7"), tampered=_tampered)
"""Gives ``True``, or raises VerificationFailed."""

sign: Stage[Signing, bytes] = Stage("eddsa.sign", RFC8032.at("section-5.1.6"))
