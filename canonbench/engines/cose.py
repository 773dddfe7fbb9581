"""Whole COSE_Sign1 messages around the signatures of one library: no engine by itself.

A library that signs offers these wholes by ``engines(NAME, signatures, keyed)``: what lies around its
signatures is ours, so that two libraries differ by their signatures alone.
"""

from functools import partial
from typing import Any

from canonbench.engines.jose import Signatures
from canonbench.errors import EngineUnavailable
from canonbench.model.engine import Engine
from canonbench.specs import cose as specs
from canonbench.specs.cose_header import CODEC
from canonbench.specs.cose_key import EC2, OKP, CoseKey
from canonbench.stages import cose, ecdsa, eddsa
from canonbench.stages.key import Material

__all__ = ["engines"]

_CURVES = {specs.ES256: (EC2, 1), specs.ES384: (EC2, 2), specs.EDDSA: (OKP, 6)}
"""The key type and curve that an algorithm is used with here."""


def engines(name: str, signatures: Signatures, keyed: dict[str, Any]) -> tuple[Engine[Any, Any], ...]:
    """Return the engines of both wholes; ``keyed`` are the arguments of an ``Engine`` with a key first."""

    def sign(given: cose.Signing) -> specs.Sign1:
        key, payload, external_aad, detached, deterministic = given
        return specs.sign1(
            payload,
            algorithm=cose.ALGORITHMS[signatures.algorithm(key)],
            sign=signatures.signing(key, deterministic=deterministic),
            codec=CODEC,
            external_aad=external_aad,
            detached=detached,
        )

    def check(algorithm: int, key: CoseKey, message: bytes, signature: bytes) -> bool:
        if _CURVES.get(algorithm) != (key.kty, key.crv):
            raise EngineUnavailable(f"no curve {key.crv} under COSE algorithm {algorithm} here")
        native = signatures.load(Material("cose", key))
        curve = signatures.algorithm(native)
        if curve == "Ed25519":
            return signatures.eddsa_verify(eddsa.Verification(native, message, signature))
        return signatures.ecdsa_verify(ecdsa.Verification(native, message, signature))

    def verify(given: specs.Verification) -> bytes:
        message, algorithm, key, external_aad, payload, anywhere = given
        return specs.verify1(
            message,
            algorithm=algorithm,
            verify=partial(check, algorithm, key),
            codec=CODEC,
            external_aad=external_aad,
            payload=payload,
            algorithm_anywhere=anywhere,
        )

    return (Engine(cose.sign1, name, run=sign, **keyed), Engine(cose.verify1, name, run=verify))
