"""The same credential with less in it: without one of its contexts, or without one of its members.

What an extension costs is told by swaps: the document as it is, and the document without it. A variant is a
document of its own, whose name says what is gone::

    ob3~without-1a2b3c4d      a context: eight hex digits of the SHA-256 of its URL, or of the JCS form of a
                              context that stands in the document itself
    ob3-complete~without-evidence
                              a member at the top
    user~1a2b3c4d~without-5e6f7081
                              either of a user's document: ``canonbench.documents.private``

Only contexts that the document names at its top are taken out; credentials inside it keep theirs. A member
or a type that no context that is left defines would be lost, and what is lost would not be signed: so
whatever ``jsonld.data_loss`` finds is taken out, too, again and again until nothing is lost. What is empty
then goes with it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from canonbench.errors import JsonLdError
from canonbench.specs import jcs, jsonld

__all__ = ["LARGEST", "MARK", "REQUIRED", "Variant", "divide", "name_of", "variants"]

MARK = "~without-"
"""Stands in a document's name before what is gone."""

REQUIRED = frozenset({"https://www.w3.org/ns/credentials/v2", "https://www.w3.org/2018/credentials/v1"})
"""The base contexts of VCDM, of which a credential needs one (VCDM 2.0 section 4.3)."""

LARGEST = 5
"""How many members there are variants without: the largest, in bytes."""

_CORE = frozenset(
    {"@context", "@id", "@type", "id", "type", "issuer", "credentialSubject", "proof", "holder"}
    | {"validFrom", "validUntil", "issuanceDate", "expirationDate", "verifiableCredential"}
)
_EMPTY = frozenset({"@context", "@id", "id", "proof"})
_MEMBER = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_GONE: Any = object()


class Variant(NamedTuple):
    """A document without one thing, or why there is none.

    Attributes:
        suffix: what stands after ``MARK`` in its name.
        without: the URL of the context, ``suffix`` of a context in the document itself, or the member's name.
        context: whether it is a context that is gone, else a member.
        value: the document that is left; ``None`` if there is none, and ``reason`` says why.
        removed: JSON pointers of what went with a context, pass by pass; a place in an array is that of its
            pass.
    """

    suffix: str
    without: str
    context: bool
    value: dict[str, Any] | None = None
    removed: tuple[str, ...] = ()
    reason: str = ""


def divide(name: str) -> tuple[str, str]:
    """Return the name of a document and the suffix of its variant; that is empty where ``name`` has none."""
    of, mark, suffix = name.rpartition(MARK)
    return (of, suffix) if mark and of and suffix else (name, "")


def name_of(context: Any) -> str:
    """Return the eight hex digits that name a context, a URL or one that stands in a document.

    Raises:
        SpecError: RFC 8785 does not take it.
    """
    octets = (
        context.encode("utf-8", "surrogatepass") if isinstance(context, str) else jcs.canonicalize(context)
    )
    return sha256(octets).hexdigest()[:8]


def variants(value: Any, contexts: Mapping[str, Any]) -> tuple[Variant, ...]:
    """Return the variants of a JSON-LD document: of each of its contexts, and of its largest members.

    Args:
        value: a parsed document; it is not changed. One that is no object, or has no context, has none.
        contexts: every context document that it needs, parsed, by URL.
    """
    if not isinstance(value, dict) or "@context" not in value:
        return ()
    given = value["@context"]
    entries = given if isinstance(given, list) else [given]
    found = [
        _without_context(value, entries, context, contexts) for context in entries if context is not None
    ]
    return tuple(_once([*found, *_members(value)]))


def _once(found: Iterable[Variant]) -> Iterator[Variant]:
    """Give each variant once: a context that is named twice has one."""
    seen: set[str] = set()
    for each in found:
        if each.suffix not in seen:
            seen.add(each.suffix)
            yield each


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))


def _members(value: dict[str, Any]) -> Iterator[Variant]:
    """Give the variants without one of the optional members, the largest first."""
    sizes = {name: _size(member) for name, member in value.items() if name not in _CORE}
    for name in sorted(sizes, key=lambda each: (-sizes[each], each))[:LARGEST]:
        suffix = name if _MEMBER.fullmatch(name) else name_of(name)
        rest = {other: member for other, member in value.items() if other != name}
        yield Variant(suffix, name, context=False, value=rest)


def _without_context(
    value: dict[str, Any], entries: list[Any], context: Any, contexts: Mapping[str, Any]
) -> Variant:
    suffix = name_of(context)
    found = Variant(suffix, context if isinstance(context, str) else suffix, context=True)
    if isinstance(context, str) and context in REQUIRED:
        return found._replace(reason="a credential needs the base context of VCDM")
    rest = [entry for entry in entries if entry != context]
    if not rest:
        return found._replace(reason="it is the only context: nothing would remain")
    try:
        left, removed = _stripped({**value, "@context": rest}, contexts)
    except JsonLdError as error:
        return found._replace(reason=f"what remains is no JSON-LD: {error.code}")
    if "credentialSubject" in value and "credentialSubject" not in left:
        return found._replace(reason="nothing of credentialSubject would remain")
    if left.keys() <= _EMPTY:
        return found._replace(reason="nothing would remain")
    return found._replace(value=left, removed=removed)


def _stripped(value: dict[str, Any], contexts: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return ``value`` without what would be lost, and the pointers of what is gone.

    Raises:
        JsonLdError: it is no JSON-LD, whatever is taken out.
    """
    removed: list[str] = []
    left = value
    while True:
        places = _lost({name: member for name, member in left.items() if name != "proof"}, contexts)
        if not places:
            return left, tuple(removed)
        removed += places
        left = _pruned(left, {_tokens(place) for place in places}, ())


def _lost(value: dict[str, Any], contexts: Mapping[str, Any]) -> list[str]:
    """Return the pointers of what would be lost, or of what is wrong now that a context is gone."""
    try:
        return list(dict.fromkeys(loss.pointer for loss in jsonld.data_loss(value, contexts)))
    except JsonLdError as error:
        if not error.pointer or error.pointer.startswith("/@context"):
            raise
        return [error.pointer]


def _tokens(pointer: str) -> tuple[str, ...]:
    """Return the reference tokens of a JSON pointer (RFC 6901 section 4)."""
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:])


def _pruned(value: Any, gone: set[tuple[str, ...]], path: tuple[str, ...]) -> Any:
    """Return ``value`` without what is ``gone``, and without what is empty then; ``_GONE`` if that is all."""
    if path in gone:
        return _GONE
    if isinstance(value, dict):
        members = ((name, _pruned(member, gone, (*path, name))) for name, member in value.items())
        kept: Any = {name: member for name, member in members if member is not _GONE}
    elif isinstance(value, list):
        items = (_pruned(item, gone, (*path, str(place))) for place, item in enumerate(value))
        kept = [item for item in items if item is not _GONE]
    else:
        return value
    return _GONE if value and not kept else kept
