"""RFC 8785: the documents and numbers of the text's own test data, and the rows of its Appendix B."""

import json
import struct
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from canonbench.suites import Vector

__all__ = ["NUMBERS_A_VECTOR", "vectors"]

NUMBERS_A_VECTOR = 500
"""How many of the 10,000 ECMAScript numbers one vector holds, as one array."""


def vectors(root: Path) -> Iterator[Vector]:
    """Give the vectors in ``root``, the folder ``jcs``: the input is JSON, the output canonical bytes."""
    for path in sorted((root / "input").glob("*.json")):
        yield _document(f"input/{path.stem}", path, root / "output" / path.name)
    for path in sorted((root / "rfc8785-text").glob("*.input.json")):
        expected = path.with_name(path.name.replace(".input.", ".expected."))
        yield _document(f"rfc8785-text/{path.name.partition('.')[0]}", path, expected)
    rows = json.loads((root / "numbers" / "rfc8785-appendix-b.json").read_bytes())["rows"]
    for row in rows:
        yield _appendix_b(row["bits"], row["expected"])
    lines = (root / "numbers" / "es6-first-10000.txt").read_text("ascii").splitlines()
    for start in range(0, len(lines), NUMBERS_A_VECTOR):
        yield _numbers(start + 1, lines[start : start + NUMBERS_A_VECTOR])


def _document(name: str, given: Path, expected: Path) -> Vector:
    return Vector(
        suite="jcs",
        name=name,
        stage="jcs.canonicalize",
        arrange=lambda: json.loads(given.read_bytes()),
        judge=lambda output: _judge(expected.read_bytes(), output),
    )


def _appendix_b(bits: str, expected: str | None) -> Vector:
    return Vector(
        suite="jcs",
        name=f"appendix-b/{bits}",
        stage="jcs.canonicalize",
        arrange=partial(_binary64, bits),
        judge=partial(_judge, (expected or "").encode()),
        refuse="" if expected is None else None,
    )


def _numbers(first: int, lines: Sequence[str]) -> Vector:
    return Vector(
        suite="jcs",
        name=f"es6-numbers/{first}",
        stage="jcs.canonicalize",
        arrange=lambda: [_binary64(line.partition(",")[0]) for line in lines],
        judge=partial(_judge_numbers, first, [line.partition(",")[2] for line in lines]),
    )


def _binary64(bits: str) -> float:
    """Return the number whose IEEE 754 bits, big-endian, are ``bits`` (hexadecimal, perhaps not padded)."""
    number: float = struct.unpack(">d", bytes.fromhex(bits.zfill(16)))[0]
    return number


def _judge(expected: bytes, output: bytes) -> str | None:
    if output == expected:
        return None
    same = 0
    while output[same : same + 1] == expected[same : same + 1]:
        same += 1
    return f"byte {same}: {output[same : same + 20]!r} for {expected[same : same + 20]!r}"


def _judge_numbers(first: int, expected: Sequence[str], output: bytes) -> str | None:
    written = output[1:-1].decode("ascii", "replace").split(",")
    if output == f"[{','.join(expected)}]".encode():
        return None
    pairs = zip(written, expected, strict=False)
    wrong = ((line, given, right) for line, (given, right) in enumerate(pairs, first) if given != right)
    line, given, right = next(wrong, (first, "an array of another shape", "an array of numbers"))
    return f"line {line}: {given} for {right}"
