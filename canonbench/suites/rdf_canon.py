"""The suite of RDF Dataset Canonicalization: canonical N-Quads, identifier maps, a poison graph."""

import itertools
import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from canonbench.specs import nquads
from canonbench.stages import rdfc
from canonbench.suites import Vector

__all__ = ["judge_file", "judge_lines", "read_text", "vectors"]

_KINDS: Final = {
    "rdfc:RDFC10EvalTest": rdfc.canonicalize.name,
    "rdfc:RDFC10MapTest": rdfc.label.name,
    "rdfc:RDFC10NegativeEvalTest": rdfc.canonicalize.name,
}
_HASHES: Final = {"SHA256": "sha256", "SHA384": "sha384"}


def vectors(root: Path) -> Iterator[Vector]:
    """Give the vectors in ``root``, the folder ``rdf-canon``: the whole of its manifest.

    An evaluation test is judged by bytes, a map test by its labels; the negative one, which has no result,
    must be refused.
    """
    for entry in json.loads((root / "manifest.jsonld").read_bytes())["entries"]:
        yield _vector(root, entry)


def _vector(root: Path, entry: Mapping[str, Any]) -> Vector:
    stage = _KINDS[entry["type"]]
    judge = _judge_map if stage == rdfc.label.name else judge_file
    return Vector(
        suite="rdf-canon",
        name=entry["id"].removeprefix("#"),
        stage=stage,
        arrange=lambda: rdfc.Request(
            nquads.parse(read_text(root / entry["action"])), _HASHES[entry.get("hashAlgorithm", "SHA256")]
        ),
        judge=partial(judge, root / entry["result"]) if "result" in entry else _judge_refused,
        refuse=None if "result" in entry else "",
    )


def read_text(path: Path) -> str:
    """Read a file of UTF-8 as it is: line ends are not touched."""
    return path.read_bytes().decode()


def _judge_refused(output: object) -> str:
    """Say what is wrong with any output at all."""
    return f"gave {len(str(output))} characters where an error is right"


def judge_file(path: Path, output: str) -> str | None:
    """Name the first line of canonical N-Quads that differs from those in a file, or return ``None``."""
    return judge_lines(read_text(path), output)


def judge_lines(expected: str, output: str) -> str | None:
    """Name the first line of canonical N-Quads that differs, or return ``None``."""
    if output == expected:
        return None
    right, given = expected.split("\n"), output.split("\n")
    number, given_line, right_line = next(
        (number, a, b) for number, (a, b) in enumerate(itertools.zip_longest(given, right), 1) if a != b
    )
    return f"line {number}: {given_line!r} for {right_line!r}"


def _judge_map(path: Path, output: Mapping[str, str]) -> str | None:
    expected = {f"_:{label}": f"_:{issued}" for label, issued in json.loads(path.read_bytes()).items()}
    for label in sorted(expected.keys() | output.keys()):
        if expected.get(label) != output.get(label):
            return f"{label}: {output.get(label)} for {expected.get(label)}"
    return None
