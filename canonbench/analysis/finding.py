"""What a table says, in one sentence, and what a reader of it must know besides."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from canonbench.analysis import sample
from canonbench.analysis.compare import Verdict
from canonbench.analysis.interval import ROUNDS
from canonbench.analysis.table import FLOOR, Cell, Line, Table

__all__ = ["CONTRAST", "OF_WHICH", "finding", "notes"]

_LAST = "rdfc.canonicalize"
_QUADS = "jsonld.to_quads"
_STEPS = ("jsonld.expand", "jsonld.to_rdf")
_NAMES = {_QUADS: "JSON-LD to quads", _LAST: "RDFC-1.0"}

OF_WHICH = frozenset({"jsonld.process_context"})
"""Stages that are no step of their own within their whole: shown as "of which", and never added up."""

CONTRAST = "kit."
"""Begins the name of a stage that is none of a format: what others time under its name."""

_NOT_TOLD = frozenset({Verdict.NONE_SEEN, Verdict.CANNOT_TELL})

_CLOSE = 0.02
"""Bounds of a share that are nearer than this are said as one."""


class _Way(NamedTuple):
    """What a stack takes from JSON to canonical bytes, in seconds; ``steps`` are expansion and the rest."""

    stack: str
    quads: float
    canonical: float
    steps: tuple[float, float] | None

    @property
    def total(self) -> float:
        return self.quads + self.canonical

    @property
    def driver(self) -> str:
        return _QUADS if self.quads > self.canonical else _LAST


def _percent(share: float) -> str:
    percent = round(100 * share)
    return f"{percent} %" if percent else "under 1 %"


def _plain(table: Table) -> list[Line]:
    """Return the lines of the warm, bare cases: what a finding speaks of."""
    return [line for line in table.lines if line.case.state == "warm" and line.case.view == "bare"]


def finding(table: Table) -> str:
    """Return one sentence: which stage drives the cost, else which stack is the fastest; empty if unknown.

    Shares within a whole are those of the fastest stack that has parts; the way from JSON to canonical bytes
    is that of every stack that goes all of it.
    """
    said = "; ".join(part for part in (_driver(table), _way(table)) if part) or _fastest(table)
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
    """Say which part of a whole is the largest, with the fastest stack that has parts; RDFC-1.0 if it can.

    Parts that are measured by themselves repeat work that the whole does once. So the share has two bounds:
    what the whole takes beyond the other parts, and the part by itself.
    """
    options = []
    for whole, parts in _wholes(_plain(table)):
        for index, cell in enumerate(whole.cells):
            shares = [(part.cells[index].share or 0.0, part.case.target) for part in parts]
            share, target = max(shares)
            if cell.median is not None and cell.stack != FLOOR and share:
                others = sum(other for other, name in shares if name != target and name not in OF_WHICH)
                said = f"{target} is {_range(1 - others, share)} of {whole.case.target} with {cell.stack}"
                options.append((whole.case.target != _LAST, cell.median.value, said))
    return min(options)[-1] if options else ""


def _range(one: float, other: float) -> str:
    low, high = sorted((min(max(one, 0.0), 1.0), min(other, 1.0)))
    return _percent(other) if high - low < _CLOSE else f"{round(100 * low)} to {_percent(high)}"


def _ways(table: Table) -> Iterator[_Way]:
    for index, stack in enumerate(table.stacks):
        measured = {
            line.case.target: cell.median.value
            for line in _plain(table)
            if (cell := line.cells[index]).median is not None
        }
        steps = (measured[_STEPS[0]], measured[_STEPS[1]]) if measured.keys() >= set(_STEPS) else None
        quads = min(
            [*([measured[_QUADS]] if _QUADS in measured else []), *([sum(steps)] if steps else [])],
            default=None,
        )
        if quads is not None and _LAST in measured:
            yield _Way(stack, quads, measured[_LAST], steps)


def _way(table: Table) -> str:
    ways = sorted(_ways(table), key=lambda way: way.total)
    if not ways:
        return ""
    shares = _listed([f"{_percent(way.canonical / way.total)} with {way.stack}" for way in ways])
    said = f"of the way from JSON to canonical bytes RDFC-1.0 is {shares}"
    drivers = {way.driver: [other.stack for other in ways if other.driver == way.driver] for way in ways}
    told = [
        f"{_NAMES[driver]}{_chiefly(ways, driver)}{f' with {_listed(stacks)}' if len(drivers) > 1 else ''}"
        for driver, stacks in drivers.items()
    ]
    return f"{said}: the driver is {_listed(told).rstrip(',')}"


def _chiefly(ways: Sequence[_Way], driver: str) -> str:
    steps = [way.steps for way in ways if way.driver == driver and way.steps is not None]
    return (
        ", chiefly expansion," if driver == _QUADS and steps and all(one > two for one, two in steps) else ""
    )


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _fastest(table: Table) -> str:
    """Say which stack is the fastest at the first whole that several stacks have, or may be."""
    for line in _plain(table):
        rivals = [cell for cell in line.cells if cell.ratio is not None]
        best = next((cell for cell in line.cells if cell.best), None)
        if line.depth == 0 and best is not None and rivals:
            return _told_apart(line.case.target, best.stack, rivals)
    return ""


def _told_apart(target: str, best: str, rivals: Sequence[Cell]) -> str:
    alike = [cell.stack for cell in rivals if cell.verdict in _NOT_TOLD]
    slower = [
        f"{cell.stack} takes {cell.ratio.value:.3g} times as long"
        for cell in rivals
        if cell.ratio is not None and cell.verdict not in _NOT_TOLD
    ]
    if not alike:
        return f"{best} is the fastest at {target}: {'; '.join(slower)}"
    return "; ".join([f"{_listed([best, *alike])} cannot be told apart at {target}", *slower])


def notes(table: Table) -> tuple[str, ...]:
    """Return what must be known beside the figures, a sentence each."""
    said = []
    if 0 < table.rounds[0] < ROUNDS:
        said.append(f"too few rounds for intervals: {table.rounds[0]}, and {ROUNDS} are needed")
    timed = [line for line in table.lines if any(cell.median is not None for cell in line.cells)]
    wall = [line.case.name for line in timed if line.clock == "wall" and line.case.view != "single"]
    if wall:
        said.append(f"wall time decides for {', '.join(wall)}")
    said += _sums(_plain(table))
    if any(line.case.target.startswith(CONTRAST) for line in timed):
        said.append(f"{CONTRAST}* is what others time under the name of a format: not an exchange")
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
        added = [part for part in parts if part.case.target not in OF_WHICH]
        for index, cell in enumerate(whole.cells):
            shares = [part.cells[index].share for part in added]
            told = [share for share in shares if share is not None]
            if len(told) == len(shares) > 1 and max(told) > 1:
                yield (
                    f"{cell.stack} does {whole.case.name} in one pass; its parts are ways of their own, "
                    f"and together take {sum(told):.3g} times as long"
                )
            elif len(told) == len(shares) > 1:
                yield (
                    f"{cell.stack}: the parts of {whole.case.name}, each measured by itself, "
                    f"add up to {_percent(sum(told))} of it"
                )
