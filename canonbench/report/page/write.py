"""A page in the format that was asked for."""

from collections.abc import Callable, Mapping
from typing import TextIO

from canonbench.report.page import csv, html, json, latex, markdown
from canonbench.report.page.model import Page
from canonbench.report.printable import everywhere

__all__ = ["FORMATS", "write"]

FORMATS: Mapping[str, Callable[[Page, TextIO], None]] = {
    "html": html.write,
    "markdown": markdown.write,
    "json": json.write,
    "csv": csv.write,
    "latex": latex.write,
}
"""Each format and what writes it."""


def write(page: Page, stream: TextIO, form: str) -> None:
    """Write ``page`` as ``form``, one of ``FORMATS``; its control characters are shown, not passed on.

    Raises:
        ExtraMissing: the format needs a library that is not installed.
    """
    FORMATS[form](page if form == "json" else everywhere(page), stream)
