"""Pictures: the same for the same numbers, valid whatever the names, legible on light and dark."""

import sys
from xml.etree import ElementTree as ET

import pytest

from canonbench.errors import ExtraMissing
from canonbench.report.page.charts import Dots, Point
from canonbench.report.page.model import Page
from canonbench.report.page.plots import GRID, INK, image, svg

pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")


@pytest.mark.parametrize("narrow", [False, True])
def test_every_chart_is_drawn_and_deterministic(page: Page, narrow: bool) -> None:  # noqa: FBT001 - a parameter
    for figure in page.sections[0].figures:
        first = svg(figure.chart, "a-", narrow=narrow)

        assert first == svg(figure.chart, "a-", narrow=narrow)
        assert "var(--ink)" in first
        assert INK not in first
        assert GRID not in first


def test_a_name_is_text_and_neither_markup_nor_mathematics(page: Page) -> None:
    drawn = svg(page.sections[0].figures[0].chart, "a-", narrow=True)
    texts = "".join(ET.fromstring(drawn).itertext())  # noqa: S314 - our own drawing

    assert "<script" not in drawn
    assert r"$\alpha_1^2$" in texts


def test_control_characters_do_not_break_a_picture() -> None:
    drawn = svg(Dots("ms\x00", ("a",), (("x\x07\ud800", (Point(1, 1, 1),)),)), "a-")

    assert "\N{REPLACEMENT CHARACTER}" in drawn
    ET.fromstring(drawn)  # noqa: S314 - our own drawing


@pytest.mark.parametrize(("form", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_file_of_its_own_is_the_same_each_time(page: Page, form: str, start: bytes) -> None:
    chart = page.sections[0].figures[1].chart

    assert image(chart, form).startswith(start)
    assert image(chart, form) == image(chart, form)


def test_without_matplotlib_the_extra_is_named(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    with pytest.raises(ExtraMissing, match=r"pip install 'canonbench\[report\]'") as raised:
        svg(page.sections[0].figures[0].chart, "a-")
    assert len(str(raised.value).splitlines()) == 1
