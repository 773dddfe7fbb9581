"""A page that holds every kind of cell and of chart, and texts that would break each format."""

import pytest

from canonbench.analysis.interval import Interval, Median
from canonbench.report.page.charts import Bars, Chart, Curves, Dots, Point
from canonbench.report.page.model import (
    Figure,
    Page,
    Section,
    Source,
    Statistic,
    Table,
    count,
    null,
    of_median,
)

HOSTILE = (
    "<script>alert('x')</script> & \"q\" $\\alpha_1^2$ {#%~} [l](javascript:x) `c` | "
    "\N{CJK UNIFIED IDEOGRAPH-4E2D}"
)
"""A name that HTML, SVG, Markdown, LaTeX and mathtext would all take for something else."""


@pytest.fixture
def time() -> Statistic:
    return of_median(
        Median(2.41e-5, Interval(2.38e-5, 2.46e-5), 8), "time", "rdfc.label/ob3", "pyld", run="r"
    )


@pytest.fixture
def page(time: Statistic) -> Page:
    """Return a page with a hostile name wherever a name may stand."""
    ratio = Statistic(
        "over mdoc", "x/y", "pyld", "ratio", 5.1, Interval(4.9, 5.3), 0.99, 8, verdict="slower", run="r"
    )
    rows = (
        (HOSTILE, time, count(32, "quads", "ob3")),
        ("  =1+1", ratio, null("time", "a/b", "@SUM(A1)", HOSTILE, run="r")),
    )
    table = Table("t1", HOSTILE, ("row", "time", HOSTILE), rows, (HOSTILE,))
    spot = Point(2.0, 1.0, 3.0)
    dots = Dots(HOSTILE, (HOSTILE, "b"), ((HOSTILE, (spot, None)), ("x" * 60, (None, spot))), reference=1.0)
    bars = Bars(
        "share, %", ("one", "two"), ((HOSTILE, (10.0, 20.0), Point(30, 25, 35)), ("y", (5.0, 5.0), None))
    )
    curves = Curves("quads", "time, ms", ((HOSTILE, ((10.0, spot), (1000.0, Point(200, 150, 300)))),))
    steps = Curves(
        "run", "ratio", (("a", ((0.0, spot), (1.0, spot))),), log=False, ticks=("r1", HOSTILE), reference=1
    )
    charts: tuple[Chart, ...] = (dots, bars, curves, steps)
    figures = tuple(
        Figure(
            f"f{number}", HOSTILE, HOSTILE, chart, Table(f"f{number}-t", "c", ("row", "time"), (("a", time),))
        )
        for number, chart in enumerate(charts)
    )
    section = Section(
        "one", HOSTILE, HOSTILE, figures, (table,), (HOSTILE,), (f"canonbench stage {HOSTILE}",)
    )
    folded = Table("t2", "folded", ("row",), (("a",),), folded=True)
    source = Source(
        HOSTILE, "intel-xeon", "0.1.0", "git 1234", "2026-11-30 22:05:55", "ab" * 32, ("canonbench stage",)
    )
    return Page(
        HOSTILE,
        "Why?",
        HOSTILE,
        (source,),
        (section, Section("two", "Two", "", tables=(folded,))),
        ((HOSTILE, ratio),),
        HOSTILE,
        "0.1.0",
    )
