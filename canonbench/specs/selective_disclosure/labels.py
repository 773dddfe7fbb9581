"""Labels of blank nodes: by HMAC for the issuer and the holder, from the proof for the verifier.

A label map takes canonical identifiers (``c14n0``) to labels (``u`` and a digest in base64url). Neither has
the prefix ``_:`` here, as in the text; identifiers of datasets and of RDFC-1.0 have it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from canonbench.errors import MalformedInput
from canonbench.specs import base64url

__all__ = [
    "canonical_identifiers",
    "compress_label_map",
    "decompress_label_map",
    "digest_label_map",
    "hmac_label_map",
    "replace_labels",
]

_CANONICAL: Final = re.compile(r"c14n(0|[1-9][0-9]*)")
_PREFIX: Final = "_:"


def hmac_label_map(issued: Mapping[str, str], hmac: Callable[[bytes], bytes]) -> dict[str, str]:
    """Return the label of each canonical identifier: its HMAC (createHmacIdLabelMapFunction).

    Args:
        issued: the issued identifiers map (``"_:b0"`` to ``"_:c14n0"``).
        hmac: the HMAC with the key of the proof.
    """
    return digest_label_map(issued, [hmac(identifier) for identifier in canonical_identifiers(issued)])


def canonical_identifiers(issued: Mapping[str, str]) -> list[bytes]:
    """Return what createHmacIdLabelMapFunction computes HMACs of: identifiers without ``_:``, in order."""
    return [identifier.removeprefix(_PREFIX).encode() for identifier in issued.values()]


def digest_label_map(issued: Mapping[str, str], digests: Sequence[bytes]) -> dict[str, str]:
    """Return the label map that a digest of each canonical identifier gives (createHmacIdLabelMapFunction).

    Args:
        issued: the issued identifiers map (``"_:b0"`` to ``"_:c14n0"``).
        digests: the HMAC of each canonical identifier, in the order of the map.
    """
    return {
        identifier.removeprefix(_PREFIX): "u" + base64url.encode(digest)
        for identifier, digest in zip(issued.values(), digests, strict=True)
    }


def replace_labels(issued: Mapping[str, str], label_map: Mapping[str, str]) -> dict[str, str]:
    """Return the new label of each blank node, with ``_:`` (createLabelMapFunction).

    The text lets a holder give one label to two blank nodes, which would make two nodes of the revealed
    document out of one that was signed, or leave entries over that nothing signs: here the map must be one to
    one, and have an entry for each blank node and no other.

    Args:
        issued: the issued identifiers map (``"_:b0"`` to ``"_:c14n0"``).
        label_map: canonical identifier to label.

    Raises:
        MalformedInput: the map does not fit the blank nodes.
    """
    identifiers = {node: identifier.removeprefix(_PREFIX) for node, identifier in issued.items()}
    if set(identifiers.values()) != set(label_map) or len(set(label_map.values())) != len(label_map):
        raise MalformedInput(
            "the label map does not name each blank node of the document once, by its own label"
        )
    return {node: _PREFIX + label_map[identifier] for node, identifier in identifiers.items()}


def compress_label_map(label_map: Mapping[str, str]) -> dict[int, bytes]:
    """Return the label map as a proof value holds it: numbers to digests, in ascending order.

    Raises:
        MalformedInput: an entry is not of the form that RDFC-1.0 and HMAC give.
    """
    compressed = {}
    for identifier, label in label_map.items():
        found = _CANONICAL.fullmatch(identifier)
        if not found or not label.startswith("u"):
            raise MalformedInput(f"label map entry {identifier!r}: {label!r} is not of the form c14nN: u...")
        compressed[int(found[1])] = base64url.decode(label[1:])
    return dict(sorted(compressed.items()))


def decompress_label_map(compressed: Mapping[int, bytes]) -> dict[str, str]:
    """Undo :func:`compress_label_map`."""
    return {f"c14n{number}": "u" + base64url.encode(digest) for number, digest in compressed.items()}
