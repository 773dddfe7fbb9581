"""From runs to a page: the question, the answer in a sentence, and every section that has what to say."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from canonbench import __version__
from canonbench.analysis.formats import Standing
from canonbench.report.answer import answer, compared, ends
from canonbench.report.formats import BASELINE
from canonbench.report.material import Material
from canonbench.report.page.charts import is_empty
from canonbench.report.page.model import Page, Section, Source, Statistic
from canonbench.report.sections import (
    attribution,
    claims,
    education,
    environment,
    exchanges,
    gaps,
    growth,
    levers,
    memory,
    method,
    model,
    singles,
    stages,
    steps,
    trend,
)

__all__ = ["QUESTION", "build"]

QUESTION = (
    "Where do the time and the memory of a verifiable credential go, "
    "and is that the specification's doing or the library's?"
)

_Make = Callable[[Sequence[Material]], Section | None]

_TOPICS: tuple[tuple[str, str, _Make], ...] = (
    ("whole exchanges", "canonbench exchange all", exchanges.section),
    ("steps of exchanges", "canonbench exchange eddsa-rdfc-2022 --split", steps.section),
    ("what specification and library take", "canonbench exchange all", attribution.section),
    ("the gap between formats", "canonbench exchange all --split", gaps.section),
    ("what could be changed", "canonbench run quick", levers.section),
    ("stages", "canonbench stage rdfc", stages.section),
    ("documents side by side", "canonbench stage rdfc --document simple --document ob3", education.section),
    (
        "growth",
        "canonbench stage rdfc --document bn-10 --document bn-50 --document bn-100",
        growth.section,
    ),
    ("a model of cost", "canonbench run education", model.section),
    ("calls timed one by one", "canonbench exchange all --single", singles.section),
    ("the paper's claims", "canonbench run paper", claims.section),
    ("memory", "canonbench memory rdfc.canonicalize", memory.section),
    ("trend over runs", "", trend.section),
)
"""Each topic with the command that measures it and the function that makes its section, in their order."""


def build(materials: Sequence[Material]) -> Page:
    """Make the page of ``materials``: what they do not measure is named, with the command that would."""
    made = [(topic, command, _drawn(make(materials))) for topic, command, make in _TOPICS]
    found = [section for _, _, section in made if section is not None]
    lacking = [(topic, command) for topic, command, section in made if section is None and command]
    told = compared(materials)
    keys = () if told is None else tuple(_keys(told[0], told[2]))
    sections = (
        *found,
        *filter(None, [_drawn(environment.section(materials))]),
        method.limits(),
        *([_lacking(lacking)] if lacking else []),
        method.reproduce(materials),
        method.cite(materials),
    )
    return Page(
        "canonbench report",
        QUESTION,
        answer(materials, found, told),
        tuple(_source(material) for material in materials),
        sections,
        keys,
        "" if told is None else f"A whole exchange over that of {BASELINE}: {told[1]}",
        __version__,
    )


def _drawn(section: Section | None) -> Section | None:
    """Keep of pictures without a point their tables alone."""
    if section is None:
        return None
    figures = tuple(figure for figure in section.figures if not is_empty(figure.chart))
    lost = tuple(figure.table for figure in section.figures if is_empty(figure.chart))
    return replace(section, figures=figures, tables=(*lost, *section.tables))


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


def _keys(material: Material, able: Sequence[Standing]) -> Iterator[tuple[str, Statistic]]:
    """Give each format over the baseline, with the stacks that take least and most."""
    for name in dict.fromkeys(each.exchange.format for each in able):
        own = [each for each in able if each.exchange.format == name]
        for each in ends(own) if len(own) > 1 else own:
            yield f"{name} with {each.stack}", exchanges.over(each, material.label)
