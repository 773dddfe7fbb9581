"""Bitstring Status List 1.0 (W3C Recommendation of 2025-05-15), from a status list credential given offline.

The list credential is a Verifiable Credential of its own; its proof is verified elsewhere, before it comes
here.
"""

import gzip
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs import base64url

__all__ = [
    "LEAST_BITS",
    "MOST_OCTETS",
    "Entry",
    "check_status",
    "decode_list",
    "encode_list",
    "entry",
    "status_at",
]

LEAST_BITS = 131_072
"""The shortest list, 16 KiB, that keeps a group large enough to hide in (section 2.2)."""

MOST_OCTETS = 1 << 24
"""The longest decompressed list that is read: a small text can hold a very long list."""


class Entry(NamedTuple):
    """An entry of ``credentialStatus`` (section 2.1): where the status is, and of what purpose."""

    credential: str
    position: int
    purpose: str
    size: int


def check_status(status: Mapping[str, Any], list_credential: Mapping[str, Any]) -> int:
    """Return the status that a verified list credential gives, which is not 0 if it is set (section 3.2).

    Args:
        status: an entry of ``credentialStatus``.
        list_credential: the verified status list credential.

    Raises:
        MalformedInput: entry or list is malformed.
        VerificationFailed: the list is another one, of another purpose or too short; or the status of a
            ``revocation`` or ``suspension`` is set.
    """
    where = entry(status)
    if list_credential.get("id") != where.credential:
        raise VerificationFailed(
            "the status list credential is another one (Bitstring Status List section 3.2)"
        )
    subject = list_credential.get("credentialSubject")
    if not isinstance(subject, Mapping) or subject.get("type") != "BitstringStatusList":
        raise MalformedInput(
            "the list credential holds no BitstringStatusList (Bitstring Status List section 2.2)"
        )
    purposes = subject.get("statusPurpose")
    if where.purpose not in (purposes if isinstance(purposes, list) else [purposes]):
        raise VerificationFailed(
            f"the list is not of purpose {where.purpose!r} (Bitstring Status List section 3.2)"
        )
    found = status_at(decode_list(subject.get("encodedList"), where.size), where.size, where.position)
    if found and where.purpose in ("revocation", "suspension"):
        raise VerificationFailed(f"the status for {where.purpose} is set (Bitstring Status List section 3.2)")
    return found


def entry(status: Mapping[str, Any]) -> Entry:
    """Return a ``BitstringStatusListEntry`` (section 2.1).

    Raises:
        MalformedInput: not of that form.
    """
    match status:
        case {
            "type": "BitstringStatusListEntry",
            "statusPurpose": str(purpose),
            "statusListIndex": str(index),
            "statusListCredential": str(credential),
        } if index.isascii() and index.isdecimal() and len(index) <= len(str(MOST_OCTETS * 8)):
            size = status.get("statusSize", 1)
            if type(size) is not int or size < 1:
                raise MalformedInput("statusSize is no positive integer (Bitstring Status List section 2.1)")
            return Entry(credential, int(index), purpose, size)
    raise MalformedInput(
        "credentialStatus is no BitstringStatusListEntry (Bitstring Status List section 2.1)"
    )


def encode_list(set_indexes: Iterable[int], bits: int = LEAST_BITS) -> str:
    """Return the ``encodedList`` of single bits, of which those at ``set_indexes`` are set (section 3.3).

    Raises:
        MalformedInput: an index lies outside, or ``bits`` is too few or no whole number of bytes.
    """
    if bits < LEAST_BITS or bits % 8:
        raise MalformedInput(
            f"a list has {LEAST_BITS} bits or more, in whole bytes (Bitstring Status List section 2.2)"
        )
    octets = bytearray(bits // 8)
    for index in set_indexes:
        if not 0 <= index < bits:
            raise MalformedInput(
                f"there is no index {index} in {bits} bits (Bitstring Status List section 3.3)"
            )
        octets[index // 8] |= 0x80 >> index % 8
    return "u" + base64url.encode(gzip.compress(bytes(octets), mtime=0))


def decode_list(text: Any, size: int = 1) -> bytes:
    """Return the bits of an ``encodedList``, the first one most significant (section 3.4).

    Args:
        text: Multibase (base64url, ``u``) text of the GZIP-compressed bits.
        size: bits for each entry; the list must have ``LEAST_BITS`` entries.

    Raises:
        MalformedInput: not of that form, or longer than ``MOST_OCTETS``.
        VerificationFailed: too few entries (section 3.2, ``STATUS_LIST_LENGTH_ERROR``).
    """
    if not isinstance(text, str) or not text.startswith("u"):
        raise MalformedInput("encodedList is no Multibase base64url text (Bitstring Status List section 2.2)")
    inflate = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        octets = inflate.decompress(base64url.decode(text[1:]), MOST_OCTETS)
    except zlib.error as error:
        raise MalformedInput(
            f"encodedList is no GZIP data: {error} (Bitstring Status List section 3.4)"
        ) from error
    if not inflate.eof or inflate.unused_data:
        raise MalformedInput(
            "encodedList is cut off, too long, or has more after its end (Bitstring Status List section 3.4)"
        )
    if len(octets) * 8 < LEAST_BITS * size:
        raise VerificationFailed(
            f"the list has fewer than {LEAST_BITS} entries (Bitstring Status List section 3.2)"
        )
    return octets


def status_at(octets: bytes, size: int, index: int) -> int:
    """Return the ``size`` bits of the entry at ``index`` as a number (section 3.2).

    Raises:
        VerificationFailed: the list ends before it (``RANGE_ERROR``).
    """
    first, after = index * size, (index + 1) * size
    if after > len(octets) * 8:
        raise VerificationFailed(f"the list has no index {index} (Bitstring Status List section 3.2)")
    window = int.from_bytes(octets[first // 8 : (after + 7) // 8], "big")
    return window >> -after % 8 & (1 << size) - 1
