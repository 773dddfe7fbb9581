"""Issue, present and verify of an mdoc: each role bound to its stages, and what it is asked for."""

from collections.abc import Callable
from typing import Any, NamedTuple

from canonbench.errors import VerificationFailed
from canonbench.exchanges.codec import codec
from canonbench.exchanges.mdoc_device import Authentication, Session, authenticating, validating_device
from canonbench.exchanges.mdoc_issuer import (
    IssueRequest,
    Received,
    issuing,
    validating_issuer,
)
from canonbench.exchanges.mdoc_reading import MESSAGE, reading_items, reading_message
from canonbench.exchanges.trust import StatusList, checking_token_status
from canonbench.model.exchange import Variant, role
from canonbench.model.use import Use
from canonbench.specs.cose_key import CoseKey
from canonbench.specs.mdoc import (
    DeviceResponse,
    Document,
    IssuerSigned,
    encode_device_response,
    encode_issuer_signed,
    select,
)
from canonbench.specs.mdoc.device import parse_device_name_spaces
from canonbench.stages import key, mdoc
from canonbench.stages.texts import ISO_18013_5

__all__ = [
    "IssueRequest",
    "PresentRequest",
    "Verified",
    "VerifyRequest",
    "issue",
    "present",
    "verify",
]


class PresentRequest(NamedTuple):
    """A credential as issued, and what is shown of it in which session.

    Attributes:
        issuer_signed: IssuerSigned.
        doc_type: its document type, which a wallet keeps beside it.
        wanted: element identifiers by namespace.
        transcript: SessionTranscript, encoded.
        device_key: the holder's secret key; ``None`` in the scope ``issuer``.
        reader_key: the reader's public key, for a MAC.
        seed: ``None`` for the operating system's randomness.
    """

    issuer_signed: bytes
    doc_type: str
    wanted: dict[str, tuple[str, ...]]
    transcript: bytes
    device_key: key.Material | None
    reader_key: CoseKey | None = None
    seed: bytes | None = None


class VerifyRequest(NamedTuple):
    """What came, and what the verifier expects and has at hand.

    Attributes:
        presented: IssuerSigned in the scope ``issuer``, else DeviceResponse.
        doc_type: the document type that was asked for.
        now: the verifier's clock, ``YYYY-MM-DDThh:mm:ssZ``.
        transcript: SessionTranscript, encoded, of the verifier's own session.
        reader_key: the reader's secret key, for a MAC.
        roots: certificates in DER that are trusted, for the scope ``trust``.
        status_list: for the scope ``trust``.
        seed: nothing is drawn.
    """

    presented: bytes
    doc_type: str
    now: str
    transcript: bytes = b""
    reader_key: key.Material | None = None
    roots: tuple[bytes, ...] = ()
    status_list: StatusList | None = None
    seed: bytes | None = None


class Verified(NamedTuple):
    """What was verified: elements by namespace, neutral, of the issuer and of the device itself."""

    doc_type: str
    elements: dict[str, dict[str, Any]]
    device_elements: dict[str, dict[str, Any]]


@role("mdoc", "issue", ISO_18013_5.at("9.1.2"))
def issue(use: Use, variant: Variant) -> Callable[[IssueRequest], bytes]:
    """Bind the issuing of IssuerSigned."""
    make, messages = issuing(use, variant), codec(use, of=MESSAGE)

    def run(request: IssueRequest) -> bytes:
        return encode_issuer_signed(make(request), messages)

    return run


@role("mdoc", "present", ISO_18013_5.at("9.1.3"))
def present(use: Use, variant: Variant) -> Callable[[PresentRequest], bytes]:
    """Bind the choice of items, and but for the scope ``issuer`` the authentication of the device."""
    read, read_items, messages = reading_message(use), reading_items(use), codec(use, of=MESSAGE)
    if variant.scope == "issuer":

        def choose(request: PresentRequest) -> bytes:
            issued = _issuer_signed(read(request.issuer_signed))
            chosen = select(issued, read_items(issued.name_spaces), request.wanted)
            return encode_issuer_signed(chosen, messages)

        return choose
    authenticate = authenticating(use, variant)

    def run(request: PresentRequest) -> bytes:
        assert request.device_key is not None, "the scope asks for a holder"
        issued = _issuer_signed(read(request.issuer_signed))
        chosen = select(issued, read_items(issued.name_spaces), request.wanted)
        signed = authenticate(
            Authentication(
                request.transcript,
                request.doc_type,
                request.device_key,
                request.reader_key,
                request.seed is not None,
            )
        )
        document = Document(request.doc_type, chosen, signed)
        return encode_device_response(DeviceResponse((document,)), messages)

    return run


@role("mdoc", "verify", ISO_18013_5.at("9.3.1"))
def verify(use: Use, variant: Variant) -> Callable[[VerifyRequest], Verified]:
    """Bind the verification of one document, in the steps and the order of the text.

    What is bound raises MalformedInput or VerificationFailed.
    """
    read, validate_issuer = reading_message(use), validating_issuer(use, variant)
    validate_mso = use(mdoc.validate_mso)
    if variant.scope == "issuer":

        def run_issuer(request: VerifyRequest) -> Verified:
            issuer_signed = _issuer_signed(read(request.presented))
            issued = validate_issuer(Received(issuer_signed, request.roots, request.now))
            validate_mso(mdoc.MsoCheck(issued.mso, request.doc_type, request.now, issued.validity, {}))
            return Verified(request.doc_type, issued.elements, {})

        return run_issuer
    names, validate_device = codec(use, of="deviceAuth"), validating_device(use, variant)
    check_status = checking_token_status(use, variant) if variant.scope == "trust" else None

    def run(request: VerifyRequest) -> Verified:
        document = _only_document(read(request.presented))
        if document.doc_type != request.doc_type:
            raise VerificationFailed(
                f"docType is {document.doc_type}, asked for was {request.doc_type} "
                "(ISO/IEC 18013-5:2021, 8.3.2.1.2.2)"
            )
        signed = document.device_signed
        issued = validate_issuer(Received(document.issuer_signed, request.roots, request.now))
        device_elements = parse_device_name_spaces(signed.name_spaces, names)
        validate_mso(
            mdoc.MsoCheck(
                issued.mso,
                document.doc_type,
                request.now,
                issued.validity,
                {name_space: tuple(each) for name_space, each in device_elements.items()},
            )
        )
        validate_device(
            signed,
            issued.mso.device_key,
            Session(request.transcript, document.doc_type, request.reader_key),
        )
        if check_status is not None:
            check_status(issued.mso.status, request.status_list, request.now)
        return Verified(document.doc_type, issued.elements, device_elements)

    return run


def _issuer_signed(message: IssuerSigned | DeviceResponse) -> IssuerSigned:
    if isinstance(message, DeviceResponse):
        raise VerificationFailed(
            "this is a DeviceResponse, not IssuerSigned alone (ISO/IEC 18013-5:2021, 8.3.2)"
        )
    return message


def _only_document(response: IssuerSigned | DeviceResponse) -> Document:
    if isinstance(response, IssuerSigned):
        raise VerificationFailed(
            "this is IssuerSigned alone, so no device authenticates it (ISO/IEC 18013-5:2021, 9.1.3)"
        )
    if response.status != 0:
        raise VerificationFailed(
            f"the status of DeviceResponse is {response.status}, not 0 (ISO/IEC 18013-5:2021, 8.3.2.1.2.3)"
        )
    if len(response.documents) != 1:
        raise VerificationFailed(
            f"DeviceResponse holds {len(response.documents)} documents, one was asked for "
            "(ISO/IEC 18013-5:2021, 8.3.2.1.2.2)"
        )
    return response.documents[0]
