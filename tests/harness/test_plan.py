"""A plan is a pure function of what is asked for."""

import random
from dataclasses import replace

import pytest

from canonbench.errors import UnknownName, UsageError
from canonbench.harness import plan
from canonbench.model.case import Case


def _plan(seed: int = 0, rounds: int = 3) -> plan.Plan:
    stages = plan.targets("rdfc.canonicalize,rdfc.label")
    documents = [(name, plan.cases(stages, name)) for name in ("simple", "ob3")]
    return plan.make("rdfc", plan.choose(["canonbench", "pyld"]), documents, rounds=rounds, seed=seed)


def test_a_plan_has_a_cell_for_each_stack_and_document() -> None:
    cells = [(cell.stack.name, cell.document) for cell in _plan().cells]

    assert cells == [
        ("canonbench", "simple"),
        ("pyld", "simple"),
        ("canonbench-again", "simple"),
        ("canonbench", "ob3"),
        ("pyld", "ob3"),
        ("canonbench-again", "ob3"),
    ]


def test_every_round_visits_every_cell_once_in_an_order_of_its_own() -> None:
    made = _plan(rounds=6)
    rounds = [made.round(number) for number in range(6)]

    assert all(sorted(map(repr, visited)) == sorted(map(repr, made.cells)) for visited in rounds)
    assert len(set(rounds)) > 1


def test_the_seed_fixes_every_order() -> None:
    assert _plan(seed=4).round(2) == _plan(seed=4).round(2)
    assert [_plan(seed=4).round(n) for n in range(3)] != [_plan(seed=5).round(n) for n in range(3)]


def test_a_cached_stage_is_measured_warm_and_with_a_cold_context() -> None:
    assert plan.cases(plan.targets("jsonld.expand"), "ob3") == (
        Case("jsonld.expand", "ob3"),
        Case("jsonld.expand", "ob3", state="cold-context"),
    )


def test_what_the_finding_needs_is_measured_warm_only() -> None:
    found = plan.targets("rdfc.label", ["jsonld.expand"])

    assert [(stage.name, state) for stage, state in found] == [
        ("rdfc.label", "warm"),
        ("jsonld.expand", "warm"),
    ]


def test_factors_are_part_of_a_case() -> None:
    stages = plan.targets("rdfc.label")

    (case,) = plan.cases(stages, "ob3", lambda stage: (("hash", "sha384"),))

    assert case.name == "rdfc.label/ob3@hash=sha384"


def test_an_unknown_target_lists_near_names() -> None:
    with pytest.raises(UnknownName, match=r"did you mean .*rdfc"):
        plan.targets("rdcf")


def test_what_is_not_wanted_is_taken_out_and_so_are_empty_cells() -> None:
    kept = _plan().keep(lambda stack, case: stack.name == "pyld" and case.target == "rdfc.canonicalize")

    assert [(cell.stack.name, [case.name for case in cell.cases]) for cell in kept.cells] == [
        ("pyld", ["rdfc.canonicalize/simple"]),
        ("pyld", ["rdfc.canonicalize/ob3"]),
    ]
    assert kept.documents == ("simple", "ob3")


def test_the_first_engine_chosen_comes_again() -> None:
    stacks = plan.choose(["pyld", "canonbench"])

    assert [stack.name for stack in stacks] == ["pyld", "canonbench", "pyld-again"]
    assert [stack.again for stack in stacks] == [False, False, True]
    assert not stacks[-1].explicit


@pytest.mark.parametrize(
    ("engine", "name"),
    [
        ("pyld@/home/someone/envs/old/bin/python", "pyld@old"),
        ("pyld@.venv-31/bin/python3", "pyld@venv-31"),
        ("pyld@python3.13", "pyld@python3.13"),
        ("pyld@/usr/bin/python3.12", "pyld@python3.12"),
        ("pyld@/usr/local/bin/python3.12", "pyld@python3.12"),
    ],
)
def test_an_interpreter_is_called_after_its_environment_never_by_its_path(engine: str, name: str) -> None:
    (stack,) = plan.choose([engine], again=False)

    assert (stack.name, stack.engine) == (name, "pyld")
    assert stack.python == engine.partition("@")[2]


def test_two_environments_of_one_name_get_two_names() -> None:
    stacks = plan.choose(["pyld@a/env/bin/python", "pyld@b/env/bin/python"], again=False)

    assert [stack.name for stack in stacks] == ["pyld@env", "pyld@env~2"]


@pytest.mark.parametrize(
    ("engines", "message"),
    [(["pyld", "pyld"], "named twice"), (["@python3"], "names no engine"), ([], "no engine")],
)
def test_a_choice_that_cannot_be_is_refused(engines: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        plan.choose(engines)


def test_calls_are_timed_one_by_one_in_the_first_rounds_alone() -> None:
    bare = plan.cases(plan.targets("jsonld.expand"), "small")
    rows = (*bare, *plan.singles(bare))
    planned = plan.make("x", plan.choose(["pyld"]), [("small", rows)], rounds=8, seed=1)

    visited = [
        [case for cell in planned.round(n) for case in cell.cases if case.view == "single"] for n in range(8)
    ]

    assert [case.name for case in plan.singles(bare)] == ["jsonld.expand/small:single"]
    assert [len(cases) for cases in visited] == [2] * 5 + [0] * 3
    assert planned.visits == 8 * 4 + 5 * 2


def test_no_more_rounds_time_calls_one_by_one_than_there_are() -> None:
    rows = plan.singles(plan.cases(plan.targets("rdfc.label"), "small"))
    planned = plan.make("x", plan.choose(["pyld"], again=False), [("small", rows)], rounds=3, seed=1)

    assert planned.visits == 3
    assert planned.times(planned.cells[0], rows[0]) == 3


def _chapters() -> plan.Plan:
    stack, other = plan.choose(["canonbench", "pyld"], again=False)
    cells = [
        plan.Cell(each, name, (Case("rdfc.label", name),), chapter)
        for each in (stack, other)
        for name, chapter in (("a", "one"), ("b", "one"), ("c", "two"))
    ]
    return plan.Plan("p", tuple(cells), 4, 1, {"one": 4, "two": 3})


def test_a_chapter_is_visited_in_its_rounds_only() -> None:
    made = _chapters()

    seen = [sorted({cell.document for cell in made.round(number)}) for number in range(4)]

    assert seen == [["a", "b", "c"], ["a", "b", "c"], ["a", "b", "c"], ["a", "b"]]
    assert made.visits == 2 * (4 + 4 + 3)


def test_a_cell_may_have_fewer_rounds_than_its_chapter_but_not_more() -> None:
    made = _chapters()
    cell = made.cells[0]

    assert [made.times(replace(cell, rounds=own), cell.cases[0]) for own in (0, 2, 9)] == [4, 2, 4]


def test_a_round_visits_one_chapter_after_another_in_an_order_of_its_own() -> None:
    made = _chapters()
    orders = [[cell.chapter for cell in made.round(number)] for number in range(2)]
    firsts = {plan.Plan("p", made.cells, 4, seed, made.chapters).round(0)[0].chapter for seed in range(20)}

    assert all(order == sorted(order, key=order.index) for order in orders)
    assert firsts == {"one", "two"}


def test_without_chapters_the_order_is_that_of_the_cells_alone() -> None:
    made = _plan(seed=4)
    cells = list(made.cells)
    random.Random("4/2").shuffle(cells)  # noqa: S311 - an order, no secret

    assert made.round(2) == tuple(cells)
