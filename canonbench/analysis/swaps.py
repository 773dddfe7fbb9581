"""The swaps between two formats: which there are, and what an exchange takes with some of them made.

A set of swaps names an exchange, the *cell*, and says whether its best stack counts or the one under study.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from canonbench.analysis.cells import SUITES, Cell, Place
from canonbench.analysis.sample import Series

__all__ = ["CANONICALIZATION", "CURVE", "LIBRARY", "cell_of", "named", "subsets", "swaps", "takes", "wanted"]

CURVE, CANONICALIZATION, LIBRARY = "curve", "canonicalization", "library"
"""The curve of the other format, JCS for RDFC-1.0, the best stack for the one under study."""


def swaps(place: Place, other: Place) -> tuple[str, ...]:
    """Return the swaps that make ``place`` more like ``other``."""
    curve = (CURVE,) if place.algorithm != other.algorithm else ()
    return (*curve, CANONICALIZATION, LIBRARY)


def subsets(of: Sequence[str]) -> Iterator[frozenset[str]]:
    """Give every set of swaps, the empty one first."""
    for number in range(2 ** len(of)):
        yield frozenset(swap for place, swap in enumerate(of) if number >> place & 1)


def named(made: Collection[str]) -> str:
    """Return the name of the cell in which ``made`` are made; another stack is no other cell."""
    return " + ".join(swap for swap in (CURVE, CANONICALIZATION) if swap in made) or "none"


def wanted(there: Sequence[Place], place: Place, other: Place) -> Iterator[tuple[str, Place | None]]:
    """Give the name of each cell, and its place among ``there``, ``None`` where it was not measured."""
    known = {(each.format, each.document, each.others): each for each in there}
    for made in subsets([swap for swap in reversed(swaps(place, other)) if swap != LIBRARY]):
        algorithm = other.algorithm if CURVE in made else place.algorithm
        suite = SUITES[algorithm, "jcs" if CANONICALIZATION in made else "rdfc"]
        yield named(made), known.get((suite, place.document, place.others))


def cell_of(cells: Mapping[str, Cell], made: Collection[str]) -> Cell:
    """Return the cell in which ``made`` are made."""
    return cells[named(made)]


def takes(cells: Mapping[str, Cell], made: Collection[str]) -> Series:
    """Return what the exchange takes in each round with ``made`` made."""
    cell = cell_of(cells, made)
    return cell.best.rounds if LIBRARY in made else cell.chosen.rounds
