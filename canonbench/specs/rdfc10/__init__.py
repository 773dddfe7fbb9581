"""RDF Dataset Canonicalization, RDFC-1.0 (W3C Recommendation of 2024-05-21), whole and in its parts.

::

    from canonbench.specs import nquads, rdfc10

    dataset = nquads.parse(text)
    rdfc10.canonicalize(dataset)            # serialized canonical form, with SHA-256
    rdfc10.canonicalize(dataset, "sha384")
    labels = rdfc10.label(dataset)          # {"_:e0": "_:c14n1", ...}
    rdfc10.serialize(dataset, labels)       # == canonicalize(dataset)

The functions here are the fast implementation. ``rdfc10.reference`` has the same ones as a literal
transcription of the text; ``rdfc10.record`` has the work counts of a literal run and the calls of its parts.

Input is a dataset as in ``canonbench.specs.rdf``: distinct quads of valid terms, trusted to be so, and
never changed. Blank nodes are known by their labels, ``_:`` included, on both sides of an issued identifiers
map, whose order is the order of issuance. A label that looks canonical (``_:c14n1``) is like any other.
"""

from canonbench.specs.rdfc10.fast import canonicalize, hash_first_degree, hash_n_degree, label, serialize
from canonbench.specs.rdfc10.search import DEFAULT_WORK_LIMIT
from canonbench.specs.rdfc10.work import FirstDegreeCase, NDegreeCall, NDegreeCase, NDegreeResult, WorkCounts

__all__ = [
    "DEFAULT_WORK_LIMIT",
    "FirstDegreeCase",
    "NDegreeCall",
    "NDegreeCase",
    "NDegreeResult",
    "WorkCounts",
    "canonicalize",
    "hash_first_degree",
    "hash_n_degree",
    "label",
    "serialize",
]
