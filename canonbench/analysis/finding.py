"""What a table says, in one sentence, and what a reader of it must know besides."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from canonbench.analysis import sample
from canonbench.analysis.compare import Verdict
from canonbench.analysis.interval import ROUNDS
from canonbench.analysis.table import FLOOR, Cell, Line, Table

__all__ = ["finding", "notes"]

_LAST = "rdfc.canonicalize"

# The ways from JSON to canonical bytes, as stages in their order; the first that a stack has whole is taken.
_WAYS = (
    ("jsonld.expand", "jsonld.to_rdf", _LAST),
    ("jsonld.to_quads", _LAST),
)

# Shown as "of which": a part that is no step of its own is never added up.
_OF_WHICH = frozenset({"jsonld.process_context"})


class _Way(NamedTuple):
    stack: str
    steps: dict[str, float]

    @property
    def total(self) -> float:
        return sum(self.steps.values())


def _percent(share: float) -> str:
    percent = round(100 * share)
    return f"{percent} %" if percent else "under 1 %"


def _plain(table: Table) -> list[Line]:
    """Return the lines of the warm, bare cases: what a finding speaks of."""
    return [line for line in table.lines if line.case.state == "warm" and line.case.view == "bare"]


def finding(table: Table) -> str:
    """Return one sentence: which stage drives the cost, else which stack is the fastest; empty if unknown.

    Shares within a whole are those of the fastest stack that has parts; the way from JSON to canonical bytes
    is that of the fastest stack that goes all of it.
    """
    said = ", and ".join(part for part in (_driver(table), _way(table)) if part) or _fastest(table)
    return f"on {table.document} {said}" if said else ""


def _wholes(lines: Sequence[Line]) -> Iterator[tuple[Line, list[Line]]]:
    """Give each whole that has parts, with its direct parts."""
    for place, whole in enumerate(lines):
        if whole.depth == 0:
            own = list(takewhile(lambda line: line.depth > 0, lines[place + 1 :]))
            parts = [line for line in own if line.depth == 1]
            if parts:
                yield whole, parts


def _driver(table: Table) -> str:
    """Say which part of a whole is the largest, with the fastest stack that has parts; RDFC-1.0 if it can."""
    options = []
    for whole, parts in _wholes(_plain(table)):
        for index, cell in enumerate(whole.cells):
            share, target = max((part.cells[index].share or 0.0, part.case.target) for part in parts)
            if cell.median is not None and cell.stack != FLOOR and share:
                said = f"{target} is {_percent(share)} of {whole.case.target} with {cell.stack}"
                options.append((whole.case.target != _LAST, cell.median.value, said))
    return min(options)[-1] if options else ""


def _ways(table: Table) -> Iterator[_Way]:
    for index, stack in enumerate(table.stacks):
        measured = {
            line.case.target: cell.median.value
            for line in _plain(table)
            if (cell := line.cells[index]).median is not None
        }
        for way in _WAYS:
            if measured.keys() >= set(way):
                yield _Way(stack, {step: measured[step] for step in way})
                break


def _way(table: Table) -> str:
    way = min(_ways(table), key=lambda way: way.total, default=None)
    if way is None:
        return ""
    shares = {step: value / way.total for step, value in way.steps.items()}
    largest = max(shares, key=lambda step: shares[step])
    said = f"{_LAST} is {_percent(shares[_LAST])} of the way from JSON to canonical bytes with {way.stack}"
    return said if largest == _LAST else f"{said}; {largest} is {_percent(shares[largest])}"


def _fastest(table: Table) -> str:
    """Say which stack is the fastest at the first whole that several stacks have."""
    for line in _plain(table):
        rivals = [cell for cell in line.cells if cell.ratio is not None]
        best = next((cell for cell in line.cells if cell.best), None)
        if line.depth == 0 and best is not None and rivals:
            return f"{best.stack} is the fastest at {line.case.target}: {'; '.join(map(_rival, rivals))}"
    return ""


def _rival(cell: Cell) -> str:
    if cell.ratio is None or cell.verdict in {Verdict.NONE_SEEN, Verdict.CANNOT_TELL}:
        return f"{cell.stack}: {cell.verdict}"
    return f"{cell.stack} takes {cell.ratio.value:.3g} times as long"


def notes(table: Table) -> tuple[str, ...]:
    """Return what must be known beside the figures, a sentence each."""
    said = []
    if 0 < table.rounds[0] < ROUNDS:
        said.append(f"too few rounds for intervals: {table.rounds[0]}, and {ROUNDS} are needed")
    timed = [line for line in table.lines if any(cell.median is not None for cell in line.cells)]
    wall = [line.case.name for line in timed if line.clock == "wall"]
    if wall:
        said.append(f"wall time decides for {', '.join(wall)}")
    said += _sums(_plain(table))
    ratios = [cell.contention or 0.0 for line in table.lines for cell in line.cells]
    busy = [ratio for ratio in ratios if ratio > sample.CONTENTION]
    if busy:
        rows = f"{len(busy)} row{'s' if len(busy) > 1 else ''}"
        said.append(
            f"wall time is up to {max(busy):.2f} times CPU time in {rows}: something else ran on this machine"
        )
    return tuple(said)


def _sums(lines: Sequence[Line]) -> Iterator[str]:
    """Say what the direct parts of a whole add up to, for each stack that has them all."""
    for whole, parts in _wholes(lines):
        added = [part for part in parts if part.case.target not in _OF_WHICH]
        for index, cell in enumerate(whole.cells):
            shares = [part.cells[index].share for part in added]
            told = [share for share in shares if share is not None]
            if len(told) == len(shares) > 1:
                yield (
                    f"{cell.stack}: the parts of {whole.case.name}, each measured by itself, "
                    f"add up to {_percent(sum(told))} of it"
                )
