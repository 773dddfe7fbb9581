"""Keys in files: each form gives the same key, and nothing else is one."""

import base64
import json
from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents.keys import secret_key
from canonbench.errors import BadDocument, MalformedInput
from canonbench.exchanges.key_file import read_key
from canonbench.model.engine import Engine
from canonbench.model.use import Neutral
from canonbench.specs import base64url, multibase
from canonbench.stages import key

Engines = Mapping[str, Engine[Any, Any]]


def _pem(der: bytes, label: str = "PUBLIC KEY") -> bytes:
    return f"-----BEGIN {label}-----\n{base64.b64encode(der).decode()}\n-----END {label}-----\n".encode()


def test_every_form_is_the_same_key(engines: Engines) -> None:
    use = Neutral(engines)
    loaded = use(key.load)(key.Material("multikey", secret_key("Ed25519"), secret=True))
    public = loaded._replace(secret=b"")
    multikey = multibase.encode(use(key.export)(loaded))
    der = bytes.fromhex("302a300506032b6570032100") + public.public
    jwk = {"kty": "OKP", "crv": "Ed25519", "x": base64url.encode(public.public)}
    files = [
        json.dumps(jwk).encode(),
        json.dumps({"type": "Multikey", "publicKeyMultibase": multikey}).encode(),
        f"{multikey}\n".encode(),
        f"did:key:{multikey}".encode(),
        f" did:key:{multikey}#{multikey} ".encode(),
        _pem(der),
    ]

    assert [use(key.load)(read_key(each, "key.txt")) for each in files] == [public] * len(files)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no key that is known"),
        (b"zebra stripes", "no key that is known"),
        (b"\xff\xfe", "no key that is known"),
        (b'{"a": 1}', "neither kty nor publicKeyMultibase"),
        (b'{"kty": "EC", "kty": "OKP"}', "kty"),
        (b"-----BEGIN", "no PEM with one key"),
        (_pem(b"abc") * 2, "no PEM with one key"),
        (_pem(b"abc", "PRIVATE KEY"), "holds a PRIVATE KEY, and must hold a PUBLIC KEY"),
        (_pem(b"abc", "CERTIFICATE"), "holds a CERTIFICATE"),
        (b"-----BEGIN PUBLIC KEY-----\nA===\n-----END PUBLIC KEY-----", "its base64 is wrong"),
    ],
)
def test_what_is_no_key_is_told_without_showing_it(data: bytes, reason: str) -> None:
    with pytest.raises(BadDocument, match=reason) as caught:
        read_key(data, "key.txt")
    assert "key.txt" in str(caught.value)


def test_a_secret_key_is_refused_when_it_is_loaded(engines: Engines) -> None:
    jwk = {"kty": "OKP", "crv": "Ed25519", "x": "A" * 43, "d": "A" * 43}
    for data in (json.dumps(jwk).encode(), secret_key("Ed25519").encode()):
        with pytest.raises(MalformedInput):
            Neutral(engines)(key.load)(read_key(data, "key.txt"))
