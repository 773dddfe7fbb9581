"""The contribution of the canonicalization, divided by steps whose shares are planted."""

from collections.abc import Callable
from dataclasses import replace
from math import fsum

import pytest

from canonbench.analysis.gap import Gap, Part, gaps
from canonbench.runs.rows import Run, Stack

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]

ENGINES = {
    "canonbench": "jsonld.to_quads=canonbench,rdfc.canonicalize=canonbench",
    "pyld": "jsonld.to_quads=pyld,rdfc.canonicalize=pyld",
}


def _canonicalization(run: Run) -> Part:
    """Return its part of the gap of eddsa-rdfc-2022 with PyLD over SD-JWT VC with Ed25519."""
    (gap,) = (
        each
        for each in gaps(run, "pyld", against=["sd-jwt-vc"])
        if isinstance(each, Gap) and each.place.algorithm == each.other.algorithm == "ed25519"
    )
    return gap.parts[0]


def _holds(part: Part, truth: float) -> bool:
    assert part.seconds is not None
    return part.seconds.interval.holds(truth)


def test_the_steps_divide_the_canonicalization(plant: Plant, factorial: Factorial) -> None:
    """PyLD spends two thirds on JSON-LD and a sixth on RDFC-1.0, our own engine the same; JCS a tenth."""
    truth = factorial()
    steps = {
        row: {"jsonld.to_quads": 1 / 10, "rdfc.canonicalize": 1 / 20}
        if "rdfc" in row
        else {"jcs.canonicalize": 0.0}
        for row in truth["canonbench"]
    }
    shares = {row: {what: share * 1e-3 for what, share in own.items()} for row, own in steps.items()}
    whole = _canonicalization(plant(truth, engines=ENGINES, steps=shares, noise=0.005))
    below = {part.name: part for part in whole.below}

    assert list(below) == ["JSON-LD to quads", "RDFC-1.0 less JCS", "what else changes"]
    assert _holds(below["JSON-LD to quads"], 3 * 0.1e-3)
    assert _holds(below["RDFC-1.0 less JCS"], 3 * 0.05e-3)
    assert fsum(part.mean for part in below.values()) == pytest.approx(whole.mean, abs=1e-15)


def test_rounds_without_steps_take_the_median_share(plant: Plant, factorial: Factorial) -> None:
    """Steps are measured in 8 of 16 rounds: the parts still add up over all 16."""
    truth = factorial()
    steps = {row: {"jsonld.to_quads": 1e-4} if "rdfc" in row else {} for row in truth["canonbench"]}
    run = plant(truth, engines=ENGINES, steps=steps, noise=0.005)
    stacks = tuple(
        Stack(
            stack.name,
            tuple(
                replace(row, processes=row.processes[:8]) if row.name.endswith(":split") else row
                for row in stack.rows
            ),
        )
        for stack in run.stacks
    )
    whole = _canonicalization(Run("run", stacks))

    assert _holds(whole.below[0], 3 * 0.1e-3)
    assert len(whole.below[0].rounds) == 16
    assert fsum(part.mean for part in whole.below) == pytest.approx(whole.mean, abs=1e-15)


def test_without_all_steps_the_canonicalization_is_not_divided(plant: Plant, factorial: Factorial) -> None:
    truth = factorial()
    some = {row: {"jsonld.to_quads": 1e-4} for row in truth["pyld"]}

    assert _canonicalization(plant(truth, engines=ENGINES)).below == ()
    assert _canonicalization(plant(truth, engines=ENGINES, steps=some)).below == ()
