"""Keys: from wire form to what a library signs with, and a public key back to wire form.

In a composition the result of ``load`` is the library's own key. It goes on by ``use.between``, into the
first member of what signs, verifies or agrees, and within one library nothing happens to it on the way::

    load, sign, keep = use(key.load), use(eddsa.sign), use.between(key.load, eddsa.sign)
    ...
    signature = sign(eddsa.Signing(keep(load(key.Material("multikey", text, secret=True))), message))
"""

from typing import Any, Literal, NamedTuple, TypeAlias

from canonbench.model.stage import Stage
from canonbench.specs.cose_key import CoseKey
from canonbench.stages.texts import CID

__all__ = ["Algorithm", "Form", "Key", "Material", "export", "load"]

Algorithm: TypeAlias = Literal["Ed25519", "P-256", "P-384"]
Form: TypeAlias = Literal["multikey", "jwk", "der", "cose"]


class Material(NamedTuple):
    """A key in wire form.

    ``form`` says what ``value`` is: ``"multikey"`` a ``publicKeyMultibase`` or ``secretKeyMultibase`` value
    (``str``), or the bytes inside one (``bytes``, as in proofs of ecdsa-sd-2023); ``"jwk"`` a JSON Web Key
    (RFC 7517); ``"der"`` SubjectPublicKeyInfo or unencrypted PKCS #8 (``bytes``); ``"cose"`` a ``CoseKey``.
    ``secret`` says which of both is meant to be here: the other is refused.
    """

    form: Form
    value: str | bytes | dict[str, Any] | CoseKey
    secret: bool = False


class Key(NamedTuple):
    """A key that is loaded, neutral.

    ``public`` is the key of Ed25519 (32 bytes), and the uncompressed point of P-256 and P-384
    (04, x, y). ``secret`` is the seed or the scalar (big-endian, 32, 32 or 48 bytes), empty in a public key.
    """

    algorithm: Algorithm
    public: bytes
    secret: bytes = b""


load: Stage[Material, Key] = Stage("key.load", CID.at("Multikey"))
"""Raises MalformedInput for what is no key, or not of the kind that is meant."""

export: Stage[Key, bytes] = Stage("key.export", CID.at("Multikey"))
"""Gives the Multikey bytes of the public key, header and all: 34, 35 or 51 of them."""
