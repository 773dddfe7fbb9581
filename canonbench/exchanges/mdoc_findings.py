"""What a verifier of an mdoc is asked, and what it finds."""

from datetime import datetime
from typing import Any, NamedTuple

from canonbench.exchanges.di_findings import Finding
from canonbench.model.exchange import Scope
from canonbench.stages import key

__all__ = ["MdocOptions", "MdocReport", "ShownDocument"]


class MdocOptions(NamedTuple):
    """What a verifier expects and has at hand; what is ``None`` or empty is not checked, and that is said.

    Attributes:
        at: the time at which all is judged, with a time zone; ``None`` is now.
        doc_type: the document type that was asked for.
        transcript: SessionTranscript, encoded, untagged or as SessionTranscriptBytes.
        reader_key: the verifier's ephemeral secret key, for a deviceMac.
        roots: certificates in DER that are trusted.
        status_list: a Status List Token.
        status_key: its issuer's public key, if its header has no ``x5c``.
        scope: what must have been checked, or else does not verify.
    """

    at: datetime | None = None
    doc_type: str | None = None
    transcript: bytes | None = None
    reader_key: key.Material | None = None
    roots: tuple[bytes, ...] = ()
    status_list: str | None = None
    status_key: key.Material | None = None
    scope: Scope | None = None


class ShownDocument(NamedTuple):
    """A document as it came: its elements by namespace, neutral, whether or not they verify.

    ``valid`` is from when to when the MSO is valid, and ``verified`` says that nothing about it is wrong.
    """

    doc_type: str
    elements: dict[str, dict[str, Any]]
    device_elements: dict[str, dict[str, Any]]
    valid: tuple[str, str]
    verified: bool


class MdocReport(NamedTuple):
    """The documents, all findings, and what could not be checked or does not conform, a line each."""

    documents: tuple[ShownDocument, ...]
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]

    @property
    def verified(self) -> bool:
        """Whether something was checked, and all of it verifies."""
        return bool(self.findings) and all(each.verified for each in self.findings)
