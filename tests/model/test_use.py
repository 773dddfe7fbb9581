"""Ways to hand out stages."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from canonbench.errors import UnknownName
from canonbench.model.engine import Engine, identity
from canonbench.model.stage import Stage
from canonbench.model.text import Text
from canonbench.model.use import HAND_OVER, Neutral, Playback, Recorder, Stack, Stopwatch, Use

TEXT = Text("text", "1", "https://text.example/")
SORT: Stage[list[str], list[str]] = Stage("fake.sort", TEXT.at("sort"))
JOIN: Stage[list[str], str] = Stage("fake.join", TEXT.at("join"))


def composition(use: Use) -> Callable[[list[str]], str]:
    sort, join = use(SORT, of="names"), use(JOIN)
    into, over, out = use.between(None, SORT), use.between(SORT, JOIN), use.between(JOIN, None)
    return lambda value: str(out(join(over(sort(into(value))))))


def in_place(value: bytearray) -> bytearray:
    value[:] = bytes(sorted(value))
    return value


BYTES_SORT: Engine[list[str], list[str]] = Engine(
    SORT,
    "bytes",
    run=in_place,
    enter=lambda value: bytearray("".join(value).encode()),
    leave=lambda value: list(value.decode()),
)
BYTES_JOIN: Engine[list[str], str] = Engine(
    JOIN,
    "bytes",
    run=bytes.decode,
    enter=lambda value: "".join(value).encode(),
    joins={"fake.sort": bytes},
)
PLAIN_SORT: Engine[list[str], list[str]] = Engine(SORT, "plain", run=sorted)
PLAIN_JOIN: Engine[list[str], str] = Engine(JOIN, "plain", run="".join)
PLAIN: dict[str, Engine[Any, Any]] = {"fake.sort": PLAIN_SORT, "fake.join": PLAIN_JOIN}
BYTES: dict[str, Engine[Any, Any]] = {"fake.sort": BYTES_SORT, "fake.join": BYTES_JOIN}
MIXED: dict[str, Engine[Any, Any]] = {"fake.sort": BYTES_SORT, "fake.join": PLAIN_JOIN}
OTHERWISE: dict[str, Engine[Any, Any]] = {"fake.sort": PLAIN_SORT, "fake.join": BYTES_JOIN}


@pytest.mark.parametrize("engines", [PLAIN, BYTES, MIXED, OTHERWISE])
@pytest.mark.parametrize("use", [Neutral, Stack])
def test_every_mixture_of_engines_gives_the_same(use: Any, engines: dict[str, Any]) -> None:
    assert composition(use(engines))(["b", "a"]) == "ab"


def test_a_stack_hands_out_bare_calls() -> None:
    stack = Stack(PLAIN)

    assert stack(SORT) is sorted
    assert stack.between(None, SORT) is identity
    assert stack.between(SORT, JOIN) is identity
    assert stack.between(JOIN, None) is identity


def test_within_a_library_its_own_types_go_on() -> None:
    assert Stack(BYTES).between(SORT, JOIN) is bytes
    assert Stack(MIXED).between(SORT, JOIN) is BYTES_SORT.leave
    assert Stack(OTHERWISE).between(SORT, JOIN) is BYTES_JOIN.enter


def test_between_two_libraries_a_value_takes_its_neutral_form() -> None:
    other: Engine[list[str], str] = Engine(JOIN, "other", run=str.strip, enter="".join)

    assert Stack({"fake.sort": BYTES_SORT, "fake.join": other}).between(SORT, JOIN)(bytearray(b"ab")) == "ab"


def test_what_another_library_gives_becomes_one_member_of_an_input() -> None:
    member: Engine[list[str], str] = Engine(JOIN, "other", run=str.strip, enter=sorted, part="".join)

    assert Stack({"fake.sort": BYTES_SORT, "fake.join": member}).between(SORT, JOIN)(bytearray(b"ab")) == "ab"
    assert Stack({"fake.sort": BYTES_SORT, "fake.join": member}).between(None, JOIN) is member.part


def test_stages_of_one_engine_share_the_cache_of_a_stack() -> None:
    def enter(value: list[str], cache: dict[str, int]) -> tuple[list[str], dict[str, int]]:
        return value, cache

    engines: dict[str, Engine[Any, Any]] = {
        stage.name: Engine(stage, "cached", run=identity, enter=enter, cache=dict) for stage in (SORT, JOIN)
    }
    stack = Stack(engines)
    one = stack.between(None, SORT)([])[1]
    two = stack.between(None, JOIN)([])[1]
    other = Stack(engines).between(None, SORT)([])[1]

    assert one is two
    assert one is not other


def test_a_stage_that_no_engine_offers_is_named() -> None:
    split: Stage[str, str] = Stage("fake.split", TEXT.at("split"))

    with pytest.raises(UnknownName, match=r"engine for the stage of the proof 'fake\.split'"):
        Stack(PLAIN)(split, of="proof")
    with pytest.raises(UnknownName, match=r"engine for the stage 'fake\.split'"):
        Stack(PLAIN).between(None, split)


def test_a_recorder_notes_each_input_as_it_was_before_the_call() -> None:
    engines: dict[str, Engine[Any, Any]] = {
        **PLAIN,
        "fake.sort": Engine(SORT, "plain", run=lambda value: (value.sort(), value)[1]),
    }
    recorder = Recorder(Neutral(engines))

    assert composition(recorder)(["b", "a"]) == "ab"
    assert [(step.stage, step.of, step.input, step.output) for step in recorder.steps] == [
        ("fake.sort", "names", ["b", "a"], ["a", "b"]),
        ("fake.join", "document", ["a", "b"], "ab"),
    ]


def test_a_stopwatch_times_every_step_and_every_hand_over() -> None:
    ticks = count()
    watch = Stopwatch(Stack(MIXED), clock=lambda: float(next(ticks)))
    run = composition(watch)
    run(["b", "a"])
    run(["b", "a"])

    assert watch.seconds == {
        ("fake.sort", "names"): 2.0,
        ("fake.join", "document"): 2.0,
        (HAND_OVER, "neutral to fake.sort"): 2.0,
        (HAND_OVER, "fake.sort to fake.join"): 2.0,
    }

    watch.reset()

    assert set(watch.seconds.values()) == {0.0}


def test_two_bindings_of_one_step_share_its_total() -> None:
    ticks = count()
    watch = Stopwatch(Stack(PLAIN), clock=lambda: float(next(ticks)))
    first, second = watch(SORT, of="names"), watch(SORT, of="names")
    assert watch.seconds == {("fake.sort", "names"): 0.0}
    first(["b", "a"])
    second(["b", "a"])
    assert watch.seconds == {("fake.sort", "names"): 2.0}
    watch.reset()
    second(["b", "a"])
    assert watch.seconds == {("fake.sort", "names"): 1.0}


def test_a_stopwatch_leaves_alone_what_does_nothing() -> None:
    assert Stopwatch(Stack(PLAIN)).between(SORT, JOIN) is identity
    assert (HAND_OVER, "fake.join to neutral") in _watched(BYTES_JOIN_LEAVING).seconds


BYTES_JOIN_LEAVING: Engine[list[str], str] = Engine(JOIN, "bytes", run=bytes, leave=bytes.decode)


def _watched(join: Engine[list[str], str]) -> Stopwatch:
    watch = Stopwatch(Stack({"fake.sort": PLAIN_SORT, "fake.join": join}))
    watch.between(JOIN, None)
    return watch


def test_playback_gives_again_without_doing_again() -> None:
    done: list[str] = []

    def sort(value: list[str]) -> list[str]:
        done.append("sorted")
        return sorted(value)

    playback = Playback(Stack({**BYTES, "fake.sort": Engine(SORT, "plain", run=sort)}))
    run = composition(playback)
    first = run(["b", "a"])
    playback.rewind()
    second = run(["z"])
    playback.rewind()
    third = run(["z"])

    assert [first, second, third] == ["ab", "ab", "ab"]
    assert done == ["sorted"]


def repeated(use: Use) -> Callable[[list[list[str]]], list[list[str]]]:
    return use.each(SORT, of="names")


def test_a_stopwatch_reads_its_clock_once_around_a_repeated_stage() -> None:
    ticks = count()
    watch = Stopwatch(Stack(PLAIN), clock=lambda: float(next(ticks)))

    assert repeated(watch)([["b", "a"], ["d", "c"], ["f", "e"]]) == [["a", "b"], ["c", "d"], ["e", "f"]]
    assert watch.seconds == {("fake.sort", "names"): 1.0}


def test_a_recorder_notes_every_call_of_a_repeated_stage() -> None:
    recorder = Recorder(Neutral(PLAIN))
    repeated(recorder)([["b", "a"], ["c"]])

    assert [step.input for step in recorder.steps] == [["b", "a"], ["c"]]


def test_playback_gives_a_repeated_stage_again_as_one() -> None:
    playback = Playback(Stack(PLAIN))
    run = repeated(playback)
    first = run([["b", "a"], ["c"]])
    playback.rewind()

    assert run([["z"]]) == first == [["a", "b"], ["c"]]
    assert playback.outputs == [first]
