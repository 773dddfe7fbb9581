"""Formats beside each other: the total of each against that of one of them, by rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from canonbench.analysis import sample
from canonbench.analysis.exchange import ROLES, TOTAL, Exchange, summed
from canonbench.analysis.interval import Median, Ratio, centre, ratio
from canonbench.analysis.runtimes import family
from canonbench.analysis.table import Cell
from canonbench.analysis.wholes import OWN
from canonbench.model.case import Case
from canonbench.runs.rows import Row, Run

__all__ = ["Standing", "side_by_side"]


@dataclass(frozen=True)
class Standing:
    """One format with one stack among the others.

    ``cells`` are its roles and total. ``ratio`` is its total over that of ``against``, paired by round;
    ``value`` the same of the medians, given for any number of rounds. Both are ``None`` where there is
    nothing to compare with.
    """

    exchange: Exchange
    stack: str
    cells: Mapping[str, Cell]
    against: str
    value: float | None
    ratio: Ratio | None

    @property
    def total(self) -> Median | None:
        """The whole exchange; ``None`` if a role is missing."""
        return self.cells[TOTAL].median if TOTAL in self.cells else None


def side_by_side(run: Run, found: Sequence[Exchange], baseline: str = "mdoc") -> tuple[Standing, ...]:
    """Return every format with every stack, each against ``baseline`` with the same algorithm and scope.

    The baseline is that with the same stack, else with the default one, which a stack changes only where it
    has a step of its own, else with the first that has it. A stack of one runtime is never compared with one
    of another.
    """
    standings = []
    for each in found:
        base = next(
            (other for other in found if other.format == baseline and _like(other) == _like(each)), None
        )
        for stack in each.stacks:
            there = {role: each.cell(role, stack) for role in (*ROLES, TOTAL)}
            cells = {role: cell for role, cell in there.items() if cell is not None}
            other = None if base is None or TOTAL not in cells else _beside(base, cells[TOTAL])
            against, value, compared = "", None, None
            if base is not None and other is not None:
                against = other
                value, compared = _against(run, (base, other), (each, stack))
            standings.append(Standing(each, stack, cells, against, value, compared))
    return tuple(standings)


def _beside(base: Exchange, cell: Cell) -> str | None:
    """Return the stack whose baseline stands for that of the stack of ``cell``, if there is one."""
    able = (base.cell(TOTAL, name) for name in (cell.stack, OWN, *base.stacks))
    alike = (
        found.stack for found in able if found is not None and family(found.runtime) == family(cell.runtime)
    )
    return next(alike, None)


def _like(exchange: Exchange) -> tuple[str, ...]:
    """Return what two exchanges must share to be compared; how an mdoc's holder proves is its own affair."""
    own = [f"{name}={value}" for name, value in exchange.factors if name not in {"algorithm", "binding"}]
    return exchange.document, exchange.algorithm, exchange.scope, *own


def _against(
    run: Run, base: tuple[Exchange, str], other: tuple[Exchange, str]
) -> tuple[float | None, Ratio | None]:
    if base == other:
        return 1.0, None
    rows = [
        [row for role in ROLES if (row := _row(run, exchange, stack, role)) is not None]
        for exchange, stack in (base, other)
    ]
    by = sample.clock(*rows[0], *rows[1])
    sums = [summed(own, by) for own in rows]
    medians = [centre(found.units).value for found in sums]
    return medians[1] / medians[0], ratio(sample.pairs(sums[0].rounds, sums[1].rounds))


def _row(run: Run, exchange: Exchange, stack: str, role: str) -> Row | None:
    found = run.stack(stack)
    case = Case(f"{exchange.format}.{role}", exchange.document, exchange.factors)
    return None if found is None else found.row(case.name)
