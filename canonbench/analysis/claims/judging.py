"""All claims at once: every verdict in every environment, and over environments."""

from collections.abc import Iterator, Sequence

from canonbench.analysis.claims import documents, exchanges, gap, structure
from canonbench.analysis.claims.criteria import CLAIMS
from canonbench.analysis.claims.decide import Judgement, Verdict
from canonbench.analysis.claims.over_environments import joint, span
from canonbench.analysis.claims.reading import NODE, Reading
from canonbench.analysis.environments import Environment

__all__ = ["NOT_BY_NODE", "NOT_IN_NODE", "chosen", "judge"]

NOT_IN_NODE = (
    "undecided for Node.js until measured there: canonbench runtime install node, then "
    "canonbench run paper --stack node"
)
NOT_BY_NODE = (
    "Node.js was measured, and no library there does all of this: see its null rows in the run's record"
)

_JUDGES = (*exchanges.JUDGES, *structure.JUDGES, *documents.JUDGES, *gap.JUDGES)
_PLACE = {name: number for number, name in enumerate(CLAIMS)}


def judge(environments: Sequence[Environment]) -> tuple[Judgement, ...]:
    """Return every verdict, claims in order; over all environments first, then environment by environment."""
    each = [found for environment in environments for found in _in_one(Reading.of(environment))]
    found = [*joint(each), span(environments), *each]
    return tuple(sorted(found, key=lambda judgement: _PLACE[judgement.claim]))


def _in_one(reading: Reading) -> Iterator[Judgement]:
    found = [each for judge in _JUDGES for each in judge(reading)]
    yield from found
    there = {each.claim for each in found if each.runtime == NODE}
    for claim in CLAIMS.values():
        if claim.node and claim.id not in there:
            name = reading.environment.name
            reason = NOT_BY_NODE if NODE in reading.runtimes.values() else NOT_IN_NODE
            yield Judgement(claim.id, name, NODE, "", "", (), Verdict.UNDECIDED, reason)


def chosen(
    judgements: Sequence[Judgement], *, runtime: str | None = None, stack: str | None = None
) -> tuple[Judgement, ...]:
    """Return the judgements of one runtime, one stack, or both; those of no stack or runtime always stay."""
    return tuple(
        each
        for each in judgements
        if (runtime is None or each.runtime.lower() in {runtime.lower(), ""})
        and (stack is None or each.stack in {stack, ""})
    )
