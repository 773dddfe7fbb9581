"""Multibase, Multikey and did:key, strictly (Controlled Identifiers 1.0, 2.2.2 and 2.4; did:key 0.9).

Decoders take the one spelling of a value and refuse every other: a wrong header, characters outside the
alphabet, white space, padding, pad bits that are not zero, a key of another length.
"""

from typing import Final, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs import base64url

__all__ = [
    "BASE58_BTC",
    "BASE64_URL",
    "KEY_TYPES",
    "KeyType",
    "PublicKey",
    "SecretKey",
    "decode",
    "decode_base58btc",
    "did_key",
    "did_key_method",
    "encode",
    "encode_base58btc",
    "parse_did_key",
    "public_multikey",
    "public_multikey_bytes",
    "read_public_multikey",
    "read_public_multikey_bytes",
    "read_secret_multikey",
    "secret_multikey",
]

BASE58_BTC: Final = "z"
BASE64_URL: Final = "u"

_ALPHABET: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_VALUES: Final = {character: value for value, character in enumerate(_ALPHABET)}
_PAIRS: Final = tuple(first + second for first in _ALPHABET for second in _ALPHABET)
_GROUP: Final = 10  # digits that are handled as one machine-sized number: 58^10 < 2^59
_GROUP_BASE: Final = 58**_GROUP
_POWERS: Final = tuple(58**count for count in range(_GROUP + 1))


class KeyType(NamedTuple):
    """A kind of key that Data Integrity signs with, and how Multikey writes it."""

    algorithm: str
    """``"Ed25519"``, ``"P-256"`` or ``"P-384"``."""
    public_header: bytes
    public_length: int
    secret_header: bytes
    secret_length: int


class PublicKey(NamedTuple):
    """A public key: the raw key of Ed25519, the compressed point of P-256 and P-384."""

    algorithm: str
    key: bytes


class SecretKey(NamedTuple):
    """A secret key: the seed of Ed25519, the scalar (big-endian) of P-256 and P-384."""

    algorithm: str
    key: bytes


KEY_TYPES: Final = {
    kind.algorithm: kind
    for kind in (
        KeyType("Ed25519", b"\xed\x01", 32, b"\x80\x26", 32),
        KeyType("P-256", b"\x80\x24", 33, b"\x86\x26", 32),
        KeyType("P-384", b"\x81\x24", 49, b"\x87\x26", 48),
    )
}
_BY_PUBLIC_HEADER: Final = {kind.public_header: kind for kind in KEY_TYPES.values()}
_BY_SECRET_HEADER: Final = {kind.secret_header: kind for kind in KEY_TYPES.values()}
_HEADER_LENGTH: Final = 2
_COMPRESSED: Final = (2, 3)


def encode_base58btc(data: bytes) -> str:
    """Return ``data`` in base-58-btc, without a Multibase header."""
    zeros = len(data) - len(data.lstrip(b"\0"))
    number = int.from_bytes(data, "big")
    parts = []
    while number:
        number, group = divmod(number, _GROUP_BASE)
        for _ in range(_GROUP // 2):
            group, pair = divmod(group, 3364)
            parts.append(_PAIRS[pair])
    return "1" * zeros + "".join(reversed(parts)).lstrip("1")


def decode_base58btc(text: str) -> bytes:
    """Return the bytes that ``text``, without a Multibase header, spells in base-58-btc.

    Raises:
        MalformedInput: a character is outside the alphabet.
    """
    zeros = len(text) - len(text.lstrip("1"))
    number = 0
    values = _VALUES
    try:
        for start in range(zeros, len(text), _GROUP):
            part = text[start : start + _GROUP]
            group = 0
            for character in part:
                group = group * 58 + values[character]
            number = number * _POWERS[len(part)] + group
    except KeyError as error:
        raise MalformedInput(
            f"base58btc: {error.args[0]!r} is outside the alphabet; copy the text again"
        ) from None
    return b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")


def encode(data: bytes, base: str = BASE58_BTC) -> str:
    """Return ``data`` in Multibase, in the base whose header is ``base``."""
    if base == BASE58_BTC:
        return BASE58_BTC + encode_base58btc(data)
    if base == BASE64_URL:
        return BASE64_URL + base64url.encode(data)
    raise MalformedInput(f"multibase: header {base!r} is not supported; use 'z' or 'u'")


def decode(text: str, base: str | None = None) -> bytes:
    """Return the bytes that the Multibase value ``text`` spells.

    Args:
        text: header and value.
        base: the header that must stand there; ``None`` takes either of the two.

    Raises:
        MalformedInput: another header, or not the one spelling of some bytes.
    """
    header = text[:1]
    if (base is not None and header != base) or header not in {BASE58_BTC, BASE64_URL}:
        wanted = repr(base) if base else "'z' or 'u'"
        raise MalformedInput(f"multibase: the header is {header!r} and must be {wanted}")
    return decode_base58btc(text[1:]) if header == BASE58_BTC else base64url.decode(text[1:])


def public_multikey_bytes(key: PublicKey) -> bytes:
    """Return the Multikey bytes of ``key``: header and key.

    Raises:
        MalformedInput: no key of its algorithm looks like this.
    """
    kind = _kind(key.algorithm)
    return kind.public_header + _checked_public(kind, key.key)


def read_public_multikey_bytes(data: bytes) -> PublicKey:
    """Return the public key in Multikey bytes (of P-256: 35 of them).

    Raises:
        MalformedInput: an unknown header, or a key that is none.
    """
    kind = _BY_PUBLIC_HEADER.get(data[:_HEADER_LENGTH])
    if kind is None:
        header = data[:_HEADER_LENGTH].hex()
        raise MalformedInput(
            f"Multikey: {header!r} is not the header of a public key of {', '.join(KEY_TYPES)}"
        )
    return PublicKey(kind.algorithm, _checked_public(kind, data[_HEADER_LENGTH:]))


def public_multikey(key: PublicKey) -> str:
    """Return ``publicKeyMultibase`` of ``key``.

    Raises:
        MalformedInput: no key of its algorithm looks like this.
    """
    return encode(public_multikey_bytes(key))


def read_public_multikey(text: str) -> PublicKey:
    """Return the key in a ``publicKeyMultibase`` value.

    Raises:
        MalformedInput: not base-58-btc, an unknown header, or a key that is none.
    """
    return read_public_multikey_bytes(decode(text, BASE58_BTC))


def secret_multikey(key: SecretKey) -> str:
    """Return ``secretKeyMultibase`` of ``key``.

    Raises:
        MalformedInput: no key of its algorithm looks like this.
    """
    kind = _kind(key.algorithm)
    return encode(kind.secret_header + _of_length(kind.algorithm, kind.secret_length, key.key))


def read_secret_multikey(text: str) -> SecretKey:
    """Return the key in a ``secretKeyMultibase`` value; no error shows any of it.

    Raises:
        MalformedInput: not base-58-btc, an unknown header, or a key that is none.
    """
    data = decode(text, BASE58_BTC)
    kind = _BY_SECRET_HEADER.get(data[:_HEADER_LENGTH])
    if kind is None:
        raise MalformedInput(f"Multikey: the header is not that of a secret key of {', '.join(KEY_TYPES)}")
    return SecretKey(kind.algorithm, _of_length(kind.algorithm, kind.secret_length, data[_HEADER_LENGTH:]))


def did_key(key: PublicKey) -> str:
    """Return the did:key identifier of ``key``.

    Raises:
        MalformedInput: no key of its algorithm looks like this.
    """
    return "did:key:" + public_multikey(key)


def did_key_method(key: PublicKey) -> str:
    """Return the URL of the verification method of ``key`` in its did:key document.

    Raises:
        MalformedInput: no key of its algorithm looks like this.
    """
    multikey = public_multikey(key)
    return f"did:key:{multikey}#{multikey}"


def parse_did_key(identifier: str) -> PublicKey:
    """Return the key that a did:key identifier, without a fragment, stands for.

    Raises:
        MalformedInput: another DID method, or no Multikey of a supported type.
    """
    prefix = "did:key:"
    if not identifier.startswith(prefix):
        raise MalformedInput(
            f"did:key: {identifier!r} does not start with {prefix!r}; give its controller document"
        )
    return read_public_multikey(identifier.removeprefix(prefix))


def _kind(algorithm: str) -> KeyType:
    if algorithm not in KEY_TYPES:
        raise MalformedInput(f"Multikey: {algorithm!r} is not supported; use one of {', '.join(KEY_TYPES)}")
    return KEY_TYPES[algorithm]


def _checked_public(kind: KeyType, key: bytes) -> bytes:
    _of_length(kind.algorithm, kind.public_length, key)
    if kind.algorithm != "Ed25519" and key[0] not in _COMPRESSED:
        raise MalformedInput(
            f"Multikey: a key of {kind.algorithm} is a compressed point and starts with 02 or 03"
        )
    return key


def _of_length(algorithm: str, length: int, key: bytes) -> bytes:
    if len(key) != length:
        raise MalformedInput(f"Multikey: a key of {algorithm} is {length} bytes long, this one is {len(key)}")
    return key
