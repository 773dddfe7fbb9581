"""canonbench.specs.data_integrity.instants: XML Schema dateTime."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput
from canonbench.specs.data_integrity import instant


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2023-02-24T23:36:38Z", datetime(2023, 2, 24, 23, 36, 38, tzinfo=UTC)),
        ("2023-02-24T23:36:38", datetime(2023, 2, 24, 23, 36, 38, tzinfo=UTC)),
        ("2023-02-24T23:36:38.5+02:00", datetime(2023, 2, 24, 21, 36, 38, 500000, tzinfo=UTC)),
        ("2023-02-24T23:36:38.1234567-00:30", datetime(2023, 2, 25, 0, 6, 38, 123456, tzinfo=UTC)),
        ("2023-02-24T23:36:38.000Z", datetime(2023, 2, 24, 23, 36, 38, tzinfo=UTC)),
        ("2023-12-31T24:00:00Z", datetime(2024, 1, 1, tzinfo=UTC)),
        ("2023-12-31T24:00:00.000Z", datetime(2024, 1, 1, tzinfo=UTC)),
        ("2023-01-01T00:00:00+14:00", datetime(2022, 12, 31, 10, tzinfo=UTC)),
        ("2024-02-29T00:00:00-13:59", datetime(2024, 2, 29, 13, 59, tzinfo=UTC)),
    ],
)
def test_instants_by_hand(text: str, expected: datetime) -> None:
    assert expected == instant(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2023-02-24",
        "2023-02-24 23:36:38Z",
        "2023-02-24T23:36Z",
        "2023-02-24t23:36:38z",
        "2023-02-24T23:36:38ZZ",
        "2023-02-24T23:36:38Z\n",
        "2023-02-24T23:36:38+14:01",
        "2023-02-24T23:36:38+15:00",
        "2023-02-24T23:36:38+0200",
        "2023-02-24T23:36:60Z",
        f"2023-02-24T24:00:00.{'0' * 5000}1Z",
        f"{'9' * 5000}-02-24T23:36:38Z",
        "2023-W01-1T23:36:38Z",
        "2023-02-24T23:36: 8Z",
        "2023-02-24T2a:36:38Z",
        "2023-02-24T\u0662\u0662:36:38Z",
        "+023-02-24T23:36:38Z",
        "2023-02-24T24:00:01Z",
        "2023-02-24T24:01:00Z",
        "2023-02-24T24:00:00.1Z",
        "2023-02-30T00:00:00Z",
        "2023-00-01T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "-0044-03-15T00:00:00Z",
        "12023-01-01T00:00:00Z",
        "9999-12-31T24:00:00Z",
        "0023-02-24T23:36:38.Z",
        "\u0662023-02-24T23:36:38Z",
    ],
)
def test_what_is_no_date_time_is_refused(text: str) -> None:
    with pytest.raises(MalformedInput, match="no XML Schema dateTime"):
        instant(text)


@given(
    st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1)),  # noqa: DTZ001 - hypothesis takes naive bounds
    st.integers(-14 * 60, 14 * 60),
)
def test_an_offset_is_taken_off(local: datetime, minutes: int) -> None:
    sign, (hours, rest) = "-" if minutes < 0 else "+", divmod(abs(minutes), 60)
    text = f"{local.isoformat()}{sign}{hours:02}:{rest:02}"
    assert local.replace(tzinfo=UTC) - timedelta(minutes=minutes) == instant(text)
