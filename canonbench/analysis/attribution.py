"""Attribution of a stage, a role or an exchange: replay, reference, best and chosen, measured side by side.

``replay``     only the primitive calls that a literal run of the text makes, on the very same bytes
``reference``  the literal transcription of the text, without shortcuts
``best``       the fastest stack of the same runtime that passed the gate, cross-fitted
``chosen``     a stack under study

Expected is that replay <= best <= chosen and best <= reference. Where an interval says otherwise, that is
said, and nothing is smoothed. From the four follow two one-sided statements, and no more: *the specification
needs at most* best; *the library adds at least* chosen - best. The three are estimated together, by means
over the same rounds, so that best and what is added make up chosen. No best is sought, and nothing is
subtracted, across runtimes: each runtime has bounds of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from canonbench.analysis import sample
from canonbench.analysis.crossfit import Best
from canonbench.analysis.estimate import Estimate, Mean, Together
from canonbench.analysis.exchange import ROLES
from canonbench.analysis.interval import Median, Ratio, centre, ratio
from canonbench.analysis.wholes import NO_ENGINES, Whole, best, exchange_cases, wholes
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Run

__all__ = ["Attribution", "Chosen", "Paired", "Quantity", "attributions", "work"]


@dataclass(frozen=True)
class Quantity:
    """One measured quantity: ``name`` is what it is here, ``stacks`` and ``engines`` say what did it.

    ``mean`` is over its own rounds, in seconds, and what is compared; ``median`` is as in other tables.
    """

    name: str
    stacks: tuple[str, ...]
    engines: tuple[str, ...]
    mean: Mean
    median: Median
    rounds: sample.Series


@dataclass(frozen=True)
class Paired:
    """What a stack takes, and the best in the same rounds: ``least`` and ``adds`` make up ``takes``."""

    takes: Mean
    least: Mean
    adds: Mean


@dataclass(frozen=True)
class Chosen:
    """One stack under study.

    ``paired`` has what the library adds at least, chosen - best by round; ``ratio`` is chosen over best.
    ``to_libraries`` is the same over the best without our own engine; ``None`` for our own, and where there
    is no other. All are ``None`` without a shared round. ``is_best`` says that the best is this very stack in
    every round: what it adds is then nothing by definition.
    """

    quantity: Quantity
    own: bool
    is_best: bool
    paired: Paired | None
    ratio: Ratio | None
    to_libraries: Paired | None

    @property
    def adds(self) -> Estimate | None:
        """What the library adds at least; ``None`` for fewer than eight shared rounds."""
        return None if self.paired is None else self.paired.adds.estimate

    @property
    def adds_to_libraries(self) -> Estimate | None:
        """What it adds to the best without our own engine."""
        return None if self.to_libraries is None else self.to_libraries.adds.estimate


@dataclass(frozen=True)
class Attribution:
    """A stage, a role, or the total of an exchange (whose case has the format as its target).

    ``best`` is what the specification needs at most; ``libraries`` is the best without our own engine.
    ``candidates`` are all stacks that were sought among. ``over_replay`` is best over replay. ``violations``
    are orders that certainly fail. ``work`` counts what the document makes a literal run do.
    """

    case: Case
    total: bool
    part_of: str
    runtime: str
    clock: sample.Clock
    replay: Quantity | None
    reference: Quantity | None
    best: Quantity
    candidates: tuple[str, ...]
    libraries: Quantity | None
    chosen: tuple[Chosen, ...]
    over_replay: Ratio | None
    violations: tuple[str, ...]
    work: Mapping[str, int]

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The yardsticks that were measured."""
        every = (self.replay, self.reference, self.best, self.libraries)
        return tuple(each for each in every if each is not None)


def attributions(run: Run, document: str | None = None) -> tuple[Attribution, ...]:
    """Return the attribution of every bare case and of every total, in each runtime, in the run's order.

    The stacks under study are those that were asked for. ``document`` restricts it to one.
    """
    found: list[Attribution] = []
    counts = work(run)
    for case, cases, part_of in _subjects(run):
        if document not in {None, case.document}:
            continue
        among = wholes(run, cases)
        for runtime in dict.fromkeys(whole.runtime for whole in among):
            own = [whole for whole in among if whole.runtime == runtime]
            one = _attribution(run, (case, len(cases) > 1, part_of), own, counts.get(case.document, {}))
            found += [one] if one is not None else []
    return tuple(found)


def work(run: Run) -> dict[str, dict[str, int]]:
    """Return the work counts of each document, as recorded."""
    return {
        str(entry["document"]): {str(name): int(count) for name, count in entry["counts"].items()}
        for entry in run.records
        if entry["kind"] == "work"
    }


def _subjects(run: Run) -> Iterator[tuple[Case, tuple[Case, ...], str]]:
    """Give each bare case with itself, and each total with its roles, once."""
    given: set[Case] = set()
    for stack in run.stacks:
        for row in stack.rows:
            case = row.case
            if case is None:
                continue
            if stack.again or case.view != "bare" or not row.is_time:
                continue
            if case not in given:
                given.add(case)
                yield case, (case,), row.text(keys.PART_OF)
            name, _, role = case.target.rpartition(".")
            whole = replace(case, target=name)
            if row.text(keys.FORMAT) and role == ROLES[-1] and case.state == "warm" and whole not in given:
                given.add(whole)
                yield whole, exchange_cases(name, case.document, case.factors), ""


def _attribution(
    run: Run, about: tuple[Case, bool, str], among: Sequence[Whole], counts: Mapping[str, int]
) -> Attribution | None:
    case, total, part_of = about
    named = {whole.stack: whole for whole in among}
    runtime = among[0].runtime
    least = best(among, runtime=runtime)
    if least is None:
        return None
    others = best(among, own=False, runtime=runtime)
    replay, reference = (_quantity(name, named.get(name)) for name in ("replay", "reference"))
    found = _of_best("best", least, named)
    libraries = None if others is None else _of_best("best of libraries", others, named)
    asked = [stack.name for stack in run.chosen if stack.name not in NO_ENGINES]
    chosen = tuple(_chosen(named[name], found, libraries) for name in asked if name in named)
    over_replay = None if replay is None else ratio(sample.pairs(replay.rounds, found.rounds))
    orders = [(replay, found), (found, reference), (replay, reference), (replay, libraries)]
    orders += [(found, each.quantity) for each in chosen]
    return Attribution(
        case,
        total,
        part_of,
        runtime,
        among[0].clock,
        replay,
        reference,
        found,
        least.candidates,
        libraries,
        chosen,
        over_replay,
        tuple(said for less, more in orders if (said := _violation(less, more))),
        counts,
    )


def _quantity(name: str, whole: Whole | None) -> Quantity | None:
    if whole is None:
        return None
    return _made(name, (whole.stack,), _engines(whole), whole.rounds)


def _made(name: str, stacks: tuple[str, ...], engines: tuple[str, ...], rounds: sample.Series) -> Quantity:
    values = [rounds[sitting] for sitting in sorted(rounds)]
    return Quantity(name, stacks, engines, Together(rounds).mean(rounds), centre(values), rounds)


def _of_best(name: str, found: Best, named: Mapping[str, Whole]) -> Quantity:
    engines = dict.fromkeys(engine for stack in found.names for engine in _engines(named[stack]))
    return _made(name, found.names, tuple(engines), found.rounds)


def _engines(whole: Whole) -> tuple[str, ...]:
    """Return the engines of a whole with the version of the one that the stack is about, as far as known."""
    names = sorted(set(whole.engines.values()))
    return tuple(
        f"{name} {whole.version}" if whole.version and name == whole.engine else name for name in names
    )


def _chosen(whole: Whole, least: Quantity, libraries: Quantity | None) -> Chosen:
    quantity = _made("chosen", (whole.stack,), _engines(whole), whole.rounds)
    return Chosen(
        quantity,
        whole.own,
        least.stacks == quantity.stacks,
        _paired(least, quantity),
        ratio(sample.pairs(least.rounds, whole.rounds)),
        None if whole.own or libraries is None else _paired(libraries, quantity),
    )


def _paired(less: Quantity, more: Quantity) -> Paired | None:
    shared = less.rounds.keys() & more.rounds.keys()
    if not shared:
        return None
    takes, least = ({sitting: each.rounds[sitting] for sitting in shared} for each in (more, less))
    adds = {sitting: takes[sitting] - least[sitting] for sitting in shared}
    together = Together(takes, least, adds)
    return Paired(together.mean(takes), together.mean(least), together.mean(adds))


def _violation(less: Quantity | None, more: Quantity | None) -> str:
    """Say that ``more`` certainly takes less time than ``less``; empty if it does not."""
    if less is None or more is None:
        return ""
    found = ratio(sample.pairs(less.rounds, more.rounds))
    if found is None or found.interval.high >= 1:
        return ""
    names = [
        f"{each.name} ({', '.join(each.stacks)})" if each.name not in each.stacks else each.name
        for each in (less, more)
    ]
    return f"{names[1]} takes {found.value:.3g} times what {names[0]} takes, and was expected to take more"
