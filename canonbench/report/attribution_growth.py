"""Growth, the model of cost, memory and levers, as tables."""

from collections.abc import Iterator
from dataclasses import replace

from canonbench.analysis.cells import SUITES, Place
from canonbench.analysis.growth import Growth
from canonbench.analysis.levers import Lever
from canonbench.analysis.model import FIXED
from canonbench.analysis.study import Levers, Study
from canonbench.report import numbers
from canonbench.report.attribution_bounds import GLOSSARY
from canonbench.report.formats import NAMES
from canonbench.report.grid import Grid

__all__ = ["of_growths", "of_levers", "of_memory", "of_models", "shown_levers"]

_LEVERS = (
    "Each change is measured by itself in the same rounds, and certainly saves time; changes do not add up.",
    "Saved time with its 95 % interval, with over without the change with its 99 % interval.",
    GLOSSARY,
)


def of_growths(study: Study) -> Iterator[Grid]:
    """Lay out exponents: a row for each stage, role or exchange, stack and count."""
    if not study.growths:
        return
    whole = {(each.target.partition("@")[0], each.stack, each.by, each.family) for each in study.growths}
    shown = [
        each
        for each in study.growths
        if each.faster
        or (each.target.partition("@")[0].rpartition(".")[0], each.stack, each.by, each.family) not in whole
    ]
    rows = tuple(
        (
            each.target,
            each.stack,
            f"{each.by}, {each.family}",
            f"{each.points[0][0]} to {each.points[-1][0]}",
            _exponent(each),
            ", ".join(f"{local.value:.2f}" for local in each.locals),
        )
        for each in shown
    )
    faster = [
        f"{each.target} with {each.stack} in {each.by} ({each.family})"
        for each in study.growths
        if each.faster
    ]
    notes = [
        f"Faster than linearly: {'; '.join(faster)}."
        if faster
        else "Nothing certainly grows faster than linearly.",
        "exponent: slope of log time on log count with its 95 % interval; between: of neighbouring counts.",
    ]
    columns = ("what", "stack", "grows with", "from, to", "exponent", "between")
    yield Grid("growth of time", columns, rows, tuple(notes))


def _exponent(each: Growth) -> str:
    if each.exponent is None:
        return f"{each.value:.2f}"
    low, high = each.exponent.interval
    return f"{each.exponent.value:.2f} [{low:.2f}, {high:.2f}]"


def of_models(study: Study) -> Iterator[Grid]:
    """Lay out what each counted thing costs, and the error on documents that were not fitted."""
    enough = [each for each in study.models if each.enough]
    short = sorted({(len(each.documents), each.needed) for each in study.models if not each.enough})
    names = list(dict.fromkeys(name for each in enough for name in each.coefficients if name != FIXED))
    notes = [f"Too few documents for a model: {count}, and {needed} are needed." for count, needed in short]
    notes.append(
        "Seconds for each, none negative, by least squares of relative errors; error: the median on each "
        "document by a fit on all others, and the worst. Counts go together, so 0 does not say free."
    )
    rows = tuple(
        (
            each.target,
            each.stack,
            *(_coefficient(each.coefficients.get(name)) for name in (FIXED, *names)),
            f"{numbers.percent(each.error or 0.0)}, worst {numbers.percent(each.worst or 0.0)}",
            str(len(each.documents)),
        )
        for each in enough
    )
    if study.models and not enough:
        counts = tuple((str(count), str(needed)) for count, needed in short)
        yield Grid("model of cost on counts: too few documents", ("documents", "needed"), counts)
    elif enough:
        columns = ("stage", "stack", FIXED, *(name.replace("_", " ") for name in names), "error", "documents")
        yield Grid("model of cost on counts", columns, rows, tuple(notes))


def _coefficient(value: float | None) -> str:
    return "" if value is None else numbers.seconds(value) if value else "0"


def of_memory(study: Study) -> Iterator[Grid]:
    """Lay out the memory of the same cases, where a run of the environment has it."""
    rows = tuple(
        (
            row.case.name,
            row.stack,
            *(
                "null" if found is None else numbers.quantity(found, unit)
                for found, unit in ((row.peak, "byte"), (row.allocated, "byte"), (row.allocations, "integer"))
            ),
        )
        for row in study.memory
    )
    if rows:
        note = "Measured by itself under memray, never together with time; above the baseline of no work."
        yield Grid("memory of a call", ("what", "stack", "peak", "allocated", "allocations"), rows, (note,))


def of_levers(study: Study) -> Iterator[Grid]:
    """Lay out levers, largest first."""
    grids = list(map(_levers, shown_levers(study)))
    yield from grids[:-1]
    yield from (replace(grid, notes=_LEVERS) for grid in grids[-1:])


def shown_levers(study: Study) -> list[Levers]:
    """Return the levers of ``eddsa-rdfc-2022`` on the main document, and of documents without an exchange.

    Where that suite was not measured, it is every exchange of the main document.
    """
    own = [each for each in study.levers if each.document == study.document and each.place is not None]
    plain = [each for each in own if each.place is not None and not each.place.others] or own
    suite = SUITES["ed25519", "rdfc"]
    first = [each for each in plain if each.place is not None and each.place.format == suite]
    return [*(first or plain), *(each for each in study.levers if each.place is None)]


def _levers(each: Levers) -> Grid:
    what = "from JSON to canonical bytes" if each.place is None else _named(each.place)
    title = f"levers: {what} on {each.document} with {each.stack}, largest first"
    columns = ("change", "saves", "with / without", "holder's proof format", "")
    return Grid(title, columns, tuple(map(_lever, each.found)))


def _named(place: Place) -> str:
    algorithm = NAMES.get(place.algorithm, place.algorithm)
    factors = [algorithm, *(f"{name} {value}" for name, value in sorted(place.others))]
    return f"{place.format} ({', '.join(factors)})"


def _lever(lever: Lever) -> tuple[str, ...]:
    return (
        lever.name,
        f"{numbers.difference(lever.saved)} {lever.unit}",
        numbers.ratio(lever.ratio),
        "changes" if lever.proof else "stays",
        lever.note,
    )
