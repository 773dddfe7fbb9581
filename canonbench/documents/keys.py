"""Keys of the people and institutions in the documents, made from names: the same everywhere.

They are for measuring and tests only. Anybody can make them.
"""

import hashlib

from canonbench.specs.multibase import KEY_TYPES, SecretKey, secret_multikey

__all__ = ["secret_key", "secret_octets"]

# The order of the group of P-256 (FIPS 186-5, SP 800-186): a scalar lies between 0 and it.
_ORDERS = {
    "P-256": 2**256 - 2**224 + 2**192 - 0x4319055258E8617B0C46353D039CDAAF,
    "P-384": 2**384 - 0x389CB27E0BC8D220A7E5F24DB74F58851313E695333AD68D,
}


def secret_octets(purpose: str, seed: int = 0, length: int = 32) -> bytes:
    """Return octets that nobody would guess to be a secret, the same for equal arguments (at most 64)."""
    return hashlib.sha512(f"canonbench/{purpose}/{seed}".encode()).digest()[:length]


def secret_key(algorithm: str, owner: str = "issuer", seed: int = 0) -> str:
    """Return ``secretKeyMultibase`` of the key of ``owner`` for ``algorithm``.

    Args:
        algorithm: ``"Ed25519"``, ``"P-256"`` or ``"P-384"``.
        owner: whose key it is: ``"issuer"``, ``"holder"``, ``"verifier"`` or any other name.
        seed: another seed gives other keys.

    Raises:
        MalformedInput: another algorithm.
    """
    length = KEY_TYPES[algorithm].secret_length if algorithm in KEY_TYPES else 0
    octets = secret_octets(f"{algorithm}/{owner}", seed, length)
    if algorithm in _ORDERS:
        scalar = int.from_bytes(octets, "big") % (_ORDERS[algorithm] - 1) + 1
        octets = scalar.to_bytes(length, "big")
    return secret_multikey(SecretKey(algorithm, octets))
