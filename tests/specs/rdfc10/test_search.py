"""canonbench.specs.rdfc10.search: permutations, recursion and the bound."""

import itertools
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.specs.rdfc10.search import (
    DEFAULT_WORK_LIMIT,
    STEPS_PER_NODE,
    permutations,
    recurse,
    refuse,
    step_bound,
)


@given(st.lists(st.sampled_from("abcd"), max_size=6))
def test_every_distinct_ordering_comes_once(items: list[str]) -> None:
    found = [tuple(ordering) for ordering in permutations(items)]

    assert len(found) == len(set(found))
    assert set(found) == set(itertools.permutations(items))


def test_without_repetitions_orderings_come_as_from_itertools() -> None:
    assert [tuple(found) for found in permutations("cab")] == list(itertools.permutations("cab"))


def test_with_repetitions_what_comes_first_in_the_list_is_first() -> None:
    assert ["".join(found) for found in permutations("bab")] == ["bba", "bab", "abb"]


def _depth(levels: int) -> Generator[Any, int, int]:
    return (yield _depth(levels - 1)) + 1 if levels else 0


def _fibonacci(n: int) -> Generator[Any, int, int]:
    return n if n <= 1 else (yield _fibonacci(n - 1)) + (yield _fibonacci(n - 2))


def test_calls_recurse_deeper_than_the_interpreter_would_let_them() -> None:
    assert recurse(_depth(20_000)) == 20_000


def test_a_call_may_make_several_calls() -> None:
    assert [recurse(_fibonacci(n)) for n in range(8)] == [0, 1, 1, 2, 3, 5, 8, 13]


def test_an_error_in_a_deep_call_reaches_the_caller() -> None:
    def fail(levels: int) -> Generator[Any, int, int]:
        if not levels:
            raise LookupError("deep down")
        return (yield fail(levels - 1))

    with pytest.raises(LookupError, match="deep down"):
        recurse(fail(3))


def test_the_bound_grows_with_the_number_of_blank_nodes_that_are_alike() -> None:
    assert step_bound(1_000, 0) == 1_000
    assert step_bound(1_000, 5) == 1_000 + 5 * STEPS_PER_NODE
    assert step_bound(None, 5) == float("inf")


def test_the_refusal_says_the_bound_and_what_to_do() -> None:
    assert str(refuse(DEFAULT_WORK_LIMIT)) == (
        "Hash N-Degree Quads needs more than 100000 steps on this dataset (a poison graph?); "
        "a higher work_limit lets it go on"
    )
