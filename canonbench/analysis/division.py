"""What the canonicalization contributes to a gap, divided by the steps that were measured in place.

A stage takes its share of the split view in the same round, times the bare total; steps are often measured
in fewer rounds than totals, and the other rounds take the median share.
"""

from collections.abc import Mapping, Sequence
from statistics import median

from canonbench.analysis.cells import Cell, Place
from canonbench.analysis.costs import step_rounds
from canonbench.analysis.sample import Series
from canonbench.analysis.shapley import contribution
from canonbench.analysis.swaps import CANONICALIZATION, LIBRARY, cell_of, subsets, takes
from canonbench.runs.rows import Run, Sitting

__all__ = ["RDFC", "REST", "TO_QUADS", "Division"]

TO_QUADS, RDFC, REST = "JSON-LD to quads", "RDFC-1.0 less JCS", "what else changes"

_FAMILIES = ((TO_QUADS, ("jsonld.",)), (RDFC, ("rdfc.", "jcs.")))


class Division:
    """Divides the contribution of the canonicalization to one gap."""

    def __init__(self, run: Run, cells: Mapping[str, Cell], swaps: Sequence[str]) -> None:
        """Take the steps from ``run``, for every combination of ``swaps`` in ``cells``."""
        self._run, self._cells, self._swaps = run, cells, swaps
        self._kept: dict[tuple[str, str, tuple[str, ...]], Series] = {}

    def parts(self, whole: Series) -> Mapping[str, Series]:
        """Return the parts of ``whole`` in each round, or none if a role was not measured step by step."""
        found: dict[str, Series] = {}
        for name, families in _FAMILIES:
            series = {}
            for sitting in whole:
                costs = self._costs(sitting, families)
                if costs is None:
                    return {}
                series[sitting] = contribution(CANONICALIZATION, self._swaps, costs.__getitem__)
            found[name] = series
        found[REST] = {
            each: seconds - found[TO_QUADS][each] - found[RDFC][each] for each, seconds in whole.items()
        }
        return found

    def _costs(self, sitting: Sitting, families: tuple[str, ...]) -> Mapping[frozenset[str], float] | None:
        """Return what the stages of ``families`` take in one round, for every combination of swaps."""
        found = {}
        for made in subsets(self._swaps):
            cell = cell_of(self._cells, made)
            best = LIBRARY in made or cell.stands_in
            shares = self._shares(cell.place, cell.best.of[sitting] if best else cell.chosen.stack, families)
            if not shares:
                return None
            share = shares.get(sitting)
            taken = takes(self._cells, made)[sitting]
            found[made] = (median(shares.values()) if share is None else share) * taken
        return found

    def _shares(self, place: Place, stack: str, families: tuple[str, ...]) -> Series:
        key = (place.format, stack, families)
        if key not in self._kept:
            self._kept[key] = _shares(self._run, place, stack, families)
        return self._kept[key]


def _shares(run: Run, place: Place, stack: str, families: tuple[str, ...]) -> Series:
    """Return the share of an exchange that ``families`` take, round by round, with a stack."""
    found = run.stack(stack)
    rows = [found.row(f"{case.name}:split") for case in place.cases] if found is not None else []
    each = [step_rounds(row) for row in rows if row is not None]
    if len(each) < len(rows):
        return {}
    sittings = set.intersection(*(set(own) for own in each))
    return {sitting: _family(each, sitting, families) for sitting in sittings}


def _family(
    each: Sequence[Mapping[Sitting, Mapping[str, float]]], sitting: Sitting, families: tuple[str, ...]
) -> float:
    lines = [(what, seconds) for own in each for what, seconds in own[sitting].items() if what != "stamps"]
    return sum(seconds for what, seconds in lines if what.startswith(families)) / sum(
        seconds for _, seconds in lines
    )
