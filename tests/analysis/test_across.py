"""Documents side by side."""

from collections.abc import Callable

import pytest

from canonbench.analysis.across import Way, across
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]
NEAR = (1.0, 1.01, 0.99, 1.02, 0.98, 1.0, 1.005, 0.995)


@pytest.fixture
def rows(invent: Invent) -> Callable[..., list[Row]]:
    """Make the rows of one document from ``{stage or stage:state: seconds}``."""

    def make(document: str, stages: dict[str, float], rounds: int = 8) -> list[Row]:
        made = []
        for name, seconds in stages.items():
            stage, _, state = name.partition(":")
            values = [seconds * near for near in NEAR[:rounds]]
            label = f"{stage}/{document}{':' + state if state else ''}"
            made.append(invent(label, values, document_quads=32, document_blank_nodes=4))
        return made

    return make


SIMPLE = {"jsonld.to_quads": 8.0, "jsonld.to_quads:cold-context": 40.0, "rdfc.canonicalize": 2.0}
OB3 = {
    "jsonld.to_quads": 160.0,
    "jsonld.to_quads:cold-context": 960.0,
    "jsonld.expand": 150.0,
    "jsonld.to_rdf": 40.0,
    "rdfc.canonicalize": 40.0,
    "rdfc.label": 30.0,
}


def test_a_way_is_the_sum_of_its_steps_and_so_many_times_the_simple_one(
    rows: Callable[..., list[Row]], gather: Gather
) -> None:
    ways = across(gather({"own": [*rows("simple", SIMPLE), *rows("ob3", OB3)]}))
    told = {(way.document, way.state): way for way in ways}

    assert [(way.document, way.state) for way in ways] == [
        ("simple", "warm"),
        ("simple", "cold-context"),
        ("ob3", "warm"),
        ("ob3", "cold-context"),
    ]
    warm = told["ob3", "warm"]
    assert warm.times is not None
    assert warm.times.value == pytest.approx(20.0)
    assert warm.total.value == pytest.approx(200.0)
    assert (warm.quads, warm.blank_nodes) == (32, 4)
    assert warm.shares == pytest.approx(
        {
            "jsonld.to_quads": 0.8,
            "jsonld.expand": 0.75,
            "jsonld.to_rdf": 0.2,
            "rdfc.canonicalize": 0.2,
            "rdfc.label": 0.15,
        }
    )
    cold = told["ob3", "cold-context"].times
    assert cold is not None
    assert cold.value == pytest.approx(1000 / 42)
    assert told["simple", "warm"].times is None


def test_the_cheaper_way_counts(rows: Callable[..., list[Row]], gather: Gather) -> None:
    steps = {
        "jsonld.to_quads": 100.0,
        "jsonld.expand": 60.0,
        "jsonld.to_rdf": 20.0,
        "rdfc.canonicalize": 20.0,
    }
    ways = across(gather({"pyld": [*rows("simple", SIMPLE), *rows("ob3", steps)]}))

    assert next(way for way in ways if way.document == "ob3").total.value == pytest.approx(100.0)


def test_steps_are_no_parts_of_a_way_that_is_one_pass(rows: Callable[..., list[Row]], gather: Gather) -> None:
    fused = {"jsonld.to_quads": 30.0, "jsonld.expand": 60.0, "jsonld.to_rdf": 20.0, "rdfc.canonicalize": 20.0}
    ways = across(gather({"own": [*rows("simple", SIMPLE), *rows("ob3", fused)]}))

    assert next(way for way in ways if way.document == "ob3").shares == pytest.approx(
        {"jsonld.to_quads": 0.6, "rdfc.canonicalize": 0.4}
    )


def test_a_stack_that_does_not_go_the_whole_way_has_none(
    rows: Callable[..., list[Row]], gather: Gather
) -> None:
    half = {"jsonld.expand": 1.0, "rdfc.canonicalize": 1.0}
    ways = across(
        gather(
            {
                "own": [*rows("simple", SIMPLE), *rows("ob3", OB3)],
                "half": [*rows("ob3", half), *rows("bn-10", {"jsonld.to_quads": 1.0})],
                "replay": rows("ob3", OB3),
                "own-again": rows("ob3", OB3),
            }
        )
    )

    assert {way.stack for way in ways} == {"own"}


def test_without_the_simple_document_or_another_one_there_is_nothing(
    rows: Callable[..., list[Row]], gather: Gather, invent: Invent
) -> None:
    assert across(gather({"own": rows("ob3", OB3)})) == ()
    assert across(gather({"own": [*rows("simple", SIMPLE), invent("timeit", [1.0])]})) == ()


def test_too_few_rounds_give_no_ratio(rows: Callable[..., list[Row]], gather: Gather, invent: Invent) -> None:
    few = [*rows("simple", SIMPLE, 3), *rows("ob3", OB3, 3)]
    ways: tuple[Way, ...] = across(gather({"own": few}))

    assert {way.times for way in ways} == {None}


def test_sizes_that_are_unknown_stay_unknown(invent: Invent, gather: Gather) -> None:
    made = [
        invent(f"{stage}/{document}", [1.0] * 8)
        for document in ("simple", "ob3")
        for stage in ("jsonld.to_quads", "rdfc.canonicalize")
    ]

    assert {way.quads for way in across(gather({"own": made}))} == {None}
