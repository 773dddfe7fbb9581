"""Structural checks and dates: each refusal is one line that names the clause (ISO/IEC 18013-5:2021)."""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from typing import Any, NoReturn

from canonbench.errors import MalformedInput, VerificationFailed
from canonbench.specs.cbor import Tag

__all__ = [
    "FULL_DATE",
    "TDATE",
    "date_nonconformities",
    "failed",
    "is_full_date",
    "is_tdate",
    "malformed",
    "member",
    "tdate",
]

TDATE = 0
"""Tag of a date and time in text (RFC 8949 section 3.4.1)."""

FULL_DATE = 1004
"""Tag of a date in text (RFC 8943 section 1.1)."""

_TDATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_FULL_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def malformed(what: str, clause: str) -> NoReturn:
    """Raise `MalformedInput` with ``what`` and the clause it offends."""
    raise MalformedInput(f"{what} (ISO/IEC 18013-5:2021, {clause})")


def failed(what: str, clause: str) -> NoReturn:
    """Raise `VerificationFailed` with ``what`` and the clause it offends."""
    raise VerificationFailed(f"{what} (ISO/IEC 18013-5:2021, {clause})")


def member(value: Any, key: str, kind: type, where: str, clause: str) -> Any:
    """Return the member ``key`` of a decoded map, of exactly the type ``kind``.

    Raises:
        MalformedInput: If ``value`` is no map, or the member is absent or of another type.
    """
    if type(value) is not dict:
        malformed(f"{where} is not a map", clause)
    found = value.get(key)
    if type(found) is not kind:
        malformed(f"{where} has no {key} of type {kind.__name__}", clause)
    return found


def _is(text: Any, pattern: re.Pattern[str], parse: Callable[[str], object]) -> bool:
    if type(text) is not str or pattern.fullmatch(text) is None:
        return False
    try:
        parse(text)
    except ValueError:
        return False
    return True


def is_tdate(text: Any) -> bool:
    """Tell whether ``text`` is ``YYYY-MM-DDThh:mm:ssZ``: no fraction, no offset (9.1.2.4).

    Two such texts compare as their times do.
    """
    return _is(text, _TDATE, datetime.fromisoformat)


def is_full_date(text: Any) -> bool:
    """Tell whether ``text`` is ``YYYY-MM-DD`` (7.2.1, RFC 8943)."""
    return _is(text, _FULL_DATE, date.fromisoformat)


def tdate(moment: datetime) -> str:
    """Write a moment as the text of a tdate, for a clock reading; what is less than a second is cut off.

    Raises:
        ValueError: If ``moment`` has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError("a moment without a time zone is no moment: give datetime.now(UTC)")
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def date_nonconformities(value: Any, where: str) -> tuple[str, ...]:
    """Say which dates of a neutral data element value are not written as 7.2.1 demands.

    They are signed as they stand, so they are reported and not refused. Untagged text is reported if it has
    the form of a full-date: an element that is to hold such text and no date does not conform, says this.
    """
    parts: Iterable[tuple[str, Any]] = ()
    problem = ""
    if type(value) is Tag:
        if value.number == TDATE and not is_tdate(value.content):
            problem = "a tdate has a fraction, an offset or another form"
        elif value.number == FULL_DATE and not is_full_date(value.content):
            problem = "a full-date is not YYYY-MM-DD"
    elif is_full_date(value):
        problem = "a date is plain text, not tag 1004"
    elif type(value) is dict:
        parts = ((f"{where}.{key}", item) for key, item in value.items())
    elif type(value) is list:
        parts = ((f"{where}[{index}]", item) for index, item in enumerate(value))
    if problem:
        return (f"{where}: {problem} (ISO/IEC 18013-5:2021, 7.2.1)",)
    return tuple(line for place, item in parts for line in date_nonconformities(item, place))
