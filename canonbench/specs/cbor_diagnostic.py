"""CBOR for people: neutral values in diagnostic notation (RFC 8949 section 8)."""

import json
from math import isinf, isnan
from typing import Any

from canonbench.errors import MalformedInput
from canonbench.specs.cbor import Map, Simple, Tag

__all__ = ["diagnostic"]

_UNDEFINED = 23
_INDENT = "  "


def diagnostic(value: Any, level: int = 0) -> str:  # noqa: PLR0911 - a return for each kind of value
    """Write a neutral value in diagnostic notation, arrays and maps a line for each member.

    Args:
        value: a neutral value of ``canonbench.specs.cbor``.
        level: how deeply it stands.

    Raises:
        MalformedInput: it is no neutral value.
    """
    if value is None or isinstance(value, bool):
        return {None: "null", False: "false", True: "true"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, bytes):
        return f"h'{value.hex()}'"
    if isinstance(value, Tag):
        return f"{value.number}({diagnostic(value.content, level)})"
    if isinstance(value, Simple):
        return "undefined" if value.number == _UNDEFINED else f"simple({value.number})"
    return _members(value, level)


def _float(value: float) -> str:
    if isnan(value):
        return "NaN"
    if isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return repr(value)


def _members(value: Any, level: int) -> str:
    inner = level + 1
    if isinstance(value, list):
        members, brackets = [diagnostic(item, inner) for item in value], "[]"
    elif isinstance(value, dict | Map):
        entries = value.entries if isinstance(value, Map) else value.items()
        members = [f"{diagnostic(name, inner)}: {diagnostic(item, inner)}" for name, item in entries]
        brackets = "{}"
    else:
        raise MalformedInput(f"a {type(value).__name__} is no neutral value of CBOR (RFC 8949, 8)")
    if not members:
        return brackets
    lines = ",".join([f"\n{_INDENT * inner}{member}" for member in members])
    return f"{brackets[0]}{lines}\n{_INDENT * level}{brackets[1]}"
