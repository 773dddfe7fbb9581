"""The requests of an mdoc exchange, made of a document."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from canonbench.documents.credential import chosen
from canonbench.documents.formats import mdoc_elements
from canonbench.documents.keys import secret_octets
from canonbench.documents.mapping import from_vcdm
from canonbench.exchanges import Disclose, Source
from canonbench.exchanges.mdoc_roles import IssueRequest, PresentRequest, VerifyRequest, issue, present
from canonbench.exchanges.trust import certified, listed, secret
from canonbench.model.exchange import RoleName, Variant
from canonbench.model.use import Use
from canonbench.specs.cbor import byte_string, text_string
from canonbench.specs.certificate import DOCUMENT_SIGNER
from canonbench.specs.mdoc import (
    EDUCATION_DOCTYPE,
    EDUCATION_NAMESPACE,
    ValidityInfo,
    session_transcript,
)
from canonbench.specs.mdoc.rules import tdate
from canonbench.stages import key
from canonbench.stages.cose import cose_key

__all__ = ["requests"]

_SIGNED = "2026-01-01T00:00:00Z"
_LIFETIME = timedelta(days=365)
_LAST = "9999-12-31T23:59:59Z"


def requests(
    use: Use, _name: str, document: Source, variant: Variant, disclose: Disclose, seed: int | None
) -> Mapping[RoleName, Any]:
    """Return the request of each role, as ``canonbench.exchanges`` describes it.

    Everything but randomness follows from the document: it is signed and verified at its own ``validFrom``,
    with keys and certificates that are the same everywhere.

    Raises:
        BadDocument: it is no VCDM credential with claims.
        UnknownName: ``disclose`` names an attribute that it has not.
    """
    credential = from_vcdm(document.value).credential
    signed = credential.valid_from or _SIGNED
    until = credential.valid_until or _later(signed)
    chain, roots = certified(use, variant, (signed, until), DOCUMENT_SIGNER)
    claim, status_list = listed(use, variant, signed) if variant.scope == "trust" else (None, None)
    device, reader = secret(variant, "holder"), secret(variant, "reader")
    load = use(key.load)
    by_mac = variant.binding == "mac"
    transcript = session_transcript(None, None, _handover(seed or 0))
    drawn = None if seed is None else seed.to_bytes(8, "big", signed=True)
    issuing = IssueRequest(
        mdoc_elements(credential),
        EDUCATION_DOCTYPE,
        secret(variant, "issuer"),
        chain,
        cose_key(load(device)),
        ValidityInfo(signed, signed, until),
        claim,
        drawn,
    )
    presenting = PresentRequest(
        issue.bind(use, variant)(issuing),
        EDUCATION_DOCTYPE,
        {EDUCATION_NAMESPACE: chosen(credential, disclose)},
        transcript,
        device if variant.scope != "issuer" else None,
        cose_key(load(reader)) if by_mac else None,
        drawn,
    )
    verifying = VerifyRequest(
        present.bind(use, variant)(presenting),
        EDUCATION_DOCTYPE,
        signed,
        transcript,
        reader if by_mac else None,
        roots if variant.scope == "trust" else (),
        status_list,
        drawn,
    )
    return {"issue": issuing, "present": presenting, "verify": verifying}


def _handover(seed: int) -> bytes:
    return b"\x82" + text_string("OpenID4VPHandover") + byte_string(secret_octets("handover", seed))


def _later(text: str) -> str:
    moment = datetime.fromisoformat(text)
    return tdate(min(moment + _LIFETIME, datetime.fromisoformat(_LAST)))
