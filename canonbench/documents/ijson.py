"""A strict reader of I-JSON (RFC 7493), for documents that come from outside.

Python's ``json`` keeps the last of two members of the same name, reads ``NaN`` and ``1e999`` and lets a lone
surrogate pass. Two libraries that differ on any of these would sign different claims, so all are refused.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from canonbench.errors import BadDocument

__all__ = ["MAX_BYTES", "MAX_DEPTH", "pointer", "read"]

MAX_BYTES = 16 * 2**20
"""Bytes above which a document is refused, unless the caller gives another limit."""

MAX_DEPTH = 128
"""Arrays and objects inside one another above which a document is refused."""

# RFC 7493 section 2.1: neither surrogates nor the 66 noncharacters of Unicode.
_OUTSIDE = re.compile(
    "[\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)
# Without one of these in UTF-8 no string, once unescaped, is outside: U+FDD0 to U+FDEF, U+xxFFFE, U+xxFFFF.
_SUSPECT = (b"\\u", b"\xef\xb7", b"\xbf\xbe", b"\xbf\xbf")
_MOST_DIGITS = 308  # an integer with no more of them has a binary64 number beside it
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_STRING_OR_BRACKET = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.DOTALL)
_BRACKETS = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


class _Repeated(dict[str, Any]):
    """An object in which ``name`` occurs twice; it never leaves this module."""

    name: str


class _NotANumber:
    """Stands for ``NaN``, ``Infinity`` or ``-Infinity`` until its place is known."""


def read(data: bytes, name: str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> Any:
    """Return the JSON value of ``data``.

    Args:
        data: a JSON text in UTF-8, without a byte order mark.
        name: what the messages call the document.
        max_bytes: size, in bytes, above which it is refused unread.
        max_depth: arrays and objects inside one another above which it is refused.

    Raises:
        BadDocument: not JSON (RFC 8259), not I-JSON (RFC 7493 sections 2.1 to 2.3), or beyond a limit.
            The message names the line and column, the byte offset or the JSON pointer (RFC 6901).
    """
    if len(data) > max_bytes:
        raise BadDocument(
            f"{name} has {len(data)} bytes, more than the limit of {max_bytes}; use a smaller document"
        )
    if data.startswith(b"\xef\xbb\xbf"):
        raise BadDocument(f"{name} starts with a byte order mark, at byte 0; save it as UTF-8 without one")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadDocument(f"{name} is not UTF-8 at byte {error.start}; save it as UTF-8") from error
    offset = _too_deep(data, max_depth)
    if offset is not None:
        raise BadDocument(f"{name} is nested deeper than {max_depth} levels at byte {offset}; flatten it")
    flawed: list[object] = []
    try:
        value = json.loads(
            text,
            object_pairs_hook=lambda pairs: _object(pairs, flawed),
            parse_constant=lambda token: _constant(token, flawed),
            parse_float=lambda token: _float(token, flawed),
            parse_int=lambda token: _integer(token, flawed),
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise BadDocument(f"{name} is not JSON: {error.msg} at {where}; mend it there") from error
    except ValueError as error:  # an integer with more digits than Python reads
        raise BadDocument(f"{name} holds a number that no binary64 can hold; write it as a string") from error
    if not flawed and not any(mark in data for mark in _SUSPECT):
        return value
    for path, problem in _problems(value, ()):
        raise BadDocument(f"{name} is not I-JSON (RFC 7493): {problem} at {pointer(path) or 'the top'}")
    return value


def pointer(path: tuple[str | int, ...]) -> str:
    """Write ``path`` (member names and array indices) as an RFC 6901 JSON pointer; ``""`` is the whole."""
    return "".join("/" + _visible(str(step).replace("~", "~0").replace("/", "~1")) for step in path)


def _visible(text: str) -> str:
    """Keep a message on one line and printable, whatever a member's name holds."""
    return text if text.isprintable() else text.encode("unicode_escape", "replace").decode("ascii")


def _constant(_token: str, flawed: list[object]) -> _NotANumber:
    flawed.append(_NotANumber())
    return _NotANumber()


def _float(token: str, flawed: list[object]) -> float:
    number = float(token)
    if math.isinf(number):
        flawed.append(token)
    return number


def _integer(token: str, flawed: list[object]) -> int:
    if len(token) > _MOST_DIGITS:
        flawed.append(token)
    return int(token)


def _object(pairs: list[tuple[str, Any]], flawed: list[object]) -> dict[str, Any]:
    """Build an object; one with a repeated name is marked, and added to ``flawed``."""
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    repeated = _Repeated(members)
    flawed.append(repeated)
    repeated.name = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]  # add gives None
    return repeated


def _too_deep(data: bytes, limit: int) -> int | None:
    """Return the byte offset of the first bracket that opens level ``limit + 1``, if any."""
    if data.count(b"[") + data.count(b"{") <= limit:
        return None
    brackets = _STRING.sub(b"", data).translate(_BRACKETS, _NO_BRACKETS)
    for _ in range(limit):  # each turn takes away the innermost level, all of it at once
        outer = brackets.replace(b"[]", b"")
        if len(outer) > len(brackets) * 0.99:  # not this way: a deep chain, or unbalanced
            break
        brackets = outer
    if not brackets:
        return None
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(data):
        token = match[0]
        if token in b"{[":
            depth += 1
            if depth > limit:
                return match.start()
        elif token in b"]}":
            depth -= 1
    return None


def _problems(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Walk ``value`` and give what RFC 7493 forbids, with the path to it."""
    if isinstance(value, str):
        if _OUTSIDE.search(value):
            yield path, "a lone surrogate or a noncharacter in a string"
    elif isinstance(value, dict):
        if isinstance(value, _Repeated):
            yield (*path, value.name), "a member that occurs twice"
        for name, member in value.items():
            if _OUTSIDE.search(name):
                yield (*path, name), "a lone surrogate or a noncharacter in a member name"
            yield from _problems(member, (*path, name))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from _problems(element, (*path, index))
    elif isinstance(value, _NotANumber) or _beyond_binary64(value):
        yield path, "a number that no binary64 can hold"


def _beyond_binary64(value: Any) -> bool:
    try:
        return isinstance(value, int | float) and math.isinf(value)
    except OverflowError:
        return True
