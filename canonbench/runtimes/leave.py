"""Outputs of a child as neutral values: datasets, and what CBOR has beside JSON."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from canonbench.specs.cbor import Map, Simple, Tag
from canonbench.specs.rdf import Dataset

__all__ = ["NAMED", "dataset"]


def dataset(quads: Iterable[Iterable[Any]]) -> Dataset:
    """Return the neutral dataset of ``quads``, lists whose literals are lists too; each of them once."""
    return tuple(
        dict.fromkeys(
            tuple(tuple(term) if isinstance(term, list) else term for term in quad)  # type: ignore[misc]  # four
            for quad in quads
        )
    )


def _map(entries: Iterable[Iterable[Any]]) -> Map:
    return Map(tuple((key, value) for key, value in entries))


NAMED: Mapping[str, Any] = MappingProxyType({"Map": _map, "Tag": Tag, "Simple": Simple})
"""The tuples of CBOR that have a name, by it."""
