"""mdoc: issuing, presenting and verifying mobile documents (ISO/IEC 18013-5:2021, clauses 8.3.2.1.2 and 9).

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
