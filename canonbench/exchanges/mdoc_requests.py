"""The requests of an mdoc exchange, made of a document; and verify requests that must be refused."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from canonbench.documents.credential import chosen
from canonbench.documents.formats import mdoc_elements
from canonbench.documents.keys import secret_octets
from canonbench.documents.mapping import from_vcdm
from canonbench.exchanges import Disclose, Source, Tampered
from canonbench.exchanges.codec import codec
from canonbench.exchanges.mdoc_roles import IssueRequest, PresentRequest, VerifyRequest, issue, present
from canonbench.exchanges.trust import certified, listed, secret
from canonbench.model.exchange import RoleName, Variant
from canonbench.model.use import Use
from canonbench.specs import cose
from canonbench.specs.cbor import Codec, byte_string, embed, embedded, text_string
from canonbench.specs.certificate import DOCUMENT_SIGNER, der_signature
from canonbench.specs.mdoc import (
    EDUCATION_DOCTYPE,
    EDUCATION_NAMESPACE,
    DeviceResponse,
    Document,
    IssuerSigned,
    ValidityInfo,
    decode_device_response,
    decode_issuer_signed,
    encode_device_response,
    encode_issuer_signed,
    session_transcript,
)
from canonbench.specs.mdoc.device import NO_NAME_SPACES, DeviceSigned
from canonbench.specs.mdoc.rules import tdate
from canonbench.stages import key
from canonbench.stages.cose import cose_key
from canonbench.stages.tampering import flipped

__all__ = ["requests", "tampered"]

_SIGNED = "2026-01-01T00:00:00Z"
_LIFETIME = timedelta(days=365)
_LAST = "9999-12-31T23:59:59Z"
_OWN_KEY_INFO = 8


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
        device,
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


def tampered(use: Use, _name: str, request: VerifyRequest, variant: Variant) -> Iterator[Tampered]:
    """Give verify requests that must be refused, as ``canonbench.exchanges`` describes them."""
    encoding = codec(use)
    if variant.scope == "issuer":
        issued = decode_issuer_signed(request.presented, encoding)
        for name, changed in _of_issuer(issued, encoding):
            yield Tampered(name, request._replace(presented=encode_issuer_signed(changed, encoding)))
    else:
        document = decode_device_response(request.presented, encoding).documents[0]
        changes = [
            (name, document._replace(issuer_signed=changed))
            for name, changed in _of_issuer(document.issuer_signed, encoding)
        ]
        changes += _of_device(document)
        for name, changed_document in changes:
            response = DeviceResponse((changed_document,))
            yield Tampered(name, request._replace(presented=encode_device_response(response, encoding)))
        for transcript in flipped(request.transcript):
            yield Tampered("another transcript", request._replace(transcript=transcript))
        error = DeviceResponse((document,), 10)
        yield Tampered(
            "status of an error", request._replace(presented=encode_device_response(error, encoding))
        )
    yield Tampered("too early", request._replace(now="1950-01-01T00:00:00Z"))
    yield Tampered("too late", request._replace(now=_LAST))
    yield Tampered("another document type", request._replace(doc_type=f"{request.doc_type}.other"))
    yield Tampered("cut off", request._replace(presented=request.presented[:-1]))
    yield Tampered("a byte more", request._replace(presented=request.presented + b"\0"))
    if variant.binding == "mac":
        yield Tampered("another reader", request._replace(reader_key=secret(variant, "other")))
    if variant.scope == "trust":
        yield from _of_trust(use, request, variant)


def _of_issuer(issued: IssuerSigned, encoding: Codec) -> Iterator[tuple[str, IssuerSigned]]:
    for name, items in _of_items(issued.name_spaces, encoding):
        yield name, issued._replace(name_spaces=items)
    auth = issued.issuer_auth
    for payload in flipped(auth.payload or b""):
        yield "a byte of the MSO", issued._replace(issuer_auth=auth._replace(payload=payload))
    for protected in flipped(auth.protected):
        yield "a byte of the header", issued._replace(issuer_auth=auth._replace(protected=protected))
    for name, signature in _signatures(auth.signature):
        yield f"issuerAuth: {name}", issued._replace(issuer_auth=auth._replace(signature=signature))
    yield "no x5chain", issued._replace(issuer_auth=auth._replace(unprotected=()))
    yield "no payload", issued._replace(issuer_auth=auth._replace(payload=None))


def _of_items(name_spaces: Any, encoding: Codec) -> Iterator[tuple[str, dict[str, tuple[bytes, ...]]]]:
    for name_space, items in name_spaces.items():
        for place, item in enumerate(items):
            others = items[:place], items[place + 1 :]
            content = encoding.decode(embedded(item))
            for name, changes in (
                ("another value", {"elementValue": "forged"}),
                ("another name", {"elementIdentifier": "forged"}),
                ("another random", {"random": bytes(32)}),
                ("another digestID", {"digestID": len(items) + 1000}),
            ):
                forged = embed(encoding.encode({**content, **changes}))
                yield f"item {place}: {name}", {**name_spaces, name_space: (*others[0], forged, *others[1])}
            for changed in flipped(embedded(item)):
                both = (*others[0], embed(changed), *others[1])
                yield f"item {place}: a byte", {**name_spaces, name_space: both}
            yield f"item {place}: twice", {**name_spaces, name_space: (*items, item)}
        yield "items of another namespace", {f"{name_space}.other": items}


def _signatures(signature: bytes) -> Iterator[tuple[str, bytes]]:
    for changed in flipped(signature):
        yield "a byte of the signature", changed
    yield "a signature cut off", signature[:-1]
    yield "a signature in DER", der_signature(signature)
    yield "no signature", b""


def _of_device(document: Document) -> list[tuple[str, Document]]:
    signed = document.device_signed
    changes: list[tuple[str, DeviceSigned]] = [
        ("no deviceAuth", DeviceSigned(NO_NAME_SPACES)),
        ("DeviceNameSpaces added", signed._replace(name_spaces=b"\xa1\x61a\xa1\x61b\x01")),
    ]
    if signed.signature is not None:
        message = signed.signature
        changes += [
            (f"deviceSignature: {name}", signed._replace(signature=message._replace(signature=data)))
            for name, data in _signatures(message.signature)
        ]
        changes.append(
            ("a payload that is not detached", signed._replace(signature=message._replace(payload=b"")))
        )
        changes.append(("both kinds", signed._replace(mac=cose.Mac0(b"\xa1\x01\x05", (), None, bytes(32)))))
    if signed.mac is not None:
        code = signed.mac
        changes += [
            ("deviceMac: a byte of the tag", signed._replace(mac=code._replace(tag=data)))
            for data in flipped(code.tag)
        ]
        changes.append(("deviceMac: a tag cut off", signed._replace(mac=code._replace(tag=code.tag[:-1]))))
    return [(name, document._replace(device_signed=changed)) for name, changed in changes]


def _of_trust(use: Use, request: VerifyRequest, variant: Variant) -> Iterator[Tampered]:
    yield Tampered("no root", request._replace(roots=()))
    stranger = certified(use, Variant("p256" if variant.algorithm == "p384" else "p384"), (_SIGNED, _LAST))
    yield Tampered("another root", request._replace(roots=stranger.roots))
    yield Tampered("no status list", request._replace(status_list=None))
    _, revoked = listed(use, variant, request.now, revoked=True)
    yield Tampered("revoked", request._replace(status_list=revoked))
    good = request.status_list
    if good is not None:
        changed = good.token[:-8] + ("A" if good.token[-8] != "A" else "B") + good.token[-7:]
        yield Tampered(
            "the signature of the status list", request._replace(status_list=good._replace(token=changed))
        )


def _handover(seed: int) -> bytes:
    return b"\x82" + text_string("OpenID4VPHandover") + byte_string(secret_octets("handover", seed))


def _later(text: str) -> str:
    moment = datetime.fromisoformat(text)
    return tdate(min(moment + _LIFETIME, datetime.fromisoformat(_LAST)))
