"""The tables of exchanges: roles by stacks, with their total.

The total of an exchange is the sum of its roles in the same round, and the round stays the unit of sampling:
an interval of a total, or of a ratio of totals, is one over rounds. The composition effect is what an
exchange takes with a stamp at every step, what stamping costs taken off, over what it takes bare: it shows
whether looking at the steps changes the whole.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from canonbench.analysis import reconcile, sample
from canonbench.analysis.compare import judge, noise
from canonbench.analysis.interval import Interval, Ratio, centre, ratio
from canonbench.analysis.table import Cell
from canonbench.model.case import AGAIN, Case
from canonbench.model.exchange import ROLES
from canonbench.runs import keys
from canonbench.runs.rows import Row, Run, Stack

__all__ = ["ROLES", "TOTAL", "Effect", "Exchange", "Line", "Measured", "exchanges", "summed"]

TOTAL = "total"


@dataclass(frozen=True)
class Line:
    """One role in one state, or the total; cells are in the stacks' order and have no share."""

    role: str
    state: str
    clock: sample.Clock
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Effect:
    """The composition effect of one role with one stack; ``ratio`` is ``None`` for too few rounds."""

    role: str
    stack: str
    value: float
    ratio: Ratio | None


@dataclass(frozen=True)
class Exchange:
    """One format in one variant on one document.

    ``factors`` are those that differ from their defaults. ``algorithm``, ``scope`` and ``disclose`` are what
    was done. ``sizes`` are the bytes that *issue* and *present* send on, where they were kept. ``rounds`` are
    the fewest and the most of its rows; ``noise`` is the A/A interval of the total, or of a role without one.
    ``steps`` are the lines that must close.
    """

    format: str
    document: str
    factors: tuple[tuple[str, str], ...]
    algorithm: str
    scope: str
    binding: str
    disclose: str
    sizes: Mapping[str, int]
    rounds: tuple[int, int]
    noise: Interval | None
    stacks: tuple[str, ...]
    lines: tuple[Line, ...]
    steps: tuple[reconcile.Line, ...]
    effects: tuple[Effect, ...]

    @property
    def name(self) -> str:
        """Format, document and factors, as in the name of a case."""
        return Case(self.format, self.document, self.factors).name

    def line(self, role: str) -> Line | None:
        """Return the line of a role, or of the total, with warm contexts; ``None`` if it was not measured."""
        return next((line for line in self.lines if (line.role, line.state) == (role, "warm")), None)

    def cell(self, role: str, stack: str) -> Cell | None:
        """Return what one stack takes for a role with warm contexts; ``None`` if it was not measured."""
        line = self.line(role)
        found = None if line is None else next((each for each in line.cells if each.stack == stack), None)
        return None if found is None or found.median is None else found


@dataclass(frozen=True)
class Measured:
    """What stands for a row: ``units`` for its median, ``rounds`` for its ratios, seconds."""

    units: tuple[float, ...]
    rounds: sample.Series
    wall: tuple[float, ...]
    contention: float | None
    runtime: str = ""


_Key = tuple[str, str, tuple[tuple[str, str], ...]]


def exchanges(run: Run) -> tuple[Exchange, ...]:
    """Return every exchange of ``run``, in the order in which they were measured."""
    absent = {
        (str(entry["name"]), str(entry["stack"])): str(entry["reason"])
        for entry in run.records
        if entry["kind"] in {"null", "refusal"}
    }
    stacks = [stack for stack in run.chosen if not stack.again]
    found: dict[_Key, dict[str, dict[Case, Row]]] = {}
    for stack in stacks:
        for case, row in _roles(stack):
            found.setdefault(_key(case), {}).setdefault(stack.name, {})[case] = row
    lines = reconcile.reconcile(run)
    return tuple(_exchange(run, key, rows, lines, absent) for key, rows in found.items())


def _roles(stack: Stack) -> Iterator[tuple[Case, Row]]:
    for row in stack.rows:
        if row.text(keys.FORMAT) and row.text(keys.UNIT) != "byte":
            yield Case.parse(row.name), row


def _key(case: Case) -> _Key:
    return case.target.rpartition(".")[0], case.document, case.factors


def _exchange(
    run: Run,
    key: _Key,
    rows: Mapping[str, Mapping[Case, Row]],
    steps: Iterable[reconcile.Line],
    absent: Mapping[tuple[str, str], str],
) -> Exchange:
    name, document, factors = key
    bare = {stack: _bare(own) for stack, own in rows.items()}
    lines = []
    for place in dict.fromkeys(place for own in bare.values() for place in own):
        case = replace(Case(f"{name}.{place[0]}", document, factors), state=place[1])  # type: ignore[arg-type]  # as read
        there = {stack: own[place] for stack, own in bare.items() if place in own}
        by = sample.clock(*there.values())
        measured = {stack: _measured(row, by) for stack, row in there.items()}
        reasons = {stack: absent.get((case.name, stack), "") for stack in rows}
        lines.append(_line(place, by, measured, reasons, noise(run, case.name)))
    lines.sort(key=lambda line: (ROLES.index(line.role), line.state != "warm", line.state))
    total, aa = _total(run, key, bare)
    if total is None:
        named = (Case(f"{name}.{line.role}", document, factors).name for line in lines)
        aa = next((found for each in named if (found := noise(run, each)) is not None), None)
    lines += [total] if total is not None else []
    every = [row for own in rows.values() for row in own.values()]
    bare_counts = [len(sample.units(row, "wall")) for row in every if row.text(keys.VIEW) != "single"]
    counts = bare_counts or [len(sample.units(row, "wall")) for row in every]
    first = every[0]
    return Exchange(
        name,
        document,
        factors,
        first.text(keys.KEY_ALGORITHM),
        first.text(keys.SCOPE),
        first.text(keys.BINDING),
        first.text(keys.DISCLOSE),
        _sizes(every),
        (min(counts), max(counts)),
        aa,
        tuple(rows),
        tuple(lines),
        tuple(line for line in steps if _key(line.case) == key),
        tuple(effect for stack, own in rows.items() for effect in _effects(stack, own)),
    )


def _bare(rows: Mapping[Case, Row]) -> dict[tuple[str, str], Row]:
    """Return the bare rows by role and state, the first call of a process left out."""
    return {
        (case.target.rpartition(".")[2], case.state): row
        for case, row in rows.items()
        if case.view == "bare" and case.state != "cold-process"
    }


def _sizes(rows: Iterable[Row]) -> dict[str, int]:
    found = {row.text(keys.ROLE): row.metadata.get(keys.OUTPUT_BYTES) for row in rows}
    return {role: size for role, size in found.items() if isinstance(size, int)}


def _measured(row: Row, by: sample.Clock) -> Measured:
    return Measured(
        sample.units(row, by),
        sample.per_round(row, by),
        sample.units(row, "wall"),
        sample.contention(row),
        row.text(keys.RUNTIME),
    )


def _line(
    place: tuple[str, str],
    by: sample.Clock,
    measured: Mapping[str, Measured],
    reasons: Mapping[str, str],
    aa: Interval | None,
) -> Line:
    medians = {stack: centre(found.units) for stack, found in measured.items()}
    best = min(medians, key=lambda stack: medians[stack].value)
    cells = []
    for stack, reason in reasons.items():
        if stack not in measured:
            cells.append(Cell(stack, reason=reason))
            continue
        own = measured[stack]
        found = None if stack == best else ratio(sample.pairs(measured[best].rounds, own.rounds))
        cells.append(
            Cell(
                stack,
                medians[stack],
                wall=median(own.wall),
                best=stack == best,
                ratio=found,
                verdict=None if found is None else judge(found, noise=aa),
                contention=own.contention,
                runtime=own.runtime,
            )
        )
    return Line(*place, by, tuple(cells))


def _total(
    run: Run, key: _Key, bare: Mapping[str, Mapping[tuple[str, str], Row]]
) -> tuple[Line | None, Interval | None]:
    """Return the line of the total, of the stacks that have every role, and its A/A interval."""
    whole = {
        stack: found for stack, own in bare.items() if (found := [own.get((role, "warm")) for role in ROLES])
    }
    rows = {stack: [row for row in own if row is not None] for stack, own in whole.items()}
    rows = {stack: own for stack, own in rows.items() if len(own) == len(ROLES)}
    if not rows:
        return None, None
    by = sample.clock(*(row for own in rows.values() for row in own))
    aa = _again(run, key, rows, by)
    measured = {stack: summed(own, by) for stack, own in rows.items()}
    return _line((TOTAL, "warm"), by, measured, dict.fromkeys(bare, ""), aa), aa


def _again(run: Run, key: _Key, rows: Mapping[str, Sequence[Row]], by: sample.Clock) -> Interval | None:
    """Return the A/A interval of the total: the first stack chosen against itself."""
    for stack in run.stacks:
        first = stack.name.removesuffix(AGAIN)
        if first == stack.name or first not in rows:
            continue
        named = {case.target.rpartition(".")[2]: row for case, row in _roles(stack) if _is_whole(case, key)}
        if all(role in named for role in ROLES):
            twice = summed([named[role] for role in ROLES], by)
            found = ratio(sample.pairs(summed(rows[first], by).rounds, twice.rounds))
            return None if found is None else found.interval
    return None


def _is_whole(case: Case, key: _Key) -> bool:
    return _key(case) == key and (case.state, case.view) == ("warm", "bare")


def summed(rows: Sequence[Row], by: sample.Clock) -> Measured:
    """Add up the rows of roles, round by round; outside rounds process by process."""
    each = [_measured(row, by) for row in rows]
    shared = [sitting for sitting in each[0].rounds if all(sitting in other.rounds for other in each)]
    rounds = {sitting: sum(found.rounds[sitting] for found in each) for sitting in shared}
    by_process = tuple(map(sum, zip(*(found.units for found in each), strict=False)))
    wall = tuple(map(sum, zip(*(found.wall for found in each), strict=False)))
    busy = [found.contention for found in each if found.contention is not None]
    return Measured(
        tuple(rounds.values()) or by_process, rounds, wall, max(busy, default=None), each[0].runtime
    )


def _effects(stack: str, rows: Mapping[Case, Row]) -> Iterator[Effect]:
    """Give the composition effect of each role that was measured both ways, on wall time."""
    for case, row in rows.items():
        bare = rows.get(replace(case, view="bare"))
        if case.view != "split" or bare is None:
            continue
        seen = {
            sitting: median(
                value - stamp
                for process in processes
                for value, stamp in zip(process.wall, _stamps(process.metadata), strict=True)
            )
            for sitting, processes in row.sittings.items()
        }
        both = sample.pairs(sample.per_round(bare, "wall"), seen)
        if both:
            value = median(split / whole for whole, split in both)
            yield Effect(case.target.rpartition(".")[2], stack, value, ratio(both))


def _stamps(told: Mapping[str, keys.Scalar]) -> Iterator[float]:
    stamped = int(told[keys.STEPS])
    return (stamped * cost for cost in keys.numbers(told[keys.STAMP_COST]))
