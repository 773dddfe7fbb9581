"""What others time under the name of a specification: contrast rows, compared with nothing but themselves.

``json_dumps`` stands for JCS in many a program. The others repeat what the Python program of the public kit
``vcbench`` times under the names of formats, so that a figure of it can be held against ours on one machine.
Each is less than an issuer or a verifier does, which is the point; **none of them is an exchange**:

==================  ====================================================================================
``mdoc_sign``       seven or so items as plain CBOR maps (no tag 24, no random), their SHA-256 in an MSO
                    without validity and device key, and one ECDSA signature over that; cbor2
``mdoc_verify``     one ECDSA check over a Sig_structure that is there already: no decoding, no digest
``sd_jwt_sign``     one Ed25519 signature over a fixed string, and its base64url: no disclosure, no digest
``sd_jwt_verify``   the split of that string, and one Ed25519 check: no claim is looked at
``jsonld_sign``     PyLD's canonical N-Quads of the document, SHA-256, Ed25519: no proof options, so half of
                    the canonicalizations of a cryptosuite
``jsonld_verify``   the same, and a check
``jcs_sign``        ``json.dumps`` of the document, SHA-256, Ed25519
``jcs_verify``      the same, and a check
==================  ====================================================================================

Keys are loaded outside the clock there, so they are here.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from canonbench.model.stage import Proof, Stage
from canonbench.model.text import Text
from canonbench.specs import base64url
from canonbench.specs.jcs import Json
from canonbench.stages import ecdsa, eddsa
from canonbench.stages.jsonld import Source
from canonbench.stages.key import Key
from canonbench.stages.tampering import flipped

__all__ = [
    "Elements",
    "Presented",
    "Signed",
    "Signing",
    "Token",
    "Verification",
    "jcs_sign",
    "jcs_verify",
    "json_dumps",
    "jsonld_sign",
    "jsonld_verify",
    "mdoc_sign",
    "mdoc_verify",
    "sd_jwt_sign",
    "sd_jwt_verify",
]

_PYTHON = Text("Python json", "3.11", "https://docs.python.org/3.11/library/json.html")
_KIT = Text(
    "vcbench python/bench.py",
    "09878f8",
    "https://github.com/fujie/vcbench/blob/09878f8b0926358f3d6d7c4b6c801192d12ecbad/python/bench.py",
)


class Elements(NamedTuple):
    """The data elements of an mdoc, by name, and the secret key of P-256 that signs."""

    key: Key
    elements: dict[str, Any]


class Token(NamedTuple):
    """The two parts of a JWT that are signed, in base64url, and the secret key of Ed25519."""

    key: Key
    header: str
    payload: str


class Presented(NamedTuple):
    """A JWT as received, and the public key of Ed25519."""

    key: Key
    text: str


class Signing(NamedTuple):
    """A document with its contexts, and the secret key of Ed25519."""

    key: Key
    source: Source


class Verification(NamedTuple):
    """A document with its contexts, the signature over its hash, and the public key of Ed25519."""

    key: Key
    source: Source
    signature: bytes


class Signed(NamedTuple):
    """What was signed, and the signature: what is signed is made inside the call, so it comes out, too."""

    message: bytes
    signature: bytes


def _public(key: Key) -> Key:
    return key._replace(secret=b"")


def _message_and_length(signed: Signed) -> str:
    return f"{signed.message.hex()}\n{len(signed.signature)} bytes"


def _message_and_signature(signed: Signed) -> str:
    return f"{signed.message.hex()}\n{signed.signature.hex()}"


def _by_ecdsa(given: Elements, signed: Signed) -> ecdsa.Verification:
    return ecdsa.Verification(_public(given.key), *signed)


def _by_eddsa(given: Signing, signed: Signed) -> eddsa.Verification:
    return eddsa.Verification(_public(given.key), *signed)


def _of_token(given: Token, text: str) -> eddsa.Verification:
    message, _, signature = text.rpartition(".")
    return eddsa.Verification(_public(given.key), message.encode(), base64url.decode(signature))


def _tampered_token(good: Presented) -> Iterator[Presented]:
    *signed, signature = good.text.split(".")
    for octets in flipped(base64url.decode(signature)):
        yield good._replace(text=".".join([*signed, base64url.encode(octets)]))
    for place, part in enumerate(signed):
        for octets in flipped(base64url.decode(part)):
            parts = [*signed[:place], base64url.encode(octets), *signed[place + 1 :], signature]
            yield good._replace(text=".".join(parts))


def _tampered_document(good: Verification) -> Iterator[Verification]:
    for signature in flipped(good.signature):
        yield good._replace(signature=signature)
    yield good._replace(source=good.source._replace(document={**good.source.document, "id": "urn:x:other"}))


json_dumps: Stage[Json, bytes] = Stage("kit.json_dumps", _PYTHON.at("json.dumps"), normal=bytes.decode)
"""``json.dumps(sort_keys=True)`` as JCS: other numbers, another order beyond U+FFFF, no domain."""

mdoc_sign: Stage[Elements, Signed] = Stage(
    "kit.mdoc_sign",
    _KIT.at("mdoc/cbor2/sign"),
    normal=_message_and_length,
    proof=Proof(ecdsa.verify, _by_ecdsa),
)
mdoc_verify: Stage[ecdsa.Verification, bool] = Stage(
    "kit.mdoc_verify", _KIT.at("mdoc/cbor2/verify"), tampered=ecdsa.verify.tampered
)
sd_jwt_sign: Stage[Token, str] = Stage(
    "kit.sd_jwt_sign", _KIT.at("sdjwt/cryptography/sign"), proof=Proof(eddsa.verify, _of_token)
)
sd_jwt_verify: Stage[Presented, bool] = Stage(
    "kit.sd_jwt_verify", _KIT.at("sdjwt/cryptography/verify"), tampered=_tampered_token
)
jsonld_sign: Stage[Signing, Signed] = Stage(
    "kit.jsonld_sign",
    _KIT.at("jsonld/pyld/sign"),
    normal=_message_and_signature,
    proof=Proof(eddsa.verify, _by_eddsa),
)
jsonld_verify: Stage[Verification, bool] = Stage(
    "kit.jsonld_verify", _KIT.at("jsonld/pyld/verify"), tampered=_tampered_document
)
jcs_sign: Stage[Signing, Signed] = Stage(
    "kit.jcs_sign",
    _KIT.at("jsonld-jcs/nolib/sign"),
    normal=_message_and_signature,
    proof=Proof(eddsa.verify, _by_eddsa),
)
jcs_verify: Stage[Verification, bool] = Stage(
    "kit.jcs_verify", _KIT.at("jsonld-jcs/nolib/verify"), tampered=_tampered_document
)
