"""Inputs of the contrast rows ``kit.*``: what the public kit prepares before its clock starts.

No engine of ours offers these stages, so nothing says what their outputs must be but they themselves; what
is signed here, outside any clock, is signed by the default engines. A document without ``credentialSubject``
has no contrast row.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from canonbench.documents.keys import secret_key
from canonbench.model.use import Use
from canonbench.specs import base64url
from canonbench.specs.cbor import Map
from canonbench.stages import cbor, ecdsa, eddsa, hashing, jsonld, key, kit, transform

__all__ = ["given"]

_HEADER = {"alg": "EdDSA", "crv": "Ed25519"}
_PAYLOAD = {"iss": "https://issuer.example", "vct": "identity", "sub": "did:example:holder"}


def _loaded(use: Use, algorithm: key.Algorithm) -> key.Key:
    return use(key.load)(key.Material("multikey", secret_key(algorithm), secret=True))


def _public(own: key.Key) -> key.Key:
    return own._replace(secret=b"")


def _elements(use: Use, source: jsonld.Source) -> kit.Elements:
    subject = source.document["credentialSubject"]
    first = subject[0] if isinstance(subject, list) else subject
    elements = {name: value for name, value in first.items() if name not in {"id", "type"}}
    return kit.Elements(_loaded(use, "P-256"), elements)


def _to_be_signed(use: Use, asked: kit.Elements) -> bytes:
    """Return the Sig_structure that the kit checks a signature over."""
    write = use(cbor.encode)
    items = [
        {"digestID": number, "elementIdentifier": name, "elementValue": value}
        for number, (name, value) in enumerate(asked.elements.items())
    ]
    digests = Map(tuple((number, use(hashing.sha256)(write(item))) for number, item in enumerate(items)))
    mso = write({"docType": "org.iso.18013.5.1.mDL", "valueDigests": digests})
    return write(["Signature1", write(Map(((1, -7),))), b"", mso])


def _mdoc_verify(use: Use, source: jsonld.Source) -> ecdsa.Verification:
    asked = _elements(use, source)
    message = _to_be_signed(use, asked)
    signature = use(ecdsa.sign)(ecdsa.Signing(asked.key, message, deterministic=True))
    return ecdsa.Verification(_public(asked.key), message, signature)


def _token(use: Use, _source: jsonld.Source) -> kit.Token:
    header, payload = (base64url.encode(json.dumps(part).encode()) for part in (_HEADER, _PAYLOAD))
    return kit.Token(_loaded(use, "Ed25519"), header, payload)


def _sd_jwt_verify(use: Use, source: jsonld.Source) -> kit.Presented:
    own, header, payload = _token(use, source)
    signature = use(eddsa.sign)(eddsa.Signing(own, f"{header}.{payload}".encode()))
    return kit.Presented(_public(own), f"{header}.{payload}.{base64url.encode(signature)}")


def _signing(use: Use, source: jsonld.Source) -> kit.Signing:
    return kit.Signing(_loaded(use, "Ed25519"), source)


def _verification(use: Use, source: jsonld.Source, canonical: bytes) -> kit.Verification:
    own = _loaded(use, "Ed25519")
    signature = use(eddsa.sign)(eddsa.Signing(own, use(hashing.sha256)(canonical)))
    return kit.Verification(_public(own), source, signature)


def _jsonld_verify(use: Use, source: jsonld.Source) -> kit.Verification:
    return _verification(use, source, use(transform.rdfc)(transform.Request(source)))


def _jcs_verify(use: Use, source: jsonld.Source) -> kit.Verification:
    return _verification(use, source, use(kit.json_dumps)(source.document))


_GIVEN: Mapping[str, Callable[[Use, jsonld.Source], Any]] = {
    kit.mdoc_sign.name: _elements,
    kit.mdoc_verify.name: _mdoc_verify,
    kit.sd_jwt_sign.name: _token,
    kit.sd_jwt_verify.name: _sd_jwt_verify,
    kit.jsonld_sign.name: _signing,
    kit.jsonld_verify.name: _jsonld_verify,
    kit.jcs_sign.name: _signing,
    kit.jcs_verify.name: _jcs_verify,
}


def given(use: Use, name: str, source: jsonld.Source) -> Any:
    """Return the input of the contrast row ``name`` on a document; ``None`` if it is none, or has none."""
    value = source.document
    if name not in _GIVEN or not isinstance(value, dict) or "credentialSubject" not in value:
        return None
    return _GIVEN[name](use, source)
