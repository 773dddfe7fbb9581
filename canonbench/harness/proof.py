"""What cannot be proved by comparing: random outputs, and that a verifier refuses what was tampered with.

A random signature is proved by the default engine of the stage that must accept it, and by its refusing the
same signature once it is changed. A stage that verifies must refuse every tampered input, not only accept the
good one.
"""

from typing import Any

from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable, SpecError, VerificationFailed
from canonbench.harness.freeze import default_stack
from canonbench.harness.roles import Changed
from canonbench.model.engine import Engine

__all__ = ["problem"]


def problem(engine: Engine[Any, Any], given: Any, output: Any) -> str:
    """Return what is wrong with ``output``, which ``engine`` gave for ``given`` (both neutral), else nothing.

    Raises:
        EngineUnavailable: no engine here can prove it.
    """
    stage = engine.stage
    if stage.tampered is not None and (accepted := _accepted(engine, stage.tampered(given))):
        return f"accepts tampered{accepted}"
    if stage.proof is None:
        return ""
    by = stage.proof.by
    verifier = default_stack(Catalogue()).engines.get(by.name)
    if verifier is None:
        raise EngineUnavailable(f"no engine here offers {by.name}, which proves {stage.name}")
    good = stage.proof.given(given, output)
    if not _accepted(verifier, [good]):
        return f"the output does not verify by {by.name} of {verifier.name}"
    if by.tampered is not None and (accepted := _accepted(verifier, by.tampered(good))):
        return (
            f"{by.name} of {verifier.name} accepts the output tampered with,{accepted.removeprefix(' input')}"
        )
    return ""


def _accepted(engine: Engine[Any, Any], inputs: Any) -> str:
    """Return which of ``inputs`` is the first that ``engine`` does not refuse: its name, or number from 1."""
    run = engine.neutral()
    for number, given in enumerate(inputs, 1):
        try:
            run(given)
        except (VerificationFailed, SpecError):
            continue
        return f": {given.name}" if isinstance(given, Changed) else f" input number {number}"
    return ""
