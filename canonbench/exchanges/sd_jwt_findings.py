"""What a verifier of an SD-JWT is asked, and what it finds."""

from datetime import datetime
from typing import Any, NamedTuple

from canonbench.exchanges.di_findings import Finding
from canonbench.model.exchange import Scope
from canonbench.stages import key as key_stages

__all__ = ["SdJwtOptions", "SdJwtReport"]


class SdJwtOptions(NamedTuple):
    """What a verifier expects and has at hand; what is ``None`` is not asked for.

    Attributes:
        at: the instant at which all is judged, with a time zone; ``None`` is now.
        key: the issuer's public key, whatever ``x5c`` says.
        audience: the verifier's name; with ``nonce`` it demands key binding.
        nonce: that of this presentation.
        roots: trusted certificates in DER.
        status_list: a Status List Token, compact.
        status_key: the public key of its issuer, where that is another than the credential's.
        scope: what must have been checked, or else does not verify.
        signature: which one of a general JSON serialization.
        leeway: seconds by which clocks may differ.
        max_age: seconds that a Key Binding JWT may be old.
    """

    at: datetime | None = None
    key: key_stages.Material | None = None
    audience: str | None = None
    nonce: str | None = None
    roots: tuple[bytes, ...] = ()
    status_list: str | None = None
    status_key: key_stages.Material | None = None
    scope: Scope | None = None
    signature: int = 0
    leeway: float = 0
    max_age: float = 300


class SdJwtReport(NamedTuple):
    """What was found.

    Attributes:
        claims: the processed claims; empty unless signature and digests verify.
        header: the protected header of the Issuer-signed JWT, as received.
        algorithm: the ``alg`` that the issuer's signature was verified by, else ``""``.
        kb_algorithm: that of the Key Binding JWT, ``""`` where it was not verified.
        findings: one for each check, in the order of the text.
        notes: what could not be checked, a line each.
    """

    claims: dict[str, Any]
    header: dict[str, Any]
    algorithm: str
    kb_algorithm: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]

    @property
    def verified(self) -> bool:
        """Whether all that was checked verifies."""
        return all(each.verified for each in self.findings)
