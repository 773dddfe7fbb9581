"""JSON pointers, and the part of a compact document that they select (jsonPointerToPaths, selectJsonLd)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from canonbench.errors import MalformedInput

__all__ = ["parse_pointer", "select"]

_TOKEN: Final = re.compile(r"(?:[^~]|~[01])*")
_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,8}")  # no array is longer, and int() refuses very long ones
_OBJECT: Final = (dict, Mapping)  # the first is told at once


class _Sparse(dict[int, Any]):
    """An array of which some elements are selected, by index."""


def parse_pointer(pointer: str) -> tuple[str, ...]:
    """Return the reference tokens of a JSON pointer, without escapes (RFC 6901, section 4).

    Raises:
        MalformedInput: it is neither empty nor starts with ``/``, or has a ``~`` that escapes nothing.
    """
    if not pointer:
        return ()
    head, *tokens = pointer.split("/")
    escaped = "~" in pointer
    if head or (escaped and not all(map(_TOKEN.fullmatch, tokens))):
        raise MalformedInput(f"{pointer!r} is no JSON pointer; write it like /credentialSubject/0/name")
    if not escaped:
        return tuple(tokens)
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in tokens)


def select(pointers: Sequence[str], document: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the part of ``document`` that ``pointers`` select, or ``None`` if there are none (selectJsonLd).

    Every object on the way keeps its ``type``, and its ``id`` unless that is a blank node. Elements of arrays
    close ranks. What is selected as a whole is shared with ``document``, not copied.

    Args:
        pointers: JSON pointers; the empty one selects the whole document.
        document: a compact document that aliases ``@id`` and ``@type`` to ``id`` and ``type``.

    Raises:
        MalformedInput: a pointer is none, or leads nowhere.
    """
    if not pointers:
        return None
    selection = _initial(document)
    if "@context" in document:
        selection["@context"] = document["@context"]
    arrays: list[tuple[Any, Any, _Sparse]] = []
    whole = False
    for pointer in pointers:
        tokens = parse_pointer(pointer)
        if tokens:
            _select(pointer, tokens, document, selection, arrays)
        whole = whole or not tokens
    if whole:
        return dict(document)
    for parent, key, array in reversed(arrays):
        if parent[key] is array:  # it was not selected as a whole later on
            parent[key] = [value for _, value in sorted(array.items())]
    return selection


def _initial(source: Mapping[str, Any]) -> dict[str, Any]:
    """Return the initial selection of an object (createInitialSelection)."""
    selection = {}
    identifier = source.get("id")
    if identifier is not None and not (isinstance(identifier, str) and identifier.startswith("_:")):
        selection["id"] = identifier
    if "type" in source:
        selection["type"] = source["type"]
    return selection


def _select(
    pointer: str,
    tokens: Sequence[str],
    document: Any,
    selection: dict[str, Any],
    arrays: list[tuple[Any, Any, _Sparse]],
) -> None:
    """Add what one pointer selects (selectPaths)."""
    steps = []
    value = document
    for token in tokens:
        key, value = _step(value, token, pointer)
        steps.append((key, value))
    *way, (last, target) = steps
    selected: dict[Any, Any] = selection
    for key, value in way:
        if selected.get(key) is value:
            return  # selected as a whole already
        if key not in selected:
            selected[key] = _Sparse() if isinstance(value, list) else _initial(value)
            if isinstance(value, list):
                arrays.append((selected, key, selected[key]))
        selected = selected[key]
    selected[last] = target


def _step(value: Any, token: str, pointer: str) -> tuple[Any, Any]:
    """Return the key or index that ``token`` stands for in ``value``, and what is there."""
    if isinstance(value, _OBJECT) and token in value:
        return token, value[token]
    if isinstance(value, list) and _INDEX.fullmatch(token) and int(token) < len(value):
        return int(token), value[int(token)]
    raise MalformedInput(f"JSON pointer {pointer!r} leads nowhere: the document has no {token!r} there")
