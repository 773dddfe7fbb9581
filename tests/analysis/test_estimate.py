"""Estimates of quantities that may be nothing or negative, on values with known centres."""

import random
from collections.abc import Callable
from statistics import fmean

import pytest

from canonbench.analysis.estimate import estimate, over
from canonbench.analysis.interval import Interval
from canonbench.runs.rows import Sitting

Seeded = Callable[[int], random.Random]


def test_fewer_rounds_than_eight_give_no_estimate() -> None:
    assert estimate([0.5] * 7) is None


def test_equal_rounds_are_their_own_interval() -> None:
    found = estimate([0.25] * 8)

    assert found is not None
    assert (found.value, found.interval, found.rounds) == (0.25, Interval(0.25, 0.25), 8)


def test_the_interval_is_that_of_student() -> None:
    """Textbook: eight values of standard deviation 1.0, quantile 2.3646."""
    values = [-1.0, -1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    found = estimate(values)

    assert found is not None
    assert (found.value, found.method) == (0.0, "student")
    assert found.half_width == pytest.approx(2.364624 * (6 / 7) ** 0.5 / 8**0.5, rel=1e-6)


def test_a_sign_is_certain_only_if_the_whole_interval_has_it() -> None:
    above, below = estimate([1.0, 1.1] * 4), estimate([-1.0, -1.1] * 4)
    across = estimate([-1.0, 1.1] * 4)

    assert above is not None
    assert below is not None
    assert across is not None
    assert [(each.positive, each.negative) for each in (above, below, across)] == [
        (True, False),
        (False, True),
        (False, False),
    ]


def test_one_round_that_went_wrong_does_not_decide(seeded: Seeded) -> None:
    source = seeded(4)
    values = [source.gauss(0.4, 0.01) for _ in range(15)]
    found = estimate([*values, 9.0])

    assert found is not None
    assert found.method == "robust"
    assert found.interval.holds(0.4)
    assert found.half_width < 0.03


def test_intervals_hold_the_truth_as_often_as_they_say(seeded: Seeded) -> None:
    source = seeded(1)
    found = [estimate([source.gauss(0.3, 0.05) for _ in range(8)]) for _ in range(1000)]
    covered = fmean(each is not None and each.interval.holds(0.3) for each in found)

    assert covered == pytest.approx(0.95, abs=0.025)


def test_a_series_is_estimated_over_its_rounds() -> None:
    series = {Sitting("a run", number): number / 10 for number in range(8)}

    assert over(series) == estimate([number / 10 for number in range(8)])
