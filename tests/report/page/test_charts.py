"""Charts are data: equal for equal numbers, so that a picture can be made again."""

import pytest

from canonbench.report.page.charts import Bars, Chart, Curves, Dots, Point, is_empty


def test_equal_numbers_are_equal_charts() -> None:
    one, other = (Dots("ms", ("a",), (("row", (Point(1, 0.9, 1.1),)),)) for _ in range(2))

    assert one == other
    assert hash(one) == hash(other)
    assert one.log


SPOT = Point(1, 0.9, 1.1)


@pytest.mark.parametrize(
    ("empty", "full"),
    [
        (Dots("ms", ("a",), (("row", (None,)),)), Dots("ms", ("a",), (("row", (SPOT,)),))),
        (Bars("ms", ("a",), (("row", (0.0,), None),)), Bars("ms", ("a",), (("row", (1.0,), None),))),
        (Curves("n", "ms", (("a", ()),)), Curves("n", "ms", (("a", ((1.0, SPOT),)),))),
    ],
)
def test_a_chart_without_a_point_is_empty(empty: Chart, full: Chart) -> None:
    assert is_empty(empty)
    assert not is_empty(full)
