"""Verdicts from intervals, counts and what lacks."""

import math

import pytest

from canonbench.analysis.claims.criteria import Range
from canonbench.analysis.claims.decide import (
    Judgement,
    Lacking,
    Verdict,
    combined,
    counted,
    decide,
    judged,
    reasons,
    too_few,
)
from canonbench.analysis.estimate import Estimate
from canonbench.analysis.interval import Interval

HOLDS, FAILS, UNDECIDED = Verdict.HOLDS, Verdict.FAILS, Verdict.UNDECIDED


def _lacks() -> Estimate:
    raise Lacking("no row")


def _counts_nothing() -> int:
    raise Lacking("no steps")


@pytest.mark.parametrize(
    ("interval", "verdict"),
    [((1.2, 1.8), HOLDS), ((2.1, 2.2), FAILS), ((0.2, 0.9), FAILS), ((1.8, 2.2), UNDECIDED)],
)
def test_inside_holds_outside_does_not_and_the_rest_is_undecided(
    interval: tuple[float, float], verdict: Verdict
) -> None:
    assert decide(Interval(*interval), Range(1.0, 2.0)) is verdict


def test_an_upper_bound_confirms_and_never_refutes() -> None:
    half = Range(-math.inf, 0.5)

    assert decide(Interval(0.1, 0.2), half, upper=True) is HOLDS
    assert decide(Interval(0.6, 0.7), half, upper=True) is UNDECIDED
    part = judged("labeling", half, lambda: Estimate(0.65, Interval(0.6, 0.7), 8), upper=True)
    assert part.reason == "an upper bound outside the criterion refutes nothing"


def test_what_is_undecided_says_why() -> None:
    wide = judged("ratio", Range(1.0, 2.0), lambda: Estimate(2.0, Interval(1.8, 2.2), 8))
    lacking = judged("ratio", Range(1.0, 2.0), _lacks, unit="share")

    assert (
        wide.reason == "the interval reaches over the edge of the criterion: take more rounds (--rounds 32)"
    )
    assert (lacking.measured, lacking.verdict, lacking.reason, lacking.unit) == (
        None,
        UNDECIDED,
        "no row",
        "share",
    )
    assert judged("ratio", Range(1.0, 3.0), lambda: Estimate(2.0, Interval(1.8, 2.2), 8)).reason == ""


def test_a_count_is_equal_or_not() -> None:
    assert counted("steps", Range(2, 2), lambda: 2).verdict is HOLDS
    assert counted("steps", Range(2, 2), lambda: 1).verdict is FAILS
    lacking = counted("steps", Range(2, 2), _counts_nothing)
    assert (lacking.verdict, lacking.reason, lacking.unit) == (UNDECIDED, "no steps", "count")


@pytest.mark.parametrize(
    ("verdicts", "whole"),
    [
        ([HOLDS, HOLDS], HOLDS),
        ([HOLDS, UNDECIDED], UNDECIDED),
        ([FAILS, UNDECIDED], FAILS),
        ([FAILS, HOLDS], FAILS),
        ([], UNDECIDED),
    ],
)
def test_one_condition_that_fails_decides_and_all_must_hold(verdicts: list[Verdict], whole: Verdict) -> None:
    assert combined(verdicts) is whole


def test_each_reason_is_said_once() -> None:
    parts = [judged(str(number), Range(1.0, 2.0), _lacks) for number in range(3)]

    assert reasons(parts) == "no row"


def test_too_few_rounds_and_none_are_told_apart() -> None:
    assert "no shared rounds" in str(too_few(0))
    assert "too few rounds: 5 shared, 8 needed" in str(too_few(5))


def test_a_judgement_says_its_verdict_unless_it_has_words_of_its_own() -> None:
    one = Judgement("C2", "xeon", "Python", "pyld", "issuer", (), HOLDS)
    over = Judgement("C2", "", "Python", "pyld", "issuer", (), UNDECIDED, said="consistent in 1 of 4")

    assert (one.words, over.words) == ("holds", "consistent in 1 of 4")
