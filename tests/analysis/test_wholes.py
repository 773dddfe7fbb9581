"""Wholes: the sum of cases with every stack, and the best of them."""

from collections.abc import Callable
from dataclasses import replace
from statistics import median

import pytest

from canonbench.analysis.wholes import best, decides, exchange_cases, wholes
from canonbench.model.case import Case
from canonbench.runs import keys
from canonbench.runs.rows import Process, Row, Run, Stack

Plant = Callable[..., Run]

CASES = exchange_cases("mdoc", "ob3")
STAGE = Case("rdfc.canonicalize", "ob3")


def _exchange(*seconds: float) -> dict[str, float]:
    return {case.name: each for case, each in zip(CASES, seconds, strict=False)}


def test_a_total_is_the_sum_of_its_roles_round_by_round(plant: Plant) -> None:
    (found,) = wholes(plant({"canonbench": _exchange(1.0, 2.0, 3.0)}), CASES)

    assert (found.stack, found.version, found.runtime, found.clock) == ("canonbench", "1.0", "", "cpu")
    assert len(found.rounds) == 16
    assert median(found.rounds.values()) == pytest.approx(6.0, rel=0.05)


def test_of_no_case_there_is_no_whole(plant: Plant) -> None:
    assert wholes(plant({"canonbench": _exchange(1.0, 2.0, 3.0)}), ()) == ()


def test_a_stack_without_every_case_has_no_total(plant: Plant) -> None:
    run = plant({"canonbench": _exchange(1.0, 2.0, 3.0), "pyld": _exchange(1.0, 2.0)})

    assert [found.stack for found in wholes(run, CASES)] == ["canonbench"]


def test_the_equal_pair_is_no_stack_of_its_own(plant: Plant) -> None:
    run = plant({name: _exchange(1.0, 2.0, 3.0) for name in ("canonbench", "canonbench-again")})

    assert [found.stack for found in wholes(run, CASES)] == ["canonbench"]


def test_what_was_not_timed_or_not_in_rounds_is_left_out(plant: Plant) -> None:
    told = {"unit": "byte"}
    run = plant({"a": {STAGE.name: 1.0}, "b": {STAGE.name: 1.0}, "c": {STAGE.name: 1.0}}, about={})
    rows = [stack.rows[0] for stack in run.stacks]
    bytes_ = replace(rows[0], metadata=told)
    hooked = [Process((1.0,), (1.0,), {keys.HOOKS: "memray"}, each.sitting) for each in rows[1].processes]
    alone = [replace(process, sitting=None) for process in rows[2].processes]
    stacks = (
        Stack("a", (bytes_,)),
        Stack("b", (Row(STAGE.name, tuple(hooked), {}),)),
        Stack("c", (replace(rows[2], processes=tuple(alone)),)),
    )

    assert wholes(Run("run", stacks), [STAGE]) == ()


def test_wall_time_decides_for_all_if_it_does_for_one(plant: Plant) -> None:
    run = plant({"a": {STAGE.name: 1.0}, "b": {STAGE.name: 1.0}}, about={STAGE.name: {"decides": "wall"}})

    assert decides(run, [STAGE]) == "wall"
    assert {found.clock for found in wholes(run, [STAGE])} == {"wall"}


@pytest.mark.parametrize(
    ("engines", "own"),
    [
        ("jsonld.to_quads=pyld,multibase.encode=canonbench,di.hash_data=canonbench", False),
        ("jsonld.to_quads=canonbench,rdfc.canonicalize=pyld", True),
        ("sd_jwt.parse=canonbench", True),
    ],
)
def test_our_own_is_what_does_a_stage_that_libraries_compete_in(
    plant: Plant, *, engines: str, own: bool
) -> None:
    (found,) = wholes(plant({"mix": _exchange(1.0, 2.0, 3.0)}, engines={"mix": engines}), CASES)

    assert found.own is own
    assert dict(found.engines) == dict(part.split("=") for part in engines.split(","))


def test_the_engine_of_a_stage_is_that_of_its_row(plant: Plant) -> None:
    (found,) = wholes(plant({"canonbench": {STAGE.name: 1.0}}), [STAGE])

    assert (dict(found.engines), found.own) == ({"rdfc.canonicalize": "canonbench"}, True)


def test_the_best_is_sought_within_a_runtime_and_among_what_one_would_use(plant: Plant) -> None:
    truth = {"replay": 0.1, "reference": 0.2, "canonbench": 1.0, "pyld": 3.0, "pyoxigraph": 2.0, "node": 0.5}
    found = wholes(
        plant({stack: {STAGE.name: each} for stack, each in truth.items()}, runtimes={"node": "node 22"}),
        [STAGE],
    )
    with_own, without = best(found), best(found, own=False)
    other = best(found, runtime="node 22")

    assert with_own is not None
    assert without is not None
    assert other is not None
    assert (with_own.names, without.names, other.names) == (("canonbench",), ("pyoxigraph",), ("node",))
    assert best(found, runtime="go 1.22") is None
