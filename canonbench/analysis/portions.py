"""Shares with an interval: a part over its whole, round by round, and the steps of a role in place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from canonbench.analysis import sample
from canonbench.analysis.estimate import Mean, Together
from canonbench.analysis.interval import Median, centre
from canonbench.analysis.reconcile import STEP, split
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Process, Row, Run, Sitting

__all__ = ["GLUE", "Kind", "Part", "Portions", "kinds", "portion", "portions"]

GLUE = "glue"
"""What lies between the steps of a role, as the name of a part."""

_Name = TypeVar("_Name")


@dataclass(frozen=True)
class Part:
    """One step of a role, or its glue: seconds of one call of the role, and the share of its steps and glue.

    ``of`` says what the step is about; both are means over rounds, and add up.
    """

    stage: str
    of: str
    seconds: Mean
    share: Mean


@dataclass(frozen=True)
class Portions:
    """One role with one stack, divided; ``total`` is the sum of its parts, in seconds, over rounds.

    ``rounds`` has the seconds of each part, by stage and what it is about, for each round.
    """

    case: Case
    stack: str
    total: Mean
    parts: tuple[Part, ...]
    rounds: Mapping[Sitting, Mapping[tuple[str, str], float]]


@dataclass(frozen=True)
class Kind:
    """All parts of one kind, over several roles: seconds, and the share of all parts of those roles."""

    name: str
    seconds: Mean
    share: Mean


def portion(part: Row, whole: Row) -> Median | None:
    """Return part over whole, the median over the rounds that both have; ``None`` without such a round."""
    by = sample.clock(part, whole)
    both = sample.pairs(sample.per_round(whole, by), sample.per_round(part, by))
    return centre([one / total for total, one in both]) if both else None


def portions(run: Run) -> tuple[Portions, ...]:
    """Return the parts of every split role of the stacks that were chosen, the A/A pair left out."""
    return tuple(
        _portions(stack.name, row, case)
        for stack in run.chosen
        if not stack.again
        for row, case in split(stack)
    )


def kinds(found: Sequence[Portions], kind: Callable[[str], str]) -> tuple[Mean, tuple[Kind, ...]]:
    """Add up the parts of several roles by ``kind`` of their stage, round by round.

    Returns:
        The total of all parts, and each kind that there is, in the order in which they are met.
    """
    shared = [sitting for sitting in found[0].rounds if all(sitting in each.rounds for each in found)]
    rounds: list[dict[str, float]] = []
    for sitting in shared:
        sums: dict[str, float] = {}
        for each in found:
            for (stage, _), seconds in each.rounds[sitting].items():
                sums[kind(stage)] = sums.get(kind(stage), 0.0) + seconds
        rounds.append(sums)
    total, divided = _together(dict(zip(shared, rounds, strict=True)))
    return total, tuple(Kind(name, seconds, share) for name, seconds, share in divided)


def _together(
    rounds: Mapping[Sitting, Mapping[_Name, float]],
) -> tuple[Mean, list[tuple[_Name, Mean, Mean]]]:
    """Return the total of all parts, and of each its seconds and its share, such that they add up."""
    names = dict.fromkeys(name for each in rounds.values() for name in each)
    series = {name: {sitting: each.get(name, 0.0) for sitting, each in rounds.items()} for name in names}
    totals = {sitting: sum(each.values()) for sitting, each in rounds.items()}
    together = Together(totals, *series.values())
    parts = []
    for name, own in series.items():
        shares = {sitting: seconds / totals[sitting] for sitting, seconds in own.items()}
        parts.append((name, together.mean(own), together.mean(shares)))
    return together.mean(totals), parts


def _portions(stack: str, row: Row, case: Case) -> Portions:
    units = row.sittings or {Sitting("", number): (process,) for number, process in enumerate(row.processes)}
    rounds = {sitting: _of_round(processes) for sitting, processes in units.items()}
    total, divided = _together(rounds)
    parts = tuple(Part(stage, of, seconds, share) for (stage, of), seconds, share in divided)
    return Portions(case, stack, total, parts, rounds)


def _of_round(processes: tuple[Process, ...]) -> dict[tuple[str, str], float]:
    """Return the seconds of each step of a round: medians over values, then over processes; glue is last."""
    found = [_steps(process.metadata) for process in processes]
    names = dict.fromkeys(name for each in found for name in each)
    return {name: median(each.get(name, 0.0) for each in found) for name in names}


def _steps(told: Mapping[str, keys.Scalar]) -> dict[tuple[str, str], float]:
    steps = {
        (match[1], match[2]): median(keys.numbers(value))
        for name, value in told.items()
        if (match := STEP.fullmatch(name)) is not None
    }
    glue = (
        {(GLUE, "document"): median(keys.numbers(told[keys.GLUE_VALUES]))} if keys.GLUE_VALUES in told else {}
    )
    return steps | glue
