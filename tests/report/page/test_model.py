"""A report as a value: no number stands alone, and each is told once."""

import pytest

from canonbench.analysis.interval import Interval, Median, Ratio
from canonbench.report.page.model import Page, Statistic, count, null, of_median, of_ratio, statistics


def test_a_number_without_interval_and_reason_is_refused() -> None:
    with pytest.raises(ValueError, match="no interval, and no reason why"):
        Statistic("time", "a/b", "pyld", "second", 1.0)
    with pytest.raises(ValueError, match="no reason why"):
        Statistic("time", "a/b", "pyld", "second", None)


def test_a_median_of_too_few_rounds_says_so() -> None:
    found = of_median(Median(1.0, None, 5), "time", "a/b", "pyld")

    assert (found.value, found.level, found.rounds) == (1.0, None, 5)
    assert found.reason == "no interval from 5 of 8 rounds"


def test_a_ratio_keeps_its_interval_level_and_verdict() -> None:
    interval = Interval(1.9, 2.1)
    found = of_ratio(
        Ratio(2.0, interval, "student", interval, interval, 8), "over", "a/b", "pyld", verdict="slower"
    )

    assert (found.value, found.interval, found.level, found.rounds, found.verdict) == (
        2.0,
        interval,
        0.99,
        8,
        "slower",
    )
    assert of_ratio(None, "over", "a/b", "pyld").value is None


def test_an_exact_number_needs_no_interval() -> None:
    assert count(32, "quads", "ob3").interval is None
    assert null("time", "a/b", "x", "none needed").reason == "none needed"


def test_every_statistic_is_given_once_with_its_first_section(page: Page) -> None:
    found = list(statistics(page))

    assert [section.id for section, _ in found] == ["one"] * 4
    assert [each.name for _, each in found] == ["time", "quads", "over mdoc", "time"]
    assert [table.id for _, table in page.tables][-2:] == ["t1", "t2"]
