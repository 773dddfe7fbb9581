"""The paper's statistic, on invented calls."""

from collections.abc import Callable, Sequence
from statistics import fmean, stdev
from typing import Any

import pytest

from canonbench.analysis.singles import STATISTICS, singles
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]

CALLS = [float(number) for number in range(1, 102)]
"""101 calls of 1 to 101 seconds: percentile n is n + 1."""


@pytest.fixture
def row(invent: Invent) -> Callable[..., Row]:
    def made(processes: Sequence[Sequence[float]], **metadata: Any) -> Row:
        return invent("mdoc.verify/credential-20:single", processes, cpu=False, **metadata)

    return made


def test_a_process_has_mean_percentiles_and_standard_deviation(
    row: Callable[..., Row], gather: Gather
) -> None:
    (found,) = singles(gather({"canonbench": [row([CALLS])]}))
    values = {name: spread.value for name, spread in found.statistics.items()}

    assert list(values) == list(STATISTICS) == ["mean", "p50", "p90", "p95", "p99", "sd"]
    assert values == pytest.approx(
        {"mean": fmean(CALLS), "p50": 51.0, "p90": 91.0, "p95": 96.0, "p99": 100.0, "sd": stdev(CALLS)}
    )
    assert (found.processes, found.calls, found.case.target, found.stack) == (
        1,
        101,
        "mdoc.verify",
        "canonbench",
    )


def test_over_processes_it_is_the_median_with_the_spread(row: Callable[..., Row], gather: Gather) -> None:
    processes = [[scale * call for call in CALLS] for scale in (1.0, 5.0, 2.0)]
    (found,) = singles(gather({"canonbench": [row(processes)]}))

    assert found.statistics["p50"] == pytest.approx((102.0, 51.0, 255.0))


def test_the_timer_and_our_own_interval_stand_beside(
    invent: Invent, row: Callable[..., Row], gather: Gather
) -> None:
    bare = invent("mdoc.verify/credential-20", [20.0, 21.0, 19.0] * 3, wall=2.0)
    (found,) = singles(gather({"canonbench": [row([CALLS] * 3, **{"single.timer": 5e-8}), bare]}))

    assert found.timer == pytest.approx(5e-8)
    assert found.bare is not None
    assert (found.bare.value, found.bare.rounds) == (40.0, 9)
    assert found.over_bare == pytest.approx(51.0 / 40.0)
    assert found.cpu is not None
    assert found.cpu.value == pytest.approx(20.0)
    assert found.over_cpu == pytest.approx(51.0 / 20.0)


def test_cpu_time_stands_beside_only_where_it_decides(
    invent: Invent, row: Callable[..., Row], gather: Gather
) -> None:
    bare = invent("mdoc.verify/credential-20", [20.0] * 9, decides="wall")
    (found,) = singles(gather({"canonbench": [row([CALLS]), bare]}))

    assert found.bare is not None
    assert (found.cpu, found.over_cpu) == (None, None)


def test_without_a_bare_row_or_a_timer_there_is_none(row: Callable[..., Row], gather: Gather) -> None:
    (found,) = singles(gather({"canonbench": [row([CALLS])]}))

    assert (found.timer, found.bare, found.over_bare) == (None, None, None)


def test_other_views_partners_short_rows_and_memray_are_left_out(
    invent: Invent, row: Callable[..., Row], gather: Gather
) -> None:
    rows = [
        invent("of another tool", [1.0]),
        invent("mdoc.verify/credential-20", [1.0]),
        row([[1.0]]),
        row([CALLS], hooks="memray"),
    ]

    assert singles(gather({"canonbench": rows, "canonbench-again": [row([CALLS])]})) == ()
