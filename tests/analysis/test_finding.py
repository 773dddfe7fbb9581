"""The finding and the notes of a table."""

from collections.abc import Callable

import pytest

from canonbench.analysis.finding import finding, notes
from canonbench.analysis.table import Table, tables
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Show = Callable[..., Table]
NEAR = (1.0, 1.01, 0.99, 1.02, 0.98, 1.0, 1.005, 0.995)
QUADS = "jsonld.to_quads"
RDFC = "rdfc.canonicalize"


@pytest.fixture
def show(invent: Invent, gather: Callable[..., Run]) -> Show:
    """Make the table of one document from ``{stack: {stage: (seconds, the stage that it is a part of)}}``."""

    def make(stacks: dict[str, dict[str, tuple[float, str]]], rounds: int = 8, **metadata: object) -> Table:
        rows = {
            stack: [
                invent(f"{stage}/ob3", [value * near for near in NEAR[:rounds]], part_of=of, **metadata)
                for stage, (value, of) in stages.items()
            ]
            for stack, stages in stacks.items()
        }
        (table,) = tables(gather(rows))
        return table

    return make


OWN = {RDFC: (24.0, ""), "rdfc.label": (15.0, RDFC), "rdfc.serialize": (9.0, RDFC)}
PYLD = {
    QUADS: (3000.0, ""),
    "jsonld.expand": (2700.0, QUADS),
    "jsonld.to_rdf": (180.0, QUADS),
    RDFC: (124.0, ""),
}


def test_it_names_the_largest_part_and_what_drives_the_whole_way(show: Show) -> None:
    assert finding(show({"pyld": PYLD, "canonbench": OWN})) == (
        "on ob3 rdfc.label is 62 % of rdfc.canonicalize with canonbench; of the way from JSON to canonical "
        "bytes RDFC-1.0 is 4 % with pyld: the driver is JSON-LD to quads, chiefly expansion"
    )


def test_a_part_that_repeats_work_of_its_whole_has_two_bounds(show: Show) -> None:
    own = {RDFC: (30.0, ""), "rdfc.label": (21.0, RDFC), "rdfc.serialize": (16.5, RDFC)}

    assert finding(show({"canonbench": own})) == (
        "on ob3 rdfc.label is 45 to 70 % of rdfc.canonicalize with canonbench"
    )


def test_a_part_that_takes_longer_than_its_whole_is_bounded_by_it(show: Show) -> None:
    own = {RDFC: (10.0, ""), "rdfc.label": (12.0, RDFC), "rdfc.serialize": (11.0, RDFC)}

    assert "rdfc.label is 0 to 100 % of" in finding(show({"canonbench": own}))


def test_every_stack_that_goes_the_whole_way_is_told_the_fastest_first(show: Show) -> None:
    pyoxigraph = {QUADS: (1900.0, ""), RDFC: (100.0, "")}
    own = {QUADS: (12.0, ""), "jsonld.expand": (20.0, QUADS), "jsonld.to_rdf": (9.0, QUADS), RDFC: (24.0, "")}

    assert finding(show({"pyoxigraph": pyoxigraph, "pyld": PYLD, "own": own})) == (
        "on ob3 jsonld.expand is 25 to 100 % of jsonld.to_quads with own; of the way from JSON to canonical "
        "bytes RDFC-1.0 is 67 % with own, 5 % with pyoxigraph and 4 % with pyld: the driver is RDFC-1.0 with "
        "own and JSON-LD to quads, chiefly expansion, with pyoxigraph and pyld"
    )


def test_a_library_that_gives_quads_only_as_a_whole_still_goes_the_whole_way(show: Show) -> None:
    table = show({"pyoxigraph": {QUADS: (1900.0, ""), RDFC: (100.0, "")}})

    assert finding(table) == (
        "on ob3 of the way from JSON to canonical bytes RDFC-1.0 is 5 % with pyoxigraph: "
        "the driver is JSON-LD to quads"
    )


def test_steps_without_their_whole_go_the_way_too(show: Show) -> None:
    steps = {"jsonld.expand": (60.0, ""), "jsonld.to_rdf": (30.0, ""), RDFC: (10.0, "")}

    assert "RDFC-1.0 is 10 % with own" in finding(show({"own": steps}))


def test_a_share_that_rounds_to_nothing_is_said_in_words(show: Show) -> None:
    table = show({"own": {QUADS: (1000.0, ""), RDFC: (1.0, "")}})

    assert "RDFC-1.0 is under 1 % with own" in finding(table)


def test_without_parts_it_names_the_fastest_and_by_how_much(show: Show) -> None:
    stage = "jcs.canonicalize"
    own, slow, twin = {stage: (20.0, "")}, {stage: (50.0, "")}, {stage: (20.01, "")}

    assert finding(show({"rfc8785": own, "jcs": slow})) == (
        "on ob3 rfc8785 is the fastest at jcs.canonicalize: jcs takes 2.5 times as long"
    )
    assert finding(show({"rfc8785": own, "jcs": slow, "twin": twin})) == (
        "on ob3 rfc8785 and twin cannot be told apart at jcs.canonicalize; jcs takes 2.5 times as long"
    )
    assert finding(show({"rfc8785": own, "twin": twin})) == (
        "on ob3 rfc8785 and twin cannot be told apart at jcs.canonicalize"
    )


def test_with_nothing_to_compare_there_is_no_finding(show: Show) -> None:
    assert finding(show({"own": {"hashing.sha256": (1.0, "")}})) == ""
    assert finding(show({"own": {"x.y": (1.0, "")}, "other": {"x.y": (2.0, "")}}, rounds=3)) == ""


def test_cold_rows_are_no_part_of_the_finding(invent: Invent, gather: Callable[..., Run]) -> None:
    rows = [invent(f"{stage}/ob3:cold-process", [1.0] * 8) for stage in (QUADS, RDFC)]
    (table,) = tables(gather({"own": rows}))

    assert finding(table) == ""


def test_the_sum_of_the_parts_is_said_where_a_stack_has_them_all(show: Show) -> None:
    half = {RDFC: (24.0, ""), "rdfc.label": (15.0, RDFC)}

    assert notes(show({"canonbench": OWN, "half": half})) == (
        "canonbench: the parts of rdfc.canonicalize/ob3, each measured by itself, add up to 100 % of it",
    )


def test_parts_that_take_longer_than_their_whole_are_ways_of_their_own(show: Show) -> None:
    own = {QUADS: (30.0, ""), "jsonld.expand": (120.0, QUADS), "jsonld.to_rdf": (60.0, QUADS)}

    (note,) = notes(show({"canonbench": own}))

    assert note.startswith("canonbench does jsonld.to_quads/ob3 in one pass")
    assert note.endswith("together take 6 times as long")


def test_a_part_that_is_shown_as_of_which_is_not_added(show: Show) -> None:
    parts = {**PYLD, "jsonld.process_context": (2000.0, QUADS)}

    assert notes(show({"pyld": parts})) == (
        "pyld: the parts of jsonld.to_quads/ob3, each measured by itself, add up to 96 % of it",
    )


def test_too_few_rounds_wall_time_and_contention_are_said(show: Show) -> None:
    stage = {"x.y": (1.0, "")}

    assert notes(show({"own": stage}, rounds=3)) == ("too few rounds for intervals: 3, and 8 are needed",)
    assert notes(show({"own": stage}, decides="wall")) == ("wall time decides for x.y/ob3",)
    assert notes(show({"own": stage}, wall=1.8)) == (
        "wall time is up to 1.80 times CPU time in 1 row: something else ran on this machine",
    )


def test_a_row_of_what_others_time_is_said_to_be_no_exchange(show: Show) -> None:
    assert notes(show({"kit": {"kit.mdoc_verify": (1.0, "")}})) == (
        "kit.* is what others time under the name of a format: not an exchange",
    )


def test_that_wall_time_decides_for_calls_one_by_one_is_not_said(
    invent: Invent, gather: Callable[..., Run]
) -> None:
    row = invent("x.y/ob3:single", list(NEAR), decides="wall", view="single")
    (table,) = tables(gather({"own": [row]}))

    assert notes(table) == ()


def test_a_table_of_refusals_has_neither_finding_nor_notes(gather: Callable[..., Run]) -> None:
    null = {"kind": "null", "name": f"{RDFC}/ob3", "stack": "own", "reason": "over budget"}
    (table,) = tables(gather({"own": []}, records=[null]))

    assert (finding(table), notes(table)) == ("", ())
