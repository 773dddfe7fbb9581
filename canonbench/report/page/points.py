"""From statistics to what is drawn and linked: points with their intervals, and identifiers."""

import hashlib
import re

from canonbench.report.page.charts import Point
from canonbench.report.page.model import Statistic

__all__ = ["named", "point"]

_LONGEST = 40


def point(found: Statistic, scale: float = 1.0) -> Point | None:
    """Return what is drawn of a statistic, times ``scale``; ``None`` where it has no value."""
    if found.value is None:
        return None
    low, high = found.interval or (found.value, found.value)
    return Point(found.value * scale, low * scale, high * scale)


def named(*parts: str) -> str:
    """Make an identifier for a page out of any texts: letters, digits and hyphens, equal for equal texts."""
    whole = "-".join(parts)
    plain = re.sub(r"[^a-z0-9]+", "-", whole.lower()).strip("-")
    digest = hashlib.sha256(whole.encode()).hexdigest()[:6]
    return f"{plain[:_LONGEST].strip('-')}-{digest}"
