"""What the issuer of an mdoc signs: IssuerSigned, made and validated (ISO/IEC 18013-5:2021, 9.1.2, 9.3.1)."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from canonbench.errors import VerificationFailed
from canonbench.exchanges.codec import codec
from canonbench.exchanges.cose import making_signature, verifying_signature
from canonbench.exchanges.mdoc_reading import ITEMS, MSO, reading_items, reading_mso
from canonbench.exchanges.randomness import drawing
from canonbench.model.exchange import Variant
from canonbench.model.stage import Stage
from canonbench.model.use import Use
from canonbench.specs import cose
from canonbench.specs.cbor import Tag, embed
from canonbench.specs.certificate import DOCUMENT_SIGNER
from canonbench.specs.cose_key import CoseKey
from canonbench.specs.mdoc import (
    IssuerSigned,
    MobileSecurityObject,
    ValidityInfo,
)
from canonbench.specs.mdoc.rules import TDATE
from canonbench.stages import cbor, hashing, key, mdoc, x509

__all__ = [
    "ISSUER_AUTH",
    "IssueRequest",
    "Issued",
    "Received",
    "issuing",
    "validating_issuer",
]

ISSUER_AUTH: Final = "issuerAuth"

_RANDOM_SIZE = 32
_HASHES: Final[dict[str, tuple[Stage[bytes, bytes], str]]] = {
    "sha256": (hashing.sha256, "SHA-256"),
    "sha384": (hashing.sha384, "SHA-384"),
}


class IssueRequest(NamedTuple):
    """What the issuer says, and with which keys.

    Attributes:
        name_spaces: namespace to element identifier to neutral CBOR value.
        doc_type: the document type.
        issuer_key: the issuer's secret key.
        chain: certificates in DER, the issuer's own first.
        device_key: the holder's public key.
        validity: texts of tdates.
        status: the status claim, or ``None``.
        seed: ``None`` for the operating system's randomness.
    """

    name_spaces: dict[str, dict[str, Any]]
    doc_type: str
    issuer_key: key.Material
    chain: tuple[bytes, ...]
    device_key: CoseKey
    validity: ValidityInfo
    status: Any = None
    seed: bytes | None = None


class Received(NamedTuple):
    """What a verifier got of the issuer's, and its own: roots to trust, and the time."""

    issuer_signed: IssuerSigned
    roots: tuple[bytes, ...]
    now: str


class Issued(NamedTuple):
    """What the issuer's signature and digests vouch for; ``validity`` is the certificate's."""

    mso: MobileSecurityObject
    elements: dict[str, dict[str, Any]]
    validity: x509.Validity


def issuing(use: Use, variant: Variant) -> Callable[[IssueRequest], IssuerSigned]:
    """Bind the making of IssuerSigned: items, digests, MSO, IssuerAuth."""
    hash_stage, hash_name = _HASHES[variant.hash]
    native = use.between(None, cbor.encode)
    make_items, encode_items = use(mdoc.issuer_signed_items), use.each(cbor.encode, of=ITEMS)
    digest_items, value_digests = use.each(hash_stage, of=ITEMS), use(mdoc.value_digests)
    make_mso, encode_mso = use(mdoc.mobile_security_object), use(cbor.encode, of=MSO)
    sign = making_signature(use, variant, of=ISSUER_AUTH)

    def run(request: IssueRequest) -> IssuerSigned:
        elements = {
            name_space: {name: native(value) for name, value in values.items()}
            for name_space, values in request.name_spaces.items()
        }
        pool = drawing(request.seed)(_RANDOM_SIZE * sum(map(len, elements.values())))
        items = {
            name_space: tuple(map(embed, encode_items(maps)))
            for name_space, maps in make_items(mdoc.Elements(elements, pool)).items()
        }
        digests = {name_space: tuple(digest_items(encoded)) for name_space, encoded in items.items()}
        mso = make_mso(
            MobileSecurityObject(
                hash_name,
                value_digests(mdoc.Digests(digests)),
                request.device_key,
                request.doc_type,
                request.validity,
                None,
                request.status,
            )
        )
        validity = {name: native(Tag(TDATE, date[1])) for name, date in mso["validityInfo"].items()}
        payload = embed(encode_mso({**mso, "validityInfo": validity}))
        header = cose.x5chain_header(request.chain)
        return IssuerSigned(items, sign(request.issuer_key, payload, header, request.seed is not None))

    return run


def validating_issuer(use: Use, variant: Variant) -> Callable[[Received], Issued]:
    """Bind the first three steps of issuer data authentication: certificate, signature, digests (9.3.1).

    What is bound raises MalformedInput or VerificationFailed.
    """
    hash_stage, hash_name = _HASHES[variant.hash]
    headers = codec(use, of=ISSUER_AUTH)
    validate_path = use(x509.path, of=ISSUER_AUTH) if variant.scope == "trust" else None
    public_key, validity = use(x509.public_key, of=ISSUER_AUTH), use(x509.validity, of=ISSUER_AUTH)
    verify = verifying_signature(use, variant, x509.public_key, of=ISSUER_AUTH)
    read_mso, read_items = reading_mso(use), reading_items(use)
    digest_items, validate_digests = use.each(hash_stage, of=ITEMS), use(mdoc.validate_digests)

    def run(received: Received) -> Issued:
        issuer_signed, roots, now = received
        issuer_auth = issuer_signed.issuer_auth
        chain = cose.x5chain(issuer_auth, headers)
        if validate_path is not None:
            validate_path(x509.Path(chain, roots, now, DOCUMENT_SIGNER))
        certificate_validity = validity(chain[0])
        verify(public_key(chain[0]), issuer_auth, None)
        mso = read_mso(issuer_auth.payload or b"")
        if mso.digest_algorithm != hash_name:
            raise VerificationFailed(
                f"digestAlgorithm is {mso.digest_algorithm}, must be {hash_name} "
                "(ISO/IEC 18013-5:2021, 9.1.2.5)"
            )
        items = read_items(issuer_signed.name_spaces)
        found = {
            name_space: tuple(digest_items([item.encoded for item in each]))
            for name_space, each in items.items()
        }
        elements = validate_digests(mdoc.ReceivedItems(items, _pairs(mso.value_digests), found))
        return Issued(mso, elements, certificate_validity)

    return run


def _pairs(digests: Mapping[str, Any]) -> dict[str, tuple[tuple[int, bytes], ...]]:
    return digests  # type: ignore[return-value]  # parse_mso makes a dict of tuples
