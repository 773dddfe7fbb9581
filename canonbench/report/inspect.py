"""The facts of documents, for people and for programs."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from canonbench.documents.facts import Facts

__all__ = ["SCHEMA", "Sized", "as_json", "sheet", "table"]

SCHEMA = "canonbench.inspect/1"
"""Version of the JSON that ``as_json`` writes."""

_NONE = "-"


class Sized(Protocol):
    """Bytes of a document in one format, and why there are none."""

    @property
    def format(self) -> str:
        """The format's name."""

    @property
    def issued(self) -> int | None:
        """Bytes of the credential as it was issued."""

    @property
    def shown(self) -> int | None:
        """Bytes of what is presented of it."""

    @property
    def reason(self) -> str:
        """Why it cannot be written in this format."""


_NO_SIZES: Mapping[str, Sequence[Sized]] = MappingProxyType({})


def sheet(facts: Facts, sizes: Sequence[Sized] = ()) -> str:
    """Return the facts of one document, one a line, and its sizes in the formats."""
    lines = [*_lines(facts), *map(_size, sizes)]
    return "\n".join(f"{name:<24} {value}" for name, value in lines)


def _size(size: Sized) -> tuple[str, str]:
    if size.issued is None or size.shown is None:
        return size.format, f"not possible: {size.reason}"
    return size.format, f"{size.issued:,} bytes issued, {size.shown:,} bytes with 5 attributes shown"


def _lines(facts: Facts) -> Iterator[tuple[str, str]]:
    yield "document", f"{facts.name} ({facts.kind})"
    yield "bytes", f"{facts.size:,}"
    for name, value in (
        ("depth", facts.depth),
        ("contexts", facts.contexts),
        ("terms in contexts", facts.terms),
        ("quads", facts.quads),
        ("blank nodes", facts.blank_nodes),
        ("named graphs", facts.named_graphs),
    ):
        if value is not None:
            yield name, f"{value:,}"
    if facts.over_budget:
        yield "RDFC-1.0", "over budget: refused at the default work limit"
    if facts.work is not None:
        work = facts.work
        yield "hash calls", f"{work.hash_calls:,} over {work.bytes_hashed:,} bytes"
        yield "first-degree calls", f"{work.first_degree_calls:,}"
        yield "N-degree calls", f"{work.n_degree_calls:,} with {work.permutations:,} permutations"
    if facts.canonical_size is not None:
        yield "canonical N-Quads", f"{facts.canonical_size:,} bytes"
    if facts.jcs_size is not None:
        yield "JCS", f"{facts.jcs_size:,} bytes"
    if facts.kind == "json":
        yield "JSON-LD", "none: it has no @context, so only JCS, SD-JWT and mdoc apply"
    if facts.kind == "jsonld":
        yield "would not be signed", f"{len(facts.losses)} members" if facts.losses else "nothing is lost"


_COLUMNS = (
    "document",
    "kind",
    "bytes",
    "quads",
    "blank nodes",
    "hash calls",
    "N-degree",
    "terms",
    "depth",
    "lost",
)


def table(rows: Iterable[tuple[str, Facts]]) -> str:
    """Return the facts of several documents, a row each."""
    lines = [_COLUMNS, *(_row(label, facts) for label, facts in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_COLUMNS))]
    return "\n".join(_aligned(line, widths) for line in lines)


def _row(label: str, facts: Facts) -> tuple[str, ...]:
    work = facts.work
    limited = "over budget" if facts.over_budget else None
    numbers = (
        facts.size,
        facts.quads,
        facts.blank_nodes,
        work.hash_calls if work else limited,
        work.n_degree_calls if work else limited,
        facts.terms,
        facts.depth,
        len(facts.losses) if facts.kind == "jsonld" else None,
    )
    kind = "JSON only" if facts.kind == "json" else facts.kind
    return (label, kind, *(_NONE if number is None else f"{number}" for number in numbers))


def _aligned(line: tuple[str, ...], widths: list[int]) -> str:
    words = [
        word.ljust(width) if column < 2 else word.rjust(width)  # noqa: PLR2004 - names, then numbers
        for column, (word, width) in enumerate(zip(line, widths, strict=True))
    ]
    return "  ".join(words).rstrip()


def as_json(rows: Iterable[tuple[str, Facts]], sizes: Mapping[str, Sequence[Sized]] = _NO_SIZES) -> str:
    """Return the facts of documents as JSON, with the version of its schema; ``sizes`` are by label."""
    documents = [
        {
            **facts._asdict(),
            "document": label,
            "work": facts.work._asdict() if facts.work else None,
            "losses": [loss._asdict() for loss in facts.losses],
            "formats": [
                {"format": size.format, "issued": size.issued, "shown": size.shown}
                | {"reason": size.reason or None}
                for size in sizes.get(label, ())
            ],
        }
        for label, facts in rows
    ]
    return json.dumps({"schema": SCHEMA, "documents": documents}, indent=1, ensure_ascii=False)
