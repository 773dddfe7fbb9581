"""What a run file holds, as immutable values: a run has stacks, a stack has rows, a row has processes.

Nothing is summarised here: every value of every process is kept, in seconds (bytes for memory).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from canonbench.model.case import AGAIN, Case
from canonbench.runs import keys
from canonbench.runs.keys import Scalar

__all__ = ["Process", "Row", "Run", "Sitting", "Stack"]


class Sitting(NamedTuple):
    """One round of one conducted run: what was measured in the same sitting may be paired."""

    run: str
    number: int


@dataclass(frozen=True, eq=False)
class Process:
    """The values of one worker process, in the order in which they were measured.

    ``wall`` are seconds a call; ``cpu`` are seconds of thread CPU time a call, one for each of ``wall``, or
    ``None`` where they were not kept. ``sitting`` is ``None`` for a process outside a conducted run.
    """

    wall: tuple[float, ...]
    cpu: tuple[float, ...] | None
    metadata: Mapping[str, Scalar]
    sitting: Sitting | None = None


@dataclass(frozen=True, eq=False)
class Row:
    """All processes that measured one case with one stack.

    ``metadata`` holds what all of its processes have in common.
    """

    name: str
    processes: tuple[Process, ...]
    metadata: Mapping[str, Scalar]

    @cached_property
    def case(self) -> Case | None:
        """What was measured, as the name says it; ``None`` in other pyperf files."""
        return Case.of(self.name)

    @property
    def is_time(self) -> bool:
        """Whether the values are seconds, and not amounts of memory."""
        return self.text(keys.UNIT) not in keys.MEMORY_UNITS

    def text(self, key: str) -> str:
        """Return the metadata ``key`` as text, empty if the processes lack it or differ in it."""
        return str(self.metadata.get(key, ""))

    @property
    def engine(self) -> str:
        """The engine of the row, empty if its file does not say."""
        return self.text(keys.ENGINE)

    @property
    def case_version(self) -> str:
        """The digest of the definition of what was measured."""
        return self.text(keys.CASE_VERSION)

    @property
    def decides(self) -> str:
        """The clock that decides: ``cpu``, unless a process lacks it, it read 0, or the row says ``wall``."""
        kept = all(process.cpu and min(process.cpu) > 0 for process in self.processes)
        return "cpu" if kept and self.text(keys.DECIDES) != "wall" else "wall"

    @property
    def sittings(self) -> dict[Sitting, tuple[Process, ...]]:
        """The processes of each round, rounds in order; processes outside a conducted run are left out."""
        rounds: dict[Sitting, tuple[Process, ...]] = {}
        for process in self.processes:
            if process.sitting is not None:
                rounds[process.sitting] = (*rounds.get(process.sitting, ()), process)
        return dict(sorted(rounds.items()))


@dataclass(frozen=True, eq=False)
class Stack:
    """One run file: what one stack did, rows in the order of the file."""

    name: str
    rows: tuple[Row, ...]

    @property
    def again(self) -> bool:
        """Whether this is the second stack of an A/A pair."""
        return self.name.endswith(AGAIN)

    def row(self, name: str) -> Row | None:
        """Return the row called ``name``, or ``None``."""
        return next((row for row in self.rows if row.name == name), None)


@dataclass(frozen=True, eq=False)
class Run:
    """A run file or a run folder.

    ``label`` is what to call it in a report: the base name of the file or folder, never a path.
    ``records`` are the lines of ``run.jsonl``, in order, without those that an interruption cut.
    ``only`` names the one stack that was asked for; the others stay readable, for the run's A/A pair.
    ``folder`` is where it was read from, for commands that go on with it; no report holds it.
    """

    label: str
    stacks: tuple[Stack, ...]
    records: tuple[Mapping[str, Any], ...] = field(default=())
    only: str | None = None
    folder: Path | None = None

    @property
    def chosen(self) -> tuple[Stack, ...]:
        """The stacks that were asked for."""
        return tuple(stack for stack in self.stacks if self.only in {None, stack.name})

    def stack(self, name: str) -> Stack | None:
        """Return the stack called ``name``, or ``None``."""
        return next((stack for stack in self.stacks if stack.name == name), None)
