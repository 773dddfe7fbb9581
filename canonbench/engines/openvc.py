"""openvc-core: whole roles of Data Integrity, over PyLD, cryptography and PyJWT.

A role of it is an engine of the stage that is named after the role (``eddsa-rdfc-2022.issue``), and its input
is the request of that role, so that it has the boundaries of our compositions: key material and wire bytes,
in the clock. Scope ``issuer`` alone. It is to be timed only where its output verifies with ours, and ours
with its.

What differs from the compositions, each seen in openvc-core 1.37, and to be said beside its rows:

- of the contexts only that of VCDM 2.0 stays warm: those handed in are resolved again in every call;
- it compares the terms of the JSON with the contexts, and checks the validity of the credential;
- it draws the HMAC key and the proof-scoped key of ecdsa-sd-2023 itself, and signs without RFC 6979;
- its ``*-jcs-*`` proofs lack the ``@context`` that they sign.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from canonbench.engines.keys import octets
from canonbench.errors import EngineUnavailable, VerificationFailed
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage
from canonbench.specs import base64url
from canonbench.stages.key import Material
from canonbench.stages.texts import VC_DI_ECDSA, VC_DI_EDDSA

try:
    from openvc.errors import OpenvcError
    from openvc.keys import Ed25519SigningKey, P256SigningKey, P384SigningKey
    from openvc.proof.data_integrity import DataIntegrityProofSuite
    from openvc.proof.di_ecdsa_rdfc import EcdsaRdfcProofSuite
    from openvc.proof.di_jcs import EcdsaJcsProofSuite, EddsaJcsProofSuite
    from openvc.proof.ecdsa_sd import EcdsaSdProofSuite, select_json_ld
except ModuleNotFoundError as error:
    raise EngineUnavailable(
        "engine openvc-core needs openvc-core: pip install 'canonbench[peers]'"
    ) from error

__all__ = ["ENGINES"]

_NAME = "openvc-core"
_SELECTIVE = "ecdsa-sd-2023"
_SUITES: Mapping[str, Callable[[], Any]] = {
    "eddsa-rdfc-2022": DataIntegrityProofSuite,
    "eddsa-jcs-2022": EddsaJcsProofSuite,
    "ecdsa-rdfc-2019": EcdsaRdfcProofSuite,
    "ecdsa-jcs-2019": EcdsaJcsProofSuite,
    _SELECTIVE: EcdsaSdProofSuite,
}
_KEYS: Mapping[str, Any] = {"Ed25519": Ed25519SigningKey, "P-256": P256SigningKey, "P-384": P384SigningKey}
_OPTIONS = frozenset({"type", "cryptosuite", "verificationMethod", "proofPurpose", "created"})


class _Signing(NamedTuple):
    document: Any
    jwk: dict[str, Any]
    options: dict[str, Any]
    pointers: tuple[str, ...] = ()


class _Verification(NamedTuple):
    text: bytes
    options: dict[str, Any]


def _suite_options(name: str, contexts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contexts as the suite takes them; those of JCS take none."""
    return {} if "jcs" in name else {"extra_contexts": dict(contexts)}


def _signing(
    name: str, document: Any, signer: Any, contexts: Mapping[str, Any], pointers: tuple[str, ...]
) -> _Signing:
    options = signer.options
    if not options.keys() <= _OPTIONS:
        raise EngineUnavailable(
            f"{_NAME} cannot be given the proof options {sorted(options.keys() - _OPTIONS)}"
        )
    key = octets(Material("multikey", signer.secret, secret=True))
    kind = "OKP" if key.algorithm == "Ed25519" else "EC"
    jwk = {"kty": kind, "crv": key.algorithm, "d": base64url.encode(key.secret)}
    given = {
        "verification_method": options["verificationMethod"],
        "proof_purpose": options["proofPurpose"],
        "created": datetime.fromisoformat(options["created"]) if "created" in options else None,
        **_suite_options(name, contexts),
    }
    return _Signing(document, jwk, given, pointers)


def _issue(name: str) -> Engine[Any, bytes]:
    def enter(request: Any) -> _Signing:
        pointers = request.mandatory if name == _SELECTIVE else ()
        return _signing(name, request.document, request.signer, request.contexts, pointers)

    def run(given: _Signing) -> bytes:
        document, jwk, options, pointers = given
        return _written(_signed(name, document, jwk, options, pointers))

    return _engine(name, "issue", "create", run, enter)


def _present(name: str) -> Engine[Any, bytes]:
    """Return re-issuance of what is selected."""

    def enter(request: Any) -> _Signing:
        return _signing(name, request.secured, request.signer, request.contexts, request.pointers)

    def run(given: _Signing) -> bytes:
        text, jwk, options, pointers = given
        document = json.loads(text)
        del document["proof"]
        return _written(_signed(name, select_json_ld(pointers, document), jwk, options))

    return _engine(name, "present", "create", run, enter)


def _derive() -> Engine[Any, bytes]:
    def enter(request: Any) -> tuple[bytes, tuple[str, ...], dict[str, Any]]:
        return request.secured, request.selective, dict(request.contexts)

    def run(given: tuple[bytes, tuple[str, ...], dict[str, Any]]) -> bytes:
        text, pointers, contexts = given
        suite = EcdsaSdProofSuite()
        return _written(
            suite.derive_proof(json.loads(text), selective_pointers=pointers, extra_contexts=contexts)
        )

    return _engine(_SELECTIVE, "present", "add-derived", run, enter)


def _verify(name: str) -> Engine[Any, dict[str, Any]]:
    def enter(request: Any) -> _Verification:
        if request.domain or request.challenge or request.status_lists or request.controllers:
            raise EngineUnavailable(f"{_NAME} is measured with the scope issuer and did:key alone")
        options = {"now": datetime.fromisoformat(request.at), "expected_proof_purpose": request.purpose}
        return _Verification(request.secured, {**options, **_suite_options(name, request.contexts)})

    def run(given: _Verification) -> dict[str, Any]:
        secured: dict[str, Any] = json.loads(given.text)
        try:
            _SUITES[name]().verify(secured, **given.options)
        except OpenvcError as error:
            raise VerificationFailed(f"{_NAME}: {' '.join(str(error).split())}") from error
        return {member: value for member, value in secured.items() if member != "proof"}

    return _engine(name, "verify", "verify", run, enter)


def _signed(
    name: str, document: Any, jwk: dict[str, Any], options: dict[str, Any], pointers: tuple[str, ...] = ()
) -> Any:
    signing_key = _KEYS[jwk["crv"]].from_jwk(jwk, options["verification_method"])
    suite = _SUITES[name]()
    if name == _SELECTIVE:
        return suite.add_base_proof(document, signing_key=signing_key, mandatory_pointers=pointers, **options)
    return suite.add_proof(document, signing_key=signing_key, **options)


def _written(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _engine(
    name: str, role: str, verb: str, run: Callable[[Any], Any], enter: Callable[[Any], Any]
) -> Engine[Any, Any]:
    text = VC_DI_EDDSA if name.startswith("eddsa") else VC_DI_ECDSA
    part = "-base" if (name, verb) == (_SELECTIVE, "create") else ""
    derived = "-derived" if (name, verb) == (_SELECTIVE, "verify") else ""
    stage: Stage[Any, Any] = Stage(f"{name}.{role}", text.at(f"{verb}{part}{derived}-proof-{name}"))
    return Engine(stage, _NAME, run=run, enter=enter)


ENGINES: tuple[Engine[Any, Any], ...] = (
    *(_issue(name) for name in _SUITES),
    *(_derive() if name == _SELECTIVE else _present(name) for name in _SUITES),
    *(_verify(name) for name in _SUITES),
)
