"""RFC 8949 Appendix A (first published with RFC 7049): decoding every row, encoding those marked roundtrip.

The expected values are read from the suite's diagnostic notation, so that no codec has a say in them. Two
rules are the stages' own: indefinite lengths must be refused, as every format here asks for; and a float may
be written in 64 bits, where the row has the shortest form, which RFC 8949 section 4.1 prefers and no more.
"""

import json
import math
import re
import struct
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from canonbench.specs.cbor import Map, Simple, Tag
from canonbench.suites import Vector

__all__ = ["parse_diagnostic", "vectors"]

_NOT_WELL_FORMED = frozenset({"f818"})
"""Rows of RFC 7049 that RFC 8949 section 3.3 made not well-formed."""

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<bytes>h'[0-9A-Fa-f]*') | (?P<text>"(?:[^"\\]|\\.)*") | (?P<stream>\(_) | (?P<mark>[\[\]{}():,])
    | (?P<number>-?(?:Infinity|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)) | (?P<word>[A-Za-z]+)
    )\s*""",
    re.VERBOSE,
)
_WORDS = {"true": True, "false": False, "null": None, "undefined": Simple(23), "NaN": math.nan}


class _Reader:
    """Reads diagnostic notation (RFC 8949 section 8): as much of it as the public suites use."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [(match.lastgroup or "", match[0].strip()) for match in _TOKEN.finditer(text)]
        self._place = 0
        if "".join(token for _, token in self._tokens) != re.sub(
            r"\s+(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", "", text
        ):
            raise ValueError(f"not the diagnostic notation that is read here: {text}")

    def _next(self) -> tuple[str, str]:
        self._place += 1
        return self._tokens[self._place - 1]

    def _at(self, mark: str) -> bool:
        if self._tokens[self._place : self._place + 1] == [("mark", mark)]:
            self._place += 1
            return True
        return False

    def _items(self, end: str) -> Iterator[Any]:
        while not self._at(end):
            yield self.item()
            self._at(",")

    def _map(self) -> dict[str, Any] | Map:
        entries = []
        while not self._at("}"):
            key = self.item()
            self._at(":")
            entries.append((key, self.item()))
            self._at(",")
        return dict(entries) if all(type(key) is str for key, _ in entries) else Map(tuple(entries))

    def item(self) -> Any:
        """Read one item."""
        kind, token = self._next()
        if kind == "bytes":
            return bytes.fromhex(token[2:-1])
        if kind == "text":
            return json.loads(token)
        if kind == "stream":
            return b"".join(self._items(")"))
        if kind == "number":
            return self._number(token)
        if kind == "word":
            return Simple(*self._items(")")) if self._at("(") else _WORDS[token]
        return self._map() if token.startswith("{") else list(self._items("]"))

    def _number(self, token: str) -> Any:
        if token.endswith("Infinity"):
            return -math.inf if token[0] == "-" else math.inf
        number: Any = json.loads(token)
        return Tag(number, *self._items(")")) if self._at("(") else number


def parse_diagnostic(text: str) -> Any:
    """Read a value in diagnostic notation (RFC 8949 section 8) as a neutral value.

    Raises:
        ValueError: If it is of a form that the public suites do not use.
    """
    return _Reader(text).item()


def _decoded(expected: Any, output: Any) -> str | None:
    # Representations tell 1, 1.0 and true apart, the two zeros, and find NaN equal to itself.
    return None if repr(expected) == repr(output) else f"{output!r} for {expected!r}"


def _encoded(expected: bytes, value: Any, output: bytes) -> str | None:
    if expected == output or (type(value) is float and output == b"\xfb" + struct.pack(">d", value)):
        return None
    return f"{output.hex()} for {expected.hex()}"


def vectors(root: Path) -> Iterator[Vector]:
    """Give the vectors in ``root``, the folder ``cbor-appendix-a``.

    ``cbor.decode`` takes bytes and gives a neutral value; ``cbor.encode`` takes one and gives bytes.
    """
    for row in json.loads((root / "appendix_a.json").read_text("utf-8")):
        name = row["hex"]
        data = bytes.fromhex(name)
        value = parse_diagnostic(row["diagnostic"]) if "diagnostic" in row else row["decoded"]
        # What cannot go round is a longer float, or has an indefinite length.
        indefinite = not row["roundtrip"] and not name.startswith(("fa", "fb"))
        refuse = "" if indefinite or name in _NOT_WELL_FORMED else None
        yield Vector(
            "cbor-appendix-a", name, "cbor.decode", partial(bytes, data), partial(_decoded, value), refuse
        )
        if row["roundtrip"] and refuse is None:
            arrange = partial(_the, value)
            yield Vector("cbor-appendix-a", name, "cbor.encode", arrange, partial(_encoded, data, value))


def _the(value: Any) -> Any:
    return value
