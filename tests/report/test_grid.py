"""What stands in which cell of a report."""

import dataclasses
from collections.abc import Callable

from canonbench.analysis.across import Way
from canonbench.analysis.compare import Compared, Comparison, compare
from canonbench.analysis.interval import Interval, Median, Ratio
from canonbench.analysis.table import Table, tables
from canonbench.report import grid
from canonbench.runs.rows import Run

NEAR = [1.0, 1.01, 0.99, 1.02, 0.98, 1.0, 1.005, 0.995]


def test_the_title_says_document_size_rounds_clock_and_noise(table: Table) -> None:
    assert grid.of_table(table).title == (
        "ob3: 32 quads, 4 blank nodes; warm; 8 rounds; CPU time; noise (A/A) 42 %, up to 62 %"
    )


def test_parts_are_indented_under_their_whole(table: Table) -> None:
    assert [row[0] for row in grid.of_table(table).rows] == [
        "rdfc.canonicalize",
        "  rdfc.label",
        "    rdfc.hash_first_degree",
        "    rdfc.hash_n_degree",
        "  rdfc.serialize",
        "jsonld.expand",
        "jsonld.to_rdf",
    ]


def test_what_lies_within_a_part_is_said_to_be_of_it(table: Table) -> None:
    contexts = dataclasses.replace(table.lines[1].case, target="jsonld.process_context")
    alone, within = (dataclasses.replace(table.lines[1], case=contexts, depth=depth) for depth in (0, 2))

    laid = grid.of_table(dataclasses.replace(table, lines=(alone, within)))

    assert [row[0] for row in laid.rows] == ["jsonld.process_context", "    of which jsonld.process_context"]


def test_a_cell_has_median_interval_share_and_ratio_or_the_reason_why_not(table: Table) -> None:
    laid = grid.of_table(table)

    assert laid.columns == ("stage", "canonbench", "pyld", "pyoxigraph", "replay")
    assert laid.rows[0] == (
        "rdfc.canonicalize",
        "5.13 us [4.97, 6.82]",
        "33.4 us [32.5, 42.0]  6.41x [5.92, 6.94]",
        "null [1]",
        "1.86 us [1.67, 2.63]",
    )
    assert laid.rows[1][1:] == ("2.41 us [2.36, 3.36]  48 %", "whole only", "", "")
    assert laid.rows[3][1] == "none needed"


def test_notes_hold_footnotes_then_notes_then_the_finding(table: Table) -> None:
    starts = [note.partition(":")[0] for note in grid.of_table(table).notes]

    assert starts == ["[1] pyoxigraph", "Note", "Note", "Note", "Finding"]


def test_a_difference_that_may_not_be_one_says_so_in_its_cell(invented: Callable[..., Run]) -> None:
    (table,) = tables(invented({"own": NEAR, "twin": [1.001 * value for value in NEAR]}))

    assert grid.of_table(table).rows[0][2] == "1.00 s [0.99, 1.01]  1.00x [1.00, 1.00] none seen"


def test_cold_rows_few_rounds_wall_time_and_unknown_sizes_are_said(invented: Callable[..., Run]) -> None:
    (few,) = tables(invented({"own": NEAR[:1]}, decides="wall"))
    uneven = invented({"own": NEAR, "twin": NEAR[:3]})
    (cold,) = tables(uneven)

    assert grid.of_table(few).title == "ob3; warm; 1 round; wall time; noise (A/A) unknown"
    assert grid.of_table(few).rows == (("jcs.canonicalize", "1.00 s"),)
    assert "; 3 to 8 rounds; " in grid.of_table(cold).title


def test_files_that_were_run_by_hand_have_processes(table: Table) -> None:
    by_hand = dataclasses.replace(table, paired=False, rounds=(3, 8))

    assert "; 3 to 8 processes; " in grid.of_table(by_hand).title
    assert "; 1 process; " in grid.of_table(dataclasses.replace(by_hand, rounds=(1, 1))).title


def test_states_and_views_stand_behind_the_stage(recorded: Run) -> None:
    null = {
        "kind": "null",
        "name": "x.y/ob3:cold-context:single",
        "stack": "pyld",
        "reason": "absent",
    }
    (table,) = tables(Run("run", (), (null,)))
    laid = grid.of_table(table)

    assert laid.rows == (("x.y (cold-context, single)", "absent"),)
    assert laid.title == "ob3; warm unless said otherwise; 0 rounds; CPU time; noise (A/A) unknown"
    assert recorded.stacks


def test_a_comparison_has_a_row_for_each_benchmark_and_counts_the_verdicts(compared: Compared) -> None:
    laid = grid.of_comparison(compared)

    assert laid.title == "A = 2026-11-30T202500Z-rdfc:canonbench; B = 2026-11-30T202500Z-rdfc:pyld"
    assert laid.columns == ("benchmark", "A", "B", "B / A", "99 %", "verdict", "wall")
    assert laid.rows[0] == (
        "rdfc.canonicalize/ob3",
        "5.13 us [4.97, 6.82]",
        "33.4 us [32.5, 42.0]",
        "6.41x",
        "[5.921, 6.940]",
        "slower",
        "6.22x",
    )
    assert len(laid.rows) == 1
    assert laid.notes[0] == "6 rows: 1 slower, 5 not compared."
    assert [note.split(": ")[0] for note in laid.notes[1:3]] == ["3 rows only in A", "2 rows only in B"]
    assert laid.notes[1].split()[5] == "rdfc.label/ob3,"
    assert laid.notes[3].startswith("B / A is")


def test_rows_of_one_side_are_named_as_far_as_one_can_read_and_counted_all() -> None:
    rows = tuple(Comparison(f"x.y/{number}", "own", "own", None, "only in B") for number in range(10))
    notes = grid.of_comparison(Compared("a", "b", 0.1, rows)).notes

    assert notes[1] == f"10 rows only in B: {', '.join(f'x.y/{number}' for number in range(8))} and 2 more."


def test_a_comparison_of_several_stacks_names_them(invented: Callable[..., Run]) -> None:
    a, b = invented({"own": NEAR, "pyld": NEAR}), invented({"own": NEAR, "rdflib": NEAR})
    laid = grid.of_comparison(compare(a, b))

    assert laid.columns[1] == "stack"
    assert [row[1] for row in laid.rows] == ["own"]
    assert laid.notes[1:3] == (
        "1 row only in A: jcs.canonicalize/ob3 (pyld).",
        "1 row only in B: jcs.canonicalize/ob3 (rdflib).",
    )
    one = grid.of_comparison(compare(invented({"own": NEAR}), invented({"new": NEAR})))
    assert "stack" not in one.columns


def test_contention_and_an_empty_comparison_are_said(invented: Callable[..., Run]) -> None:
    busy = compare(invented({"a": NEAR}), invented({"b": NEAR}, wall=1.7))
    empty = compare(Run("a", ()), Run("b", ()))

    assert grid.of_comparison(busy).notes[-1] == (
        "Note: wall time is up to 1.70 times CPU time in 1 row: something else ran on this machine."
    )
    assert grid.of_comparison(empty).notes[0] == "0 rows: nothing to compare."


def test_noise_is_one_figure_where_all_rows_agree(invented: Callable[..., Run]) -> None:
    again = [1.05 * value for value in NEAR]
    (table,) = tables(invented({"own": NEAR, "own-again": again}))

    assert grid.of_table(table).title.endswith("; noise (A/A) 5.0 %")


def test_a_wide_interval_far_from_one_needs_no_word(invented: Callable[..., Run]) -> None:
    wide = [4.0, 7.0, 5.0, 6.0, 4.5, 5.5, 6.5, 5.0]
    near = [0.8, 1.4, 1.0, 1.2, 0.9, 1.1, 1.3, 1.05]
    (far,) = tables(invented({"own": NEAR, "far": wide}))
    (unsure,) = tables(invented({"own": NEAR, "near": near}))

    assert grid.of_table(far).rows[0][2].endswith("5.35x [4.28, 6.69]")
    assert grid.of_table(unsure).rows[0][2].endswith("cannot tell")


def test_documents_side_by_side_have_a_row_each_stack_and_state() -> None:
    simple = Way("simple", "own", "warm", 5, 1, Median(1e-5, None, 3), {"jsonld.expand": 0.5}, None)
    ratio = Ratio(20.0, Interval(19.0, 21.0), "student", Interval(19.0, 21.0), Interval(18.0, 22.0), 8)
    ob3 = Way("ob3", "own", "cold-context", None, None, Median(2e-4, Interval(1.9e-4, 2.1e-4), 8), {}, ratio)
    found = grid.of_across([simple, ob3])

    assert found.rows[0][:6] == ("simple", "own", "warm", "5", "10.0 us", "")
    assert found.rows[0][found.columns.index("jsonld.expand")] == "50 %"
    assert found.rows[1][:6] == ("ob3", "own", "cold", "", "200 us [190, 210]", "20.0x [19.000, 21.000]")


def test_the_best_of_each_runtime_stands_below_where_there_are_several(table: Table) -> None:
    whole = table.lines[0]
    away = dataclasses.replace(whole.cells[1], runtime="Node.js 20.1.0")
    line = dataclasses.replace(whole, cells=(whole.cells[0], away, *whole.cells[2:]))

    notes = grid.of_table(dataclasses.replace(table, lines=(line, *table.lines[1:]))).notes

    assert away.ratio is not None
    low, high = away.ratio.interval
    assert (
        "Best of each runtime, rdfc.canonicalize: Python canonbench 5.13 us [4.97, 6.82]; "
        f"Node.js pyld 6.41x [{low:.3f}, {high:.3f}]."
    ) in notes
    assert not any(note.startswith("Best of") for note in grid.of_table(table).notes)


def test_libraries_are_said_to_be_so_and_too_few_rounds_leave_the_median(table: Table) -> None:
    whole = table.lines[0]
    slow = dataclasses.replace(whole.cells[1], ratio=None)
    found = grid.of_runtimes((whole.cells[0], slow, dataclasses.replace(slow, stack="node", runtime="Go 1")))

    assert found.split("; ")[2] == "Python by libraries pyld 33.4 us [32.5, 42.0]"
