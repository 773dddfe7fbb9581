"""Numbers: their unit and their digits."""

import pytest

from canonbench.analysis.estimate import Estimate
from canonbench.analysis.interval import Interval, Median, Ratio
from canonbench.report import numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (24.06e-6, "24.1 us"),
        (9.4e-6, "9.40 us"),
        (124e-6, "124 us"),
        (999.4e-6, "999 us"),
        (999.6e-6, "1.00 ms"),
        (1.0, "1.00 s"),
        (1234.0, "1234 s"),
        (5.3e-9, "5.30 ns"),
        (2e-11, "0.0200 ns"),
        (0.0, "0 ns"),
    ],
)
def test_a_time_has_the_unit_that_suits_it_and_three_digits(value: float, text: str) -> None:
    assert numbers.seconds(value) == text


@pytest.mark.parametrize(
    ("found", "unit", "text"),
    [
        (Median(107_520.0, Interval(106_496.0, 110_000.0), 8), "byte", "105 KiB [104, 107]"),
        (Median(107_520.0, Interval(107_520.0, 107_520.0), 8), "byte", "105 KiB"),
        (Median(3 * 2**20, None, 2), "byte", "3.00 MiB"),
        (Median(5 * 2**30, None, 2), "byte", "5.00 GiB"),
        (Median(158.0, None, 2), "byte", "158 B"),
        (Median(0.0, None, 2), "byte", "0 B"),
        (Median(52_100.0, Interval(52_000.0, 52_200.0), 8), "integer", "52100 [52000, 52200]"),
        (Median(24.06e-6, None, 3), "second", "24.1 us"),
    ],
)
def test_a_quantity_is_written_in_its_unit(found: Median, unit: str, text: str) -> None:
    assert numbers.quantity(found, unit) == text


def test_an_interval_has_the_unit_and_the_decimals_of_its_median() -> None:
    assert numbers.median(Median(24.06e-6, Interval(9.81e-6, 1.02e-3), 8)) == "24.1 us [9.8, 1020.0]"
    assert numbers.median(Median(24.06e-6, None, 3)) == "24.1 us"


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.634, "63 %"), (0.0312, "3.1 %"), (0.1, "10 %"), (0.0004, "0 %"), (0.001, "0.1 %"), (1.0, "100 %")],
)
def test_a_share_has_digits_where_they_matter(share: float, text: str) -> None:
    assert numbers.percent(share) == text


@pytest.mark.parametrize(
    ("value", "text"), [(5.1, "5.10x"), (0.7, "0.700x"), (1.0, "1.00x"), (99.96, "100x"), (614.2, "614x")]
)
def test_a_ratio_has_three_digits(value: float, text: str) -> None:
    assert numbers.factor(value) == text


def test_a_ratio_comes_with_the_ends_of_its_interval() -> None:
    interval = Interval(5.0, 5.202)
    found = Ratio(5.1, interval, "student", interval, interval, 8)

    assert numbers.ratio(found) == "5.10x [5.00, 5.20]"
    assert numbers.interval(interval) == "[5.000, 5.202]"


def test_differences_have_the_unit_of_their_largest_figure() -> None:
    found = Estimate(-36e-6, Interval(-1.2e-3, 0.5e-3), 8)

    assert numbers.difference(found) == "-0.04 ms [-1.20, 0.50]"
    assert numbers.difference(Estimate(2e-3, Interval(2e-3, 2e-3), 8)) == "2.00 ms"
    assert numbers.signed(-2.31e-6) == "-2.31 us"


def test_shares_have_a_decimal_where_they_are_small() -> None:
    assert numbers.share(Estimate(0.034, Interval(0.0301, 0.039), 8)) == "3.4 % [3.0, 3.9]"
    assert numbers.share(Estimate(0.5, Interval(0.47, 0.534), 8)) == "50 % [47, 53]"


def test_bounds_alone_have_the_digits_of_their_unit() -> None:
    assert numbers.bounds(Interval(1.9, 2.1), "ratio") == "[1.90, 2.10]"
    assert numbers.bounds(Interval(0.19, 0.21), "share") == "[19 %, 21 %]"
