"""Whole JWS, Key Binding JWT and SD-JWT roles around the signatures of one library: no engine by itself.

A library that signs offers these wholes by ``engines(NAME, signatures, keyed)``: what lies around its
signatures is ours, so that two libraries differ by their signatures alone.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from canonbench.engines.own_sd_jwt import HASHES, create_disclosures, digests
from canonbench.errors import VerificationFailed
from canonbench.model.engine import Engine
from canonbench.specs import jws as jws_specs
from canonbench.specs import sd_jwt as specs
from canonbench.specs.sd_jwt import kb_jwt as kb_jwt_specs
from canonbench.stages import ecdsa, eddsa, jws, kb_jwt, sd_jwt
from canonbench.stages.key import Algorithm, Material

__all__ = ["Signatures", "engines"]


class Signatures(NamedTuple):
    """What a library has: it loads keys in wire form, and signs and verifies with its own keys.

    Attributes:
        load: as of ``key.load``, a native key.
        algorithm: of a native key: ``"Ed25519"``, ``"P-256"`` or ``"P-384"``.
        eddsa_sign: as of ``eddsa.sign``, with a native key; likewise the others.
    """

    load: Callable[[Material], Any]
    algorithm: Callable[[Any], Algorithm]
    eddsa_sign: Callable[[Any], bytes]
    eddsa_verify: Callable[[Any], bool]
    ecdsa_sign: Callable[[Any], bytes]
    ecdsa_verify: Callable[[Any], bool]

    def signing(self, key: Any, *, deterministic: bool) -> jws_specs.Sign:
        """Return the signature with ``key`` as a function of the message."""
        if self.algorithm(key) == "Ed25519":
            return lambda message: self.eddsa_sign(eddsa.Signing(key, message))
        return lambda message: self.ecdsa_sign(ecdsa.Signing(key, message, deterministic))

    def verify(self, algorithm: str, key: Any, message: bytes, signature: bytes) -> bool:
        """Check a signature by ``key``, native or a JWK, which must be of ``algorithm``."""
        native = self.load(Material("jwk", key)) if isinstance(key, dict) else key
        curve = self.algorithm(native)
        if jws.NAMES[curve] != ("EdDSA" if algorithm == "Ed25519" else algorithm):
            raise VerificationFailed(f"a key of {curve} is not for {algorithm} (RFC 8725 section 3.1)")
        if curve == "Ed25519":
            return self.eddsa_verify(eddsa.Verification(native, message, signature))
        return self.ecdsa_verify(ecdsa.Verification(native, message, signature))


def engines(name: str, signatures: Signatures, keyed: dict[str, Any]) -> tuple[Engine[Any, Any], ...]:
    """Return the engines of all wholes; ``keyed`` are the arguments of an ``Engine`` with a key first."""

    def sign(given: jws.Signing) -> str:
        key, header, payload, deterministic = given
        request = jws_specs.Signing(header, payload)
        return jws_specs.sign(request, sign=signatures.signing(key, deterministic=deterministic))

    def verify(given: jws.Verification) -> dict[str, Any]:
        key, text, algorithms = given
        parsed = jws_specs.parse(text)
        jws_specs.verify(jws_specs.Verification(parsed, key, algorithms), verify=signatures.verify)
        return parsed.payload

    def bind(given: kb_jwt.Signing) -> str:
        key, binding, deterministic = given
        return kb_jwt_specs.sign(binding, sign=signatures.signing(key, deterministic=deterministic))

    def verify_binding(given: specs.BindingCheck) -> str:
        return kb_jwt_specs.verify(given, verify=signatures.verify)

    def issue(given: sd_jwt.Issuing) -> str:
        key, header, claims, frame, random, deterministic = given
        created = create_disclosures(sd_jwt.Creation(claims, frame, random))
        taken = digests(sd_jwt.Digesting(created.hashed))
        payload = specs.embed_digests(specs.Embedding(claims, frame, taken))
        return specs.serialize(sign(jws.Signing(key, header, payload, deterministic)), created.disclosures)

    def present(given: sd_jwt.Presenting) -> str:
        key, text, pointers, audience, nonce, issued_at, algorithm, deterministic = given
        received = specs.received(specs.parse(text))
        hash_function = specs.hash_algorithm(received.jwt.payload, HASHES)
        texts = [disclosure.text for disclosure in received.disclosures]
        selection = specs.Selection(received, specs.digests(texts, hash_function), pointers)
        shown = specs.serialize(text.partition("~")[0], specs.select(selection))
        binding = specs.Binding(audience, nonce, issued_at, specs.digest(shown, hash_function), algorithm)
        return shown + bind(kb_jwt.Signing(key, binding, deterministic))

    def verify_presentation(given: sd_jwt.Verifying) -> dict[str, Any]:
        key, text, policy = given
        return specs.verify(
            text, policy, issuer_key=lambda *_: key, verify=signatures.verify, hashes=HASHES
        ).claims

    return (
        Engine(jws.sign, name, run=sign, **keyed),
        Engine(jws.verify, name, run=verify, **keyed),
        Engine(kb_jwt.sign, name, run=bind, **keyed),
        Engine(kb_jwt.verify, name, run=verify_binding),
        Engine(sd_jwt.issue, name, run=issue, **keyed),
        Engine(sd_jwt.present, name, run=present, **keyed),
        Engine(sd_jwt.verify, name, run=verify_presentation, **keyed),
    )
