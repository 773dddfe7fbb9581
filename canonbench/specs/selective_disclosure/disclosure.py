"""Base proof, disclosure and verification data of ecdsa-sd-2023 (VC-DI-ECDSA 1.0, sections 3.5 and 3.6)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.rdf import Dataset
from canonbench.specs.selective_disclosure.grouping import (
    Processor,
    canonicalize_and_group,
    label_replacement_canonicalize,
)
from canonbench.specs.selective_disclosure.labels import hmac_label_map
from canonbench.specs.selective_disclosure.proof_values import BaseProof, DerivedProof
from canonbench.specs.selective_disclosure.skolem import Skolemized

__all__ = [
    "BaseTransformation",
    "DisclosureData",
    "VerifyData",
    "create_disclosure_data",
    "create_verify_data",
    "hash_mandatory_nquads",
    "serialize_sign_data",
    "transform_base",
]


class BaseTransformation(NamedTuple):
    """The transformed document of a base proof."""

    mandatory: tuple[str, ...]
    non_mandatory: tuple[str, ...]
    nquads: tuple[str, ...]


class DisclosureData(NamedTuple):
    """What a holder shows."""

    proof: DerivedProof
    reveal_document: dict[str, Any]
    """Without its proof; parts of it are shared with the document that it reveals."""


class VerifyData(NamedTuple):
    """What a verifier checks signatures over, besides the proof hash."""

    mandatory: tuple[str, ...]
    non_mandatory: tuple[str, ...]
    nquads: tuple[str, ...]


def transform_base(
    skolemized: Skolemized,
    mandatory_pointers: Sequence[str],
    hmac: Callable[[bytes], bytes],
    processor: Processor,
) -> BaseTransformation:
    """Return the N-Quads of a document, mandatory and other (Base Proof Transformation).

    Args:
        skolemized: both forms of the unsecured document.
        mandatory_pointers: JSON pointers to what every disclosure shows.
        hmac: HMAC-SHA-256 with the key of the proof.
        processor: the algorithms.

    Raises:
        MalformedInput: a pointer leads nowhere, or into a list.
    """
    definitions = {"mandatory": mandatory_pointers}
    grouped = canonicalize_and_group(skolemized, partial(hmac_label_map, hmac=hmac), definitions, processor)
    group, nquads = grouped.groups["mandatory"], grouped.nquads
    return BaseTransformation(
        tuple(nquads[index] for index in group.matching),
        tuple(nquads[index] for index in group.non_matching),
        nquads,
    )


def hash_mandatory_nquads(mandatory: Iterable[str], digest: Callable[[bytes], bytes]) -> bytes:
    """Return the hash of the mandatory N-Quads (hashMandatoryNQuads)."""
    return digest("".join(mandatory).encode())


def serialize_sign_data(proof_hash: bytes, public_key: bytes, mandatory_hash: bytes) -> bytes:
    """Return what the issuer's own key signs (serializeSignData); ``public_key`` as Multikey bytes."""
    return proof_hash + public_key + mandatory_hash


def create_disclosure_data(  # noqa: PLR0913 - the inputs that the text names, and the algorithms
    document: Mapping[str, Any],
    skolemized: Skolemized,
    base: BaseProof,
    selective_pointers: Sequence[str],
    *,
    hmac: Callable[[bytes], bytes],
    processor: Processor,
) -> DisclosureData:
    """Return the derived proof, and the document that it reveals (createDisclosureData).

    Args:
        document: the document without its proof.
        skolemized: both of its forms.
        base: the base proof.
        selective_pointers: JSON pointers to what is shown besides the mandatory parts.
        hmac: HMAC-SHA-256 with ``base.hmac_key``.
        processor: the algorithms.

    Raises:
        MalformedInput: a pointer leads nowhere or into a list, nothing would be shown, or the base proof is
            of another document.
    """
    combined_pointers = [*base.mandatory_pointers, *selective_pointers]
    reveal_document = processor.select(combined_pointers, document)
    if reveal_document is None:
        raise MalformedInput("nothing is to be disclosed: there are neither mandatory nor selective pointers")
    definitions = {
        "mandatory": base.mandatory_pointers,
        "selective": selective_pointers,
        "combined": combined_pointers,
    }
    grouped = canonicalize_and_group(skolemized, partial(hmac_label_map, hmac=hmac), definitions, processor)
    mandatory = frozenset(grouped.groups["mandatory"].matching)
    selective = frozenset(grouped.groups["selective"].matching)
    combined = grouped.groups["combined"]
    others = grouped.groups["mandatory"].non_matching
    if len(others) != len(base.signatures):
        counts = f"{len(base.signatures)} signatures for {len(others)} N-Quads"
        raise MalformedInput(f"the base proof is of another document: it has {counts} that are not mandatory")
    canonical = processor.label(combined.dataset)
    proof = DerivedProof(
        base.base_signature,
        base.public_key,
        tuple(
            signature for index, signature in zip(others, base.signatures, strict=True) if index in selective
        ),
        {verifier[2:]: grouped.labels[node][2:] for node, verifier in canonical.items()},
        tuple(place for place, index in enumerate(combined.matching) if index in mandatory),
    )
    return DisclosureData(proof, reveal_document)


def create_verify_data(dataset: Dataset, proof: DerivedProof, processor: Processor) -> VerifyData:
    """Return the N-Quads of a revealed document, mandatory and other (createVerifyData).

    Beyond the text, whatever in the proof value nothing would sign is refused: labels and indexes that the
    document has no use for, and indexes that come twice.

    Args:
        dataset: the revealed document without its proof, as a dataset.
        proof: the derived proof.
        processor: labels and serializes.

    Raises:
        VerificationFailed: the label map or the mandatory indexes do not fit the document, or there are not
            as many signatures as N-Quads that are not mandatory.
    """
    try:
        nquads, _, _ = label_replacement_canonicalize(dataset, lambda _: proof.label_map, processor)
    except MalformedInput as error:
        raise VerificationFailed(f"{error} (VC-DI-ECDSA, createVerifyData)") from error
    indexes = frozenset(proof.mandatory_indexes)
    if len(indexes) != len(proof.mandatory_indexes) or any(index >= len(nquads) for index in indexes):
        raise VerificationFailed(
            f"the mandatory indexes do not fit the {len(nquads)} N-Quads (VC-DI-ECDSA, createVerifyData)"
        )
    non_mandatory = tuple(line for index, line in enumerate(nquads) if index not in indexes)
    if len(non_mandatory) != len(proof.signatures):
        counts = f"{len(proof.signatures)} signatures for {len(non_mandatory)} N-Quads that are not mandatory"
        raise VerificationFailed(f"there are {counts} (VC-DI-ECDSA, Verify Derived Proof)")
    mandatory = tuple(line for index, line in enumerate(nquads) if index in indexes)
    return VerifyData(mandatory, non_mandatory, nquads)
