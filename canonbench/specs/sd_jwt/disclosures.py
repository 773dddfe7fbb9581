"""Disclosures and their digests: what an issuer makes (RFC 9901 section 4.2).

Issuing is ``create_disclosures``, then ``digests`` of what it says to hash, then ``embed_digests``: hashing
is a step of its own. Only where one Disclosure lies inside another (section 4.2.6) must the digest of the
inner one be taken while the outer one is created; ``create_disclosures`` takes the hash function for that.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from canonbench.errors import MalformedInput
from canonbench.specs import base64url
from canonbench.specs.jws import json_text

__all__ = [
    "RESERVED",
    "Claims",
    "Created",
    "Embedding",
    "Frame",
    "Hash",
    "array_index",
    "create_disclosures",
    "digest",
    "digests",
    "embed_digests",
    "frame_of",
    "pointer_tokens",
    "salts",
]

Hash: TypeAlias = Callable[[bytes], bytes]

RESERVED = ("_sd", "...", "_sd_alg")
"""Names that no claim may have (RFC 9901 sections 4.1 and 4.1.1)."""


_MOST_DIGITS = 10  # longer than any array, far below where int refuses


class Frame(NamedTuple):
    """Which parts of a value are selectively disclosable: a tree beside the tree of claims.

    ``members`` holds a frame for each member name, or array index in decimal, that is selectively
    disclosable or has something inside that is. ``decoys`` is the number of decoy digests at this level.
    """

    disclosable: bool
    members: "dict[str, Frame]"
    decoys: int = 0


class Claims(NamedTuple):
    """Input of ``create_disclosures``: the claims, and which of them are selectively disclosable."""

    claims: dict[str, Any]
    frame: Frame


class Created(NamedTuple):
    """Output of ``create_disclosures``.

    ``disclosures`` are the encoded Disclosures, an inner one before the one that holds it. ``hashed`` are the
    texts whose digests belong into the payload itself, in the order in which ``embed_digests`` takes them:
    Disclosures and, for decoys, random texts.
    """

    disclosures: tuple[str, ...]
    hashed: tuple[str, ...]


class Embedding(NamedTuple):
    """Input of ``embed_digests``: claims and frame, the digests of ``Created.hashed``, and ``_sd_alg``."""

    claims: dict[str, Any]
    frame: Frame
    digests: tuple[str, ...]
    algorithm: str = "sha-256"


def digest(text: str, hash_function: Hash) -> str:
    """Return the encoded digest over the ASCII bytes of ``text``, as received (RFC 9901 section 4.2.3)."""
    return base64url.encode(hash_function(text.encode("ascii")))


def digests(texts: Iterable[str], hash_function: Hash) -> tuple[str, ...]:
    """Return the encoded digest of each text (RFC 9901 section 4.2.3)."""
    encode = base64url.encode
    return tuple(encode(hash_function(text.encode("ascii"))) for text in texts)


def salts(random_octets: Callable[[int], bytes]) -> Callable[[], str]:
    """Return a source of salts of 128 bits (RFC 9901 section 9.3) over a source of random octets."""
    return lambda: base64url.encode(random_octets(16))


def pointer_tokens(pointer: str) -> list[str]:
    """Return the reference tokens of a JSON pointer (RFC 6901 section 3).

    Raises:
        MalformedInput: ``pointer`` is the whole document, or no JSON pointer.
    """
    if not pointer.startswith("/") or "~" in pointer.replace("~0", "").replace("~1", ""):
        raise MalformedInput(f"{pointer!r} is no JSON pointer to a member or element (RFC 6901 section 3)")
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]


def array_index(token: str, elements: Sequence[Any]) -> int | None:
    """Return the index that a reference token stands for (RFC 6901 section 4), or ``None``."""
    plain = token.isascii() and token.isdecimal() and (len(token) == 1 or token[0] != "0")
    return int(token) if plain and len(token) < _MOST_DIGITS and int(token) < len(elements) else None


def frame_of(pointers: Iterable[str]) -> Frame:
    """Return the frame in which just what ``pointers`` point to is selectively disclosable.

    Args:
        pointers: JSON pointers (RFC 6901) into the claims: ``"/address"``, ``"/address/region"``.

    Raises:
        MalformedInput: one of them is no JSON pointer.
    """
    root = Frame(disclosable=False, members={})
    for pointer in pointers:
        *path, last = pointer_tokens(pointer)
        frame = root
        for token in path:
            frame = frame.members.setdefault(token, Frame(disclosable=False, members={}))
        frame.members[last] = Frame(True, frame.members[last].members if last in frame.members else {})
    return root


def create_disclosures(request: Claims, *, salt: Callable[[], str], hash_function: Hash) -> Created:
    """Create the Disclosures for the claims that the frame marks (RFC 9901 sections 4.2.1, 4.2.2 and 4.2.6).

    Args:
        request: the claims and their frame.
        salt: gives a fresh salt with each call.
        hash_function: for Disclosures that hold the digests of others, and for nothing else.

    Raises:
        MalformedInput: a claim is named ``_sd``, ``...`` or ``_sd_alg``, the frame names what is not there,
            or a value is not JSON.
    """
    disclosures: list[str] = []
    hashed: list[str] = []
    try:
        _refuse_reserved(request.claims)
        _create(request.claims, request.frame, _Making(disclosures, salt, hash_function), hashed)
    except MalformedInput:
        raise
    except (RecursionError, TypeError, ValueError) as error:
        raise MalformedInput(f"the claims are not JSON: {error}") from error
    if len(set(disclosures)) != len(disclosures):
        raise MalformedInput("a Disclosure is there twice, salts must be unique (RFC 9901 section 4.2.1)")
    return Created(tuple(disclosures), tuple(hashed))


def embed_digests(request: Embedding) -> dict[str, Any]:
    """Return the SD-JWT payload: claims, with digests for the marked ones (RFC 9901 sections 4.2.4, 4.1.1).

    Digests of an object are sorted, which hides the order of its claims; decoys of an array come last in it.

    Raises:
        MalformedInput: one digest is there twice (the salts are not unique), or the digests are not those of
            the frame.
    """
    if len(set(request.digests)) != len(request.digests):
        raise MalformedInput(
            "a digest is there twice, salts must be unique (RFC 9901 sections 4.1 and 4.2.1)"
        )
    remaining = iter(request.digests)
    try:
        payload: dict[str, Any] = _embed(request.claims, request.frame, remaining)
    except StopIteration:
        raise MalformedInput(
            "there are fewer digests than the frame has places (RFC 9901 section 4.2.4)"
        ) from None
    if next(remaining, None) is not None:
        raise MalformedInput("there are more digests than the frame has places (RFC 9901 section 4.2.4)")
    if request.digests or request.algorithm != "sha-256":
        payload["_sd_alg"] = request.algorithm
    return payload


class _Making(NamedTuple):
    disclosures: list[str]
    salt: Callable[[], str]
    hash_function: Hash


def _create(value: Any, frame: Frame, making: _Making, hashed: list[str]) -> None:
    """Append the Disclosures below ``value``, and to ``hashed`` those whose digests belong into ``value``."""
    is_array = type(value) is list
    for token, inner in frame.members.items():
        member = _member(value, token)
        if not inner.disclosable:
            _create(member, inner, making, hashed)
            continue
        if inner.members or inner.decoys:
            below: list[str] = []
            _create(member, inner, making, below)
            member = _embed(member, inner, iter(digests(below, making.hash_function)))
        name = "" if is_array else f",{json_text(token)}"
        text = base64url.encode(f"[{json_text(making.salt())}{name},{json_text(member)}]".encode())
        making.disclosures.append(text)
        hashed.append(text)
    hashed.extend(making.salt() for _ in range(frame.decoys))


def _embed(value: Any, frame: Frame, remaining: Iterator[str]) -> Any:
    """Return ``value`` with the next of the ``remaining`` digests in place of what ``frame`` marks."""
    if type(value) is list:
        elements = list(value)
        for token, inner in frame.members.items():
            place = int(token)
            elements[place] = (
                {"...": next(remaining)} if inner.disclosable else _embed(value[place], inner, remaining)
            )
        elements += [{"...": next(remaining)} for _ in range(frame.decoys)]
        return elements
    members = dict(value)
    hidden: list[str] = []
    for token, inner in frame.members.items():
        if inner.disclosable:
            del members[token]
            hidden.append(next(remaining))
        else:
            members[token] = _embed(value[token], inner, remaining)
    hidden += [next(remaining) for _ in range(frame.decoys)]
    if hidden:
        members["_sd"] = sorted(hidden)
    return members


def _member(value: Any, token: str) -> Any:
    if type(value) is dict and token in value:
        return value[token]
    place = array_index(token, value) if type(value) is list else None
    if place is None:
        raise MalformedInput(f"the frame names {token!r}, which is not in the claims")
    return value[place]


def _refuse_reserved(value: Any) -> None:
    children: Iterable[Any] = value
    if isinstance(value, dict):
        for name in RESERVED:
            if name in value:
                raise MalformedInput(f"no claim may be named {name!r} (RFC 9901 sections 4.1 and 4.1.1)")
        children = value.values()
    for child in children:
        if isinstance(child, (dict, list)):
            _refuse_reserved(child)
