"""The tidy CSV: a line for each case, stack and statistic."""

import csv
import io

import pytest

from canonbench.report.page.csv import COLUMNS, write
from canonbench.report.page.model import Page


@pytest.fixture
def lines(page: Page) -> list[dict[str, str]]:
    stream = io.StringIO()
    write(page, stream)
    return list(csv.DictReader(io.StringIO(stream.getvalue())))


def test_a_line_is_a_number_with_its_bounds_and_n(lines: list[dict[str, str]]) -> None:
    first = lines[0]

    assert tuple(first) == COLUMNS
    assert (first["case"], first["stack"], first["statistic"], first["unit"]) == (
        "rdfc.label/ob3",
        "pyld",
        "time",
        "second",
    )
    assert [float(first[name]) for name in ("value", "low", "high", "level", "n")] == [
        2.41e-5,
        2.38e-5,
        2.46e-5,
        0.95,
        8,
    ]


def test_what_is_null_is_empty_with_its_reason(lines: list[dict[str, str]]) -> None:
    null = next(line for line in lines if line["value"] == "")

    assert (null["low"], null["n"]) == ("", "")
    assert "alert" in null["reason"]


def test_no_text_is_a_formula(lines: list[dict[str, str]]) -> None:
    texts = [
        line[name] for line in lines for name in ("run", "case", "stack", "statistic", "verdict", "reason")
    ]

    assert "'@SUM(A1)" in texts
    assert [text for text in texts if text.startswith(("=", "+", "-", "@", "\t", "\r"))] == []


def test_it_loads_into_pandas_unchanged(page: Page, lines: list[dict[str, str]]) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed here")
    stream = io.StringIO()
    write(page, stream)
    frame = pandas.read_csv(io.StringIO(stream.getvalue()))

    assert list(frame.columns) == list(COLUMNS)
    assert len(frame) == len(lines)
    assert str(frame["value"].dtype) == "float64"
