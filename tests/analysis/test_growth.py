"""Growth of time, with planted exponents."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from canonbench.analysis.growth import Growth, growths
from canonbench.runs.rows import Run, Stack

Plant = Callable[..., Run]

SIZES = (5, 20, 100, 500)


def _truth(exponent: float, target: str = "rdfc.canonicalize") -> dict[str, float]:
    return {f"{target}/credential-{size}": 1e-5 * size**exponent for size in SIZES}


def _one(run: Run, by: str = "attributes", target: str = "rdfc.canonicalize") -> Growth:
    (found,) = (each for each in growths(run) if (each.by, each.target) == (by, target))
    return found


@pytest.mark.parametrize("exponent", [0.0, 0.7, 1.0, 2.0])
def test_planted_exponents_are_recovered_within_their_intervals(plant: Plant, exponent: float) -> None:
    found = _one(plant({"pyld": _truth(exponent)}, noise=0.02, seed=2))

    assert found.exponent is not None
    assert found.exponent.interval.holds(exponent)
    assert found.value == pytest.approx(exponent, abs=0.02)
    assert (found.stack, found.runtime, found.family) == ("pyld", "", "credential-N")
    assert [count for count, _ in found.points] == list(SIZES)


def test_what_grows_faster_than_linearly_is_told_apart(plant: Plant) -> None:
    assert _one(plant({"pyld": _truth(1.3)})).faster
    assert not _one(plant({"pyld": _truth(0.9)})).faster


def test_a_bend_is_seen_between_neighbours(plant: Plant) -> None:
    """Linear up to 100, quadratic from there: under 1.4 over all sizes."""
    truth = {**_truth(0.8), "rdfc.canonicalize/credential-500": 25 * 1e-5 * 100**0.8}
    found = _one(plant({"pyld": truth}, noise=0.005))

    assert [(each.low, each.high) for each in found.locals] == [(5, 20), (20, 100), (100, 500)]
    assert [round(each.value, 1) for each in found.locals] == [0.8, 0.8, 2.0]
    assert found.faster


def test_quads_and_blank_nodes_are_counted_by_what_the_row_says(plant: Plant) -> None:
    truth = {f"rdfc.label/bn-{size}": 1e-5 * size**2 for size in (10, 50, 200)}
    about = {
        f"rdfc.label/bn-{size}": {"document_blank_nodes": size, "document_quads": 4 * size + 3}
        for size in (10, 50, 200)
    }
    run = plant({"pyld": truth}, about=about)
    quads, nodes = _one(run, "quads", "rdfc.label"), _one(run, "blank nodes", "rdfc.label")

    assert [count for count, _ in quads.points] == [43, 203, 803]
    assert nodes.exponent is not None
    assert nodes.exponent.interval.holds(2.0)


def test_disclosed_items_are_a_factor(plant: Plant) -> None:
    truth = {f"mdoc.present/ob3{factor}": 1e-5 * shown for factor, shown in (("", 5), ("@disclose=1", 1))}
    truth |= {f"mdoc.present/ob3@disclose={shown}": 1e-5 * shown for shown in (10, 20)}
    truth |= {"mdoc.present/ob3@disclose=given_name": 1e-5, "mdoc.present/dcc@disclose=0": 1e-5}
    found = _one(plant({"canonbench": truth}), "disclosed", "mdoc.present")

    assert [count for count, _ in found.points] == [1, 5, 10, 20]
    assert found.value == pytest.approx(1.0, abs=0.02)


def test_an_exchange_grows_as_its_total(plant: Plant) -> None:
    truth = {
        f"mdoc.{role}/credential-{size}@algorithm=p256": 1e-5 * size
        for role in ("issue", "present", "verify")
        for size in SIZES
    }
    found = growths(plant({"canonbench": truth}))
    total = next(each for each in found if each.target == "mdoc@algorithm=p256")

    assert total.points[0][1] == pytest.approx(15e-5, rel=0.1)
    assert total.exponent is not None
    assert total.exponent.interval.holds(1.0)


def test_two_sizes_are_no_family_and_a_stack_may_lack_one(plant: Plant) -> None:
    two = dict(list(_truth(1.0).items())[:2])
    run = plant({"canonbench": _truth(1.0), "canonbench-again": _truth(1.0), "pyld": two})

    assert {each.stack for each in growths(run)} == {"canonbench"}
    assert growths(plant({"pyld": two})) == ()


def test_what_is_cold_or_holds_memory_or_is_no_case_does_not_grow(plant: Plant) -> None:
    truth = {f"{name}:cold-context": seconds for name, seconds in _truth(1.0).items()}
    memory = {name: {"unit": "byte"} for name in _truth(1.0)}
    run = plant({"a": _truth(1.0)})
    named = [replace(row, name=row.name.replace("/", " ")) for row in run.stacks[0].rows]

    assert growths(plant({"a": truth})) == ()
    assert growths(plant({"a": _truth(1.0)}, about=memory)) == ()
    assert growths(Run("run", (Stack("a", tuple(named)),))) == ()


def test_few_rounds_or_rounds_of_different_runs_have_no_interval(plant: Plant) -> None:
    few = _one(plant({"pyld": _truth(1.0)}, rounds=3))
    rows = []
    for number, row in enumerate(plant({"pyld": _truth(1.0)}).stacks[0].rows):
        own = tuple(
            replace(each, sitting=each.sitting and each.sitting._replace(run=f"run {number}"))
            for each in row.processes
        )
        rows.append(replace(row, processes=own))
    apart = _one(Run("run", (Stack("pyld", tuple(rows)),)))

    assert (few.exponent, few.locals[0].estimate, few.faster) == (None, None, False)
    assert apart.exponent is None
    assert apart.value == pytest.approx(1.0, abs=0.05)
    assert apart.locals[0].value == pytest.approx(1.0, abs=0.1)
