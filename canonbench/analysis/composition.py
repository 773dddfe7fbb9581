"""The composition effect of a stage: what it takes by itself over what it takes in place, within an exchange.

Measured by itself a stage has the caches, the allocator and the collector to itself; within an exchange it
shares them. So the sum of isolated stages is no prediction of an exchange, and the difference is a finding.
Compared is the step of *issue* that is about the whole document, with the same stack on the same document, in
the same round, on wall time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from canonbench.analysis import sample
from canonbench.analysis.interval import Ratio, ratio
from canonbench.analysis.reconcile import closed, step_of
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Row, Run, Sitting, Stack

__all__ = ["Composition", "compositions"]


@dataclass(frozen=True)
class Composition:
    """One stage of an exchange: ``alone`` and ``in_place`` are medians in seconds, of the shared rounds.

    ``ratio`` is alone over in place; ``None`` for fewer than eight rounds.
    """

    exchange: str
    document: str
    stage: str
    stack: str
    alone: float
    in_place: float
    ratio: Ratio | None


def compositions(run: Run) -> tuple[Composition, ...]:
    """Return the effect for every step of *issue* that was measured by itself, too."""
    return tuple(each for stack in run.chosen if not stack.again for each in _of(stack))


def _of(stack: Stack) -> Iterator[Composition]:
    for row in stack.rows:
        if row.text(keys.ROLE) != "issue":
            continue
        case = row.case
        if case is None or case.view != "split":
            continue
        exchange = Case(case.target.removesuffix(".issue"), case.document, case.factors).name
        for stage, rounds in _in_place(row).items():
            alone = stack.row(Case(stage, case.document).name)
            pairs = [] if alone is None else sample.pairs(rounds, sample.per_round(alone, "wall"))
            if pairs:
                yield Composition(
                    exchange,
                    case.document,
                    stage,
                    stack.name,
                    median(b for _, b in pairs),
                    median(a for a, _ in pairs),
                    ratio(pairs, 0.95),
                )


def _in_place(row: Row) -> dict[str, dict[Sitting, float]]:
    """Return what each step that is about the document takes, round by round."""
    found: dict[str, dict[Sitting, float]] = {}
    for sitting, processes in row.sittings.items():
        sums = [closed(process).steps for process in processes]
        for key in sums[0]:
            stage, of = step_of(key)
            if of == "document":
                found.setdefault(stage, {})[sitting] = median(own[key] for own in sums if key in own)
    return found
