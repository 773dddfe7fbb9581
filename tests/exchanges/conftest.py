"""Stacks of default engines for the tests of exchanges."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.model.engine import Engine


@pytest.fixture(scope="session")
def engines() -> Mapping[str, Engine[Any, Any]]:
    """The engines that an exchange uses if nobody chooses others, by stage."""
    found: dict[str, Engine[Any, Any]] = {}
    for name in ("canonbench", "hashlib", "cryptography", "cbor2", "json"):
        found = {**Catalogue().load(name), **found}
    return found


@pytest.fixture(scope="session")
def stacks(engines: Mapping[str, Engine[Any, Any]]) -> Mapping[str, Mapping[str, Engine[Any, Any]]]:
    """The engines of the stacks that Data Integrity is compared on, by the names of the stacks."""
    others = {name: {**engines, **Catalogue().load(name)} for name in ("pyld", "pyoxigraph")}
    return {"canonbench": engines, **others}
