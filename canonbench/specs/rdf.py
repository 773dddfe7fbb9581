"""RDF terms, quads and datasets as plain values (RDF 1.1 Concepts and Abstract Syntax).

Terms are values, never escaped N-Quads: strings and tuples hash and compare in C, which a benchmark of
algorithms over them needs.

===============  ==============================================================================
IRI              ``str``, the absolute IRI itself: ``"https://example.org/"``
blank node       ``str`` that starts with ``"_:"`` (no IRI does, since a scheme begins with a letter)
literal          ``(lexical form, datatype IRI, language tag or None)``
quad             ``(subject, predicate, object, graph name or None for the default graph)``
dataset          tuple of distinct quads; their order carries no meaning
===============  ==============================================================================
"""

from collections.abc import Iterable
from typing import TypeAlias

__all__ = [
    "RDF",
    "RDF_LANG_STRING",
    "XSD",
    "XSD_STRING",
    "Dataset",
    "Literal",
    "Quad",
    "Resource",
    "Term",
    "dataset",
    "is_blank",
]

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XSD = "http://www.w3.org/2001/XMLSchema#"
RDF_LANG_STRING = RDF + "langString"
XSD_STRING = XSD + "string"

Resource: TypeAlias = str
Literal: TypeAlias = tuple[str, str, str | None]
Term: TypeAlias = Resource | Literal
Quad: TypeAlias = tuple[Resource, Resource, Term, Resource | None]
Dataset: TypeAlias = tuple[Quad, ...]


def dataset(quads: Iterable[Quad]) -> Dataset:
    """Return the dataset of ``quads``: each once, in order of first occurrence."""
    return tuple(dict.fromkeys(quads))


def is_blank(term: Term | None) -> bool:
    """Tell whether ``term`` is a blank node."""
    return isinstance(term, str) and term.startswith("_:")
