"""cbor2: CBOR in Rust.

What is handled here, each seen in cbor2 6.3:

- ``loads`` passes over bytes after the item, keeps the last of two equal keys and takes indefinite lengths: a
  decoder of its own refuses all three;
- some tags become Python objects, which lose what was written (a date its spelling): they stay tags;
- floats are written in 64 bits unless maps are sorted, too. That is well-formed, and nothing here asks for
  the shortest one.
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import cbor2 as library

from canonbench.errors import MalformedInput
from canonbench.model.engine import Engine
from canonbench.specs.cbor import Codec, Simple, native, neutral
from canonbench.stages import cbor

__all__ = ["ENGINES"]

_NAME = "cbor2"
_UNDEFINED = 23


def _kept(number: int) -> Callable[[Any, bool], library.CBORTag]:
    return lambda value, _immutable: library.CBORTag(number, value)


# Every tag that the library would decode on its own, but for bignums (2 and 3).
_TAGS = {
    number: _kept(number)
    for number in (
        (0, 1, 4, 5, 25, 28, 29, 30, 35, 36, 37, 52, 54, 100, 256, 258, 260, 261, 1004, 43000, 55799)
    )
}


def _decode(data: bytes) -> Any:
    source = BytesIO(data)
    decoder = library.CBORDecoder(
        source, semantic_decoders=_TAGS, allow_duplicate_keys=False, allow_indefinite=False
    )
    try:
        value = decoder.decode()
    except library.CBORDecodeError as error:
        raise MalformedInput(f"cbor2: {' '.join(str(error).split())} (RFC 8949)") from error
    if source.tell() != len(data):
        raise MalformedInput(f"cbor2: {len(data) - source.tell()} bytes follow the item (RFC 8949, 3)")
    return value


def _simple(number: int) -> Any:
    return library.undefined if number == _UNDEFINED else library.CBORSimpleValue(number)


def _other(value: Any) -> Simple:
    if isinstance(value, library.CBORSimpleValue):
        return Simple(value.value)
    if value is library.undefined:
        return Simple(_UNDEFINED)
    raise MalformedInput(f"cbor2: a {type(value).__name__} is no neutral value")


_CODEC = Codec(library.dumps, _decode, library.CBORTag, (MalformedInput,))


def _enter(value: Any) -> Any:
    return native(value, _CODEC, _simple)


def _leave(value: Any) -> Any:
    return neutral(value, _other)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(cbor.encode, _NAME, run=library.dumps, enter=_enter),
    Engine(cbor.decode, _NAME, run=_decode, leave=_leave),
)
