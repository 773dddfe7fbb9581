"""Keys, signatures and short ways to issue, present and verify, for the tests of SD-JWT."""

import base64
import hashlib
import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from canonbench.specs import base64url, jws
from canonbench.specs.sd_jwt import (
    Binding,
    Claims,
    Embedding,
    Frame,
    Policy,
    Selection,
    Verified,
    create_disclosures,
    digest,
    digests,
    embed_digests,
    frame_of,
    kb_jwt,
    parse,
    received,
    select,
    serialize,
    verify,
)

_HASHES = {
    "sha-256": lambda octets: hashlib.sha256(octets).digest(),
    "sha-384": lambda octets: hashlib.sha384(octets).digest(),
}
_CURVES = {"P-256": (ec.SECP256R1(), hashes.SHA256(), 32), "P-384": (ec.SECP384R1(), hashes.SHA384(), 48)}


class Key:
    """A private key with its public JWK and a signing function."""

    sign: Callable[[bytes], bytes]

    def __init__(self, algorithm: str, seed: int) -> None:
        """Derive the key from a small number."""
        self.algorithm = algorithm
        if algorithm in ("EdDSA", "Ed25519"):
            private = ed25519.Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
            self.jwk = {
                "kty": "OKP",
                "crv": "Ed25519",
                "x": base64url.encode(private.public_key().public_bytes_raw()),
            }
            self.sign = private.sign
        else:
            name = {"ES256": "P-256", "ES384": "P-384"}[algorithm]
            curve, hash_function, size = _CURVES[name]
            secret = ec.derive_private_key(seed + 2, curve)
            numbers = secret.public_key().public_numbers()
            point = {
                axis: base64url.encode(value.to_bytes(size, "big"))
                for axis, value in (("x", numbers.x), ("y", numbers.y))
            }
            self.jwk = {"kty": "EC", "crv": name, **point}

            def sign(message: bytes) -> bytes:
                r, s = decode_dss_signature(secret.sign(message, ec.ECDSA(hash_function)))
                return r.to_bytes(size, "big") + s.to_bytes(size, "big")

            self.sign = sign


def check_signature(algorithm: str, key: Any, message: bytes, signature: bytes) -> bool:
    """Verify a JOSE signature with a public JWK; the algorithm is taken from the key's curve."""
    raw = {name: base64.urlsafe_b64decode(key[name] + "==") for name in ("x", "y") if name in key}
    try:
        if key["crv"] == "Ed25519":
            ed25519.Ed25519PublicKey.from_public_bytes(raw["x"]).verify(signature, message)
            return algorithm in ("EdDSA", "Ed25519")
        curve, hash_function, size = _CURVES[key["crv"]]
        if len(signature) != 2 * size:
            return False
        x, y = (int.from_bytes(raw[axis], "big") for axis in "xy")
        der = encode_dss_signature(
            int.from_bytes(signature[:size], "big"), int.from_bytes(signature[size:], "big")
        )
        ec.EllipticCurvePublicNumbers(x, y, curve).public_key().verify(der, message, ec.ECDSA(hash_function))
    except InvalidSignature:
        return False
    return algorithm == {"P-256": "ES256", "P-384": "ES384"}[key["crv"]]


class Kit:
    """What the tests need of an issuer, a holder and a verifier; everything in it is deterministic."""

    hashes = _HASHES
    hash_function = staticmethod(_HASHES["sha-256"])
    check_signature = staticmethod(check_signature)
    key = Key
    now = 1_800_000_000
    audience = "https://verifier.example"
    nonce = "n-0S6"

    def __init__(self) -> None:
        """Make an issuer's and a holder's key, and a source of salts that counts."""
        self.issuer = Key("ES256", 1)
        self.holder = Key("ES256", 2)
        counter = itertools.count()
        self.salt: Callable[[], str] = lambda: base64url.encode(next(counter).to_bytes(16, "big"))

    def disclosure(self, *contents: Any) -> str:
        """Encode a Disclosure of any contents."""
        return base64url.encode(json.dumps(list(contents)).encode())

    def digest(self, text: str) -> str:
        """Return the encoded SHA-256 digest of a text."""
        return digest(text, self.hash_function)

    def jwt(self, payload: Any, header: Any = None, key: Key | None = None) -> str:
        """Sign any payload."""
        key = key or self.issuer
        return jws.sign(jws.Signing({"alg": key.algorithm, **(header or {})}, payload), sign=key.sign)

    def sd_jwt(self, payload: Any, *disclosures: str, header: Any = None) -> str:
        """Make an SD-JWT of any payload and Disclosures."""
        return serialize(self.jwt(payload, header), disclosures)

    def issue(
        self, claims: Any, frame: Frame, *, header: Any = None, algorithm: str = "sha-256", cnf: bool = True
    ) -> str:
        """Issue an SD-JWT as the specification says."""
        bound = {**claims, "cnf": {"jwk": self.holder.jwk}} if cnf else claims
        hash_function = self.hashes[algorithm]
        created = create_disclosures(Claims(bound, frame), salt=self.salt, hash_function=hash_function)
        taken = digests(created.hashed, hash_function)
        payload = embed_digests(Embedding(bound, frame, taken, algorithm))
        return self.sd_jwt(payload, *created.disclosures, header=header)

    def choose(self, issued: str, *pointers: str, algorithm: str = "sha-256") -> str:
        """Return the SD-JWT with the Disclosures that the pointers need, without Key Binding."""
        sd_jwt = received(parse(issued))
        taken = digests([each.text for each in sd_jwt.disclosures], self.hashes[algorithm])
        return serialize(issued.partition("~")[0], select(Selection(sd_jwt, taken, pointers)))

    def bind(
        self,
        chosen: str,
        *,
        key: Key | None = None,
        header: Any = None,
        algorithm: str = "sha-256",
        **changes: Any,
    ) -> str:
        """Append a Key Binding JWT; ``changes`` replace claims, ``None`` removes them."""
        key = key or self.holder
        sd_hash = digest(chosen, self.hashes[algorithm])
        signing = kb_jwt.claims(Binding(self.audience, self.nonce, self.now, sd_hash, key.algorithm))
        payload = {name: value for name, value in {**signing.payload, **changes}.items() if value is not None}
        return chosen + jws.sign(jws.Signing({**signing.header, **(header or {})}, payload), sign=key.sign)

    def policy(self, **changes: Any) -> Policy:
        """Return a policy that requires key binding."""
        return Policy("required", self.now, self.audience, self.nonce)._replace(**changes)

    def verify(self, text: str, **changes: Any) -> Verified:
        """Verify under ``policy(**changes)``."""
        return verify(
            text,
            self.policy(**changes),
            issuer_key=lambda _header, _payload: self.issuer.jwk,
            verify=check_signature,
            hashes=self.hashes,
        )

    def processed(self, payload: Any, *disclosures: str) -> Any:
        """Verify an SD-JWT of any payload and Disclosures, not bound; return the processed payload."""
        return self.verify(self.sd_jwt(payload, *disclosures), key_binding="refused").claims

    frame_of = staticmethod(frame_of)


@pytest.fixture
def kit() -> Kit:
    return Kit()
