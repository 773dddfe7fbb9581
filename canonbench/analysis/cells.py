"""The cells of a factorial: the same exchange with one thing swapped, where a run has it.

Data Integrity has a cryptosuite for each of {Ed25519, P-256} x {RDFC-1.0, JCS}. Each of them may be done by
the stack under study or by the best one that the run has.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from canonbench.analysis.crossfit import Best
from canonbench.analysis.sample import Clock
from canonbench.analysis.wholes import OWN, Whole, best, decides, exchange_cases, wholes
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Run, Sitting

__all__ = ["SUITES", "Cell", "Place", "cell", "clock", "places", "shared"]

SUITES: Mapping[tuple[str, str], str] = {
    ("ed25519", "rdfc"): "eddsa-rdfc-2022",
    ("ed25519", "jcs"): "eddsa-jcs-2022",
    ("p256", "rdfc"): "ecdsa-rdfc-2019",
    ("p256", "jcs"): "ecdsa-jcs-2019",
}
"""The cryptosuite of an algorithm and a canonicalization."""

Factors: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Place:
    """One exchange of a run. ``others`` are its factors but the algorithm, whatever their order."""

    format: str
    document: str
    algorithm: str
    factors: Factors
    others: frozenset[tuple[str, str]]

    @property
    def cases(self) -> tuple[Case, ...]:
        """The warm bare cases of its roles."""
        return exchange_cases(self.format, self.document, self.factors)


@dataclass(frozen=True)
class Cell:
    """What a place takes with the stack under study, and with the best stack of the same runtime.

    Where the one under study has no row of its own it changes no step. Then ``chosen`` is the default stack,
    or, where libraries are compared and offer the step, the best of them (``stands_in``): our own engine is
    then in neither. ``picked`` are the stacks that ``best`` is made of. ``offered`` says whether any stack
    does it without our own engine.
    """

    place: Place
    chosen: Whole
    best: Best
    picked: tuple[Whole, ...]
    stands_in: bool = False
    offered: bool = True

    @property
    def own(self) -> bool:
        """Whether our own engine has a part in ``best``."""
        return any(whole.own for whole in self.picked)

    @property
    def is_best(self) -> bool:
        """Whether the one under study is the best in every round: a better library then adds nothing."""
        return self.stands_in or self.best.names == (self.chosen.stack,)


def places(run: Run) -> tuple[Place, ...]:
    """Return the exchanges of ``run``, in the order in which they were measured."""
    found: dict[tuple[str, str, Factors], Place] = {}
    for stack in run.stacks:
        for row in stack.rows:
            if stack.again or not row.text(keys.FORMAT):
                continue
            case = Case.parse(row.name)
            others = frozenset(pair for pair in case.factors if pair[0] != "algorithm")
            name = row.text(keys.FORMAT)
            place = Place(name, case.document, row.text(keys.KEY_ALGORITHM), case.factors, others)
            found.setdefault((name, case.document, case.factors), place)
    return tuple(found.values())


def clock(run: Run, among: Iterable[Place]) -> Clock:
    """Return the clock that decides for all of ``among`` with every stack."""
    return decides(run, [case for place in among for case in place.cases])


def cell(  # noqa: PLR0913 - what is compared is named, not guessed
    run: Run, place: Place, stack: str, by: Clock, *, own: bool = True, runtime: str = ""
) -> Cell | str:
    """Return what ``place`` takes with ``stack`` and with the best one; or why that is not known.

    Args:
        run: where the rows are.
        place: an exchange of it.
        stack: the stack under study.
        by: the clock of the comparison.
        own: whether stacks with our own engine may be the best one, or stand in for the one under study.
            Where there are no others (libraries offer no step of the format) they may in any case.
        runtime: of the stack under study, empty for this Python.
    """
    among = {whole.stack: whole for whole in wholes(run, place.cases, by) if whole.runtime == runtime}
    chosen = among.get(stack) or among.get(OWN)
    if chosen is None:
        return f"{place.format} ({place.algorithm}) has no total with {stack}: measure issue, present, verify"
    able = best(among.values(), own=own, runtime=runtime) or best(among.values(), runtime=runtime)
    if able is None:
        return f"{place.format} ({place.algorithm}) was measured in too few rounds"
    picked = tuple(among[name] for name in able.names)
    stands_in = stack not in among and not own and not any(whole.own for whole in picked)
    if stands_in:
        chosen = replace(picked[0], stack=" or ".join(able.names), rounds=able.rounds)
    offered = best(among.values(), own=False, runtime=runtime) is not None
    return Cell(place, chosen, able, picked, stands_in, offered)


def shared(cells: Iterable[Cell]) -> list[Sitting]:
    """Return the rounds that all of ``cells`` have, with both stacks."""
    rounds = [set(each.chosen.rounds) & set(each.best.rounds) for each in cells]
    return sorted(set.intersection(*rounds)) if rounds else []
