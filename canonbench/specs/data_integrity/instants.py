"""Instants as proofs write them: dateTime of XML Schema 1.1 part 2, section 3.3.7."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from canonbench.errors import MalformedInput

__all__ = ["instant"]

_DATE_TIME: Final = re.compile(
    r"(-?(?:[1-9][0-9]{3,}|0[0-9]{3}))-([0-9]{2})-([0-9]{2})"
    r"T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:Z|([+-])(0[0-9]|1[0-3]|14(?=:00)):([0-5][0-9]))?"
)
_MIDNIGHT: Final = 24
_USUAL_LENGTH, _USUAL_SIGNS = 20, "--T::Z"  # 2026-01-31T12:00:00Z, which needs no regular expression


def instant(text: str) -> datetime:
    """Return the instant that ``text`` names, in UTC; without an offset it is taken as UTC.

    Digits beyond the microsecond are dropped. Years before 1 and after 9999 are not supported.

    Raises:
        MalformedInput: ``text`` is no dateTime.
    """
    if len(text) == _USUAL_LENGTH and text[4::3] == _USUAL_SIGNS:
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            pass  # no number where one must be, or hour 24
    found = _DATE_TIME.fullmatch(text)
    if found is None:
        raise MalformedInput(f"{text!r} is no XML Schema dateTime; write it like 2026-01-31T12:00:00Z")
    years, *others = found.groups()[:6]
    month, day, hour, minute, second = map(int, others)
    fraction, sign, offset_hours, offset_minutes = found.groups()[6:]
    microsecond = int((fraction or "0")[:6].ljust(6, "0"))
    days = 0
    if hour == _MIDNIGHT and not (minute or second or (fraction or "").strip("0")):
        hour, days = 0, 1
    offset = timedelta(hours=int(offset_hours or 0), minutes=int(offset_minutes or 0))
    try:
        local = datetime(int(years), month, day, hour, minute, second, microsecond, tzinfo=UTC)
        return local + timedelta(days=days) + (offset if sign == "-" else -offset)
    except (ValueError, OverflowError) as error:
        raise MalformedInput(f"{text!r} is no XML Schema dateTime that is supported: {error}") from error
