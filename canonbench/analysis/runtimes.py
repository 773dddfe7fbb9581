"""The best stack of each runtime: what a specification needs at most is bounded by the best of any.

A bound by libraries alone stands beside it where our own engines are the best of theirs.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from canonbench.analysis.table import FLOOR, Cell
from canonbench.analysis.wholes import OWN

__all__ = ["HOME", "Best", "bests", "family"]

HOME = "Python"
"""The runtime that a run file does not name, since canonbench runs in it."""


class Best(NamedTuple):
    """The stack with the least median of one runtime; ``libraries`` says: without our own engines."""

    runtime: str
    cell: Cell
    libraries: bool = False


def family(runtime: str) -> str:
    """Return the name of a runtime without its version: ``"Node.js"``; ``HOME`` for an empty one."""
    return runtime.partition(" ")[0] or HOME


def bests(cells: Sequence[Cell]) -> tuple[Best, ...]:
    """Return the best of each runtime, the best overall first; nothing where only one runtime was measured.

    A cell's own ratio is already the one to the best overall.
    """
    measured: dict[str, list[Cell]] = {}
    for cell in cells:
        if cell.median is not None and cell.stack != FLOOR:
            measured.setdefault(family(cell.runtime), []).append(cell)
    if len(measured) < 2:  # noqa: PLR2004 - two to compare
        return ()
    found = [best for runtime, own in measured.items() for best in _of(runtime, own)]
    return tuple(sorted(found, key=lambda best: (not best.cell.best, best.libraries, _value(best.cell))))


def _of(runtime: str, cells: Sequence[Cell]) -> Iterator[Best]:
    best = min(cells, key=_value)
    yield Best(runtime, best)
    others = [cell for cell in cells if cell.stack != OWN]
    if best.stack == OWN and others:
        yield Best(runtime, min(others, key=_value), libraries=True)


def _value(cell: Cell) -> float:
    assert cell.median is not None, "only what was measured is compared"
    return cell.median.value
