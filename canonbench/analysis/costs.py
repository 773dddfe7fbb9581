"""Cost by step: what each stage of an exchange takes where it stands, with intervals over rounds.

All of it comes from the split view, whose clock is wall time (``canonbench.analysis.reconcile``)::

    total - stamps = steps + hand-overs + glue + residual

Round by round the lines of one role add up, and those of an exchange are the sums over its roles. So do the
estimates, which are means over the same rounds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import fmean, median

from canonbench.analysis.estimate import Estimate, Together
from canonbench.analysis.exchange import ROLES, TOTAL
from canonbench.analysis.reconcile import CLOSES, LEAST, Sum, closed, step_of
from canonbench.analysis.sample import Series
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Row, Run, Sitting, Stack

__all__ = ["GLUE", "RESIDUAL", "Cost", "Costs", "costs", "step_rounds"]

GLUE = "glue"
RESIDUAL = "residual"


@dataclass(frozen=True)
class Cost:
    """One line: a stage, ``hand-over``, ``glue`` or ``residual``.

    ``seconds`` and ``share`` (of the total without stamps) are ``None`` for fewer than eight rounds;
    ``mean`` is the mean over rounds, so that the means of all lines add up to that of the total.
    """

    what: str
    engine: str
    mean: float
    seconds: Estimate | None
    share: Estimate | None


@dataclass(frozen=True)
class Costs:
    """One role, or ``total`` of all, of one exchange with one stack, in seconds a call of wall time.

    ``lines`` are largest first, the residual last. ``stamps`` is what stamping added, and is in no line.
    ``left_out`` counts the rounds that were far off and are in no mean.
    """

    case: Case
    role: str
    stack: str
    runtime: str
    rounds: int
    mean: float
    total: Estimate | None
    stamps: float
    left_out: int
    lines: tuple[Cost, ...]

    @property
    def residual(self) -> float:
        """The mean residual, in seconds."""
        return self.lines[-1].mean

    @property
    def closes(self) -> bool:
        """Whether the steps add up to the total: within 1 % or 1 us a role, whichever is larger."""
        roles = len(ROLES) if self.role == TOTAL else 1
        return abs(self.residual) <= max(CLOSES * self.mean, roles * LEAST)


@lru_cache(1024)
def step_rounds(row: Row) -> Mapping[Sitting, Mapping[str, float]]:
    """Return what each stage takes in each round of a split row, steps of one stage added up, in seconds.

    Beside the stages there are ``hand-over``, ``glue``, ``residual``, and ``stamps`` that belong to no line.
    """
    found = {}
    for sitting, processes in row.sittings.items():
        each = [_lines(closed(process)) for process in processes]
        found[sitting] = {what: median(own.get(what, 0.0) for own in each) for what in each[0]}
    return found


def _lines(whole: Sum) -> dict[str, float]:
    found: dict[str, float] = {}
    for key, seconds in whole.steps.items():
        stage, _ = step_of(key)
        found[stage] = found.get(stage, 0.0) + seconds
    return {**found, GLUE: whole.glue, RESIDUAL: whole.residual, "stamps": whole.stamps}


def costs(run: Run) -> tuple[Costs, ...]:
    """Return the costs of every role that was measured step by step, and of every exchange that has all."""
    found: list[Costs | None] = []
    for stack in run.chosen:
        if stack.again:
            continue
        exchanges: dict[Case, dict[str, Row]] = {}
        for case, row in _split(stack):
            name, _, role = case.target.rpartition(".")
            exchanges.setdefault(replace(case, target=name, view="bare"), {})[role] = row
        for case, rows in exchanges.items():
            own = {role: step_rounds(rows[role]) for role in ROLES if role in rows}
            found += [_costs(case, role, stack, [rows[role]], [own[role]]) for role in own]
            if len(own) == len(ROLES):
                found.append(_costs(case, TOTAL, stack, list(rows.values()), list(own.values())))
    return tuple(each for each in found if each is not None)


def _split(stack: Stack) -> Iterable[tuple[Case, Row]]:
    for row in stack.rows:
        if row.text(keys.FORMAT):
            case = Case.parse(row.name)
            if case.view == "split":
                yield case, row


def _costs(
    case: Case,
    role: str,
    stack: Stack,
    rows: Sequence[Row],
    each: Sequence[Mapping[Sitting, Mapping[str, float]]],
) -> Costs | None:
    shared = sorted(set.intersection(*(set(own) for own in each)))
    series: dict[str, dict[Sitting, float]] = {}
    for sitting in shared:
        for own in each:
            for what, seconds in own[sitting].items():
                line = series.setdefault(what, dict.fromkeys(shared, 0.0))
                line[sitting] += seconds
    stamps = series.pop("stamps", {})
    total = {sitting: sum(line[sitting] for line in series.values()) for sitting in shared}
    engines = dict(
        part.split("=") for row in rows for part in row.text(keys.STACK_ENGINES).split(",") if part
    )
    if not shared:
        return None
    together = Together(total, *series.values())
    lines = [_cost(what, engines.get(what, ""), line, (total, together)) for what, line in series.items()]
    lines.sort(key=lambda line: (line.what == RESIDUAL, -line.mean))
    return Costs(
        case,
        role,
        stack.name,
        rows[0].text(keys.RUNTIME),
        len(shared),
        together.mean(total).value,
        together.estimate(total),
        fmean(stamps.values()),
        len(together.left_out),
        tuple(lines),
    )


def _cost(what: str, engine: str, line: Series, whole: tuple[Series, Together]) -> Cost:
    total, together = whole
    share = {sitting: seconds / total[sitting] for sitting, seconds in line.items()}
    mean = together.mean(line)
    return Cost(what, engine, mean.value, mean.estimate, together.estimate(share))
