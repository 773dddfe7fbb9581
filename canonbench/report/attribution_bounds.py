"""What a specification needs at most, and what a library adds at least, as tables: a row for each stack."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canonbench.analysis.attribution import Attribution, Chosen, Quantity
from canonbench.analysis.study import Study
from canonbench.report import numbers
from canonbench.report.formats import NAMES
from canonbench.report.grid import Grid

__all__ = ["GLOSSARY", "IS_BEST", "adds", "named", "of_stages", "of_totals", "told", "violations", "whole"]

GLOSSARY = "docs/attribution.md#glossary explains each column and word."
IS_BEST = "is the best"
"""Stands where what a stack adds is nothing by definition."""

_WHOLES = ("transform.rdfc", "transform.jcs", "jsonld.to_quads", "rdfc.canonicalize", "jcs.canonicalize")
_LEGEND = (
    (
        "needs at most: what the best stack of this runtime takes, chosen on one half of the rounds and "
        "timed on the other; the specification cannot need more."
    ),
    (
        "adds at least: what the stack takes less that of the best in the same round. A bound is the end of "
        "its interval: the upper one of at most, the lower one of at least."
    ),
    "takes = needs at most + adds at least: all are means over the same rounds, with 95 % intervals.",
    GLOSSARY,
)


def of_totals(study: Study) -> Iterator[Grid]:
    """Lay out whole exchanges on the main document."""
    own = [each for each in study.attributions if each.total and each.case.document == study.document]
    if own:
        yield _grid(f"exchanges of {study.document}: what is needed at most, what is added at least", own)


def of_stages(study: Study) -> Iterator[Grid]:
    """Lay out stages: all on the main document, whole ones on others."""
    shown = [
        each
        for each in study.attributions
        if not each.total
        and "." in each.case.target
        and each.case.state != "cold-process"
        and _is_stage(study, each)
    ]
    documents = list(dict.fromkeys(each.case.document for each in shown))
    for document in documents:
        own = [each for each in shown if each.case.document == document]
        if len(documents) > 1 and document != study.document:
            own = [each for each in own if each.case.target in _WHOLES] or own
        grid = _grid(f"stages on {document}: what is needed at most, what is added at least", own)
        yield grid if document == documents[-1] else replace(grid, notes=grid.notes[: -len(_LEGEND)])


def told(study: Study) -> tuple[Sequence[Attribution], bool]:
    """Return the exchanges of the main document and ``True``, else the warm stages of the first."""
    totals = [each for each in study.attributions if each.total and each.case.document == study.document]
    stages = [each for each in study.attributions if not each.total and each.case.state == "warm"]
    return totals or [each for each in stages if each.case.document == stages[0].case.document], bool(totals)


def violations(found: Sequence[Attribution]) -> Iterator[str]:
    """Say each order that certainly fails."""
    return (f"ORDER: {named(each)}: {said}." for each in found for said in each.violations)


def whole(each: Attribution) -> bool:
    """Tell whether what is attributed is an exchange, or a stage that others are parts of."""
    return each.total or each.case.target in _WHOLES


def adds(one: Chosen) -> str:
    """Write what a stack adds at least."""
    return "no shared round" if one.paired is None else numbers.spanning(one.paired.adds)


def _is_stage(study: Study, each: Attribution) -> bool:
    formats = {exchange.format for exchange in study.exchanges}
    return each.case.target.rpartition(".")[0] not in formats


def _grid(title: str, found: Sequence[Attribution]) -> Grid:
    replay, reference = any(each.replay for each in found), any(each.reference for each in found)
    libraries = any(_has_libraries(each) for each in found)
    rivals = any(not one.is_best for each in found for one in each.chosen)
    columns = (
        *("what", "stack", "takes"),
        *(("needs at most", "best", "library adds at least") if rivals else ("best",)),
        *(("best of libraries", "adds to that") if libraries else ()),
        *(("best / replay", "replay") if replay else ()),
        *(("reference",) if reference else ()),
    )
    rows = []
    for each in found:
        for one in each.chosen:
            told = (named(each), one.quantity.stacks[0], *_paired(each, one, rivals=rivals))
            told += _of_libraries(each, one) if libraries else ()
            told += (_over_replay(each), _mean(each.replay)) if replay else ()
            told += (_mean(each.reference),) if reference else ()
            rows.append(told)
    notes = [*violations(found), *(["best / replay: 99 % interval."] if replay else []), *_work(found)]
    notes += [*_engines(found), *_clock(found)]
    return Grid(title, columns, tuple(rows), (*notes, *_LEGEND))


def _has_libraries(each: Attribution) -> bool:
    """Tell whether the best of libraries says something of its own: it is another one than the best."""
    return each.libraries is not None and each.libraries.stacks != each.best.stacks


def named(each: Attribution) -> str:
    """Write what is attributed: its target with factors, state and runtime."""
    case = each.case
    factors = ", ".join(NAMES.get(value, f"{name} {value}") for name, value in case.factors)
    said = [part for part in (factors, "" if case.state == "warm" else case.state, each.runtime) if part]
    return case.target + (f" ({', '.join(said)})" if said else "")


def _mean(quantity: Quantity | None) -> str:
    return "" if quantity is None else numbers.median(quantity.mean)


def _by(quantity: Quantity) -> str:
    return " or ".join(quantity.stacks)


def _over_replay(each: Attribution) -> str:
    return "" if each.over_replay is None else numbers.ratio(each.over_replay)


def _paired(each: Attribution, one: Chosen, *, rivals: bool) -> tuple[str, ...]:
    if not rivals:
        return (_mean(one.quantity), IS_BEST)
    if one.is_best:
        return (_mean(one.quantity), _mean(one.quantity), _by(each.best), IS_BEST)
    if one.paired is None:
        return (_mean(one.quantity), _mean(each.best), _by(each.best), adds(one))
    both = (numbers.median(one.paired.takes), numbers.median(one.paired.least))
    return (*both, _by(each.best), adds(one))


def _of_libraries(each: Attribution, one: Chosen) -> tuple[str, str]:
    if each.libraries is None or not _has_libraries(each):
        return ("", "")
    if each.libraries.stacks == one.quantity.stacks:
        return (_by(each.libraries), IS_BEST)
    if one.to_libraries is None:
        return (_by(each.libraries), "")
    least = f"{numbers.median(one.to_libraries.least)} {_by(each.libraries)}"
    return (least, numbers.spanning(one.to_libraries.adds))


def _work(found: Sequence[Attribution]) -> Iterator[str]:
    for name, own in {each.case.document: each.work for each in found if each.work}.items():
        told = ", ".join(f"{count} {_counted(count, what)}" for what, count in own.items())
        yield f"Work on {name}: {told}."


def _counted(count: int, what: str) -> str:
    """Write the name of a count: ``blank_nodes`` is ``blank nodes``, of one ``blank node``."""
    words = what.split("_")
    return " ".join(word.removesuffix("s") for word in words) if count == 1 else " ".join(words)


def _engines(found: Sequence[Attribution]) -> Iterator[str]:
    engines: dict[str, dict[str, None]] = {}
    for each in found:
        for quantity in (each.best, *(one.quantity for one in each.chosen)):
            if len(quantity.stacks) == 1:
                engines.setdefault(quantity.stacks[0], {}).update(dict.fromkeys(quantity.engines))
    return (f"{stack}: {', '.join(names)}." for stack, names in engines.items() if [*names] != [stack])


def _clock(found: Sequence[Attribution]) -> Iterator[str]:
    clocks = {each.clock for each in found}
    yield f"{'Wall' if clocks == {'wall'} else 'CPU'} time decides."
