"""A page as one HTML file that needs nothing else: style, script and pictures are inside it.

Its content security policy says so, too: no network, and no script but the page's own, known by its digest.
"""

import base64
import hashlib
from importlib.resources import files
from typing import Any, TextIO

from canonbench.errors import ExtraMissing
from canonbench.report.page import plots, shown
from canonbench.report.page.model import Cell, Figure, Page, Statistic

__all__ = ["policy", "write"]

_FOLDER = files("canonbench.report.page")


def policy(script: str) -> str:
    """Return the content security policy of a page whose only script is ``script``."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src blob: data:; "
        "base-uri 'none'; form-action 'none'"
    )


def write(page: Page, stream: TextIO) -> None:
    """Write ``page``; all of its text is escaped.

    Raises:
        ExtraMissing: Jinja2 or matplotlib is not installed.
    """
    try:
        import jinja2  # noqa: PLC0415 - an extra, that only a page pays
        from markupsafe import Markup  # noqa: PLC0415 - comes with Jinja2
    except ImportError as error:
        raise ExtraMissing("Jinja2", "report", "pages") from error
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"shown": _shown, "indent_of": _indent, "prose": shown.typographic}
    environment.tests["statistic"] = lambda cell: isinstance(cell, Statistic)
    style, script, template = (_text(name) for name in ("report.css", "report.js", "report.html.j2"))
    figures = [figure for section in page.sections for figure in section.figures]
    pictures = {
        figure.id: {
            size: Markup(_picture(figure, f"{size[0]}{number}", size, Markup))  # noqa: S704 - text is escaped
            for size in ("wide", "narrow")
        }
        for number, figure in enumerate(figures)
    }
    made = environment.from_string(template).render(
        page=page,
        pictures=pictures,
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        policy=policy(script),
    )
    stream.write(made + "\n")


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _picture(figure: Figure, ident: str, size: str, markup: Any) -> str:
    """Return the SVG of a figure with its title and description, escaped."""
    drawn = plots.svg(figure.chart, f"{ident}-", narrow=size == "narrow")
    head, _, rest = drawn.partition(">")
    labels = f'class="{size}" role="img" aria-labelledby="{ident}-title {ident}-desc" data-name="{figure.id}"'
    title, alt = markup.escape(figure.title), markup.escape(figure.alt)
    return (
        f'{head} {labels}><title id="{ident}-title">{title}</title><desc id="{ident}-desc">{alt}</desc>{rest}'
    )


def _shown(cell: Cell) -> tuple[str, str]:
    """Return what a cell says: its value, and what stands smaller beside it (interval or reason)."""
    if not isinstance(cell, Statistic):
        return cell.lstrip(" "), ""
    if cell.value is None:
        return "null", cell.reason
    said = shown.typographic(shown.text(cell))
    value, bracket, rest = said.partition(" [")
    if bracket:
        return value, f"[{rest}"
    value, bracket, rest = said.partition(" (")
    return value, f"({rest}" if bracket else ""


def _indent(cell: Cell) -> int:
    """Return how deep a part stands below its whole: two spaces a level."""
    return 0 if isinstance(cell, Statistic) else (len(cell) - len(cell.lstrip(" "))) // 2
