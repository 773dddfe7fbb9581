"""Verify an mdoc in a file: everything that can be checked, each with its own finding.

The same compositions as in the exchange, under our own engines; which of them is run follows from the file,
as no exchange may do. Nothing is fetched: roots, status list and session come from the caller, and what
cannot be checked without them is said.
"""

import binascii
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from canonbench.documents.formats import seconds
from canonbench.errors import BadDocument, MalformedInput, SpecError, VerificationFailed
from canonbench.exchanges.codec import codec
from canonbench.exchanges.cose import verifying_signature
from canonbench.exchanges.di_findings import Finding
from canonbench.exchanges.di_verify import own_use
from canonbench.exchanges.mdoc_device import Session, validating_device
from canonbench.exchanges.mdoc_findings import MdocOptions, MdocReport, ShownDocument
from canonbench.exchanges.mdoc_reading import reading_items, reading_message, reading_mso
from canonbench.exchanges.signature import ALGORITHMS, verifying
from canonbench.exchanges.trust import JOSE_ALGORITHMS
from canonbench.model.exchange import Binding, Variant
from canonbench.model.use import Use
from canonbench.specs import cose, jws
from canonbench.specs.cbor import embedded
from canonbench.specs.certificate import DOCUMENT_SIGNER
from canonbench.specs.mdoc import IssuerSigned, MobileSecurityObject
from canonbench.specs.mdoc.device import DeviceSigned, parse_device_name_spaces
from canonbench.specs.mdoc.rules import date_nonconformities, tdate
from canonbench.stages import hashing, key, mdoc, status, x509

__all__ = ["MdocOptions", "MdocReport", "ShownDocument", "verify_mdoc"]

_HASHES: Final = {"SHA-256": hashing.sha256, "SHA-384": hashing.sha384}
_BEYOND_ISSUER: Final = ("holder", "trust")


def verify_mdoc(
    data: bytes, options: MdocOptions | None = None, *, name: str = "the file", use: Use | None = None
) -> MdocReport:
    """Verify IssuerSigned or DeviceResponse.

    Args:
        data: CBOR, or its hexadecimal digits in ASCII, white space between them allowed.
        options: see there.
        name: what messages call it.
        use: hands out the stages; our own engines if not given.

    Raises:
        BadDocument: it is neither of both.
    """
    handed = use or own_use()
    try:
        message = reading_message(handed)(_octets(data))
    except MalformedInput as error:
        raise BadDocument(f"{name} is no mdoc: {error}; give IssuerSigned or DeviceResponse") from error
    verifier = _Verifier(handed, options or MdocOptions())
    if isinstance(message, IssuerSigned):
        verifier.document("", None, message, None)
    else:
        if message.status != 0:
            reason = f"the status of DeviceResponse is {message.status}, not 0"
            verifier.find("", "response", f"{reason} (ISO/IEC 18013-5:2021, 8.3.2.1.2.3)")
        for place, document in enumerate(message.documents):
            verifier.document(
                f"/documents/{place}", document.doc_type, document.issuer_signed, document.device_signed
            )
        if not message.documents:
            verifier.find("", "response", "DeviceResponse holds no document (ISO/IEC 18013-5:2021, 8.3.2)")
    return MdocReport(
        tuple(verifier.documents), tuple(verifier.findings), tuple(dict.fromkeys(verifier.notes))
    )


def _octets(data: bytes) -> bytes:
    try:
        return binascii.unhexlify(b"".join(data.split()))
    except binascii.Error:
        return data


class _Verifier:
    """One file on its way to a report."""

    def __init__(self, use: Use, options: MdocOptions) -> None:
        self.documents: list[ShownDocument] = []
        self.findings: list[Finding] = []
        self.notes: list[str] = []
        self._use = use
        self._options = options
        self._now = tdate(options.at or datetime.now(UTC))

    def find(self, place: str, what: str, reason: str, name: str = "") -> None:
        """Add a finding; ``reason`` is empty if nothing is wrong."""
        self.findings.append(Finding(place, what, name, "", reason))

    def _check(self, place: str, what: str, run: Callable[[], Any], name: str = "") -> Any:
        """Run a check, add what it finds, and return its result; ``None`` if it was refused."""
        try:
            result = run()
        except (VerificationFailed, SpecError) as error:
            self.find(place, what, str(error), name)
            return None
        self.find(place, what, "", name)
        return result

    def _missing(self, place: str, what: str, reason: str, scopes: tuple[str, ...]) -> None:
        """Say that ``what`` was not checked: as a finding if the scope demands it, else as a note."""
        if self._options.scope in scopes:
            self.find(place, what, reason)
        else:
            self.notes.append(f"{what} was not checked: {reason}")

    def document(
        self,
        place: str,
        doc_type: str | None,
        issuer_signed: IssuerSigned,
        device_signed: DeviceSigned | None,
    ) -> None:
        """Check one document in all its parts."""
        before = len(self.findings)
        self._check(place, "issuer signature", lambda: self._issuer_auth(issuer_signed))
        self._path(place, issuer_signed)
        mso = self._check(place, "mobile security object", lambda: self._mso(issuer_signed))
        if mso is None:
            return
        named = doc_type or mso.doc_type
        count = f"{sum(map(len, issuer_signed.name_spaces.values()))} items"
        found = self._check(place, "digests", lambda: self._digests(issuer_signed, mso), count)
        elements: dict[str, dict[str, Any]] = found or {}
        device_elements = self._device_elements(place, device_signed)
        self._check(place, "validity", lambda: self._validity(issuer_signed, mso, named, device_elements))
        self._device(place, mso, named, device_signed)
        self._status(place, mso)
        valid = (mso.validity_info.valid_from, mso.validity_info.valid_until)
        verified = all(each.verified for each in self.findings[before:])
        self.documents.append(ShownDocument(named, elements, device_elements, valid, verified))
        self.notes += [
            line
            for part in (elements, device_elements)
            for values in part.values()
            for identifier, value in values.items()
            for line in date_nonconformities(value, identifier)
        ]

    def _device_elements(self, place: str, signed: DeviceSigned | None) -> dict[str, dict[str, Any]]:
        if signed is None:
            return {}
        encoded = signed.name_spaces
        found = self._check(
            place, "elements of the device", lambda: parse_device_name_spaces(encoded, codec(self._use))
        )
        return found or {}

    def _chain(self, issuer_signed: IssuerSigned) -> tuple[bytes, ...]:
        return cose.x5chain(issuer_signed.issuer_auth, codec(self._use))

    def _issuer_auth(self, issuer_signed: IssuerSigned) -> bool:
        found = self._use(x509.public_key)(self._chain(issuer_signed)[0])
        variant = Variant(ALGORITHMS[found.algorithm])
        verifying_signature(self._use, variant, x509.public_key, of="issuerAuth")(
            found, issuer_signed.issuer_auth, None
        )
        return True

    def _path(self, place: str, issuer_signed: IssuerSigned) -> None:
        if not self._options.roots:
            self._missing(place, "trust in the issuer", "give root certificates with --trust", ("trust",))
            return
        self._check(
            place,
            "trust in the issuer",
            lambda: self._use(x509.path)(
                x509.Path(self._chain(issuer_signed), self._options.roots, self._now, DOCUMENT_SIGNER)
            ),
        )

    def _mso(self, issuer_signed: IssuerSigned) -> MobileSecurityObject:
        return reading_mso(self._use)(issuer_signed.issuer_auth.payload or b"")

    def _digests(self, issuer_signed: IssuerSigned, mso: MobileSecurityObject) -> dict[str, dict[str, Any]]:
        if mso.digest_algorithm not in _HASHES:
            raise VerificationFailed(
                f"there is no hash for digestAlgorithm {mso.digest_algorithm} here "
                "(ISO/IEC 18013-5:2021, 9.1.2.5)"
            )
        digest = self._use(_HASHES[mso.digest_algorithm])
        items = reading_items(self._use)(issuer_signed.name_spaces)
        found = {
            name_space: tuple([digest(item.encoded) for item in each]) for name_space, each in items.items()
        }
        expected = {name_space: tuple(pairs) for name_space, pairs in mso.value_digests.items()}
        return self._use(mdoc.validate_digests)(mdoc.ReceivedItems(items, expected, found))

    def _validity(
        self,
        issuer_signed: IssuerSigned,
        mso: MobileSecurityObject,
        doc_type: str,
        device_elements: dict[str, dict[str, Any]],
    ) -> bool:
        wanted = self._options.doc_type
        if wanted is not None and wanted != doc_type:
            raise VerificationFailed(
                f"docType is {doc_type}, asked for was {wanted} (ISO/IEC 18013-5:2021, 8.3.2.1.2.2)"
            )
        named = {name_space: tuple(each) for name_space, each in device_elements.items()}
        validity = self._use(x509.validity)(self._chain(issuer_signed)[0])
        return self._use(mdoc.validate_mso)(mdoc.MsoCheck(mso, doc_type, self._now, validity, named))

    def _device(
        self, place: str, mso: MobileSecurityObject, doc_type: str, signed: DeviceSigned | None
    ) -> None:
        what = "device authentication"
        if signed is None:
            self._missing(place, what, "IssuerSigned has none, DeviceResponse has", _BEYOND_ISSUER)
            return
        name = "deviceMac" if signed.mac is not None else "deviceSignature"
        transcript, reader_key = self._options.transcript, self._options.reader_key
        if transcript is None:
            self._missing(place, what, "give the session transcript with --transcript", _BEYOND_ISSUER)
        elif signed.mac is not None and reader_key is None:
            self._missing(place, what, "give the reader's key with --reader-key", _BEYOND_ISSUER)
        else:
            session = Session(_untagged(transcript), doc_type, reader_key)

            def run() -> bool:
                loaded = self._use(key.load)(key.Material("cose", mso.device_key))
                binding: Binding = "mac" if signed.mac is not None else "signature"
                variant = Variant(ALGORITHMS[loaded.algorithm], "holder", binding)
                validating_device(self._use, variant)(signed, mso.device_key, session)
                return True

            self._check(place, what, run, name)

    def _status(self, place: str, mso: MobileSecurityObject) -> None:
        if mso.status is None:
            return
        if self._options.status_list is None:
            self._missing(place, "status", "give its list with --status-list", ("trust",))
            return
        self._check(place, "status", lambda: self._token_status(mso.status, self._options.status_list or ""))

    def _token_status(self, claim: Any, text: str) -> int:
        token = jws.parse(text, "Status List Token")
        found = self._status_key(token)
        algorithm = ALGORITHMS[found.algorithm]
        verify = verifying(self._use, Variant(algorithm), key.load, of="status list token")
        verify(found, token.signing_input, token.signature)
        check = status.TokenCheck({"status": claim}, token, JOSE_ALGORITHMS[algorithm], seconds(self._now))
        return self._use(status.check)(check)

    def _status_key(self, token: jws.Jws) -> key.Key:
        if self._options.status_key is not None:
            return self._use(key.load)(self._options.status_key)
        if "x5c" not in token.header or not self._options.roots:
            raise VerificationFailed(
                "nobody vouches for the Status List Token: it needs x5c and a root, or its issuer's key "
                "(Token Status List, 8.3)"
            )
        chain = jws.certificate_chain(token.header)
        self._use(x509.path)(x509.Path(chain, self._options.roots, self._now))
        return self._use(x509.public_key)(chain[0])


def _untagged(transcript: bytes) -> bytes:
    """Return SessionTranscript, whether or not it came as SessionTranscriptBytes, under tag 24."""
    return embedded(transcript, "SessionTranscriptBytes") if transcript[:2] == b"\xd8\x18" else transcript
