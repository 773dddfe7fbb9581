"""Base proof, disclosure and verification data of ecdsa-sd-2023 (VC-DI-ECDSA 1.0, sections 3.4 to 3.6)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.rdf import Dataset
from canonbench.specs.selective_disclosure.grouping import (
    Group,
    LabelMapFactory,
    Processor,
    canonicalize_and_group,
    label_replacement_canonicalize,
)
from canonbench.specs.selective_disclosure.proof_values import BaseProof, DerivedProof
from canonbench.specs.selective_disclosure.skolem import Skolemized

__all__ = [
    "BaseTransformation",
    "Derive",
    "DisclosureData",
    "VerifyData",
    "create_disclosure_data",
    "create_verify_data",
    "derive",
    "hash_mandatory_nquads",
    "separate",
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
    factory: LabelMapFactory,
    processor: Processor,
) -> BaseTransformation:
    """Return the N-Quads of a document, mandatory and other (Base Proof Transformation).

    Args:
        skolemized: both forms of the unsecured document.
        mandatory_pointers: JSON pointers to what every disclosure shows.
        factory: makes the label map by HMAC-SHA-256 with the key of the proof.
        processor: the algorithms.

    Raises:
        MalformedInput: a pointer leads nowhere, or into a list.
    """
    definitions = {"mandatory": mandatory_pointers}
    grouped = canonicalize_and_group(skolemized, factory, definitions, processor)
    group, nquads = grouped.groups["mandatory"], grouped.nquads
    return BaseTransformation(
        tuple([nquads[index] for index in group.matching]),
        tuple([nquads[index] for index in group.non_matching]),
        nquads,
    )


def hash_mandatory_nquads(mandatory: Iterable[str], digest: Callable[[bytes], bytes]) -> bytes:
    """Return the hash of the mandatory N-Quads (hashMandatoryNQuads)."""
    return digest("".join(mandatory).encode())


def serialize_sign_data(proof_hash: bytes, public_key: bytes, mandatory_hash: bytes) -> bytes:
    """Return what the issuer's own key signs (serializeSignData); ``public_key`` as Multikey bytes."""
    return proof_hash + public_key + mandatory_hash


def derive(
    base: BaseProof, groups: Mapping[str, Group], labels: Mapping[str, str], canonical: Mapping[str, str]
) -> DerivedProof:
    """Return the derived proof of a selection (createDisclosureData, once its groups are there).

    Signatures are those of the statements that are shown and not mandatory, indexes count the N-Quads shown,
    and the label map takes what a verifier's canonicalization will give to the labels that were signed.

    Args:
        base: the base proof.
        groups: ``"mandatory"``, ``"selective"`` and, of both together, ``"combined"``.
        labels: blank node of the document to label, both with ``_:``.
        canonical: issued identifiers map of the combined group (``"_:b0"`` to ``"_:c14n0"``).

    Raises:
        MalformedInput: the base proof is of another document.
    """
    mandatory = frozenset(groups["mandatory"].matching)
    selective = frozenset(groups["selective"].matching)
    others = groups["mandatory"].non_matching
    if len(others) != len(base.signatures):
        counts = f"{len(base.signatures)} signatures for {len(others)} N-Quads"
        raise MalformedInput(f"the base proof is of another document: it has {counts} that are not mandatory")
    return DerivedProof(
        base.base_signature,
        base.public_key,
        tuple(
            [
                signature
                for index, signature in zip(others, base.signatures, strict=True)
                if index in selective
            ]
        ),
        {verifier[2:]: labels[node][2:] for node, verifier in canonical.items()},
        tuple([place for place, index in enumerate(groups["combined"].matching) if index in mandatory]),
    )


Derive = Callable[
    [BaseProof, dict[str, Group], dict[str, str], Mapping[str, str]],
    DerivedProof,
]


def create_disclosure_data(  # noqa: PLR0913 - the inputs that the text names, and the algorithms
    document: dict[str, Any],
    skolemized: Skolemized,
    base: BaseProof,
    selective_pointers: Sequence[str],
    *,
    factory: LabelMapFactory,
    processor: Processor,
    derive: Derive = derive,
) -> DisclosureData:
    """Return the derived proof, and the document that it reveals (createDisclosureData).

    Args:
        document: the document without its proof.
        skolemized: both of its forms.
        base: the base proof.
        selective_pointers: JSON pointers to what is shown besides the mandatory parts.
        factory: makes the label map by HMAC-SHA-256 with ``base.hmac_key``.
        processor: the algorithms.
        derive: ``derive``, as a stage or as it is.

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
    grouped = canonicalize_and_group(skolemized, factory, definitions, processor)
    canonical = processor.label(grouped.groups["combined"].dataset)
    return DisclosureData(derive(base, grouped.groups, grouped.labels, canonical), reveal_document)


def separate(nquads: Sequence[str], proof: DerivedProof) -> VerifyData:
    """Return the N-Quads of a revealed document, mandatory and other (createVerifyData, once they are there).

    Args:
        nquads: those of the revealed document, one line each, with the labels that were signed.
        proof: the derived proof.

    Raises:
        VerificationFailed: the mandatory indexes do not fit the document, or there are not as many signatures
            as N-Quads that are not mandatory.
    """
    indexes = frozenset(proof.mandatory_indexes)
    if len(indexes) != len(proof.mandatory_indexes) or any(index >= len(nquads) for index in indexes):
        raise VerificationFailed(
            f"the mandatory indexes do not fit the {len(nquads)} N-Quads (VC-DI-ECDSA, createVerifyData)"
        )
    mandatory: list[str] = []
    others: list[str] = []
    for index, line in enumerate(nquads):
        (mandatory if index in indexes else others).append(line)
    if len(others) != len(proof.signatures):
        counts = f"{len(proof.signatures)} signatures for {len(others)} N-Quads that are not mandatory"
        raise VerificationFailed(f"there are {counts} (VC-DI-ECDSA, Verify Derived Proof)")
    return VerifyData(tuple(mandatory), tuple(others), tuple(nquads))


def create_verify_data(
    dataset: Dataset,
    proof: DerivedProof,
    processor: Processor,
    separate: Callable[[tuple[str, ...], DerivedProof], VerifyData] = separate,
) -> VerifyData:
    """Return the N-Quads of a revealed document, mandatory and other (createVerifyData).

    Beyond the text, whatever in the proof value nothing would sign is refused: labels and indexes that the
    document has no use for, and indexes that come twice.

    Args:
        dataset: the revealed document without its proof, as a dataset.
        proof: the derived proof.
        processor: labels and serializes.
        separate: ``separate``, as a stage or as it is.

    Raises:
        VerificationFailed: the label map or the mandatory indexes do not fit the document, or there are not
            as many signatures as N-Quads that are not mandatory.
    """
    try:
        nquads, _, _ = label_replacement_canonicalize(dataset, lambda _: proof.label_map, processor)
    except MalformedInput as error:
        raise VerificationFailed(f"{error} (VC-DI-ECDSA, createVerifyData)") from error
    return separate(nquads, proof)
