"""Compare two runs row by row: a ratio paired by round, its interval, and a verdict."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from canonbench.analysis import sample
from canonbench.analysis.interval import ROUNDS, Interval, Median, Ratio, centre, ratio
from canonbench.model.case import AGAIN
from canonbench.runs import keys
from canonbench.runs.rows import Row, Run, Stack

__all__ = [
    "BAND",
    "ONLY",
    "SAME",
    "TRACED",
    "Compared",
    "Comparison",
    "Verdict",
    "compare",
    "judge",
    "noise",
    "traced",
]

BAND = 0.10
"""Ratio, less one, under which a difference is *small*."""

SAME = Interval(1 / 1.02, 1.02)
"""An interval inside this one says that there is no difference to speak of."""


TRACED = "timed under memray, which makes it longer: no timing; its memory stands in the metadata"
"""Why a row that memray looked on is refused as timing."""

ONLY = ("only in A", "only in B")
"""The reasons of rows that only one of the two runs has."""


class Verdict(StrEnum):
    """What may be said about a ratio. The value is the word to print."""

    CANNOT_TELL = "cannot tell"
    NONE_SEEN = "none seen"
    SMALL = "small"
    FASTER = "faster"
    SLOWER = "slower"
    LESS = "less"
    MORE = "more"


@dataclass(frozen=True)
class Comparison:
    """One row of a comparison.

    ``ratio`` is time (or memory) of B over that of A: above 1, B is slower (or takes more). ``beside`` is the
    same by the other clock. ``verdict`` is ``None`` for a row that was refused; ``reason`` says why, and why
    nothing can be told.
    ``unit`` is ``second``, or that of memory: ``byte`` or ``integer``; then *less* and *more* are said.
    ``contention`` is the larger median of wall over CPU time of both, if it says that something else ran.
    """

    name: str
    a: str
    b: str
    verdict: Verdict | None
    reason: str = ""
    clock: sample.Clock = "cpu"
    median_a: Median | None = None
    median_b: Median | None = None
    ratio: Ratio | None = None
    beside: float | None = None
    noise: Interval | None = None
    contention: float | None = None
    unit: str = "second"


@dataclass(frozen=True)
class Compared:
    """All rows of a comparison of run ``a`` with run ``b``, in the order of A's rows, then B's."""

    a: str
    b: str
    band: float
    rows: tuple[Comparison, ...]

    def any(self, verdict: Verdict) -> bool:
        """Tell whether a row has this verdict."""
        return any(row.verdict is verdict for row in self.rows)

    @property
    def refused(self) -> tuple[Comparison, ...]:
        """The rows that were not compared."""
        return tuple(row for row in self.rows if row.verdict is None)


def judge(
    found: Ratio | None, *, band: float = BAND, noise: Interval | None = None, unit: str = "second"
) -> Verdict:
    """Return the verdict on a ratio, tried in this order.

    *cannot tell*: no interval (no shared rounds, or fewer than eight), or a half-width over ``band``, unless
    all of the interval lies beyond the band: then *faster* or *slower* is certain, and only how much is not;
    *none seen*: the interval includes 1, or lies within 2 % of it, or within the A/A interval ``noise``;
    *small*: the ratio is nearer to 1 than ``band``; *faster* or *slower*, of memory *less* or *more*.
    """
    if found is None:
        return Verdict.CANNOT_TELL
    interval = found.interval
    beyond = interval.low > 1 + band or interval.high < 1 / (1 + band)
    if found.half_width > band and not beyond:
        return Verdict.CANNOT_TELL
    if interval.holds(1) or interval.within(SAME) or (noise is not None and interval.within(noise)):
        return Verdict.NONE_SEEN
    if 1 / (1 + band) < found.value < 1 + band:
        return Verdict.SMALL
    less, more = (Verdict.FASTER, Verdict.SLOWER) if unit == "second" else (Verdict.LESS, Verdict.MORE)
    return more if found.value > 1 else less


def _paired(a: Row, b: Row, by: sample.Clock) -> list[tuple[float, float]]:
    return sample.pairs(sample.per_round(a, by), sample.per_round(b, by))


def noise(run: Run, name: str) -> Interval | None:
    """Return the A/A interval of row ``name``: the first engine chosen against itself in the same rounds."""
    for again in run.stacks:
        first = run.stack(again.name.removesuffix(AGAIN))
        if first is None or first is again:
            continue
        a, b = first.row(name), again.row(name)
        if a is not None and b is not None and a.case_version == b.case_version:
            found = ratio(_paired(a, b, sample.clock(a, b)))
            return None if found is None else found.interval
    return None


def _unit(row: Row) -> str:
    return row.text(keys.UNIT) or "second"


def traced(row: Row) -> bool:
    """Tell whether a row is a time that was taken while memray looked on: about three times too long."""
    hooks = any("memray" in str(process.metadata.get(keys.HOOKS, "")) for process in row.processes)
    return hooks and _unit(row) == "second"


def _refusal(a: Row, b: Row) -> str:
    if traced(a) or traced(b):
        return TRACED
    if _unit(a) != _unit(b):
        return f"units differ: {_unit(a)} and {_unit(b)}"
    for key, what in (
        (keys.CASE_VERSION, "case_version"),
        (keys.DOCUMENT_SHA256, "document"),
        (keys.CONTEXTS_SHA256, "contexts"),
    ):
        if a.text(key) != b.text(key):
            return f"{what} differs: {a.text(key)[:12] or 'none'} and {b.text(key)[:12] or 'none'}"
    return ""


def _contention(*rows: Row) -> float | None:
    worst = max((sample.contention(row) or 0.0 for row in rows), default=0.0)
    return worst if worst > sample.CONTENTION else None


def _row(a: tuple[Stack, Row], b: tuple[Stack, Row], band: float, aa: Interval | None) -> Comparison:
    (stack_a, row_a), (stack_b, row_b) = a, b
    refused = _refusal(row_a, row_b)
    if refused:
        return Comparison(row_a.name, stack_a.name, stack_b.name, None, refused, unit=_unit(row_a))
    by = sample.clock(row_a, row_b)
    both = _paired(row_a, row_b, by)
    found = ratio(both)
    verdict = judge(found, band=band, noise=aa, unit=_unit(row_a))
    reason = ""
    if not both:
        reason = "no shared rounds: measure both in one run, as with --engine NAME@PYTHON"
    elif found is None:
        reason = f"too few rounds: {len(both)} shared, {ROUNDS} needed"
    elif verdict is Verdict.CANNOT_TELL:
        reason = "the interval is wider than the band: take more rounds, or a quieter machine"
    wall = _paired(row_a, row_b, "wall")
    return Comparison(
        row_a.name,
        stack_a.name,
        stack_b.name,
        verdict,
        reason,
        by,
        centre(sample.units(row_a, by)),
        centre(sample.units(row_b, by)),
        found,
        math.exp(median(math.log(y / x) for x, y in wall)) if by == "cpu" and wall else None,
        aa,
        _contention(row_a, row_b),
        _unit(row_a),
    )


def _stacks(a: Run, b: Run) -> Iterator[tuple[Stack | None, Stack | None]]:
    """Pair the chosen stacks: one with one whatever their names, else by name."""
    if len(a.chosen) == len(b.chosen) == 1:
        yield a.chosen[0], b.chosen[0]
        return
    names = {stack.name: stack for stack in b.chosen}
    for stack in a.chosen:
        yield stack, names.pop(stack.name, None)
    for left in names.values():
        yield None, left


def _names(a: Stack | None, b: Stack | None) -> Iterable[str]:
    return dict.fromkeys(row.name for stack in (a, b) if stack is not None for row in stack.rows)


def compare(a: Run, b: Run, band: float = BAND) -> Compared:
    """Compare two runs.

    Rows are paired by name and rounds by the run that they belong to. A row is refused, and listed with its
    reason, if only one run has it, if it was timed under memray, or if units or the digests of its case, its
    document or its contexts differ. Rows without shared rounds stay, as *cannot tell*.
    """
    rows: list[Comparison] = []
    for stack_a, stack_b in _stacks(a, b):
        for name in _names(stack_a, stack_b):
            row_a = None if stack_a is None else stack_a.row(name)
            row_b = None if stack_b is None else stack_b.row(name)
            if stack_a is not None and stack_b is not None and row_a is not None and row_b is not None:
                aa = noise(a, name) or noise(b, name)
                rows.append(_row((stack_a, row_a), (stack_b, row_b), band, aa))
                continue
            only = ONLY[0] if row_b is None else ONLY[1]
            left, right = (stack.name if stack else "" for stack in (stack_a, stack_b))
            rows.append(Comparison(name, left, right, None, only))
    return Compared(a.label, b.label, band, tuple(rows))
