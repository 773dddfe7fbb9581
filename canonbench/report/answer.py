"""The answer of a report in two sentences: how formats compare, and what specification and library take."""

from collections.abc import Iterator, Sequence

from canonbench.analysis.attribution import Attribution, Chosen, attributions
from canonbench.analysis.exchange import TOTAL
from canonbench.analysis.finding import finding
from canonbench.analysis.formats import Standing
from canonbench.analysis.runtimes import family
from canonbench.analysis.table import tables
from canonbench.analysis.wholes import BESTS
from canonbench.report.formats import BASELINE
from canonbench.report.material import Material
from canonbench.report.page.model import Section, of_estimate, of_mean
from canonbench.report.page.shown import text
from canonbench.report.sections import exchanges

__all__ = ["NOTHING", "answer", "compared", "ends"]

NOTHING = "These runs hold nothing that a report speaks of."
"""The answer of a page without a section on what was measured."""

Told = tuple[Material, str, list[Standing]]
"""The run of exchanges, what they share in words, and those that stand beside the baseline."""


def compared(materials: Sequence[Material]) -> Told | None:
    """Return the first exchanges that stand beside the baseline."""
    for material in materials:
        for name, own in exchanges.groups(material):
            able = [each for each in own if each.ratio is not None]
            if able:
                return material, name, able
    return None


def ends(own: Sequence[Standing]) -> tuple[Standing, Standing]:
    """Return those of one format that take least and most."""
    order = sorted(own, key=lambda each: each.value or 0.0)
    return order[0], order[-1]


def answer(materials: Sequence[Material], found: Sequence[Section], told: Told | None) -> str:
    """Return at most two sentences.

    How the formats of ``told`` compare, with the fastest and with the slowest stack; and what the
    specification needs at most and the library adds at least. Without exchanges it is the finding of the
    first table that has one, else the sentence of the first section ``found``.
    """
    if told is not None:
        return _both(*told)
    for material in materials:
        for table in tables(material.run):
            if said := finding(table):
                return f"{said[0].upper()}{said[1:]}."
    return found[0].sentence if found else NOTHING


def _both(material: Material, name: str, able: Sequence[Standing]) -> str:
    slowest = max(able, key=lambda each: each.value or 0.0)
    own = [each for each in able if each.exchange.format == slowest.exchange.format]
    fastest, _ = ends(own)
    bounds = list(_bounds(material, slowest))
    several = len({_runtime(each) for each in able} | {runtime for runtime, _ in bounds}) > 1
    least, most = (text(exchanges.over(each, material.label)) for each in (fastest, slowest))
    named = [f"{each.stack} ({_runtime(each)})" if several else each.stack for each in (fastest, slowest)]
    said = f"An {slowest.exchange.format} exchange takes {least} the time of {BASELINE}"
    if fastest is slowest:
        said = f"{said} with {named[0]} ({name})."
    else:
        said = f"{said} with {named[0]}, the least of all stacks, and {most} with {named[1]} ({name})."
    if not bounds:
        return said
    parts = [f"in {runtime} {bound}" if several else bound for runtime, bound in bounds]
    return f"{said} Of the time of one such exchange, {'; '.join(parts)}."


def _runtime(each: Standing) -> str:
    return family(each.cells[TOTAL].runtime if TOTAL in each.cells else "")


def _bounds(material: Material, standing: Standing) -> Iterator[tuple[str, str]]:
    """Give for each runtime what the specification needs at most, and the most that a library adds."""
    exchange = standing.exchange
    for each in attributions(material.run, exchange.document):
        if each.total and each.case.name == exchange.name:
            most = text(of_mean(each.best.mean, "best", each.case.name, "best", run=material.label))
            said = f"the specification needs at most {most} (with {' or '.join(each.best.stacks)})"
            chosen = _slowest(each)
            if len(each.candidates) == 1:
                more = ", and no other stack was measured"
            elif chosen is None:
                more = ", and no library takes certainly more"
            else:
                stack = chosen.quantity.stacks[0]
                adds = of_estimate(chosen.adds, "library adds at least", each.case.name, stack)
                more = f", and the library {stack} adds at least {text(adds)}"
            yield family(each.runtime), said + more


def _slowest(each: Attribution) -> Chosen | None:
    """Return the library that adds most, of those that certainly add."""
    able = [
        (chosen.adds.value, place, chosen)
        for place, chosen in enumerate(each.chosen)
        if chosen.adds is not None and chosen.adds.positive and chosen.quantity.stacks[0] not in BESTS
    ]
    return max(able)[2] if able else None
