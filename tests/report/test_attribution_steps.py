"""Cost by step as tables."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from canonbench.analysis.study import studies
from canonbench.report.attribution_steps import of_compositions, of_steps
from canonbench.report.grid import Grid
from canonbench.runs.rows import Run

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]


def _steps(run: Run) -> list[Grid]:
    (study,) = studies([run])
    return [*of_steps(study)]


def test_steps_stand_by_the_size_of_their_share_with_every_stack(plant: Plant) -> None:
    truth = {f"mdoc.{role}/ob3": 1e-4 for role in ("issue", "present", "verify")}
    steps = {name: {"cbor.decode": 2e-5, "eddsa.sign": 5e-5} for name in truth}
    (grid,) = _steps(plant({"a": truth, "b": truth}, steps=steps))

    assert grid.title == "cost by step: mdoc/ob3, exchange"
    assert grid.columns == ("step", "a", "b")
    assert [row[0] for row in grid.rows] == ["eddsa.sign", "glue", "cbor.decode", "residual", "total"]
    assert "50 %" in grid.rows[0][1]
    assert grid.notes[-1].endswith("largest share first.")


def test_times_that_the_split_view_stretched_are_not_to_be_read(plant: Plant) -> None:
    truth = {f"mdoc.{role}/ob3": 1e-4 for role in ("issue", "present", "verify")}
    steps = {name: {"cbor.decode": 2e-5} for name in truth}
    run = plant({"a": truth}, steps=steps)
    rows = tuple(
        row
        if row.name.endswith(":split")
        else replace(
            row,
            processes=tuple(
                replace(each, cpu=None if each.cpu is None else tuple(value / 2 for value in each.cpu))
                for each in row.processes
            ),
        )
        for row in run.stacks[0].rows
    )
    (grid,) = _steps(replace(run, stacks=(replace(run.stacks[0], rows=rows),)))

    assert grid.notes[0].startswith(
        "Read shares, not times: by wall time, step by step, the total is up to 2.0"
    )


def test_rounds_that_were_far_off_are_said(plant: Plant) -> None:
    truth = {f"mdoc.{role}/ob3": 1e-4 for role in ("issue", "present", "verify")}
    steps = {name: {"cbor.decode": 2e-5} for name in truth}
    run = plant({"a": truth}, steps=steps, noise=0.001, drift=0.0)
    rows = []
    for row in run.stacks[0].rows:
        first = row.processes[0]
        wild = {
            key: "0.05" if key.startswith("split.") and "cbor" in key else value
            for key, value in first.metadata.items()
        }
        rows.append(replace(row, processes=(replace(first, metadata=wild), *row.processes[1:])))
    (grid,) = _steps(replace(run, stacks=(replace(run.stacks[0], rows=tuple(rows)),)))

    assert any(note == "Far off, and in no mean: 2 of 16 rounds with a." for note in grid.notes)


def test_steps_that_do_not_close_are_a_violation(plant: Plant) -> None:
    truth = {f"mdoc.{role}/ob3": 1e-4 for role in ("issue", "present")}
    run = plant({"canonbench": truth}, steps={name: {"cbor.decode": 5e-5} for name in truth})
    rows = [
        replace(
            row,
            processes=tuple(
                replace(each, metadata={**each.metadata, "split.residual": "0.00002"})
                for each in row.processes
            ),
        )
        for row in run.stacks[0].rows
    ]
    (grid, *_) = _steps(replace(run, stacks=(replace(run.stacks[0], rows=tuple(rows)),)))

    assert grid.title == "cost by step: mdoc/ob3, issue"
    assert grid.notes[0].startswith("VIOLATION: canonbench: the steps leave 20.0 us, 17 % of the total")


@pytest.mark.parametrize(("rounds", "told"), [(16, "0.80"), (3, "0.8")])
def test_the_composition_effect_stands_below_the_steps(plant: Plant, rounds: int, told: str) -> None:
    truth = {"eddsa-rdfc-2022.issue/ob3": 2e-3, "jsonld.to_quads/ob3": 0.8e-3}
    steps = {"eddsa-rdfc-2022.issue/ob3": {"jsonld.to_quads": 1e-3}}
    (study,) = studies([plant({"pyld": truth}, steps=steps, rounds=rounds, noise=0.0001)])
    (grid,) = of_compositions(study)

    assert grid.rows[0][:3] == ("eddsa-rdfc-2022/ob3", "jsonld.to_quads", "pyld")
    assert told in grid.rows[0][-1]
    assert ("[" in grid.rows[0][-1]) == (rounds > 8)
