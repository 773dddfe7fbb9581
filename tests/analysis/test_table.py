"""The table of a stage run: what stands in which cell."""

from collections.abc import Callable

import pytest

from canonbench.analysis.compare import Verdict
from canonbench.analysis.table import Cell, Table, tables
from canonbench.model.case import Case
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]
NEAR = (1.0, 1.01, 0.99, 1.02, 0.98, 1.0, 1.005, 0.995)
SIZES = {"document_quads": 32, "document_blank_nodes": 4}


def times(value: float, count: int = 8) -> list[float]:
    return [value * near for near in NEAR[:count]]


def whole(invent: Invent, value: float, **metadata: object) -> Row:
    return invent("rdfc.canonicalize/ob3", times(value), **metadata)


def part(invent: Invent, stage: str, value: float, of: str = "rdfc.canonicalize") -> Row:
    return invent(f"{stage}/ob3", times(value), part_of=of)


@pytest.fixture
def table(invent: Invent, gather: Gather) -> Table:
    own = [
        whole(invent, 20.0, **SIZES),
        part(invent, "rdfc.label", 12.0),
        part(invent, "rdfc.serialize", 6.0),
        part(invent, "rdfc.hash_first_degree", 10.0, of="rdfc.label"),
    ]
    run = gather(
        {
            "replay": [whole(invent, 5.0)],
            "canonbench": own,
            "canonbench-again": [whole(invent, 20.4)],
            "pyld": [whole(invent, 100.0), part(invent, "jsonld.expand", 900.0, of="jsonld.to_quads")],
        },
        records=[
            {"kind": "plan", "seed": 1},
            {
                "kind": "null",
                "name": "rdfc.hash_n_degree/ob3",
                "stack": "canonbench",
                "reason": "none needed",
                "part_of": "rdfc.label",
            },
            {
                "kind": "refusal",
                "name": "rdfc.label/ob3",
                "stack": "pyoxigraph",
                "reason": "over budget",
            },
        ],
    )
    (found,) = tables(run)
    return found


def cell(table: Table, stage: str, stack: str) -> Cell:
    line = next(line for line in table.lines if line.case.target == stage)
    return line.cells[table.stacks.index(stack)]


def test_a_whole_is_followed_by_its_parts_and_theirs(table: Table) -> None:
    assert [(line.case.target, line.depth) for line in table.lines] == [
        ("rdfc.canonicalize", 0),
        ("rdfc.label", 1),
        ("rdfc.hash_first_degree", 2),
        ("rdfc.hash_n_degree", 2),
        ("rdfc.serialize", 1),
        ("jsonld.expand", 0),
    ]


def test_the_floor_comes_last_and_the_second_of_the_aa_pair_has_no_column(table: Table) -> None:
    assert table.stacks == ("canonbench", "pyld", "pyoxigraph", "replay")
    assert [table.stacks] * len(table.lines) == [
        tuple(cell.stack for cell in line.cells) for line in table.lines
    ]


def test_the_head_says_sizes_rounds_and_noise(table: Table) -> None:
    assert (table.document, table.quads, table.blank_nodes, table.rounds) == ("ob3", 32, 4, (8, 8))
    assert table.noise == pytest.approx((0.02, 0.02))


def test_shares_are_of_the_whole_and_ratios_to_the_best_which_a_floor_never_is(table: Table) -> None:
    best, other, floor = (
        cell(table, "rdfc.canonicalize", stack) for stack in ("canonbench", "pyld", "replay")
    )

    assert (best.best, best.ratio, best.share) == (True, None, None)
    assert (other.best, other.verdict) == (False, Verdict.SLOWER)
    assert other.ratio is not None
    assert pytest.approx(other.ratio.value) == 5.0
    assert (floor.best, floor.ratio) == (False, None)
    assert pytest.approx(cell(table, "rdfc.label", "canonbench").share) == 0.6
    assert pytest.approx(cell(table, "rdfc.hash_first_degree", "canonbench").share) == 0.5
    assert best.median is not None
    assert best.median.interval is not None
    assert pytest.approx(best.wall) == 20.0


def test_what_was_not_measured_says_why(table: Table) -> None:
    assert cell(table, "rdfc.label", "pyld").reason == "whole only"
    assert cell(table, "rdfc.label", "replay").reason == ""
    assert cell(table, "rdfc.hash_n_degree", "canonbench").reason == "none needed"
    assert cell(table, "rdfc.label", "pyoxigraph").reason == "over budget"
    assert cell(table, "jsonld.expand", "canonbench").reason == ""
    assert None is cell(table, "rdfc.label", "pyld").median


def test_states_and_views_have_wholes_and_parts_of_their_own(invent: Invent, gather: Gather) -> None:
    rows = [
        invent("jsonld.to_quads/ob3", times(10.0)),
        invent("jsonld.expand/ob3", times(8.0), part_of="jsonld.to_quads"),
        invent("jsonld.to_quads/ob3:cold-process", times(40.0)),
        invent("jsonld.expand/ob3:cold-process", times(10.0), part_of="jsonld.to_quads"),
    ]
    (found,) = tables(gather({"pyld": rows}))

    assert [
        (line.case.state, line.cells[0].share and pytest.approx(line.cells[0].share)) for line in found.lines
    ] == [("warm", None), ("warm", 0.8), ("cold-process", None), ("cold-process", 0.25)]


def test_each_document_and_each_set_of_factors_has_a_table(invent: Invent, gather: Gather) -> None:
    rows = [invent(name, times(1.0)) for name in ("a.b/ob3", "a.b/ob3@seed=3", "a.b/dcc")]

    assert [table.document for table in tables(gather({"own": rows}))] == ["ob3", "ob3@seed=3", "dcc"]


def test_rows_of_memory_and_of_other_programs_are_left_out(invent: Invent, gather: Gather) -> None:
    rows = [invent("a.b/ob3", times(1.0), unit="byte"), invent("timeit", times(1.0))]

    assert tables(gather({"own": rows})) == ()


def test_a_row_that_no_engine_could_give_still_has_its_line(gather: Gather) -> None:
    null = {"kind": "null", "name": "rdfc.canonicalize/ob3", "stack": "pyld", "reason": "differs in line 3"}
    (found,) = tables(gather({"pyld": [], "own": []}, records=[null]))

    assert [cell.reason for cell in found.lines[0].cells] == [("differs in line 3"), ""]
    assert (found.rounds, found.noise, found.quads) == ((0, 0), None, None)
    assert Case.parse("rdfc.canonicalize/ob3") == found.lines[0].case


def test_one_chosen_stack_shows_only_what_it_did(invent: Invent, gather: Gather) -> None:
    null = {"kind": "null", "name": "x.y/ob3", "stack": "pyld", "reason": "absent"}
    run = gather({"own": [whole(invent, 1.0)], "pyld": [whole(invent, 2.0)]}, records=[null], only="own")
    (found,) = tables(run)

    assert found.stacks == ("own",)
    assert [line.case.target for line in found.lines] == ["rdfc.canonicalize"]


def test_without_rounds_processes_give_medians_and_shares_but_no_ratio(
    invent: Invent, gather: Gather
) -> None:
    def alone(name: str, value: float, **metadata: object) -> Row:
        return invent(name, times(value), run=None, **metadata)

    own = [alone("x.whole/d", 4.0), alone("x.part/d", 1.0, part_of="x.whole")]
    (found,) = tables(gather({"own": own, "other": [alone("x.whole/d", 8.0)]}))
    first, second = found.lines[0].cells

    assert (found.paired, found.rounds) == (False, (8, 8))

    assert first.median is not None
    assert first.median.interval is not None
    assert (second.ratio, second.verdict) == (None, None)
    assert pytest.approx(found.lines[1].cells[0].share) == 0.25


def test_the_clock_of_a_line_is_wall_time_if_one_of_its_rows_needs_it(invent: Invent, gather: Gather) -> None:
    run = gather(
        {
            "own": [whole(invent, 1.0, wall=3.0), invent("x.y/ob3", times(1.0))],
            "node": [whole(invent, 2.0, decides="wall")],
        }
    )
    (found,) = tables(run)

    assert [line.clock for line in found.lines] == ["wall", "cpu"]
    assert [cell.best for cell in found.lines[0].cells] == [False, True]


def test_documents_stand_in_the_order_of_the_plan(invent: Invent, gather: Gather) -> None:
    rows = [invent(f"rdfc.label/{name}", [1.0] * 8) for name in ("b", "a", "c@seed=1")]
    plan: dict[str, object] = {"kind": "plan", "cells": [["own", name, []] for name in ("a", "c", "b")]}

    assert [table.document for table in tables(gather({"own": rows}, records=[plan]))] == [
        "a",
        "c@seed=1",
        "b",
    ]
    assert [table.document for table in tables(gather({"own": rows}))] == ["b", "a", "c@seed=1"]
