"""The report of attribution: one screen that answers, or its sections whole."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TextIO, TypeAlias

from canonbench.analysis.comparable import sentences
from canonbench.analysis.environments import FACTS
from canonbench.analysis.study import Range, Study, ranges
from canonbench.report import (
    attribution_bounds,
    attribution_gaps,
    attribution_growth,
    attribution_json,
    attribution_screen,
    attribution_steps,
    markdown,
    numbers,
    tables,
    text,
)
from canonbench.report.grid import Grid, plural
from canonbench.report.printable import shortened

__all__ = ["FORMS", "SECTIONS", "Form", "write"]

Form: TypeAlias = Literal["text", "markdown", "json"]
FORMS: tuple[Form, ...] = ("text", "markdown", "json")


def _of_environment(study: Study) -> Iterator[Grid]:
    environment = study.environment
    fewest, most = environment.rounds
    noise = environment.noise
    rows = [(name, shortened(environment.facts[name])) for name in FACTS if name in environment.facts]
    rows += [("rounds", str(most) if fewest == most else f"{fewest} to {most}")]
    rows += [("noise (A/A)", "unknown" if noise is None else " up to ".join(map(numbers.percent, noise)))]
    rows += [("runs", ", ".join(run.label for run in environment.runs))]
    named = {name: version for name, version in environment.versions.items() if not {"=", ":"} & set(name)}
    versions = ", ".join(f"{name} {shortened(version)}" for name, version in named.items())
    notes = [f"Versions: {versions}."] if versions else []
    notes += [
        f"Left out, since a newer run measured something else: {row} of {stack} in {run}."
        for run, stack, row in environment.left_out
    ]
    notes += sentences(environment.differing)
    yield Grid(f"environment {environment.name}", ("fact", "value"), tuple(rows), tuple(notes))


def _of_documents(study: Study) -> Iterator[Grid]:
    names = dict.fromkeys(each.document for each in study.exchanges if each.document != study.document)
    if names:
        yield Grid("further documents", ("--document",), tuple((name,) for name in names))


SECTIONS: Mapping[str, Callable[[Study], Iterator[Grid]]] = {
    "environment": _of_environment,
    "exchanges": attribution_bounds.of_totals,
    "gaps": attribution_gaps.of_gaps,
    "stages": attribution_bounds.of_stages,
    "steps": attribution_steps.of_steps,
    "composition": attribution_steps.of_compositions,
    "growth": attribution_growth.of_growths,
    "model": attribution_growth.of_models,
    "memory": attribution_growth.of_memory,
    "levers": attribution_growth.of_levers,
    "documents": _of_documents,
}
"""The sections, in their order, each with the function that lays it out for one environment."""


def write(
    found: Sequence[Study],
    stream: TextIO,
    *,
    form: Form = "text",
    plain: bool = False,
    only: Iterable[str] | None = (),
) -> None:
    """Write what ``found`` says, one environment after the other, then the range over them.

    Args:
        found: what was studied.
        stream: where it is written.
        form: JSON is always whole.
        plain: no colour and no box characters.
        only: sections, ``None`` for all of them; for none of them it is one screen for each environment.
    """
    if form == "json":
        tables.write_json(attribution_json.document(found), stream)
        return
    width = text.width(stream) if form == "text" else None
    chosen = list(SECTIONS) if only is None else list(only)
    grids = [grid for study in found for grid in _of_study(study, chosen, width)]
    over = ranges(found)
    grids += [_of_ranges(over, found)] if over and (only is None or not chosen) else []
    if form == "markdown":
        markdown.write(grids, stream)
    else:
        text.write(grids, stream, plain=plain)


def _of_study(study: Study, chosen: Sequence[str], width: int | None) -> Iterator[Grid]:
    if not chosen:
        there = [name for name, make in SECTIONS.items() if any(make(study))]
        yield from attribution_screen.of_study(study, there, width)
    for name in SECTIONS:
        if name in chosen:
            yield from SECTIONS[name](study)


def _of_ranges(over: Sequence[Range], found: Sequence[Study]) -> Grid:
    names = [study.environment.name for study in found]
    rows = [
        (
            each.name,
            *(numbers.share(each.values[name]) if name in each.values else "" for name in names),
            f"{numbers.percent(each.least)} to {numbers.percent(each.most)}",
        )
        for each in over
    ]
    title = f"shares of the gaps in {plural(len(names), 'environment')}"
    return Grid(title, ("share", *names, "range"), tuple(rows))
