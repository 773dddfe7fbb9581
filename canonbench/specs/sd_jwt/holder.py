"""The Holder's part: refuse what is not for a Holder, and select Disclosures (RFC 9901 section 7.2)."""

from typing import Any, NamedTuple

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.sd_jwt.disclosures import RESERVED, array_index, pointer_tokens
from canonbench.specs.sd_jwt.processing import match_digests
from canonbench.specs.sd_jwt.serialization import Disclosure, SdJwt

__all__ = ["Selection", "received", "select"]


class Selection(NamedTuple):
    """Input of ``select``: the SD-JWT as issued, the digest of each Disclosure, and what to disclose.

    ``pointers`` are JSON pointers (RFC 6901) to claims as issued, with array indexes counted over all
    elements of the issued array. What a pointer names is disclosed, and what it lies in; what lies inside it
    and is selectively disclosable itself needs a pointer of its own.
    """

    sd_jwt: SdJwt
    digests: tuple[str, ...]
    pointers: tuple[str, ...]


def received(sd_jwt: SdJwt) -> SdJwt:
    """Return ``sd_jwt``, which a Holder got from an Issuer.

    Raises:
        VerificationFailed: it is an SD-JWT+KB, which a Holder must refuse (RFC 9901 section 7.2).
    """
    if sd_jwt.kb_jwt is not None:
        raise VerificationFailed("a Holder refuses an SD-JWT+KB (RFC 9901 section 7.2)")
    return sd_jwt


def select(request: Selection) -> tuple[str, ...]:
    """Return the encoded Disclosures to present, in the order of issuance (RFC 9901 section 7.2, 1 and 2).

    Every Disclosure returned has its digest in the payload or in another one that is returned.

    Raises:
        VerificationFailed: the input is an SD-JWT+KB, or a Disclosure is there twice.
        MalformedInput: a pointer names nothing in this SD-JWT.
    """
    sd_jwt = received(request.sd_jwt)
    by_digest = match_digests(sd_jwt.disclosures, request.digests)
    by_name: dict[str | None, list[str]] = {}
    for digest, disclosure in by_digest.items():
        by_name.setdefault(disclosure.name, []).append(digest)
    selected: set[str] = set()
    for pointer in request.pointers:
        value: Any = sd_jwt.jwt.payload
        for token in pointer_tokens(pointer):
            value, found = _step(value, token, by_name, by_digest, pointer)
            if found is not None:
                selected.add(found.text)
    return tuple([disclosure.text for disclosure in sd_jwt.disclosures if disclosure.text in selected])


def _step(
    value: Any,
    token: str,
    by_name: dict[str | None, list[str]],
    by_digest: dict[str, Disclosure],
    pointer: str,
) -> tuple[Any, Disclosure | None]:
    """Go down by one reference token: the value there, and its Disclosure if it is disclosable."""
    if type(value) is dict:
        if token in value and token not in RESERVED:
            return value[token], None
        embedded: Any = value.get("_sd")
        for digest in by_name.get(token, ()) if type(embedded) is list else ():
            if digest in embedded:
                return by_digest[digest].value, by_digest[digest]
    elif type(value) is list:
        place = array_index(token, value)
        element = None if place is None else value[place]
        hidden: Any = element.get("...") if type(element) is dict else None
        if place is not None and hidden is None:
            return element, None
        if type(hidden) is str and hidden in by_digest:
            return by_digest[hidden].value, by_digest[hidden]
    raise MalformedInput(f"{pointer!r} names nothing in this SD-JWT (RFC 6901 section 4)")
