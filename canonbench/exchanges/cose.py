"""COSE messages out of stages: header, structure, signature or MAC, each a step (RFC 9052)."""

from collections.abc import Callable
from hmac import compare_digest
from typing import Any, Final

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.exchanges.codec import codec
from canonbench.exchanges.signature import KEY_ALGORITHMS, signing, verifying
from canonbench.model.exchange import Algorithm, Variant
from canonbench.model.stage import Stage
from canonbench.model.use import Use
from canonbench.specs import cose as specs
from canonbench.specs.cbor import Codec, read
from canonbench.stages import cose, hmac, key

__all__ = ["making_mac", "making_signature", "verifying_mac", "verifying_signature"]

_SIZES: Final[dict[Algorithm, int]] = {"ed25519": 64, "p256": 64, "p384": 96}


def making_signature(
    use: Use, variant: Variant, *, of: str, detached: bool = False
) -> Callable[[key.Material, bytes, specs.Headers, bool], specs.Sign1]:
    """Bind the making of a COSE_Sign1 (section 4.4).

    What is bound takes the secret key, the payload, the unprotected header, and whether ECDSA is to be
    deterministic.
    """
    encode, to_be_signed = codec(use, of=of).encode, use(cose.to_be_signed, of=of)
    sign = signing(use, variant, of=of)
    algorithm = cose.ALGORITHMS[KEY_ALGORITHMS[variant.algorithm]]

    def run(
        secret: key.Material,
        payload: bytes,
        unprotected: specs.Headers,
        deterministic: bool,  # noqa: FBT001 - one of four parts, each of another type
    ) -> specs.Sign1:
        protected = encode({specs.ALG: algorithm})
        signature = sign(secret, to_be_signed(cose.Structure(protected, payload)), deterministic)
        return specs.Sign1(protected, unprotected, None if detached else payload, signature)

    return run


def verifying_signature(
    use: Use, variant: Variant, loaded: Stage[Any, key.Key], *, of: str
) -> Callable[[Any, specs.Sign1, bytes | None], None]:
    """Bind the verification of a COSE_Sign1 (section 4.4) with a key that comes from the stage ``loaded``.

    What is bound takes that key, the message and a payload that is detached, and raises MalformedInput or
    VerificationFailed.
    """
    headers, to_be_verified = codec(use, of=of), use(cose.to_be_verified, of=of)
    verify = verifying(use, variant, loaded, of=of)
    algorithm, size = cose.ALGORITHMS[KEY_ALGORITHMS[variant.algorithm]], _SIZES[variant.algorithm]

    def run(public: Any, message: specs.Sign1, payload: bytes | None) -> None:
        protected = _decoded(message, headers)
        data = to_be_verified(cose.SignatureCheck(message, protected, algorithm, payload))
        if len(message.signature) != size:
            raise VerificationFailed(f"the signature of {of} is not {size} bytes long (RFC 9053, 2.1)")
        try:
            verify(public, data, message.signature)
        except VerificationFailed as error:
            raise VerificationFailed(f"the signature of {of} does not verify (RFC 9052, 4.4)") from error

    return run


def making_mac(use: Use, *, of: str) -> Callable[[bytes, bytes], specs.Mac0]:
    """Bind the making of a COSE_Mac0 whose payload is detached; of a key and that payload (section 6.3)."""
    encode, to_be_maced = codec(use, of=of).encode, use(cose.to_be_maced, of=of)
    authenticate = use(hmac.sha256, of=of)

    def run(secret: bytes, payload: bytes) -> specs.Mac0:
        protected = encode({specs.ALG: specs.HMAC_256})
        tag = authenticate(hmac.Authentication(secret, to_be_maced(cose.Structure(protected, payload))))
        return specs.Mac0(protected, (), None, tag)

    return run


def verifying_mac(use: Use, *, of: str) -> Callable[[bytes, specs.Mac0, bytes], None]:
    """Bind the verification of a COSE_Mac0 whose payload is detached (section 6.3).

    What is bound takes the key, the message and that payload, and raises MalformedInput or
    VerificationFailed.
    """
    headers, to_be_verified = codec(use, of=of), use(cose.mac_to_be_verified, of=of)
    authenticate = use(hmac.sha256, of=of)

    def run(secret: bytes, message: specs.Mac0, payload: bytes) -> None:
        protected = _decoded(message, headers)
        data = to_be_verified(cose.MacCheck(message, protected, payload))
        if not compare_digest(authenticate(hmac.Authentication(secret, data)), message.tag):
            raise VerificationFailed(f"the tag of {of} does not verify (RFC 9052, 6.3)")

    return run


def _decoded(message: specs.Sign1 | specs.Mac0, headers: Codec) -> specs.Headers:
    protected = read(headers, message.protected, "a protected header")
    if not isinstance(protected, dict):
        raise MalformedInput("a protected header is not a map (RFC 9052, 3)")
    return tuple(protected.items())
