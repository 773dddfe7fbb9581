"""Keys in wire form: Multikey, JSON Web Key and COSE_Key, read strictly into the octets of a key.

What is read here is the form, by its own rules. Whether a point lies on its curve and a secret key belongs to
its public key is for the library that makes a key out of these octets.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs import base64url, multibase
from canonbench.specs.cose_key import EC2, OKP, CoseKey

__all__ = ["KeyOctets", "read_cose", "read_jwk", "read_multikey"]

_KINDS: Final = {("OKP", "Ed25519"): 32, ("EC", "P-256"): 32, ("EC", "P-384"): 48}
_COSE_ALGORITHMS: Final = {(OKP, 6): "Ed25519", (EC2, 1): "P-256", (EC2, 2): "P-384"}


class KeyOctets(NamedTuple):
    """The octets of a key, as far as its wire form has them.

    ``public`` is the key of Ed25519; of P-256 and P-384 a point as in SEC 1, section 2.3.3: 04, x, y, or
    compressed, 02 or 03, x. ``secret`` is the seed or the scalar. What the form does not have is empty.
    """

    algorithm: str
    public: bytes
    secret: bytes = b""


def read_multikey(value: str | bytes, *, secret: bool = False) -> KeyOctets:
    """Return the key in a Multikey value: ``publicKeyMultibase``, ``secretKeyMultibase``, or their bytes.

    Controlled Identifiers 1.0, section Multikey.

    Raises:
        MalformedInput: no such key, or a public one where a secret one is meant, or the other way round.
    """
    if secret:
        text = value if isinstance(value, str) else multibase.encode(value)
        key = multibase.read_secret_multikey(text)
        return KeyOctets(key.algorithm, b"", key.key)
    if isinstance(value, str):
        return KeyOctets(*multibase.read_public_multikey(value))
    return KeyOctets(*multibase.read_public_multikey_bytes(value))


def read_jwk(value: Mapping[str, Any], *, secret: bool = False) -> KeyOctets:
    """Return the key in a JSON Web Key (RFC 7517; RFC 7518, section 6.2; RFC 8037, section 2).

    Raises:
        MalformedInput: another kind of key, a coordinate that has not its length, or a secret member where a
            public key is meant, or none where a secret one is.
    """
    kind = (value.get("kty"), value.get("crv"))
    if not all(isinstance(part, str) for part in kind) or kind not in _KINDS:
        raise MalformedInput(f"JWK: kty {kind[0]!r} and crv {kind[1]!r} are not supported (RFC 7518, 6)")
    if ("d" in value) is not secret:
        meant = "a secret key is meant, and d is not there" if secret else "a public key is meant, d is there"
        raise MalformedInput(f"JWK: {meant} (RFC 7517, 9.2)")
    size = _KINDS[kind]
    private = _octets(value, "d", size) if secret else b""
    x = _octets(value, "x", size)
    if kind[0] == "OKP":
        return KeyOctets(kind[1], x, private)
    return KeyOctets(kind[1], b"\x04" + x + _octets(value, "y", size), private)


def _octets(value: Mapping[str, Any], member: str, size: int) -> bytes:
    text = value.get(member)
    if not isinstance(text, str):
        raise MalformedInput(f"JWK: {member} is no text (RFC 7518, 6.2)")
    try:
        octets = base64url.decode(text)
    except MalformedInput:
        raise MalformedInput(f"JWK: {member} is not base64url (RFC 7515, 2)") from None
    if len(octets) != size:
        raise MalformedInput(f"JWK: {member} is {len(octets)} bytes long, must be {size} (RFC 7518, 6.2.1.2)")
    return octets


def read_cose(key: CoseKey) -> KeyOctets:
    """Return the public key in a COSE_Key that is parsed already (RFC 9053, section 7).

    Raises:
        MalformedInput: its curve is not supported.
    """
    algorithm = _COSE_ALGORITHMS.get((key.kty, key.crv))
    if algorithm is None:
        raise MalformedInput(f"COSE_Key: type {key.kty} with curve {key.crv} is not supported (RFC 9053, 7)")
    if key.y is None:
        return KeyOctets(algorithm, key.x)
    if isinstance(key.y, bool):
        return KeyOctets(algorithm, (b"\x03" if key.y else b"\x02") + key.x)
    return KeyOctets(algorithm, b"\x04" + key.x + key.y)
