"""What a report is made of: runs without the rows that are no timing, and who they are."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from canonbench.analysis.comparable import LeftOut, comparable
from canonbench.analysis.compare import traced
from canonbench.report.printable import shortened
from canonbench.runs import files, folders, keys
from canonbench.runs.identity import identifier
from canonbench.runs.rows import Row, Run

__all__ = ["Material", "gather", "rows"]


_FIRST = ("canonbench", "pyld", "pyoxigraph", "best", "best-of-libraries", "reference", "replay")
"""Stacks that come first in every picture, so that they have the same colour in all."""


@dataclass(frozen=True, eq=False)
class Material:
    """One run, as a report needs it.

    ``run`` has no row that was timed under memray; ``refused`` names those, as (stack, row); ``differing``
    are those that it lacks since their definition is not that of the first stack. ``counts`` is
    the run of its numbers of allocations, for a run of memory. ``machine`` is its name, never a host's;
    ``identifier`` the SHA-256 over its files, ``date`` ISO 8601 of its first value. ``several`` says that
    it is one of several in a report.
    """

    run: Run
    counts: Run | None
    label: str
    machine: str
    identifier: str
    date: str
    commands: tuple[str, ...]
    environment: dict[str, Any]
    refused: tuple[tuple[str, str], ...] = ()
    several: bool = False
    differing: tuple[LeftOut, ...] = ()

    def titled(self, said: str) -> str:
        """Return a title, with the name of the run where it is one of several."""
        return f"{said}, {self.label}" if self.several else said

    @property
    def stacks(self) -> tuple[str, ...]:
        """The stacks that were asked for, in the order in which every picture shows them."""
        names = [stack.name for stack in self.run.chosen if not stack.again]
        known = {name: place for place, name in enumerate(_FIRST)}
        return tuple(sorted(names, key=lambda name: (known.get(name, len(known)), names.index(name))))

    @property
    def version(self) -> str:
        """The version of canonbench that measured, empty if its files do not say."""
        return str(self.environment.get("canonbench", "")) or self._said(keys.CANONBENCH_VERSION)

    @property
    def commit(self) -> str:
        """What identifies the source of the canonbench that measured, empty if its record does not say."""
        return str(self.environment.get("canonbench_source", ""))

    def _said(self, key: str) -> str:
        return next((said for row in rows(self.run) if (said := row.text(key))), "")


def rows(run: Run) -> list[Row]:
    """Return all rows of all stacks."""
    return [row for stack in run.stacks for row in stack.rows]


def gather(arguments: Sequence[str] = (), root: Path = folders.RUNS) -> tuple[Material, ...]:
    """Read what the RUN arguments name, by default the newest run, oldest first.

    Raises:
        RunFileError: one of them is not there, or is damaged.
    """
    found = [_material(argument, root) for argument in (arguments or (None,))]
    unique = {(each.identifier, each.run.only): each for each in found}
    several = len(unique) > 1
    named = [replace(each, several=several) for each in unique.values()]
    return tuple(sorted(named, key=lambda each: (each.date, each.label)))


def _material(argument: str | None, root: Path) -> Material:
    run, differing = comparable(files.open_run(argument, root))
    path, _ = folders.find(argument, root)
    counts = path / folders.ALLOCATIONS
    environment = next((dict(entry) for entry in run.records if entry["kind"] == "environment"), {})
    every = rows(run)
    return Material(
        _without_traced(run),
        files.read(counts) if counts.is_dir() else None,
        run.label,
        _machine(path, every, environment),
        identifier(path),
        min((date for row in every for date in _dates(row)), default=""),
        tuple(_command(entry) for entry in run.records if entry["kind"] == "plan" and entry.get("command")),
        environment,
        tuple((stack.name, row.name) for stack in run.stacks for row in stack.rows if traced(row)),
        differing=differing,
    )


def _without_traced(run: Run) -> Run:
    stacks = [
        replace(stack, rows=tuple(row for row in stack.rows if not traced(row))) for stack in run.stacks
    ]
    return replace(run, stacks=tuple(stacks))


def _machine(path: Path, every: Sequence[Row], environment: dict[str, Any]) -> str:
    """Return the machine of a run: its folder under ``runs/``, else the processor that its files name."""
    folder = path if path.is_dir() else path.parent
    known = str(environment.get("cpu_model", ""))
    model = known or next((said for row in every if (said := row.text(keys.CPU_MODEL_NAME))), "")
    if folder.parent.parent.name == folders.RUNS.name:
        return folder.parent.name
    return shortened(folders.machine_name(model)) if model else "unknown machine"


def _dates(row: Row) -> list[str]:
    return [str(process.metadata["date"])[:19] for process in row.processes if "date" in process.metadata]


def _command(entry: Any) -> str:
    command = entry["command"]
    return command if isinstance(command, str) else shlex.join(map(str, command))
