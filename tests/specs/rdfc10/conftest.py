"""Datasets that the tests of RDFC-1.0 share."""

from collections.abc import Callable

import pytest

from canonbench.specs.rdf import Dataset


def _clique(nodes: int) -> Dataset:
    return tuple((f"_:e{i}", "urn:p", f"_:e{j}", None) for i in range(nodes) for j in range(nodes) if i != j)


@pytest.fixture
def clique() -> Callable[[int], Dataset]:
    """Make so many blank nodes, each linked to every other one."""
    return _clique


def _twin_chains(nodes: int) -> Dataset:
    return tuple(
        quad
        for name in "ab"
        for i in range(nodes)
        for quad in (
            (f"_:{name}{i}", "urn:value", (str(i), "urn:number", None), None),
            (f"_:{name}{i}", "urn:next", f"_:{name}{i + 1}", None),
        )
    )


@pytest.fixture
def twin_chains() -> Callable[[int], Dataset]:
    """Make two equal chains of so many linked blank nodes, each with its own value."""
    return _twin_chains
