"""HKDF with SHA-256: keying material to a key."""

from typing import NamedTuple

from canonbench.model.stage import Stage
from canonbench.stages.texts import RFC5869

__all__ = ["Derivation", "derive"]


class Derivation(NamedTuple):
    """Input keying material, salt and info, and the length in bytes of the key that is derived."""

    secret: bytes
    salt: bytes
    info: bytes
    length: int = 32


derive: Stage[Derivation, bytes] = Stage("hkdf.derive", RFC5869.at("section-2"))
