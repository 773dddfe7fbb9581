"""What an exchange draws at random: from the operating system when it is timed, from a seed in tests."""

import os
from collections.abc import Callable
from random import Random

__all__ = ["Draw", "drawing", "scalar", "token_of"]

Draw = Callable[[int], bytes]
"""Gives so many random bytes."""

_P256_ORDER = 2**256 - 2**224 + 2**192 - 0x4319055258E8617B0C46353D039CDAAF
_MORE = 8  # bytes beyond the order's length, so that the remainder is not biased


def drawing(seed: bytes | None) -> Draw:
    """Return the operating system's source, or one that gives the same for the same ``seed``."""
    return os.urandom if seed is None else Random(seed).randbytes  # noqa: S311 - a seed is for tests


def scalar(draw: Draw) -> bytes:
    """Draw a secret key of P-256: a number from 1 to its order less 1, 32 bytes (FIPS 186-5, A.2.1)."""
    number = int.from_bytes(draw(32 + _MORE), "big") % (_P256_ORDER - 1) + 1
    return number.to_bytes(32, "big")


def token_of(draw: Draw) -> str:
    """Draw the token of Skolem names: letters and digits that nobody can foresee."""
    return f"k{draw(16).hex()}"
