"""canonbench.specs.mdoc.rules: dates, and refusals that name the clause."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.cbor import Tag
from canonbench.specs.mdoc.rules import (
    date_nonconformities,
    failed,
    is_full_date,
    is_tdate,
    malformed,
    member,
    tdate,
)


def test_a_refusal_names_the_clause() -> None:
    with pytest.raises(MalformedInput, match=r"^x is odd \(ISO/IEC 18013-5:2021, 9\.1\)$"):
        malformed("x is odd", "9.1")
    with pytest.raises(VerificationFailed, match=r"^x is off \(ISO/IEC 18013-5:2021, 9\.3\)$"):
        failed("x is off", "9.3")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "the thing is not a map"),
        ({}, "the thing has no count of type int"),
        ({"count": True}, "the thing has no count of type int"),
    ],
)
def test_a_member_is_there_and_of_its_very_type(value: Any, reason: str) -> None:
    assert member({"count": 1}, "count", int, "the thing", "9.1") == 1
    with pytest.raises(MalformedInput, match=reason):
        member(value, "count", int, "the thing", "9.1")


@pytest.mark.parametrize(
    "text",
    [
        "2026-07-01T19:35:56.46Z",
        "2026-07-01T19:35:56+00:00",
        "2026-07-01T19:35:56",
        "2026-07-01t19:35:56z",
        "2026-07-01 19:35:56Z",
        "2026-02-30T00:00:00Z",
        "2026-07-01T24:35:56Z",
        "٢٠٢٦-07-01T19:35:56Z",
        "2026-07-01T19:35:56Z\n",
        None,
        20260701,
    ],
)
def test_a_tdate_has_one_form(text: Any) -> None:
    assert is_tdate("2026-07-01T19:35:56Z")
    assert not is_tdate(text)


@pytest.mark.parametrize("text", ["1999-2-3", "1999-02-30", "19990203", "1999-02-03T00:00:00Z", None])
def test_a_full_date_has_one_form(text: Any) -> None:
    assert is_full_date("1999-02-03")
    assert not is_full_date(text)


@given(
    first=st.datetimes(timezones=st.just(UTC)),
    hours=st.integers(-12, 12),
    second=st.datetimes(timezones=st.just(UTC)),
)
def test_tdates_compare_as_their_times_do(first: datetime, hours: int, second: datetime) -> None:
    try:
        elsewhere = first.astimezone(timezone(timedelta(hours=hours)))
    except OverflowError:
        elsewhere = first
    seconds = [moment.replace(microsecond=0) for moment in (first, second)]

    assert is_tdate(tdate(first))
    assert tdate(first) == tdate(elsewhere)
    assert (seconds[0] < seconds[1]) == (tdate(first) < tdate(second))


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="without a time zone"):
        tdate(datetime(2026, 7, 1))  # noqa: DTZ001 - that is the case


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Tag(1004, "1999-02-03"), []),
        (Tag(0, "2026-07-01T19:35:56Z"), []),
        (Tag(24, "1999-02-03"), []),
        ("3 February", []),
        (1, []),
        ("1999-02-03", ["x: a date is plain text, not tag 1004"]),
        (Tag(1004, "3 February"), ["x: a full-date is not YYYY-MM-DD"]),
        (Tag(0, "2026-07-01T19:35:56+02:00"), ["x: a tdate has a fraction, an offset or another form"]),
        (
            {"a": [1, {"b": "1999-02-03"}], "c": "1999-02-03"},
            ["x.a[1].b: a date is plain text, not tag 1004", "x.c: a date is plain text, not tag 1004"],
        ),
    ],
)
def test_dates_that_are_written_otherwise_are_named(value: Any, expected: list[str]) -> None:
    assert [f"{line} (ISO/IEC 18013-5:2021, 7.2.1)" for line in expected] == list(
        date_nonconformities(value, "x")
    )
