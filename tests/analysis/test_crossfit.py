"""The best of several stacks, free of the luck of the draw."""

import random
from collections.abc import Callable
from statistics import fmean, median

import pytest

from canonbench.analysis.crossfit import crossfit
from canonbench.runs.rows import Sitting

Seeded = Callable[[int], random.Random]
Series = dict[Sitting, float]


def _series(*values: float) -> Series:
    return {Sitting("a run", number): value for number, value in enumerate(values)}


def test_each_half_is_timed_with_the_stack_that_the_other_half_chose() -> None:
    """On rounds 0 and 2 a is least, on rounds 1 and 3 it is b."""
    found = crossfit({"a": _series(1.0, 4.0, 1.0, 4.0), "b": _series(2.0, 3.0, 2.0, 3.0)})

    assert found is not None
    assert found.picked == ("a", "b")
    assert list(found.of.values()) == ["b", "a", "b", "a"]
    assert list(found.rounds.values()) == [2.0, 4.0, 2.0, 4.0]


def test_a_clear_best_is_chosen_by_both_halves() -> None:
    found = crossfit({"slow": _series(*[2.0] * 8), "quick": _series(*[1.0] * 8)})

    assert found is not None
    assert found.names == ("quick",)
    assert found.rounds == _series(*[1.0] * 8)


def test_of_equals_the_first_is_chosen() -> None:
    found = crossfit({name: _series(*[1.0] * 8) for name in ("b", "a")})

    assert found is not None
    assert found.names == ("b",)


@pytest.mark.parametrize("candidates", [{}, {"a": {}}, {"a": _series(1.0)}])
def test_without_two_rounds_there_is_no_best(candidates: dict[str, Series]) -> None:
    assert crossfit(candidates) is None


def test_candidates_without_a_shared_round_have_no_best() -> None:
    later = {Sitting("another run", number): 1.0 for number in range(8)}

    assert crossfit({"a": _series(*[1.0] * 8), "b": later}) is None


def test_a_stack_that_failed_early_does_not_take_the_rounds_of_the_others() -> None:
    found = crossfit({"a": _series(*[2.0] * 8), "failed": _series(1.0, 1.0, 1.0), "b": _series(*[2.5] * 7)})

    assert found is not None
    assert (found.candidates, len(found.rounds)) == (("a", "b"), 7)


def test_only_shared_rounds_count() -> None:
    found = crossfit({"a": _series(*[2.0] * 8), "b": _series(*[1.0] * 6)})

    assert found is not None
    assert found.rounds == _series(*[1.0] * 6)


def test_the_best_of_equal_stacks_takes_no_less_than_each(seeded: Seeded) -> None:
    """Five equal stacks: the least median is 1.5 % too small, the cross-fitted best is unbiased."""
    source = seeded(3)
    naive, fitted = [], []
    for _ in range(400):
        candidates = {
            name: _series(*(1 + source.gauss(0, 0.05) for _ in range(16)))
            for name in ("a", "b", "c", "d", "e")
        }
        naive.append(min(median(rounds.values()) for rounds in candidates.values()))
        found = crossfit(candidates)
        assert found is not None
        fitted.append(fmean(found.rounds.values()))

    assert fmean(naive) < 0.985
    assert fmean(fitted) == pytest.approx(1.0, abs=0.002)
