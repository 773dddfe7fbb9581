"""The section of documents side by side."""

import pytest

from canonbench.report.material import Material
from canonbench.report.page.charts import Bars, Dots
from canonbench.report.page.model import Statistic
from canonbench.report.sections.education import section


def test_documents_have_their_ratio_and_shares(education_run: Material) -> None:
    found = section([education_run])
    assert found is not None
    times, stacked = found.figures

    assert isinstance(times.chart, Dots)
    assert times.chart.series == ("canonbench", "pyld", "pyoxigraph")
    assert "simple" not in [name for name, _ in times.chart.rows]
    assert isinstance(stacked.chart, Bars)
    numbers = [cell for row in times.table.rows for cell in row if isinstance(cell, Statistic)]
    assert all(each.interval is not None for each in numbers)


def test_what_is_stacked_adds_up_to_about_the_way(education_run: Material) -> None:
    found = section([education_run])
    assert found is not None
    chart = found.figures[1].chart
    assert isinstance(chart, Bars)
    sums = {label: sum(lengths) for label, lengths, _ in chart.rows}

    assert sums["ob3, pyld"] == pytest.approx(100, abs=15)
    assert "context processing" in chart.parts
    assert "blank-node labeling" in chart.parts


def test_without_the_simple_document_there_is_no_section(exchange_run: Material) -> None:
    assert section([exchange_run]) is None
