"""The page of a run: question, answer, sections, and what is not measured."""

from pathlib import Path
from xml.etree import ElementTree as ET

from canonbench.report.build import QUESTION, build
from canonbench.report.material import gather
from canonbench.report.page.charts import Bars, is_empty

PUBLISHED = Path(__file__).parent.parent.parent / "runs" / "intel-xeon"
RECORDED = Path(__file__).parent.parent / "recorded" / "2026-11-30T202500Z-rdfc"


def test_an_exchange_answers_with_both_sides_and_their_intervals() -> None:
    page = build(gather([str(PUBLISHED / "2026-11-30T222234Z-exchange-all")]))

    assert page.question == QUESTION
    assert page.answer.startswith("An eddsa-rdfc-2022 exchange takes ")
    assert "with canonbench, the least of all stacks, and " in page.answer
    assert page.answer.count("[") == 4
    assert "the specification needs at most" in page.answer
    assert "and the library pyld adds at least" in page.answer
    assert [label.partition(" ")[0] for label, _ in page.keys][:2] == ["eddsa-rdfc-2022", "eddsa-rdfc-2022"]
    assert [section.id for section in page.sections] == [
        "exchanges",
        "attribution",
        "gaps",
        "levers",
        "claims",
        "environment",
        "limits",
        "not-measured",
        "reproduce",
        "cite",
    ]


def test_a_stage_run_answers_with_its_finding() -> None:
    page = build(gather([str(RECORDED)]))

    assert page.answer.startswith("On ob3 ")
    assert page.keys == ()
    lacking = next(section for section in page.sections if section.id == "not-measured")
    assert "canonbench exchange all" in lacking.commands


def test_identifiers_of_figures_and_tables_are_unique() -> None:
    page = build(
        gather([str(PUBLISHED / "2026-11-30T222633Z-rdfc"), str(PUBLISHED / "2026-11-30T220554Z-rdfc")])
    )
    names = [table.id for _, table in page.tables]
    names += [figure.id for section in page.sections for figure in section.figures]

    assert len(names) == len(set(names))


def test_the_picture_of_the_readme_is_that_of_its_run() -> None:
    page = build(gather([str(PUBLISHED / "2026-12-01T005114Z-paper")]))
    figures = [figure for section in page.sections for figure in section.figures]
    chart = next(figure.chart for figure in figures if figure.id.startswith("attribution-totals"))
    drawn = ET.parse(PUBLISHED.parent.parent / "docs" / "images" / "exchanges.svg")  # noqa: S314 - our own
    texts = {text.strip() for text in drawn.getroot().itertext()}

    assert isinstance(chart, Bars)
    assert [label for label, _, _ in chart.rows if label not in texts] == []
    assert chart.axis in texts


def test_a_picture_without_a_point_is_its_table_alone() -> None:
    page = build(gather([f"{RECORDED}:pyld"]))
    charts = [figure.chart for section in page.sections for figure in section.figures]

    assert [chart for chart in charts if is_empty(chart)] == []
