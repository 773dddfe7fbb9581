"""Charts drawn with matplotlib: deterministic SVG, colour-blind safe, legible on light and on dark.

The colours are those of Okabe and Ito; every series has a marker of its own and every part of a bar a hatch,
so that nothing is said by colour alone. Ink and grid have colours of their own in the file, which a page
replaces by variables. Text stays text.
"""

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import log10
from typing import TYPE_CHECKING, Any

from canonbench.errors import ExtraMissing
from canonbench.report.page.charts import Bars, Chart, Curves, Dots, Point
from canonbench.report.page.inline import inline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["COLOURS", "GRID", "INK", "image", "svg"]

INK, GRID = "#1a1c1e", "#c9ced4"
"""Colours of text and lines, and of the grid, in a file; nothing else has them."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c8c", "#f0e442")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
_HATCHES = ("", "//", "-", "\\\\", "x", "|", "/-", "+")
_LINES = ("-", "--", "-.", ":")

_WIDE, _NARROW = 7.6, 3.7
"""Widths in inches; at 100 pixels an inch they are those of a column on a screen and of a phone."""

_BESIDE = 36
"""Longest label that stands beside its line; longer ones, and all on a phone, stand above it."""

_STYLE: dict[Any, Any] = {
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "canonbench",
    "font.family": "sans-serif",
    "font.size": 9,
    "hatch.linewidth": 0.5,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
}


@contextmanager
def _drawn(chart: Chart, *, narrow: bool) -> "Iterator[Figure]":
    """Draw ``chart`` without a display, and without a word about glyphs that only a browser's fonts have."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra, 0.3 s that only a picture pays
        from matplotlib.figure import Figure  # noqa: PLC0415 - as above
    except ImportError as error:
        raise ExtraMissing("matplotlib", "report", "pictures") from error
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        figure = Figure(figsize=(_NARROW if narrow else _WIDE, 3), layout="constrained")
        axes = figure.subplots()
        if isinstance(chart, Dots):
            _dots(chart, figure, axes, narrow=narrow)
        elif isinstance(chart, Bars):
            _bars(chart, figure, axes, narrow=narrow)
        else:
            _curves(chart, figure, axes, narrow=narrow)
        yield figure


def image(chart: Chart, form: str) -> bytes:
    """Return ``chart`` as a file of its own on white: ``svg``, ``png`` or ``pdf``.

    Raises:
        ExtraMissing: matplotlib is not installed.
    """
    stream = io.BytesIO()
    dates: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with _drawn(chart, narrow=False) as figure:
        figure.savefig(stream, format=form, dpi=200, facecolor="white", metadata=dates.get(form))
    return stream.getvalue()


def svg(chart: Chart, ident: str, *, narrow: bool = False) -> str:
    """Return ``chart`` as an SVG element for a page, the same for the same chart.

    ``ident`` starts all identifiers in it; ``var(--ink)`` and ``var(--grid)`` are its lines and text.

    Raises:
        ExtraMissing: matplotlib is not installed.
    """
    stream = io.StringIO()
    with _drawn(chart, narrow=narrow) as figure:
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
    return inline(stream.getvalue(), ident, {INK: "var(--ink)", GRID: "var(--grid)"})


def _safe(text: str) -> str:
    """Return a label that an SVG may hold: on one line, without control characters and lone surrogates."""
    return "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text
    )


def _lay_out(  # noqa: PLR0913 - what is laid out, and how
    figure: "Figure",
    axes: "Axes",
    labels: Sequence[str],
    heights: Sequence[float],
    *,
    narrow: bool,
    bands: bool = False,
) -> list[float]:
    """Give a place to each line, from the top, and its label; return the places. Heights are in inches.

    ``bands`` shade every other line.
    """
    above = narrow or max(map(len, labels), default=0) > _BESIDE
    room = 0.22 if above else 0.0
    places: list[float] = []
    top = 0.0
    for label, height in zip(labels, heights, strict=True):
        if above:
            axes.text(
                0.0,
                top + room * 0.62,
                _safe(label),
                transform=axes.get_yaxis_transform(),
                va="center",
                fontsize=8.5,
            )
        if bands and len(places) % 2 == 0:
            axes.axhspan(top, top + room + height, color=GRID, alpha=0.25, linewidth=0)
        places.append(top + room + height / 2)
        top += room + height
    axes.set_ylim(top + 0.03, -0.03)
    axes.set_yticks([] if above else places, [] if above else [_safe(label) for label in labels])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(visible=True, axis="x", color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    figure.set_figheight(top + 0.85)
    return places


def _legend(figure: "Figure", handles: Sequence[Any], labels: Sequence[str], *, narrow: bool) -> None:
    """Put the key above the axes, in as many columns as there is room for."""
    if len(labels) < 2:  # noqa: PLR2004 - one thing needs no key
        return
    longest = max(map(len, labels)) + 5
    columns = max(1, min(len(labels), (46 if narrow else 100) // longest))
    figure.legend(
        handles, [_safe(label) for label in labels], loc="outside upper left", ncols=columns, fontsize=8.5
    )
    rows = -(-len(labels) // columns)
    figure.set_figheight(figure.get_figheight() + 0.2 * rows)


def _scale(axis: Any, values: Sequence[float], *, narrow: bool) -> None:
    """Make an axis logarithmic, with ticks at round numbers that do not crowd."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator  # noqa: PLC0415 - as above

    span = log10(max(values) / min(values)) if values and min(values) > 0 else 0.0
    if span < 0.6:  # noqa: PLR2004 - less than a factor of four: no two decades to label
        axis.set_major_locator(MaxNLocator(3 if narrow else 6))
    else:
        axis.set_major_locator(
            LogLocator(subs=(1.0, 2.0, 5.0) if span < (1.3 if narrow else 2.6) else (1.0,))
        )
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _marker(number: int) -> str:
    """Return the marker of a series: none shares both colour and marker with one of the first 64."""
    return _MARKERS[(number + number // len(COLOURS)) % len(_MARKERS)]


def _error(spot: Point) -> list[list[float]]:
    return [[max(spot.value - spot.low, 0.0)], [max(spot.high - spot.value, 0.0)]]


def _dots(chart: Dots, figure: "Figure", axes: "Axes", *, narrow: bool) -> None:
    step = 0.13
    labels = [label for label, _ in chart.rows]
    heights = [step * (sum(spot is not None for spot in points) - 1) + 0.26 for _, points in chart.rows]
    if chart.log:
        axes.set_xscale("log")
    places = _lay_out(figure, axes, labels, heights, narrow=narrow, bands=True)
    handles: dict[int, Any] = {}
    values: list[float] = []
    for place, (_, points) in zip(places, chart.rows, strict=True):
        there = [(number, spot) for number, spot in enumerate(points) if spot is not None]
        for nth, (number, spot) in enumerate(there):
            middle = place + step * (nth - (len(there) - 1) / 2)
            handles[number] = axes.errorbar(
                spot.value,
                middle,
                xerr=_error(spot),
                fmt=_marker(number),
                color=COLOURS[number % len(COLOURS)],
                markeredgecolor=INK,
                markeredgewidth=0.5,
                markersize=6,
                elinewidth=1.5,
                capsize=2.5,
            )
            values += [spot.low, spot.high]
    if chart.reference is not None:
        axes.axvline(chart.reference, color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
        values.append(chart.reference)
    if chart.log:
        _scale(axes.xaxis, values, narrow=narrow)
    axes.set_xlabel(_safe(chart.axis))
    order = sorted(handles)
    _legend(
        figure,
        [handles[number] for number in order],
        [chart.series[number] for number in order],
        narrow=narrow,
    )


def _bars(chart: Bars, figure: "Figure", axes: "Axes", *, narrow: bool) -> None:
    labels = [label for label, _, _ in chart.rows]
    places = _lay_out(figure, axes, labels, [0.34] * len(labels), narrow=narrow)
    handles: list[Any] = []
    starts = [0.0] * len(places)
    used = [number for number in range(len(chart.parts)) if any(row[1][number] for row in chart.rows)]
    for number in used:
        lengths = [row[1][number] for row in chart.rows]
        handles.append(
            axes.barh(
                places,
                lengths,
                left=starts,
                height=0.24,
                color=COLOURS[number % len(COLOURS)],
                edgecolor=INK,
                linewidth=0.5,
                hatch=_HATCHES[number % len(_HATCHES)],
            )
        )
        starts = [start + length for start, length in zip(starts, lengths, strict=True)]
    for place, (_, _, total) in zip(places, chart.rows, strict=True):
        if total is not None:
            axes.errorbar(
                total.value,
                place,
                xerr=_error(total),
                fmt="|",
                color=INK,
                elinewidth=1.2,
                capsize=3,
                markersize=8,
            )
    axes.set_xlim(left=0)
    axes.set_xlabel(_safe(chart.axis))
    _legend(figure, handles, [chart.parts[number] for number in used], narrow=narrow)


def _curves(chart: Curves, figure: "Figure", axes: "Axes", *, narrow: bool) -> None:
    handles = []
    xs: list[float] = []
    ys: list[float] = []
    for number, (_, points) in enumerate(chart.series):
        own = [x for x, _ in points]
        spots = [spot for _, spot in points]
        errors = [
            [max(spot.value - spot.low, 0.0) for spot in spots],
            [max(spot.high - spot.value, 0.0) for spot in spots],
        ]
        handles.append(
            axes.errorbar(
                own,
                [spot.value for spot in spots],
                yerr=errors,
                marker=_marker(number),
                linestyle=_LINES[number // len(COLOURS) % len(_LINES)],
                color=COLOURS[number % len(COLOURS)],
                markeredgecolor=INK,
                markeredgewidth=0.5,
                markersize=6,
                linewidth=1.5,
                elinewidth=1.2,
                capsize=2.5,
            )
        )
        xs += own
        ys += [end for spot in spots for end in (spot.low, spot.high)]
    if chart.reference is not None:
        axes.axhline(chart.reference, color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
    if chart.log:
        axes.set_yscale("log")
        _scale(axes.yaxis, ys, narrow=narrow)
    if chart.log and not chart.ticks:
        axes.set_xscale("log")
        _scale(axes.xaxis, xs, narrow=narrow)
    if chart.ticks:
        axes.set_xticks(
            range(len(chart.ticks)), [_safe(name) for name in chart.ticks], rotation=20, ha="right"
        )
        axes.set_xlim(-0.3, len(chart.ticks) - 0.7)
    axes.grid(visible=True, color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.set_xlabel(_safe(chart.across))
    axes.set_ylabel(_safe(chart.axis))
    figure.set_figheight(3.4)
    _legend(figure, handles, [label for label, _ in chart.series], narrow=narrow)
