"""Inputs of the stages that stand alone: what each is given, where a document is all there is.

Everything follows from the document and from keys made of names (``canonbench.documents.keys``), so it is the
same on every machine. *Canonical* are the canonical N-Quads of the document, or its JCS form if it is no RDF.

==========================  ===========================================================================
stage                       input
==========================  ===========================================================================
json.parse                  the document as compact JSON
json.serialize, jcs, kit    the document
transform.rdfc, .jcs        the document and its contexts
hashing.*                   canonical
hmac.sha256                 canonical, with a key of 32 bytes
key.load                    the Multikey of a public P-256 key, whose point is compressed
key.export                  the same key, loaded
eddsa.sign, .verify         hash data of 64 bytes: a hash of an option set, a hash of canonical; Ed25519
ecdsa.sign, .verify         the same, on P-256; of 96 bytes and on P-384 where the hash is SHA-384
ecdh.agree, hkdf.derive     keys of holder and verifier on that curve; their secret, salted with the hash
multibase.encode, .decode   the EdDSA signature, in base-58-btc
base64url.encode, .decode   canonical
cbor.encode, .decode        the document as a CBOR map, member by member as in JSON
==========================  ===========================================================================
"""

import json
from collections.abc import Collection
from typing import Any

from canonbench.documents.keys import secret_key, secret_octets
from canonbench.model.use import Use
from canonbench.specs.multibase import encode
from canonbench.stages import (
    base64url,
    cbor,
    ecdh,
    ecdsa,
    eddsa,
    hashing,
    hkdf,
    hmac,
    jcs,
    jsonld,
    key,
    kit,
    multibase,
    transform,
)
from canonbench.stages import json as json_stages

__all__ = ["of_canonical", "of_document"]

_OPTIONS = b'{"proofPurpose":"assertionMethod","type":"DataIntegrityProof"}'
_CRYPTOGRAPHIC = frozenset(
    {"hashing", "hmac", "hkdf", "key", "eddsa", "ecdsa", "ecdh", "multibase", "base64url"}
)


def of_document(
    use: Use, wanted: Collection[str], source: jsonld.Source, algorithm: str, *, linked: bool
) -> None:
    """Run, under ``use``, the wanted stages that take a JSON document; ``linked`` says that it is JSON-LD."""
    document = source.document
    inputs: dict[Any, Any] = {
        json_stages.parse: json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode(),
        json_stages.serialize: document,
        jcs.canonicalize: document,
        kit.json_dumps: document,
        cbor.encode: document,
    }
    request = transform.Request(source, algorithm)
    inputs[transform.jcs] = request
    if linked:
        inputs[transform.rdfc] = request
    for stage, given in inputs.items():
        if stage.name in wanted:
            use(stage)(given)
    if cbor.decode.name in wanted:
        use(cbor.decode)(use(cbor.encode)(document))


def of_canonical(use: Use, wanted: Collection[str], canonical: bytes, algorithm: str) -> None:
    """Run, under ``use``, the stages that take octets or keys, if any of them is wanted."""
    if not any(name.partition(".")[0] in _CRYPTOGRAPHIC for name in wanted):
        return
    curve: key.Algorithm = "P-384" if algorithm == "sha384" else "P-256"
    digest = use(hashing.sha384 if algorithm == "sha384" else hashing.sha256)
    use(hashing.sha256)(canonical)
    use(hashing.sha384)(canonical)
    use(hmac.sha256)(hmac.Authentication(secret_octets("hmac"), canonical))
    use(base64url.decode)(use(base64url.encode)(canonical))
    data = digest(_OPTIONS) + digest(canonical)
    _sign_eddsa(use, data)
    _sign_ecdsa(use, curve, data)
    holder, verifier = (_loaded(use, secret_key(curve, owner)) for owner in ("holder", "verifier"))
    shared = use(ecdh.agree)(ecdh.Agreement(holder, verifier._replace(secret=b"")))
    use(hkdf.derive)(hkdf.Derivation(shared, digest(canonical), b"EMacKey"))
    _load_public(use, curve)


def _loaded(use: Use, text: str) -> key.Key:
    return use(key.load)(key.Material("multikey", text, secret=True))


def _load_public(use: Use, curve: key.Algorithm) -> None:
    public = _loaded(use, secret_key(curve))._replace(secret=b"")
    use(key.load)(key.Material("multikey", encode(use(key.export)(public))))


def _sign_eddsa(use: Use, data: bytes) -> None:
    own = _loaded(use, secret_key("Ed25519"))
    signature = use(eddsa.sign)(eddsa.Signing(own, data))
    use(eddsa.verify)(eddsa.Verification(own._replace(secret=b""), data, signature))
    text = use(multibase.encode)(multibase.Encoding(signature))
    use(multibase.decode)(multibase.Decoding(text))


def _sign_ecdsa(use: Use, curve: key.Algorithm, data: bytes) -> None:
    own = _loaded(use, secret_key(curve))
    signature = use(ecdsa.sign)(ecdsa.Signing(own, data, deterministic=True))
    use(ecdsa.verify)(ecdsa.Verification(own._replace(secret=b""), data, signature))
    use(ecdsa.sign)(ecdsa.Signing(own, data))
