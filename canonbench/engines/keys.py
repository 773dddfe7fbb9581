"""Keys in wire form, for engines: one reader for every library that takes octets."""

from typing import TYPE_CHECKING, Any, cast

from canonbench.errors import EngineUnavailable, MalformedInput
from canonbench.specs.key_material import KeyOctets, read_cose, read_jwk, read_multikey
from canonbench.stages.key import Material

if TYPE_CHECKING:
    from canonbench.specs.cose_key import CoseKey

__all__ = ["octets"]


def octets(material: Material) -> KeyOctets:
    """Return the octets of a key in any form but DER.

    Raises:
        MalformedInput: it is no such key.
        EngineUnavailable: DER, which takes a library of its own.
    """
    form, value, secret = material
    if form == "multikey":
        return read_multikey(cast("str | bytes", value), secret=secret)
    if form == "jwk":
        return read_jwk(cast("dict[str, Any]", value), secret=secret)
    if form == "cose":
        if secret:
            raise MalformedInput("COSE_Key: a secret key does not stand in a message (RFC 9053, 7)")
        return read_cose(cast("CoseKey", value))
    raise EngineUnavailable(f"this library reads no keys in the form {form!r}")
