"""The time that a plan takes is told beforehand, by what its processes do."""

from dataclasses import replace

import pytest

from canonbench.harness import plan
from canonbench.harness.conductor import Settings
from canonbench.harness.estimate import NOMINAL, estimate, start
from canonbench.model.case import Case


def _plan(*cases: Case, rounds: int = 8, engine: str = "canonbench") -> plan.Plan:
    return plan.make("p", plan.choose([engine], again=False), [("x", cases)], rounds=rounds, seed=0)


_STAGE = Case("rdfc.label", "x")
_ROLE = Case("mdoc.issue", "x")


def test_the_estimate_grows_with_the_rounds_by_the_same_each() -> None:
    one, two, three = (estimate(_plan(_STAGE, _ROLE, rounds=rounds), Settings()) for rounds in (1, 2, 3))

    assert 0 < two - one == pytest.approx(three - two)
    assert one > two - one


@pytest.mark.parametrize(
    ("more", "less"),
    [
        (_plan(_ROLE), _plan(_STAGE)),
        (_plan(replace(_ROLE, view="split")), _plan(_ROLE)),
        (_plan(_ROLE, engine="pyld"), _plan(_ROLE)),
        (_plan(_STAGE, engine="node"), _plan(_STAGE)),
        (_plan(replace(_ROLE, view="single"), rounds=5), _plan(_ROLE, rounds=5)),
    ],
)
def test_what_does_more_takes_longer(more: plan.Plan, less: plan.Plan) -> None:
    assert estimate(more, Settings()) > estimate(less, Settings())


def test_calls_one_by_one_take_no_more_rounds_than_visit_them() -> None:
    single = replace(_ROLE, view="single")

    assert estimate(_plan(single, rounds=16), Settings()) == estimate(_plan(single, rounds=5), Settings())


def test_a_large_document_takes_longer_and_so_does_a_longer_value() -> None:
    small, settings = _plan(_STAGE, engine="pyld"), Settings()

    assert estimate(small, settings, {"x": 300_000}) > estimate(small, settings, {"x": 300})
    assert estimate(small, Settings(min_time=1.0)) > estimate(small, settings)


def test_a_chapter_of_fewer_rounds_takes_less() -> None:
    made = _plan(_STAGE)
    short = replace(made, chapters={"": 2})

    assert estimate(short, Settings()) < estimate(made, Settings())


def test_a_slow_machine_takes_longer_if_not_by_all_that_its_starts_do() -> None:
    made, settings = _plan(_STAGE), Settings(min_time=0.0)

    assert 1.5 < estimate(made, settings, unit=2 * NOMINAL) / estimate(made, settings) < 2


def test_a_start_is_measured_here_and_now() -> None:
    assert start() > 0
