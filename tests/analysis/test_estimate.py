"""Estimates of quantities that may be nothing or negative, on values with known centres."""

import random
from collections.abc import Callable
from statistics import fmean

import pytest

from canonbench.analysis.estimate import Mean, Together, estimate, over
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


def _series(values: list[float]) -> dict[Sitting, float]:
    return {Sitting("a run", number): value for number, value in enumerate(values)}


def test_estimates_together_add_up_and_are_those_of_student(seeded: Seeded) -> None:
    source = seeded(3)
    least, adds = ([source.gauss(centre, 0.05) for _ in range(12)] for centre in (1.0, 4.0))
    takes = [a + b for a, b in zip(least, adds, strict=True)]
    together = Together(*map(_series, (takes, least, adds)))
    found = [together.mean(_series(each)) for each in (takes, least, adds)]
    alone = estimate(takes)

    assert found[0].value == pytest.approx(found[1].value + found[2].value)
    assert together.left_out == frozenset()
    assert alone is not None
    assert found[0].interval == pytest.approx(alone.interval)
    assert found[0].rounds == 12


def test_rounds_that_are_far_off_leave_every_mean(seeded: Seeded) -> None:
    """Of eight rounds one takes ten times as long: it leaves the part that it did not touch, too."""
    source = seeded(5)
    least = [source.gauss(1.0, 0.02) for _ in range(8)]
    takes = [10 * 5.0, *(source.gauss(5.0, 0.05) for _ in range(7))]
    adds = [a - b for a, b in zip(takes, least, strict=True)]
    together = Together(*map(_series, (takes, least)))
    whole, part, rest = (together.mean(_series(each)) for each in (takes, least, adds))

    assert together.left_out == {Sitting("a run", 0)}
    assert whole.value == pytest.approx(part.value + rest.value)
    assert part.value == pytest.approx(fmean(least[1:]))
    assert whole.estimate is not None
    assert (whole.estimate.method, whole.estimate.rounds) == ("robust", 8)
    assert whole.estimate.interval.holds(5.0)


@pytest.mark.parametrize(("rounds", "bad"), [(8, 1.0), (8, 10.0), (16, 0.1)])
def test_intervals_together_hold_the_truth_as_often_as_they_say(
    seeded: Seeded, rounds: int, bad: float
) -> None:
    source = seeded(7)
    held = []
    for _ in range(800):
        least = [source.gauss(1.0, 0.05) for _ in range(rounds)]
        takes = [source.gauss(5.0, 0.2) * (bad if number == 0 else 1.0) for number in range(rounds)]
        adds = [a - b for a, b in zip(takes, least, strict=True)]
        found = Together(*map(_series, (takes, least))).estimate(_series(adds))
        held.append(found is not None and found.interval.holds(4.0))

    assert fmean(held) == pytest.approx(0.95, abs=0.03)


def test_few_rounds_together_have_means_alone() -> None:
    together = Together(_series([1.0, 2.0, 30.0]))

    assert together.mean(_series([1.0, 2.0, 30.0])) == Mean(11.0, None, 3)
    assert Mean(11.0, None, 3).interval is None
