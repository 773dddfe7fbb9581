"""Do the steps of an exchange add up to its end-to-end time?  The lines that must close, and whether they do.

All of a line comes from the same loop of the same process (``canonbench.harness.split``)::

    residual = total - steps - glue - stamps

Total and steps are means over the calls of a value, glue and residual medians over them: one call that was
put aside for another program is no part of the composition. The residual of a line is the median over values
and processes. It closes if that is at most 1 % of the total or 1 us, whichever is larger; more is a
violation, which is printed and never smoothed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Process, Row, Run, Stack

__all__ = ["CLOSES", "LEAST", "STEP", "Line", "Step", "Sum", "closed", "reconcile", "split", "step_of"]

CLOSES = 0.01
"""Largest residual of a line that closes, as a share of the total."""

LEAST = 1e-6
"""A residual under this, in seconds, closes whatever the total is."""

STEP = re.compile(re.escape(keys.SPLIT) + r"\d+\.([^/]+)/(.*)")
"""The metadata key of a step: its stage, and what it was done for."""


@dataclass(frozen=True)
class Step:
    """One step of a role: its stage, what it is about, seconds a call, and its share of the total."""

    stage: str
    of: str
    seconds: float
    share: float


@dataclass(frozen=True)
class Line:
    """One role with one stack on one document, all in seconds a call, medians over processes.

    ``stamps`` is what stamping the steps added to the total beyond their own time.
    """

    case: Case
    stack: str
    total: float
    steps: tuple[Step, ...]
    glue: float
    stamps: float
    residual: float

    @property
    def ratio(self) -> float:
        """The residual as a share of the total."""
        return self.residual / self.total

    @property
    def closes(self) -> bool:
        """Whether the line closes."""
        return abs(self.residual) <= max(CLOSES * self.total, LEAST)

    @property
    def violation(self) -> str:
        """What is wrong with a line that does not close, in one clause, without values of a document."""
        return (
            f"the steps, the glue and what stamping cost leave {self.residual * 1e6:+.2f} us of "
            f"{self.total * 1e6:.1f} us ({self.ratio:+.1%}): more than 1 % and more than 1 us"
        )


@dataclass(frozen=True)
class Sum:
    """One process: medians over its values, seconds a call; ``steps`` by their metadata keys."""

    total: float
    steps: dict[str, float]
    glue: float
    stamps: float
    residual: float


def reconcile(run: Run) -> tuple[Line, ...]:
    """Return a line for each split row of the stacks that were chosen, in the order of the files."""
    return tuple(_line(stack.name, row, case) for stack in run.chosen for row, case in split(stack))


def split(stack: Stack) -> Iterator[tuple[Row, Case]]:
    """Give the rows of a stack whose steps were stamped in place."""
    for row in stack.rows:
        if row.case is not None and row.case.view == "split":
            yield row, row.case


def _line(stack: str, row: Row, case: Case) -> Line:
    sums = [closed(process) for process in row.processes]
    total = median(each.total for each in sums)
    names = list(dict.fromkeys(name for each in sums for name in each.steps))
    steps = []
    for name in names:
        seconds = median(each.steps.get(name, 0.0) for each in sums)
        steps.append(Step(*step_of(name), seconds, seconds / total))
    return Line(
        case,
        stack,
        total,
        tuple(steps),
        median(each.glue for each in sums),
        median(each.stamps for each in sums),
        median(each.residual for each in sums),
    )


def step_of(key: str) -> tuple[str, str]:
    """Return the stage of a step and what it is about, from its key in ``Sum.steps``."""
    match = STEP.fullmatch(key)
    assert match is not None, "only keys of steps are kept"
    return match[1], match[2]


def closed(process: Process) -> Sum:
    """Close the line of one process, value by value, and take medians of what comes out."""
    told = process.metadata
    steps = {name: keys.numbers(value) for name, value in told.items() if STEP.fullmatch(name)}
    glue, cost = keys.numbers(told[keys.GLUE_VALUES]), keys.numbers(told[keys.STAMP_COST])
    residuals = keys.numbers(told[keys.RESIDUAL])
    stamped = int(told[keys.STEPS])
    stamps = [stamped * each for each in cost]
    return Sum(
        median(process.wall),
        {name: median(series) for name, series in steps.items()},
        median(glue),
        median(stamps),
        median(residual - stamp for residual, stamp in zip(residuals, stamps, strict=True)),
    )
