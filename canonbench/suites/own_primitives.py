"""Vectors of the stages around canonicalization: from the texts, or worked by hand from their definitions.

What a text prints is cited; the rest takes no more than its definition: the agreement of the secret key 1
with a point is that point's x-coordinate, and the base point has that secret key.
"""

from collections.abc import Iterator
from typing import Any

from canonbench.specs.cbor import Map, Tag
from canonbench.stages import ecdsa, eddsa
from canonbench.stages.ecdh import Agreement
from canonbench.stages.hkdf import Derivation
from canonbench.stages.hmac import Authentication
from canonbench.stages.key import Key, Material
from canonbench.stages.multibase import Decoding, Encoding

__all__ = ["rows"]

_OCTETS = bytes.fromhex

# RFC 8785, sections 3.2.2 and 3.2.3.
_NAMES = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\u0080": 6, "\u00f6": 7}
_SORTED = '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\U0001f600":5,"\ufb33":3}'.encode()
_NUMBERS = [333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001, -0.0]
_WRITTEN = b"[333333333.3333333,1e+30,4.5,0.002,1e-27,0]"

# The base points of P-256 and P-384 (SP 800-186, section 3.2.1): their y-coordinates are odd.
_BASE_256 = _OCTETS(
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
)
_BASE_384 = _OCTETS(
    "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7"
    "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f"
)
_ONE = Key("P-256", b"\x04" + _BASE_256, (1).to_bytes(32, "big"))

# RFC 8032, section 7.1, TEST 2.
_ED25519 = Key(
    "Ed25519",
    _OCTETS("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"),
    _OCTETS("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"),
)
_ED25519_SIGNATURE = _OCTETS(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)
_ED25519_JWK = {"kty": "OKP", "crv": "Ed25519", "x": "PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw"}

# RFC 6979, section A.2.5, SHA-256, and section A.2.6, SHA-384; the message is "sample".
_P256 = Key(
    "P-256",
    _OCTETS(
        "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
        "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
    ),
    _OCTETS("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"),
)
_P256_SIGNATURE = _OCTETS(
    "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
)
_P384 = Key(
    "P-384",
    _OCTETS(
        "04ec3a4e415b4e19a4568618029f427fa5da9a8bc4ae92e02e06aae5286b300c64def8f0ea9055866064a254515480bc13"
        "8015d9b72d7d57244ea8ef9ac0c621896708a59367f9dfb9f54ca84b3f1c9db1288b231c3ae0d4fe7344fd2533264720"
    ),
    _OCTETS(
        "6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d896d5724e4c70a825f872c9ea60d2edf5"
    ),
)
_P384_SIGNATURE = _OCTETS(
    "94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81a648152e44acf96e36dd1e80fabe46"
    "99ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94fa329c145786e679e7b82c71a38628ac8"
)

_VALUE = Map(((1, [True, None]), (-1, Tag(24, b"\x01")), ("a", {"b": "é"})))
_CBOR = _OCTETS("a30182f5f620d8184101" + "6161a1616262c3a9")


def _public(key: Key) -> Key:
    return key._replace(secret=b"")


def _signatures() -> Iterator[tuple[str, str, Any, Any]]:
    message = b"\x72"
    yield "eddsa.sign", "rfc8032-2", eddsa.Signing(_ED25519, message), _ED25519_SIGNATURE
    yield (
        "eddsa.verify",
        "rfc8032-2",
        eddsa.Verification(_public(_ED25519), message, _ED25519_SIGNATURE),
        True,
    )
    for name, key, signature in (("p256", _P256, _P256_SIGNATURE), ("p384", _P384, _P384_SIGNATURE)):
        signing = ecdsa.Signing(key, b"sample", deterministic=True)
        yield "ecdsa.sign", f"rfc6979-{name}", signing, signature
        verification = ecdsa.Verification(_public(key), b"sample", signature)
        yield "ecdsa.verify", f"rfc6979-{name}", verification, True


def rows() -> Iterator[tuple[str, str, Any, Any]]:
    """Give a stage's name, the vector's name, the input and the output."""
    yield (
        "json.parse",
        "escapes",
        b' {"a" : [1, -2.5e0, "\\u00e9\\n"], "b" : null}',
        {
            "a": [1, -2.5, "é\n"],
            "b": None,
        },
    )
    yield "json.serialize", "escapes", {"a": [1, "é\n"]}, '{"a": [1, "é\\u000a"]}'.encode()
    yield "jcs.canonicalize", "names", _NAMES, _SORTED
    yield "jcs.canonicalize", "numbers", _NUMBERS, _WRITTEN
    yield "kit.json_dumps", "numbers", {"b": 1.0, "a": "é"}, '{"a":"é","b":1.0}'.encode()
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    yield "hashing.sha256", "abc", b"abc", _OCTETS(abc)
    abc = "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    yield "hashing.sha384", "abc", b"abc", _OCTETS(abc)
    code = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    given: Any = Authentication(b"Jefe", b"what do ya want for nothing?")
    yield "hmac.sha256", "rfc4231-2", given, _OCTETS(code)
    derived = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    given = Derivation(b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA)), 42)
    yield "hkdf.derive", "rfc5869-1", given, _OCTETS(derived)
    derived = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    yield "hkdf.derive", "rfc5869-3", Derivation(b"\x0b" * 22, b"", b"", 42), _OCTETS(derived)
    yield from _keys()
    yield from _signatures()
    yield "ecdh.agree", "one", Agreement(_ONE, _public(_P256)), _P256.public[1:33]
    yield from _encodings()


def _keys() -> Iterator[tuple[str, str, Any, Any]]:
    for name, algorithm, header, base in (
        ("p256", "P-256", b"\x80\x24", _BASE_256),
        ("p384", "P-384", b"\x81\x24", _BASE_384),
    ):
        multikey, key = header + b"\x03" + base[: len(base) // 2], Key(algorithm, b"\x04" + base)  # type: ignore[arg-type]  # a literal in the loop
        yield "key.load", f"{name}-multikey", Material("multikey", multikey), key
        yield "key.export", name, key, multikey
    secret = Material("multikey", b"\x86\x26" + _ONE.secret, secret=True)
    yield "key.load", "p256-secret-multikey", secret, _ONE
    yield "key.load", "ed25519-jwk", Material("jwk", dict(_ED25519_JWK)), _public(_ED25519)
    yield "key.export", "ed25519", _public(_ED25519), b"\xed\x01" + _ED25519.public


def _encodings() -> Iterator[tuple[str, str, Any, Any]]:
    for name, data, text in (
        ("base58btc", b"Hello World!", "z2NEpo7TZRRrLZSi2U"),
        ("base58btc-zeros", _OCTETS("0000287fb4cd"), "z11233QC4"),
        ("base64url", b"\xfb\xef", "u--8"),
    ):
        yield "multibase.encode", name, Encoding(data, text[0]), text
        yield "multibase.decode", name, Decoding(text, text[0]), data
    yield "base64url.encode", "alphabet", b"\xfb\xef", "--8"
    yield "base64url.decode", "alphabet", "--8", b"\xfb\xef"
    yield "cbor.encode", "map", _VALUE, _CBOR
    yield "cbor.decode", "map", _CBOR, _VALUE
