"""PyNaCl: libsodium's Ed25519, over its own C code; nothing of P-256 or P-384."""

from collections.abc import Callable
from typing import Any, cast

from canonbench.engines.keys import octets
from canonbench.errors import EngineUnavailable, MalformedInput, VerificationFailed
from canonbench.model.engine import Engine, identity, only_first
from canonbench.specs.multibase import PublicKey, public_multikey_bytes
from canonbench.stages import eddsa, key

try:
    from nacl.exceptions import BadSignatureError
    from nacl.signing import SigningKey, VerifyKey
except ModuleNotFoundError as error:
    raise EngineUnavailable("engine pynacl needs PyNaCl: pip install 'canonbench[peers]'") from error

__all__ = ["ENGINES"]

_NAME = "pynacl"


def _native(algorithm: str, public: bytes, secret: bytes) -> SigningKey | VerifyKey:
    if algorithm != "Ed25519":
        raise EngineUnavailable(f"PyNaCl signs with Ed25519 only, not with {algorithm}")
    if not secret:
        return VerifyKey(public)
    found = SigningKey(secret)
    if public and bytes(found.verify_key) != public:
        raise MalformedInput("the secret key of Ed25519 does not belong to its public key")
    return found


def _load(material: key.Material) -> SigningKey | VerifyKey:
    return _native(*octets(material))


def _enter_key(neutral: key.Key) -> SigningKey | VerifyKey:
    return _native(*neutral)


def _leave_key(native: SigningKey | VerifyKey) -> key.Key:
    if isinstance(native, SigningKey):
        return key.Key("Ed25519", bytes(native.verify_key), bytes(native))
    return key.Key("Ed25519", bytes(native))


def _export(native: SigningKey | VerifyKey) -> bytes:
    public = native.verify_key if isinstance(native, SigningKey) else native
    return public_multikey_bytes(PublicKey("Ed25519", bytes(public)))


def _sign(given: eddsa.Signing) -> bytes:
    return cast("Any", given.key).sign(given.message).signature  # type: ignore[no-any-return]  # native key


def _verify(given: eddsa.Verification) -> bool:
    native, message, signature = cast("Any", given)
    try:
        native.verify(message, signature)
    except (BadSignatureError, ValueError):
        raise VerificationFailed("the EdDSA signature does not verify (RFC 8032, 5.1.7)") from None
    except AttributeError as error:
        raise VerificationFailed("the key is no public key of Ed25519") from error
    return True


_LOADED: dict[str, Callable[[Any], Any]] = {"key.load": identity}
_KEYED: dict[str, Any] = {"enter": only_first(_enter_key), "part": _enter_key, "joins": _LOADED}

ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(key.load, _NAME, run=_load, leave=_leave_key),
    Engine(key.export, _NAME, run=_export, enter=_enter_key, joins=_LOADED),
    Engine(eddsa.sign, _NAME, run=_sign, **_KEYED),
    Engine(eddsa.verify, _NAME, run=_verify, **_KEYED),
)
