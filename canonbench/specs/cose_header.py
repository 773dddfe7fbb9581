"""CBOR for protected headers: what a COSE library brings itself, to stand without a codec (RFC 8949).

A protected header is a small map of numbers, texts, byte strings and arrays of them, all of definite length
(RFC 9052 section 3). `CODEC` reads and writes that much, and no more.
"""

from typing import Any

from canonbench.errors import MalformedInput
from canonbench.specs.cbor import Codec, Tagged, array, byte_string, head, text_string

__all__ = ["CODEC"]

_DEEPEST = 8
_LONG, _SIZES = 24, {24: 1, 25: 2, 26: 4, 27: 8}
_FIXED = {20: False, 21: True, 22: None}


def _encode(value: Any) -> bytes:
    kind = type(value)
    if kind is int:
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if kind is str:
        return text_string(value)
    if kind is bytes:
        return byte_string(value)
    if kind is list:
        return array([_encode(item) for item in value])
    if kind is dict:
        entries = b"".join([_encode(key) + _encode(item) for key, item in value.items()])
        return head(5, len(value)) + entries
    raise MalformedInput(f"a {kind.__name__} does not stand in a protected header here (RFC 9052, 3)")


def _decode(data: bytes) -> Any:
    value, end = _item(data, 0, 0)
    if end != len(data):
        raise MalformedInput(f"{len(data) - end} bytes follow the item (RFC 8949, 3)")
    return value


def _item(data: bytes, start: int, depth: int) -> tuple[Any, int]:
    if start >= len(data) or depth > _DEEPEST:
        raise MalformedInput("a header ends too early, or is nested too deeply (RFC 8949, 3)")
    major, info = divmod(data[start], 32)
    place = start + 1
    if major == 7 and info in _FIXED:  # noqa: PLR2004 - simple values, RFC 8949 section 3.3
        return _FIXED[info], place
    argument = info
    if info >= _LONG:
        size = _SIZES.get(info, 0)
        argument = int.from_bytes(data[place : place + size], "big")
        if not size or place + size > len(data):
            raise MalformedInput("a length is indefinite, reserved or cut off (RFC 8949, 3)")
        place += size
    if major <= 1:
        return (argument if major == 0 else -1 - argument), place
    if major <= 3:  # noqa: PLR2004 - byte and text strings, RFC 8949 section 3.1
        return _string(data, place, argument, text=major == 3)  # noqa: PLR2004 - as above
    if major == 4:  # noqa: PLR2004 - arrays, RFC 8949 section 3.1
        items = []
        for _ in range(argument):
            item, place = _item(data, place, depth + 1)
            items.append(item)
        return items, place
    if major == 5:  # noqa: PLR2004 - maps, RFC 8949 section 3.1
        return _map(data, place, argument, depth + 1)
    raise MalformedInput("a header holds a tag, a float or a simple value (RFC 9052, 3)")


def _string(data: bytes, start: int, size: int, *, text: bool) -> tuple[str | bytes, int]:
    end = start + size
    found = data[start:end]
    if len(found) != size:
        raise MalformedInput("a string is cut off (RFC 8949, 3.1)")
    if not text:
        return found, end
    try:
        return found.decode(), end
    except UnicodeDecodeError as error:
        raise MalformedInput("a text string is not UTF-8 (RFC 8949, 3.1)") from error


def _map(data: bytes, start: int, count: int, depth: int) -> tuple[dict[Any, Any], int]:
    entries: dict[Any, Any] = {}
    place = start
    for _ in range(count):
        key, place = _item(data, place, depth)
        value, place = _item(data, place, depth)
        if type(key) not in (int, str) or key in entries:
            raise MalformedInput("a header has a label twice, or one that is no number or text (RFC 9052, 3)")
        entries[key] = value
    return entries, place


def _tag(number: int, _content: Any) -> Tagged:
    raise MalformedInput(f"a tag, {number}, does not stand in a protected header here (RFC 9052, 3)")


CODEC = Codec(_encode, _decode, _tag, (MalformedInput,))
"""Reads and writes protected headers."""
