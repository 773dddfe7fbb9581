"""The stacks ``best`` and ``best-of-libraries``: for each format the engines with the least end-to-end time.

Tried are the stack of each single engine that has a step of its own in the format, and one that takes for
every stage the engine that was fastest at it where it stood. The least sum over the roles wins, hand-overs
included, so an engine that is fast at its own step may lose by what it takes to reach it. The trial is short,
on CPU time, and only chooses: what ``best`` takes is then measured in rounds like any other stack, so that
luck in the trial is not in the result. A stack whose answers differ from the default one's is not tried.

``best-of-libraries`` is chosen in the same way, but our own engine may not do a stage that a library offers
and does right: what is left then is what its users get. Where no library offers a stage, ours still does it.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from canonbench.analysis.wholes import BESTS, LIBRARIES_OFFER, NO_ENGINES, OWN
from canonbench.engines import Catalogue
from canonbench.errors import CanonbenchError
from canonbench.harness import role_engines, roles, stacks
from canonbench.harness.freeze import DEFAULTS, default_stack
from canonbench.harness.roles import Requests
from canonbench.harness.stacks import Part
from canonbench.model.case import Case
from canonbench.model.engine import Engine
from canonbench.model.use import Stack, Stopwatch

__all__ = ["NAME", "OF_LIBRARIES", "best", "is_chosen", "least"]

NAME, OF_LIBRARIES = BESTS
"""What such stacks are called in a table; which engines they chose stands in their run files."""

_CALLS = 7
_WARM = 2

_Clock = Callable[[], float]
_Engines = Mapping[str, Engine[Any, Any]]


def is_chosen(name: str) -> bool:
    """Tell a stack whose engines a trial chooses from one that says them."""
    return name in BESTS


def best(
    cases: Iterable[Case],
    given: Mapping[Case, Requests],
    catalogue: Catalogue,
    clock: _Clock | None = None,
    *,
    own: bool = True,
) -> str:
    """Return the stack that is the best one for each format among ``cases``, roles of exchanges.

    ``given`` are their requests; a role that has none is left out. Without ``own``, a stage that a library
    offers is done by one.
    """
    formats: dict[str, list[Case]] = {}
    for case in cases:
        if case in given:
            formats.setdefault(case.target.rpartition(".")[0], []).append(case)
    choices: list[Part] = []
    for exchange, roles_of in formats.items():
        found = least(roles_of, given, catalogue, clock or time.thread_time, own=own)
        choices += [part._replace(exchange=exchange) for part in stacks.parts(found)]
    return stacks.write(choices)


def least(
    cases: Sequence[Case],
    given: Mapping[Case, Requests],
    catalogue: Catalogue,
    clock: _Clock,
    *,
    own: bool = True,
) -> str:
    """Return the stack with the least time over ``cases``, the roles of one format; ``own`` as in `best`."""
    trial = _Trial(cases, given, catalogue, clock)
    able = [name for name in trial.singles() if trial.right(name)]
    if not own:
        able = [name for name in trial.of_libraries(able) if trial.right(name)] or able
    mixed = trial.mixed(able)
    if mixed and trial.right(mixed):
        able.append(mixed)
    totals = trial.totals(able)
    return min(totals, key=totals.__getitem__)


class _Trial:
    """The roles of one format, run by one stack after another."""

    def __init__(
        self, cases: Sequence[Case], given: Mapping[Case, Requests], catalogue: Catalogue, clock: _Clock
    ) -> None:
        self.cases, self.given, self.catalogue, self.clock = cases, given, catalogue, clock
        self.default = default_stack(catalogue)
        self.used = frozenset().union(*(roles.steps(case, self.default) for case in cases))

    def engines(self, name: str) -> _Engines:
        return role_engines.engines(name, self.cases[0], self.catalogue)

    def singles(self) -> list[str]:
        """Return the default stack, and every engine that changes a step of it."""
        found = [DEFAULTS[0]]
        for name in self.catalogue.names:
            if name in NO_ENGINES or name in found:
                continue
            try:
                chosen = self.engines(name)
            except CanonbenchError:
                continue
            if any(chosen[stage] is not self.default.engines[stage] for stage in self.used):
                found.append(name)
        return found

    def of_libraries(self, names: Sequence[str]) -> list[str]:
        """Return the stacks ``names`` with a library in place of our own engine where one offers the stage.

        The library is the stack's own, else the first of those that offer it.
        """
        first: dict[str, str] = {}
        for name in names:
            if name != OWN:
                offered = self.catalogue.load(name)
                first |= {
                    stage: name
                    for stage in sorted(self.used - first.keys())
                    if stage in offered and stage.startswith(LIBRARIES_OFFER)
                }
        if not first:
            return list(names)
        instead = [Part("", stage, name) for stage, name in first.items()]
        return [stacks.write([*instead, Part("", "", name)]) for name in names if name != OWN]

    def right(self, name: str) -> bool:
        """Tell whether a stack answers the fixed requests as the default one does."""
        if name == DEFAULTS[0]:
            return True
        try:
            chosen = self.engines(name)
            for case in self.cases:
                stage, fixed = roles.stage(case), self.given[case].fixed
                expected = stage.normal(roles.bound(case, self.default)(fixed))
                if stage.normal(roles.bound(case, Stack(chosen))(fixed)) != expected:
                    return False
        except Exception:  # noqa: BLE001 - a library may fail in any way; the gate will say how
            return False
        return True

    def mixed(self, names: Sequence[str]) -> str:
        """Return the stack of the engine that is fastest at each stage, in place; ``""`` for the default."""
        fastest: dict[str, tuple[float, str]] = {}
        for name in names:
            chosen = self.engines(name)
            for stage, seconds in self._stages(chosen).items():
                if stage not in fastest or seconds < fastest[stage][0]:
                    fastest[stage] = seconds, chosen[stage].name
        return stacks.write(
            Part("", stage, engine)
            for stage, (_, engine) in sorted(fastest.items())
            if self.default.engines[stage].name != engine
        )

    def _stages(self, chosen: _Engines) -> dict[str, float]:
        """Return what each stage takes over all roles, the least of several calls."""
        found: dict[str, float] = {}
        for case in self.cases:
            watch = Stopwatch(Stack(chosen), clock=self.clock)
            run, request = roles.bound(case, watch), self.given[case].timed
            calls: list[dict[tuple[str, str], float]] = []
            for _ in range(_WARM + _CALLS):
                watch.reset()
                run(request)
                calls.append(watch.seconds)
            for step in calls[0]:
                if step[0] in chosen:
                    spent = min(call[step] for call in calls[_WARM:])
                    found[step[0]] = found.get(step[0], 0.0) + spent
        return found

    def totals(self, names: Sequence[str]) -> dict[str, float]:
        """Return what each stack takes over all roles, the least of several calls; the stacks take turns."""
        clock = self.clock
        runs = {
            name: [
                (roles.bound(case, Stack(self.engines(name))), self.given[case].timed) for case in self.cases
            ]
            for name in names
        }
        spent: dict[str, list[list[float]]] = {name: [[] for _ in self.cases] for name in names}
        for _ in range(_WARM + _CALLS):
            for name, own in runs.items():
                for (run, request), kept in zip(own, spent[name], strict=True):
                    start = clock()
                    run(request)
                    kept.append(clock() - start)
        return {name: sum(min(kept[_WARM:]) for kept in spent[name]) for name in names}
