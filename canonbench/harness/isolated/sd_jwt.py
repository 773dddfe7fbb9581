"""Inputs of the stages of JWS, SD-JWT and Key Binding JWT: those of an exchange of the document.

A VCDM document is written as an SD-JWT VC, or it is the claims of one already. What is issued, presented
(five claims shown) and verified with key binding gives the inputs of the parts, by the verifier's steps where
two roles have the same step; the wholes get what their parts have. Signatures are of P-256, and of P-384
where the hash is SHA-384.
"""

import base64
from collections.abc import Collection
from typing import Any, NamedTuple

from canonbench.exchanges import Source, sd_jwt_vc
from canonbench.exchanges.trust import certified, secret
from canonbench.model.exchange import Variant
from canonbench.model.stage import Stage
from canonbench.model.use import Recorder
from canonbench.specs.sd_jwt import Policy
from canonbench.specs.sd_jwt.vc import TYPE
from canonbench.stages import jws, kb_jwt, key, sd_jwt
from canonbench.stages import stage as named

__all__ = ["FAMILIES", "of_credential"]

FAMILIES = frozenset({"jws", "sd_jwt", "kb_jwt"})

_CREDENTIAL = frozenset({"credentialSubject", "vct"})
"""Members of which a credential has one: a VCDM document, or the claims of an SD-JWT VC."""

_DISCLOSED = 5
_VALID = ("2026-01-01T00:00:00Z", "2036-01-01T00:00:00Z")


class _Parts(NamedTuple):
    """What each step of the exchange was given, by the name of its stage."""

    given: dict[str, Any]
    issuer: key.Key
    holder: key.Key
    requests: Any


def of_credential(recorder: Recorder, document: Source, wanted: Collection[str], algorithm: str) -> None:
    """Run the wanted stages of the three families on ``document``, if it is a credential.

    Raises:
        BadDocument: it has no claims.
    """
    stages = {name for name in wanted if name.partition(".")[0] in FAMILIES}
    if not stages or not isinstance(document.value, dict) or _CREDENTIAL.isdisjoint(document.value):
        return
    variant = Variant("p384" if algorithm == "sha384" else "p256", "holder")
    parts = _parts(recorder, document, variant)
    inputs = {name: parts.given[name] for name in stages if name in parts.given}
    inputs |= {stage.name: given for stage, given in _wholes(recorder, parts).items()}
    issued = parts.given["jws.attach"]
    inputs["jws.parse"] = recorder.under(jws.attach)(issued)
    header = parts.given["jws.check_header"].header
    inputs["jws.certificate_chain"] = {**header, **_x5c(recorder, variant)}
    for name in stages:
        recorder(named(name))(inputs[name])


def _parts(recorder: Recorder, document: Source, variant: Variant) -> _Parts:
    inner = Recorder(recorder.under)
    requests = sd_jwt_vc.requests(inner, sd_jwt_vc.NAME, document, variant, _DISCLOSED, 0)
    sd_jwt_vc.verify.bind(inner, variant)(requests["verify"])
    load = recorder.under(key.load)
    issuer, holder = load(secret(variant, "issuer")), load(secret(variant, "holder"))
    given = {step.stage: step.input for step in inner.steps if step.of == "document"}
    given |= {step.stage: step.input for step in inner.steps if step.stage.startswith("kb_jwt.")}
    return _Parts(given, issuer, holder, requests)


def _wholes(recorder: Recorder, parts: _Parts) -> dict[Stage[Any, Any], Any]:
    given, requests = parts.given, parts.requests
    issue, show, check = requests["issue"], requests["present"], requests["verify"]
    public = parts.issuer._replace(secret=b"")
    header, payload = given["jws.signing_input"]
    sign = recorder.under(jws.sign)
    jwt = sign(jws.Signing(parts.issuer, header, payload, deterministic=True))
    binding = given["kb_jwt.claims"]
    random = given["sd_jwt.create_disclosures"].random
    policy = Policy("required", check.now, check.audience, check.nonce, types=(TYPE,), credential=True)
    return {
        jws.sign: jws.Signing(parts.issuer, header, payload),
        jws.verify: jws.Verification(public, jwt),
        kb_jwt.sign: kb_jwt.Signing(parts.holder, binding),
        kb_jwt.verify: given["kb_jwt.check"],
        sd_jwt.issue: sd_jwt.Issuing(parts.issuer, issue.header, issue.claims, issue.frame, random),
        sd_jwt.present: sd_jwt.Presenting(
            parts.holder,
            show.issued.decode("ascii"),
            show.pointers,
            binding.audience,
            binding.nonce,
            binding.issued_at,
            binding.algorithm,
        ),
        sd_jwt.verify: sd_jwt.Verifying(public, check.presented.decode("ascii"), policy),
    }


def _x5c(recorder: Recorder, variant: Variant) -> dict[str, Any]:
    (leaf,), _ = certified(recorder.under, variant, _VALID)
    return {"x5c": [base64.b64encode(leaf).decode()]}
