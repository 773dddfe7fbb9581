"""Base-58-btc and Multibase transcribed step by step from Controlled Identifiers 1.0, without shortcuts.

It works on arrays of digits, a digit at a time, as the text's two algorithms (Base Encode, Base Decode) do.
:mod:`canonbench.specs.multibase` gives the same sooner.
"""

from typing import Final

from canonbench.errors import MalformedInput
from canonbench.specs import base64url

__all__ = ["decode", "encode"]

_ALPHABET: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BASE: Final = len(_ALPHABET)


def _convert(digits: list[int], source: int, target: int) -> list[int]:
    """Return the number with ``digits`` in base ``source`` in base ``target``, the most significant first."""
    converted: list[int] = []
    for digit in digits:
        carry = digit
        for place, value in enumerate(converted):
            carry += value * source
            converted[place] = carry % target
            carry //= target
        while carry:
            converted.append(carry % target)
            carry //= target
    return converted[::-1]


def _leading_zeros(digits: list[int]) -> int:
    return next((place for place, digit in enumerate(digits) if digit), len(digits))


def encode(data: bytes, base: str = "z") -> str:
    """Return ``data`` in Multibase (Controlled Identifiers 1.0, sections Base Encode and Multibase).

    Raises:
        MalformedInput: ``base`` is neither ``"z"`` nor ``"u"``.
    """
    if base == "u":
        return base + base64url.encode(data)
    if base != "z":
        raise MalformedInput(f"multibase: header {base!r} is not supported; use 'z' or 'u'")
    digits = list(data)
    converted = [0] * _leading_zeros(digits) + _convert(digits, 256, _BASE)
    return base + "".join(_ALPHABET[digit] for digit in converted)


def decode(text: str, base: str = "z") -> bytes:
    """Return the bytes of ``text`` (Controlled Identifiers 1.0, sections Base Decode and Multibase).

    Raises:
        MalformedInput: the header is not ``base``, or a character is outside the alphabet.
    """
    if base not in {"z", "u"} or text[:1] != base:
        raise MalformedInput(f"multibase: the header is {text[:1]!r} and must be {base!r}")
    if base == "u":
        return base64url.decode(text[1:])
    digits = [_ALPHABET.find(character) for character in text[1:]]
    if -1 in digits:
        raise MalformedInput(
            f"multibase: {text[1 + digits.index(-1)]!r} is outside the alphabet of base58btc"
        )
    return bytes([0] * _leading_zeros(digits) + _convert(digits, _BASE, 256))
