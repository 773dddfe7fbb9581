"""CBOR: values to octets and back. Neutral values are those of ``canonbench.specs.cbor``.

``encode`` makes the preferred serialization (RFC 8949 section 4.1: shortest heads and floats, definite
lengths) with maps in the order given, so that a neutral value has one encoding. ``decode`` reads exactly one
item, and refuses duplicate keys and indefinite lengths. A composition takes both as one codec:
``canonbench.exchanges.codec``.
"""

from typing import Any

from canonbench.model.stage import Stage
from canonbench.stages.texts import RFC8949

__all__ = ["decode", "encode"]

encode: Stage[Any, bytes] = Stage("cbor.encode", RFC8949.at("section-4.1"))
decode: Stage[bytes, Any] = Stage("cbor.decode", RFC8949.at("section-3"), normal=repr)
"""Raises MalformedInput."""
