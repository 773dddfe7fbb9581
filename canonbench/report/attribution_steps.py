"""Cost by step as tables: what each step takes in place, and what stages take by themselves over that."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canonbench.analysis.costs import RESIDUAL, Cost, Costs
from canonbench.analysis.exchange import TOTAL
from canonbench.analysis.study import Study
from canonbench.report import numbers
from canonbench.report.grid import Grid, far_off

__all__ = ["by_share", "exchanges", "of_compositions", "of_steps", "share", "stretched", "violations"]

_LEGEND = (
    (
        "Each step in place, wall time, what stamping costs taken off; hand-over passes a value from one "
        "library to another, glue is what lies between the steps. Shares with 95 % intervals."
    ),
    "Means over the same rounds, so that steps add up to the total, largest share first.",
)
_STRETCHED = 1.25
"""Wall time of the split view over the bare total from which on shares say more than times."""


def of_steps(study: Study) -> Iterator[Grid]:
    """Lay out cost by step of whole exchanges, else of roles: a row a stage, a column a stack."""
    grids = [_of_cost(study, stacks) for stacks in exchanges(study)]
    yield from grids[:-1]
    yield from (replace(grid, notes=(*grid.notes, *_LEGEND)) for grid in grids[-1:])


def exchanges(study: Study) -> Iterator[list[Costs]]:
    """Give the costs of each exchange of the main document, one for each stack; else of its roles."""
    own = [each for each in study.costs if each.case.document == study.document]
    for case in dict.fromkeys(each.case for each in own):
        there = [each for each in own if each.case == case]
        whole = [each for each in there if each.role == TOTAL]
        for role in dict.fromkeys(each.role for each in whole or there):
            yield [each for each in there if each.role == role]


def by_share(stacks: Sequence[Costs]) -> list[str]:
    """Return the names of all lines but the residual, the largest mean share over ``stacks`` first."""
    shares: dict[str, float] = {}
    for each in stacks:
        for line in each.lines[:-1]:
            shares[line.what] = shares.get(line.what, 0.0) + line.mean / each.mean
    return sorted(shares, key=lambda name: -shares[name])


def violations(stacks: Sequence[Costs]) -> Iterator[str]:
    """Say of each stack whose steps do not add up to its total by how much."""
    return (
        f"VIOLATION: {each.stack}: the steps leave {numbers.signed(each.residual)}, "
        f"{numbers.percent(each.residual / each.mean)} of the total: more than 1 % and 1 us a role."
        for each in stacks
        if not each.closes
    )


def stretched(study: Study, stacks: Sequence[Costs]) -> Iterator[str]:
    """Say where the split view took so much longer than the bare one that its times mislead."""
    bare = {
        one.quantity.stacks[0]: one.quantity.mean.value
        for each in study.attributions
        if (each.total or stacks[0].role != TOTAL) and each.case == _bare(stacks[0])
        for one in each.chosen
    }
    over = [each.mean / bare[each.stack] for each in stacks if each.stack in bare]
    if over and max(over) > _STRETCHED:
        yield (
            "Read shares, not times: by wall time, step by step, the total is up to "
            f"{numbers.factor(max(over))} the bare one."
        )


def _bare(costs: Costs) -> object:
    case = costs.case
    return case if costs.role == TOTAL else replace(case, target=f"{case.target}.{costs.role}")


def _of_cost(study: Study, stacks: Sequence[Costs]) -> Grid:
    rows = [(name, *(_line(each, name) for each in stacks)) for name in (*by_share(stacks), RESIDUAL)]
    rows.append(
        (
            "total",
            *(numbers.seconds(e.mean) if e.total is None else numbers.difference(e.total) for e in stacks),
        )
    )
    role = stacks[0].role
    notes = [
        *violations(stacks),
        *stretched(study, stacks),
        *far_off((each.left_out, each.rounds, each.stack) for each in stacks),
    ]
    title = f"cost by step: {stacks[0].case.name}, {'exchange' if role == TOTAL else role}"
    return Grid(title, ("step", *(each.stack for each in stacks)), tuple(rows), tuple(notes))


def _line(costs: Costs, name: str) -> str:
    line = next((each for each in costs.lines if each.what == name), None)
    if line is None:
        return ""
    engine = f"  {line.engine}" if line.engine else ""
    seconds = line.mean if line.seconds is None else line.seconds.value
    return f"{numbers.signed(seconds)}  {share(costs, line)}{engine}"


def share(costs: Costs, line: Cost) -> str:
    """Write the share of a line, with its interval where there are rounds enough."""
    return numbers.percent(line.mean / costs.mean) if line.share is None else numbers.share(line.share)


def of_compositions(study: Study) -> Iterator[Grid]:
    """Lay out what stages take by themselves over what they take in place."""
    rows = tuple(
        (
            each.exchange,
            each.stage,
            each.stack,
            numbers.seconds(each.alone),
            numbers.seconds(each.in_place),
            numbers.factor(each.alone / each.in_place) if each.ratio is None else numbers.ratio(each.ratio),
        )
        for each in study.compositions
        if each.document == study.document
    )
    if rows:
        note = (
            "The step of issue that is about the whole document, wall time, same stack and rounds: within an "
            "exchange it shares caches, allocator and collector, so isolated stages do not add up to one. "
            "Times are medians; the ratio is paired by round, with its 95 % interval."
        )
        columns = ("exchange", "stage", "stack", "by itself", "in place", "by itself / in place")
        yield Grid("composition effect", columns, rows, (note,))
