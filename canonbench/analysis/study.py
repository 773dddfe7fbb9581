"""Everything that attribution says of one environment, and the range of its figures over environments."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from canonbench.analysis.attribution import Attribution, attributions
from canonbench.analysis.cells import Place, places
from canonbench.analysis.comparable import comparable
from canonbench.analysis.compare import traced
from canonbench.analysis.composition import Composition, compositions
from canonbench.analysis.costs import Costs, costs
from canonbench.analysis.environments import Environment, environments
from canonbench.analysis.estimate import Estimate
from canonbench.analysis.exchange import Exchange, exchanges
from canonbench.analysis.gap import AGAINST, Gap, Missing, gaps
from canonbench.analysis.growth import Growth, growths
from canonbench.analysis.levers import Lever, levers, of_document
from canonbench.analysis.memory import Amounts, is_memory, memory
from canonbench.analysis.model import Model, models
from canonbench.analysis.wholes import NO_ENGINES
from canonbench.runs import keys
from canonbench.runs.rows import Run

__all__ = ["Levers", "Range", "Study", "ranges", "studies", "under_memray"]


class Levers(NamedTuple):
    """Levers with one stack, largest first: of an exchange, or without ``place`` of a document alone."""

    document: str
    place: Place | None
    stack: str
    found: tuple[Lever, ...]


@dataclass(frozen=True)
class Study:
    """One environment. ``document`` is the main one: the one that was asked for, else that of most formats.

    ``costs``, ``gaps`` and ``levers`` are of all documents, or of the one that was asked for, as is
    ``attributions``. ``missing`` are gaps that cannot be divided. ``memory`` holds the amounts of memory runs
    of the same environment.
    """

    environment: Environment
    document: str
    stacks: tuple[str, ...]
    costs: tuple[Costs, ...]
    compositions: tuple[Composition, ...]
    exchanges: tuple[Exchange, ...]
    attributions: tuple[Attribution, ...]
    gaps: tuple[Gap, ...]
    missing: tuple[Missing, ...]
    growths: tuple[Growth, ...]
    models: tuple[Model, ...]
    levers: tuple[Levers, ...]
    memory: tuple[Amounts, ...]


def under_memray(run: Run) -> bool:
    """Tell whether a time of ``run`` was taken while memray looked on: then it says nothing."""
    return any(traced(row) for stack in run.stacks for row in stack.rows)


def studies(
    runs: Iterable[Run],
    *,
    document: str | None = None,
    stack: str | None = None,
    against: Sequence[str] = AGAINST,
) -> tuple[Study, ...]:
    """Study ``runs``, those of one machine together, memory runs beside the others.

    Args:
        runs: of any number of machines.
        document: only this one.
        stack: the one under study, all of a run if not given.
        against: the formats that Data Integrity is compared with.
    """
    found = []
    for environment in environments(runs, stack):
        timed = [run for run in environment.runs if not is_memory(run)]
        amounts = [
            row
            for run in environment.runs
            if is_memory(run)
            for row in memory(comparable(run, stack)[0]).rows
        ]
        if timed:
            (own,) = environments(timed, stack) if len(timed) < len(environment.runs) else (environment,)
            found.append(_study(replace(own, name=environment.name), amounts, document, stack, against))
    return tuple(found)


def _study(
    environment: Environment,
    amounts: Iterable[Amounts],
    document: str | None,
    stack: str | None,
    against: Sequence[str],
) -> Study:
    run = environment.run if stack is None else replace(environment.run, only=stack)
    there = [place for place in places(run) if document in {None, place.document}]
    asked = tuple(each.name for each in run.chosen if each.name not in NO_ENGINES and not each.again)
    every = [
        each
        for name in asked
        for own in (True, False)
        for each in gaps(run, name, against=against, own=own, document=document)
    ]
    return Study(
        environment,
        document or _main(there),
        asked,
        tuple(each for each in costs(run) if document in {None, each.case.document}),
        tuple(each for each in compositions(run) if document in {None, each.document}),
        tuple(each for each in exchanges(run) if document in {None, each.document}),
        attributions(run, document),
        tuple(each for each in every if isinstance(each, Gap) and _meant(each)),
        tuple(dict.fromkeys(each for each in every if isinstance(each, Missing))),
        growths(run),
        models(run),
        tuple(each for each in _levers(run, there, asked, document) if each.found),
        tuple(row for row in amounts if document in {None, row.case.document} and stack in {None, row.stack}),
    )


def _levers(run: Run, there: Sequence[Place], asked: Sequence[str], document: str | None) -> Iterator[Levers]:
    for place in there:
        for name in asked:
            yield Levers(place.document, place, name, levers(run, place, name))
    rows = (row for stack in run.stacks for row in stack.rows if row.name.startswith("transform.rdfc/"))
    documents = dict.fromkeys(row.text(keys.DOCUMENT) for row in rows)
    alone = [each for each in documents if each not in {place.document for place in there}]
    for each in alone:
        if document in {None, each}:
            for name in asked:
                yield Levers(each, None, name, of_document(run, each, name))


def _meant(gap: Gap) -> bool:
    """Tell whether a gap says something of its own: the best of libraries is none for our own engine."""
    mine = gap.cells["none"]
    return gap.own or not (mine.chosen.own or mine.own)


def _main(there: Sequence[Place]) -> str:
    """Return the document of most exchanges, the first of equals; empty without any."""
    counts: dict[str, int] = {}
    for place in there:
        counts[place.document] = counts.get(place.document, 0) + 1
    return max(counts, key=counts.__getitem__, default="")


@dataclass(frozen=True)
class Range:
    """One figure in every environment that has it, and the least and the most of them."""

    name: str
    values: Mapping[str, Estimate]

    @property
    def least(self) -> float:
        """The smallest value."""
        return min(each.value for each in self.values.values())

    @property
    def most(self) -> float:
        """The largest value."""
        return max(each.value for each in self.values.values())


def ranges(found: Sequence[Study]) -> tuple[Range, ...]:
    """Return the shares of the gaps that several environments have, each with its range."""
    figures: dict[str, dict[str, Estimate]] = {}
    for study in found:
        for name, value in _figures(study):
            figures.setdefault(name, {})[study.environment.name] = value
    return tuple(Range(name, values) for name, values in figures.items() if len(values) > 1)


def _figures(study: Study) -> Iterator[tuple[str, Estimate]]:
    for gap in study.gaps:
        if gap.place.document == study.document:
            what = f"{gap.place.format} over {gap.other.format} ({gap.other.algorithm}), {gap.stack}"
            what += "" if gap.own else ", libraries only"
            parts = [*gap.parts, gap.least]
            for part in parts:
                if part.share is not None:
                    name = "kept with the best stacks" if part is gap.least else part.name
                    yield f"{what}: {name}", part.share
