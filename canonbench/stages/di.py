"""Data Integrity between canonicalization and signature, and the selective disclosure of ecdsa-sd-2023.

``skolemize``, ``label_replacement`` and ``canonicalize_and_group`` are wholes. The exchanges take them apart
into the stages that they are made of: those of JSON-LD, RDFC-1.0 and HMAC, which a library does
(``jsonld.expand``, ``jsonld.to_rdf``, ``rdfc.label``, ``hmac.sha256``, ``rdfc.serialize``), and between them
those of the text itself, so that the library under test does each of its own, and nothing is counted twice.

==========================  =====================================================================
stage                       algorithm of VC-DI-ECDSA 1.0, without what is a stage of its own
==========================  =====================================================================
``name_nodes``              skolemizeCompactJsonLd, in place: names for nodes
``check_names``             the same: the expanded forms are equal but for the names
``complete``                skolemizeExpandedJsonLd: names for lists, where there is one
``deskolemize``             deskolemizeNQuads
``label_map``               createHmacIdLabelMapFunction, over the HMACs
``replace_labels``          createLabelMapFunction
``select``                  selectJsonLd
``match``                   canonicalizeAndGroup: the N-Quads that a selection holds
``sign_data``               serializeSignData
``parse_base_proof``        parseBaseProofValue, of what CBOR held
``derive``                  createDisclosureData: signatures, indexes and label map of a selection
``compress_label_map``      compressLabelMap
``parse_derived_proof``     parseDerivedProofValue, of what CBOR held, with decompressLabelMap
``separate``                createVerifyData: mandatory N-Quads and others
==========================  =====================================================================
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from canonbench.model.stage import Stage
from canonbench.specs.rdf import Dataset
from canonbench.specs.selective_disclosure import (
    BaseProof,
    DerivedProof,
    Group,
    Grouped,
    Matching,
    NameCheck,
    Named,
    Skolemized,
    VerifyData,
)
from canonbench.stages.jsonld import Source
from canonbench.stages.texts import VC_DATA_INTEGRITY, VC_DI_ECDSA

__all__ = [
    "Completing",
    "Derivation",
    "Deskolemization",
    "Grouping",
    "Hashes",
    "LabelDigests",
    "LabelReplacement",
    "Labeling",
    "Labels",
    "Match",
    "NameChecking",
    "Naming",
    "Selection",
    "Separation",
    "SignData",
    "Skolemization",
    "canonicalize_and_group",
    "check_names",
    "complete",
    "compress_label_map",
    "derive",
    "deskolemize",
    "hash_data",
    "label_map",
    "label_replacement",
    "match",
    "name_nodes",
    "parse_base_proof",
    "parse_derived_proof",
    "replace_labels",
    "select",
    "separate",
    "sign_data",
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


class Naming(NamedTuple):
    """A compact document, the token of its names, and names that stood at no node in a run before."""

    document: dict[str, Any]
    token: str
    no_nodes: tuple[str, ...] = ()


class NameChecking(NamedTuple):
    """The expanded form of a document, that of the same with names, their token, and the names given."""

    expected: list[Any]
    expanded: list[Any]
    token: str
    names: tuple[str, ...]


class Completing(NamedTuple):
    """The expanded form of a skolemized document or of a part of it, and the token of its names."""

    expanded: list[Any]
    token: str


class Deskolemization(NamedTuple):
    """A dataset, the token of its Skolem names, and the labels of the whole where it is a part."""

    dataset: Dataset
    token: str
    labels: dict[str, str] | None = None


class LabelDigests(NamedTuple):
    """An issued identifiers map, and the HMAC of each canonical identifier, in its order."""

    issued: Mapping[str, str]
    digests: tuple[bytes, ...]


class Labeling(NamedTuple):
    """An issued identifiers map, and the label of each canonical identifier (``c14n0``)."""

    issued: Mapping[str, str]
    label_map: dict[str, str]


class Match(NamedTuple):
    """N-Quads of a document, a line each, and those of a selection as a text, with the same labels."""

    nquads: tuple[str, ...]
    selected: str


class SignData(NamedTuple):
    """Hash of the proof configuration, Multikey of the proof-scoped key, hash of the mandatory N-Quads."""

    proof_hash: bytes
    public_key: bytes
    mandatory_hash: bytes


class Derivation(NamedTuple):
    """A base proof, the groups, the label of each blank node, and the issued identifiers of ``combined``."""

    base: BaseProof
    groups: dict[str, Group]
    labels: dict[str, str]
    canonical: Mapping[str, str]


class Separation(NamedTuple):
    """The N-Quads of a revealed document, a line each, and its derived proof."""

    nquads: tuple[str, ...]
    proof: DerivedProof


_SKOLEMIZE, _LABELS, _GROUPS = "di.skolemize", "di.label_replacement", "di.canonicalize_and_group"

hash_data: Stage[Hashes, bytes] = Stage("di.hash_data", VC_DATA_INTEGRITY.at("hashing"))

skolemize: Stage[Skolemization, Skolemized] = Stage(
    _SKOLEMIZE, VC_DI_ECDSA.at("skolemizecompactjsonld"), cached=True
)
name_nodes: Stage[Naming, Named] = Stage(
    "di.name_nodes", VC_DI_ECDSA.at("skolemizecompactjsonld"), part_of=_SKOLEMIZE
)
check_names: Stage[NameChecking, NameCheck] = Stage(
    "di.check_names", VC_DI_ECDSA.at("skolemizecompactjsonld"), part_of=_SKOLEMIZE
)

select: Stage[Selection, Any] = Stage("di.select", VC_DI_ECDSA.at("selectjsonld"))
"""Gives the selection, or ``None`` where there are no pointers; raises MalformedInput."""

canonicalize_and_group: Stage[Grouping, Grouped] = Stage(
    _GROUPS, VC_DI_ECDSA.at("canonicalizeandgroup"), cached=True
)
complete: Stage[Completing, list[Any]] = Stage(
    "di.complete", VC_DI_ECDSA.at("skolemizeexpandedjsonld"), part_of=_GROUPS
)
deskolemize: Stage[Deskolemization, Dataset] = Stage(
    "di.deskolemize", VC_DI_ECDSA.at("deskolemizenquads"), part_of=_GROUPS
)
"""Raises MalformedInput where a part has a blank node that the whole has not."""

label_replacement: Stage[LabelReplacement, Labels] = Stage(
    _LABELS, VC_DI_ECDSA.at("labelreplacementcanonicalizenquads"), part_of=_GROUPS
)
label_map: Stage[LabelDigests, dict[str, str]] = Stage(
    "di.label_map", VC_DI_ECDSA.at("createhmacidlabelmapfunction"), part_of=_LABELS
)
replace_labels: Stage[Labeling, dict[str, str]] = Stage(
    "di.replace_labels", VC_DI_ECDSA.at("createlabelmapfunction"), part_of=_LABELS
)
"""Gives the label of each blank node, both with ``_:``; raises MalformedInput."""

match: Stage[Match, Matching] = Stage("di.match", VC_DI_ECDSA.at("canonicalizeandgroup"), part_of=_GROUPS)
"""Raises MalformedInput where a selection says what the document does not."""

sign_data: Stage[SignData, bytes] = Stage("di.sign_data", VC_DI_ECDSA.at("serializesigndata"))

parse_base_proof: Stage[list[Any], BaseProof] = Stage(
    "di.parse_base_proof", VC_DI_ECDSA.at("parsebaseproofvalue")
)
"""Takes what ``cbor.decode`` gave; raises MalformedInput."""

derive: Stage[Derivation, DerivedProof] = Stage("di.derive", VC_DI_ECDSA.at("createdisclosuredata"))
"""Raises MalformedInput where the base proof is of another document."""

compress_label_map: Stage[dict[str, str], dict[int, bytes]] = Stage(
    "di.compress_label_map", VC_DI_ECDSA.at("compresslabelmap")
)
parse_derived_proof: Stage[list[Any], DerivedProof] = Stage(
    "di.parse_derived_proof", VC_DI_ECDSA.at("parsederivedproofvalue")
)
"""Takes what ``cbor.decode`` gave, in a composition the codec's own values; raises MalformedInput."""

separate: Stage[Separation, VerifyData] = Stage("di.separate", VC_DI_ECDSA.at("createverifydata"))
"""Raises VerificationFailed where the proof does not fit the document."""
