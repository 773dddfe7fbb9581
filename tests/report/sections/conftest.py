"""Runs to report: published ones, and invented ones with known answers."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from canonbench.report.material import Material, gather
from canonbench.runs.rows import Process, Row, Run, Sitting, Stack

PUBLISHED = Path(__file__).parent.parent.parent.parent / "runs" / "intel-xeon"
NOISE = (1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.005)


@pytest.fixture(scope="session")
def exchange_run() -> Material:
    """Return the published run of all exchanges."""
    return gather([str(PUBLISHED / "2026-11-30T222234Z-exchange-all")])[0]


@pytest.fixture(scope="session")
def education_run() -> Material:
    """Return the published run of the education set."""
    return gather([str(PUBLISHED / "2026-11-30T220554Z-rdfc")])[0]


@pytest.fixture
def row() -> Callable[..., Row]:
    """Make a row of eight rounds around one value, in seconds."""

    def make(
        name: str, value: float, *, run: str = "a run", noise: Sequence[float] = NOISE, **metadata: Any
    ) -> Row:
        told = {"case_version": "v1", "unit": "second", **metadata}
        processes = tuple(
            Process((value * each,), (value * each,), told, Sitting(run, number))
            for number, each in enumerate(noise)
        )
        return Row(name, processes, told)

    return make


@pytest.fixture
def material() -> Callable[..., Material]:
    """Make what a report needs of an invented run."""

    def make(
        stacks: Mapping[str, Sequence[Row]],
        *,
        label: str = "run",
        records: Sequence[Mapping[str, Any]] = (),
        **more: Any,
    ) -> Material:
        run = Run(label, tuple(Stack(name, tuple(rows)) for name, rows in stacks.items()), tuple(records))
        about: dict[str, Any] = {
            "counts": None,
            "machine": "a-machine",
            "identifier": "ab" * 32,
            "date": "2026-11-30 22:00:00",
            "commands": (),
            "environment": {},
            **more,
        }
        return Material(run, label=label, **about)

    return make
