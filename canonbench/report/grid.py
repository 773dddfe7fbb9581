"""What a table says, as cells of text: the same for a terminal, a pipe and Markdown."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from canonbench.analysis.across import PARTS, Way
from canonbench.analysis.compare import ONLY, Compared, Comparison, Verdict
from canonbench.analysis.finding import OF_WHICH, finding, notes
from canonbench.analysis.runtimes import Best, bests
from canonbench.analysis.table import Cell, Line, Table
from canonbench.report import numbers

__all__ = [
    "NOT_COMPARED",
    "Footnotes",
    "Grid",
    "cell",
    "far_off",
    "of_across",
    "of_comparison",
    "of_runtimes",
    "of_table",
    "plural",
]

NOT_COMPARED = "not compared"

_LOUDEST_FIRST = (
    *(Verdict.SLOWER, Verdict.FASTER, Verdict.MORE, Verdict.LESS),
    *(Verdict.SMALL, Verdict.NONE_SEEN, Verdict.CANNOT_TELL),
    None,
)

_SHORT = 16
"""Longest reason that stands in its cell; others become footnotes."""

_LEVELS = "Note: medians with 95 % intervals, times as long as the fastest with 99 %."

_NAMED = 8
"""Most rows of one side that are named below a comparison."""


@dataclass(frozen=True)
class Grid:
    """A titled table of text; ``notes`` stand below it, a line each. It may have no columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


class Footnotes:
    """Numbers what is too long for a cell; what is said twice has one number."""

    def __init__(self) -> None:
        """Start with none."""
        self._said: dict[str, int] = {}

    def mark(self, note: str) -> str:
        """Return the mark of ``note``, as ``[1]``."""
        return f"[{self._said.setdefault(note, len(self._said) + 1)}]"

    @property
    def lines(self) -> list[str]:
        """The notes, each with its mark."""
        return [f"[{number}] {note}" for note, number in self._said.items()]


def plural(count: int, what: str) -> str:
    """Write a count of things."""
    ending = "es" if what.endswith("s") else "s"
    return f"{count} {what}{'' if count == 1 else ending}"


def far_off(told: Iterable[tuple[int, int, str]]) -> Iterator[str]:
    """Say which rounds are in no mean: ``told`` are how many, of how many, and with which stack."""
    groups: dict[str, list[str]] = {}
    for count, of, stack in told:
        if count:
            groups.setdefault(f"{count} of {plural(of, 'round')}", []).append(stack)
    if groups:
        said = "; ".join(f"{rounds} with {', '.join(stacks)}" for rounds, stacks in groups.items())
        yield f"Far off, and in no mean: {said}."


def of_table(table: Table) -> Grid:
    """Lay out the table of one document: a row for each stage, a column for each stack.

    The first call of each process is in the files, and in CSV and JSON, but not here.
    """
    footnotes = Footnotes()
    shown = [line for line in table.lines if line.case.state != "cold-process"]
    rows = [(_stage(line), *(cell(each, footnotes) for each in line.cells)) for line in shown]
    said = finding(table)
    below = [
        *footnotes.lines,
        *(f"Note: {note}." for note in notes(table)),
        *([_LEVELS] if any(each.ratio is not None for line in shown for each in line.cells) else []),
        *(
            f"Best of each runtime, {_stage(line).strip()}: {best}."
            for line in shown
            if (best := of_runtimes(line.cells))
        ),
        *([f"Finding: {said}."] if said else []),
    ]
    return Grid(_title(table), ("stage", *table.stacks), tuple(rows), tuple(below))


def of_across(ways: Sequence[Way]) -> Grid:
    """Lay out documents side by side: a row for each document, stack and state."""
    rows = [_way(way) for way in ways]
    columns = ("document", "stack", "contexts", "quads", "JSON to canonical", "x simple", *PARTS)
    notes = (
        "Shares are of the whole way, each part measured by itself; context processing is in expansion.",
    )
    return Grid("JSON to canonical bytes, documents side by side", columns, tuple(rows), notes)


def _way(way: Way) -> tuple[str, ...]:
    shares = [numbers.percent(way.shares[name]) if name in way.shares else "" for name in PARTS]
    return (
        way.document,
        way.stack,
        "cold" if way.state == "cold-context" else "warm",
        "" if way.quads is None else str(way.quads),
        numbers.median(way.total),
        ""
        if way.times is None
        else f"{numbers.factor(way.times.value)} {numbers.interval(way.times.interval)}",
        *shares,
    )


def _title(table: Table) -> str:
    size = [
        plural(count, what)
        for count, what in ((table.quads, "quad"), (table.blank_nodes, "blank node"))
        if count is not None
    ]
    fewest, most = table.rounds
    clocks = {line.clock for line in table.lines}
    cold = any(line.case.state == "cold-context" for line in table.lines)
    parts = [
        table.document + (f": {', '.join(size)}" if size else ""),
        "warm unless said otherwise" if cold else "warm",
        ("" if fewest == most else f"{fewest} to ") + plural(most, "round" if table.paired else "process"),
        "wall time" if clocks == {"wall"} else "CPU time",
        f"noise (A/A) {_noise(table)}",
    ]
    return "; ".join(parts)


def _noise(table: Table) -> str:
    if table.noise is None:
        return "unknown"
    usual, most = map(numbers.percent, table.noise)
    return usual if usual == most else f"{usual}, up to {most}"


def _stage(line: Line) -> str:
    case = line.case
    said = [part for part in (case.state, case.view) if part not in {"warm", "bare"}]
    lead = "  " * line.depth + ("of which " if line.depth and case.target in OF_WHICH else "")
    return lead + case.target + (f" ({', '.join(said)})" if said else "")


def cell(found: Cell, footnotes: Footnotes) -> str:
    """Write what one stack takes: median, share, ratio to the best; or why there is nothing."""
    if found.median is None:
        short = len(found.reason) <= _SHORT
        return found.reason if short else f"null {footnotes.mark(f'{found.stack}: {found.reason}')}"
    parts = [numbers.median(found.median)]
    if found.share is not None and found.share <= 1:
        parts.append(numbers.percent(found.share))
    if found.ratio is not None:
        doubt = found.verdict is Verdict.NONE_SEEN or found.ratio.interval.holds(1)
        parts.append(numbers.ratio(found.ratio) + (f" {found.verdict}" if doubt else ""))
    return "  ".join(parts)


def of_runtimes(cells: Sequence[Cell]) -> str:
    """Write the best stack of each runtime, the best overall first; empty where there is one runtime."""
    return "; ".join(map(_of_runtime, bests(cells)))


def _of_runtime(best: Best) -> str:
    said = f"{best.runtime}{' by libraries' if best.libraries else ''} {best.cell.stack}"
    if best.cell.ratio is not None:
        ratio = best.cell.ratio
        return f"{said} {numbers.factor(ratio.value)} {numbers.interval(ratio.interval)}"
    return said if best.cell.median is None else f"{said} {numbers.median(best.cell.median)}"


def of_comparison(compared: Compared) -> Grid:
    """Lay out a comparison: a row for each benchmark of both sides; those of one side share a note."""
    several = len({(row.a, row.b) for row in compared.rows}) > 1
    footnotes = Footnotes()
    columns = ("benchmark", *(("stack",) if several else ()), "A", "B", "B / A", "99 %", "verdict", "wall")
    rows = [
        (row.name, *((_stacks(row),) if several else ()), *_compared(row, footnotes))
        for row in compared.rows
        if row.reason not in ONLY
    ]
    counted = [_counts(compared), *_one_sided(compared, several=several)]
    below = [*footnotes.lines, *counted, _legend(compared), *_contended(compared)]
    return Grid(f"A = {compared.a}; B = {compared.b}", columns, tuple(rows), tuple(below))


def _one_sided(compared: Compared, *, several: bool) -> Iterator[str]:
    """Say for each side which rows it has alone: a line each, and no more names than can be taken in."""
    for only in ONLY:
        names = [
            f"{row.name} ({_stacks(row)})" if several else row.name
            for row in compared.rows
            if row.reason == only
        ]
        if names:
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            yield f"{plural(len(names), 'row')} {only}: {', '.join(names[:_NAMED])}{more}."


def _stacks(row: Comparison) -> str:
    return ", ".join(dict.fromkeys(name for name in (row.a, row.b) if name))


def _compared(row: Comparison, footnotes: Footnotes) -> tuple[str, ...]:
    verdict = NOT_COMPARED if row.verdict is None else str(row.verdict)
    return (
        "" if row.median_a is None else numbers.quantity(row.median_a, row.unit),
        "" if row.median_b is None else numbers.quantity(row.median_b, row.unit),
        "" if row.ratio is None else numbers.factor(row.ratio.value),
        "" if row.ratio is None else numbers.interval(row.ratio.interval),
        f"{verdict} {footnotes.mark(row.reason)}" if row.reason else verdict,
        "" if row.beside is None else numbers.factor(row.beside),
    )


def _counts(compared: Compared) -> str:
    fallen = Counter(row.verdict for row in compared.rows)
    counts = [f"{fallen[verdict]} {verdict or NOT_COMPARED}" for verdict in _LOUDEST_FIRST if fallen[verdict]]
    return f"{plural(len(compared.rows), 'row')}: {', '.join(counts) or 'nothing to compare'}."


def _legend(compared: Compared) -> str:
    timed = any(row.unit == "second" for row in compared.rows) or not compared.rows
    return (
        f"B / A is the {'time' if timed else 'memory'} of B over that of A, paired by round; "
        f"a difference under {numbers.percent(compared.band)} is small."
    )


def _contended(compared: Compared) -> Iterator[str]:
    busy = [row.contention for row in compared.rows if row.contention is not None]
    if busy:
        yield (
            f"Note: wall time is up to {max(busy):.2f} times CPU time in {plural(len(busy), 'row')}: "
            "something else ran on this machine."
        )
