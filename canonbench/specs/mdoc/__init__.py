"""mdoc: issuing, presenting and verifying mobile documents (ISO/IEC 18013-5:2021, clauses 8.3.2.1.2 and 9).

::

    from canonbench.specs import mdoc

    issued = mdoc.issue(credential, signer=..., chain=..., codec=..., digest=..., random=...)
    presented = mdoc.present(issued, doc_type=..., wanted=..., authenticate=..., codec=...)
    documents = mdoc.verify(presented, transcript=..., verifier=...)

========================  =============================================================================
module                    steps
========================  =============================================================================
`items`                   issuer_signed_items, value_digests, validate_digests
`mso`                     mobile_security_object, validate_mso
`device`                  device_authentication, device_signature, device_mac, and their validation
`response`                IssuerSigned and DeviceResponse, written and read
`session`                 session keys, reader authentication, requests
`whole`                   issue, present, verify, each in one call
`rules`                   dates, and refusals that name the clause
`education`               a namespace and a document type for examples
========================  =============================================================================

Encoded parts travel as bytes and are never encoded again. CBOR, hash, signature, key agreement, key
derivation, randomness and time are arguments. A function that encodes is the sum of two: one that makes the
structure (``item_maps``, ``mso_map``) and the codec.
"""

from canonbench.specs.mdoc.device import (
    DeviceSigned,
    device_authentication,
    device_mac,
    device_signature,
    e_mac_key,
    session_transcript,
    validate_device_authentication,
)
from canonbench.specs.mdoc.education import EDUCATION_DOCTYPE, EDUCATION_NAMESPACE
from canonbench.specs.mdoc.items import (
    IssuerSignedItem,
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
from canonbench.specs.mdoc.whole import (
    Credential,
    Signer,
    SignerCertificate,
    VerifiedDocument,
    Verifier,
    issue,
    nonconformities,
    present,
    validate_document,
    verify,
    verify_issuer_signed,
)

__all__ = [
    "EDUCATION_DOCTYPE",
    "EDUCATION_NAMESPACE",
    "Credential",
    "DeviceResponse",
    "DeviceSigned",
    "Document",
    "IssuerSigned",
    "IssuerSignedItem",
    "KeyAuthorizations",
    "MobileSecurityObject",
    "Signer",
    "SignerCertificate",
    "ValidityInfo",
    "VerifiedDocument",
    "Verifier",
    "decode_device_response",
    "decode_issuer_signed",
    "device_authentication",
    "device_mac",
    "device_signature",
    "e_mac_key",
    "encode_device_response",
    "encode_issuer_signed",
    "issue",
    "issuer_signed_items",
    "mobile_security_object",
    "nonconformities",
    "parse_items",
    "parse_mso",
    "present",
    "select",
    "session_transcript",
    "validate_device_authentication",
    "validate_digests",
    "validate_document",
    "validate_mso",
    "value_digests",
    "verify",
    "verify_issuer_signed",
]
