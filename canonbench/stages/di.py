"""Data Integrity between canonicalization and signature, and the selective disclosure of ecdsa-sd-2023.

``hash_data`` and ``select`` are steps of the exchanges. ``skolemize``, ``label_replacement`` and
``canonicalize_and_group`` are wholes: the exchanges take them apart into the stages that they are made of
(``jsonld.expand``, ``jsonld.to_rdf``, ``rdfc.label``, ``hmac.sha256``, ``rdfc.serialize``, ``di.select``), so
that the library under test does each of these, and nothing is counted twice.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from canonbench.model.stage import Stage
from canonbench.specs.rdf import Dataset
from canonbench.specs.selective_disclosure import Grouped, Skolemized
from canonbench.stages.jsonld import Source
from canonbench.stages.texts import VC_DATA_INTEGRITY, VC_DI_ECDSA

__all__ = [
    "Grouping",
    "Hashes",
    "LabelReplacement",
    "Labels",
    "Selection",
    "Skolemization",
    "canonicalize_and_group",
    "hash_data",
    "label_replacement",
    "select",
    "skolemize",
]


class Hashes(NamedTuple):
    """The hash of the canonical proof configuration, and that of the canonical document."""

    configuration: bytes
    document: bytes


class Selection(NamedTuple):
    """JSON pointers, and the compact document that they select a part of."""

    pointers: tuple[str, ...]
    document: dict[str, Any]


class Skolemization(NamedTuple):
    """A document with its contexts, and the token that its Skolem names hold."""

    source: Source
    token: str


class LabelReplacement(NamedTuple):
    """A dataset, and the HMAC key that makes the labels of its blank nodes."""

    dataset: Dataset
    hmac_key: bytes


class Labels(NamedTuple):
    """Canonical N-Quads, a line each, and the label of each canonical identifier (``c14n0``)."""

    nquads: tuple[str, ...]
    label_map: dict[str, str]


class Grouping(NamedTuple):
    """A skolemized document, its contexts, the HMAC key, and groups: name to the pointers that select it."""

    skolemized: Skolemized
    contexts: Mapping[str, Any]
    hmac_key: bytes
    definitions: dict[str, tuple[str, ...]]


hash_data: Stage[Hashes, bytes] = Stage("di.hash_data", VC_DATA_INTEGRITY.at("hashing"))
select: Stage[Selection, Any] = Stage("di.select", VC_DI_ECDSA.at("selectjsonld"))
"""Gives the selection, or ``None`` where there are no pointers; raises MalformedInput."""

skolemize: Stage[Skolemization, Skolemized] = Stage(
    "di.skolemize", VC_DI_ECDSA.at("skolemizecompactjsonld"), cached=True
)
label_replacement: Stage[LabelReplacement, Labels] = Stage(
    "di.label_replacement",
    VC_DI_ECDSA.at("labelreplacementcanonicalizenquads"),
    part_of="di.canonicalize_and_group",
)
canonicalize_and_group: Stage[Grouping, Grouped] = Stage(
    "di.canonicalize_and_group", VC_DI_ECDSA.at("canonicalizeandgroup"), cached=True
)
