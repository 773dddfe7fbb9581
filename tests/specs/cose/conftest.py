"""A message that is signed, and what verifies it."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from canonbench.specs import cose
from canonbench.specs.cbor import Codec


def sign(data: bytes) -> bytes:
    """Stand in for Ed25519: a digest of what is signed."""
    return hashlib.sha512(data).digest()


def verify(data: bytes, signature: bytes) -> bool:
    return sign(data) == signature


@pytest.fixture
def signed(codec: Codec) -> cose.Sign1:
    return cose.sign1(b"payload", algorithm=cose.EDDSA, sign=sign, codec=codec)


@pytest.fixture
def check(codec: Codec) -> Callable[..., bytes]:
    def run(message: cose.Sign1, **changes: Any) -> bytes:
        return cose.verify1(message, **{"algorithm": cose.EDDSA, "verify": verify, "codec": codec, **changes})

    return run
