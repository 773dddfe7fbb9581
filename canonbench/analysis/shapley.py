"""Shapley values: what each of several swaps contributes to a difference, whatever the order of swapping.

A swap makes a cost smaller or larger, and how much depends on which others were made before. The value of a
swap is its effect averaged over all orders; the values of all swaps add up to the effect of making them all.

Source: Shapley 1953, A value for n-person games, equation 13.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import factorial

__all__ = ["Cost", "contribution", "shapley"]

Cost = Callable[[frozenset[str]], float]
"""What is left when the swaps of a set are made."""


def contribution(swap: str, swaps: Sequence[str], cost: Cost) -> float:
    """Return by how much making ``swap`` lowers ``cost``, averaged over all orders of ``swaps``."""
    others = [other for other in swaps if other != swap]
    count = len(swaps)
    found = 0.0
    for size in range(count):
        weight = factorial(size) * factorial(count - size - 1) / factorial(count)
        for before in map(frozenset, combinations(others, size)):
            found += weight * (cost(before) - cost(before | {swap}))
    return found


def shapley(swaps: Sequence[str], cost: Cost) -> dict[str, float]:
    """Return the contribution of every swap; their sum is ``cost`` of none less ``cost`` of all."""
    return {swap: contribution(swap, swaps, cost) for swap in swaps}
