"""Agreement: do all engines give the same on a document?  The gate's question, asked of every stage."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from canonbench.engines import Catalogue
from canonbench.harness import plan
from canonbench.harness.freeze import Material, freeze
from canonbench.harness.gate import Gate, pass_all
from canonbench.harness.plan import Plan
from canonbench.harness.private import private_folder
from canonbench.stages import STAGES

__all__ = ["Agreement", "agreement"]

_COUNTED = ("unavailable", "refused")
"""Outcomes that are no difference: an engine that says that it does not do this."""


@dataclass(frozen=True)
class Agreement:
    """How many outputs agree on a document, and a line for each that does not."""

    agreed: int
    differ: tuple[str, ...]


def agreement(
    document: Material, engines: Sequence[str], stages: Iterable[str] | None = None, *, timeout: float = 60.0
) -> Agreement:
    """Let ``engines`` prove themselves on every stage of ``document`` (or on ``stages`` of it).

    ``timeout`` is in seconds, for each engine and stage.
    """
    wanted = set(STAGES if stages is None else stages)
    cases = plan.cases([(stage, "warm") for name, stage in STAGES.items() if name in wanted], document.name)
    chosen = plan.choose(engines, again=False)
    asked = plan.make("check", chosen, [(document.name, cases)], rounds=1, seed=0)
    with private_folder() as folder:
        frozen = freeze(cases, [document], Catalogue.installed(), folder)
        gate = pass_all(asked, frozen.inputs, timeout=timeout)
        return _told(asked, gate)


def _told(asked: Plan, gate: Gate) -> Agreement:
    agreed, differ = 0, []
    for cell in asked.cells:
        for case in cell.cases:
            outcome = gate.outcome(cell.stack, case)
            if outcome is None or outcome.kind in _COUNTED:
                continue
            if outcome.ok:
                agreed += 1
            else:
                differ.append(
                    f"{case.target} by {cell.stack.name} {outcome.kind}: {outcome.detail or outcome.reason}"
                )
    return Agreement(agreed, tuple(differ))
