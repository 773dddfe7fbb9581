"""The gap between two formats, on runs whose contributions are planted."""

from collections.abc import Callable
from dataclasses import replace
from math import fsum
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canonbench.analysis.gap import Gap, Missing, Part, gaps
from canonbench.runs.rows import Run, Stack

Plant = Callable[..., Run]
Factorial = Callable[..., dict[str, dict[str, float]]]

ENGINES = {
    "canonbench": "jsonld.to_quads=canonbench,rdfc.canonicalize=canonbench",
    "pyld": "jsonld.to_quads=pyld,rdfc.canonicalize=pyld",
}


def _one(run: Run, stack: str = "pyld", *, curves: str = "ed25519 ed25519", **options: object) -> Gap:
    found = gaps(run, stack, against=["sd-jwt-vc"], **options)  # type: ignore[arg-type]  # own, document
    (one,) = (
        each
        for each in found
        if isinstance(each, Gap) and f"{each.place.algorithm} {each.other.algorithm}" == curves
    )
    return one


def _holds(part: Part, truth: float) -> bool:
    assert part.seconds is not None
    return part.seconds.interval.holds(truth)


def test_planted_contributions_are_recovered_within_their_intervals(
    plant: Plant, factorial: Factorial
) -> None:
    """From 3.0 ms: PyLD adds 2.0 with RDFC-1.0 and nothing with JCS, so each of two swaps is worth half.

    With the best engines RDFC-1.0 takes 1.0 and JCS 0.6; SD-JWT VC takes 0.5. The gap is 2.5:
    canonicalization (2.4 + 0.4) / 2, library (2.0 + 0.0) / 2, format residual 0.1.
    """
    found = _one(plant(factorial(), engines=ENGINES, noise=0.005))
    parts = {part.name: part for part in found.parts}

    assert list(parts) == [
        "canonicalization",
        "library",
        "format residual",
        "library of the other format",
    ]
    assert _holds(found.gap, 2.5e-3)
    assert _holds(parts["canonicalization"], 1.4e-3)
    assert _holds(parts["library"], 1.0e-3)
    assert _holds(parts["format residual"], 0.1e-3)
    assert parts["library of the other format"].mean == 0.0
    assert _holds(found.least, 0.5e-3)
    assert _holds(found.added, 2.0e-3)
    assert found.kept is not None
    assert found.kept.interval.holds(0.5 / 2.5)
    assert found.ratio is not None
    assert found.ratio.interval.holds(6.0)


def test_the_other_curve_is_one_more_swap(plant: Plant, factorial: Factorial) -> None:
    """P-256 takes 0.2 ms more in every cell."""
    found = _one(plant(factorial(), engines=ENGINES, noise=0.002), curves="ed25519 p256")
    parts = {part.name: part for part in found.parts}

    assert _holds(parts["curve"], -0.2e-3)
    assert _holds(parts["canonicalization"], 1.4e-3)
    assert list(found.cells) == ["other", "none", "canonicalization", "curve", "curve + canonicalization"]


def test_each_curve_that_both_formats_have_gives_a_gap(plant: Plant, factorial: Factorial) -> None:
    found = gaps(plant(factorial(), engines=ENGINES), "pyld")
    told = [
        (each.place.algorithm, each.other.format, each.other.algorithm)
        for each in found
        if isinstance(each, Gap)
    ]

    assert told == [
        ("ed25519", "sd-jwt-vc", "ed25519"),
        ("ed25519", "sd-jwt-vc", "p256"),
        ("ed25519", "mdoc", "ed25519"),
        ("ed25519", "mdoc", "p256"),
        ("p256", "sd-jwt-vc", "p256"),
        ("p256", "mdoc", "p256"),
    ]


@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.05, 0.5]))
def test_contributions_add_up_to_the_gap_in_every_round(
    plant: Plant, factorial: Factorial, seed: int, noise: float
) -> None:
    for each in gaps(plant(factorial(), engines=ENGINES, noise=noise, seed=seed, rounds=8), "pyld"):
        assert isinstance(each, Gap)
        for sitting, gap in each.gap.rounds.items():
            assert fsum(part.rounds[sitting] for part in each.parts) == pytest.approx(gap, abs=1e-15)
        assert fsum(part.mean for part in each.parts) == pytest.approx(each.gap.mean, abs=1e-15)


def test_intervals_hold_the_planted_contribution_as_often_as_they_say(
    plant: Plant, factorial: Factorial
) -> None:
    held = [
        _holds(_one(plant(factorial(), engines=ENGINES, noise=0.02, drift=0.0, seed=seed)).parts[0], 1.4e-3)
        for seed in range(120)
    ]

    assert fmean(held) >= 0.88


def test_the_best_of_libraries_alone_keeps_more_of_the_gap(plant: Plant, factorial: Factorial) -> None:
    run = plant(factorial(), engines=ENGINES, noise=0.001)
    found = _one(run, own=False)

    assert found.kept is not None
    assert found.kept.interval.holds(1.0)
    assert found.cells["none"].best.names == ("pyld",)


def test_among_libraries_ours_does_not_stand_in_where_another_has_the_step(
    plant: Plant, factorial: Factorial
) -> None:
    """With JCS, PyLD changes no step: a library does it in 0.8 ms, ours in 0.6, which must not count."""
    truth = factorial()
    truth["jcs"] = {
        name: each * 0.8 / 0.6 for name, each in truth["canonbench"].items() if name.startswith("eddsa-jcs")
    }
    steps = {
        row: {"jcs.canonicalize": 1e-5} if "jcs" in row else {"jsonld.to_quads": 1e-4}
        for row in truth["canonbench"]
    }
    engines = {
        "canonbench": f"jcs.canonicalize=canonbench,{ENGINES['canonbench']}",
        "pyld": ENGINES["pyld"],
        "jcs": "jcs.canonicalize=jcs",
    }
    run = plant(truth, engines=engines, steps=steps, noise=0.005)
    libraries, every = _one(run, own=False), _one(run)
    parts = {part.name: part for part in libraries.parts}

    assert (
        libraries.cells["canonicalization"].chosen.stack,
        libraries.cells["canonicalization"].stands_in,
    ) == ("jcs", True)
    assert _holds(parts["canonicalization"], 2.2e-3)
    assert parts["library"].mean == 0.0
    assert parts["canonicalization"].below != ()
    assert every.cells["canonicalization"].chosen.stack == "canonbench"


def test_no_shares_of_a_gap_that_is_not_certain(plant: Plant, factorial: Factorial) -> None:
    truth = factorial(base=0.5e-3, library=0.0, jcs=0.0)
    found = _one(plant(truth, engines=ENGINES))

    assert found.gap.seconds is not None
    assert found.gap.seconds.interval.holds(0.0)
    assert {part.share for part in found.parts} == {None}


def test_few_rounds_have_no_intervals(plant: Plant, factorial: Factorial) -> None:
    found = _one(plant(factorial(), engines=ENGINES, rounds=4))

    assert (found.gap.seconds, found.gap.share, found.kept, found.ratio) == (None, None, None, None)
    assert found.gap.mean == pytest.approx(2.5e-3, rel=0.1)


def test_a_gap_that_cannot_be_divided_says_why(plant: Plant, factorial: Factorial) -> None:
    truth = factorial()
    lacks = {
        stack: {row: each for row, each in own.items() if "jcs" not in row} for stack, own in truth.items()
    }
    part = {
        stack: {row: each for row, each in own.items() if "jwt-vc.verify" not in row}
        for stack, own in truth.items()
    }
    reasons = [
        {
            each.reason
            for each in gaps(plant(run, engines=ENGINES), "pyld", against=["sd-jwt-vc"])
            if isinstance(each, Missing)
        }
        for run in (lacks, part)
    ]

    assert "the exchange with canonicalization swapped is not in the run: measure it, too" in reasons[0]
    assert "sd-jwt-vc (ed25519) has no total with pyld: measure issue, present, verify" in reasons[1]


def test_exchanges_of_other_rounds_are_not_compared(plant: Plant, factorial: Factorial) -> None:
    run = plant(factorial(), engines=ENGINES)
    rows = []
    for row in run.stacks[0].rows:
        later = tuple(
            replace(each, sitting=each.sitting and each.sitting._replace(run="later"))
            for each in row.processes
        )
        rows.append(replace(row, processes=later) if "sd-jwt" in row.name else row)
    apart = Run("run", (Stack("canonbench", tuple(rows)), *run.stacks[1:]))
    found = gaps(apart, "pyld", against=["sd-jwt-vc"])

    assert {each.reason for each in found if isinstance(each, Missing)} == {"its exchanges share no round"}


def test_a_document_or_a_stack_that_is_not_there_has_no_gap(plant: Plant, factorial: Factorial) -> None:
    run = plant(factorial(), engines=ENGINES)

    assert gaps(run, "pyld", document="dcc") == ()
    assert gaps(run, "absent", document="ob3") == ()
