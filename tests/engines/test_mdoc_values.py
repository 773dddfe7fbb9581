"""Values of elements in neutral form."""

from datetime import UTC, date, datetime

from canonbench.engines.mdoc_values import neutral_value
from canonbench.specs.cbor import Tag


def test_dates_are_tags_wherever_they_stand() -> None:
    given = {"a": [date(2026, 1, 2), 1], "b": (datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),), "c": "text"}

    assert neutral_value(given) == {
        "a": [Tag(1004, "2026-01-02"), 1],
        "b": [Tag(0, "2026-01-02T03:04:05Z")],
        "c": "text",
    }
