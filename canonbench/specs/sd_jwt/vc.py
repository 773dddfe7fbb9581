"""SD-JWT VC: what it demands beyond RFC 9901 (draft-ietf-oauth-sd-jwt-vc-19, section 3.2).

The header's type is ``dc+sd-jwt``. ``vc+sd-jwt`` was its name until November 2024 and belongs to another
specification since; verifiers were asked to accept it for a while. It is refused here unless the caller says
``transitional``, and it is never written.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.sd_jwt.disclosures import Frame

__all__ = ["NEVER_DISCLOSED", "TRANSITIONAL_TYPE", "TYPE", "Credential", "check", "check_frame"]

TYPE = "dc+sd-jwt"
TRANSITIONAL_TYPE = "vc+sd-jwt"

NEVER_DISCLOSED = ("iss", "nbf", "exp", "cnf", "vct", "vct#integrity", "status")
"""Claims that must not be in Disclosures (section 3.2.2.2); ``sub`` and ``iat`` may."""


class Credential(NamedTuple):
    """Input of ``check``: header and payload of the Issuer-signed JWT, and the processed payload."""

    header: Mapping[str, Any]
    payload: Mapping[str, Any]
    claims: Mapping[str, Any]
    transitional: bool = False


def check(request: Credential) -> None:
    """Check that a verified and processed SD-JWT is an SD-JWT VC (sections 3.2.1 and 3.2.2).

    Raises:
        VerificationFailed: wrong ``typ``, no ``vct``, or a claim that must not be in Disclosures is.
    """
    accepted = (TYPE, TRANSITIONAL_TYPE) if request.transitional else (TYPE,)
    if request.header.get("typ") not in accepted:
        raise VerificationFailed(
            f"typ {request.header.get('typ')!r} is not {' or '.join(accepted)} (SD-JWT VC section 3.2.1)"
        )
    vct = request.claims.get("vct")
    if not isinstance(vct, str) or not vct:
        raise VerificationFailed("vct is missing or no text (SD-JWT VC section 3.2.2.1)")
    for name in NEVER_DISCLOSED:
        if name in request.claims and (
            name not in request.payload or request.claims[name] != request.payload[name]
        ):
            raise VerificationFailed(f"{name} must not be in Disclosures (SD-JWT VC section 3.2.2.2)")


def check_frame(frame: Frame) -> None:
    """Check, before issuing, that a frame makes nothing disclosable that must not be (section 3.2.2.2).

    Raises:
        MalformedInput: it does.
    """
    for name in NEVER_DISCLOSED:
        if name in frame.members:
            raise MalformedInput(f"{name} must not be selectively disclosable (SD-JWT VC section 3.2.2.2)")
