"""The Key Binding JWT: the holder's signature over what is presented, for one verifier and one nonce.

``sign`` and ``verify`` are wholes, made of ``claims`` and what ``jws.sign`` is made of, and of ``check``,
``key.load`` and a signature stage.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from canonbench.model.stage import Proof, Stage
from canonbench.specs import base64url
from canonbench.specs.jws import Signing as Unsigned
from canonbench.specs.jws import parse
from canonbench.specs.sd_jwt import Binding, BindingCheck
from canonbench.stages.jws import without_signature
from canonbench.stages.key import Algorithm, Key
from canonbench.stages.tampering import flipped
from canonbench.stages.texts import RFC9901

__all__ = ["Binding", "BindingCheck", "Checked", "Signing", "check", "claims", "public_jwk", "sign", "verify"]

_CURVES: dict[Algorithm, tuple[str, str]] = {
    "Ed25519": ("OKP", "Ed25519"),
    "P-256": ("EC", "P-256"),
    "P-384": ("EC", "P-384"),
}


class Signing(NamedTuple):
    """What the Key Binding JWT says, and the holder's secret key; ``deterministic`` as in ``ecdsa``."""

    key: Key
    binding: Binding
    deterministic: bool = False


class Checked(NamedTuple):
    """What is left to verify: the algorithm that was met, and the holder's public JWK from ``cnf``."""

    algorithm: str
    key: dict[str, Any]


def public_jwk(key: Key) -> dict[str, Any]:
    """Return the public JWK of a neutral key (RFC 7518 section 6.2, RFC 8037 section 2)."""
    kind, curve = _CURVES[key.algorithm]
    if kind == "OKP":
        return {"kty": kind, "crv": curve, "x": base64url.encode(key.public)}
    half = len(key.public) // 2
    x, y = key.public[1 : half + 1], key.public[half + 1 :]
    return {"kty": kind, "crv": curve, "x": base64url.encode(x), "y": base64url.encode(y)}


def _tampered_claims(good: BindingCheck) -> Iterator[BindingCheck]:
    """Give what must be refused whatever the signature is."""
    jwt = good.kb_jwt
    yield good._replace(nonce=f"{good.nonce}x")
    yield good._replace(audience=f"{good.audience}x")
    yield good._replace(sd_hash=good.sd_hash[::-1])
    yield good._replace(now=good.now + good.max_age + good.leeway + 86400)
    yield good._replace(now=good.now - good.max_age - good.leeway - 86400)
    yield good._replace(claims={name: value for name, value in good.claims.items() if name != "cnf"})
    yield good._replace(kb_jwt=jwt._replace(header={**jwt.header, "typ": "JWT"}))
    yield good._replace(kb_jwt=jwt._replace(header={**jwt.header, "alg": "none"}))
    yield good._replace(algorithms=())


def _tampered(good: BindingCheck) -> Iterator[BindingCheck]:
    yield from _tampered_claims(good)
    jwt = good.kb_jwt
    for signature in flipped(jwt.signature):
        yield good._replace(kb_jwt=jwt._replace(signature=signature))
    for signed in flipped(jwt.signing_input):
        yield good._replace(kb_jwt=jwt._replace(signing_input=signed))


claims: Stage[Binding, Unsigned] = Stage("kb_jwt.claims", RFC9901.at("section-4.3"), part_of="kb_jwt.sign")
check: Stage[BindingCheck, Checked] = Stage(
    "kb_jwt.check", RFC9901.at("section-7.3"), part_of="kb_jwt.verify", tampered=_tampered_claims
)
"""Checks all but the signature; raises VerificationFailed."""

verify: Stage[BindingCheck, str] = Stage("kb_jwt.verify", RFC9901.at("section-7.3"), tampered=_tampered)
"""Gives the algorithm that was met; raises VerificationFailed."""


def _verification(given: Signing, text: str) -> BindingCheck:
    audience, nonce, issued_at, sd_hash, _ = given.binding
    confirmed = {"cnf": {"jwk": public_jwk(given.key)}}
    return BindingCheck(parse(text), confirmed, sd_hash, audience, nonce, issued_at)


sign: Stage[Signing, str] = Stage(
    "kb_jwt.sign", RFC9901.at("section-4.3"), normal=without_signature, proof=Proof(verify, _verification)
)
