"""Shapley values, by hand and by their defining properties."""

from itertools import combinations
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.analysis.shapley import contribution, shapley

SWAPS = ("curve", "canonicalization", "library")
SETS = [frozenset(each) for size in range(4) for each in combinations(SWAPS, size)]

costs = st.lists(st.floats(-1e3, 1e3), min_size=8, max_size=8).map(
    lambda values: dict(zip(SETS, values, strict=True))
)


def test_two_swaps_by_hand() -> None:
    """From 10, a alone leaves 6, b alone 7, both 1: a is worth (4 + 6) / 2 and b (3 + 5) / 2."""
    left = {frozenset(): 10.0, frozenset("a"): 6.0, frozenset("b"): 7.0, frozenset("ab"): 1.0}

    assert shapley("ab", left.__getitem__) == {"a": 5.0, "b": 4.0}


@given(costs)
def test_contributions_add_up_to_the_whole_effect(left: dict[frozenset[str], float]) -> None:
    whole = left[frozenset()] - left[frozenset(SWAPS)]

    assert fsum(shapley(SWAPS, left.__getitem__).values()) == pytest.approx(whole, abs=1e-9)


@given(costs)
def test_the_order_of_the_swaps_does_not_matter(left: dict[frozenset[str], float]) -> None:
    one, other = shapley(SWAPS, left.__getitem__), shapley(SWAPS[::-1], left.__getitem__)

    assert one == pytest.approx(other, abs=1e-9)


@given(costs, costs)
def test_a_contribution_to_a_sum_is_the_sum_of_contributions(
    a: dict[frozenset[str], float], b: dict[frozenset[str], float]
) -> None:
    both = contribution("library", SWAPS, lambda made: a[made] + b[made])

    assert both == pytest.approx(
        contribution("library", SWAPS, a.__getitem__) + contribution("library", SWAPS, b.__getitem__),
        abs=1e-9,
    )


def test_a_swap_without_effect_contributes_nothing() -> None:
    assert contribution("curve", SWAPS, lambda made: 5.0 - ("library" in made)) == 0.0
