"""The report of a memory run."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from canonbench.analysis.interval import Interval, Median
from canonbench.analysis.memory import Amounts, Growth, Memory, Step
from canonbench.model.case import Case
from canonbench.report.memory import grids, write

_PLACE = ("normalize", "canon.py", 12, 4096)
_WHERE = "normalize (canon.py:12)"


def _amounts(target: str, stack: str, peak: float, part_of: str = "") -> Amounts:
    return Amounts(
        Case(target, "ob3"),
        stack,
        Median(peak, Interval(peak - 1024, peak + 1024), 8),
        Median(10 * peak, None, 8),
        Median(52_100.0, None, 8),
        part_of=part_of,
        times=None if peak < 150_000 else 2.0,
        quads=32,
        blank_nodes=4,
        by_size=(_PLACE, ("native code", "", 0, 1024)),
        by_count=(_PLACE,),
    )


@pytest.fixture
def measured() -> Memory:
    """Give two stacks on one document, a part, a row of nothing, and growth."""
    rows = (
        _amounts("rdfc.canonicalize", "a", 102_400.0, "transform.rdfc"),
        _amounts("rdfc.canonicalize", "b", 204_800.0, "transform.rdfc"),
        _amounts("rdfc.label", "a", 10_240.0, "rdfc.canonicalize"),
        Amounts(Case("rdfc.label", "ob3"), "b", reasons={"": "crashed: exit code 7"}),
        Amounts(
            Case("rdfc.serialize", "ob3", state="cold-context"),
            "b",
            allocated=Median(9.0, None, 8),
            reasons={"peak": "at or below the baseline of 158 bytes"},
        ),
    )
    points = ((10, 1.0), (20, 2.0), (40, 16.0))
    growths = (
        Growth("rdfc.label", "a", "bn-N", "quads", points, 0.5, 3.0, faster=True),
        Growth("rdfc.label", "b", "bn-N", "quads", points, 0.5, 1.0, faster=False),
    )
    return Memory("2026-x", rows, growths, 8)


def test_amounts_stand_with_their_units_and_intervals(measured: Memory) -> None:
    first = next(iter(grids(measured)))

    assert first.title == "ob3: 32 quads, 4 blank nodes; memory of one call; 8 rounds of fresh processes"
    assert first.rows[0] == (
        *("rdfc.canonicalize", "a", "100 KiB [99, 101]", "", "3200 B", "1000 KiB", "52100"),
    )
    assert first.rows[1][3] == "2.00x"
    assert first.rows[2][0] == "  rdfc.label"
    assert first.rows[4][0] == "rdfc.serialize (cold-context)"


def test_what_is_null_says_why(measured: Memory) -> None:
    first = next(iter(grids(measured)))

    assert first.rows[3][2:] == ("null", "", "", "null", "null")
    assert (first.rows[4][2], first.rows[4][5], first.rows[4][6]) == ("null", "9 B", "")
    assert first.notes == (
        "null: crashed: exit code 7: b rdfc.label",
        "null: peak at or below the baseline of 158 bytes: b rdfc.serialize (cold-context)",
    )


def test_the_largest_places_of_wholes_are_told_by_bytes_and_by_number(measured: Memory) -> None:
    _, places, _ = grids(measured)

    assert places.rows[0] == (
        *("ob3: rdfc.canonicalize", "a", "normalize (canon.py:12)", "4.00 KiB"),
        *("normalize (canon.py:12)", "4096"),
    )
    assert places.rows[1] == ("", "", "native code", "1.00 KiB", "", "")
    assert len(places.rows) == 4


def test_steps_stand_below_their_role(measured: Memory) -> None:
    one = Median(2048.0, None, 2)
    steps = (
        Step("json.parse", "document", 1, one, one, one, (_PLACE,), (_PLACE,)),
        Step("jsonld.to_quads", "proof configuration", 2, one, one, one),
    )
    row = replace(measured.rows[0], steps=steps)
    *_, grid = grids(Memory("x", (row,), (), 2))

    assert grid.rows == (
        ("ob3: rdfc.canonicalize", "a", "json.parse", "1", "2.00 KiB", "2.00 KiB", "2048", *[_WHERE] * 2),
        ("", "", "jsonld.to_quads of proof configuration", "2", "2.00 KiB", "2.00 KiB", "2048", "", ""),
    )


def test_a_stage_that_grows_faster_than_linearly_is_named(measured: Memory) -> None:
    *_, growths = grids(measured)

    assert [row[-1] for row in growths.rows] == ["faster than linear", "no faster than linear"]
    assert growths.rows[0][:4] == ("rdfc.label", "a", "bn-N", "10 to 40 quads")


def test_text_ends_with_how_to_compare(measured: Memory) -> None:
    stream = io.StringIO()

    write(measured, stream, plain=True, folder=Path("runs/m/x"))

    assert stream.getvalue().splitlines()[-2:] == [
        "Compare by rounds: python -m canonbench compare runs/m/x:a runs/m/x:b",
        "Compare by pyperf: python -m pyperf compare_to runs/m/x/a.json runs/m/x/b.json --table",
    ]


def test_one_stack_has_nothing_to_compare(measured: Memory) -> None:
    stream = io.StringIO()

    write(Memory("x", measured.rows[:1], (), 8), stream, plain=True, folder=Path("runs/m/x"))

    assert "Compare" not in stream.getvalue()
    assert "Growth" not in stream.getvalue()


def test_json_has_every_row_and_its_schema(measured: Memory) -> None:
    stream = io.StringIO()

    write(measured, stream, form="json")
    found = json.loads(stream.getvalue())

    assert (found["schema"], found["run"], found["rounds"]) == ("canonbench.memory/1", "2026-x", 8)
    assert [row["name"] for row in found["rows"]] == [row.case.name for row in measured.rows]
    assert found["rows"][0]["peak_bytes"] == {
        "value": 102_400.0,
        "interval": [101_376.0, 103_424.0],
        "rounds": 8,
    }
    assert found["rows"][3]["peak_bytes"] is None
    assert found["rows"][3]["reasons"] == {"": "crashed: exit code 7"}
    assert found["rows"][0]["largest_by_bytes"][0]["file"] == "canon.py"
    assert [each["faster_than_linear"] for each in found["growth"]] == [True, False]


def test_text_without_a_folder_ends_with_the_tables(measured: Memory) -> None:
    stream = io.StringIO()

    write(measured, stream, plain=True)

    assert "Growth" in stream.getvalue()
    assert "Compare" not in stream.getvalue()


def test_rows_without_places_have_no_table_of_them(measured: Memory) -> None:
    (only,) = grids(Memory("x", measured.rows[3:4], (), 8))

    assert only.title == "ob3; memory of one call; 8 rounds of fresh processes"


def test_markdown_has_the_same_tables(measured: Memory) -> None:
    stream = io.StringIO()

    write(measured, stream, form="markdown")

    assert "100 KiB \\[99, 101\\]" in stream.getvalue()
    assert "faster than linear" in stream.getvalue()


def test_one_round_is_said_in_the_singular(measured: Memory) -> None:
    (only,) = grids(Memory("x", measured.rows[3:4], (), 1))

    assert only.title == "ob3; memory of one call; 1 round of fresh processes"
