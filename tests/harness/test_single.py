"""Calls timed one by one, with a clock that ticks only when it is told to."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from canonbench.errors import EnginesDisagree
from canonbench.harness.loops import Clocks, Timed
from canonbench.harness.single import CALLS, WARM, Single, timer_cost
from canonbench.model.engine import Engine
from canonbench.runs import keys
from canonbench.stages import rdfc


class World:
    """The n-th call takes n times ``tick`` seconds; making an input takes far more."""

    def __init__(self, tick: float = 1.0) -> None:
        """Begin at 0."""
        self.now, self.calls, self.tick = 0.0, 0, tick
        self.clocks = Clocks(lambda: self.now, lambda: self.now)

    def run(self, argument: Any) -> Any:
        """Work that takes longer each time, so that values can be told apart."""
        self.calls += 1
        self.now += self.calls * self.tick
        return argument

    def enter(self, value: Any) -> list[Any]:
        """Convert, outside the clock."""
        self.now += 1e6
        return [value]

    def single(self, check: Any = lambda _: None, **options: Any) -> Single:
        """Return the time function of an engine that lives in this world."""
        engine = Engine(rdfc.canonicalize, "fake", run=self.run, enter=self.enter, **options)
        return Single(Timed(engine, lambda: "input", check, chunk=7, clocks=self.clocks), self.clocks)


@pytest.fixture(autouse=True)
def _thaw() -> Iterator[None]:
    yield
    gc.unfreeze()


@pytest.mark.parametrize("consumes", [False, True])
def test_every_call_after_the_warm_ups_is_a_value_of_its_own(*, consumes: bool) -> None:
    single = World().single(consumes=consumes)

    values = [single(1) for _ in range(CALLS)]

    first = 1 + WARM
    assert values == [float(first + number) for number in range(1, CALLS + 1)]


def test_no_more_calls_are_made_than_said_and_one_that_is_checked() -> None:
    world = World()
    checked: list[Any] = []
    single = world.single(checked.append)

    for _ in range(CALLS):
        single(1)

    assert world.calls == 1 + WARM + CALLS + 1
    assert checked == [["input"], ["input"]]


def test_an_output_that_goes_wrong_gives_no_value() -> None:
    checked: list[Any] = []

    def check(output: Any) -> None:
        checked.append(output)
        if len(checked) > 1:
            raise EnginesDisagree("another output")

    with pytest.raises(EnginesDisagree):
        World().single(check)(1)


def test_values_are_rounded_to_a_tenth_of_a_nanosecond_and_never_nothing() -> None:
    coarse, fine = World(0.0).single(), World(1.23456789e-8).single()

    assert coarse(1) == 1e-10
    assert fine(1) == round((2 + WARM) * 1.23456789e-8, 10)


def test_neither_cpu_values_nor_a_first_call_are_kept_but_the_timers_cost() -> None:
    single = World().single()

    single(1)

    assert single.kept.values == []
    assert single.kept.facts == {str(keys.SINGLE_TIMER): 0.0}


def test_the_cost_of_the_timer_is_the_median_of_pairs_of_readings() -> None:
    readings = [number * 0.25 for number in range(10_000)]
    clock = iter(readings)

    assert timer_cost(Clocks(lambda: next(clock), lambda: 0.0)) == 0.25


def test_an_engine_elsewhere_times_its_calls_itself() -> None:
    class Case:
        first, output = (9.0, 9.0), "output"

        def warm(self) -> dict[str, int]:
            return {"warm.calls": 3}

        def run(self, loops: int) -> tuple[float, float, tuple[int, ...]]:
            asked.append(loops)
            return 0.5, 0.5, ()

    class Remote:
        def measure(self, _value: Any, **_options: Any) -> Case:
            return Case()

    asked: list[int] = []
    single = World().single(remote=Remote())

    assert {single(1) for _ in range(CALLS)} == {0.5}
    assert asked == [1] * (WARM + CALLS)
