"""Issue, present and verify, each in one call over the steps of this package (ISO/IEC 18013-5:2021).

Exchanges put the same steps together one by one; these are for whoever wants the answer alone.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypeAlias

from canonbench.specs import cose
from canonbench.specs.cbor import Codec
from canonbench.specs.cose_key import CoseKey
from canonbench.specs.mdoc.device import (
    DeviceSigned,
    parse_device_name_spaces,
    validate_device_authentication,
)
from canonbench.specs.mdoc.items import (
    Elements,
    issuer_signed_items,
    parse_items,
    validate_digests,
    value_digests,
)
from canonbench.specs.mdoc.mso import (
    KeyAuthorizations,
    MobileSecurityObject,
    ValidityInfo,
    mobile_security_object,
    parse_mso,
    validate_mso,
)
from canonbench.specs.mdoc.response import (
    DeviceResponse,
    Document,
    IssuerSigned,
    decode_device_response,
    decode_issuer_signed,
    encode_device_response,
    encode_issuer_signed,
    select,
)
from canonbench.specs.mdoc.rules import date_nonconformities, failed

__all__ = [
    "Credential",
    "Hashes",
    "Signer",
    "SignerCertificate",
    "VerifiedDocument",
    "Verifier",
    "issue",
    "nonconformities",
    "present",
    "validate_document",
    "verify",
    "verify_issuer_signed",
]

Hashes: TypeAlias = Mapping[str, Callable[[bytes], bytes]]
"""Digest algorithm, as ``SHA-256``, to hash."""


class Credential(NamedTuple):
    """What an issuer says: the elements and everything else that the MSO holds."""

    doc_type: str
    name_spaces: Elements
    device_key: CoseKey
    validity_info: ValidityInfo
    digest_algorithm: str = "SHA-256"
    key_authorizations: KeyAuthorizations | None = None
    status: Any = None


class Signer(NamedTuple):
    """A private key: its COSE algorithm and what signs with it, raw."""

    algorithm: int
    sign: Callable[[bytes], bytes]


class SignerCertificate(NamedTuple):
    """The issuer's certificate: its key, and its validity as texts of tdates."""

    algorithm: int
    verify: Callable[[bytes, bytes], bool]
    validity: tuple[str, str]


class Verifier(NamedTuple):
    """What a verifier brings.

    ``trust`` takes the x5chain, DER and the signer's first, and gives the signer's certificate; whether it
    validates the path to a root is its own affair, and it raises if it does not. ``verify`` and ``mac`` are
    those of `validate_device_authentication`. ``now`` is the text of a tdate.
    """

    codec: Codec
    hashes: Hashes
    trust: Callable[[tuple[bytes, ...]], SignerCertificate]
    verify: Callable[[CoseKey, bytes, bytes], bool]
    now: str
    mac: Callable[[CoseKey, bytes], bytes] | None = None


class VerifiedDocument(NamedTuple):
    """What was verified: elements by namespace, neutral, of the issuer and of the device itself."""

    doc_type: str
    elements: dict[str, dict[str, Any]]
    device_elements: dict[str, dict[str, Any]]
    mso: MobileSecurityObject


def issue(  # noqa: PLR0913 - credential and key material, and three arguments of the environment
    credential: Credential,
    *,
    signer: Signer,
    chain: tuple[bytes, ...],
    codec: Codec,
    digest: Callable[[bytes], bytes],
    random: Callable[[int], bytes],
) -> bytes:
    """Issue: items, digests, MSO, signature, IssuerSigned (9.1.2).

    Args:
        credential: What is issued.
        signer: The issuer's key.
        chain: DER certificates, the signer's first, without the root.
        codec: CBOR.
        digest: The hash of ``credential.digest_algorithm``.
        random: Gives that many unpredictable bytes.

    Raises:
        MalformedInput: If the credential is not what the text allows.
    """
    items = issuer_signed_items(credential.name_spaces, random=random, codec=codec)
    mso = MobileSecurityObject(
        credential.digest_algorithm,
        value_digests(items, digest),
        credential.device_key,
        credential.doc_type,
        credential.validity_info,
        credential.key_authorizations,
        credential.status,
    )
    issuer_auth = cose.sign1(
        mobile_security_object(mso, codec),
        algorithm=signer.algorithm,
        sign=signer.sign,
        codec=codec,
        unprotected=cose.x5chain_header(chain),
    )
    return encode_issuer_signed(IssuerSigned(items, issuer_auth), codec)


def present(
    issuer_signed: bytes,
    *,
    doc_type: str,
    wanted: Mapping[str, Collection[str]],
    authenticate: Callable[[], DeviceSigned],
    codec: Codec,
) -> bytes:
    """Present: select the items, authenticate the device, DeviceResponse.

    Args:
        issuer_signed: IssuerSigned, as issued.
        doc_type: Its document type, which a wallet keeps beside it.
        wanted: Element identifiers by namespace.
        authenticate: `device_signature` or `device_mac`, bound to its arguments.
        codec: CBOR.

    Raises:
        MalformedInput: If ``issuer_signed`` is not one.
        VerificationFailed: If an element wanted is not in it.
    """
    credential = decode_issuer_signed(issuer_signed, codec)
    selected = select(credential, parse_items(credential.name_spaces, codec), wanted)
    document = Document(doc_type, selected, authenticate())
    return encode_device_response(DeviceResponse((document,)), codec)


def _verify_issuer(
    issuer_signed: IssuerSigned, verifier: Verifier
) -> tuple[MobileSecurityObject, dict[str, dict[str, Any]], tuple[str, str]]:
    codec = verifier.codec
    issuer_auth = issuer_signed.issuer_auth
    certificate = verifier.trust(cose.x5chain(issuer_auth, codec))
    payload = cose.verify1(
        issuer_auth,
        algorithm=certificate.algorithm,
        verify=certificate.verify,
        codec=codec,
        name="issuerAuth",
    )
    mso = parse_mso(payload, codec)
    digest = verifier.hashes.get(mso.digest_algorithm)
    if digest is None:
        failed(f"there is no hash for digestAlgorithm {mso.digest_algorithm} here", "9.1.2.5")
    items = parse_items(issuer_signed.name_spaces, codec)
    return mso, validate_digests(items, mso.value_digests, digest), certificate.validity


def validate_document(document: Document, transcript: bytes, verifier: Verifier) -> VerifiedDocument:
    """Verify one document of a response (9.3.1, 9.1.3).

    Args:
        document: The document, as received.
        transcript: SessionTranscript, encoded and untagged, of the verifier's own session.
        verifier: What the verifier brings.

    Raises:
        MalformedInput: If a part of it is not in its grammar.
        VerificationFailed: If anything does not verify.
    """
    mso, elements, validity = _verify_issuer(document.issuer_signed, verifier)
    signed = document.device_signed
    device_elements = parse_device_name_spaces(signed.name_spaces, verifier.codec)
    validate_mso(
        mso,
        doc_type=document.doc_type,
        now=verifier.now,
        certificate_validity=validity,
        device_name_spaces=device_elements,
    )
    validate_device_authentication(
        signed,
        transcript=transcript,
        doc_type=document.doc_type,
        device_key=mso.device_key,
        verify=verifier.verify,
        mac=verifier.mac,
        codec=verifier.codec,
    )
    return VerifiedDocument(document.doc_type, elements, device_elements, mso)


def verify(response: bytes, *, transcript: bytes, verifier: Verifier) -> tuple[VerifiedDocument, ...]:
    """Verify a DeviceResponse: decode, then every document of it by `validate_document`.

    Args:
        response: DeviceResponse, as received.
        transcript: SessionTranscript, encoded and untagged, of the verifier's own session.
        verifier: What the verifier brings.

    Raises:
        MalformedInput: If it, or a part of it, is not in its grammar.
        VerificationFailed: If its status is not OK, it holds no document, or one does not verify.
    """
    decoded = decode_device_response(response, verifier.codec)
    if decoded.status != 0:
        failed(f"the status of DeviceResponse is {decoded.status}, not 0 (OK)", "8.3.2.1.2.3")
    if not decoded.documents:
        failed("DeviceResponse holds no document", "8.3.2.1.2.2")
    return tuple([validate_document(document, transcript, verifier) for document in decoded.documents])


def verify_issuer_signed(issuer_signed: bytes, *, doc_type: str, verifier: Verifier) -> VerifiedDocument:
    """Verify IssuerSigned alone, as a holder does with what was issued; no device authentication (9.3.1).

    Args:
        issuer_signed: IssuerSigned, as received.
        doc_type: The document type that was asked for.
        verifier: What the verifier brings; its ``verify`` and ``mac`` are not called.

    Raises:
        MalformedInput: If it, or a part of it, is not in its grammar.
        VerificationFailed: If anything does not verify.
    """
    decoded = decode_issuer_signed(issuer_signed, verifier.codec)
    mso, elements, validity = _verify_issuer(decoded, verifier)
    validate_mso(
        mso, doc_type=doc_type, now=verifier.now, certificate_validity=validity, device_name_spaces={}
    )
    return VerifiedDocument(doc_type, elements, {}, mso)


def nonconformities(verified: VerifiedDocument) -> tuple[str, ...]:
    """Say which dates among the elements are not written as 7.2.1 demands, a line each."""
    return tuple(
        line
        for part in (verified.elements, verified.device_elements)
        for elements in part.values()
        for identifier, value in elements.items()
        for line in date_nonconformities(value, identifier)
    )
