"""COSE_Key: public keys of types EC2 and OKP, as maps (RFC 9052 section 7, RFC 9053 section 7)."""

from typing import Any, NamedTuple

from canonbench.errors import MalformedInput

__all__ = ["EC2", "OKP", "CoseKey", "key_algorithm", "key_map", "parse_key"]

OKP, EC2 = 1, 2
"""Key types (RFC 9053 section 7)."""

_ES256, _ES384, _ES512, _EDDSA = -7, -35, -36, -8
_PRIVATE = -4
_COORDINATE_SIZES = {
    (EC2, 1): 32,
    (EC2, 2): 48,
    (EC2, 3): 66,
    (OKP, 4): 32,
    (OKP, 5): 56,
    (OKP, 6): 32,
    (OKP, 7): 57,
}
_KEY_ALGORITHMS = {(EC2, 1): _ES256, (EC2, 2): _ES384, (EC2, 3): _ES512, (OKP, 6): _EDDSA, (OKP, 7): _EDDSA}


class CoseKey(NamedTuple):
    """A public COSE_Key of type EC2 or OKP (RFC 9053 section 7); ``y`` may be the sign bit alone."""

    kty: int
    crv: int
    x: bytes
    y: bytes | bool | None = None


def key_map(key: CoseKey) -> dict[int, Any]:
    """Return the COSE_Key that a codec encodes."""
    entries = {1: key.kty, -1: key.crv, -2: key.x}
    return entries if key.y is None else {**entries, -3: key.y}


def key_algorithm(key: CoseKey) -> int:
    """Return the signature algorithm of a key's curve (RFC 9053 sections 2.1 and 2.2).

    Raises:
        MalformedInput: If its curve is for no signature here.
    """
    algorithm = _KEY_ALGORITHMS.get((key.kty, key.crv))
    if algorithm is None:
        raise MalformedInput(f"a COSE_Key on curve {key.crv} does not sign here (RFC 9053, 2)")
    return algorithm


def parse_key(value: Any, name: str = "COSE_Key") -> CoseKey:
    """Read a decoded, public COSE_Key of type EC2 or OKP; ``name`` is its name in messages.

    Raises:
        MalformedInput: If it is not one, is private, or a coordinate has not the size of its curve.
    """
    if not isinstance(value, dict):
        raise MalformedInput(f"{name} is not a map (RFC 9052, 7)")
    if _PRIVATE in value:
        raise MalformedInput(f"{name} holds a private key (RFC 9053, 7)")
    key = CoseKey(value.get(1), value.get(-1), value.get(-2), value.get(-3))  # type: ignore[arg-type] # checked below
    if type(key.kty) is not int or type(key.crv) is not int or type(key.x) is not bytes:
        raise MalformedInput(f"{name} lacks a key type, curve or x of the right type (RFC 9053, 7)")
    size = _COORDINATE_SIZES.get((key.kty, key.crv))
    if size is None:
        raise MalformedInput(f"{name} is of type {key.kty} and curve {key.crv}, not known here (RFC 9053, 7)")
    if key.kty == EC2:
        y_is_right = type(key.y) is bool or (type(key.y) is bytes and len(key.y) == size)
    else:
        y_is_right = key.y is None
    if len(key.x) != size or not y_is_right:
        raise MalformedInput(f"{name} has coordinates that are not those of its curve (RFC 9053, 7.1)")
    return key
