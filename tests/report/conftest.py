"""The recorded run, read and analysed."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canonbench.analysis.compare import Compared, compare
from canonbench.analysis.environments import Environment, environments
from canonbench.analysis.table import Table, tables
from canonbench.runs.files import open_run
from canonbench.runs.rows import Process, Row, Run, Sitting, Stack

RECORDED = Path(__file__).parent.parent / "recorded" / "2026-11-30T202500Z-rdfc"


@pytest.fixture
def recorded() -> Run:
    return open_run(str(RECORDED))


@pytest.fixture
def table(recorded: Run) -> Table:
    (found,) = tables(recorded)
    return found


@pytest.fixture
def compared() -> Compared:
    """Compare canonbench with PyLD: one row is slower, five have no other side."""
    return compare(open_run(f"{RECORDED}:canonbench"), open_run(f"{RECORDED}:pyld"))


@pytest.fixture
def invented() -> Callable[..., Run]:
    """Make a run of one row a stack from ``{stack: values of the rounds}``."""

    def make(
        stacks: dict[str, list[float]], *, wall: float = 1.0, identifier: str = "r", **metadata: str
    ) -> Run:
        made = []
        for name, values in stacks.items():
            processes = tuple(
                Process((wall * value,), (value,), metadata, Sitting(identifier, number))
                for number, value in enumerate(values)
            )
            made.append(Stack(name, (Row("jcs.canonicalize/ob3", processes, metadata),)))
        return Run("run", tuple(made))

    return make


@pytest.fixture
def machines(invented: Callable[..., Run]) -> Callable[..., tuple[Environment, ...]]:
    """Make environments from the seconds of one row each."""

    def made(*seconds: float, **metadata: Any) -> tuple[Environment, ...]:
        runs = []
        for number, value in enumerate(seconds):
            run = invented(
                {"pyld": [value * (1 + at % 3 / 100) for at in range(8)]}, identifier=str(number), **metadata
            )
            runs.append(replace(run, label=f"run {number}", folder=Path("runs", f"machine-{number}", "1")))
        return environments(runs)

    return made
