"""SD-JWT (RFC 9901) and SD-JWT VC (draft-ietf-oauth-sd-jwt-vc-19): one module for each party's part.

Straight-line composition, with hashing and signing as steps of their own::

    created = create_disclosures(Claims(claims, frame), salt=..., hash_function=...)
    payload = embed_digests(Embedding(claims, frame, digests(created.hashed, hash_function)))
    issued = serialize(jws.sign(jws.Signing(header, payload), sign=...), created.disclosures)

    sd_jwt = received(parse(issued))
    chosen = select(Selection(sd_jwt, digests([d.text for d in sd_jwt.disclosures], hash_function), pointers))
    bound = serialize(jwt, chosen)
    presented = bound + kb_jwt.sign(Binding(..., sd_hash=digest(bound, hash_function)), sign=...)

``verifier.verify`` shows the steps of a Verifier.
"""

from canonbench.specs.sd_jwt.disclosures import (
    Claims,
    Created,
    Embedding,
    Frame,
    Hash,
    create_disclosures,
    digest,
    digests,
    embed_digests,
    frame_of,
    salts,
)
from canonbench.specs.sd_jwt.holder import Selection, received, select
from canonbench.specs.sd_jwt.kb_jwt import Binding, BindingCheck, confirmation_key
from canonbench.specs.sd_jwt.processing import Processing, hash_algorithm, process
from canonbench.specs.sd_jwt.serialization import Disclosure, SdJwt, parse, parse_json, serialize
from canonbench.specs.sd_jwt.validity import Validity, check_validity
from canonbench.specs.sd_jwt.verifier import IssuerKey, Policy, Verified, verify, verify_json, verify_parsed

__all__ = [
    "Binding",
    "BindingCheck",
    "Claims",
    "Created",
    "Disclosure",
    "Embedding",
    "Frame",
    "Hash",
    "IssuerKey",
    "Policy",
    "Processing",
    "SdJwt",
    "Selection",
    "Validity",
    "Verified",
    "check_validity",
    "confirmation_key",
    "create_disclosures",
    "digest",
    "digests",
    "embed_digests",
    "frame_of",
    "hash_algorithm",
    "parse",
    "parse_json",
    "process",
    "received",
    "salts",
    "select",
    "serialize",
    "verify",
    "verify_json",
    "verify_parsed",
]
