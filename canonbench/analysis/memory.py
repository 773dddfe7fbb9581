"""What a memory run says: amounts of every case and stack, what allocates, growth with the document.

Amounts are bytes and numbers above the baseline, which was subtracted when they were written. What was at or
below it has no value and says so.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from statistics import linear_regression
from typing import Any

from canonbench.analysis import sample
from canonbench.analysis.interval import Median, centre
from canonbench.model.case import Case, View
from canonbench.runs import keys
from canonbench.runs.rows import Row, Run, Stack

__all__ = ["SPAN", "VIEWS", "Amounts", "Growth", "Memory", "Step", "growth", "is_memory", "memory"]

VIEWS: tuple[View, ...] = ("peak", "allocated", "allocations")
"""What is measured of a case, each a row of its own: bytes, bytes, a number."""

SPAN = 2
"""How many times what linear growth explains a peak must be, to be called faster: a table that doubles when
it is full is this much too large at the worst moment."""

_FEWEST = 3


@dataclass(frozen=True)
class Step:
    """What one step of a role allocates where it stands, in one call of the role: medians over rounds.

    ``stage`` is a stage or ``hand-over``, ``of`` what it is applied to; ``calls`` how often it is called.
    ``peak`` (bytes) is the highest of its calls, each from its own start; the others are over all calls.
    ``by_size`` and ``by_count`` are the places that allocate most in it, as of a whole call.
    """

    stage: str
    of: str
    calls: int
    peak: Median
    allocated: Median
    allocations: Median
    by_size: tuple[tuple[str, str, int, int], ...] = ()
    by_count: tuple[tuple[str, str, int, int], ...] = ()


@dataclass(frozen=True)
class Amounts:
    """What one call of a case allocates with one stack.

    ``peak`` (bytes at a time), ``allocated`` (bytes) and ``allocations`` are ``None`` where nothing was
    measured; ``reasons`` says why, by view. ``times`` is the peak over the least peak of all stacks,
    ``quads`` and ``blank_nodes`` the document's size. ``by_size`` and ``by_count`` are the places that
    allocated most, each ``(function, file, line, amount)``.
    ``steps`` are those of a role, where they were measured.
    """

    case: Case
    stack: str
    peak: Median | None = None
    allocated: Median | None = None
    allocations: Median | None = None
    reasons: Mapping[str, str] = field(default_factory=dict)
    part_of: str = ""
    times: float | None = None
    size: int | None = None
    quads: int | None = None
    blank_nodes: int | None = None
    by_size: tuple[tuple[str, str, int, int], ...] = ()
    by_count: tuple[tuple[str, str, int, int], ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def per_quad(self) -> float | None:
        """Bytes of the peak for each quad of the document."""
        return self.peak.value / self.quads if self.peak is not None and self.quads else None


@dataclass(frozen=True)
class Growth:
    """How the peak of one stage with one stack grows over several sizes of one family of documents.

    ``by`` is what the sizes count: ``quads``, ``blank nodes``, ``attributes`` or ``bytes``. ``points`` are
    (size, peak in bytes), sizes rising. ``slope`` is bytes for each of ``by``, from a least-squares line.
    ``exponent`` is that of the two sizes between which the peak grows most; ``faster`` says that it grows
    faster than linearly there: more than ``SPAN`` times as much as the size.
    """

    target: str
    stack: str
    family: str
    by: str
    points: tuple[tuple[int, float], ...]
    slope: float
    exponent: float
    faster: bool


@dataclass(frozen=True)
class Memory:
    """Everything that a memory run says, in the order in which it was measured."""

    run: str
    rows: tuple[Amounts, ...]
    growths: tuple[Growth, ...]
    rounds: int


def is_memory(run: Run) -> bool:
    """Tell whether a run holds memory and no time."""
    rows = [row for stack in run.stacks for row in stack.rows]
    return bool(rows) and all(not row.is_time for row in rows)


def memory(run: Run, counts: Run | None = None) -> Memory:
    """Return what ``run`` says; ``counts`` is the run of its numbers, whose unit is no byte."""
    stacks = [*run.chosen, *(counts.chosen if counts is not None else ())]
    found: dict[tuple[Case, str], dict[str, Row]] = {}
    for stack in stacks:
        for row, case in _rows(stack):
            found.setdefault((replace(case, view="bare"), stack.name), {})[case.view] = row
    reasons = _reasons(run)
    rows = [
        _amounts(case, stack, found.get((case, stack), {}), reasons, run.records)
        for case, stack in dict.fromkeys([*found, *reasons])
    ]
    place = _order(run)
    rows.sort(key=lambda row: place(row.case, row.stack))
    rows = [replace(row, times=_times(row, rows)) for row in rows]
    rounds = max(
        (len(sample.units(row, "wall")) for views in found.values() for row in views.values()), default=0
    )
    return Memory(run.label, tuple(rows), tuple(growth(rows)), rounds)


def _order(run: Run) -> Callable[[Case, str], tuple[int, ...]]:
    """Return what puts rows in the order of the plan: documents, cases, stacks; rounds are shuffled."""
    cells = [cell for entry in run.records if entry["kind"] == "plan" for cell in entry.get("cells", ())]
    names = list(dict.fromkeys(name for _, _, cases, *_ in cells for name in cases))
    documents = list(dict.fromkeys(document for _, document, *_ in cells))
    stacks = list(dict.fromkeys(stack for stack, *_ in cells))

    def place(case: Case, stack: str) -> tuple[int, ...]:
        parts = ((documents, case.document), (names, case.name), (stacks, stack))
        return tuple(known.index(part) if part in known else len(known) for known, part in parts)

    return place


def _rows(stack: Stack) -> Iterator[tuple[Row, Case]]:
    for row in stack.rows:
        if row.case is not None and row.case.view in VIEWS and not stack.again:
            yield row, row.case


def _reasons(run: Run) -> dict[tuple[Case, str], dict[str, str]]:
    """Return why there is no value, by case and stack, then by view; empty is the whole case."""
    found: dict[tuple[Case, str], dict[str, str]] = {}
    for entry in run.records:
        if entry["kind"] not in {"null", "refusal"} or run.only not in {None, entry["stack"]}:
            continue
        case = Case.of(str(entry["name"]))
        if case is not None:
            view = "" if case.view == "bare" else case.view
            found.setdefault((replace(case, view="bare"), str(entry["stack"])), {})[view] = str(
                entry["reason"]
            )
    return found


def _amounts(
    case: Case,
    stack: str,
    rows: Mapping[str, Row],
    reasons: Mapping[tuple[Case, str], Mapping[str, str]],
    records: Sequence[Mapping[str, Any]],
) -> Amounts:
    medians = {view: centre(sample.units(row, "wall")) for view, row in rows.items()}
    first = next(iter(rows.values()), None)
    places = next(
        (
            entry
            for entry in records
            if entry.get("about") == "places" and (entry["name"], entry["stack"]) == (case.name, stack)
        ),
        {},
    )
    return Amounts(
        case,
        stack,
        medians.get("peak"),
        medians.get("allocated"),
        medians.get("allocations"),
        reasons.get((case, stack), {}),
        first.text(keys.PART_OF) if first is not None else "",
        size=_size(first, keys.DOCUMENT_BYTES),
        quads=_size(first, keys.DOCUMENT_QUADS),
        blank_nodes=_size(first, keys.DOCUMENT_BLANK_NODES),
        by_size=_places(places.get("by_size", ())),
        by_count=_places(places.get("by_count", ())),
        steps=tuple(_steps(case, stack, records)),
    )


def _steps(case: Case, stack: str, records: Iterable[Mapping[str, Any]]) -> Iterator[Step]:
    """Give the steps that were recorded of a case, a record a round, in the order of the first."""
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for entry in records:
        if entry.get("about") == "steps" and (entry["name"], entry["stack"]) == (case.name, stack):
            for step in entry["steps"]:
                found.setdefault((step["stage"], step["of"]), []).append(step)
    for (stage, of), steps in found.items():
        peak, allocated, allocations = (centre([float(step[view]) for step in steps]) for view in VIEWS)
        places = [_places(steps[0].get(by, ())) for by in ("by_size", "by_count")]
        yield Step(stage, of, int(steps[0]["calls"]), peak, allocated, allocations, *places)


def _size(row: Row | None, key: str) -> int | None:
    found = None if row is None else row.metadata.get(key)
    return found if isinstance(found, int) and found > 0 else None


def _places(found: Iterable[Sequence[Any]]) -> tuple[tuple[str, str, int, int], ...]:
    return tuple((str(place[0]), str(place[1]), int(place[2]), int(place[3])) for place in found)


def _times(row: Amounts, rows: Iterable[Amounts]) -> float | None:
    """Return the peak of ``row`` over the least peak of its case; ``None`` for the least itself."""
    if row.peak is None:
        return None
    least = min(other.peak.value for other in rows if other.case == row.case and other.peak is not None)
    return row.peak.value / least if row.peak.value > least else None


def growth(rows: Iterable[Amounts]) -> Iterator[Growth]:
    """Give the growth of every stage and stack that was measured on three sizes of a family, or more.

    A family is the documents whose names differ in numbers only (``bn-50``, ``bn-200``).
    """
    families: dict[tuple[Case, str], list[Amounts]] = {}
    for row in rows:
        if row.peak is not None:
            family = replace(row.case, document=re.sub(r"\d+", "N", row.case.document))
            families.setdefault((family, row.stack), []).append(row)
    for (family, stack), members in families.items():
        name = replace(family, document="x").name.replace("/x", "")
        found = False
        for by, size in _SIZES:
            points: dict[int, float] = {}
            for row in members:
                count = size(row)
                if count is not None and row.peak is not None:
                    points[count] = max(row.peak.value, points.get(count, 0.0))
            if len(points) >= _FEWEST and not (found and by == "bytes"):
                found = True
                yield _growth(name, stack, family.document, by, sorted(points.items()))


_SIZES: tuple[tuple[str, Callable[[Amounts], int | None]], ...] = (
    ("quads", lambda row: row.quads),
    ("blank nodes", lambda row: row.blank_nodes),
    ("attributes", lambda row: _attributes(row.case.document)),
    ("bytes", lambda row: row.size),
)
"""What a document may be measured by; bytes only where it has neither of the others."""


def _attributes(document: str) -> int | None:
    """Return how many attributes a generated document has: its name says so, ``attr-20``."""
    found = re.fullmatch(r"attr-(\d+)", document)
    return None if found is None else int(found[1])


def _growth(target: str, stack: str, family: str, by: str, points: Sequence[tuple[int, float]]) -> Growth:
    counts, peaks = zip(*points, strict=True)
    steps = [(large / small, more / less) for (small, less), (large, more) in combinations(points, 2)]
    grown, risen = max(steps, key=lambda step: step[1] / step[0])
    slope = linear_regression(counts, peaks).slope
    exponent = math.log(risen) / math.log(grown)
    return Growth(target, stack, family, by, tuple(points), slope, exponent, risen > SPAN * grown)
