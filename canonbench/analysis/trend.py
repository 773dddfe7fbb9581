"""Trends: a row over several runs of one machine, relative to an engine that did not change between them.

Runs share no rounds, and between them a machine may change. What does not change with it is a ratio within a
run: each run gives its ratio of the row to the same row of a *reference*, a stack whose engine has the same
version and source in all of the runs. Where these ratios move, the stack has moved.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from canonbench.analysis import sample
from canonbench.analysis.interval import Ratio, ratio
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Row, Run, Stack

__all__ = ["Moment", "Trend", "reference", "trends"]

_OWN = ("canonbench", "replay", "reference")
_DEFINITION = (keys.CASE_VERSION, keys.DOCUMENT_SHA256, keys.CONTEXTS_SHA256)


@dataclass(frozen=True)
class Moment:
    """One run of a trend: time over that of the reference; without a ``ratio``, ``reason`` says why."""

    run: str
    version: str
    source: str
    ratio: Ratio | None
    reason: str = ""


@dataclass(frozen=True)
class Trend:
    """One row with one stack over at least two runs, in their order, relative to ``reference``."""

    case: Case
    stack: str
    reference: str
    moments: tuple[Moment, ...]

    @property
    def moved(self) -> bool:
        """Whether the intervals of the first and the last ratio lie apart."""
        known = [each.ratio.interval for each in self.moments if each.ratio is not None]
        if not known:
            return False
        return known[0].high < known[-1].low or known[-1].high < known[0].low


def reference(runs: Sequence[Run]) -> str:
    """Return the stack that all ``runs`` have with the same engine, version and source; empty if none.

    One of a library goes before ours, then the one that has most rows.
    """
    if not runs:
        return ""
    able: dict[str, int] = {}
    for stack in runs[0].stacks:
        there = [run.stack(stack.name) for run in runs]
        found = [other for other in there if other is not None]
        makes = {_make(other) for other in found}
        if len(found) == len(runs) and len(makes) == 1 and "" not in makes and not stack.again:
            able[stack.name] = min(len(other.rows) for other in found)
    return max(able, key=lambda name: (name not in _OWN, able[name], name), default="")


def trends(runs: Sequence[Run]) -> tuple[Trend, ...]:
    """Return the trend of each row and stack that two of ``runs``, oldest first, have beside the reference.

    There is none for fewer than two runs, or without a reference.
    """
    chosen = reference(runs) if len(runs) > 1 else ""
    if not chosen:
        return ()
    found = []
    for stack, case in dict.fromkeys(pair for run in runs for pair in _rows(run, chosen)):
        rows = [(run, _row(run, stack, case.name), _row(run, chosen, case.name)) for run in runs]
        both = [(run, row, base) for run, row, base in rows if row is not None and base is not None]
        if len(both) > 1:
            newest = both[-1][1]
            moments = tuple(_moment(run, row, base, newest) for run, row, base in both)
            found.append(Trend(case, stack, chosen, moments))
    return tuple(found)


def _make(stack: Stack) -> str:
    """Return what identifies the engine of a stack, empty if its rows do not say or differ."""
    makes = {(row.engine, row.text(keys.ENGINE_VERSION), row.text(keys.ENGINE_SOURCE)) for row in stack.rows}
    made = makes.pop() if len(makes) == 1 else ("", "", "")
    return " ".join(made) if all(made) else ""


def _rows(run: Run, chosen: str) -> list[tuple[str, Case]]:
    found = []
    for stack in run.chosen:
        if stack.name == chosen or stack.again:
            continue
        for row in stack.rows:
            case = _case(row)
            if case is not None:
                found.append((stack.name, case))
    return found


def _case(row: Row) -> Case | None:
    """Return the case of a row that is a time, warm and bare."""
    case = row.case
    plain = case is not None and (case.state, case.view) == ("warm", "bare") and row.is_time
    return case if plain else None


def _row(run: Run, stack: str, name: str) -> Row | None:
    found = run.stack(stack)
    return None if found is None else found.row(name)


def _moment(run: Run, row: Row, base: Row, newest: Row) -> Moment:
    about = (run.label, row.text(keys.ENGINE_VERSION), row.text(keys.ENGINE_SOURCE))
    if any(row.text(key) != newest.text(key) for key in _DEFINITION):
        return Moment(*about, None, "another definition or document than in the newest run")
    by = sample.clock(row, base)
    found = ratio(sample.pairs(sample.per_round(base, by), sample.per_round(row, by)))
    return Moment(*about, found, "" if found is not None else "too few shared rounds")
