"""mdoc: issue, present, verify (ISO/IEC 18013-5:2021), with ES256, ES384 or EdDSA.

======  ====================================================================================
scope   what is exchanged and verified
======  ====================================================================================
issuer  IssuerSigned: the issuer's signature, every digest of what is shown, validity
holder  DeviceResponse: all that, and the device's signature or MAC over the session
trust   all that, and the path of the issuer's certificate to a root, and a status list
======  ====================================================================================

Embedded items travel as the bytes they are. The hash of digests is that of the variant, and so is the curve
of every key. What a step is applied to (``of``): ``items``, each IssuerSignedItem; ``mobile security
object``; ``issuerAuth``; ``deviceAuth``; ``session``, what the key of a MAC is derived from; ``message``,
IssuerSigned or DeviceResponse itself; ``status list token``.
"""

from canonbench.exchanges.mdoc_requests import requests
from canonbench.exchanges.mdoc_roles import (
    IssueRequest,
    PresentRequest,
    Verified,
    VerifyRequest,
    issue,
    present,
    verify,
)
from canonbench.exchanges.mdoc_tampering import tampered
from canonbench.model.exchange import Role

__all__ = ["ROLES", "IssueRequest", "PresentRequest", "Verified", "VerifyRequest", "requests", "tampered"]

ROLES: tuple[Role, ...] = (issue, present, verify)
"""Issue, present and verify."""
