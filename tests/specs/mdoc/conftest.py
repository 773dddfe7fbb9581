"""Keys, certificates and a credential of the tests' own, and the exchange of Annex D."""

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from canonbench.errors import VerificationFailed
from canonbench.specs import cose
from canonbench.specs.cbor import Codec, Tag
from canonbench.specs.cose_key import EC2, OKP, CoseKey
from canonbench.specs.mdoc.device import (
    NO_NAME_SPACES,
    DeviceSigned,
    device_mac,
    device_signature,
    e_mac_key,
    session_transcript,
)
from canonbench.specs.mdoc.education import EDUCATION_DOCTYPE, EDUCATION_NAMESPACE
from canonbench.specs.mdoc.items import Elements
from canonbench.specs.mdoc.mso import KeyAuthorizations, ValidityInfo
from canonbench.specs.mdoc.whole import Credential, Signer, SignerCertificate, Verifier, issue, present

Digest = type[hashes.SHA256] | type[hashes.SHA384]
CURVES: dict[int, tuple[type[ec.EllipticCurve], int, Digest]] = {
    1: (ec.SECP256R1, cose.ES256, hashes.SHA256),
    2: (ec.SECP384R1, cose.ES384, hashes.SHA384),
}
PrivateKey = ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey
PublicKey = ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def mac(key: bytes) -> Callable[[bytes], bytes]:
    return lambda data: hmac.new(key, data, hashlib.sha256).digest()


def _curve_of(key: Any) -> tuple[int, int, Digest]:
    for number, (curve, algorithm, digest) in CURVES.items():
        if isinstance(key.curve, curve):
            return number, algorithm, digest
    raise VerificationFailed(f"the key is on {key.curve.name}")


def cose_key(public: PublicKey) -> CoseKey:
    if isinstance(public, ed25519.Ed25519PublicKey):
        return CoseKey(OKP, 6, public.public_bytes_raw())
    size = (public.curve.key_size + 7) // 8
    numbers = public.public_numbers()
    x, y = (part.to_bytes(size, "big") for part in (numbers.x, numbers.y))
    return CoseKey(EC2, _curve_of(public)[0], x, y)


def load(key: CoseKey) -> PublicKey:
    if key.kty == OKP:
        return ed25519.Ed25519PublicKey.from_public_bytes(key.x)
    assert isinstance(key.y, bytes)
    x, y = (int.from_bytes(part, "big") for part in (key.x, key.y))
    return ec.EllipticCurvePublicNumbers(x, y, CURVES[key.crv][0]()).public_key()


def algorithm(key: PublicKey) -> int:
    return cose.EDDSA if isinstance(key, ed25519.Ed25519PublicKey) else _curve_of(key)[1]


def signer(key: PrivateKey) -> Signer:
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return Signer(cose.EDDSA, key.sign)
    _, number, digest = _curve_of(key)
    size = (key.curve.key_size + 7) // 8

    def sign(data: bytes) -> bytes:
        r, s = decode_dss_signature(key.sign(data, ec.ECDSA(digest())))
        return r.to_bytes(size, "big") + s.to_bytes(size, "big")

    return Signer(number, sign)


def verifier_of(key: PublicKey) -> Callable[[bytes, bytes], bool]:
    def verify(data: bytes, signature: bytes) -> bool:
        try:
            if isinstance(key, ed25519.Ed25519PublicKey):
                key.verify(signature, data)
            else:
                half = len(signature) // 2
                r, s = (int.from_bytes(part, "big") for part in (signature[:half], signature[half:]))
                key.verify(encode_dss_signature(r, s), data, ec.ECDSA(_curve_of(key)[2]()))
        except InvalidSignature:
            return False
        return True

    return verify


def trust(chain: tuple[bytes, ...]) -> SignerCertificate:
    try:
        certificate = x509.load_der_x509_certificate(chain[0])
        key = certificate.public_key()
    except (ValueError, UnsupportedAlgorithm, x509.InvalidVersion, Warning) as error:
        raise VerificationFailed(f"the certificate cannot be read: {error}") from error
    if not isinstance(key, ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey):
        raise VerificationFailed("the certificate is for a key of another kind")
    not_before, not_after = (
        moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        for moment in (certificate.not_valid_before_utc, certificate.not_valid_after_utc)
    )
    return SignerCertificate(algorithm(key), verifier_of(key), (not_before, not_after))


def certificate_of(key: PrivateKey) -> bytes:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "University of Nowhere")])
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime(2026, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2027, 1, 1, tzinfo=UTC))
        .sign(key, None if isinstance(key, ed25519.Ed25519PrivateKey) else _curve_of(key)[2]())
    )
    return built.public_bytes(serialization.Encoding.DER)


def _agreed(private: ec.EllipticCurvePrivateKey, public: PublicKey) -> bytes:
    assert isinstance(public, ec.EllipticCurvePublicKey)
    return private.exchange(ec.ECDH(), public)


@dataclass(frozen=True)
class World:
    """An issuer, a wallet and a verifier, and what passes between them."""

    codec: Codec
    issuer_key: PrivateKey
    device_key: PrivateKey
    reader_key: ec.EllipticCurvePrivateKey
    transcript: bytes
    chain: tuple[bytes, ...]

    def credential(self, name_spaces: Elements, **changes: Any) -> Credential:
        """Fill in everything that the issuer says, but for ``changes``."""
        validity = ValidityInfo("2026-09-01T08:00:00Z", "2026-09-01T08:00:00Z", "2026-12-31T23:59:59Z")
        made = Credential(EDUCATION_DOCTYPE, name_spaces, cose_key(self.device_key.public_key()), validity)
        return made._replace(**changes)

    def issue(self, credential: Credential, seed: int = 1) -> bytes:
        """Issue, with the randomness of ``seed``."""
        return issue(
            credential,
            signer=signer(self.issuer_key),
            chain=self.chain,
            codec=self.codec,
            digest=sha256,
            random=Random(seed).randbytes,  # noqa: S311 - repeatable on purpose
        )

    def device_signature(self, name_spaces: bytes = NO_NAME_SPACES) -> DeviceSigned:
        """Authenticate this session by signature."""
        number, sign = signer(self.device_key)
        return device_signature(
            self.transcript, EDUCATION_DOCTYPE, name_spaces, algorithm=number, sign=sign, codec=self.codec
        )

    def device_mac(self, name_spaces: bytes = NO_NAME_SPACES) -> DeviceSigned:
        """Authenticate this session by MAC."""
        assert isinstance(self.device_key, ec.EllipticCurvePrivateKey)
        secret = _agreed(self.device_key, self.reader_key.public_key())
        key = e_mac_key(secret, self.transcript, digest=sha256, hkdf=hkdf)
        return device_mac(self.transcript, EDUCATION_DOCTYPE, name_spaces, mac=mac(key), codec=self.codec)

    def present(
        self, issued: bytes, wanted: dict[str, tuple[str, ...]], signed: DeviceSigned | None = None
    ) -> bytes:
        """Present the elements wanted."""
        return present(
            issued,
            doc_type=EDUCATION_DOCTYPE,
            wanted=wanted,
            authenticate=lambda: signed or self.device_signature(),
            codec=self.codec,
        )

    def _mac(self, key: CoseKey, data: bytes) -> bytes:
        secret = _agreed(self.reader_key, load(key))
        return mac(e_mac_key(secret, self.transcript, digest=sha256, hkdf=hkdf))(data)

    def verifier(self, **changes: Any) -> Verifier:
        """Make the verifier of this session, but for ``changes``."""
        return Verifier(
            self.codec,
            {"SHA-256": sha256},
            trust,
            lambda key, data, signature: verifier_of(load(key))(data, signature),
            "2026-11-30T12:00:00Z",
            self._mac,
        )._replace(**changes)

    def with_keys(self, issuer: PrivateKey, device: PrivateKey) -> "World":
        """Give issuer and device other keys."""
        return replace(self, issuer_key=issuer, device_key=device, chain=(certificate_of(issuer),))


@pytest.fixture(scope="session")
def world(codec: Codec) -> World:
    """An issuer and a wallet with P-256 keys, and a reader."""
    issuer, device, reader = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
    return World(
        codec,
        issuer,
        device,
        reader,
        session_transcript(None, None, b"\x82\x61a\x61b"),
        (certificate_of(issuer),),
    )


@pytest.fixture(scope="session")
def diploma() -> Elements:
    """Elements of an education credential, of every kind of value."""
    return {
        EDUCATION_NAMESPACE: {
            "family_name": "Lovelace",
            "birth_date": Tag(1004, "1815-12-10"),
            "grade_points": [17, 18.5, None, True],
            "portrait": b"\xff\xd8\xff",
            "degree": {"name": "Mathematics", "awarded": Tag(1004, "2026-07-01")},
        },
        f"{EDUCATION_NAMESPACE}.XX": {"student_number": "12345", "issued_at": Tag(0, "2026-07-01T19:35:56Z")},
    }


@pytest.fixture(scope="session")
def full(diploma: Elements) -> dict[str, tuple[str, ...]]:
    """Every element of the diploma."""
    return {name_space: tuple(elements) for name_space, elements in diploma.items()}


@pytest.fixture(scope="session")
def issued(world: World, diploma: Elements) -> bytes:
    """The diploma, issued; its device key may sign ``device_time``."""
    allowed = KeyAuthorizations((f"{EDUCATION_NAMESPACE}.device",), {EDUCATION_NAMESPACE: ("device_time",)})
    return world.issue(world.credential(diploma, key_authorizations=allowed))


@pytest.fixture(scope="session")
def annex_d(suite: Callable[[str], Path]) -> dict[str, Any]:
    """Annex D: ``vectors`` and ``derived`` as bytes, and the items and digests."""
    loaded: dict[str, Any] = json.loads((suite("mdoc-annex-d") / "annex-d.json").read_text("utf-8"))
    for part in ("vectors", "derived"):
        loaded[part] = {name: bytes.fromhex(value) for name, value in loaded[part].items()}
    return loaded
