"""Selective disclosure functions and those of ecdsa-sd-2023 (VC-DI-ECDSA 1.0, sections 3.4 and 3.5).

Expansion, compaction, RDF, labeling, serialization (together :class:`Processor`), HMAC, hash, signatures and
the CBOR codec are arguments. Datasets stand where the text has arrays of N-Quads: blank nodes are replaced as
terms, not by regular expressions. Where the text and every implementation differ, or the text is open to
abuse, the docstring says what is done here.
"""

from canonbench.specs.selective_disclosure.completion import Completion
from canonbench.specs.selective_disclosure.disclosure import (
    BaseTransformation,
    DisclosureData,
    VerifyData,
    create_disclosure_data,
    create_verify_data,
    hash_mandatory_nquads,
    serialize_sign_data,
    transform_base,
)
from canonbench.specs.selective_disclosure.grouping import (
    Group,
    Grouped,
    Processor,
    canonicalize_and_group,
    label_replacement_canonicalize,
)
from canonbench.specs.selective_disclosure.labels import (
    compress_label_map,
    decompress_label_map,
    hmac_label_map,
    replace_labels,
)
from canonbench.specs.selective_disclosure.pointers import parse_pointer, select
from canonbench.specs.selective_disclosure.proof_values import (
    BaseProof,
    DerivedProof,
    parse_base_proof,
    parse_derived_proof,
    serialize_base_proof,
    serialize_derived_proof,
)
from canonbench.specs.selective_disclosure.skolem import (
    Skolemized,
    deskolemize,
    skolemize,
    skolemize_expanded,
)
from canonbench.specs.selective_disclosure.skolem_in_place import skolemize_in_place

__all__ = [
    "BaseProof",
    "BaseTransformation",
    "Completion",
    "DerivedProof",
    "DisclosureData",
    "Group",
    "Grouped",
    "Processor",
    "Skolemized",
    "VerifyData",
    "canonicalize_and_group",
    "compress_label_map",
    "create_disclosure_data",
    "create_verify_data",
    "decompress_label_map",
    "deskolemize",
    "hash_mandatory_nquads",
    "hmac_label_map",
    "label_replacement_canonicalize",
    "parse_base_proof",
    "parse_derived_proof",
    "parse_pointer",
    "replace_labels",
    "select",
    "serialize_base_proof",
    "serialize_derived_proof",
    "serialize_sign_data",
    "skolemize",
    "skolemize_expanded",
    "skolemize_in_place",
    "transform_base",
]
