"""The proof values of ecdsa-sd-2023 in CBOR (VC-DI-ECDSA 1.0, sections 3.5.2 to 3.5.8), without Multibase.

The text has a verifier expect 36 bytes of the proof-scoped public key; Multikey of P-256 is 35 (a header of
two and a compressed point of 33), as every implementation writes it, and so it is here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs.cbor import Codec, read
from canonbench.specs.selective_disclosure.labels import compress_label_map, decompress_label_map

__all__ = [
    "BaseProof",
    "DerivedProof",
    "base_components",
    "derived_components",
    "parse_base_proof",
    "parse_derived_proof",
    "serialize_base_proof",
    "serialize_derived_proof",
]

_BASE_HEADER: Final = b"\xd9\x5d\x00"
_DERIVED_HEADER: Final = b"\xd9\x5d\x01"
_SIGNATURE, _PUBLIC_KEY, _HMAC_KEY, _DIGEST = 64, 35, 32, 32
_COMPONENTS: Final = 5
_ARRAY: Final = (list, tuple)


class BaseProof(NamedTuple):
    """What an issuer hands to the holder, and to nobody else."""

    base_signature: bytes
    public_key: bytes
    """Multikey bytes of the proof-scoped public key."""
    hmac_key: bytes
    signatures: tuple[bytes, ...]
    """One for each N-Quad that is not mandatory, in their order."""
    mandatory_pointers: tuple[str, ...]


class DerivedProof(NamedTuple):
    """What a holder shows to a verifier."""

    base_signature: bytes
    public_key: bytes
    signatures: tuple[bytes, ...]
    """One for each disclosed N-Quad that is not mandatory, in their order."""
    label_map: dict[str, str]
    """Canonical identifier of the revealed document (``c14n0``) to the label that was signed (``u...``)."""
    mandatory_indexes: tuple[int, ...]
    """Indexes into the N-Quads of the revealed document."""


def serialize_base_proof(proof: BaseProof, codec: Codec) -> bytes:
    """Return the bytes of ``proofValue`` of a base proof (serializeBaseProofValue)."""
    signature, key, hmac_key, signatures, pointers = proof
    return _BASE_HEADER + codec.encode([signature, key, hmac_key, list(signatures), list(pointers)])


def base_components(components: Any) -> BaseProof:
    """Return the base proof of which CBOR held ``components`` (parseBaseProofValue).

    Raises:
        MalformedInput: they are no array of five, of the types and lengths of the text.
    """
    signature, key, hmac_key, signatures, pointers = _five(components, "base proof")
    fits = (
        _is_bytes(signature, _SIGNATURE)
        and _is_bytes(key, _PUBLIC_KEY)
        and _is_bytes(hmac_key, _HMAC_KEY)
        and _are_signatures(signatures)
        and isinstance(pointers, _ARRAY)
        and all(isinstance(each, str) for each in pointers)
    )
    if not fits:
        raise MalformedInput(
            "a component of the base proof is of another type or length than VC-DI-ECDSA 3.5.3 says"
        )
    return BaseProof(signature, key, hmac_key, tuple(signatures), tuple(pointers))


def parse_base_proof(
    data: bytes, codec: Codec, components: Callable[[Any], BaseProof] = base_components
) -> BaseProof:
    """Undo :func:`serialize_base_proof` (parseBaseProofValue).

    Args:
        data: the bytes of ``proofValue``.
        codec: decodes CBOR.
        components: ``base_components``, as a stage or as it is.

    Raises:
        MalformedInput: another header, not CBOR, or other components.
    """
    return components(_decoded(data, _BASE_HEADER, codec, "base proof"))


def serialize_derived_proof(
    proof: DerivedProof,
    codec: Codec,
    compress: Callable[[dict[str, str]], dict[int, bytes]] = compress_label_map,
) -> bytes:
    """Return the bytes of ``proofValue`` of a derived proof (serializeDerivedProofValue).

    Args:
        proof: the derived proof.
        codec: encodes CBOR.
        compress: ``compress_label_map``, as a stage or as it is.

    Raises:
        MalformedInput: the label map is not of the form that RDFC-1.0 and HMAC give.
    """
    signature, key, signatures, label_map, indexes = proof
    components = [signature, key, list(signatures), compress(label_map), list(indexes)]
    return _DERIVED_HEADER + codec.encode(components)


def derived_components(components: Any) -> DerivedProof:
    """Return the derived proof of which CBOR held ``components`` (parseDerivedProofValue).

    Raises:
        MalformedInput: they are no array of five, of the types and lengths of the text.
    """
    signature, key, signatures, labels, indexes = _five(components, "derived proof")
    fits = (
        _is_bytes(signature, _SIGNATURE)
        and _is_bytes(key, _PUBLIC_KEY)
        and _are_signatures(signatures)
        and isinstance(labels, Mapping)
        and all(_is_count(number) and _is_bytes(label, _DIGEST) for number, label in labels.items())
        and isinstance(indexes, _ARRAY)
        and all(map(_is_count, indexes))
    )
    if not fits:
        raise MalformedInput(
            "a component of the derived proof is of another type or length than VC-DI-ECDSA 3.5.8 says"
        )
    return DerivedProof(signature, key, tuple(signatures), decompress_label_map(labels), tuple(indexes))


def parse_derived_proof(
    data: bytes, codec: Codec, components: Callable[[Any], DerivedProof] = derived_components
) -> DerivedProof:
    """Undo :func:`serialize_derived_proof` (parseDerivedProofValue).

    Args:
        data: the bytes of ``proofValue``.
        codec: decodes CBOR.
        components: ``derived_components``, as a stage or as it is.

    Raises:
        MalformedInput: another header, not CBOR, or other components.
    """
    return components(_decoded(data, _DERIVED_HEADER, codec, "derived proof"))


def _decoded(data: bytes, header: bytes, codec: Codec, what: str) -> Any:
    if not data.startswith(header):
        raise MalformedInput(
            f"the proof value starts with {data[:3].hex()!r}; that of a {what} with {header.hex()!r}"
        )
    return read(codec, data[len(header) :], f"the {what}")


def _five(components: Any, what: str) -> Sequence[Any]:
    if not (isinstance(components, _ARRAY) and len(components) == _COMPONENTS):
        raise MalformedInput(f"the {what} is no array of five components")
    found: Sequence[Any] = components
    return found


def _are_signatures(values: Any) -> bool:
    return isinstance(values, _ARRAY) and all(_is_bytes(each, _SIGNATURE) for each in values)


def _is_bytes(value: Any, length: int) -> bool:
    return isinstance(value, bytes) and len(value) == length


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
