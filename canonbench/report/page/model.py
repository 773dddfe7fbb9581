"""A report as a value: sections of sentences, tables and figures, whatever they are rendered to.

Every number is a `Statistic`: it knows what it is of, its unit, its interval and over how many rounds.
Renderers write it, none computes it, so that all formats carry the same figures.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from canonbench.analysis.estimate import Estimate, Mean
from canonbench.analysis.interval import ROUNDS, Interval, Median, Ratio
from canonbench.report.page.charts import Chart

__all__ = [
    "Cell",
    "Figure",
    "Page",
    "Section",
    "Source",
    "Statistic",
    "Table",
    "Unit",
    "count",
    "null",
    "of_estimate",
    "of_mean",
    "of_median",
    "of_ratio",
    "statistics",
]

Unit: TypeAlias = Literal["second", "byte", "integer", "ratio", "share", "number", "count"]
"""Units of a statistic: ``integer`` is measured (allocations), ``number`` has no unit (an exponent), and
``count`` is exact, so it has no interval."""

_OF_A_MEDIAN, _OF_A_RATIO = 0.95, 0.99


@dataclass(frozen=True)
class Statistic:
    """One number with all that must stand beside it.

    ``name`` says which statistic it is, ``case`` and ``stack`` of what, ``run`` is the label of its run.
    ``interval`` is in the unit of ``value``, at the confidence ``level``, over ``rounds`` rounds; without a
    level it is the least and the most of ``rounds`` processes. ``reason``
    says why there is no value, or no interval.

    Raises:
        ValueError: there is no value, or a measured one without an interval, and no reason for it.
    """

    name: str
    case: str
    stack: str
    unit: Unit
    value: float | None
    interval: Interval | None = None
    level: float | None = None
    rounds: int | None = None
    reason: str = ""
    verdict: str = ""
    run: str = ""

    def __post_init__(self) -> None:
        """Refuse a number that would stand alone."""
        alone = self.value is None or (self.interval is None and self.unit != "count")
        if alone and not self.reason:
            raise ValueError(f"{self.name} of {self.case} with {self.stack}: no interval, and no reason why")


Cell: TypeAlias = str | Statistic


@dataclass(frozen=True)
class Table:
    """A table; each row has as many cells as there are ``columns``.

    ``notes`` stand below it, a line each. A ``folded`` one is for those who look for it: a page that can,
    shows it when asked.
    """

    id: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    folded: bool = False


@dataclass(frozen=True)
class Figure:
    """A picture of numbers: what is drawn, in words too (``alt``), and the table of its data."""

    id: str
    title: str
    alt: str
    chart: Chart
    table: Table


@dataclass(frozen=True)
class Section:
    """One topic: what is found in a sentence, then figures, tables, notes and commands."""

    id: str
    title: str
    sentence: str
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


@dataclass(frozen=True)
class Source:
    """One run that the page speaks of.

    ``identifier`` is the SHA-256 over its files, ``date`` ISO 8601 of its first value, ``commands`` what made
    it, ``version`` and ``commit`` those of canonbench then.
    """

    label: str
    machine: str
    version: str
    commit: str
    date: str
    identifier: str
    commands: tuple[str, ...] = ()


@dataclass(frozen=True)
class Page:
    """The whole report.

    ``keys`` are the few numbers that the answer rests on, each with its label; ``keys_title`` says what they
    have in common. ``version`` is that of the canonbench that made the page.
    """

    title: str
    question: str
    answer: str
    sources: tuple[Source, ...]
    sections: tuple[Section, ...]
    keys: tuple[tuple[str, Statistic], ...] = ()
    keys_title: str = ""
    version: str = field(default="")

    @property
    def tables(self) -> Iterator[tuple[Section, Table]]:
        """Every table with its section, those of figures first."""
        for section in self.sections:
            for table in (*(figure.table for figure in section.figures), *section.tables):
                yield section, table


def statistics(page: Page) -> Iterator[tuple[Section, Statistic]]:
    """Give every statistic of ``page`` once, in its order, with the section that shows it first."""
    seen: set[Statistic] = set()
    for section, table in page.tables:
        for row in table.rows:
            for cell in row:
                if isinstance(cell, Statistic) and cell not in seen:
                    seen.add(cell)
                    yield section, cell


def _few(rounds: int) -> str:
    return f"no interval from {rounds} of {ROUNDS} rounds"


def of_median(  # noqa: PLR0913 - a number and what it is of
    found: Median, name: str, case: str, stack: str, *, unit: Unit = "second", run: str = ""
) -> Statistic:
    """Make a statistic of a median with its interval."""
    reason = "" if found.interval is not None else _few(found.rounds)
    level = None if found.interval is None else _OF_A_MEDIAN
    return Statistic(
        name, case, stack, unit, found.value, found.interval, level, found.rounds, reason, run=run
    )


def of_mean(  # noqa: PLR0913 - as above
    found: Mean, name: str, case: str, stack: str, *, unit: Unit = "second", run: str = ""
) -> Statistic:
    """Make a statistic of a mean with its interval."""
    reason = "" if found.interval is not None else _few(found.rounds)
    level = None if found.interval is None else _OF_A_MEDIAN
    return Statistic(
        name, case, stack, unit, found.value, found.interval, level, found.rounds, reason, run=run
    )


def of_ratio(  # noqa: PLR0913 - as above
    found: Ratio | None, name: str, case: str, stack: str, *, verdict: str = "", run: str = ""
) -> Statistic:
    """Make a statistic of a ratio with its interval; without one it has no value."""
    if found is None:
        return null(name, case, stack, f"too few shared rounds: {ROUNDS} are needed", unit="ratio", run=run)
    made = Statistic(name, case, stack, "ratio", found.value, found.interval, _OF_A_RATIO, found.rounds)
    return replace(made, verdict=verdict, run=run)


def of_estimate(  # noqa: PLR0913 - as above
    found: Estimate | None, name: str, case: str, stack: str, *, unit: Unit = "second", run: str = ""
) -> Statistic:
    """Make a statistic of an estimate, which may be negative; without one it has no value."""
    if found is None:
        return null(name, case, stack, f"too few shared rounds: {ROUNDS} are needed", unit=unit, run=run)
    return Statistic(
        name, case, stack, unit, found.value, found.interval, _OF_A_MEDIAN, found.rounds, run=run
    )


def count(value: float, name: str, case: str, stack: str = "", *, run: str = "") -> Statistic:
    """Make a statistic of an exact number, which has no interval: bytes of a document, hash calls."""
    return Statistic(name, case, stack, "count", value, run=run)


def null(  # noqa: PLR0913 - as above
    name: str, case: str, stack: str, reason: str, *, unit: Unit = "second", run: str = ""
) -> Statistic:
    """Make a statistic without a value."""
    return Statistic(name, case, stack, unit, None, reason=reason, run=run)
