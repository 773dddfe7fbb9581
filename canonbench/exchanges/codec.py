"""CBOR in a composition: two stages as the one codec that the specifications ask for."""

from typing import Any, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.model.engine import identity
from canonbench.model.use import Use
from canonbench.specs.cbor import Codec, Tag, native, neutral
from canonbench.stages import cbor

__all__ = ["codec"]


class _Tagged(NamedTuple):
    tag: int
    value: Any


def codec(use: Use, *, of: str = "document") -> Codec:
    """Bind ``cbor.encode`` and ``cbor.decode`` as a codec over plain values: maps are ``dict``, always.

    Under a ``use`` of native values encoding and decoding are the library's own calls, and a tag is the
    library's. Under one of neutral values what passes through the stages is converted on both sides.
    """
    encode, decode = use(cbor.encode, of=of), use(cbor.decode, of=of)
    enter = use.between(None, cbor.encode)
    if enter is not identity:
        return Codec(encode, decode, lambda number, content: enter(Tag(number, content)), (MalformedInput,))
    plain = Codec(encode, decode, _Tagged, (MalformedInput,))
    return plain._replace(
        encode=lambda value: encode(neutral(value)), decode=lambda data: native(decode(data), plain)
    )
