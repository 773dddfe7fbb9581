"""The report of a comparison, in every format."""

from typing import TextIO

from canonbench.analysis.compare import Compared
from canonbench.report import grid, markdown, tables, text
from canonbench.report.stage import Format

__all__ = ["write"]


def write(compared: Compared, stream: TextIO, *, form: Format = "text", plain: bool = False) -> None:
    """Write a comparison: text for people, Markdown for a job's summary, CSV and JSON for programs."""
    if form == "json":
        tables.comparison_json(compared, stream)
    elif form == "csv":
        tables.comparison_csv(compared, stream)
    elif form == "markdown":
        markdown.write([grid.of_comparison(compared)], stream)
    else:
        text.write([grid.of_comparison(compared)], stream, plain=plain)
