"""Selective disclosure functions and those of ecdsa-sd-2023 (VC-DI-ECDSA 1.0, sections 3.4 and 3.5).

Expansion, compaction, RDF, labeling, serialization (together :class:`Processor`), HMAC, hash, signatures and
the CBOR codec are arguments. Datasets stand where the text has arrays of N-Quads: blank nodes are replaced as
terms, not by regular expressions. Where the text and every implementation differ, or the text is open to
abuse, the docstring says what is done here.
"""

from canonbench.specs.selective_disclosure.completion import complete
from canonbench.specs.selective_disclosure.disclosure import (
    BaseTransformation,
    Derive,
    DisclosureData,
    VerifyData,
    create_disclosure_data,
    create_verify_data,
    derive,
    hash_mandatory_nquads,
    separate,
    serialize_sign_data,
    transform_base,
)
from canonbench.specs.selective_disclosure.grouping import (
    Group,
    Grouped,
    LabelMapFactory,
    Matching,
    Processor,
    canonicalize_and_group,
    label_replacement_canonicalize,
    match,
)
from canonbench.specs.selective_disclosure.labels import (
    canonical_identifiers,
    compress_label_map,
    decompress_label_map,
    digest_label_map,
    hmac_label_map,
    replace_labels,
)
from canonbench.specs.selective_disclosure.pointers import parse_pointer, select
from canonbench.specs.selective_disclosure.proof_values import (
    BaseProof,
    DerivedProof,
    base_components,
    derived_components,
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
from canonbench.specs.selective_disclosure.skolem_in_place import (
    NameCheck,
    Named,
    check_names,
    name_nodes,
    skolemize_in_place,
)

__all__ = [
    "BaseProof",
    "BaseTransformation",
    "Derive",
    "DerivedProof",
    "DisclosureData",
    "Group",
    "Grouped",
    "LabelMapFactory",
    "Matching",
    "NameCheck",
    "Named",
    "Processor",
    "Skolemized",
    "VerifyData",
    "base_components",
    "canonical_identifiers",
    "canonicalize_and_group",
    "check_names",
    "complete",
    "compress_label_map",
    "create_disclosure_data",
    "create_verify_data",
    "decompress_label_map",
    "derive",
    "derived_components",
    "deskolemize",
    "digest_label_map",
    "hash_mandatory_nquads",
    "hmac_label_map",
    "label_replacement_canonicalize",
    "match",
    "name_nodes",
    "parse_base_proof",
    "parse_derived_proof",
    "parse_pointer",
    "replace_labels",
    "select",
    "separate",
    "serialize_base_proof",
    "serialize_derived_proof",
    "serialize_sign_data",
    "skolemize",
    "skolemize_expanded",
    "skolemize_in_place",
    "transform_base",
]
