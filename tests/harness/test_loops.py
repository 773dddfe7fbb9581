"""The time function, with a clock that ticks only when it is told to."""

import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from canonbench.errors import EnginesDisagree
from canonbench.harness.loops import Clocks, Kept, Spent, Timed, calibrate, drain, once, repeat
from canonbench.model.engine import Engine
from canonbench.stages import jsonld, nquads, rdfc


@dataclass
class World:
    """Time passes when work is done: ``cost`` seconds of wall time a call, half of it CPU time."""

    now: float = 100.0
    busy: float = 7.0
    seen: list[Any] = field(default_factory=list)

    @property
    def clocks(self) -> Clocks:
        """Both clocks of this world."""
        return Clocks(lambda: self.now, lambda: self.busy)

    def run(self, argument: Any) -> Any:
        """Work, which takes time."""
        self.now += 2.0
        self.busy += 1.0
        self.seen.append(argument)
        return ("result of", argument)

    def enter(self, value: Any, *rest: Any) -> Any:
        """Convert, which takes far more time."""
        self.now += 50.0
        self.busy += 50.0
        return [value, *rest]

    def engine(self, **options: Any) -> Engine[Any, Any]:
        """Return an engine that lives in this world."""
        return Engine(rdfc.canonicalize, "fake", run=self.run, enter=self.enter, **options)


@pytest.fixture(autouse=True)
def _thaw() -> Any:
    yield
    gc.unfreeze()


def _timed(engine: Engine[Any, Any], world: World, **options: Any) -> Timed:
    return Timed(engine, lambda: "input", lambda _: None, clocks=world.clocks, **options)


def test_one_call_is_timed_by_both_clocks() -> None:
    world = World()

    assert once(world.run, "x", world.clocks) == (Spent(2.0, 1.0), ("result of", "x"))


def test_a_loop_times_all_calls_on_one_argument() -> None:
    world, argument = World(), ["x"]

    spent = repeat(world.run, argument, 5, world.clocks)

    assert spent == Spent(10.0, 5.0)
    assert all(seen is argument for seen in world.seen)


def test_a_batch_enters_outside_the_clock() -> None:
    world = World()

    spent = drain(world.run, lambda: world.enter("x"), 7, 3, world.clocks)

    assert spent == Spent(14.0, 7.0)


def test_a_batch_never_holds_more_than_a_chunk() -> None:
    alive, most = set[int](), [0]

    class Argument:
        def __init__(self) -> None:
            alive.add(id(self))
            most[0] = max(most[0], len(alive))

        def __del__(self) -> None:
            alive.discard(id(self))

    drain(lambda _: None, Argument, 100, 8, Clocks())

    assert most == [8]


def test_a_batch_gives_every_call_an_argument_of_its_own() -> None:
    world = World()

    drain(world.run, lambda: ["x"], 20, 6, world.clocks)

    assert len({id(argument) for argument in world.seen}) == 20


def test_an_input_that_survives_is_entered_once() -> None:
    world = World()
    timed = _timed(world.engine(), world)

    assert timed(10) == 20.0
    assert timed(10) == 20.0
    assert len({id(argument) for argument in world.seen}) == 1


def test_an_input_that_is_consumed_is_entered_for_every_call() -> None:
    world = World()
    timed = _timed(world.engine(consumes=True), world)

    assert timed(10) == 20.0
    assert len({id(argument) for argument in world.seen}) == 11


def test_a_consumed_neutral_input_is_copied() -> None:
    seen: list[list[int]] = []
    engine = Engine(
        rdfc.canonicalize, "fake", run=lambda value: seen.append([*value, value.pop()]), consumes=True
    )
    timed = Timed(engine, lambda: [1, 2], lambda _: None)

    timed(3)

    assert seen == [[1, 2, 2]] * 4


def test_a_fresh_input_is_equal_but_distinct_down_to_its_strings() -> None:
    world = World()
    value = {"name": ["Ada Lovelace", ("x", "Lovelace, Ada")]}
    engine = Engine(rdfc.canonicalize, "fake", run=world.run)
    timed = Timed(engine, lambda: value, lambda _: None, fresh=True, chunk=2, clocks=world.clocks)

    assert timed(5) == 10.0
    assert world.seen == [value] * 6
    assert len({id(each["name"][0]) for each in world.seen}) == 6


@pytest.mark.parametrize("value", [b"bytes", "a string by itself", 7, (b"key", b"data"), [], {"": ""}])
def test_an_input_without_strings_inside_is_not_made_afresh(value: Any) -> None:
    world = World()
    engine = Engine(rdfc.canonicalize, "fake", run=world.run)

    Timed(engine, lambda: value, lambda _: None, fresh=True, clocks=world.clocks)(4)

    assert len({id(each) for each in world.seen}) == 1


def test_a_stage_with_a_context_cache_keeps_its_input() -> None:
    world, (made, cache) = World(), _caches()
    engine = Engine(jsonld.expand, "fake", run=world.run, enter=world.enter, cache=cache)

    _timed(engine, world, fresh=True)(4)

    assert (len({id(each) for each in world.seen}), len(made)) == (1, 1)


def _caches() -> tuple[list[dict[str, int]], Callable[[], dict[str, int]]]:
    made: list[dict[str, int]] = []

    def cache() -> dict[str, int]:
        made.append({})
        return made[-1]

    return made, cache


def test_a_warm_case_has_one_cache_for_all_calls() -> None:
    world, (made, cache) = World(), _caches()
    engine = Engine(jsonld.expand, "fake", run=world.run, enter=world.enter, cache=cache)

    _timed(engine, world)(5)

    assert len(made) == 1


def test_a_cold_context_case_has_an_empty_cache_for_every_call() -> None:
    world, (made, cache) = World(), _caches()
    engine = Engine(jsonld.expand, "fake", run=world.run, enter=world.enter, cache=cache)

    _timed(engine, world, cold=True)(5)

    assert len({id(argument[1]) for argument in world.seen}) == 6
    assert len(made) == 6


def test_the_first_call_is_kept_apart() -> None:
    world = World()
    timed = _timed(world.engine(), world)

    timed(4)

    assert timed.kept.first == Spent(2.0, 1.0)
    assert timed.kept.values == [Spent(2.0, 1.0)]


def test_a_restart_forgets_warm_ups_but_not_the_first_call() -> None:
    world, kept = World(), Kept()
    timed = _timed(world.engine(), world, kept=kept)
    timed(4)
    kept.extra["split.x"] = [1.0]

    kept.restart()

    assert (kept.values, kept.collections, kept.extra) == ([], [0, 0, 0], {"split.x": []})
    assert kept.first is not None


def test_the_output_is_checked_before_a_value_counts() -> None:
    world = World()
    checked: list[Any] = []
    engine = world.engine(leave=lambda result: result[1])
    timed = Timed(engine, lambda: "input", checked.append, clocks=world.clocks)

    timed(1)
    timed(1)

    assert checked == [["input"]]


def test_a_wrong_output_gives_no_value() -> None:
    world = World()

    def refuse(_output: Any) -> None:
        raise ValueError("wrong")

    timed = Timed(world.engine(), lambda: "input", refuse, clocks=world.clocks)

    with pytest.raises(ValueError, match="wrong"):
        timed(10)
    assert timed.kept.values == []


def test_set_up_is_out_of_the_collectors_sight_and_the_collector_is_on() -> None:
    before = gc.get_freeze_count()

    _timed(World().engine(), World())(1)

    assert gc.isenabled()
    assert gc.get_freeze_count() > before


def test_collections_inside_the_clock_are_counted() -> None:
    engine = Engine(rdfc.canonicalize, "fake", run=lambda _: gc.collect(0))
    timed = Timed(engine, lambda: "input", lambda _: None)

    timed(5)

    assert timed.kept.collections[0] >= 5


@pytest.mark.parametrize(("cost", "loops"), [(0.5, 1), (0.01, 2), (0.001, 12), (0.0001, 111)])
def test_loops_are_calibrated_to_the_least_time(cost: float, loops: int) -> None:
    assert calibrate(lambda n: Spent(n * cost, 0.0), 0.01) == pytest.approx(loops, abs=1)


def test_a_busy_moment_does_not_make_the_loops_too_few() -> None:
    readings = iter([9.0, 0.001, 0.001] + [0.02] * 3)

    assert calibrate(lambda _n: Spent(next(readings), 0.0), 0.01) > 1


def test_a_clock_that_stands_still_does_not_calibrate_for_ever() -> None:
    assert calibrate(lambda _n: Spent(0.0, 0.0), 0.01) == 2**24


def test_an_engine_that_goes_wrong_after_its_first_call_is_found() -> None:
    calls: list[str] = []

    def run(value: str) -> str:
        calls.append(value)
        return value.upper() if len(calls) == 1 else ""

    def check(output: str) -> None:
        if output != "GIVEN":
            raise EnginesDisagree("not as before")

    timed: Timed = Timed(Engine(nquads.parse, "fake", run=run), lambda: "given", check)
    timed.finish()
    timed(3)

    with pytest.raises(EnginesDisagree):
        timed.finish()
