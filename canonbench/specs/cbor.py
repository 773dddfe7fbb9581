"""CBOR as the algorithms here need it (RFC 8949): the codec they are given, heads, and neutral values.

No codec is written here. Structures that hold encoded parts are put together from *heads*, so that what was
encoded once, or received, is never encoded again; everything else goes through a `Codec`.

=======================  =============================================================================
CBOR                     neutral value
=======================  =============================================================================
integer, bignum          ``int``
byte string              ``bytes``
text string              ``str``
array                    ``list``
map, all keys text       ``dict``
any other map            `Map`
tag                      `Tag`
false, true, null        ``bool``, ``None``
float                    ``float``
undefined, simple        `Simple` (undefined is 23)
=======================  =============================================================================
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, NoReturn, Protocol

from canonbench.errors import MalformedInput

__all__ = [
    "NULL",
    "Codec",
    "Map",
    "Simple",
    "Tag",
    "Tagged",
    "array",
    "byte_string",
    "embed",
    "embed_head",
    "embedded",
    "head",
    "mapping",
    "native",
    "neutral",
    "read",
    "text_string",
]

NULL = b"\xf6"

_PLAIN = frozenset({str, int, bytes, bool, float, type(None)})
_ARGUMENT_SIZES = {0x58: 1, 0x59: 2, 0x5A: 4, 0x5B: 8}


class Tagged(Protocol):
    """A tagged item as a codec decodes it (RFC 8949 section 3.4)."""

    @property
    def tag(self) -> int:
        """The tag number."""

    @property
    def value(self) -> Any:
        """The tag content, decoded."""


class Codec(NamedTuple):
    """What the algorithms ask of a CBOR library.

    ``encode`` makes the preferred serialization (RFC 8949 section 4.1): shortest heads, definite lengths.
    ``decode`` reads exactly one item. It gives ``dict``, ``list``, ``str``, ``bytes``, ``int`` and, for tags
    0, 24 and 1004 at least, a `Tagged`; within tags it may give ``tuple`` and another mapping (cbor2 does).
    A map with a duplicate key is lost before anyone can look at it, so it is for the codec to refuse it, as
    well as indefinite lengths and bytes after the item: with cbor2 these are ``allow_duplicate_keys=False``,
    ``allow_indefinite=False`` and a look at where the decoder stopped (``loads`` passes such bytes over).
    ``tag`` makes what ``encode`` writes as a tagged item. ``errors`` are what ``decode`` raises.
    """

    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]
    tag: Callable[[int, Any], Tagged]
    errors: tuple[type[Exception], ...] = (ValueError, EOFError)


class Tag(NamedTuple):
    """A tagged item, neutral."""

    number: int
    content: Any


class Simple(NamedTuple):
    """A simple value other than false, true and null, neutral; undefined is ``Simple(23)``."""

    number: int


class Map(NamedTuple):
    """A map some of whose keys are no text, neutral: its entries in order."""

    entries: tuple[tuple[Any, Any], ...]


def head(major: int, argument: int) -> bytes:
    """Return the shortest head of an item (RFC 8949 section 3).

    Args:
        major: The major type, 0 to 7.
        argument: Its argument: a value, a length, a count or a tag number, below 2**64.
    """
    first = major << 5
    if argument < 24:  # noqa: PLR2004 - the numbers of RFC 8949 section 3
        return (first | argument).to_bytes(1, "big")
    if argument < 0x100:  # noqa: PLR2004 - as above
        return (((first | 24) << 8) | argument).to_bytes(2, "big")
    if argument < 0x1_0000:  # noqa: PLR2004 - as above
        return (((first | 25) << 16) | argument).to_bytes(3, "big")
    if argument < 0x1_0000_0000:  # noqa: PLR2004 - as above
        return (((first | 26) << 32) | argument).to_bytes(5, "big")
    return (((first | 27) << 64) | argument).to_bytes(9, "big")


def byte_string(data: bytes) -> bytes:
    """Encode a byte string."""
    return head(2, len(data)) + data


def text_string(text: str) -> bytes:
    """Encode a text string."""
    data = text.encode()
    return head(3, len(data)) + data


def array(items: list[bytes]) -> bytes:
    """Encode an array of items that are encoded already."""
    return head(4, len(items)) + b"".join(items)


def mapping(entries: list[tuple[str, bytes]]) -> bytes:
    """Encode a map of text keys, in the order given, to values that are encoded already."""
    return head(5, len(entries)) + b"".join([text_string(key) + value for key, value in entries])


_EMBED_HEADS = tuple(b"\xd8\x18" + head(2, size) for size in range(256))


def embed_head(size: int) -> bytes:
    """Return what stands before X in ``#6.24(bstr .cbor X)``, where X has ``size`` bytes."""
    return _EMBED_HEADS[size] if size < len(_EMBED_HEADS) else b"\xd8\x18" + head(2, size)


def embed(data: bytes) -> bytes:
    """Encode ``#6.24(bstr .cbor X)``, where ``data`` is X encoded (RFC 8949 section 3.4.5.1)."""
    size = len(data)
    return (_EMBED_HEADS[size] if size < len(_EMBED_HEADS) else embed_head(size)) + data


def embedded(data: bytes, what: str = "an embedded item") -> bytes:
    """Return X of ``#6.24(bstr .cbor X)``: the very bytes, not decoded.

    Raises:
        MalformedInput: If ``data`` is anything else, has a head longer than need be, or goes on after X.
    """
    size = len(data)
    if 27 < size < 260 and data[:3] == b"\xd8\x18\x58" and data[3] == size - 4:  # noqa: PLR2004 - the usual case
        return data[4:]
    if data[:2] == b"\xd8\x18" and size > 2:  # noqa: PLR2004 - the head of tag 24
        start = 3 + _ARGUMENT_SIZES.get(data[2], 0)
        if data.startswith(embed_head(max(size - start, 0))):
            return data[start:]
    raise MalformedInput(
        f"{what} is not one CBOR byte string under tag 24 with shortest heads (RFC 8949, 3.4.5.1)"
    )


def read(codec: Codec, data: bytes, what: str) -> Any:
    """Decode one item, called ``what`` in the message.

    Raises:
        MalformedInput: If the codec refuses it.
    """
    try:
        return codec.decode(data)
    except codec.errors as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise MalformedInput(f"{what} is not well-formed, valid CBOR: {reason} (RFC 8949)") from error


def _refuse(value: Any) -> NoReturn:
    raise MalformedInput(f"a CBOR value of type {type(value).__name__} is not expected here (RFC 8949)")


def neutral(value: Any, other: Callable[[Any], Any] = _refuse) -> Any:
    """Return the neutral form of a decoded value.

    Args:
        value: What ``Codec.decode`` gave.
        other: Makes the neutral form of what is of no type that `Codec` names, or raises.

    Raises:
        MalformedInput: From ``other``, unless another is given.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or kind is tuple:
        return [neutral(item, other) for item in value]
    if kind is dict or isinstance(value, Mapping):
        if all(type(key) is str for key in value):
            return {key: neutral(item, other) for key, item in value.items()}
        return Map(tuple((neutral(key, other), neutral(item, other)) for key, item in value.items()))
    if hasattr(value, "tag") and hasattr(value, "value"):
        return Tag(value.tag, neutral(value.value, other))
    return other(value)


def native(value: Any, codec: Codec, simple: Callable[[int], Any] = Simple) -> Any:
    """Return what ``codec`` encodes for a neutral value.

    Args:
        value: A neutral value.
        codec: Its ``tag`` makes the tags.
        simple: Makes a simple value of that library.

    Raises:
        MalformedInput: If the key of a map is an array or a map, which Python has no dictionary for.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is Tag:
        return codec.tag(value.number, native(value.content, codec, simple))
    if kind is Simple:
        return simple(value.number)
    if kind is Map:
        entries = [(native(key, codec, simple), native(item, codec, simple)) for key, item in value.entries]
        try:
            return dict(entries)
        except (TypeError, RuntimeError) as error:  # the latter of a tag, as cbor2 has it
            raise MalformedInput(
                "a CBOR map whose key is an array or a map is not expected here (RFC 8949)"
            ) from error
    if isinstance(value, dict):
        return {key: native(item, codec, simple) for key, item in value.items()}
    return [native(item, codec, simple) for item in value]
