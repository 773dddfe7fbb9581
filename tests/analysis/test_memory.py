"""What a memory run says: amounts, reasons, places and growth, on invented rows."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from canonbench.analysis.memory import Amounts, growth, is_memory, memory
from canonbench.model.case import Case
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]
NAME = "rdfc.canonicalize/ob3"


@pytest.fixture
def sized(invent: Invent) -> Callable[..., Row]:
    """Make a row of bytes (or of a number) of one process a round."""

    def make(name: str, values: Sequence[float], **metadata: Any) -> Row:
        return invent(name, values, cpu=False, **{"unit": "byte", "document_quads": 32, **metadata})

    return make


def _row(document: str, stack: str, peak: float, **sizes: int) -> Amounts:
    from canonbench.analysis.interval import Median  # noqa: PLC0415 - for this alone

    return Amounts(Case("rdfc.label", document), stack, Median(peak, None, 1), **sizes)  # type: ignore[arg-type]  # sizes only


def _plan(*cells: tuple[str, str, list[str]]) -> Mapping[str, Any]:
    return {"kind": "plan", "cells": [list(cell) for cell in cells]}


def test_views_of_one_case_are_one_row(sized: Invent, gather: Gather) -> None:
    sizes = gather({"pyld": [sized(f"{NAME}:peak", [640] * 8), sized(f"{NAME}:allocated", [900] * 8)]})
    counts = gather({"pyld": [sized(f"{NAME}:allocations", [7] * 8, unit="integer")]})

    found = memory(sizes, counts)
    (row,) = found.rows

    assert (row.case.name, row.stack, found.rounds) == (NAME, "pyld", 8)
    medians = [each for each in (row.peak, row.allocated, row.allocations) if each is not None]
    assert [(each.value, each.interval) for each in medians] == [
        (640, (640, 640)),
        (900, (900, 900)),
        (7, (7, 7)),
    ]
    assert (row.per_quad, row.quads, row.blank_nodes, row.times) == (20.0, 32, None, None)


def test_a_peak_is_compared_with_the_least(sized: Invent, gather: Gather) -> None:
    run = gather({name: [sized(f"{NAME}:peak", [value] * 3)] for name, value in (("a", 300.0), ("b", 100.0))})

    assert {row.stack: row.times for row in memory(run).rows} == {"a": 3.0, "b": None}


def test_rows_follow_the_plan(sized: Invent, gather: Gather) -> None:
    names = ["rdfc.canonicalize/a", "rdfc.label/a", "rdfc.canonicalize/b"]
    rows = [sized(f"{name}:peak", [1.0]) for name in reversed(names)]
    cells = [(stack, name[-1], [name]) for name in names for stack in ("y", "x")]
    run = gather({"x": [*rows, sized("rdfc.label/c:peak", [1.0])], "y": rows}, records=[_plan(*cells)])

    found = [(row.case.name, row.stack) for row in memory(run).rows]

    assert found == [*((name, stack) for name in names for stack in ("y", "x")), ("rdfc.label/c", "x")]


def test_what_has_no_value_has_a_reason(sized: Invent, gather: Gather) -> None:
    records = [
        {"kind": "null", "name": f"{NAME}:peak", "stack": "a", "reason": "at or below"},
        {"kind": "refusal", "name": NAME, "stack": "b", "reason": "over budget"},
        {"kind": "null", "name": "no case", "stack": "b", "reason": "?"},
        {"kind": "gate", "name": NAME, "stack": "b"},
    ]
    run = gather({"a": [sized(f"{NAME}:allocated", [5.0])]}, records=records)

    assert [(row.stack, row.peak, dict(row.reasons)) for row in memory(run).rows] == [
        ("a", None, {"peak": "at or below"}),
        ("b", None, {"": "over budget"}),
    ]
    assert [row.per_quad for row in memory(run).rows] == [None, None]


def test_a_stack_that_was_not_asked_for_is_left_out(sized: Invent, gather: Gather) -> None:
    records = [{"kind": "null", "name": NAME, "stack": "b", "reason": "?"}]
    rows = [sized(f"{NAME}:peak", [5.0]), sized("timeit", [5.0]), sized(NAME, [5.0])]
    run = gather({"a": rows, "b": rows, "a-again": rows}, only="a", records=records)

    assert [(row.stack, row.case.name) for row in memory(run).rows] == [("a", NAME)]


def test_places_come_from_the_record(sized: Invent, gather: Gather) -> None:
    place = {"kind": "note", "about": "places", "name": NAME, "stack": "a"}
    record = {**place, "by_size": [["f", "m.py", 3, 640]], "by_count": [["g", "m.py", 4, 2]]}
    run = gather({"a": [sized(f"{NAME}:peak", [5.0])]}, records=[{**record, "stack": "b"}, record])

    (row,) = memory(run).rows

    assert (row.by_size, row.by_count) == ((("f", "m.py", 3, 640),), (("g", "m.py", 4, 2),))


def test_steps_are_medians_over_rounds(sized: Invent, gather: Gather) -> None:
    def entry(number: int, peak: int, stack: str = "a") -> dict[str, Any]:
        amounts: dict[str, Any] = {"calls": 2, "peak": peak, "allocated": 10 * peak, "allocations": 7}
        amounts |= {"by_size": [["f", "m.py", 3, peak]], "by_count": []}
        steps = [{"stage": "json.parse", "of": "document", **amounts}]
        return {
            "kind": "note",
            "about": "steps",
            "name": NAME,
            "stack": stack,
            "round": number,
            "steps": steps,
        }

    records = [entry(0, 100), entry(1, 300), entry(2, 200), entry(0, 9, "b")]
    (row,) = memory(gather({"a": [sized(f"{NAME}:peak", [5.0])]}, records=records)).rows
    (step,) = row.steps

    assert (step.stage, step.of, step.calls) == ("json.parse", "document", 2)
    assert (step.by_size, step.by_count) == ((("f", "m.py", 3, 100),), ())
    assert [step.peak.value, step.allocated.value, step.allocations.value] == [200, 2000, 7]


def test_a_run_of_memory_is_told_from_one_of_time(sized: Invent, invent: Invent, gather: Gather) -> None:
    row = sized(f"{NAME}:peak", [5.0])

    assert is_memory(gather({"a": [row]}))
    assert not is_memory(gather({"a": [row, invent(NAME, [1.0])]}))
    assert not is_memory(gather({}))


def _sizes(peaks: Mapping[int, float], **more: Any) -> list[Amounts]:
    return [_row(f"bn-{quads}", "a", peak, quads=quads, **more) for quads, peak in peaks.items()]


@pytest.mark.parametrize(
    ("power", "constant", "faster"),
    [(1, 0, False), (1, 5000, False), (0, 9, False), (2, 0, True), (1.6, 0, True)],
)
def test_a_peak_that_grows_faster_than_linearly_is_named(
    power: float, constant: int, *, faster: bool
) -> None:
    (found,) = growth(_sizes({quads: constant + 100.0 * quads**power for quads in (10, 40, 160)}))

    assert (found.faster, found.by, found.family, found.target) == (faster, "quads", "bn-N", "rdfc.label")
    if not constant:
        assert found.exponent == pytest.approx(power)


def test_a_table_that_has_just_doubled_is_not_called_faster() -> None:
    (found,) = growth(_sizes({10: 1000.0, 20: 2000.0, 30: 5900.0}))

    assert not found.faster
    assert found.exponent > 1


def test_growth_between_any_two_sizes_counts() -> None:
    (found,) = growth(_sizes({10: 1_000_000.0, 100: 1_010_000.0, 1000: 30_000_000.0}))

    assert found.faster


def test_the_slope_is_bytes_for_each_quad() -> None:
    (found,) = growth(_sizes({quads: 512.0 + 300 * quads for quads in (5, 20, 80)}))

    assert found.slope == pytest.approx(300)
    assert found.points == ((5, 2012.0), (20, 6512.0), (80, 24512.0))


def test_blank_nodes_are_told_beside_quads_and_bytes_only_without_them() -> None:
    both = [_row(f"bn-{n}", "a", 9.0 * n, quads=4 * n, blank_nodes=n, size=50 * n) for n in (5, 20, 80)]
    some = [_row(f"attr-{n}", "a", 9.0 * n, quads=n + 4, blank_nodes=2, size=50 * n) for n in (5, 20, 80)]
    neither = [_row(f"clr-{n}", "a", 9.0 * n, size=50 * n) for n in (5, 20, 80)]

    assert [found.by for found in growth(both)] == ["quads", "blank nodes"]
    assert [found.by for found in growth(some)] == ["quads", "attributes"]
    assert [found.by for found in growth(neither)] == ["bytes"]


def test_two_sizes_or_two_families_are_no_growth() -> None:
    two = _sizes({5: 1.0, 10: 2.0})
    other = [_row("ob3", "a", 4.0, quads=32), _row("bn-5", "b", 4.0, quads=5)]
    empty = Amounts(Case("rdfc.label", "bn-99"), "a")

    assert list(growth([*two, *other, empty])) == []


def test_of_two_documents_of_one_size_the_larger_peak_counts() -> None:
    rows = [*_sizes({5: 50.0, 10: 100.0, 20: 200.0}), _row("bn-7", "a", 300.0, quads=20)]

    (found,) = growth(rows)

    assert found.points == ((5, 50.0), (10, 100.0), (20, 300.0))
