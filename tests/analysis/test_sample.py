"""From rows to one number a round."""

from collections.abc import Callable

from canonbench.analysis import sample
from canonbench.runs.rows import Process, Row, Sitting


def test_the_value_of_a_round_is_the_median_over_its_processes_of_the_median_of_their_values() -> None:
    first, second = Sitting("r", 0), Sitting("r", 1)
    processes = (
        Process((1.0, 9.0, 2.0), None, {}, second),
        Process((4.0,), None, {}, second),
        Process((8.0,), None, {}, second),
        Process((5.0,), None, {}, first),
    )

    assert {first: 5.0, second: 4.0} == sample.per_round(Row("x", processes, {}), "wall")


def test_rounds_are_the_units_of_a_row_and_processes_where_there_are_no_rounds(
    invent: Callable[..., Row],
) -> None:
    assert sample.units(invent("x", [[1.0, 2.0, 9.0], [3.0]]), "cpu") == (2.0, 3.0)
    assert sample.units(invent("x", [[1.0, 2.0, 9.0], [3.0]], run=None), "cpu") == (2.0, 3.0)


def test_only_rounds_of_the_same_run_are_paired(invent: Callable[..., Row]) -> None:
    a = sample.per_round(invent("x", [1.0, 2.0, 3.0]), "cpu")
    later = sample.per_round(invent("x", [20.0, 30.0, 40.0], first=1), "cpu")
    other = sample.per_round(invent("x", [1.0, 2.0, 3.0], run="another run"), "cpu")

    assert sample.pairs(a, later) == [(2.0, 20.0), (3.0, 30.0)]
    assert sample.pairs(a, other) == []


def test_cpu_time_decides_unless_a_row_lacks_it_or_leaves_the_thread(invent: Callable[..., Row]) -> None:
    plain = invent("x", [1.0])
    foreign = invent("x", [1.0], cpu=False)
    threaded = invent("x", [1.0], decides="wall")
    coarse = invent("x", [0.0], wall=1.0)

    assert sample.clock(plain, plain) == "cpu"
    assert [sample.clock(plain, other) for other in (foreign, threaded, coarse)] == ["wall"] * 3


def test_contention_is_wall_time_over_cpu_time_where_cpu_time_decides(invent: Callable[..., Row]) -> None:
    assert sample.contention(invent("x", [1.0, 2.0, 4.0], wall=1.5)) == 1.5
    assert None is sample.contention(invent("x", [1.0, 2.0, 4.0], wall=1.5, decides="wall"))
