"""The section on growth."""

from collections.abc import Callable

from canonbench.report.material import Material
from canonbench.report.page.charts import Curves
from canonbench.report.page.model import Statistic
from canonbench.report.sections.growth import section
from canonbench.runs.rows import Row


def rows(row: Callable[..., Row], power: float) -> list[Row]:
    return [
        row(
            f"rdfc.canonicalize/bn-{count}",
            1e-6 * count**power,
            document_blank_nodes=count,
            document_quads=4 * count,
        )
        for count in (10, 50, 200)
    ]


def test_what_grows_faster_than_linearly_is_named(
    row: Callable[..., Row], material: Callable[..., Material]
) -> None:
    found = section([material({"slow": rows(row, 2), "own": rows(row, 0.9)})])
    assert found is not None
    quads, nodes = found.figures

    assert "rdfc.canonicalize with slow, by quads of bn-N" in found.sentence
    assert "with own" not in found.sentence
    assert isinstance(nodes.chart, Curves)
    assert [name for name, _ in nodes.chart.series] == ["rdfc.canonicalize, slow", "rdfc.canonicalize, own"]
    assert [size for size, _ in nodes.chart.series[0][1]] == [10, 50, 200]
    exponent = quads.table.rows[0][4]
    assert isinstance(exponent, Statistic)
    assert (exponent.unit, round(exponent.value or 0, 2)) == ("number", 2.0)


def test_nothing_that_grows_faster_is_said_too(
    row: Callable[..., Row], material: Callable[..., Material]
) -> None:
    found = section([material({"own": rows(row, 0.9)})])
    assert found is not None

    assert found.sentence == "Nothing that was measured grows certainly faster than linearly."


def test_two_sizes_are_no_growth(row: Callable[..., Row], material: Callable[..., Material]) -> None:
    assert section([material({"own": rows(row, 0.9)[:2]})]) is None
