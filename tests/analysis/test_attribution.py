"""Attribution on runs whose quantities are planted."""

from collections.abc import Callable
from dataclasses import replace
from statistics import fmean

import pytest

from canonbench.analysis.attribution import Attribution, attributions, work
from canonbench.model.case import Case
from canonbench.runs.rows import Run

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]

STAGE = "rdfc.canonicalize/ob3"
TRUTH = {"replay": 1e-5, "reference": 9e-5, "canonbench": 3e-5, "pyoxigraph": 6e-5, "pyld": 12e-5}
RECORDS = ({"kind": "work", "document": "ob3", "counts": {"quads": 32, "hash_calls": 5}},)


def _run(plant: Plant, truth: dict[str, float] | None = None, **options: object) -> Run:
    return plant({stack: {STAGE: seconds} for stack, seconds in (truth or TRUTH).items()}, **options)


def _one(run: Run) -> Attribution:
    (found,) = attributions(run)
    return found


def test_the_four_quantities_are_those_that_were_planted(plant: Plant) -> None:
    found = _one(_run(plant, records=RECORDS))
    told = {each.name: each for each in found.quantities}

    assert list(told) == ["replay", "reference", "best", "best of libraries"]
    assert [each.stacks for each in told.values()] == [
        ("replay",),
        ("reference",),
        ("canonbench",),
        ("pyoxigraph",),
    ]
    assert told["best"].engines == ("canonbench 1.0",)
    for name, truth in zip(told, (1e-5, 9e-5, 3e-5, 6e-5), strict=True):
        assert told[name].median.value == pytest.approx(truth, rel=0.1)
    assert (found.case, found.total, found.runtime, found.clock) == (
        Case("rdfc.canonicalize", "ob3"),
        False,
        "",
        "cpu",
    )
    assert found.work == {"quads": 32, "hash_calls": 5}
    assert found.violations == ()
    assert found.over_replay is not None
    assert found.over_replay.interval.holds(3.0)


def test_what_the_library_adds_is_recovered_over_both_bests(plant: Plant) -> None:
    found = {each.quantity.stacks[0]: each for each in _one(_run(plant, noise=0.005)).chosen}

    assert list(found) == ["canonbench", "pyoxigraph", "pyld"]
    pyld, own = found["pyld"], found["canonbench"]
    assert pyld.adds is not None
    assert pyld.adds_to_libraries is not None
    assert pyld.ratio is not None
    assert pyld.adds.interval.holds(9e-5)
    assert pyld.adds_to_libraries.interval.holds(6e-5)
    assert pyld.ratio.interval.holds(4.0)
    assert own.adds is not None
    assert (own.own, own.adds.value, own.adds_to_libraries) == (True, 0.0, None)


def test_the_interval_holds_what_the_library_adds_as_often_as_it_says(plant: Plant) -> None:
    held = []
    for seed in range(120):
        chosen = _one(_run(plant, noise=0.02, drift=0.0, seed=seed)).chosen[-1]
        assert chosen.adds is not None
        held.append(chosen.adds.interval.holds(9e-5))

    assert fmean(held) >= 0.88


def test_an_order_that_fails_is_said_and_not_smoothed(plant: Plant) -> None:
    found = _one(_run(plant, {**TRUTH, "replay": 4e-5, "reference": 2e-5}, noise=0.002, drift=0.0))

    assert [said.partition(" times ")[2] for said in found.violations] == [
        "what replay takes, and was expected to take more",
        "what best (canonbench) takes, and was expected to take more",
        "what replay takes, and was expected to take more",
    ]
    assert found.violations[0].startswith("best (canonbench) takes 0.7")
    assert found.quantities[0].median.value > found.quantities[2].median.value


def test_an_order_that_may_be_noise_is_not_said(plant: Plant) -> None:
    assert _one(_run(plant, {**TRUTH, "replay": 3.01e-5}, noise=0.05)).violations == ()


def test_each_runtime_has_its_own_best_and_no_yardstick_of_another(plant: Plant) -> None:
    truth = {**TRUTH, "node": 0.5e-5, "node-slow": 2e-5}
    runtimes = {"node": "node 22", "node-slow": "node 22"}
    here, node = attributions(_run(plant, truth, runtimes=runtimes))

    assert (here.best.stacks, node.best.stacks) == (("canonbench",), ("node",))
    assert (node.runtime, node.replay, node.reference, node.over_replay) == ("node 22", None, None, None)
    assert [each.quantity.stacks[0] for each in node.chosen] == ["node", "node-slow"]


def test_only_the_stack_that_was_asked_for_is_under_study(plant: Plant) -> None:
    run = _run(plant)
    found = _one(Run(run.label, run.stacks, run.records, only="pyld"))

    assert [each.quantity.stacks for each in found.chosen] == [("pyld",)]
    assert found.best.stacks == ("canonbench",)


def test_roles_and_the_total_of_an_exchange_are_attributed(plant: Plant, factorial: Factorial) -> None:
    found = [each for each in attributions(plant(factorial())) if each.case.target.startswith("mdoc")]

    assert [(each.case.target, each.total) for each in found] == [
        ("mdoc.issue", False),
        ("mdoc.present", False),
        ("mdoc.verify", False),
        ("mdoc", True),
    ] * 2
    assert found[3].best.median.value == pytest.approx(0.5e-3, rel=0.1)
    assert found[3].libraries is None


def test_what_is_no_row_of_time_or_no_case_is_left_out(plant: Plant) -> None:
    run = plant(
        {"a": {STAGE: 1.0, "rdfc.label/ob3:peak": 1.0, "rdfc.label/dcc": 1.0}, "a-again": {"jcs.x/ob3": 1.0}},
        about={"rdfc.label/dcc": {"unit": "byte"}},
    )
    strange = replace(run.stacks[0].rows[0], name="no case")
    found = attributions(Run("run", (replace(run.stacks[0], rows=(strange, *run.stacks[0].rows)),)))

    assert [each.case.name for each in found] == [STAGE]
    assert attributions(run, document="dcc") == ()


def test_yardsticks_alone_have_no_best(plant: Plant) -> None:
    assert attributions(_run(plant, {"replay": 1e-5})) == ()


def test_few_rounds_have_no_intervals(plant: Plant) -> None:
    found = _one(_run(plant, rounds=4))

    assert (found.over_replay, found.chosen[2].adds, found.chosen[2].ratio) == (None, None, None)
    assert found.best.median.interval is None


def test_work_is_read_from_the_records(plant: Plant) -> None:
    assert work(_run(plant, records=({"kind": "note"}, *RECORDS))) == {"ob3": {"quads": 32, "hash_calls": 5}}
