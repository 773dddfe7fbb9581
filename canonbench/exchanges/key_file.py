"""A public key as a user has it in a file: JSON Web Key, Multikey or PEM."""

import base64
import binascii
import re
from typing import Final

from canonbench.documents.ijson import read
from canonbench.errors import BadDocument
from canonbench.stages.key import Material

__all__ = ["read_key"]

_PEM: Final = re.compile(rb"-----BEGIN ([A-Z ]+)-----\s+([A-Za-z0-9+/=\s]+)-----END \1-----\s*")
_DID_KEY: Final = "did:key:"
_KNOWN: Final = "a JSON Web Key, a Multikey (z...), a did:key or a public key in PEM"


def read_key(data: bytes, name: str) -> Material:
    """Return the public key in a file, as ``key.load`` takes it; whether it is one, is found out there.

    Args:
        data: the file. Of JSON a JSON Web Key, or an object with ``publicKeyMultibase``.
        name: what messages call it; they show nothing of what is in it.

    Raises:
        BadDocument: it is none of these.
    """
    text = data.strip()
    if text.startswith(b"{"):
        value = read(data, name)
        if "kty" in value:
            return Material("jwk", value)
        if isinstance(value.get("publicKeyMultibase"), str):
            return Material("multikey", value["publicKeyMultibase"])
        raise BadDocument(f"{name} has neither kty nor publicKeyMultibase; give {_KNOWN}")
    if text.startswith(b"-----"):
        return Material("der", _der(data.lstrip(), name))
    if text.isascii() and text.removeprefix(_DID_KEY.encode()).startswith(b"z") and len(text.split()) == 1:
        return Material("multikey", text.decode().removeprefix(_DID_KEY).partition("#")[0])
    raise BadDocument(f"{name} is no key that is known here; give {_KNOWN}")


def _der(data: bytes, name: str) -> bytes:
    found = _PEM.fullmatch(data)
    if found is None:
        raise BadDocument(f"{name} is no PEM with one key; give {_KNOWN}")
    label = found[1].decode()
    if label != "PUBLIC KEY":
        raise BadDocument(f"{name} holds a {label}, and must hold a PUBLIC KEY; give {_KNOWN}")
    try:
        return base64.b64decode(b"".join(found[2].split()), validate=True)
    except binascii.Error:
        raise BadDocument(f"{name} is no PEM: its base64 is wrong; give {_KNOWN}") from None
