"""The paper's statistic as tables and as JSON."""

from canonbench.analysis.interval import Interval, Median
from canonbench.analysis.singles import STATISTICS, Single, Spread
from canonbench.model.case import Case
from canonbench.report.singles import of_singles, singles_json

SPREAD = Spread(2e-4, 1e-4, 3e-4)


def _single(name: str, *, timer: float | None = 5e-8, bare: Median | None = None) -> Single:
    statistics = dict.fromkeys(STATISTICS, SPREAD)
    return Single(Case.parse(name), "pyld", "", 5, 2000, statistics, timer, bare, bare)


def test_a_document_has_its_statistics_and_our_interval_beside() -> None:
    bare = Median(1e-4, Interval(0.9e-4, 1.1e-4), 8)
    statistics, beside = of_singles([_single("mdoc.verify/credential-20@algorithm=p256:single", bare=bare)])

    assert statistics.title == (
        "credential-20@algorithm=p256: the paper's statistic, "
        "calls timed one by one (5 processes of 2000 calls)"
    )
    assert statistics.columns == ("row", "stack", "mean", "p50", "p90", "p95", "p99", "sd")
    assert statistics.rows == (("mdoc.verify", "pyld", *["200 us"] * 6),)
    assert beside.rows == (
        ("mdoc.verify", "pyld", "100 us .. 300 us", *["100 us [90, 110]", "2.00x"] * 2, "50.0 ns"),
    )


def test_what_is_not_known_is_empty() -> None:
    _, beside = of_singles([_single("mdoc.verify/ob3:single", timer=None)])

    assert beside.rows == (("mdoc.verify", "pyld", "100 us .. 300 us", "", "", "", "", ""),)


def test_documents_have_tables_of_their_own() -> None:
    grids = list(of_singles([_single("mdoc.verify/ob3:single"), _single("mdoc.verify/dcc:single")]))

    assert [grid.title.partition(":")[0] for grid in grids] == ["ob3", "ob3", "dcc", "dcc"]


def test_json_has_every_spread() -> None:
    (found,) = singles_json([_single("mdoc.verify/ob3:single")])

    assert found["name"] == "mdoc.verify/ob3:single"
    assert found["statistics"]["p99"] == {"median": 2e-4, "least": 1e-4, "most": 3e-4}
    assert (found["cpu"], found["p50_over_cpu"]) == (None, None)
    assert (found["timer"], found["bare"], found["p50_over_bare"], found["runtime"]) == (
        5e-8,
        None,
        None,
        None,
    )
