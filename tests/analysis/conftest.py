"""Invented runs: rows with known answers, as values, without any file."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from canonbench.runs.rows import Process, Row, Run, Sitting, Stack


@pytest.fixture
def seeded() -> Callable[[int], random.Random]:
    """Make a source of random numbers from a fixed seed."""
    return random.Random  # noise, not secrets


@pytest.fixture
def invent() -> Callable[..., Row]:
    """Make a row of one process a round from one value (or the values of one process) for each round."""

    def make(  # noqa: PLR0913 - a test names only what it is about
        name: str,
        values: Sequence[float | Sequence[float]],
        *,
        run: str | None = "a run",
        first: int = 0,
        wall: float = 1.0,
        cpu: bool = True,
        **metadata: Any,
    ) -> Row:
        metadata = {"case_version": "v1", "unit": "second", **metadata}
        processes = []
        for number, value in enumerate(values, first):
            own = tuple(value) if isinstance(value, Sequence) else (value,)
            sitting = None if run is None else Sitting(run, number)
            processes.append(
                Process(tuple(wall * one for one in own), own if cpu else None, metadata, sitting)
            )
        return Row(name, tuple(processes), metadata)

    return make


@pytest.fixture
def gather() -> Callable[..., Run]:
    """Make a run of stacks given as ``{name: rows}``."""

    def make(
        stacks: Mapping[str, Sequence[Row]],
        *,
        label: str = "run",
        records: Sequence[Mapping[str, Any]] = (),
        only: str | None = None,
    ) -> Run:
        made = tuple(Stack(name, tuple(rows)) for name, rows in stacks.items())
        return Run(label, made, tuple(records), only)

    return make


NOISE = (1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.005)


@pytest.fixture
def roles(invent: Callable[..., Row]) -> Callable[..., list[Row]]:
    """Make the rows of a format: one value for each role, times the noise of each round."""

    def make(
        name: str,
        times: Sequence[float] = (1.0, 2.0, 3.0),
        *,
        noise: Sequence[float] = NOISE,
        factors: str = "",
        state: str = "",
        **metadata: Any,
    ) -> list[Row]:
        about = {"key_algorithm": "ed25519", "scope": "issuer", "binding": "signature", "disclose": "5"}
        sizes = {"issue": {"output_bytes": 400}, "present": {"output_bytes": 200}}
        return [
            invent(
                f"{name}.{role}/ob3{factors}{state}",
                [time * each for each in noise],
                **{"format": name, "role": role, **about, **sizes.get(role, {}), **metadata},
            )
            for role, time in zip(("issue", "present", "verify"), times, strict=False)
        ]

    return make
