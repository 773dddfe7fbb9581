"""Neutral values as JSON text and back, so that a worker gets its input from a file.

JSON has neither bytes nor tuples, so every array starts with a tag: ``l`` list, ``t`` tuple, ``b`` bytes (as
base64) and ``n`` a NamedTuple of canonbench, with its place. Other values of JSON stand for themselves.
"""

import base64
import hashlib
import importlib
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["digest", "dump", "load"]

_OWN = "canonbench."


def dump(value: Any) -> str:
    """Return ``value`` as ASCII text, equal for equal values but for the order of members.

    Raises:
        TypeError: it is no neutral value, or a number that is not finite; the message names its type.
    """
    try:
        return json.dumps(_encode(value), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise TypeError(f"no neutral value: {error}") from None


def load(text: str) -> Any:
    """Return the value that ``dump`` wrote."""
    return _decode(json.loads(text))


def digest(text: str) -> str:
    """Return the lower-case hexadecimal SHA-256 of ``text``; lone surrogates count as three bytes each."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _encode(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        place = f"{type(value).__module__}:{type(value).__qualname__}"
        items = [_encode(item) for item in value]
        return ["n", place, *items] if hasattr(value, "_fields") and place.startswith(_OWN) else ["t", *items]
    if isinstance(value, list):
        return ["l", *[_encode(item) for item in value]]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _encode(member) for key, member in value.items()}
    if isinstance(value, bytes | bytearray):
        return ["b", base64.b64encode(value).decode()]
    raise TypeError(f"no neutral value: {type(value).__name__}")


def _decode(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _decode(member) for key, member in value.items()}
    if not isinstance(value, list):
        return value
    tag, *items = value
    if tag == "b":
        return base64.b64decode(items[0])
    if tag == "n":
        module, _, name = items.pop(0).partition(":")
        return getattr(importlib.import_module(module), name)._make(map(_decode, items))
    return [_decode(item) for item in items] if tag == "l" else tuple(map(_decode, items))
