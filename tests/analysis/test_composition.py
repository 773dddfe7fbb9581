"""What a stage takes by itself over what it takes in place, with a planted effect."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from canonbench.analysis.composition import compositions
from canonbench.runs.rows import Run, Stack

Plant = Callable[..., Run]

ISSUE = "eddsa-rdfc-2022.issue/ob3"
STEPS = {ISSUE: {"jsonld.to_quads": 1e-3, "rdfc.canonicalize": 1e-4}}
TRUTH = {ISSUE: 2e-3, "jsonld.to_quads/ob3": 0.8e-3, "jsonld.to_quads/dcc": 9e-3}


def test_a_planted_effect_is_found_for_steps_that_stand_alone_too(plant: Plant) -> None:
    (found,) = compositions(plant({"pyld": TRUTH, "pyld-again": TRUTH}, steps=STEPS))

    assert (found.exchange, found.document, found.stage, found.stack) == (
        "eddsa-rdfc-2022/ob3",
        "ob3",
        "jsonld.to_quads",
        "pyld",
    )
    assert found.ratio is not None
    assert found.ratio.interval.holds(0.8)
    assert found.alone / found.in_place == pytest.approx(0.8, rel=0.02)


def test_few_rounds_have_no_interval(plant: Plant) -> None:
    (found,) = compositions(plant({"pyld": TRUTH}, steps=STEPS, rounds=3))

    assert found.ratio is None


def test_steps_of_parts_of_a_document_and_other_rounds_are_left_out(plant: Plant) -> None:
    run = plant({"pyld": TRUTH}, steps=STEPS)
    parts, later = [], []
    for row in run.stacks[0].rows:
        renamed = tuple(
            replace(
                each,
                metadata={
                    key.replace("/document", "/proof configuration"): told
                    for key, told in each.metadata.items()
                },
            )
            for each in row.processes
        )
        moved = tuple(
            replace(each, sitting=each.sitting and each.sitting._replace(run="later"))
            for each in row.processes
        )
        parts.append(replace(row, processes=renamed))
        later.append(replace(row, processes=moved) if row.name.startswith("jsonld") else row)

    assert compositions(Run("run", (Stack("pyld", tuple(parts)),))) == ()
    assert compositions(Run("run", (Stack("pyld", tuple(later)),))) == ()
