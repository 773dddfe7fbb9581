"""The split view, on clocks that are told what to say."""

from typing import Any, NamedTuple

import pytest

from canonbench.harness.loops import Clocks, Kept, Spent
from canonbench.harness.split import Split, stamp_cost
from canonbench.model.engine import Engine
from canonbench.model.use import Stack, Use
from canonbench.runs import keys
from canonbench.stages import jcs, json


class Ticking:
    """A clock that stands still unless it is told that work was done."""

    def __init__(self, reading: float = 0.0) -> None:
        """Start at 0; every reading takes ``reading`` seconds."""
        self.now = 0.0
        self.reading = reading

    def __call__(self) -> float:
        """Return the time."""
        self.now += self.reading
        return self.now


def _bind(use: Use) -> object:
    parse, canonicalize = use(json.parse), use(jcs.canonicalize)
    carry = use.between(json.parse, jcs.canonicalize)
    return lambda text: canonicalize(carry(parse(text)))


def _split(clock: Ticking, gap: float = 0.0, kept: Kept | None = None) -> Split:
    """Make a role of two steps, 2 and 3 seconds long, with ``gap`` seconds of glue between them."""

    def parse(text: bytes) -> bytes:
        clock.now += 2
        return text

    def canonicalize(text: bytes) -> bytes:
        clock.now += 3
        return text

    def bind(use: Use) -> object:
        bound = _bind(use)

        def run(text: bytes) -> object:
            clock.now += gap
            return bound(text)  # type: ignore[operator]  # a role as bind returns it

        return run

    engines = {
        "json.parse": Engine(json.parse, "fake", run=parse),
        "jcs.canonicalize": Engine(jcs.canonicalize, "fake", run=canonicalize),
    }
    clocks = Clocks(wall=clock, cpu=lambda: clock.now)
    return Split(bind, lambda: Stack(engines), b"{}", clocks=clocks, kept=kept)  # type: ignore[arg-type]  # as above


def test_total_and_steps_come_from_the_same_calls_and_glue_from_playback() -> None:
    clock, kept = Ticking(), Kept()
    split = _split(clock, gap=0.5, kept=kept)

    assert split(4) == pytest.approx(4 * 5.5)
    assert kept.values == [Spent(5.5, 5.5)]
    assert kept.extra[keys.split_key(0, "json.parse")] == [2.0]
    assert kept.extra[keys.split_key(1, "jcs.canonicalize")] == [3.0]
    assert kept.extra[str(keys.GLUE_VALUES)] == [0.5]
    assert kept.extra[str(keys.GLUE_CPU)] == [0.5]
    assert kept.extra[str(keys.RESIDUAL)] == pytest.approx([0.0])
    assert kept.facts[str(keys.STEPS)] == 2


def test_what_playback_does_not_do_is_left_as_residual() -> None:
    clock = Ticking(reading=0.001)
    measured = _split(clock).measure(3)

    # Of the two readings of each of two steps one is in the total but in neither step nor glue.
    assert measured.residual == pytest.approx(measured.total.wall - 5 - 2 * 0.001 - measured.glue.wall)
    assert measured.residual > 0


def test_a_call_that_was_put_aside_is_in_the_total_but_not_in_the_residual() -> None:
    clock, calls = Ticking(), [0]

    def parse(text: bytes) -> bytes:
        clock.now += 2
        return text

    def bind(use: Use) -> object:
        run = use(json.parse)

        def put_aside(text: bytes) -> object:
            calls[0] += 1
            clock.now += 100 if calls[0] == 7 else 0  # the second of the calls that are timed
            return run(text)

        return put_aside

    engines = {"json.parse": Engine(json.parse, "fake", run=parse)}
    clocks = Clocks(wall=clock, cpu=lambda: clock.now)
    split = Split(bind, lambda: Stack(engines), b"{}", clocks=clocks)  # type: ignore[arg-type]  # as above
    measured = split.measure(5)

    assert measured.total.wall == pytest.approx(2 + 100 / 5)
    assert (measured.glue.wall, measured.residual) == (0.0, 0.0)


def test_what_a_step_frees_is_on_its_account_and_no_glue() -> None:
    clock = Ticking()

    class Costly:
        """Takes a second to be freed."""

        def __del__(self) -> None:
            clock.now += 1

    def bind(use: Use) -> object:
        make, take = use(json.parse), use(jcs.canonicalize)
        return lambda text: take(make(text))

    engines = {
        "json.parse": Engine(json.parse, "fake", run=lambda _text: Costly()),
        "jcs.canonicalize": Engine(jcs.canonicalize, "fake", run=lambda _value: b""),
    }
    clocks, kept = Clocks(wall=clock, cpu=lambda: clock.now), Kept()
    split = Split(bind, lambda: Stack(engines), b"", clocks=clocks, kept=kept)  # type: ignore[arg-type]  # as above
    split(3)

    assert kept.values == [Spent(1.0, 1.0)]
    assert kept.extra[keys.split_key(1, "jcs.canonicalize")] == [1.0]
    assert kept.extra[str(keys.GLUE_VALUES)] == [1e-9]
    assert kept.extra[str(keys.RESIDUAL)] == [0.0]


def test_a_step_that_is_bound_and_not_called_is_none() -> None:
    clock, kept = Ticking(), Kept()

    def parse(text: bytes) -> bytes:
        clock.now += 2
        return text

    def bind(use: Use) -> object:
        use(jcs.canonicalize)
        return use(json.parse)

    engines = {
        "json.parse": Engine(json.parse, "fake", run=parse),
        "jcs.canonicalize": Engine(jcs.canonicalize, "fake", run=parse),
    }
    clocks = Clocks(wall=clock, cpu=lambda: clock.now)
    split = Split(bind, lambda: Stack(engines), b"{}", clocks=clocks, kept=kept)  # type: ignore[arg-type]  # as above
    split(3)

    assert kept.extra[keys.split_key(1, "json.parse")] == [2.0]
    assert not [key for key in kept.extra if key.endswith("jcs.canonicalize/document")]


def test_every_series_starts_again_with_each_value() -> None:
    clock, kept = Ticking(), Kept()
    split = _split(clock, kept=kept)
    split(2)
    kept.restart()
    split(3)

    assert kept.extra[keys.split_key(0, "json.parse")] == [2.0]
    assert len(kept.extra[str(keys.STAMP_COST)]) == 1


def test_a_stamp_costs_the_reading_that_its_own_step_does_not_hold() -> None:
    # A stamped step reads the clock twice, and one reading falls into its own time; so does a played one.
    assert stamp_cost(3, Clocks(wall=Ticking(reading=0.5))) == pytest.approx(0.5, rel=0.01)


def test_what_the_steps_made_is_freed_in_the_played_call_as_in_the_stamped_one() -> None:
    clock = Ticking()

    class Made:
        """A value whose end takes a second."""

        def __del__(self) -> None:
            clock.now += 1

    def parse(_text: bytes) -> Made:
        clock.now += 2
        return Made()

    def bind(use: Use) -> object:
        run = use(json.parse)

        def used(text: bytes) -> None:
            run(text)

        return used

    engines = {"json.parse": Engine(json.parse, "fake", run=parse)}
    clocks = Clocks(wall=clock, cpu=lambda: clock.now)
    split = Split(bind, lambda: Stack(engines), b"{}", clocks=clocks)  # type: ignore[arg-type]  # as above
    measured = split.measure(3)

    assert measured.glue.wall == 1.0
    assert measured.residual == 0.0


def test_what_is_played_back_is_equal_and_made_anew() -> None:
    class Pair(NamedTuple):
        """A value as a stage gives one."""

        first: Any
        second: Any

    native, seen = object(), list[Any]()
    text = "a string of some length"

    def parse(_text: bytes) -> Any:
        return Pair({text: [text, (1, text)]}, native)

    def bind(use: Use) -> object:
        run = use(json.parse)
        return lambda given: seen.append(run(given))

    engines = {"json.parse": Engine(json.parse, "fake", run=parse)}
    split = Split(bind, lambda: Stack(engines), b"{}")  # type: ignore[arg-type]  # as above
    split.measure(1)
    recorded, played = seen[-2:]
    ((name, (item, (_, inner))),) = played.first.items()

    assert played == recorded
    assert played.first is not recorded.first
    assert played.second is native
    assert name is item is inner
    assert name is not text


def test_a_repeated_stage_is_one_stamped_step() -> None:
    def bind(use: Use) -> object:
        return use.each(json.parse, of="items")

    engines = {"json.parse": Engine(json.parse, "fake", run=len)}
    split = Split(bind, lambda: Stack(engines), [b"1", b"22"])  # type: ignore[arg-type]  # as above
    split(2)

    assert split.kept.facts[keys.STEPS] == 1
    assert [key for key in split.kept.extra if "/" in key] == ["split.00.json.parse/items"]
