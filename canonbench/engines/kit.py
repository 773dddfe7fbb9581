"""The contrast rows that need no PyLD: what the public kit's Python program does, in our own words.

Every call into a library is that of the library's own engine, so that a contrast row and a stage differ in
what is done, not in how a library is called. ``canonbench.engines.kit_jsonld`` has the others.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from canonbench.engines import cbor2, cryptography, hashlib, stdlib
from canonbench.errors import VerificationFailed
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage
from canonbench.stages import base64url, cbor, ecdsa, eddsa, hashing, key, kit

__all__ = ["ENGINES", "NAME", "load", "seal"]

NAME = "kit"


def _engine(engines: tuple[Engine[Any, Any], ...], stage: Stage[Any, Any], name: str) -> Engine[Any, Any]:
    return next(each for each in engines if each.stage is stage and each.name == name)


_CRYPTOGRAPHY = {engine.stage.name: engine for engine in cryptography.ENGINES}
_encode_cbor = _engine(cbor2.ENGINES, cbor.encode, "cbor2")
_sha256 = _engine(hashlib.ENGINES, hashing.sha256, "hashlib").run
_dumps = _engine(stdlib.ENGINES, kit.json_dumps, "json").run
_encode = _engine(stdlib.ENGINES, base64url.encode, "base64").run
_decode = _engine(stdlib.ENGINES, base64url.decode, "base64").run
_ecdsa_sign, _ecdsa_verify = _CRYPTOGRAPHY[ecdsa.sign.name].run, _CRYPTOGRAPHY[ecdsa.verify.name].run
_eddsa_sign, _eddsa_verify = _CRYPTOGRAPHY[eddsa.sign.name].run, _CRYPTOGRAPHY[eddsa.verify.name].run
_load_key = _CRYPTOGRAPHY[eddsa.sign.name].part
_PARTS = 3


def load(neutral: key.Key) -> Any:
    """Return the key as the library ``cryptography`` has it, outside the clock."""
    assert _load_key is not None
    return _load_key(neutral)


def seal(canonical: Callable[[Any], bytes], *, verifies: bool) -> Callable[[Any], Any]:
    """Return what hashes the ``canonical`` form of an entered document and signs it, or checks a signature.

    What is given has the members of ``kit.Signing`` or ``kit.Verification``, key and document entered.
    """

    def sign(given: Any) -> kit.Signed:
        native, source = given
        message = _sha256(canonical(source))
        return kit.Signed(message, _eddsa_sign(eddsa.Signing(native, message)))

    def verify(given: Any) -> bool:
        native, source, signature = given
        return bool(_eddsa_verify(eddsa.Verification(native, _sha256(canonical(source)), signature)))

    return verify if verifies else sign


class _Elements(NamedTuple):
    key: Any
    elements: tuple[tuple[str, Any], ...]


def _enter_elements(given: kit.Elements) -> _Elements:
    native = _encode_cbor.entry()
    return _Elements(load(given.key), tuple((name, native(value)) for name, value in given.elements.items()))


def _mdoc_sign(given: _Elements) -> kit.Signed:
    write = _encode_cbor.run
    digests = {}
    for number, (name, value) in enumerate(given.elements):
        item = {"digestID": number, "elementIdentifier": name, "elementValue": value}
        digests[number] = _sha256(write(item))
    mso = write({"docType": "org.iso.18013.5.1.mDL", "valueDigests": digests})
    message = write(["Signature1", write({1: -7}), b"", mso])
    return kit.Signed(message, _ecdsa_sign(ecdsa.Signing(given.key, message)))


class _Token(NamedTuple):
    key: Any
    header: str
    payload: str
    message: bytes


def _enter_token(given: kit.Token) -> _Token:
    return _Token(load(given.key), given.header, given.payload, f"{given.header}.{given.payload}".encode())


def _sd_jwt_sign(given: _Token) -> str:
    native, header, payload, message = given
    return f"{header}.{payload}.{_encode(_eddsa_sign(eddsa.Signing(native, message)))}"


def _sd_jwt_verify(given: kit.Presented) -> bool:
    parts = given.text.split(".")
    if len(parts) != _PARTS:
        raise VerificationFailed("a JWT has three parts (RFC 7515, 7.1)")
    header, payload, signature = parts
    message = f"{header}.{payload}".encode()
    return bool(_eddsa_verify(eddsa.Verification(given.key, message, _decode(signature))))


def _first(given: Any) -> Any:
    return given._replace(key=load(given.key))


def _enter_document(given: Any) -> Any:
    return given._replace(key=load(given.key), source=given.source.document)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(kit.mdoc_sign, NAME, run=_mdoc_sign, enter=_enter_elements),
    Engine(kit.mdoc_verify, NAME, run=_ecdsa_verify, enter=_first),
    Engine(kit.sd_jwt_sign, NAME, run=_sd_jwt_sign, enter=_enter_token),
    Engine(kit.sd_jwt_verify, NAME, run=_sd_jwt_verify, enter=_first),
    Engine(kit.jcs_sign, NAME, run=seal(_dumps, verifies=False), enter=_enter_document),
    Engine(kit.jcs_verify, NAME, run=seal(_dumps, verifies=True), enter=_enter_document),
)
