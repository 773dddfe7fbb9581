"""What a user's file, or a part of it, is called in everything that is written down.

A file is called by its digest: who has the file knows what was measured, and nobody else learns anything.
That is not enough for a part, as a member's name or an address: it can be guessed, and its digest compared.
"""

from hashlib import sha256

__all__ = ["is_private", "name_of", "part_of"]

_MARK = "user~"


def name_of(digest: str) -> str:
    """Return the name of the file with the SHA-256 ``digest`` (hex): ``user~`` and its first eight digits."""
    return f"{_MARK}{digest[:8]}"


def is_private(name: str) -> bool:
    """Tell whether ``name`` is of a user's file, or of a variant of one."""
    return name.startswith(_MARK)


def part_of(data: bytes, part: str) -> str:
    """Return the eight hex digits that name ``part`` of the document whose octets are ``data``.

    They are of a digest of both, so that whoever lacks the document, and has its digest alone, as it stands
    in run files, has nothing to compare with.
    """
    return sha256(part.encode("utf-8", "surrogatepass") + b"\0" + data).hexdigest()[:8]
