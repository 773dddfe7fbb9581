"""base64url without padding, strictly (RFC 4648, sections 3.3, 3.5 and 5; RFC 7515, section 2).

A value has one spelling only: what holds padding, white space, characters of another alphabet or pad bits
that are not zero is refused, because a signature over the decoded bytes would not notice the change.
"""

from binascii import Error, a2b_base64, b2a_base64

from canonbench.errors import MalformedInput

__all__ = ["decode", "encode"]

_TO_URL = bytes.maketrans(b"+/", b"-_")
_FROM_URL = bytes.maketrans(b"-_+/=", b"+/***")  # what belongs to the other alphabet becomes invalid in both
_PADDING = (b"", b"", b"==", b"=")
_LAST_OF_TWO, _LAST_OF_THREE = frozenset("AQgw"), frozenset("AEIMQUYcgkosw048")  # those with zero pad bits


def encode(data: bytes) -> str:
    """Return ``data`` in base64url, without padding."""
    return b2a_base64(data, newline=False).translate(_TO_URL).rstrip(b"=").decode("ascii")


def decode(text: str) -> bytes:
    """Return the bytes that ``text`` spells.

    Raises:
        MalformedInput: ``text`` is not the one spelling of some bytes.
    """
    excess = len(text) % 4
    if excess == 1:
        raise MalformedInput("base64url: no text is 4n+1 characters long; a character is missing or too many")
    if (excess == 2 and text[-1] not in _LAST_OF_TWO) or (excess == 3 and text[-1] not in _LAST_OF_THREE):  # noqa: PLR2004 - characters of the last group
        raise MalformedInput(f"base64url: the last character {text[-1]!r} has pad bits that are not zero")
    try:
        return a2b_base64(text.encode("ascii").translate(_FROM_URL) + _PADDING[excess], strict_mode=True)
    except (Error, UnicodeEncodeError) as error:
        allowed = "use only A-Z, a-z, 0-9, - and _, without padding or white space"
        raise MalformedInput(f"base64url: a character is outside the alphabet; {allowed}") from error
