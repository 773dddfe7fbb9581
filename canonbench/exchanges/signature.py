"""The signature of an exchange: EdDSA or ECDSA, as the variant says, when the exchange is bound."""

from collections.abc import Callable
from typing import Any, Final

from canonbench.model.exchange import Algorithm, Variant
from canonbench.model.stage import Stage
from canonbench.model.use import Use
from canonbench.stages import ecdsa, eddsa, key

__all__ = ["ALGORITHMS", "KEY_ALGORITHMS", "signing", "verifying"]

KEY_ALGORITHMS: Final[dict[Algorithm, key.Algorithm]] = {
    "ed25519": "Ed25519",
    "p256": "P-256",
    "p384": "P-384",
}
"""The algorithm of a key by the algorithm of a variant."""

ALGORITHMS: Final[dict[key.Algorithm, Algorithm]] = {name: each for each, name in KEY_ALGORITHMS.items()}
"""The algorithm of a variant by the algorithm of a key."""


def signing(use: Use, variant: Variant, *, of: str) -> Callable[[key.Material, bytes, bool], bytes]:
    """Bind loading a secret key and signing with it.

    What is bound takes key material, what is signed, and whether ECDSA is to be deterministic (RFC 6979).
    """
    load = use(key.load, of=of)
    if variant.algorithm == "ed25519":
        sign_eddsa, keep = use(eddsa.sign, of=of), use.between(key.load, eddsa.sign)
        return lambda secret, data, _: sign_eddsa(eddsa.Signing(keep(load(secret)), data))
    sign_ecdsa, keep = use(ecdsa.sign, of=of), use.between(key.load, ecdsa.sign)
    return lambda secret, data, deterministic: sign_ecdsa(
        ecdsa.Signing(keep(load(secret)), data, deterministic)
    )


def verifying(
    use: Use, variant: Variant, loaded: Stage[Any, key.Key], *, of: str
) -> Callable[[Any, bytes, bytes], bool]:
    """Bind verifying a signature with a key that comes from the stage ``loaded``.

    What is bound takes that key, what was signed and the signature, and raises VerificationFailed.
    """
    if variant.algorithm == "ed25519":
        verify_eddsa, keep = use(eddsa.verify, of=of), use.between(loaded, eddsa.verify)
        return lambda public, data, signature: verify_eddsa(eddsa.Verification(keep(public), data, signature))
    verify_ecdsa, keep = use(ecdsa.verify, of=of), use.between(loaded, ecdsa.verify)
    return lambda public, data, signature: verify_ecdsa(ecdsa.Verification(keep(public), data, signature))
