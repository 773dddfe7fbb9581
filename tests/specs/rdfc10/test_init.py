"""canonbench.specs.rdfc10: both implementations against the public suites, within the default work limit."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from canonbench.errors import WorkLimitExceeded
from canonbench.specs import rdfc10
from canonbench.specs.rdfc10 import reference
from canonbench.suites import Vector, folder, rdf_canon, rdfc10_disputed

_READERS: dict[str, ModuleType] = {"rdf-canon": rdf_canon, "rdfc10-disputed": rdfc10_disputed}


def _vectors() -> Iterator[Any]:
    for name, reader in _READERS.items():
        found = folder(name)
        for vector in reader.vectors(found) if found else ():
            yield pytest.param(vector, id=f"{name}/{vector.name}")


@pytest.mark.suites
@pytest.mark.parametrize("name", _READERS)
def test_the_suite_is_here(name: str, suite: Callable[[str], Path]) -> None:
    assert suite(name).is_dir()


@pytest.mark.suites
@pytest.mark.parametrize("implementation", [rdfc10, reference], ids=["fast", "reference"])
@pytest.mark.parametrize("vector", list(_vectors()))
def test_the_public_vectors_are_met(implementation: ModuleType, vector: Vector) -> None:
    verb = vector.stage.removeprefix("rdfc.")
    dataset, algorithm = vector.arrange()
    run = getattr(implementation, verb)
    if vector.refuse is None:
        assert vector.judge(run(dataset, algorithm)) is None
    else:
        with pytest.raises(WorkLimitExceeded):
            run(dataset, algorithm)


def test_everything_that_is_named_public_is_there() -> None:
    assert [name for name in rdfc10.__all__ if not hasattr(rdfc10, name)] == []
