"""hashlib and hmac of Python itself: OpenSSL's hash functions, without a library in between."""

import hashlib
import hmac
from typing import Any

from canonbench.model.engine import Engine
from canonbench.stages import hashing, hkdf
from canonbench.stages import hmac as hmac_stages

__all__ = ["ENGINES"]

_NAME = "hashlib"
_SIZE = 32


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _sha384(data: bytes) -> bytes:
    return hashlib.sha384(data).digest()


def _hmac(given: hmac_stages.Authentication) -> bytes:
    return hmac.digest(given.key, given.message, "sha256")


def _hkdf(given: hkdf.Derivation) -> bytes:
    """Extract, then expand (RFC 5869, sections 2.2 and 2.3)."""
    secret, salt, info, length = given
    pseudorandom = hmac.digest(salt or bytes(_SIZE), secret, "sha256")
    block, found = b"", b""
    for number in range(1, -(-length // _SIZE) + 1):
        block = hmac.digest(pseudorandom, block + info + bytes([number]), "sha256")
        found += block
    return found[:length]


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(hashing.sha256, _NAME, run=_sha256),
    Engine(hashing.sha384, _NAME, run=_sha384),
    Engine(hmac_stages.sha256, _NAME, run=_hmac),
    Engine(hkdf.derive, _NAME, run=_hkdf),
)
