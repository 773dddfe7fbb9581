"""RDFC-1.0: the whole, labeling (with its two hash algorithms) and serialization.

Labeling is steps 1 to 6 of the canonicalization algorithm; serialization substitutes labels, writes and sorts
the quads. A case of a hash stage is *all* calls of one canonicalization, in the order of the literal run.
"""

from typing import NamedTuple

from canonbench.model.stage import Stage
from canonbench.specs.rdf import Dataset
from canonbench.specs.rdfc10.work import FirstDegreeCase, NDegreeCase, NDegreeResult
from canonbench.stages.texts import RDF_CANON

__all__ = ["Labeled", "Request", "canonicalize", "hash_first_degree", "hash_n_degree", "label", "serialize"]


class Request(NamedTuple):
    """A dataset to canonicalize, and the hash algorithm: ``"sha256"`` or ``"sha384"``."""

    dataset: Dataset
    hash: str = "sha256"


class Labeled(NamedTuple):
    """A dataset, and its issued identifiers map (``"_:b0"`` to ``"_:c14n0"``)."""

    dataset: Dataset
    issued: dict[str, str]


canonicalize: Stage[Request, str] = Stage(
    "rdfc.canonicalize", RDF_CANON.at("canon-algorithm"), part_of="transform.rdfc"
)
label: Stage[Request, dict[str, str]] = Stage(
    "rdfc.label",
    RDF_CANON.at("canon-algo-algo"),
    part_of="rdfc.canonicalize",
)
hash_first_degree: Stage[FirstDegreeCase, tuple[str, ...]] = Stage(
    "rdfc.hash_first_degree",
    RDF_CANON.at("hash-1d-quads"),
    part_of="rdfc.label",
)
hash_n_degree: Stage[NDegreeCase, tuple[NDegreeResult, ...]] = Stage(
    "rdfc.hash_n_degree",
    RDF_CANON.at("hash-nd-quads"),
    part_of="rdfc.label",
)
serialize: Stage[Labeled, str] = Stage(
    "rdfc.serialize",
    RDF_CANON.at("canonical-quads"),
    part_of="rdfc.canonicalize",
)
