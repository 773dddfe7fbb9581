"""Charts are data: equal for equal numbers, so that a picture can be made again."""

from canonbench.report.page.charts import Dots, Point


def test_equal_numbers_are_equal_charts() -> None:
    one, other = (Dots("ms", ("a",), (("row", (Point(1, 0.9, 1.1),)),)) for _ in range(2))

    assert one == other
    assert hash(one) == hash(other)
    assert one.log
