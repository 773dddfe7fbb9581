"""From a proof to its verification method (Controlled Identifiers 1.0, Retrieve Verification Method).

The key must belong to its controller, and the controller must allow it for the purpose of the proof. A
did:key is its own controller; every other controller document is given by the caller, since nothing is
fetched.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs.data_integrity.instants import instant
from canonbench.specs.data_integrity.refusals import RETRIEVE, verification_error
from canonbench.specs.multibase import parse_did_key

__all__ = ["VerificationMethod", "did_key_document", "retrieve_method"]

_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s#<>\"{}|\\^`]+")
_KEY_TYPES: Final = frozenset({"Multikey", "Ed25519VerificationKey2020"})
_DID_KEY: Final = "did:key:"
_RELATIONS: Final = ("authentication", "assertionMethod", "capabilityInvocation", "capabilityDelegation")


class VerificationMethod(NamedTuple):
    """A verification method; its key is still in wire form, because loading it is a step that is measured."""

    id: str
    controller: str
    multikey: str
    """``publicKeyMultibase``."""


def did_key_document(identifier: str) -> dict[str, Any]:
    """Return the controller document of a did:key identifier.

    Raises:
        MalformedInput: it is none, or of a key that is not supported.
    """
    parse_did_key(identifier)
    multikey = identifier.removeprefix(_DID_KEY)
    method = f"{identifier}#{multikey}"
    key = {
        "id": method,
        "type": "Multikey",
        "controller": identifier,
        "publicKeyMultibase": multikey,
    }
    return {"id": identifier, "verificationMethod": [key], **{relation: [method] for relation in _RELATIONS}}


def retrieve_method(
    proof: Mapping[str, Any],
    controllers: Mapping[str, Mapping[str, Any]],
    at: datetime | None = None,
) -> VerificationMethod:
    """Return the verification method that ``proof`` names, if it may serve the proof's purpose.

    Whether its Multikey holds a key is found out when the key is loaded.

    Args:
        proof: with the strings ``verificationMethod`` and ``proofPurpose``.
        controllers: controller documents, by their identifier.
        at: the instant at which the method must be neither expired nor revoked; ``None`` does not ask.

    Raises:
        VerificationFailed: the first rule that does not hold.
    """
    url, purpose = proof["verificationMethod"], proof["proofPurpose"]
    controller, hash_sign, fragment = url.partition("#")
    if not (_URL.fullmatch(controller) and hash_sign and fragment):
        raise _error(
            f"verificationMethod {url!r} is no URL with a fragment", "INVALID_VERIFICATION_METHOD_URL"
        )
    if controller not in controllers and controller.startswith(_DID_KEY):
        return _of_did_key(controller, url, purpose)
    document = _controller_document(controller, controllers)
    if document.get("id") != controller:
        code = "INVALID_CONTROLLED_IDENTIFIER_DOCUMENT_ID"
        raise _error(f"the controller document of {controller!r} has the id {document.get('id')!r}", code)
    method = _find(document, url)
    found = _checked(method, url, controller)
    relation = _absolute(document.get(purpose), controller)
    if purpose not in document or url not in relation:
        raise _not_allowed(controller, url, purpose)
    for member in ("expires", "revoked"):
        if at is not None and member in method and _instant(method[member], member) <= at:
            raise _error(f"{url!r} is {member[:6]}d since {method[member]}", "INVALID_VERIFICATION_METHOD")
    return found


def _of_did_key(controller: str, url: str, purpose: str) -> VerificationMethod:
    """Retrieve from the document of a did:key, which need not be written out for that."""
    multikey = controller.removeprefix(_DID_KEY)
    if url != f"{controller}#{multikey}":
        raise _error(f"{controller!r} has no {url!r}", "INVALID_VERIFICATION_METHOD")
    if purpose not in _RELATIONS:
        raise _not_allowed(controller, url, purpose)
    return VerificationMethod(url, controller, multikey)


def _controller_document(controller: str, controllers: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    if controller not in controllers:
        code = "INVALID_CONTROLLED_IDENTIFIER_DOCUMENT"
        raise _error(f"no controller document of {controller!r} is at hand; give it", code)
    return controllers[controller]


def _find(document: Mapping[str, Any], url: str) -> Mapping[str, Any]:
    """Return the method with the identifier ``url``, by itself or embedded in a verification relationship."""
    controller = url.partition("#")[0]
    for member in ("verificationMethod", *_RELATIONS):
        for method in _array(document.get(member)):
            if isinstance(method, Mapping) and _resolved(method.get("id"), controller) == url:
                return method
    raise _error(f"the controller document of {controller!r} has no {url!r}", "INVALID_VERIFICATION_METHOD")


def _checked(method: Mapping[str, Any], url: str, controller: str) -> VerificationMethod:
    kind, owner, multikey = method.get("type"), method.get("controller"), method.get("publicKeyMultibase")
    if not isinstance(kind, str) or kind not in _KEY_TYPES or not isinstance(multikey, str):
        known = " or ".join(sorted(_KEY_TYPES))
        raise _error(f"{url!r} is no {known} with publicKeyMultibase", "INVALID_VERIFICATION_METHOD")
    if owner != controller:
        raise _error(f"{url!r} belongs to {owner!r}, not to {controller!r}", "INVALID_VERIFICATION_METHOD")
    return VerificationMethod(url, controller, multikey)


def _absolute(relation: Any, controller: str) -> list[Any]:
    """Return the identifiers in a verification relationship, whose members are URLs or whole methods."""
    items = (item.get("id") if isinstance(item, Mapping) else item for item in _array(relation))
    return [_resolved(item, controller) for item in items]


def _resolved(identifier: Any, controller: str) -> Any:
    """Return ``identifier``, a fragment being one of the controller document."""
    if isinstance(identifier, str) and identifier.startswith("#"):
        return controller + identifier
    return identifier


def _array(value: Any) -> Sequence[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _instant(value: Any, member: str) -> datetime:
    try:
        return instant(str(value))
    except MalformedInput as error:
        raise _error(
            f"{member} of the verification method: {error}", "INVALID_VERIFICATION_METHOD"
        ) from error


def _not_allowed(controller: str, url: str, purpose: str) -> Exception:
    code = "INVALID_RELATIONSHIP_FOR_VERIFICATION_METHOD"
    return _error(f"{controller!r} does not allow {url!r} for {purpose}", code)


def _error(message: str, code: str) -> Exception:
    return verification_error(message, RETRIEVE, code)
