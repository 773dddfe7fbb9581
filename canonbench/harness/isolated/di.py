"""Inputs of the stages of Data Integrity: those of an exchange of the document.

A credential is issued, verified and presented (five claims shown) as ecdsa-sd-2023, so a stage that several
roles have gets what the holder gives it, and of several calls the last: what is selected, deskolemized and
matched is all that is shown. The wholes get what their parts have. ``hash_data`` gets its input from an
issuer of ecdsa-rdfc-2019, on P-384 where the hash is SHA-384; ecdsa-sd-2023 has P-256 alone.
"""

from collections.abc import Collection, Mapping
from typing import Any

from canonbench.exchanges import Source, load
from canonbench.model.exchange import RoleName, Variant
from canonbench.model.use import Recorder, Step
from canonbench.stages import di, jsonld
from canonbench.stages import stage as named

__all__ = ["FAMILIES", "of_data_integrity"]

FAMILIES = frozenset({"di"})

_DISCLOSED = 5
_SELECTIVE, _WHOLE = "ecdsa-sd-2023", "ecdsa-rdfc-2019"
_ROLES: tuple[RoleName, ...] = ("issue", "verify", "present")


def of_data_integrity(recorder: Recorder, document: Source, wanted: Collection[str], algorithm: str) -> None:
    """Run the wanted stages of the family on ``document``, if it is a VCDM credential.

    Raises:
        BadDocument: it cannot be signed.
        MalformedInput: its nodes cannot be named where they stand.
        DataLoss: it says what would not be signed.
    """
    stages = [name for name in wanted if name.partition(".")[0] in FAMILIES]
    if not stages or not isinstance(document.value, dict) or "credentialSubject" not in document.value:
        return
    inputs: dict[str, Any] = {}
    if di.hash_data.name in stages:
        variant = Variant("p384" if algorithm == "sha384" else "p256")
        steps, _ = _steps(recorder, document, _WHOLE, variant, _ROLES[:1])
        inputs[di.hash_data.name] = steps[-1].input
    if stages != [di.hash_data.name]:
        inputs |= _selective(recorder, document)
    for name in stages:
        recorder(named(name))(inputs[name])


def _steps(
    recorder: Recorder, document: Source, suite: str, variant: Variant, roles: Collection[RoleName]
) -> tuple[list[Step], Mapping[RoleName, Any]]:
    """Return the steps of the family in an exchange, and the requests of its roles."""
    exchange, inner = load(suite), Recorder(recorder.under)
    requests = exchange.requests(recorder.under, document, variant, _DISCLOSED, 0)
    for role in roles:
        exchange.roles[role].bind(inner, variant)(requests[role])
    return [step for step in inner.steps if step.stage.partition(".")[0] in FAMILIES], requests


def _selective(recorder: Recorder, document: Source) -> dict[str, Any]:
    steps, requests = _steps(recorder, document, _SELECTIVE, Variant("p256"), _ROLES)
    inputs = {step.stage: step.input for step in steps}
    shown, base = requests["present"], inputs[di.derive.name].base
    naming = inputs[di.name_nodes.name]
    skolemization = di.Skolemization(jsonld.Source(naming.document, shown.contexts), naming.token)
    skolemized = recorder.under(di.skolemize)(skolemization)
    mandatory, selective = base.mandatory_pointers, shown.selective
    definitions = {"mandatory": mandatory, "selective": selective, "combined": (*mandatory, *selective)}
    whole = next(
        step.output for step in reversed(steps) if step.stage == di.deskolemize.name and not step.input.labels
    )
    return inputs | {
        di.skolemize.name: skolemization,
        di.complete.name: di.Completing(skolemized.expanded, naming.token),
        di.label_replacement.name: di.LabelReplacement(whole, base.hmac_key),
        di.canonicalize_and_group.name: di.Grouping(skolemized, shown.contexts, base.hmac_key, definitions),
    }
