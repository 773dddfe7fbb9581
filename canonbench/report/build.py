"""From runs to a page: the question, the answer in a sentence, and every section that has what to say."""

from collections.abc import Callable, Iterator, Sequence

from canonbench import __version__
from canonbench.analysis.finding import finding
from canonbench.analysis.table import tables
from canonbench.report.formats import BASELINE
from canonbench.report.material import Material
from canonbench.report.page.model import Page, Section, Source, Statistic
from canonbench.report.page.shown import text
from canonbench.report.sections import education, environment, exchanges, memory, method, stages, steps, trend

__all__ = ["QUESTION", "build"]

QUESTION = (
    "Where do the time and the memory of a verifiable credential go, "
    "and is that the specification's doing or the library's?"
)

_Make = Callable[[Sequence[Material]], Section | None]

TOPICS: tuple[tuple[str, str, _Make], ...] = (
    ("whole exchanges", "canonbench exchange all", exchanges.section),
    ("steps of exchanges", "canonbench exchange eddsa-rdfc-2022 --split", steps.section),
    ("stages", "canonbench stage rdfc", stages.section),
    ("documents side by side", "canonbench stage rdfc --document simple --document ob3", education.section),
    ("memory", "canonbench memory rdfc.canonicalize", memory.section),
    ("trend over runs", "", trend.section),
)
"""Each topic with the command that measures it and the function that makes its section, in their order."""


def build(materials: Sequence[Material]) -> Page:
    """Make the page of ``materials``: what they do not measure is named, with the command that would."""
    made = [(topic, command, make(materials)) for topic, command, make in TOPICS]
    found = [section for _, _, section in made if section is not None]
    lacking = [(topic, command) for topic, command, section in made if section is None and command]
    keys = tuple(_keys(materials))
    sections = (
        *found,
        environment.section(materials),
        method.limits(),
        *([_lacking(lacking)] if lacking else []),
        method.reproduce(materials),
        method.cite(materials),
    )
    return Page(
        "canonbench report",
        QUESTION,
        _answer(materials, found),
        tuple(_source(material) for material in materials),
        sections,
        keys,
        __version__,
    )


def _source(material: Material) -> Source:
    return Source(
        material.label,
        material.machine,
        material.version,
        material.commit,
        material.date,
        material.identifier,
        material.commands,
    )


def _lacking(lacking: Sequence[tuple[str, str]]) -> Section:
    names = ", ".join(topic for topic, _ in lacking)
    return Section(
        "not-measured",
        "Not measured here",
        f"These runs say nothing of {names}; these commands would.",
        commands=tuple(command for _, command in lacking),
    )


def _keys(materials: Sequence[Material]) -> Iterator[tuple[str, Statistic]]:
    """Give the numbers that the answer rests on: each format of the first comparison over the baseline."""
    for material in materials:
        for name, own in exchanges.groups(material):
            compared = [each for each in own if each.ratio is not None]
            if compared:
                for each in compared:
                    over = exchanges.over(each, material.label)
                    yield f"{each.exchange.format} with {each.stack}, over {BASELINE} ({name})", over
                return


def _answer(materials: Sequence[Material], found: Sequence[Section]) -> str:
    """Return one sentence: how formats compare, with the fastest and with the slowest stack, or a finding."""
    for material in materials:
        for name, own in exchanges.groups(material):
            compared = sorted(
                (each for each in own if each.ratio is not None), key=lambda each: each.value or 0.0
            )
            if not compared:
                continue
            slowest = compared[-1]
            same = [each for each in compared if each.exchange.format == slowest.exchange.format]
            fastest = same[0]
            least, most = (text(exchanges.over(each, material.label)) for each in (fastest, slowest))
            said = f"An {slowest.exchange.format} exchange takes {least} the time of {BASELINE}"
            if fastest is slowest:
                return f"{said} with {fastest.stack} ({name})."
            return (
                f"{said} with the fastest stack measured, {fastest.stack}, and {most} with {slowest.stack} "
                f"({name}): the specification needs at most the former, and the library adds the rest."
            )
    for material in materials:
        for table in tables(material.run):
            if told := finding(table):
                return f"{told[0].upper()}{told[1:]}."
    return found[0].sentence if found else "These runs hold nothing that a report speaks of."
