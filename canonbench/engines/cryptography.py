"""cryptography: OpenSSL under a Rust binding. Hashes, HMAC, HKDF, keys, EdDSA, ECDSA and ECDH.

What is handled here, each seen in cryptography 50:

- ECDSA signatures are ASN.1 there, while every format here has r and s: the conversion is part of the call;
- a scheme object (curve and hash) takes a microsecond to make: they are made once, being no state;
- an Ed25519 key is loaded without looking at the point: a key that is none fails when it verifies.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from canonbench.engines import cose, cryptography_x509, jose
from canonbench.engines.keys import octets
from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.model.engine import Engine, identity, only_first
from canonbench.specs.multibase import PublicKey, public_multikey_bytes
from canonbench.stages import ecdh, ecdsa, eddsa, hashing, hkdf, key, x509
from canonbench.stages import hmac as hmac_stages

__all__ = ["ENGINES"]

_NAME = "cryptography"
_RAW, _X962 = serialization.Encoding.Raw, serialization.Encoding.X962
_SHA256, _SHA384 = hashes.SHA256(), hashes.SHA384()
_CURVES: dict[str, ec.EllipticCurve] = {"P-256": ec.SECP256R1(), "P-384": ec.SECP384R1()}
_AGREEMENT = ec.ECDH()


class _Scheme(NamedTuple):
    algorithm: key.Algorithm
    size: int
    random: ec.ECDSA
    deterministic: ec.ECDSA


_SCHEMES = {
    256: _Scheme("P-256", 32, ec.ECDSA(_SHA256), ec.ECDSA(_SHA256, deterministic_signing=True)),
    384: _Scheme("P-384", 48, ec.ECDSA(_SHA384), ec.ECDSA(_SHA384, deterministic_signing=True)),
}


def _hash(algorithm: hashes.HashAlgorithm) -> Callable[[bytes], bytes]:
    def run(data: bytes) -> bytes:
        digest = hashes.Hash(algorithm)
        digest.update(data)
        return digest.finalize()

    return run


def _hmac(given: hmac_stages.Authentication) -> bytes:
    code = hmac.HMAC(given.key, _SHA256)
    code.update(given.message)
    return code.finalize()


def _hkdf(given: hkdf.Derivation) -> bytes:
    return HKDF(_SHA256, given.length, given.salt, given.info).derive(given.secret)


def _load(material: key.Material) -> Any:
    if material.form == "der":
        return _from_der(cast("bytes", material.value), secret=material.secret)
    return _native(*octets(material))


def _from_der(data: bytes, *, secret: bool) -> Any:
    try:
        found: Any = (
            serialization.load_der_private_key(data, None)
            if secret
            else serialization.load_der_public_key(data)
        )
    except (ValueError, TypeError) as error:
        raise MalformedInput(f"this is no {'secret' if secret else 'public'} key in DER: {error}") from error
    if isinstance(found, ed25519.Ed25519PrivateKey | ed25519.Ed25519PublicKey):
        return found
    scheme = _SCHEMES.get(getattr(found, "key_size", 0))
    if scheme is None or found.curve.name != _CURVES[scheme.algorithm].name:
        raise MalformedInput("a key in DER is of no curve here: Ed25519, P-256 or P-384")
    return found


def _native(algorithm: str, public: bytes, secret: bytes) -> Any:
    """Make a key of the library's own; a secret key that comes with its public key must belong to it."""
    try:
        found: Any
        if algorithm == "Ed25519":
            if not secret:
                return ed25519.Ed25519PublicKey.from_public_bytes(public)
            found = ed25519.Ed25519PrivateKey.from_private_bytes(secret)
        else:
            curve = _CURVES[algorithm]
            if not secret:
                return ec.EllipticCurvePublicKey.from_encoded_point(curve, public)
            found = ec.derive_private_key(int.from_bytes(secret, "big"), curve)
    except ValueError as error:
        raise MalformedInput(f"this is no key of {algorithm}: {' '.join(str(error).split())}") from error
    if public and _public(found.public_key())[1] != public:
        raise MalformedInput(f"the secret key of {algorithm} does not belong to its public key")
    return found


def _enter_key(neutral: key.Key) -> Any:
    return _native(*neutral)


def _public(native: Any) -> tuple[key.Algorithm, bytes]:
    """Return the algorithm of a public key, and its octets: of a point the uncompressed form."""
    if isinstance(native, ed25519.Ed25519PublicKey):
        return "Ed25519", native.public_bytes_raw()
    point = native.public_bytes(_X962, serialization.PublicFormat.UncompressedPoint)
    return _SCHEMES[native.key_size].algorithm, point


def _leave_key(native: Any) -> key.Key:
    if isinstance(native, ed25519.Ed25519PrivateKey):
        return key.Key("Ed25519", native.public_key().public_bytes_raw(), native.private_bytes_raw())
    if isinstance(native, ec.EllipticCurvePrivateKey):
        scheme = _SCHEMES[native.key_size]
        scalar = native.private_numbers().private_value.to_bytes(scheme.size, "big")
        return key.Key(*_public(native.public_key()), scalar)
    return key.Key(*_public(native))


def _export(native: Any) -> bytes:
    public = native.public_key() if hasattr(native, "public_key") else native
    if isinstance(public, ed25519.Ed25519PublicKey):
        return public_multikey_bytes(PublicKey("Ed25519", public.public_bytes_raw()))
    point = public.public_bytes(_X962, serialization.PublicFormat.CompressedPoint)
    return public_multikey_bytes(PublicKey(_SCHEMES[public.key_size].algorithm, point))


def _eddsa_sign(given: eddsa.Signing) -> bytes:
    return cast("Any", given.key).sign(given.message)  # type: ignore[no-any-return]  # the library's own key


def _eddsa_verify(given: eddsa.Verification) -> bool:
    native, message, signature = cast("Any", given)
    try:
        native.verify(signature, message)
    except InvalidSignature:
        raise VerificationFailed("the EdDSA signature does not verify (RFC 8032, 5.1.7)") from None
    except (AttributeError, TypeError) as error:
        raise VerificationFailed("the key is no public key of Ed25519") from error
    return True


def _ecdsa_sign(given: ecdsa.Signing) -> bytes:
    native, message, deterministic = cast("Any", given)
    _, size, usual, reproducible = _SCHEMES[native.key_size]
    r, s = decode_dss_signature(native.sign(message, reproducible if deterministic else usual))
    return r.to_bytes(size, "big") + s.to_bytes(size, "big")


def _ecdsa_verify(given: ecdsa.Verification) -> bool:
    native, message, signature = cast("Any", given)
    try:
        _, size, scheme, _ = _SCHEMES[native.key_size]
        if len(signature) != 2 * size:
            raise VerificationFailed(
                f"the ECDSA signature is {len(signature)} bytes long, must be {2 * size}: r and s, no DER"
            )
        r, s = int.from_bytes(signature[:size], "big"), int.from_bytes(signature[size:], "big")
        native.verify(encode_dss_signature(r, s), message, scheme)
    except InvalidSignature:
        raise VerificationFailed("the ECDSA signature does not verify (FIPS 186-5, 6.4.2)") from None
    except AttributeError as error:
        raise VerificationFailed("the key is no public key of P-256 or P-384") from error
    return True


def _agree(given: ecdh.Agreement) -> bytes:
    own, other = cast("Any", given)
    try:
        return own.exchange(_AGREEMENT, other)  # type: ignore[no-any-return]  # the library's own keys
    except (AttributeError, TypeError, ValueError) as error:
        raise MalformedInput("the keys do not agree: they are not of one curve, P-256 or P-384") from error


def _algorithm(native: Any) -> key.Algorithm:
    if isinstance(native, ed25519.Ed25519PrivateKey | ed25519.Ed25519PublicKey):
        return "Ed25519"
    return _SCHEMES[native.key_size].algorithm


def _enter_agreement(given: ecdh.Agreement) -> Any:
    return ecdh.Agreement(_enter_key(given.secret), _enter_key(given.public))


_LOADED: dict[str, Callable[[Any], Any]] = {"key.load": identity, "x509.public_key": identity}
_KEYED: dict[str, Any] = {"enter": only_first(_enter_key), "part": _enter_key, "joins": _LOADED}
_SIGNATURES = jose.Signatures(_load, _algorithm, _eddsa_sign, _eddsa_verify, _ecdsa_sign, _ecdsa_verify)

ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(hashing.sha256, _NAME, run=_hash(_SHA256)),
    Engine(hashing.sha384, _NAME, run=_hash(_SHA384)),
    Engine(hmac_stages.sha256, _NAME, run=_hmac),
    Engine(hkdf.derive, _NAME, run=_hkdf),
    Engine(key.load, _NAME, run=_load, leave=_leave_key),
    Engine(key.export, _NAME, run=_export, enter=_enter_key, joins=_LOADED),
    Engine(eddsa.sign, _NAME, run=_eddsa_sign, **_KEYED),
    Engine(eddsa.verify, _NAME, run=_eddsa_verify, **_KEYED),
    Engine(ecdsa.sign, _NAME, run=_ecdsa_sign, **_KEYED),
    Engine(ecdsa.verify, _NAME, run=_ecdsa_verify, **_KEYED),
    Engine(ecdh.agree, _NAME, run=_agree, enter=_enter_agreement, part=_enter_key, joins=_LOADED),
    Engine(x509.public_key, _NAME, run=cryptography_x509.public_key, leave=_leave_key),
    Engine(x509.validity, _NAME, run=cryptography_x509.validity),
    Engine(x509.path, _NAME, run=cryptography_x509.path),
    *jose.engines(_NAME, _SIGNATURES, _KEYED),
    *cose.engines(_NAME, _SIGNATURES, _KEYED),
)
