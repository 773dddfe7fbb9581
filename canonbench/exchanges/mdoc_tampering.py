"""Verify requests of an mdoc exchange that must be refused, made out of a good one."""

from collections.abc import Iterator
from typing import Any

from canonbench.exchanges import Tampered
from canonbench.exchanges.codec import codec
from canonbench.exchanges.mdoc_roles import VerifyRequest
from canonbench.exchanges.trust import certified, listed, secret
from canonbench.model.exchange import Variant
from canonbench.model.use import Use
from canonbench.specs import cose
from canonbench.specs.cbor import Codec, embed, embedded
from canonbench.specs.certificate import der_signature
from canonbench.specs.mdoc import (
    DeviceResponse,
    Document,
    IssuerSigned,
    decode_device_response,
    decode_issuer_signed,
    encode_device_response,
    encode_issuer_signed,
)
from canonbench.specs.mdoc.device import NO_NAME_SPACES, DeviceSigned
from canonbench.stages.tampering import flipped

__all__ = ["tampered"]

_LAST = "9999-12-31T23:59:59Z"
_FIRST = "1950-01-01T00:00:00Z"
_MAP_OF_BYTE = 0xB8


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
    yield Tampered("too early", request._replace(now=_FIRST))
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
    spelt = auth._replace(protected=_spelt(auth.protected))
    yield "issuerAuth: a header written otherwise", issued._replace(issuer_auth=spelt)
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
            spelt = embed(_spelt(embedded(item)))
            yield (
                f"item {place}: written otherwise",
                {**name_spaces, name_space: (*others[0], spelt, *others[1])},
            )
            yield f"item {place}: twice", {**name_spaces, name_space: (*items, item)}
        yield "items of another namespace", {f"{name_space}.other": items}


def _spelt(short_map: bytes) -> bytes:
    """Return the same map of CBOR with the number of its members in a byte of its own (RFC 8949, 3)."""
    return bytes([_MAP_OF_BYTE, short_map[0] & 0x1F]) + short_map[1:]


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
        ("DeviceNameSpaces written otherwise", signed._replace(name_spaces=_spelt(signed.name_spaces))),
        ("DeviceNameSpaces added", signed._replace(name_spaces=b"\xa1\x61a\xa1\x61b\x01")),
    ]
    if signed.signature is not None:
        message = signed.signature
        changes += [
            (f"deviceSignature: {name}", signed._replace(signature=message._replace(signature=data)))
            for name, data in _signatures(message.signature)
        ]
        spelt = message._replace(protected=_spelt(message.protected))
        changes.append(("deviceSignature: a header written otherwise", signed._replace(signature=spelt)))
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
    stranger = certified(use, Variant("p256" if variant.algorithm == "p384" else "p384"), (_FIRST, _LAST))
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
