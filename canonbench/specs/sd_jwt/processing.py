"""Processing of Disclosures and embedded digests (RFC 9901 section 7.1, steps 2.4 and 3 to 5)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from canonbench.errors import VerificationFailed
from canonbench.specs.sd_jwt.disclosures import RESERVED, Hash
from canonbench.specs.sd_jwt.serialization import Disclosure

__all__ = ["Processing", "hash_algorithm", "match_digests", "process"]


class Processing(NamedTuple):
    """Input of ``process``: the payload of the Issuer-signed JWT, the Disclosures, and the digest of each."""

    payload: dict[str, Any]
    disclosures: tuple[Disclosure, ...]
    digests: tuple[str, ...]


def hash_algorithm(payload: Mapping[str, Any], hashes: Mapping[str, Hash]) -> Hash:
    """Return the hash function that ``_sd_alg`` names, SHA-256 where it is absent (RFC 9901 section 4.1.1).

    Args:
        payload: of the Issuer-signed JWT.
        hashes: the hash functions deemed secure, by their IANA names, ``"sha-256"`` among them.

    Raises:
        VerificationFailed: ``_sd_alg`` is another one; the name is case-sensitive.
    """
    name = payload.get("_sd_alg", "sha-256")
    if not isinstance(name, str) or name not in hashes:
        raise VerificationFailed(
            f"_sd_alg {name!r} is not understood, only {', '.join(hashes)} (RFC 9901 section 7.1 step 2.4)",
        )
    return hashes[name]


def process(request: Processing) -> dict[str, Any]:
    """Return the Processed SD-JWT Payload (RFC 9901 section 7.1, steps 3 to 5); the input is left as it is.

    Raises:
        VerificationFailed: a digest is there twice; a Disclosure is not referenced, is there twice, has the
            wrong form for its place, or a name that is reserved or taken; a reserved name is used otherwise.
    """
    walk = _Walk(match_digests(request.disclosures, request.digests), set())
    payload = request.payload
    if "_sd_alg" in payload:
        payload = {name: value for name, value in payload.items() if name != "_sd_alg"}
    try:
        processed = _object(payload, walk)
    except RecursionError:
        raise VerificationFailed("the SD-JWT is nested too deeply") from None
    if walk.pending:
        raise VerificationFailed(
            f"{len(walk.pending)} Disclosures have no digest in the SD-JWT (RFC 9901 section 7.1 step 5)"
        )
    return processed


def match_digests(disclosures: Sequence[Disclosure], digests: Sequence[str]) -> dict[str, Disclosure]:
    """Return the Disclosures by their digests (RFC 9901 section 7.1 step 3.1).

    Raises:
        VerificationFailed: a Disclosure is there twice (section 4).
    """
    matched = dict(zip(digests, disclosures, strict=True))
    if len(matched) != len(disclosures):
        raise VerificationFailed("a Disclosure is there twice (RFC 9901 section 4)")
    return matched


class _Walk(NamedTuple):
    pending: dict[str, Disclosure]
    seen: set[str]

    def meet(self, digests: list[Any]) -> None:
        """Check embedded digests: they are texts, and no digest is met twice."""
        if set(map(type, digests)) - {str}:
            raise VerificationFailed("a digest is no text (RFC 9901 section 4.2.4)")
        before = len(self.seen)
        self.seen.update(digests)
        if len(self.seen) != before + len(digests):
            raise VerificationFailed("a digest is there twice (RFC 9901 section 7.1 step 4)")


def _object(members: dict[str, Any], walk: _Walk) -> dict[str, Any]:
    processed: dict[str, Any] = {}
    for name, value in members.items():
        kind = type(value)
        if name in RESERVED:
            if name != "_sd":
                raise VerificationFailed(f"{name!r} is not allowed there (RFC 9901 sections 4.1 and 4.1.1)")
            if kind is not list:
                raise VerificationFailed("_sd is no array (RFC 9901 section 4.2.4.1)")
        elif kind is dict:
            processed[name] = _object(value, walk)
        elif kind is list:
            processed[name] = _array(value, walk)
        else:
            processed[name] = value
    if "_sd" in members:
        walk.meet(members["_sd"])
        for digest in members["_sd"]:
            if digest in walk.pending:
                disclosure = walk.pending.pop(digest)
                processed[_name(disclosure, processed)] = _value(disclosure.value, walk)
    return processed


def _name(disclosure: Disclosure, processed: dict[str, Any]) -> str:
    name = disclosure.name
    if name is None:
        raise VerificationFailed(
            "an object member's Disclosure has no name (RFC 9901 section 7.1 step 3.3.2.1)"
        )
    if name in RESERVED:
        raise VerificationFailed(
            f"a Disclosure is named {name!r} (RFC 9901 section 7.1 step 3.3.2.2, section 4.1.1)"
        )
    if name in processed:
        raise VerificationFailed(f"the claim {name!r} is already there (RFC 9901 section 7.1 step 3.3.2.3)")
    return name


def _array(elements: list[Any], walk: _Walk) -> list[Any]:
    processed = []
    for element in elements:
        if type(element) is dict and "..." in element:
            if len(element) != 1:
                raise VerificationFailed(
                    "an array digest has other members beside it (RFC 9901 section 4.2.4.2)"
                )
            walk.meet([element["..."]])
            disclosure = walk.pending.pop(element["..."], None)
            if disclosure is None:
                continue
            if disclosure.name is not None:
                raise VerificationFailed(
                    "an array element's Disclosure has a name (RFC 9901 section 7.1 step 3.3.3.1)"
                )
            processed.append(_value(disclosure.value, walk))
        else:
            processed.append(_value(element, walk))
    return processed


def _value(value: Any, walk: _Walk) -> Any:
    kind = type(value)
    if kind is dict:
        return _object(value, walk)
    if kind is list:
        return _array(value, walk)
    return value
