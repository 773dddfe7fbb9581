"""Values of elements as peers of mdoc give them, in neutral form."""

from datetime import UTC, date, datetime
from typing import Any

from canonbench.specs.cbor import Tag
from canonbench.specs.mdoc.rules import FULL_DATE, TDATE

__all__ = ["neutral_value"]


def neutral_value(value: Any) -> Any:
    """Return ``value`` with ``tdate`` and ``full-date`` as tags (RFC 8949 section 3.4.1, RFC 8943)."""
    if isinstance(value, datetime):
        return Tag(TDATE, value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    if isinstance(value, date):
        return Tag(FULL_DATE, value.isoformat())
    if isinstance(value, list | tuple):
        return [neutral_value(element) for element in value]
    if isinstance(value, dict):
        return {name: neutral_value(member) for name, member in value.items()}
    return value
