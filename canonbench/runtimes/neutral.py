"""Neutral values as JSON for a child of another runtime, and back.

JSON has one type of numbers and neither octets nor tuples, so every array starts with a tag:

=======================  ==================================================================================
``["l", ...]``           a list
``["t", ...]``           a tuple; ``["n", NAME, ...]`` one that has a name (a NamedTuple, its class's name)
``["b", BASE64]``        octets
``["i", DECIMAL]``       an integer beyond 2^53 - 1, which JSON libraries round
``["f", TEXT]``          a float that is whole or not finite: ``1.0``, ``-0.0``, ``inf``, ``-inf``, ``nan``
=======================  ==================================================================================

Everything else stands for itself: null, booleans, text, other numbers, objects.
"""

import base64
import binascii
import math
from collections.abc import Callable, Mapping
from typing import Any

from canonbench.runtimes.faults import nonsense

__all__ = ["decode", "encode"]

_SAFE = 2**53 - 1


def encode(value: Any) -> Any:  # noqa: PLR0911 - one return a kind of value
    """Return the JSON value that stands for the neutral ``value``.

    Raises:
        TypeError: it is no neutral value.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if -_SAFE <= value <= _SAFE else ["i", str(value)]
    if isinstance(value, float):
        return ["f", repr(value)] if not math.isfinite(value) or value.is_integer() else value
    if isinstance(value, tuple):
        tag = ["n", type(value).__name__] if hasattr(value, "_fields") else ["t"]
        return [*tag, *map(encode, value)]
    if isinstance(value, list):
        return ["l", *map(encode, value)]
    if isinstance(value, bytes | bytearray):
        return ["b", base64.b64encode(value).decode()]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: encode(member) for key, member in value.items()}
    raise TypeError(f"no neutral value: {type(value).__name__}")


def decode(value: Any, named: Mapping[str, Callable[..., Any]] | None = None) -> Any:
    """Return the neutral value that ``value``, parsed JSON, stands for.

    ``named`` makes the tuples that have a name, by their names.

    Raises:
        RuntimeFault: it stands for none.
    """
    try:
        return _decode(value, named or {})
    except (LookupError, TypeError, ValueError, binascii.Error) as error:
        raise nonsense(f"gives what is no neutral value ({type(error).__name__})") from error


def _decode(  # noqa: PLR0911 - one return a tag
    value: Any, named: Mapping[str, Callable[..., Any]]
) -> Any:
    if isinstance(value, dict):
        return {key: _decode(member, named) for key, member in value.items()}
    if not isinstance(value, list):
        return value
    tag, *items = value
    if tag == "b":
        return base64.b64decode(items[0], validate=True)
    if tag == "i":
        return int(items[0])
    if tag == "f":
        return float(items[0])
    if tag == "n":
        name, *members = items
        return named[name](*(_decode(member, named) for member in members))
    if tag not in {"l", "t"}:
        raise ValueError(tag)
    members = [_decode(item, named) for item in items]
    return members if tag == "l" else tuple(members)
