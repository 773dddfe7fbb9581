"""Claims over environments, on planted ones: four decide, fewer are counted."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from canonbench.analysis.claims.criteria import AGREE, Range
from canonbench.analysis.claims.decide import Judgement, Part, Verdict, decide
from canonbench.analysis.claims.over_environments import joint, span
from canonbench.analysis.environments import Environment, environments
from canonbench.analysis.estimate import Estimate
from canonbench.analysis.interval import Interval
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]

HOLDS, FAILS, UNDECIDED = Verdict.HOLDS, Verdict.FAILS, Verdict.UNDECIDED
INSIDE = Range(0.9, 1.1)


def _judgement(claim: str, machine: int, parts: Sequence[Part], verdict: Verdict) -> Judgement:
    return Judgement(claim, f"machine-{machine}", "Python", "canonbench", "issuer", tuple(parts), verdict)


def _part(interval: tuple[float, float] | None, criterion: Range) -> Part:
    if interval is None:
        return Part("ratio", None, criterion, UNDECIDED, "no row")
    found = Interval(*interval)
    return Part("ratio", Estimate(sum(found) / 2, found, 8), criterion, decide(found, criterion))


def _joint(claim: str, judgements: Sequence[Judgement]) -> Judgement:
    (found,) = joint(judgements)
    assert found.claim == claim
    assert (found.environment, found.environments) == ("", len(judgements))
    return found


@pytest.mark.parametrize(
    ("verdicts", "verdict", "words"),
    [
        ([HOLDS] * 4, HOLDS, "holds"),
        ([HOLDS, HOLDS, HOLDS, FAILS], FAILS, "does not hold"),
        ([HOLDS, HOLDS, HOLDS, UNDECIDED], UNDECIDED, "undecided"),
        ([HOLDS], UNDECIDED, "consistent in 1 of 4"),
        ([FAILS], UNDECIDED, "inconsistent in 1 of 4"),
        ([HOLDS, FAILS, HOLDS], UNDECIDED, "consistent in 2, inconsistent in 1 of 4"),
        ([UNDECIDED], UNDECIDED, "undecided"),
    ],
)
def test_c2_must_hold_in_each_of_four_environments(
    verdicts: list[Verdict], verdict: Verdict, words: str
) -> None:
    part = _part((1.0, 1.0), INSIDE)
    found = _joint("C2", [_judgement("C2", at, [part], each) for at, each in enumerate(verdicts)])

    assert (found.verdict, found.words) == (verdict, words)
    assert bool(found.reason) == (len(verdicts) < 4)


NEAR, MIDDLE, FAR, ACROSS, BEYOND = (0.98, 1.02), (1.06, 1.1), (1.2, 1.3), (1.03, 1.07), (1.03, 1.2)


@pytest.mark.parametrize(
    ("intervals", "verdict", "words"),
    [
        ([NEAR] * 4, HOLDS, "holds"),
        ([NEAR, NEAR, NEAR, MIDDLE], HOLDS, "holds"),
        ([NEAR, NEAR, NEAR, ACROSS], HOLDS, "holds"),
        ([NEAR, NEAR, MIDDLE, MIDDLE], FAILS, "does not hold"),
        ([NEAR, NEAR, NEAR, FAR], FAILS, "does not hold"),
        ([NEAR, NEAR, MIDDLE, ACROSS], UNDECIDED, "undecided"),
        ([NEAR, NEAR, NEAR, BEYOND], UNDECIDED, "undecided"),
        ([NEAR, NEAR, NEAR, None], UNDECIDED, "undecided"),
        ([NEAR] * 6 + [MIDDLE] * 2, HOLDS, "holds"),
        ([NEAR], UNDECIDED, "consistent in 1 of 4"),
        ([MIDDLE], UNDECIDED, "consistent in 1 of 4"),
        ([MIDDLE, MIDDLE], UNDECIDED, "consistent in 1, inconsistent in 1 of 4"),
        ([FAR, NEAR], UNDECIDED, "consistent in 1, inconsistent in 1 of 4"),
        ([None], UNDECIDED, "undecided"),
    ],
)
def test_c6_lets_one_in_four_environments_reach_12_percent(
    intervals: list[tuple[float, float] | None], verdict: Verdict, words: str
) -> None:
    parts = [_part(interval, AGREE) for interval in intervals]
    found = _joint("C6", [_judgement("C6", at, [part], part.verdict) for at, part in enumerate(parts)])

    assert (found.verdict, found.words) == (verdict, words)


WITHIN, ABOVE, BELOW, EDGE = (1.0, 1.05), (1.2, 1.3), (0.6, 0.7), (1.05, 1.2)


@pytest.mark.parametrize(
    ("exchange", "verify", "verdict", "words"),
    [
        ([WITHIN, ABOVE, ABOVE, ABOVE], [ABOVE] * 4, HOLDS, "holds"),
        ([ABOVE] * 4, [ABOVE, ABOVE, ABOVE, BELOW], HOLDS, "holds"),
        ([ABOVE, ABOVE, ABOVE, BELOW], [None] * 4, HOLDS, "holds"),
        ([ABOVE] * 4, [ABOVE] * 4, FAILS, "does not hold"),
        ([ABOVE] * 4, [BELOW] * 4, FAILS, "does not hold"),
        ([WITHIN] * 4, [WITHIN] * 4, FAILS, "does not hold"),
        ([ABOVE, ABOVE, ABOVE, EDGE], [ABOVE] * 4, UNDECIDED, "undecided"),
        ([ABOVE], [ABOVE], UNDECIDED, "undecided"),
        ([ABOVE, WITHIN], [ABOVE] * 2, UNDECIDED, "consistent in 2 of 4"),
        ([ABOVE, ABOVE], [ABOVE] * 2, UNDECIDED, "inconsistent in 2 of 4"),
        ([ABOVE, EDGE], [ABOVE] * 2, UNDECIDED, "undecided"),
    ],
)
def test_c4_holds_if_the_difference_is_on_both_sides_of_the_band_or_turns(
    exchange: list[tuple[float, float]],
    verify: list[tuple[float, float] | None],
    verdict: Verdict,
    words: str,
) -> None:
    places = [[_part(a, INSIDE), _part(b, INSIDE)] for a, b in zip(exchange, verify, strict=True)]
    found = _joint("C4", [_judgement("C4", at, parts, UNDECIDED) for at, parts in enumerate(places)])

    assert (found.verdict, found.words) == (verdict, words)


def test_stacks_scopes_and_runtimes_are_judged_apart_and_other_claims_not() -> None:
    part = _part((1.0, 1.0), INSIDE)
    one = _judgement("C2", 1, [part], HOLDS)
    others = [replace(one, stack="pyld"), replace(one, scope="holder"), replace(one, runtime="Node.js")]
    ignored = [replace(one, claim="C1"), replace(one, parts=())]

    assert [(each.stack, each.scope, each.runtime) for each in joint([one, *others, *ignored])] == [
        ("canonbench", "issuer", "Python"),
        ("pyld", "issuer", "Python"),
        ("canonbench", "holder", "Python"),
        ("canonbench", "issuer", "Node.js"),
    ]


@pytest.fixture
def machines(invent: Invent, gather: Gather) -> Callable[..., tuple[Environment, ...]]:
    """Make environments from what one row takes on each."""

    def made(*seconds: float, rounds: int = 8) -> tuple[Environment, ...]:
        runs = []
        for number, value in enumerate(seconds):
            values = [value * (1 + at % 3 / 100) for at in range(rounds)]
            run = gather({"pyld": [invent("jcs/ob3", values, run=str(number))]}, label=str(number))
            runs.append(replace(run, folder=Path("runs", f"machine-{number}", str(number))))
        return environments(runs)

    return made


@pytest.mark.parametrize(
    ("seconds", "verdict", "words"),
    [
        ((1.0, 2.0, 3.0, 6.0), HOLDS, "holds"),
        ((6.0, 3.0, 2.0, 1.0), HOLDS, "holds"),
        ((1.0, 2.0, 3.0, 4.0), FAILS, "does not hold"),
        ((1.0, 2.0, 3.0, 5.0), UNDECIDED, "undecided"),
        ((1.0, 6.0), UNDECIDED, "consistent in 2 of 4"),
        ((1.0, 2.0), UNDECIDED, "inconsistent in 2 of 4"),
    ],
)
def test_c15_compares_the_slowest_with_the_fastest(
    machines: Callable[..., tuple[Environment, ...]],
    seconds: tuple[float, ...],
    verdict: Verdict,
    words: str,
) -> None:
    found = span(machines(*seconds))
    (part,) = found.parts

    assert (found.verdict, found.words, found.environments) == (verdict, words, len(seconds))
    assert isinstance(part.measured, Estimate)
    assert part.measured.value == pytest.approx(max(seconds) / min(seconds))


def test_c15_says_why_it_is_undecided(
    machines: Callable[..., tuple[Environment, ...]], gather: Gather
) -> None:
    empty = environments([replace(gather({}), folder=Path("runs", name, "1")) for name in ("a", "b")])

    assert span(machines(1.0)).reason == "one environment cannot show it: add runs of other machines"
    assert span(empty).reason == "the environments share no row"
    assert span(machines(1.0, 6.0, rounds=5)).reason.startswith("too few rounds")
