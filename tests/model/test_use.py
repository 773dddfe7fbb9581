"""Ways to hand out stages."""

from typing import Any

import pytest

from canonbench.errors import UnknownName
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage
from canonbench.model.text import Text
from canonbench.model.use import Recorder, Stack, Use

TEXT = Text("text", "1", "https://text.example/")
SORT: Stage[list[str], list[str]] = Stage("fake.sort", TEXT.at("sort"))
JOIN: Stage[list[str], str] = Stage("fake.join", TEXT.at("join"))


def in_place(value: list[str]) -> list[str]:
    value.sort()
    return value


def composition(use: Use) -> Any:
    sort, join = use(SORT, of="names"), use(JOIN)
    return lambda value: join(sort(value))


@pytest.fixture
def stack() -> Stack:
    return Stack(
        "fake",
        {"fake.sort": Engine(SORT, "fake", run=in_place), "fake.join": Engine(JOIN, "fake", run="".join)},
    )


def test_a_stack_hands_out_bare_calls(stack: Stack) -> None:
    assert stack(SORT) is in_place
    assert composition(stack)(["b", "a"]) == "ab"


def test_a_stage_that_no_engine_offers_is_named(stack: Stack) -> None:
    with pytest.raises(UnknownName, match=r"engine in stack fake for stage 'fake.split'"):
        stack(Stage("fake.split", TEXT.at("split")))


def test_a_recorder_notes_each_input_as_it_was_before_the_call(stack: Stack) -> None:
    recorder = Recorder(stack)

    assert composition(recorder)(["b", "a"]) == "ab"
    assert [(step.stage.name, step.of, step.input, step.output) for step in recorder.steps] == [
        ("fake.sort", "names", ["b", "a"], ["a", "b"]),
        ("fake.join", "document", ["a", "b"], "ab"),
    ]
