"""Keys and certificates from files, for a verifier: JWK, Multikey, PEM and DER."""

import base64
import binascii
import re
from pathlib import Path
from typing import Any

from canonbench.documents.ijson import MAX_BYTES, read
from canonbench.errors import BadDocument, UsageError
from canonbench.stages.key import Material

__all__ = ["certificates", "key", "octets"]

_PEM = re.compile(
    rb"-----BEGIN (?P<what>[A-Z0-9 ]+)-----\s(?P<body>[A-Za-z0-9+/=\s]*)-----END (?P=what)-----"
)
_PUBLIC, _SECRET, _CERTIFICATE = "PUBLIC KEY", "PRIVATE KEY", "CERTIFICATE"
_MEMBERS = {False: "publicKeyMultibase", True: "secretKeyMultibase"}
_SEQUENCE = b"\x30"


def octets(path: Path, option: str) -> bytes:
    """Return what the file ``path`` holds, which ``option`` names.

    Raises:
        UsageError: it cannot be read, or has more bytes than any document may have.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{option} {path}: cannot read it: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise UsageError(f"{option} {path}: it has more than {MAX_BYTES} bytes; give a smaller file")
    return data


def key(path: Path, option: str, *, secret: bool = False) -> Material:
    """Return the key in ``path``: a JWK, a Multikey (its text, or an object with it), PEM or DER.

    Raises:
        UsageError: it cannot be read, or is no key of these forms; what is in a key, its library says.
    """
    data = octets(path, option).strip()
    wanted = _SECRET if secret else _PUBLIC
    found = _PEM.search(data)
    if found is not None:
        what = found["what"].decode()
        if what != wanted:
            raise UsageError(f"{option} {path}: it holds a {what.lower()}, and a {wanted.lower()} is meant")
        return Material("der", _body(found["body"], option, path), secret)
    if data.startswith(b"{"):
        return _of_json(data, option, path, secret=secret)
    if data.startswith(b"z"):
        return Material("multikey", data.decode("ascii", "replace"), secret)
    if data.startswith(_SEQUENCE):
        return Material("der", data, secret)
    raise UsageError(f"{option} {path}: neither a JWK, a Multikey nor PEM; give one of these")


def _of_json(data: bytes, option: str, path: Path, *, secret: bool) -> Material:
    try:
        value: Any = read(data, f"{option} {path}")
    except BadDocument as error:
        raise UsageError(str(error)) from error
    member = _MEMBERS[secret]
    if isinstance(value.get(member), str):
        return Material("multikey", value[member], secret)
    if "kty" in value:
        return Material("jwk", value, secret)
    raise UsageError(f"{option} {path}: the object has neither kty nor {member}; give a JWK or a Multikey")


def certificates(path: Path, option: str) -> tuple[bytes, ...]:
    """Return the certificates in ``path`` as DER: one or more in PEM, or one in DER.

    Raises:
        UsageError: it cannot be read, or holds no certificate.
    """
    data = octets(path, option)
    found = [match for match in _PEM.finditer(data) if match["what"].decode() == _CERTIFICATE]
    if found:
        return tuple(_body(match["body"], option, path) for match in found)
    if data.startswith(_SEQUENCE):
        return (data,)
    raise UsageError(f"{option} {path}: there is no certificate in it; give PEM or DER")


def _body(text: bytes, option: str, path: Path) -> bytes:
    try:
        return base64.b64decode(b"".join(text.split()), validate=True)
    except binascii.Error as error:
        raise UsageError(f"{option} {path}: its PEM is damaged: {error}") from error
