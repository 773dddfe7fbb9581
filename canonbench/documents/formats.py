"""One credential, every format: writers of the neutral credential, all of them unsigned.

========================  ============================================================================
writer                    gives
========================  ============================================================================
`vcdm`                    a VCDM 2.0 credential as JSON-LD, whose context defines every attribute
`sd_jwt_claims`           the claims of an SD-JWT VC; the attributes' names are what is disclosable
`mdoc_elements`           elements by namespace, neutral CBOR values, of an ISO mdoc
========================  ============================================================================

Days and moments are text in JSON, tags 1004 and 0 in CBOR. Bytes are a ``data:`` URL in JSON, a byte string
in CBOR. `canonbench.documents.mapping` leads from a VCDM document to the neutral credential.
"""

import base64
from datetime import datetime
from typing import Any

from canonbench.documents.credential import Binary, Credential, Date, Moment, Value
from canonbench.specs.cbor import Tag
from canonbench.specs.mdoc.education import EDUCATION_NAMESPACE
from canonbench.specs.mdoc.rules import FULL_DATE, TDATE
from canonbench.specs.rdf import XSD

__all__ = [
    "REGISTERED",
    "VCT",
    "claim_name",
    "json_value",
    "mdoc_elements",
    "sd_jwt_claims",
    "seconds",
    "vcdm",
]

VCT = "https://credentials.example/education"
"""The ``vct`` of a credential that brings no type of its own, under a name reserved for examples."""

REGISTERED = frozenset(
    {"_sd", "...", "_sd_alg", "iss", "sub", "aud", "exp", "nbf", "iat", "jti", "cnf", "vct", "status"}
    | {"vct#integrity"}
)
"""Names that mean something else in an SD-JWT VC, so that an attribute must take another."""

_SD_JWT = frozenset({"_sd", "..."})
"""Names that mean something else at any depth (RFC 9901 sections 4.2.4.1 and 4.2.4.2)."""

_VOCABULARY = "https://vocab.example/terms#"
_TYPES = {Date: XSD + "date", Moment: XSD + "dateTime"}


def json_value(value: Value) -> Any:
    """Return an attribute's value as JSON."""
    if isinstance(value, Date | Moment):
        return value.text
    if isinstance(value, Binary):
        return f"data:{value.media_type};base64,{base64.b64encode(value.data).decode()}"
    if isinstance(value, dict):
        return {name: json_value(member) for name, member in value.items()}
    if isinstance(value, list):
        return [json_value(item) for item in value]
    return value


def vcdm(credential: Credential) -> dict[str, Any]:
    """Write a VCDM 2.0 credential (JSON-LD); nothing in it would be lost when it is signed."""
    subject = {} if credential.subject is None else {"id": credential.subject}
    document: dict[str, Any] = {
        "@context": ["https://www.w3.org/ns/credentials/v2", _terms(credential.attributes)],
        "type": ["VerifiableCredential"],
        "issuer": credential.issuer,
    }
    times = {"validFrom": credential.valid_from, "validUntil": credential.valid_until}
    document |= {name: text for name, text in times.items() if text is not None}
    attributes = {name: json_value(value) for name, value in credential.attributes.items()}
    return {**document, "credentialSubject": {**subject, **attributes}}


def sd_jwt_claims(credential: Credential, vct: str = VCT) -> dict[str, Any]:
    """Write the claims of an SD-JWT VC, none of them disclosable yet, without ``cnf`` and ``status``.

    The attributes follow the registered claims under their names, or under `claim_name` of them.
    """
    claims: dict[str, Any] = {"iss": credential.issuer, "vct": vct}
    if credential.subject is not None:
        claims["sub"] = credential.subject
    for name, text in (("nbf", credential.valid_from), ("exp", credential.valid_until)):
        if text is not None:
            claims[name] = seconds(text)
    return {
        **claims,
        **{claim_name(name): _claim(value) for name, value in credential.attributes.items()},
    }


def claim_name(name: str) -> str:
    """Return the claim that an attribute becomes: its name, unless that means something else there."""
    return f"credentialSubject.{name}" if name in REGISTERED else name


def mdoc_elements(credential: Credential, name_space: str = EDUCATION_NAMESPACE) -> dict[str, dict[str, Any]]:
    """Write the elements of an mdoc, by namespace: nested objects become CBOR maps."""
    return {name_space: {name: _element(value) for name, value in credential.attributes.items()}}


def seconds(text: str) -> int:
    """Return a moment ``YYYY-MM-DDThh:mm:ssZ`` in seconds since 1970, as JWT write it."""
    return int(datetime.fromisoformat(text).timestamp())


def _claim(value: Value) -> Any:
    if isinstance(value, dict):
        return {
            f"credentialSubject.{name}" if name in _SD_JWT else name: _claim(member)
            for name, member in value.items()
        }
    if isinstance(value, list):
        return [_claim(item) for item in value]
    return json_value(value)


def _element(value: Value) -> Any:
    if isinstance(value, Date):
        return Tag(FULL_DATE, value.text)
    if isinstance(value, Moment):
        return Tag(TDATE, value.text)
    if isinstance(value, Binary):
        return value.data
    if isinstance(value, dict):
        return {name: _element(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_element(item) for item in value]
    return value


def _terms(attributes: dict[str, Value]) -> dict[str, Any]:
    """Return the local context that defines every name of ``attributes``, at any depth."""
    terms: dict[str, Any] = {}
    for name, value in attributes.items():
        kind = _TYPES.get(type(value))
        iri = _VOCABULARY + name
        terms[name] = {"@id": iri, "@type": kind} if kind else iri
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                terms |= _terms(item)
    return terms
