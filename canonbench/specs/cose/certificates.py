"""x5chain: the certificates that vouch for a signer's key, in a COSE header (RFC 9360 section 2)."""

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.cbor import Codec
from canonbench.specs.cose.message import X5CHAIN, Headers, Sign1, protected_headers

__all__ = ["x5chain", "x5chain_header"]


def x5chain_header(chain: tuple[bytes, ...]) -> Headers:
    """Return the unprotected header that carries DER certificates, the signer's first (RFC 9360, 2)."""
    return ((X5CHAIN, chain[0] if len(chain) == 1 else list(chain)),)


def x5chain(message: Sign1, codec: Codec) -> tuple[bytes, ...]:
    """Return the DER certificates under label 33 of the unprotected header, the signer's first.

    Nothing here says that they are valid, or that one signed another.

    Raises:
        MalformedInput: If the label holds neither a certificate nor two or more of them.
        VerificationFailed: If there is none, or only one in the protected header.
    """
    for label, value in message.unprotected:
        if label == X5CHAIN:
            chain = (value,) if type(value) is bytes else tuple(value) if isinstance(value, list) else ()
            if (
                not chain
                or (chain[0] is not value and len(chain) == 1)
                or not all(type(c) is bytes for c in chain)
            ):
                raise MalformedInput(
                    "x5chain is neither a certificate nor an array of two or more (RFC 9360, 2)"
                )
            return chain
    if X5CHAIN in protected_headers(message, codec):
        raise VerificationFailed(
            "x5chain stands in the protected header only (RFC 9360; ISO/IEC 18013-5:2021, 9.1.2.4)"
        )
    raise VerificationFailed(
        "there is no x5chain, so nobody vouches for the key (ISO/IEC 18013-5:2021, 9.1.2.4)"
    )
