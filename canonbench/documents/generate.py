"""Documents made from a size and a seed: the public kit's shapes, and graphs that stress blank-node labeling.

Everything random comes from one ``random.Random(seed)`` each, so that a seed and a name fix the bytes. All
people and institutions are invented.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from canonbench.documents.invented import WORDS, person
from canonbench.specs.rdf import XSD_STRING, Dataset, Quad, dataset

__all__ = ["attributes", "blank_nodes", "clique", "cycle", "disjoint", "double_circle", "simple"]

_CREDENTIALS = "https://www.w3.org/2018/credentials#"
_VOCAB = "https://vocab.example/terms#"
_GRAPH = "https://graph.example/"


def simple(seed: int) -> dict[str, Any]:
    """Return the least credential: an inline context and one named subject (5 quads, 1 blank node)."""
    random = Random(seed)  # noqa: S311  # reproducible, not secret
    context = {
        "@version": 1.1,
        "id": "@id",
        "type": "@type",
        "VerifiableCredential": _CREDENTIALS + "VerifiableCredential",
        "issuer": {"@id": _CREDENTIALS + "issuer", "@type": "@id"},
        "issuanceDate": {
            "@id": _CREDENTIALS + "issuanceDate",
            "@type": "http://www.w3.org/2001/XMLSchema#dateTime",
        },
        "credentialSubject": _CREDENTIALS + "credentialSubject",
        "name": "https://schema.org/name",
    }
    return {
        "@context": [context],
        "type": "VerifiableCredential",
        "issuer": "https://university.example",
        "issuanceDate": "2026-01-01T00:00:00Z",
        "credentialSubject": {"id": "did:example:learner", "name": person(random)},
    }


def attributes(count: int, seed: int) -> dict[str, Any]:
    """Return a credential whose subject has ``count`` attributes (3 + ``count`` quads, no blank node)."""
    random = Random(seed)  # noqa: S311  # reproducible, not secret
    return _open_credential(
        f"urn:example:attributes:{count}",
        {f"attr_{index:03}": f"{person(random)} {random.choice(WORDS)}" for index in range(count)},
    )


def blank_nodes(count: int, seed: int) -> dict[str, Any]:
    """Return a credential with ``count`` pieces of evidence without an id (3 + 4 ``count`` quads)."""
    random = Random(seed)  # noqa: S311  # reproducible, not secret
    evidence = [
        {
            "type": "Evidence",
            "narrative": f"item {index}: {random.choice(WORDS)} {random.choice(WORDS)}",
            "weight": str(index),
        }
        for index in range(count)
    ]
    return _open_credential(f"urn:example:evidence:{count}", {"evidence": evidence})


def cycle(count: int, seed: int) -> Dataset:
    """Return ``count`` blank nodes in one ring: ``count`` quads, all nodes of one first-degree hash."""
    return _shuffled(_ring(count, "next", 1), count, seed)


def double_circle(count: int, seed: int) -> Dataset:
    """Return a ring of ``count`` blank nodes linked both ways: twice ``count`` quads."""
    return _shuffled((*_ring(count, "next", 1), *_ring(count, "previous", -1)), count, seed)


def clique(count: int, seed: int) -> Dataset:
    """Return ``count`` blank nodes, each linked to every other: ``count`` (``count`` - 1) quads.

    The work of Hash N-Degree Quads grows with the factorial of ``count``: 10 is a poison graph.
    """
    pairs = ((a, b) for a in range(count) for b in range(count) if a != b)
    return _shuffled(((f"_:e{a}", _GRAPH + "knows", f"_:e{b}", None) for a, b in pairs), count, seed)


def disjoint(count: int, seed: int) -> Dataset:
    """Return ``count`` blank nodes without any link, told apart by a literal each: ``count`` quads.

    Every first-degree hash is unique, so Hash N-Degree Quads never runs: the base line of the other graphs.
    """
    nodes = range(count)
    quads = ((f"_:e{n}", _GRAPH + "number", (str(n), XSD_STRING, None), None) for n in nodes)
    return _shuffled(quads, count, seed)


def _open_credential(identifier: str, claims: dict[str, Any]) -> dict[str, Any]:
    """Return a credential whose inline context maps every undefined member to one vocabulary."""
    context = {
        "@version": 1.1,
        "id": "@id",
        "type": "@type",
        "@vocab": _VOCAB,
        "VerifiableCredential": _CREDENTIALS + "VerifiableCredential",
        "issuer": {"@id": _CREDENTIALS + "issuer", "@type": "@id"},
        "credentialSubject": _CREDENTIALS + "credentialSubject",
    }
    return {
        "@context": [context],
        "id": identifier,
        "type": "VerifiableCredential",
        "issuer": "did:example:university",
        "credentialSubject": {"id": "did:example:learner", **claims},
    }


def _ring(count: int, predicate: str, step: int) -> Iterator[Quad]:
    for node in range(count):
        yield (f"_:e{node}", _GRAPH + predicate, f"_:e{(node + step) % count}", None)


def _shuffled(quads: Iterable[Quad], count: int, seed: int) -> Dataset:
    """Rename the blank nodes ``_:e0`` ... and shuffle the quads, so that no order helps a library."""
    random = Random(seed)  # noqa: S311  # reproducible, not secret
    labels = [f"_:b{index}" for index in range(count)]
    random.shuffle(labels)
    renamed = {f"_:e{index}": label for index, label in enumerate(labels)}
    result = [(renamed[s], p, renamed[o] if isinstance(o, str) else o, g) for s, p, o, g in quads]
    random.shuffle(result)
    return dataset(result)
