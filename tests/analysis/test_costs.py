"""Cost by step, on runs whose steps are planted."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from canonbench.analysis.costs import GLUE, RESIDUAL, Costs, costs
from canonbench.model.case import Case
from canonbench.runs.rows import Row, Run, Stack

Plant = Callable[..., Run]

STEPS = {
    "mdoc.issue/ob3": {"cbor.encode": 10e-6, "eddsa.sign": 50e-6, "hand-over": 5e-6},
    "mdoc.present/ob3": {"cbor.decode": 20e-6},
    "mdoc.verify/ob3": {"cbor.decode": 20e-6, "eddsa.verify": 60e-6},
}
TRUTH = {"mdoc.issue/ob3": 75e-6, "mdoc.present/ob3": 25e-6, "mdoc.verify/ob3": 100e-6}


@pytest.fixture
def planted(plant: Plant) -> Run:
    return plant({"a": TRUTH}, steps=STEPS, engines={"a": "cbor.encode=cbor2,eddsa.sign=pynacl"})


def _find(run: Run, role: str) -> Costs:
    return next(each for each in costs(run) if each.role == role)


def test_planted_steps_are_found_with_their_engines_largest_first(planted: Run) -> None:
    found = _find(planted, "issue")

    assert [(line.what, line.engine) for line in found.lines] == [
        ("eddsa.sign", "pynacl"),
        ("cbor.encode", "cbor2"),
        (GLUE, ""),
        ("hand-over", ""),
        (RESIDUAL, ""),
    ]
    for line, truth in zip(found.lines, (50, 10, 10, 5, 0), strict=True):
        assert line.seconds is not None
        assert line.share is not None
        assert line.seconds.interval.holds(line.mean)
        assert line.share.value == pytest.approx(truth / 75)


def test_an_exchange_is_the_sum_of_its_roles_by_stage(planted: Run) -> None:
    found = _find(planted, "total")
    decode = next(line for line in found.lines if line.what == "cbor.decode")

    assert decode.share is not None
    assert decode.share.interval.holds(40 / 200)
    assert sum(line.mean for line in found.lines) == pytest.approx(found.mean)
    assert (found.closes, found.rounds, found.stamps) == (True, 16, 0.0)


def test_a_residual_over_the_limit_does_not_close(planted: Run) -> None:
    rows = []
    for row in planted.stacks[0].rows:
        processes = tuple(
            replace(process, metadata={**process.metadata, "split.residual": "0.0001"})
            for process in row.processes
        )
        rows.append(replace(row, processes=processes))
    found = _find(Run("run", (Stack("a", tuple(rows)),)), "total")

    assert found.residual == pytest.approx(300e-6)
    assert not found.closes


def test_stamps_belong_to_no_line(planted: Run) -> None:
    rows = []
    for row in planted.stacks[0].rows:
        processes = tuple(
            replace(process, metadata={**process.metadata, "stamp.cost": "1e-07"})
            for process in row.processes
        )
        rows.append(replace(row, processes=processes))
    found = _find(Run("run", (Stack("a", tuple(rows)),)), "issue")

    assert found.stamps == pytest.approx(3e-7)
    assert "stamps" not in [line.what for line in found.lines]


def test_few_rounds_have_no_intervals(plant: Plant) -> None:
    found = _find(plant({"a": TRUTH}, steps=STEPS, rounds=3), "verify")

    assert (found.total, found.lines[0].seconds, found.lines[0].share) == (None, None, None)
    assert found.mean == pytest.approx(100e-6, rel=0.2)


def test_what_has_no_steps_has_no_costs(plant: Plant, planted: Run) -> None:
    pair = Run("run", (replace(planted.stacks[0], name="a-again"),))
    alone = [
        Row(row.name, tuple(replace(each, sitting=None) for each in row.processes), row.metadata)
        for row in planted.stacks[0].rows
    ]

    assert costs(plant({"a": {**TRUTH, "rdfc.label/ob3": 1.0}})) == ()
    assert costs(pair) == ()
    assert costs(Run("run", (Stack("a", tuple(alone)),))) == ()


def test_a_case_keeps_its_document_and_factors(plant: Plant) -> None:
    truth = {"mdoc.issue/ob3@algorithm=p256": 75e-6}
    steps = {"mdoc.issue/ob3@algorithm=p256": {"cbor.encode": 10e-6}}
    (found,) = costs(plant({"a": truth}, steps=steps))

    assert found.case == Case("mdoc", "ob3", (("algorithm", "p256"),))
