"""Rows, stacks and runs as values."""

from canonbench.model.case import Case
from canonbench.runs.rows import Process, Row, Run, Sitting, Stack


def process(sitting: Sitting | None, cpu: tuple[float, ...] | None = (1.0,)) -> Process:
    return Process((1.0,), cpu, {}, sitting)


def test_processes_are_grouped_by_round_in_the_order_of_the_rounds() -> None:
    first, second = Sitting("r", 0), Sitting("r", 1)
    late, early, loose, other = process(second), process(first), process(None), process(second)

    assert Row("x", (late, early, loose, other), {}).sittings == {first: (early,), second: (late, other)}


def test_a_row_says_its_engine_and_its_case_version_if_its_file_does() -> None:
    row = Row("x", (), {"engine": "pyld", "case_version": "ab", "round": 3})

    assert (row.engine, row.case_version, row.text("round")) == ("pyld", "ab", "3")
    assert (Row("x", (), {}).engine, Row("x", (), {}).case_version) == ("", "")


def test_cpu_time_decides_only_if_every_process_could_read_it() -> None:
    both, lacking, coarse = process(None), process(None, None), process(None, (0.0,))

    assert Row("x", (both, both), {}).decides == "cpu"
    assert Row("x", (both, lacking), {}).decides == "wall"
    assert Row("x", (both, coarse), {}).decides == "wall"
    assert Row("x", (both,), {"decides": "wall"}).decides == "wall"


def test_rows_and_stacks_are_found_by_name_and_chosen_by_only() -> None:
    row = Row("x", (), {})
    own, pyld = Stack("own", (row,)), Stack("pyld", ())
    run = Run("r", (own, pyld))

    assert (own.row("x"), own.row("y")) == (row, None)
    assert (run.stack("pyld"), run.stack("rdflib")) == (pyld, None)
    assert run.chosen == (own, pyld)
    assert Run("r", (own, pyld), only="pyld").chosen == (pyld,)


def test_a_row_has_the_case_that_its_name_says_if_it_says_one() -> None:
    assert Row("rdfc.label/ob3:peak", (), {}).case == Case("rdfc.label", "ob3", view="peak")
    assert Row("timeit", (), {}).case is None


def test_a_row_is_a_time_unless_its_unit_is_one_of_memory() -> None:
    assert Row("x", (), {}).is_time
    assert Row("x", (), {"unit": "second"}).is_time
    assert not Row("x", (), {"unit": "byte"}).is_time
    assert not Row("x", (), {"unit": "integer"}).is_time


def test_the_second_stack_of_a_pair_is_told_by_its_name() -> None:
    assert Stack("pyld-again", ()).again
    assert not Stack("pyld", ()).again
