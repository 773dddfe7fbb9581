r"""Text that does nothing but be read: what run files say is shown, and never obeyed by a terminal.

Control characters (C0, C1 and DEL), line and paragraph separators and those that turn the direction of text
are shown as ``\x1b`` or ``\u202e``.
"""

import dataclasses
import re
from typing import Any, TypeVar

__all__ = ["LONGEST", "VALUE", "everywhere", "printable", "shortened"]

VALUE = 200
"""Most characters of one value that a run file says, such as the model of a processor."""

LONGEST = 2000
"""Most characters of a cell of a table."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_BYTE = 0xFF

_Any = TypeVar("_Any")


def printable(text: str) -> str:
    r"""Return ``text`` with its control characters shown as escapes: ``\x1b``."""
    return _CONTROL.sub(lambda found: _escape(ord(found[0])), text)


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code <= _BYTE else f"\\u{code:04x}"


def shortened(text: str, most: int = VALUE) -> str:
    """Return ``text`` if it has at most ``most`` characters, else its begin and an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def everywhere(value: _Any) -> _Any:
    """Return ``value`` with every text in it printable: in dataclasses and tuples, however deep."""
    made: _Any = _clean(value)
    return made


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        shown = printable(value)
        return value if shown == value else shown
    if isinstance(value, tuple):
        parts = [_clean(each) for each in value]
        if all(a is b for a, b in zip(value, parts, strict=True)):
            return value
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        own = {each.name: getattr(value, each.name) for each in dataclasses.fields(value)}
        changed = {name: made for name, part in own.items() if (made := _clean(part)) is not part}
        return dataclasses.replace(value, **changed) if changed else value
    return value
