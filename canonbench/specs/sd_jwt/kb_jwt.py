"""The Key Binding JWT (RFC 9901 section 4.3) and its verification (section 7.3 step 5).

``sd_hash`` is data here: ``disclosures.digest`` over the text of the SD-JWT, so that hashing is a step of its
own. ``claims`` and ``check`` are what ``sign`` and ``verify`` do beside the signature.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from canonbench.errors import VerificationFailed
from canonbench.specs import jws
from canonbench.specs.jws import ALGORITHMS, Jws, Sign, Signing, Verify
from canonbench.specs.sd_jwt.validity import check_times

__all__ = ["TYPE", "Binding", "BindingCheck", "check", "claims", "confirmation_key", "sign", "verify"]

TYPE = "kb+jwt"


class Binding(NamedTuple):
    """Input of ``sign``: what the Key Binding JWT says; ``issued_at`` is in seconds since 1970."""

    audience: str
    nonce: str
    issued_at: int
    sd_hash: str
    algorithm: str


class BindingCheck(NamedTuple):
    """Input of ``verify``: the Key Binding JWT and all that it is held against.

    ``claims`` is the processed payload, whose ``cnf`` holds the key. ``audience`` and ``nonce`` are what the
    verifier asked for, ``sd_hash`` the digest of the SD-JWT as received. ``now``, ``max_age`` and ``leeway``
    are in seconds: ``iat`` must lie between ``now - max_age - leeway`` and ``now + leeway``.
    """

    kb_jwt: Jws
    claims: Mapping[str, Any]
    sd_hash: str
    audience: str
    nonce: str
    now: float
    max_age: float = 300
    leeway: float = 0
    algorithms: tuple[str, ...] = ALGORITHMS


def sign(request: Binding, *, sign: Sign) -> str:
    """Return the Key Binding JWT, in compact serialization (RFC 9901 section 4.3)."""
    return jws.sign(claims(request), sign=sign)


def claims(request: Binding) -> Signing:
    """Return header and payload of the Key Binding JWT (RFC 9901 section 4.3)."""
    payload = {
        "iat": request.issued_at,
        "aud": request.audience,
        "nonce": request.nonce,
        "sd_hash": request.sd_hash,
    }
    return Signing({"alg": request.algorithm, "typ": TYPE}, payload)


def verify(request: BindingCheck, *, verify: Verify) -> str:
    """Verify the Key Binding JWT and return the algorithm that was met (RFC 9901 section 7.3 step 5).

    Args:
        request: see there.
        verify: the signature check; the key it gets is the public JWK in ``cnf``.

    Raises:
        VerificationFailed: the reason names the step.
    """
    algorithm, key = check(request)
    if verify(algorithm, key, request.kb_jwt.signing_input, request.kb_jwt.signature) is not True:
        raise VerificationFailed(
            "the Key Binding JWT's signature does not verify (RFC 9901 section 7.3 step 5.3)"
        )
    return algorithm


def check(request: BindingCheck) -> tuple[str, dict[str, Any]]:
    """Check all but the signature; return the algorithm and the public JWK that must verify it.

    Raises:
        VerificationFailed: the reason names the step of RFC 9901 section 7.3.
    """
    header, payload = request.kb_jwt.header, request.kb_jwt.payload
    key = confirmation_key(request.claims)
    algorithm = jws.checked_algorithm(header, request.algorithms)
    jws.check_key(key, algorithm)
    if header.get("typ") != TYPE:
        raise VerificationFailed(f"the Key Binding JWT's typ is not {TYPE} (RFC 9901 section 7.3 step 5.4)")
    issued_at: Any = payload.get("iat")
    if type(issued_at) not in (int, float):
        raise VerificationFailed("the Key Binding JWT has no time of issuance (RFC 9901 section 4.3)")
    if not request.now - request.max_age - request.leeway <= issued_at <= request.now + request.leeway:
        raise VerificationFailed(
            "the Key Binding JWT's iat is outside the window (RFC 9901 section 7.3 step 5.5)"
        )
    for name, expected in (("nonce", request.nonce), ("aud", request.audience)):
        if payload.get(name) != expected:
            raise VerificationFailed(
                f"the Key Binding JWT's {name} is not ours (RFC 9901 section 7.3 step 5.6)"
            )
    if payload.get("sd_hash") != request.sd_hash:
        raise VerificationFailed("sd_hash is not the digest of this SD-JWT (RFC 9901 section 7.3 step 5.7)")
    check_times(payload, request.now, request.leeway)
    return algorithm, key


def confirmation_key(claims: Mapping[str, Any]) -> dict[str, Any]:
    """Return the Holder's public JWK from ``cnf`` (RFC 9901 section 4.1.2, RFC 7800 section 3.2).

    Raises:
        VerificationFailed: there is no ``cnf`` or no ``jwk`` in it; other methods would need the network.
    """
    match claims.get("cnf"):
        case {"jwk": dict(key)}:
            return key
    raise VerificationFailed(
        "there is no key in cnf.jwk to bind to (RFC 9901 section 7.3 step 5.1, RFC 7800 section 3.2)"
    )
