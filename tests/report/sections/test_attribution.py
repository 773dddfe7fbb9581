"""The section of what specification and library take."""

from collections.abc import Callable

import pytest

from canonbench.report.material import Material
from canonbench.report.page.charts import Bars, Dots
from canonbench.report.page.model import Statistic
from canonbench.report.sections.attribution import section
from canonbench.runs.rows import Row


def roles(row: Callable[..., Row], seconds: float, name: str = "f", document: str = "ob3") -> list[Row]:
    about = {"format": name, "key_algorithm": "ed25519", "scope": "issuer", "disclose": "5"}
    return [
        row(f"{name}.{role}/{document}", seconds, role=role, **about)
        for role in ("issue", "present", "verify")
    ]


def test_both_bounds_of_an_exchange_are_said(
    row: Callable[..., Row], material: Callable[..., Material]
) -> None:
    found = section([material({"fast": roles(row, 1e-3), "slow": roles(row, 4e-3)})])
    assert found is not None
    (figure,) = found.figures
    assert isinstance(figure.chart, Bars)
    bars = {label: lengths for label, lengths, _ in figure.chart.rows}
    adds = figure.table.rows[1][5]

    assert bars["f, slow"] == pytest.approx((3.0, 9.0), rel=0.02)
    assert isinstance(adds, Statistic)
    assert adds.interval is not None
    assert "needs at most 3.00 ms" in found.sentence
    assert "with slow" in found.sentence
    assert "adds at least 9.0" in found.sentence


def test_bars_are_those_of_the_document_with_most_exchanges_and_end_at_their_marks(
    row: Callable[..., Row], material: Callable[..., Material]
) -> None:
    def every(seconds: float) -> list[Row]:
        small = [*roles(row, seconds), *roles(row, seconds, "g")]
        return [*roles(row, 9 * seconds, document="credential-500"), *small]

    found = section([material({"fast": every(1e-3), "slow": every(4e-3)})])
    assert found is not None
    (figure,) = found.figures
    assert isinstance(figure.chart, Bars)

    assert [label for label, _, _ in figure.chart.rows] == ["f, fast", "f, slow", "g, fast", "g, slow"]
    for _, lengths, mark in figure.chart.rows:
        assert mark is not None
        assert sum(lengths) == pytest.approx(mark.value)
    assert "credential-500" not in found.sentence


def test_variants_of_a_document_are_in_the_table_alone(
    row: Callable[..., Row], material: Callable[..., Material]
) -> None:
    names = ("rdfc.canonicalize/ob3", "rdfc.canonicalize/ob3~without-name")
    stacks = {stack: [row(name, seconds) for name in names] for stack, seconds in (("a", 1e-5), ("b", 5e-5))}
    found = section([material(stacks)])
    assert found is not None
    (figure,) = found.figures
    assert isinstance(figure.chart, Dots)

    assert [name for name, _ in figure.chart.rows] == ["rdfc.canonicalize/ob3"]
    assert names[1] in {cells[0] for cells in found.tables[0].rows}


def test_stages_are_drawn_over_the_best(row: Callable[..., Row], material: Callable[..., Material]) -> None:
    stacks = {name: [row("rdfc.canonicalize/ob3", seconds)] for name, seconds in (("a", 1e-5), ("b", 5e-5))}
    stacks["replay"] = [row("rdfc.canonicalize/ob3", 2e-5)]
    found = section([material(stacks)])
    assert found is not None
    (figure,) = found.figures
    assert isinstance(figure.chart, Dots)
    ((name, points),) = figure.chart.rows

    assert (name, figure.chart.series) == ("rdfc.canonicalize/ob3", ("replay", "a", "b"))
    assert [round(each.value, 1) for each in points if each] == [1.0, 5.0]
    assert isinstance(figure.table.rows[0][-1], Statistic)
    assert figure.table.rows[0][5] == "is the best"
    assert any("was expected to take more" in note for note in found.notes)


def test_one_row_without_rounds_has_no_section(
    row: Callable[..., Row], material: Callable[..., Material]
) -> None:
    assert section([material({"a": [row("x.y/ob3", 1.0, noise=(1.0,))]})]) is None
    assert section([material({"a": [row("x.y/ob3", 1.0)]})]) is None
