"""Inputs of the stages of COSE, mdoc, X.509 and status: those of an exchange of the document.

A VCDM credential is written as an mdoc, issued, presented (five elements shown) and verified with trust, once
by signature and once by MAC. Every stage gets what it was given there: of two signatures the issuer's. The
wholes of COSE get what their parts have. Keys are of P-256, and of P-384 where the hash is SHA-384.
"""

from collections.abc import Collection, Mapping
from typing import Any

from canonbench.exchanges import Source, load
from canonbench.exchanges.mdoc_issuer import ISSUER_AUTH
from canonbench.model.exchange import ROLES, Binding, Variant
from canonbench.model.use import Recorder, Step
from canonbench.specs.cose import MacVerification, Verification
from canonbench.stages import cose
from canonbench.stages import stage as named

__all__ = ["FAMILIES", "of_mdoc"]

FAMILIES = frozenset({"cose", "mdoc", "x509", "status"})

_DISCLOSED = 5
_BINDINGS: tuple[Binding, ...] = ("signature", "mac")


def of_mdoc(recorder: Recorder, document: Source, wanted: Collection[str], algorithm: str) -> None:
    """Run the wanted stages of the four families on ``document``, if it is a VCDM credential.

    Raises:
        BadDocument: it has no claims.
    """
    stages = [name for name in wanted if name.partition(".")[0] in FAMILIES]
    if not stages or not isinstance(document.value, dict) or "credentialSubject" not in document.value:
        return
    steps = _steps(recorder, document, "p384" if algorithm == "sha384" else "p256")
    inputs = {step.stage: step.input for step in steps.values()}
    inputs |= {stage: step.input for (stage, of), step in steps.items() if of == ISSUER_AUTH}
    inputs |= {stage.name: given for stage, given in _wholes(steps).items()}
    for name in stages:
        if name in inputs:
            recorder(named(name))(inputs[name])


def _steps(recorder: Recorder, document: Source, algorithm: Any) -> Mapping[tuple[str, str], Step]:
    """Return the last step of each stage and what it is applied to."""
    found: dict[tuple[str, str], Step] = {}
    exchange = load("mdoc")
    for binding in _BINDINGS:
        variant = Variant(algorithm, "trust", binding)
        requests = exchange.requests(recorder.under, document, variant, _DISCLOSED, 0)
        for role in ROLES:
            inner = Recorder(recorder.under)
            exchange.roles[role].bind(inner, variant)(requests[role])
            found |= {(step.stage, step.of): step for step in inner.steps}
    return found


def _wholes(steps: Mapping[tuple[str, str], Step]) -> Mapping[Any, Any]:
    device = "deviceAuth"
    signed = steps["cose.to_be_signed", ISSUER_AUTH].input
    signing = steps["ecdsa.sign", ISSUER_AUTH].input
    checked = steps["cose.to_be_verified", ISSUER_AUTH].input
    public = steps["ecdsa.verify", ISSUER_AUTH].input.key
    maced, mac_checked = (
        steps["cose.to_be_maced", device].input,
        steps["cose.mac_to_be_verified", device].input,
    )
    secret = steps["hmac.sha256", device].input.key
    return {
        cose.sign1: cose.Signing(signing.key, signed.payload),
        cose.verify1: Verification(checked.message, checked.algorithm, cose.cose_key(public)),
        cose.mac0: cose.MacAuthentication(secret, maced.payload, detached=True),
        cose.verify_mac0: MacVerification(mac_checked.message, secret, payload=mac_checked.payload),
    }
