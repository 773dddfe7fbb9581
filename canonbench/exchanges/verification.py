"""Verify a file of any format: tell what it is, and hand it to the verifier of its text.

Data Integrity documents are JSON objects, SD-JWT have a ``~`` or are JWS in JSON, an mdoc is CBOR or its
hexadecimal digits.
"""

import re
import warnings
from collections.abc import Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from canonbench.documents.contexts import Contexts
from canonbench.documents.ijson import read
from canonbench.errors import BadDocument, UsageError
from canonbench.exchanges import di_verify, mdoc_verify, sd_jwt_verify
from canonbench.exchanges.di_findings import Finding, Options
from canonbench.exchanges.mdoc_findings import MdocOptions, ShownDocument
from canonbench.exchanges.sd_jwt_findings import SdJwtOptions
from canonbench.model.exchange import Scope
from canonbench.stages.key import Material

__all__ = ["Expected", "Kind", "Verdict", "kind_of", "verify"]

Kind: TypeAlias = Literal["Data Integrity", "SD-JWT", "mdoc"]

_HEX = re.compile(rb"[0-9A-Fa-f\s]+")
_MAPS = range(0xA0, 0xC0)
_JWT = re.compile(rb"[\w-]+\.[\w-]+\.[\w-]*", re.ASCII)
_OF: Mapping[str, Kind] = {
    "audience": "SD-JWT",
    "nonce": "SD-JWT",
    "transcript": "mdoc",
    "reader_key": "mdoc",
    "domain": "Data Integrity",
    "challenge": "Data Integrity",
    "purpose": "Data Integrity",
    "contexts": "Data Integrity",
}
"""What only one kind of file can be checked against: for another it is a usage error, never ignored."""


class Expected(NamedTuple):
    """What a verifier expects and has at hand; what is ``None`` or empty is not asked for.

    ``at`` is the instant at which all is judged, with a time zone, ``None`` for now. ``key`` is the issuer's
    public key, ``roots`` are certificates in DER, ``status_lists`` are as they came.
    """

    at: datetime | None = None
    key: Material | None = None
    audience: str | None = None
    nonce: str | None = None
    transcript: bytes | None = None
    reader_key: Material | None = None
    domain: str | None = None
    challenge: str | None = None
    purpose: str | None = None
    roots: tuple[bytes, ...] = ()
    status_lists: tuple[bytes, ...] = ()
    scope: Scope | None = None
    contexts: Contexts | None = None


class Verdict(NamedTuple):
    """What was found, whatever the format.

    ``claims`` are the processed claims of an SD-JWT, ``documents`` the elements of an mdoc. ``verified`` says
    that something was checked and nothing is wrong.
    """

    kind: Kind
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    verified: bool
    claims: Mapping[str, Any] = MappingProxyType({})
    documents: tuple[ShownDocument, ...] = ()


def kind_of(data: bytes, name: str = "the file") -> Kind:
    """Tell what a file is.

    Raises:
        BadDocument: it is nothing that can be verified.
    """
    text = data.strip()
    if sd_jwt_verify.is_sd_jwt(data):
        return "SD-JWT"
    if text[:1] in {b"{", b"["}:
        return "Data Integrity"
    if text and (_HEX.fullmatch(text) or data[0] in _MAPS):
        return "mdoc"
    if _JWT.fullmatch(text):
        raise BadDocument(
            f"{name} is a JWT without Disclosures: an SD-JWT ends with '~' (RFC 9901 section 4)"
        )
    raise BadDocument(f"{name} is neither JSON, an SD-JWT, nor CBOR or its hexadecimal digits")


def verify(data: bytes, expected: Expected, name: str = "the file") -> Verdict:
    """Verify what is in a file, each proof with its own finding.

    Raises:
        BadDocument: it is nothing that can be verified, or malformed.
        UsageError: something was asked for that a file of this kind cannot be checked against.
    """
    kind = kind_of(data, name)
    for member, other in _OF.items():
        if getattr(expected, member) is not None and other != kind:
            raise UsageError(
                f"--{member.removesuffix('s').replace('_', '-')} is for {other}, and {name} is {kind}: "
                "leave it out"
            )
    run = {"SD-JWT": _sd_jwt, "mdoc": _mdoc, "Data Integrity": _data_integrity}[kind]
    with warnings.catch_warnings():
        # A library warns of a certificate that RFC 5280 forbids; here that is a refusal.
        warnings.simplefilter("error", UserWarning)
        return run(data, expected, name)


def _one_list(expected: Expected) -> str | None:
    """Return the one Status List Token as text.

    Raises:
        UsageError: there are several.
    """
    if len(expected.status_lists) > 1:
        raise UsageError("--status-list: a token refers to one list; give one file")
    return expected.status_lists[0].decode("latin-1").strip() if expected.status_lists else None


def _sd_jwt(data: bytes, expected: Expected, name: str) -> Verdict:
    options = SdJwtOptions(
        at=expected.at,
        key=expected.key,
        audience=expected.audience,
        nonce=expected.nonce,
        roots=expected.roots,
        status_list=_one_list(expected),
        scope=expected.scope,
    )
    found = sd_jwt_verify.verify(data, options, name=name)
    return Verdict("SD-JWT", found.findings, found.notes, _all(found.findings), found.claims)


def _mdoc(data: bytes, expected: Expected, name: str) -> Verdict:
    if expected.key is not None:
        raise UsageError(f"--key is not for an mdoc, whose issuer is in its x5chain: leave it out for {name}")
    options = MdocOptions(
        at=expected.at,
        transcript=expected.transcript,
        reader_key=expected.reader_key,
        roots=expected.roots,
        status_list=_one_list(expected),
        scope=expected.scope,
    )
    found = mdoc_verify.verify_mdoc(data, options, name=name)
    return Verdict("mdoc", found.findings, found.notes, _all(found.findings), documents=found.documents)


def _data_integrity(data: bytes, expected: Expected, name: str) -> Verdict:
    options = Options(
        at=expected.at,
        purpose=expected.purpose,
        domain=expected.domain,
        challenge=expected.challenge,
        key=expected.key,
        status_lists=expected.status_lists,
        contexts=expected.contexts,
    )
    found = di_verify.verify(data, options, name=name)
    findings = (*found.findings, *_demanded(read(data, name), expected.scope, found.findings))
    notes = found.notes
    if expected.roots:
        notes += ("no certificate was checked: Data Integrity proofs name their keys by verificationMethod",)
    return Verdict("Data Integrity", findings, notes, _all(findings))


def _demanded(value: Any, scope: Scope | None, findings: tuple[Finding, ...]) -> Iterator[Finding]:
    """Give a finding for what the scope demands and was not there to be checked."""
    if scope in {"holder", "trust"}:
        own = any(each.what == "proof" and each.place.startswith("/proof") for each in findings)
        types = value.get("type", [])
        if "VerifiablePresentation" not in (types if isinstance(types, list) else [types]) or not own:
            reason = f"scope {scope} demands a presentation with a proof of its holder, and there is none"
            yield Finding("", "holder", "", "", reason)
    if scope == "trust" and not any(each.what == "status" for each in findings):
        reason = "scope trust demands a status, and none was checked; give --status-list"
        yield Finding("", "status", "", "", reason)


def _all(findings: tuple[Finding, ...]) -> bool:
    return bool(findings) and all(each.verified for each in findings)
