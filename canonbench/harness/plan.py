"""What a run measures: an ordered tuple of cells, a pure function of the command line.

A cell is one stack on one document, with its cases in order: what is measured together in one round.
Cells may belong to chapters, which share the rounds, so that any two rows of a run may be paired by round.
Planning imports no library under test. What an engine does not offer, and what a document has no input for,
is taken out once the gate has told.
"""

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from canonbench.errors import UsageError
from canonbench.model.case import AGAIN, Case, State
from canonbench.model.stage import Stage
from canonbench.stages import select
from canonbench.stages import stage as named

__all__ = ["SINGLE_PROCESSES", "Cell", "Chosen", "Plan", "cases", "choose", "make", "singles", "targets"]

SINGLE_PROCESSES = 5
"""Processes that time calls one by one, as in the paper; in a conducted run those of the first rounds."""


@dataclass(frozen=True)
class Chosen:
    """A stack as the command line chooses it.

    ``name`` names its run file. ``engine`` is what is measured. ``python`` is the interpreter that runs it,
    empty for this one. ``explicit`` says that the user named it, so that it is a failure if it has no row.
    """

    name: str
    engine: str
    python: str = ""
    explicit: bool = True

    @property
    def again(self) -> bool:
        """Whether this is the second stack of an A/A pair."""
        return self.name.endswith(AGAIN)


@dataclass(frozen=True)
class Cell:
    """One stack on one document: its cases in order. ``chapter`` names the group of cells that it is in.

    ``rounds`` are those of this cell where they are fewer than its chapter's, else 0.
    """

    stack: Chosen
    document: str
    cases: tuple[Case, ...]
    chapter: str = ""
    rounds: int = 0


@dataclass(frozen=True)
class Plan:
    """Cells in order, how often each is visited, and the seed that shuffles every round.

    ``rounds`` is the largest number of rounds; ``chapters`` has those of each chapter that has fewer.
    """

    target: str
    cells: tuple[Cell, ...]
    rounds: int
    seed: int
    chapters: Mapping[str, int] = field(default_factory=dict)

    @property
    def stacks(self) -> tuple[Chosen, ...]:
        """The stacks, each once, in order."""
        return tuple(dict.fromkeys(cell.stack for cell in self.cells))

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents' names, each once, in order."""
        return tuple(dict.fromkeys(cell.document for cell in self.cells))

    def keep(self, wanted: Callable[[Chosen, Case], bool]) -> "Plan":
        """Return this plan with the wanted cases only; a cell that has none left is gone."""
        kept = (
            replace(cell, cases=tuple(case for case in cell.cases if wanted(cell.stack, case)))
            for cell in self.cells
        )
        return replace(self, cells=tuple(cell for cell in kept if cell.cases))

    @property
    def visits(self) -> int:
        """How many processes measure this plan: one a case and round in which it is visited."""
        return sum(self.times(cell, case) for cell in self.cells for case in cell.cases)

    def times(self, cell: Cell, case: Case) -> int:
        """Return how many rounds, the first ones, visit ``case`` of ``cell``.

        Those of its chapter, or its own if they are fewer; but no more than it takes where calls are timed
        one by one.
        """
        rounds = min(self.rounds, self.chapters.get(cell.chapter, self.rounds), cell.rounds or self.rounds)
        return min(rounds, SINGLE_PROCESSES) if case.view == "single" else rounds

    def rounds_of(self, chapter: str) -> int:
        """Return how many rounds visit anything of ``chapter``; 0 if it has no cell."""
        cells = (cell for cell in self.cells if cell.chapter == chapter)
        return max((self.times(cell, case) for cell in cells for case in cell.cases), default=0)

    def round(self, number: int) -> tuple[Cell, ...]:
        """Return what round ``number`` visits: chapters shuffled by the seed, and the cells inside each."""
        chapters: dict[str, list[Cell]] = {}
        for cell in self.cells:
            cases = tuple(case for case in cell.cases if number < self.times(cell, case))
            if cases:
                chapters.setdefault(cell.chapter, []).append(replace(cell, cases=cases))
        order, chance = list(chapters), random.Random(f"{self.seed}/{number}")  # noqa: S311 - an order, no secret
        chance.shuffle(order)
        for chapter in order:
            chance.shuffle(chapters[chapter])
        return tuple(cell for chapter in order for cell in chapters[chapter])


def targets(
    target: str, finding: Sequence[str] = (), cold: Sequence[str] = ()
) -> tuple[tuple[Stage[object, object], State], ...]:
    """Return the stages and states of ``target``, a stage, a family or several, comma-joined.

    ``finding`` are stages that are measured beside them, warm, because the finding needs them; ``cold`` are
    those of them that are measured with a cold context, too.

    Raises:
        UnknownName: one of them does not exist.
    """
    stages = [stage for name in target.split(",") for stage in select(name)]
    wanted: dict[tuple[str, State], Stage[object, object]] = {}
    for stage in stages:
        wanted[stage.name, "warm"] = stage
        if stage.cached:
            wanted[stage.name, "cold-context"] = stage
    for name in finding:
        for stage in select(name):
            wanted[stage.name, "warm"] = stage
    for name in cold:
        wanted[name, "cold-context"] = named(name)
    return tuple((stage, state) for (_, state), stage in wanted.items())


def cases(
    stages: Iterable[tuple[Stage[object, object], State]],
    document: str,
    factors: Callable[[Stage[object, object]], tuple[tuple[str, str], ...]] = lambda _: (),
) -> tuple[Case, ...]:
    """Return the cases of ``document``: one a stage and state, with the factors that the stage has."""
    return tuple(Case(stage.name, document, factors(stage), state) for stage, state in stages)


def singles(rows: Iterable[Case]) -> tuple[Case, ...]:
    """Return the cases that time the calls of warm bare ``rows`` one by one."""
    return tuple(replace(case, view="single") for case in rows if (case.state, case.view) == ("warm", "bare"))


def choose(engines: Sequence[str], *, again: bool = True, explicit: bool = True) -> tuple[Chosen, ...]:
    """Return the stacks of ``engines``, each ``NAME`` or ``NAME@PYTHON``, and the A/A stack of the first.

    A stack under another interpreter is called after the interpreter's environment, never by its path.

    Raises:
        UsageError: one is named twice, or none is.
    """
    stacks: list[Chosen] = []
    for engine in engines:
        name, _, python = engine.partition("@")
        label = f"{name}@{_label(python)}" if python else name
        if not name:
            raise UsageError(f"{engine!r} names no engine; write NAME or NAME@PYTHON")
        if any((stack.engine, stack.python) == (name, python) for stack in stacks):
            raise UsageError(f"engine {engine} is named twice; the A/A pair {label}{AGAIN} comes by itself")
        twins = sum(stack.name.split("~")[0] == label for stack in stacks)
        stacks.append(Chosen(f"{label}~{twins + 1}" if twins else label, name, python, explicit))
    if not stacks:
        raise UsageError("no engine is named; give --engine NAME, see: python -m canonbench list engines")
    if again:
        stacks.append(replace(stacks[0], name=stacks[0].name + AGAIN, explicit=False))
    return tuple(stacks)


def _label(python: str) -> str:
    """Name an interpreter by its environment's folder, or its own base name outside one."""
    path = Path(python)
    inside = path.parent.name in {"bin", "Scripts"} and path.parent.parent.name not in {"", "usr", "local"}
    name = path.parent.parent.name if inside else path.stem if path.suffix == ".exe" else path.name
    return re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-.") or "python"


def make(
    target: str,
    stacks: Sequence[Chosen],
    documents: Sequence[tuple[str, tuple[Case, ...]]],
    *,
    rounds: int,
    seed: int,
) -> Plan:
    """Return the plan of ``stacks`` on ``documents``, pairs of a name and its cases."""
    cells = tuple(Cell(stack, name, rows) for name, rows in documents for stack in stacks)
    return Plan(target, cells, rounds, seed)
