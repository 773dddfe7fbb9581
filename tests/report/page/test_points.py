"""Points and identifiers."""

import re

from canonbench.report.page.model import Statistic, null
from canonbench.report.page.points import named, point


def test_a_point_is_scaled_with_its_interval(time: Statistic) -> None:
    found = point(time, 1e6)

    assert found is not None
    assert [round(end, 6) for end in found] == [24.1, 23.8, 24.6]
    assert point(null("s", "a/b", "x", "why")) is None


def test_without_an_interval_the_ends_are_the_value() -> None:
    assert point(Statistic("s", "a/b", "x", "second", 2.0, reason="few")) == (2.0, 2.0, 2.0)


def test_identifiers_are_safe_and_differ_where_texts_do() -> None:
    one, other = named("<b>", "a b"), named("<b>", "a-b")

    assert re.fullmatch(r"[a-z0-9-]+", one)
    assert one != other
    assert one == named("<b>", "a b")
