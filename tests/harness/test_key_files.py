"""Keys and certificates from files."""

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from canonbench.errors import UsageError
from canonbench.harness import key_files
from canonbench.stages.key import Material

DER = b"\x30\x03\x02\x01\x00"
JWK = {"kty": "OKP", "crv": "Ed25519", "x": "AA"}

Write = Callable[[bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file and return its path."""

    def made(data: bytes) -> Path:
        path = tmp_path / "key"
        path.write_bytes(data)
        return path

    return made


def _pem(what: str, body: bytes = DER) -> bytes:
    return f"-----BEGIN {what}-----\n{base64.b64encode(body).decode()}\n-----END {what}-----\n".encode()


@pytest.mark.parametrize(
    ("data", "secret", "expected"),
    [
        (json.dumps(JWK).encode(), False, Material("jwk", JWK)),
        (b"z6Mk\n", False, Material("multikey", "z6Mk")),
        (b'{"publicKeyMultibase": "z6Mk"}', False, Material("multikey", "z6Mk")),
        (b'{"secretKeyMultibase": "z3u2"}', True, Material("multikey", "z3u2", secret=True)),
        (_pem("PUBLIC KEY"), False, Material("der", DER)),
        (_pem("PRIVATE KEY"), True, Material("der", DER, secret=True)),
        (DER, False, Material("der", DER)),
    ],
)
def test_a_key_comes_in_any_of_these_forms(
    write: Write, data: bytes, *, secret: bool, expected: Material
) -> None:
    assert key_files.key(write(data), "--key", secret=secret) == expected


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"hello", "neither a JWK, a Multikey nor PEM"),
        (b"{}", "neither kty nor publicKeyMultibase"),
        (b'{"a": 1, "a": 2}', "--key"),
        (_pem("PRIVATE KEY"), "it holds a private key, and a public key is meant"),
        (_pem("CERTIFICATE"), "it holds a certificate"),
        (b"-----BEGIN PUBLIC KEY-----\nA\n-----END PUBLIC KEY-----", "its PEM is damaged"),
    ],
)
def test_what_is_no_key_is_refused_in_one_line(write: Write, data: bytes, why: str) -> None:
    with pytest.raises(UsageError, match=why) as refused:
        key_files.key(write(data), "--key")

    assert "\n" not in str(refused.value)


def test_a_file_may_hold_several_certificates(write: Write) -> None:
    both = _pem("CERTIFICATE") + _pem("PUBLIC KEY", b"x") + _pem("CERTIFICATE", DER + b"\x00")

    assert key_files.certificates(write(both), "--trust") == (DER, DER + b"\x00")
    assert key_files.certificates(write(DER), "--trust") == (DER,)


def test_a_file_without_certificate_is_refused(write: Write) -> None:
    with pytest.raises(UsageError, match="there is no certificate"):
        key_files.certificates(write(_pem("PUBLIC KEY")), "--trust")


def test_a_file_that_cannot_be_read_is_named_with_its_option(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="absent: cannot read it"):
        key_files.octets(tmp_path / "absent", "--key")


def test_a_file_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch, write: Write) -> None:
    monkeypatch.setattr(key_files, "MAX_BYTES", 4)

    assert key_files.octets(write(b"four"), "verify") == b"four"
    with pytest.raises(UsageError, match="it has more than 4 bytes; give a smaller file"):
        key_files.octets(write(b"fives"), "verify")
