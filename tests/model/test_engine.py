"""Engines, seen as functions from neutral input to neutral output."""

from typing import NamedTuple

from canonbench.model.engine import Engine, identity, only_first
from canonbench.model.stage import Stage
from canonbench.model.text import Text

STAGE: Stage[str, str] = Stage("fake.upper", Text("text", "1", "https://text.example/").at("here"))


def test_an_engine_without_conversions_is_its_bare_run() -> None:
    engine = Engine(STAGE, "fake", run=str.upper)

    assert engine.neutral() is engine.run
    assert identity(engine) is engine
    assert repr(engine) == "<Engine fake of fake.upper>"


def test_conversions_lie_around_the_call() -> None:
    engine = Engine(STAGE, "fake", run=bytes.upper, enter=str.encode, leave=bytes.decode)

    assert engine.neutral()("é a") == "é A"


def test_one_cache_serves_all_neutral_calls_of_one_function() -> None:
    def enter(value: str, cache: dict[str, str]) -> tuple[str, dict[str, str]]:
        return value, cache

    def run(entered: tuple[str, dict[str, str]]) -> str:
        value, cache = entered
        return cache.setdefault(value, f"{value}{len(cache)}")

    engine = Engine(STAGE, "fake", run=run, enter=enter, cache=dict)
    first, second = engine.neutral(), engine.neutral()

    assert [first("a"), first("b"), first("a")] == ["a0", "b1", "a0"]
    assert second("b") == "b0"


class Signing(NamedTuple):
    """A key, and what to sign with it."""

    key: object
    message: bytes


def test_an_input_of_several_members_may_be_entered_by_its_first_one_alone() -> None:
    enter = only_first(str.encode)

    assert Signing(b"key", b"message") == enter(Signing("key", b"message"))
    assert isinstance(enter(Signing("key", b"message")), Signing)
