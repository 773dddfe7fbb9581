"""The report of the paper's claims: a summary, then each claim with its criterion and what was measured."""

import math
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, TextIO, TypeAlias

from canonbench.analysis.claims.criteria import CLAIMS, Claim, Range
from canonbench.analysis.claims.decide import Beside, Judgement, Part, Unit, reasons
from canonbench.analysis.claims.reading import NODE, PYTHON
from canonbench.analysis.environments import Environment
from canonbench.analysis.estimate import Estimate
from canonbench.analysis.interval import Median
from canonbench.analysis.singles import Single
from canonbench.report import environments, markdown, numbers, tables, text
from canonbench.report.grid import Footnotes, Grid, plural
from canonbench.report.singles import of_singles, singles_json

__all__ = ["NOBODY", "PAPER", "SCHEMA", "Findings", "Format", "columns", "grids", "verdicts", "write"]

SCHEMA = "canonbench.claims/1"
Format: TypeAlias = Literal["text", "json", "markdown"]

NOBODY = "any stack"
"""The column of claims that are of no stack."""

_WIDTH = 100
_SHORT = 36
PAPER = "An Empirical Evaluation of Signing and Verification Performance of Verifiable Credential Formats"


class Findings(NamedTuple):
    """What is reported: environments, the first one that of which times are multiples; verdicts; calls."""

    environments: Sequence[Environment]
    judgements: Sequence[Judgement]
    singles: Sequence[Single] = ()


def write(found: Findings, stream: TextIO, *, form: Format = "text", plain: bool = False) -> None:
    """Write verdicts: text for people, Markdown for a page or a job's summary, JSON for programs."""
    if form == "json":
        tables.write_json(_json(found), stream)
    elif form == "markdown":
        markdown.write(grids(found), stream)
    else:
        text.write(map(_folded, grids(found)), stream, plain=plain)


def grids(found: Findings) -> list[Grid]:
    """Lay out environments, summary, every claim, and the paper's own statistic where it was measured."""
    several = len(found.environments) > 1
    details = [_of_claim(claim, found.judgements, several=several) for claim in CLAIMS.values()]
    return [
        environments.grid(found.environments),
        _of_summary(found),
        *(grid for grid in details if grid.rows),
        *of_singles(found.singles),
    ]


def _folded(grid: Grid) -> Grid:
    """Fold the notes of a grid to the width of a page."""
    notes = (
        textwrap.wrap(note, _WIDTH, subsequent_indent="    ", break_long_words=False) for note in grid.notes
    )
    return Grid(grid.title, grid.columns, grid.rows, tuple(line for lines in notes for line in lines))


def _of_summary(found: Findings) -> Grid:
    places = columns(found.judgements)
    rows = [
        (claim.id, *verdicts(claim, found.judgements, places), str(claim.kit)) for claim in CLAIMS.values()
    ]
    notes = (
        f'The paper: "{PAPER}" (arXiv 2611.03493).',
        (
            "Its figures, those for Node.js too, are of other machines; absolute times are context, never a "
            "criterion."
        ),
        (
            "Criteria: written down in the design before canonbench ran, coded after the first published "
            "runs; docs/claims.md lists changes since."
        ),
        (
            f"{NOBODY}: what is counted, what is said of all stacks together, and what no stack measured. "
            "Several verdicts in a cell: scopes or machines differ."
        ),
        "kit: can the public kit fujie/vcbench produce it? Whether the abstract used it is unknown.",
        *map(environments.noise, found.environments),
    )
    names = ("claim", *places, "over environments", "kit")
    return Grid("The paper's claims, by stack", names, tuple(rows), notes)


def columns(judgements: Sequence[Judgement]) -> list[str]:
    """Return the stacks that claims are judged for, then Node.js and no stack, as far as there are such."""
    found = dict.fromkeys(_column(each) for each in judgements if each.environment)
    last = [name for name in (NODE, NOBODY) if name in found]
    return [name for name in found if name not in last] + last


def verdicts(claim: Claim, judgements: Sequence[Judgement], places: Sequence[str]) -> list[str]:
    """Return the words on a claim in each of ``places``, and over environments."""
    own = [each for each in judgements if each.claim == claim.id]
    words = {
        place: dict.fromkeys(each.words for each in own if each.environment and _column(each) == place)
        for place in places
    }
    over = list(dict.fromkeys(each.words for each in own if not each.environment))
    return [*map("; ".join, words.values()), over[0] if len(over) == 1 else "by stack" * bool(over)]


def _column(each: Judgement) -> str:
    return each.stack or (NODE if each.runtime == NODE else NOBODY)


def _of_claim(claim: Claim, judgements: Sequence[Judgement], *, several: bool) -> Grid:
    footnotes = Footnotes()
    own = [each for each in judgements if each.claim == claim.id]
    rows = [row for each in own for row in _of_judgement(each, footnotes, several=several)]
    notes = [
        f"published: {claim.published}",
        f"criterion: {claim.criterion}",
        f"public kit: {claim.kit}: {claim.why}",
        *footnotes.lines,
    ]
    columns = ("where and what", "measured", "verdict")
    return Grid(f"{claim.id}: {claim.text}", columns, tuple(rows), tuple(notes))


def _of_judgement(each: Judgement, footnotes: Footnotes, *, several: bool) -> Iterator[tuple[str, str, str]]:
    whole = "" if each.reason == reasons(each.parts) else each.reason
    words = _marked(_marked(each.words, whole, footnotes), each.note, footnotes)
    yield _where(each, several=several), "", words
    for part in each.parts:
        yield f"  {part.what}", _measured(part), _marked(str(part.verdict), part.reason, footnotes)
    for beside in each.beside:
        shown = _said(beside)
        long = len(shown) > _SHORT
        yield f"  {beside.what}", _marked("", shown, footnotes).strip() if long else shown, "(beside)"


def _where(each: Judgement, *, several: bool) -> str:
    if not each.environment:
        place = f"over {plural(each.environments, 'environment')}"
    else:
        place = each.environment if several else ""
    runtime = each.runtime if each.runtime != PYTHON or not each.stack else ""
    scope = f"scope {each.scope}" if each.scope else ""
    return ", ".join(part for part in (place, each.stack, runtime, scope) if part) or "all"


def _marked(words: str, reason: str, footnotes: Footnotes) -> str:
    return f"{words} {footnotes.mark(reason)}" if reason else words


def _measured(part: Part) -> str:
    if part.measured is None:
        return "null"
    if isinstance(part.measured, int):
        of = part.range.low if part.range.low == part.range.high else math.nan
        return f"{part.measured} of {of:.0f}"
    return _estimate(part.measured, part.unit)


def _said(beside: Beside) -> str:
    if isinstance(beside.said, str):
        return beside.said
    return (
        numbers.median(beside.said)
        if isinstance(beside.said, Median)
        else _estimate(beside.said, beside.unit)
    )


def _estimate(found: Estimate, unit: Unit) -> str:
    value = numbers.percent(found.value) if unit == "share" else numbers.factor(found.value)
    return f"{value} {numbers.bounds(found.interval, unit)}"


def _json(found: Findings) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "paper": "arXiv 2611.03493",
        "environments": environments.as_json(found.environments),
        "claims": [_claim(claim, found.judgements) for claim in CLAIMS.values()],
        "singles": singles_json(found.singles),
    }


def _claim(claim: Claim, judgements: Sequence[Judgement]) -> dict[str, Any]:
    return {
        "id": claim.id,
        "text": claim.text,
        "published": claim.published,
        "criterion": claim.criterion,
        "over_environments": claim.joint,
        "public_kit": {"can_produce": str(claim.kit), "how_far": claim.why},
        "judgements": [_judgement(each) for each in judgements if each.claim == claim.id],
    }


def _judgement(each: Judgement) -> dict[str, Any]:
    return {
        "environment": each.environment or None,
        "environments": each.environments,
        "runtime": each.runtime or None,
        "stack": each.stack or None,
        "scope": each.scope or None,
        "verdict": str(each.verdict),
        "words": each.words,
        "reason": each.reason or None,
        "note": each.note or None,
        "parts": [_part(part) for part in each.parts],
        "beside": [
            {"what": beside.what, "unit": _unit(beside), "said": _value(beside.said)}
            for beside in each.beside
        ],
    }


def _unit(beside: Beside) -> str:
    if isinstance(beside.said, str):
        return "text"
    return "second" if isinstance(beside.said, Median) else beside.unit


def _part(part: Part) -> dict[str, Any]:
    return {
        "what": part.what,
        "unit": part.unit,
        "measured": _value(part.measured),
        "criterion": _ends(part.range),
        "upper_bound": part.upper,
        "verdict": str(part.verdict),
        "reason": part.reason or None,
    }


def _ends(found: Range) -> list[float | None]:
    return [end if math.isfinite(end) else None for end in found]


def _value(found: Estimate | Median | float | str | None) -> Any:
    if isinstance(found, Median):
        return tables.median_json(found)
    if isinstance(found, Estimate):
        interval = tables.interval_json(found.interval)
        return {"value": found.value, "interval": interval, "rounds": found.rounds, "method": found.method}
    return found
