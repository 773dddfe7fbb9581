"""Multibase in the two bases of Data Integrity proofs: base-58-btc and base64url."""

from typing import NamedTuple

from canonbench.model.stage import Stage
from canonbench.stages.texts import CID

__all__ = ["Decoding", "Encoding", "decode", "encode"]


class Encoding(NamedTuple):
    """Octets, and the header of the base to write them in: ``"z"`` or ``"u"``."""

    data: bytes
    base: str = "z"


class Decoding(NamedTuple):
    """A Multibase value, and the header that it must have."""

    text: str
    base: str = "z"


encode: Stage[Encoding, str] = Stage("multibase.encode", CID.at("multibase-0"))
decode: Stage[Decoding, bytes] = Stage("multibase.decode", CID.at("multibase-0"))
"""Raises MalformedInput for another header, and for what is not the one spelling of some octets."""
