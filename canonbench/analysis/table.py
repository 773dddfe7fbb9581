"""The table of a stage run: for each document, stages by stacks, with shares and ratios.

A whole and its parts are measured each by itself, in the same rounds. A share is the median over rounds of
part over whole, so the parts need not add up to the whole; ``canonbench.analysis.finding`` says by how much.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from canonbench.analysis import sample
from canonbench.analysis.compare import Verdict, judge, noise
from canonbench.analysis.interval import Median, Ratio, centre, ratio
from canonbench.model.case import AGAIN, Case
from canonbench.runs import keys
from canonbench.runs.rows import Row, Run, Stack

__all__ = ["FLOOR", "WHOLE_ONLY", "Cell", "Line", "Table", "order", "tables"]

FLOOR = "replay"
"""Stack that repeats the primitive calls alone: a floor, which is never called the best."""

WHOLE_ONLY = "whole only"


@dataclass(frozen=True)
class Cell:
    """One stage with one stack on one document.

    ``median`` is ``None`` where nothing was measured; ``reason`` then says why, empty where the stack does
    not offer the stage. ``wall`` is the median wall time, in seconds, whatever the clock that decides.
    ``share`` is the part of the whole that the stage belongs to, ``None`` for a whole. ``ratio`` is the time
    over that of the best stack, paired by round: ``None`` for the best, for the floor and for too few rounds.
    ``contention`` is the median of wall over CPU time. ``runtime`` is the stack's, with its version,
    empty for this Python.
    """

    stack: str
    median: Median | None = None
    reason: str = ""
    wall: float | None = None
    share: float | None = None
    best: bool = False
    ratio: Ratio | None = None
    verdict: Verdict | None = None
    contention: float | None = None
    runtime: str = ""


@dataclass(frozen=True)
class Line:
    """One case; ``depth`` is 0 for a whole, 1 for its parts, 2 for theirs. Cells are in the stacks' order."""

    case: Case
    depth: int
    clock: sample.Clock
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """Everything that one run says about one document.

    ``document`` is its name with the factors that differ from their defaults. ``rounds`` are the fewest and
    the most rounds of its rows; where ``paired`` is false the files were run by hand, and they are processes.
    ``noise`` is how far the A/A intervals of its rows reach from 1, as a factor less one: the median over
    the rows, and the most; ``None`` without an A/A pair of enough rounds.
    """

    document: str
    quads: int | None
    blank_nodes: int | None
    rounds: tuple[int, int]
    paired: bool
    noise: tuple[float, float] | None
    stacks: tuple[str, ...]
    lines: tuple[Line, ...]


def tables(run: Run) -> tuple[Table, ...]:
    """Return a table for each document of ``run``, in the order of its plan.

    The second stack of the A/A pair gives the noise and no column; memory rows and rows whose names are not
    canonbench's are left out.
    """
    entries = [
        entry
        for entry in run.records
        if entry["kind"] in {"null", "refusal"} and run.only in {None, entry["stack"]}
    ]
    absent = {(str(entry["name"]), str(entry["stack"])): str(entry["reason"]) for entry in entries}
    part_of = {row.name: row.text(keys.PART_OF) for stack in run.stacks for row in stack.rows}
    part_of |= {str(entry["name"]): str(entry["part_of"]) for entry in entries if "part_of" in entry}
    measured = {stack.name: stack for stack in run.chosen}
    named = dict.fromkeys([*measured, *(stack for _, stack in absent)])
    stacks = [measured.get(name) or Stack(name, ()) for name in named if not name.endswith(AGAIN)]
    stacks.sort(key=lambda stack: stack.name == FLOOR)
    timed = [row.name for stack in stacks for row in stack.rows if row.is_time]
    cases: dict[str, list[Case]] = {}
    for case in _cases([*timed, *(name for name, _ in absent)]):
        document = Case("", case.document, case.factors).name.removeprefix("/")
        cases.setdefault(document, []).append(case)
    planned = order(run)
    ordered = sorted(cases, key=lambda name: planned.get(name.partition("@")[0], len(planned)))
    return tuple(
        _table(run, stacks, document, _ordered(cases[document], part_of), absent) for document in ordered
    )


def order(run: Run) -> dict[str, int]:
    """Return the place of each document in the plan of ``run``; empty if it has none, as a file by itself."""
    plans = (entry for entry in run.records if entry["kind"] == "plan")
    documents = [str(cell[1]) for entry in plans for cell in entry.get("cells", ())]
    return {name: place for place, name in enumerate(dict.fromkeys(documents))}


def _cases(names: Iterable[str]) -> Iterator[Case]:
    for name in dict.fromkeys(names):
        case = Case.of(name)
        if case is not None:
            yield case


def _table(
    run: Run,
    stacks: Sequence[Stack],
    document: str,
    cases: Sequence[tuple[Case, int]],
    absent: Mapping[tuple[str, str], str],
) -> Table:
    rows = {case: {stack.name: row for stack in stacks if (row := stack.row(case.name))} for case, _ in cases}
    every = [row for found in rows.values() for row in found.values()]
    there = [row for row in every if row.text(keys.VIEW) != "single"] or every
    aa = {case: noise(run, case.name) for case, _ in cases}
    lines: list[Line] = []
    whole: dict[str, Row] = {}
    for case, depth in cases:
        if depth == 0:
            whole = {}
        by = sample.clock(*rows[case].values())
        best = _best(rows[case], by)
        cells = []
        for stack in stacks:
            row = rows[case].get(stack.name)
            if row is None:
                reason = absent.get((case.name, stack.name), "")
                offered = stack.name in whole and stack.name != FLOOR
                cells.append(Cell(stack.name, reason=reason or (WHOLE_ONLY if offered else "")))
                continue
            found = None
            if best is not None and row is not best and stack.name != FLOOR:
                found = ratio(sample.pairs(sample.per_round(best, by), sample.per_round(row, by)))
            cells.append(
                Cell(
                    stack.name,
                    centre(sample.units(row, by)),
                    wall=centre(sample.units(row, "wall")).value,
                    share=_share(row, whole.get(stack.name)),
                    best=row is best,
                    ratio=found,
                    verdict=None if found is None else judge(found, noise=aa[case]),
                    contention=sample.contention(row),
                    runtime=row.text(keys.RUNTIME),
                )
            )
        if depth == 0:
            whole = rows[case]
        lines.append(Line(case, depth, by, tuple(cells)))
    rounds = [len(sample.units(row, "wall")) for row in there] or [0]
    far = [max(interval.high, 1 / interval.low) - 1 for interval in aa.values() if interval is not None]
    return Table(
        document,
        _size(there, keys.DOCUMENT_QUADS),
        _size(there, keys.DOCUMENT_BLANK_NODES),
        (min(rounds), max(rounds)),
        all(row.sittings for row in there),
        (median(far), max(far)) if far else None,
        tuple(stack.name for stack in stacks),
        tuple(lines),
    )


def _ordered(cases: Sequence[Case], part_of: Mapping[str, str]) -> list[tuple[Case, int]]:
    """Give every case with its depth: a whole, then its parts, each followed by its own."""
    above = {case: replace(case, target=part_of.get(case.name, "")) for case in cases}

    def below(case: Case, depth: int) -> Iterator[tuple[Case, int]]:
        yield case, depth
        for part in cases:
            if above[part] == case:
                yield from below(part, depth + 1)

    return [found for case in cases if above[case] not in above for found in below(case, 0)]


def _best(rows: Mapping[str, Row], by: sample.Clock) -> Row | None:
    able = [row for stack, row in rows.items() if stack != FLOOR]
    return min(able, key=lambda row: centre(sample.units(row, by)).value, default=None)


def _share(part: Row, whole: Row | None) -> float | None:
    if whole is None:
        return None
    by = sample.clock(part, whole)
    both = sample.pairs(sample.per_round(whole, by), sample.per_round(part, by))
    if both:
        return median(of / total for total, of in both)
    return centre(sample.units(part, by)).value / centre(sample.units(whole, by)).value


def _size(rows: Iterable[Row], key: str) -> int | None:
    found = (row.metadata.get(key) for row in rows)
    return next((size for size in found if isinstance(size, int)), None)
