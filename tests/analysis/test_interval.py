"""Intervals: known answers, invariances, and how often they are right."""

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.analysis.interval import INFLATED, ROUNDS, Interval, centre, hodges_lehmann, ratio

POSITIVE = st.floats(min_value=1e-9, max_value=1e3)
PAIRS = st.lists(st.tuples(POSITIVE, POSITIVE), min_size=ROUNDS, max_size=20)
STEADY = (0.97, 0.98, 0.99, 1.0, 1.0, 1.01, 1.02, 1.03)


def test_fewer_than_eight_rounds_give_no_interval() -> None:
    seven = [(1.0, 1.0 + number / 100) for number in range(7)]

    assert None is ratio(seven)
    assert None is centre([value for _, value in seven]).interval
    assert (centre([value for _, value in seven]).value, centre([b for _, b in seven]).rounds) == (1.03, 7)


def test_students_interval_of_a_known_sample() -> None:
    logs = (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08)
    found = ratio([(1.0, math.exp(value)) for value in logs])

    # mean 0.045, sd 0.0244949, t(0.995; 7) = 3.499483, half-width 0.0303065
    assert found is not None
    assert found.method == "student"
    assert math.exp(0.045) == pytest.approx(found.value)
    assert (math.exp(0.0146935), math.exp(0.0753065)) == pytest.approx(found.interval, rel=1e-6)
    assert math.exp(0.0303065) - 1 == pytest.approx(found.half_width, rel=1e-5)


def test_the_robust_interval_of_a_known_sample() -> None:
    logs = (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08)
    found = ratio([(1.0, math.exp(value)) for value in logs])

    # winsorised .02 .02 .03 .04 .05 .06 .07 .07: sd 0.0207020; times sqrt(8)/6; t(0.995; 5) = 4.032143
    assert found is not None
    assert (math.exp(0.0056499), math.exp(0.0843501)) == pytest.approx(found.robust, rel=1e-6)


def test_hodges_lehmann_is_the_median_of_all_means_of_pairs() -> None:
    # 1 2 9: means 1 1.5 2 5 5.5 9
    assert hodges_lehmann([1.0, 2.0, 9.0]) == 3.5


@pytest.mark.parametrize("factor", [10.0, 0.1])
def test_one_process_ten_times_slower_neither_widens_the_interval_nor_moves_it_far(factor: float) -> None:
    clean = ratio([(1.0, 1.2 * value) for value in STEADY])
    bad = ratio([(1.0, 1.2 * value * (factor if place == 3 else 1)) for place, value in enumerate(STEADY)])

    assert clean is not None
    assert bad is not None
    assert (clean.method, bad.method) == ("student", "robust")
    assert clean.value == pytest.approx(bad.value, rel=0.02)
    assert bad.half_width < 2 * clean.half_width
    assert bad.student.low < 1 < bad.student.high


def test_the_robust_interval_decides_only_where_single_rounds_make_the_width(
    seeded: Callable[[int], random.Random],
) -> None:
    for seed in range(200):
        draw = seeded(seed)
        found = ratio([(1.0, math.exp(draw.gauss(0, 0.02 + 0.3 * (place == 0)))) for place in range(8)])
        assert found is not None
        widths = [math.log(interval.high / interval.low) for interval in (found.student, found.robust)]

        assert ("robust" if widths[0] > INFLATED * widths[1] else "student") == found.method
        assert (found.robust if found.method == "robust" else found.student) == found.interval


@given(PAIRS)
def test_swapping_the_two_sides_inverts_ratio_and_interval(pairs: list[tuple[float, float]]) -> None:
    there, back = ratio(pairs), ratio([(b, a) for a, b in pairs])

    assert there is not None
    assert back is not None
    assert 1 / there.value == pytest.approx(back.value)
    assert (1 / there.interval.high, 1 / there.interval.low) == pytest.approx(back.interval)


@given(PAIRS, st.floats(min_value=0.5, max_value=2.0), st.randoms(use_true_random=False))
def test_a_factor_scales_the_interval_and_order_does_not_matter(
    pairs: list[tuple[float, float]], factor: float, draw: random.Random
) -> None:
    shuffled = [(a, factor * b) for a, b in pairs]
    draw.shuffle(shuffled)
    plain, scaled = ratio(pairs), ratio(shuffled)

    assert plain is not None
    assert scaled is not None
    assert plain.interval.low <= plain.value <= plain.interval.high
    assert [factor * end for end in plain.robust] == pytest.approx(scaled.robust)
    assert [factor * end for end in plain.student] == pytest.approx(scaled.student)


def test_equal_rounds_give_an_interval_of_no_width() -> None:
    found = ratio([(2.0, 3.0)] * 8)

    assert found is not None
    assert pytest.approx(found.interval) == (1.5, 1.5)
    assert pytest.approx(found.half_width) == 0.0


def test_the_interval_of_a_median_is_interpolated_between_order_statistics() -> None:
    # 8 values: [x1, x8] covers 99.22 %, [x2, x7] 92.97 %; 95 % lies 0.9362 of the way inwards
    found = centre([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])

    assert found.value == 4.5
    assert pytest.approx(found.interval, abs=1e-3) == (1.9362, 7.0638)


def test_the_interval_of_a_median_starts_at_the_deepest_order_statistics_that_cover_enough() -> None:
    found = centre([float(number) for number in range(1, 21)])

    # 20 values: [x6, x15] covers 95.86 %, [x7, x14] 88.5 %
    assert found.interval is not None
    assert 6 < found.interval.low < 7
    assert 14 < found.interval.high < 15


def test_the_interval_of_a_median_holds_it_about_as_often_as_it_says(
    seeded: Callable[[int], random.Random],
) -> None:
    draw = seeded(5)
    held = 0
    for _ in range(2000):
        interval = centre([draw.expovariate(1.0) for _ in range(8)]).interval
        held += interval is not None and interval.holds(math.log(2))

    assert 0.935 < held / 2000 < 0.965


def test_an_interval_lies_within_itself_and_not_within_a_smaller_one() -> None:
    outer = Interval(0.9, 1.1)

    assert outer.within(outer)
    assert Interval(0.95, 1.05).within(outer)
    assert not outer.within(Interval(0.95, 1.2))
    assert [outer.holds(value) for value in (0.9, 1.0, 1.11)] == [True, True, False]
