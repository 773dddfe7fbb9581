"""IssuerSignedItem: made, digested, read and held against the digests (ISO/IEC 18013-5:2021, 9.1.2.5, 9.3.1).

An item travels as IssuerSignedItemBytes, ``#6.24(bstr .cbor IssuerSignedItem)``, and these bytes are what is
hashed. A verifier hashes the bytes that it received: nothing is encoded again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from canonbench.specs.cbor import Codec, embed, embedded, native, neutral, read
from canonbench.specs.mdoc.rules import failed, malformed

__all__ = [
    "DIGEST_SIZES",
    "Elements",
    "IssuerNameSpaces",
    "IssuerSignedItem",
    "ValueDigests",
    "issuer_signed_items",
    "item_maps",
    "parse_items",
    "validate_digests",
    "value_digests",
]

DIGEST_SIZES = {"SHA-256": 32, "SHA-384": 48, "SHA-512": 64}
"""Digest algorithms and their sizes in bytes (9.1.2.5, table 21)."""

Elements: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Namespace to element identifier to neutral element value."""

IssuerNameSpaces: TypeAlias = Mapping[str, Sequence[bytes]]
"""Namespace to IssuerSignedItemBytes, tag and length included."""

ValueDigests: TypeAlias = Mapping[str, Sequence[tuple[int, bytes]]]
"""Namespace to (digestID, digest)."""

_RANDOM_SIZE = 32
_RANDOM_MINIMUM = 16
_DIGEST_ID_LIMIT = 1 << 31


class IssuerSignedItem(NamedTuple):
    """An item as received; ``encoded`` are its IssuerSignedItemBytes."""

    digest_id: int
    random: bytes
    element_identifier: str
    element_value: Any
    encoded: bytes


def item_maps(
    name_spaces: Elements,
    *,
    random: Callable[[int], bytes],
    codec: Codec | None,
    random_size: int = _RANDOM_SIZE,
) -> dict[str, list[dict[str, Any]]]:
    """Return the IssuerSignedItem maps that a codec encodes: the first half of `issuer_signed_items`.

    Args:
        name_spaces: The elements, in order.
        random: Gives that many unpredictable bytes; called once.
        codec: Its ``tag`` makes the tags within values; ``None`` if the values are what it encodes already.
        random_size: Size of ``random`` of each item, in bytes; 16 or more.

    Raises:
        MalformedInput: If a namespace is empty, or ``random`` would be too short (9.1.2.5).
    """
    if random_size < _RANDOM_MINIMUM:
        malformed(f"random of {random_size} bytes is too short, 16 is the minimum", "9.1.2.5")
    pool = random(random_size * sum(map(len, name_spaces.values())))
    start = 0
    maps: dict[str, list[dict[str, Any]]] = {}
    for name_space, elements in name_spaces.items():
        if not elements:
            malformed(f"namespace {name_space} has no element", "8.3.2.1.2.2")
        maps[name_space] = items = []
        for digest_id, (identifier, value) in enumerate(elements.items()):
            items.append(
                {
                    "digestID": digest_id,
                    "random": pool[start : start + random_size],
                    "elementIdentifier": identifier,
                    "elementValue": value if codec is None else native(value, codec),
                }
            )
            start += random_size
    if len(pool) != start:
        malformed(f"the source of randomness gave {len(pool)} bytes, not {start}", "9.1.2.5")
    return maps


def issuer_signed_items(
    name_spaces: Elements, *, random: Callable[[int], bytes], codec: Codec, random_size: int = _RANDOM_SIZE
) -> dict[str, tuple[bytes, ...]]:
    """Make the IssuerSignedItemBytes of a credential (8.3.2.1.2.2, 9.1.2.5).

    The digestID of an item is its place in its namespace, from 0.

    Args:
        name_spaces: The elements, in order.
        random: Gives that many unpredictable bytes; called once, for all items.
        codec: Encodes the items.
        random_size: Size of ``random`` of each item, in bytes; 16 or more.

    Raises:
        MalformedInput: As `item_maps`.
    """
    encode = codec.encode
    maps = item_maps(name_spaces, random=random, codec=codec, random_size=random_size)
    return {name_space: tuple([embed(encode(item)) for item in items]) for name_space, items in maps.items()}


def value_digests(
    items: IssuerNameSpaces, digest: Callable[[bytes], bytes]
) -> dict[str, tuple[tuple[int, bytes], ...]]:
    """Digest every item of `issuer_signed_items`, in its order (9.1.2.5)."""
    return {name_space: tuple(enumerate(map(digest, encoded))) for name_space, encoded in items.items()}


def _parse(name_space: str, received: Sequence[bytes], codec: Codec) -> tuple[IssuerSignedItem, ...]:
    decode, errors = codec.decode, codec.errors
    items = []
    for encoded in received:
        inner = embedded(encoded, "IssuerSignedItemBytes")
        try:
            item = decode(inner)
        except errors:
            item = read(codec, inner, f"an IssuerSignedItem of {name_space}")
        try:
            digest_id, random = item["digestID"], item["random"]
            identifier, value = item["elementIdentifier"], item["elementValue"]
        except (KeyError, TypeError, IndexError):
            malformed(f"an item of {name_space} is not a map with its four members", "8.3.2.1.2.2")
        if type(digest_id) is not int or type(random) is not bytes or type(identifier) is not str:
            malformed(f"an item of {name_space} has a member of another type", "8.3.2.1.2.2")
        if not 0 <= digest_id < _DIGEST_ID_LIMIT:
            malformed(f"{name_space} {identifier} has a digestID that is not from 0 to 2**31 - 1", "9.1.2.5")
        if len(random) < _RANDOM_MINIMUM:
            malformed(
                f"{name_space} {identifier} has {len(random)} random bytes, 16 is the minimum", "9.1.2.5"
            )
        items.append(IssuerSignedItem(digest_id, random, identifier, neutral(value), encoded))
    return tuple(items)


def parse_items(name_spaces: IssuerNameSpaces, codec: Codec) -> dict[str, tuple[IssuerSignedItem, ...]]:
    """Read all items received; nothing is verified.

    Raises:
        MalformedInput: If one is not what 8.3.2.1.2.2 and 9.1.2.5 have it be.
    """
    return {name_space: _parse(name_space, received, codec) for name_space, received in name_spaces.items()}


def validate_digests(
    items: Mapping[str, Sequence[IssuerSignedItem]], digests: ValueDigests, digest: Callable[[bytes], bytes]
) -> dict[str, dict[str, Any]]:
    """Hold every item received against its digest, over the bytes as received (9.3.1, step 3).

    Args:
        items: All items received.
        digests: ``valueDigests`` of the MSO, whose signature was verified.
        digest: The hash of the MSO's ``digestAlgorithm``.

    Returns:
        The elements: all of them are authentic.

    Raises:
        VerificationFailed: If a digest is another or absent, or a digestID or an element occurs twice.
    """
    verified: dict[str, dict[str, Any]] = {}
    for name_space, received in items.items():
        expected = dict(digests.get(name_space, ()))
        verified[name_space] = elements = {}
        for item in received:
            digest_id, _, identifier, value, encoded = item
            # Each digest serves one item only, so that a second item with this digestID finds none.
            if expected.pop(digest_id, None) != digest(encoded):
                twice = any(item is not other and other.digest_id == digest_id for other in received)
                why = "stands there twice" if twice else "does not match"
                failed(f"the digest of {name_space} {identifier}, digestID {digest_id}, {why}", "9.3.1")
            if identifier in elements:
                failed(f"element {name_space} {identifier} stands there twice", "9.3.1")
            elements[identifier] = value
    return verified
