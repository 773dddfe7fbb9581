"""The machine, what was measured with, and how noisy it was: the A/A pair of every run."""

from collections.abc import Iterator, Sequence
from statistics import median

from canonbench.analysis import sample
from canonbench.analysis.comparable import sentences
from canonbench.analysis.compare import TRACED
from canonbench.analysis.interval import Ratio, ratio
from canonbench.model.case import AGAIN
from canonbench.report import numbers
from canonbench.report.material import Material
from canonbench.report.page.charts import Dots
from canonbench.report.page.model import Figure, Section, Table, of_ratio
from canonbench.report.page.points import named, point
from canonbench.report.printable import shortened

__all__ = ["noises", "section"]

_SHOWN = 24
"""Most rows of the figure of noise; the table has all."""

_FACTS = (
    ("processor", "cpu_model"),
    ("logical CPUs", "cpu_count"),
    ("governor", "governor"),
    ("SMT", "smt"),
    ("load before", "load"),
    ("system", "system"),
    ("kernel", "kernel"),
    ("Python", "python"),
    ("OpenSSL", "openssl"),
    ("collector", "gc"),
    ("canonbench", "canonbench"),
    ("its source", "canonbench_source"),
)


def noises(material: Material) -> tuple[tuple[str, str, Ratio | None], ...]:
    """Return for each row of the A/A pair its name, its stack, and the second over the first, by round."""
    found = []
    for again in material.run.stacks:
        first = material.run.stack(again.name.removesuffix(AGAIN))
        if first is None or first is again:
            continue
        for row in again.rows:
            other = first.row(row.name)
            if other is None or not row.is_time:
                continue
            by = sample.clock(other, row)
            pairs = sample.pairs(sample.per_round(other, by), sample.per_round(row, by))
            found.append((row.name, first.name, ratio(pairs)))
    return tuple(found)


def section(materials: Sequence[Material]) -> Section:
    """Return the section: it is there in every report."""
    figures, said = [], []
    for material in materials:
        found = noises(material)
        far = [_reach(each) for _, _, each in found if each is not None]
        if not far:
            said.append(f"{material.label} has no A/A pair of enough rounds: its noise is unknown.")
            continue
        said.append(
            f"In {material.label} the same code, measured twice in the same rounds, came out apart by up to "
            f"{numbers.percent(median(far))} in the median row and {numbers.percent(max(far))} in the worst."
        )
        figures.append(_figure(material, found))
    said.append("What lies within that noise is never called a difference.")
    tables = (_facts(materials), *(table for material in materials for table in _engines(material)))
    return Section(
        "environment", "Machine and noise", " ".join(said), tuple(figures), tables, tuple(_refused(materials))
    )


def _reach(found: Ratio) -> float:
    """Return how far the interval of a ratio reaches from 1, as a factor less one."""
    return max(found.interval.high, 1 / found.interval.low) - 1


def _figure(material: Material, found: Sequence[tuple[str, str, Ratio | None]]) -> Figure:
    name = "A/A ratio"
    cells = [(row, stack, of_ratio(each, name, row, stack, run=material.label)) for row, stack, each in found]
    ident = f"noise-{named(material.label)}"
    table = Table(
        f"{ident}-table",
        material.titled("The same code twice"),
        ("row", "stack", "second over first"),
        tuple(cells),
        ("99 % intervals over rounds, of the clock that decides for the row.",),
    )
    drawn = [(row, point(cell)) for row, _, cell in cells]
    able = [(row, spot) for row, spot in drawn if spot is not None]
    widest = sorted(able, key=lambda each: each[1].low / each[1].high)[:_SHOWN]
    rows = tuple((row, (spot,)) for row, spot in able if (row, spot) in widest)
    alt = (
        f"Dots with 99 % intervals around 1: each row of the first stack of {material.label} over itself, "
        f"measured again. {len(able)} rows; the {len(rows)} widest are drawn."
    )
    chart = Dots("second over first, ratio", ("A/A",), rows, log=False, reference=1.0)
    return Figure(ident, material.titled("Noise of this machine"), alt, chart, table)


def _facts(materials: Sequence[Material]) -> Table:
    def said(material: Material, key: str) -> str:
        found = material.environment.get(key)
        if isinstance(found, list):
            return ", ".join(f"{value:.2f}" for value in found)
        return "not recorded" if found in {None, ""} else shortened(str(found))

    rows: list[tuple[str, ...]] = [
        ("machine", *(material.machine for material in materials)),
        ("measured, UTC", *(material.date or "not recorded" for material in materials)),
        ("rounds", *(_rounds(material) for material in materials)),
    ]
    for name, key in _FACTS:
        told = [said(material, key) for material in materials]
        if any(each != "not recorded" for each in told):
            rows.append((name, *told))
    columns = ("", *(material.label for material in materials))
    return Table("environment-facts", "Where it was measured", columns, tuple(rows))


def _rounds(material: Material) -> str:
    plans = [entry for entry in material.run.records if entry["kind"] == "plan" and "rounds" in entry]
    return ", ".join(str(entry["rounds"]) for entry in plans) or "not recorded"


def _engines(material: Material) -> Iterator[Table]:
    engines = material.environment.get("engines")
    if not isinstance(engines, dict) or not engines:
        return
    rows = tuple(
        (
            str(name),
            str(facts.get("engine", "")),
            str(facts.get("engine_version", "")),
            str(facts.get("engine_source", "not recorded")),
        )
        for name, facts in engines.items()
        if isinstance(facts, dict)
    )
    caption = material.titled("What it was measured with")
    columns = ("stack", "engine", "version", "source")
    yield Table(f"engines-{named(material.label)}", caption, columns, rows, folded=True)


def _refused(materials: Sequence[Material]) -> Iterator[str]:
    for material in materials:
        yield from (f"{material.label}: {line}" for line in sentences(material.differing))
        for stack, row in material.refused:
            yield f"{material.label}: {row} with {stack} is refused: {TRACED}."
