"""Verify requests of the Data Integrity exchanges that must be refused, made out of one that is good.

They are what every stack is asked before it is timed, so each must fail with any library: a term that no
context defines is not among them, because libraries drop it, and then nothing has changed.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from canonbench.exchanges import Tampered
from canonbench.model.exchange import Variant
from canonbench.model.use import Use
from canonbench.specs import multibase

__all__ = ["tampered_requests"]

_OTHER_KEYS = {
    "ed25519": "z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2",
    "p256": "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP",
    "p384": "z82LkvCwHNreneWpsgPEbV3gu1C6NFJEBg4srfJ5gdxEsMGRJUz2sG9FE42shbn2xkZJh54",
}
"""A public key of each algorithm that signed nothing here: those of the texts' own vectors."""
_SUBJECT = "credentialSubject"
_CONTEXT = "https://another.example/context"

Change = Callable[[dict[str, Any]], None]


def tampered_requests(_use: Use, request: Any, variant: Variant) -> Iterator[Tampered]:
    """Give what must be refused by VerificationFailed or a SpecError (``canonbench.exchanges``).

    ``request`` is a ``VerifyRequest``; what is changed is the credential, its proof, the proof of the
    presentation around it (scopes ``holder`` and ``trust``), the status list (scope ``trust``), or what is
    expected.
    """
    presented = variant.scope != "issuer"
    secured = json.loads(request.secured)
    credential = secured["verifiableCredential"][0] if presented else secured
    for name, change in _credential_changes(variant, credential["proof"]):
        yield Tampered(name, _changed(request, change, inside=presented))
    yield Tampered("another purpose is expected", request._replace(purpose="capabilityInvocation"))
    if not presented:
        return
    for name, change in _presentation_changes(variant, secured["proof"]):
        yield Tampered(name, _changed(request, change, inside=False))
    yield Tampered("another challenge is expected", request._replace(challenge="another"))
    yield Tampered("another domain is expected", request._replace(domain="https://another.example"))
    if variant.scope == "trust":
        yield Tampered("no status list", request._replace(status_lists=()))
        lists = tuple(_edited(each, _drop_list) for each in request.status_lists)
        yield Tampered("another status list", request._replace(status_lists=lists))


def _credential_changes(variant: Variant, proof: Mapping[str, Any]) -> Iterator[tuple[str, Change]]:
    yield "a claim is changed", _change_claim
    yield "the validity is changed", _change_validity
    yield from _proof_changes("", variant, proof)


def _presentation_changes(variant: Variant, proof: Mapping[str, Any]) -> Iterator[tuple[str, Change]]:
    yield "the holder is changed", lambda presentation: presentation.update(holder="did:example:another")
    yield from _proof_changes(" of the presentation", variant, proof)


def _proof_changes(of: str, variant: Variant, proof: Mapping[str, Any]) -> Iterator[tuple[str, Change]]:
    """Give changes of ``proof``, which has an ``@context`` where it is by a suite of JCS."""
    if "@context" in proof:
        yield f"the proof{of} has no @context", _without("@context")
        yield f"@context does not start with that of the proof{of}", _put_context_first
    other = _OTHER_KEYS[variant.algorithm]
    yield f"the proof{of} is missing", lambda secured: secured.pop("proof")
    for place in (0, 1, 2):
        yield f"the proof value{of} is changed ({place + 1} of 3)", _flip(place)
    yield f"the proof value{of} is cut off", _cut
    yield f"the proof value{of} is in another base", _rebase
    yield f"the proof{of} is of another time", _set("created", "2026-01-02T03:04:06Z")
    yield f"the proof{of} is by another key", _set("verificationMethod", f"did:key:{other}#{other}")
    yield f"the proof{of} is for another purpose", _set("proofPurpose", "capabilityInvocation")
    yield f"the proof{of} is of another suite", _set("cryptosuite", "bbs-2023")
    for member in ("type", "cryptosuite", "verificationMethod", "proofPurpose", "proofValue"):
        yield f"the proof{of} has no {member}", _without(member)


def _changed(request: Any, change: Change, *, inside: bool) -> Any:
    def edit(secured: dict[str, Any]) -> None:
        change(secured["verifiableCredential"][0] if inside else secured)

    return request._replace(secured=_edited(request.secured, edit))


def _edited(text: bytes, change: Change) -> bytes:
    secured = deepcopy(json.loads(text))
    change(secured)
    return json.dumps(secured, ensure_ascii=False, separators=(",", ":")).encode()


def _change_claim(secured: dict[str, Any]) -> None:
    """Change the first text of the subject that is neither an identifier nor a type, or add an identifier."""
    subject = secured.get(_SUBJECT)
    if not _change_text(subject):
        secured["issuer"] = "https://another.example"


def _change_text(value: Any) -> bool:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in pairs:
        if name in {"id", "type", "@id", "@type", "@context"}:
            continue
        if isinstance(member, str):
            value[name] = member + "x"
            return True
        if _change_text(member):
            return True
    return False


def _change_validity(secured: dict[str, Any]) -> None:
    for name in ("validFrom", "issuanceDate", "validUntil", "issuer"):
        if name in secured:
            secured[name] = "2026-01-31T00:00:00Z" if name != "issuer" else "https://another.example"
            return
    secured["id"] = "urn:example:another"


def _put_context_first(secured: dict[str, Any]) -> None:
    context = secured["@context"]
    secured["@context"] = [_CONTEXT, *(context if isinstance(context, list) else [context])]


def _set(member: str, value: str) -> Change:
    return lambda secured: secured["proof"].update({member: value})


def _without(member: str) -> Change:
    return lambda secured: secured["proof"].pop(member)


def _flip(place: int) -> Change:
    def change(secured: dict[str, Any]) -> None:
        proof = secured["proof"]
        data = bytearray(multibase.decode(proof["proofValue"]))
        data[(len(data) - 1) * place // 2] ^= 1
        proof["proofValue"] = multibase.encode(bytes(data), proof["proofValue"][0])

    return change


def _cut(secured: dict[str, Any]) -> None:
    proof = secured["proof"]
    data = multibase.decode(proof["proofValue"])
    proof["proofValue"] = multibase.encode(data[:-1], proof["proofValue"][0])


def _rebase(secured: dict[str, Any]) -> None:
    proof = secured["proof"]
    value = proof["proofValue"]
    proof["proofValue"] = multibase.encode(multibase.decode(value), "u" if value[0] == "z" else "z")


def _drop_list(secured: dict[str, Any]) -> None:
    secured[_SUBJECT]["encodedList"] = "uH4sIAAAAAAAAA-3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA"
