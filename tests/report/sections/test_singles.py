"""The section on calls timed one by one."""

from collections.abc import Callable
from dataclasses import replace

from canonbench.report.material import Material
from canonbench.report.page.model import Statistic
from canonbench.report.sections.singles import section
from canonbench.runs.rows import Row

Make = Callable[..., Row]


def calls(row: Row) -> Row:
    """Give every process a hundred calls."""
    processes = tuple(
        replace(each, wall=each.wall * 99 + (2 * each.wall[0],), cpu=None) for each in row.processes
    )
    return replace(row, processes=processes)


def test_calls_stand_beside_our_interval(row: Make, material: Callable[..., Material]) -> None:
    single = calls(row("mdoc.verify/ob3:single", 2e-3, **{"single.timer": 5e-8}))
    found = section([material({"canonbench": [row("mdoc.verify/ob3", 1e-3), single]})])
    assert found is not None
    table, beside = found.tables
    told = dict(zip(beside.columns, beside.rows[0], strict=True))
    p50, bare, over = table.rows[0][3], told["bare, CPU"], told["p50 over CPU"]

    assert isinstance(p50, Statistic)
    assert p50.interval is not None
    assert (p50.level, p50.rounds) == (None, 8)
    assert isinstance(bare, Statistic)
    assert bare.level == 0.95
    assert isinstance(over, Statistic)
    assert abs((over.value or 0.0) - 2) < 0.05
    assert table.notes == ("8 processes of 100 calls.",)
    assert "takes 2.00 to 2.00 times" in found.sentence


def test_what_was_not_kept_is_null(row: Make, material: Callable[..., Material]) -> None:
    found = section([material({"canonbench": [calls(row("mdoc.verify/ob3:single", 2e-3))]})])
    assert found is not None
    (cells,) = found.tables[1].rows

    assert [cell.value for cell in cells[-5:] if isinstance(cell, Statistic)] == [None] * 5
    assert "times our median" not in found.sentence


def test_without_such_calls_there_is_no_section(row: Make, material: Callable[..., Material]) -> None:
    assert section([material({"canonbench": [row("mdoc.verify/ob3", 1e-3)]})]) is None
