"""What of a plan has no row, and why, in words for the user.

``canonbench.harness.account`` writes it into ``run.jsonl``, without what is in a document.
"""

from collections.abc import Iterator, Sequence

from canonbench.harness import account
from canonbench.harness.freeze import Frozen
from canonbench.harness.gate import Gate
from canonbench.harness.inputs import base
from canonbench.harness.plan import Chosen, Plan
from canonbench.model.case import Case

__all__ = ["complaints", "warnings"]


def warnings(plan: Plan, frozen: Frozen, gate: Gate) -> Iterator[str]:
    """Give a line for everything that will have no row for a reason, with what may be shown to the user."""
    for refusal in frozen.refusals:
        yield f"{refusal.document}: {refusal.outcome}: {refusal.detail}"
    able = {entry.document for entry in gate.inputs.cases.values()}
    refused = {refusal.document for refusal in frozen.refusals}
    for name in plan.documents:
        if name not in able | refused:
            yield f"{name}: nothing of {plan.target} can be done with it; see: python -m canonbench inspect"
    for stack in plan.stacks:
        proved = gate.proved[stack.name]
        if stack.again:
            continue
        if proved.unavailable:
            yield f"{proved.unavailable}; going on without it"
            continue
        own = [case for cell in plan.cells if cell.stack == stack for case in cell.cases]
        if proved.facts and not any(case.target in proved.offers for case in own):
            yield f"{stack.name} offers nothing of {plan.target}; see: python -m canonbench list engines"
        for name in dict.fromkeys(map(base, own)):
            yield from _outcome(stack, Case.parse(name), gate)


def _outcome(stack: Chosen, case: Case, gate: Gate) -> Iterator[str]:
    """Give a line if the gate found that ``case`` has no row with ``stack``, and why."""
    outcome = gate.outcome(stack, case)
    if outcome is None:
        return
    if outcome.ok and stack.explicit and gate.inputs.entry(case).nothing:
        yield f"{stack.name}: {case.name}: {account.NONE_NEEDED}"
    elif not outcome.ok:
        yield f"{stack.name}: {case.name}: {outcome.told}"


def complaints(plan: Plan, rows: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the explicitly named stacks, and the documents, that have no row."""
    stacks, documents = {stack for stack, _ in rows}, {document for _, document in rows}
    silent = [f"engine {stack.name}" for stack in plan.stacks if stack.explicit and stack.name not in stacks]
    return (*silent, *(f"document {name}" for name in plan.documents if name not in documents))
