"""Keys in wire form are read strictly, and no octet of a secret one stands in a message."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs import base64url, multibase
from canonbench.specs.cose_key import EC2, OKP, CoseKey
from canonbench.specs.key_material import KeyOctets, read_cose, read_jwk, read_multikey

X, Y, D = bytes(range(32)), bytes(range(32, 64)), b"\x07" * 32


def jwk(**members: Any) -> dict[str, Any]:
    found = {"kty": "EC", "crv": "P-256", "x": base64url.encode(X), "y": base64url.encode(Y), **members}
    return {name: value for name, value in found.items() if value is not None}


def test_a_multikey_is_read_as_text_and_as_bytes() -> None:
    octets = b"\x80\x24\x02" + X

    assert read_multikey(octets) == KeyOctets("P-256", b"\x02" + X)
    assert read_multikey(multibase.encode(octets)) == read_multikey(octets)
    secret = b"\x80\x26" + D
    assert read_multikey(secret, secret=True) == KeyOctets("Ed25519", b"", D)
    assert read_multikey(multibase.encode(secret), secret=True) == KeyOctets("Ed25519", b"", D)


def test_a_multikey_of_the_other_kind_is_refused() -> None:
    with pytest.raises(MalformedInput, match="not the header of a public key"):
        read_multikey(b"\x80\x26" + D)
    with pytest.raises(MalformedInput, match="not that of a secret key"):
        read_multikey(b"\xed\x01" + X, secret=True)


def test_a_jwk_is_read() -> None:
    assert read_jwk(jwk()) == KeyOctets("P-256", b"\x04" + X + Y)
    assert read_jwk(jwk(d=base64url.encode(D)), secret=True) == KeyOctets("P-256", b"\x04" + X + Y, D)
    assert read_jwk(jwk(kty="OKP", crv="Ed25519", y=None)) == KeyOctets("Ed25519", X)
    long = base64url.encode(X + X[:16])
    assert read_jwk(jwk(crv="P-384", x=long, y=long)).public == b"\x04" + 2 * (X + X[:16])


@pytest.mark.parametrize(
    ("members", "secret", "message"),
    [
        ({"kty": "RSA"}, False, "'RSA' and crv 'P-256' are not supported"),
        ({"crv": ["P-256"]}, False, "are not supported"),
        ({"d": base64url.encode(D)}, False, "a public key is meant, d is there"),
        ({}, True, "a secret key is meant, and d is not there"),
        ({"x": None}, False, "x is no text"),
        ({"y": "A==="}, False, "y is not base64url"),
        ({"y": base64url.encode(Y[1:])}, False, "y is 31 bytes long, must be 32"),
        ({"d": base64url.encode(D + D)}, True, "d is 64 bytes long, must be 32"),
    ],
)
def test_another_jwk_is_refused(members: dict[str, Any], message: str, *, secret: bool) -> None:
    with pytest.raises(MalformedInput, match=message):
        read_jwk(jwk(**members), secret=secret)


@pytest.mark.parametrize("text", ["secret=", "se cret"])
def test_a_message_shows_no_secret(text: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        read_jwk(jwk(d=text), secret=True)

    assert text not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (CoseKey(OKP, 6, X), KeyOctets("Ed25519", X)),
        (CoseKey(EC2, 1, X, Y), KeyOctets("P-256", b"\x04" + X + Y)),
        (CoseKey(EC2, 1, X, y=True), KeyOctets("P-256", b"\x03" + X)),
        (CoseKey(EC2, 1, X, y=False), KeyOctets("P-256", b"\x02" + X)),
    ],
)
def test_a_cose_key_is_read(key: CoseKey, expected: KeyOctets) -> None:
    assert expected == read_cose(key)


def test_a_cose_key_of_another_curve_is_refused() -> None:
    with pytest.raises(MalformedInput, match="type 2 with curve 3 is not supported"):
        read_cose(CoseKey(EC2, 3, X, Y))
