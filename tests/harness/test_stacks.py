"""What a stack is called, and which engines that chooses."""

from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable, UnknownName, UsageError
from canonbench.harness import stacks
from canonbench.harness.stacks import Part
from canonbench.model.engine import Engine
from canonbench.stages import eddsa, jcs, json

FAR: Any = object()
"""Stands for another runtime."""

WRITTEN = "mdoc:one,sd-jwt-vc:json.parse=two,jcs.canonicalize=one"


@pytest.fixture
def catalogue() -> Catalogue:
    """Two engines of two stages, and one of another runtime."""
    extra = {
        name: (Engine(json.parse, name, run=len), Engine(jcs.canonicalize, name, run=len))
        for name in ("one", "two")
    }
    return Catalogue({}, {**extra, "far": (Engine(json.parse, "far", run=len, remote=FAR),)})


def _names(name: str, exchange: str, catalogue: Catalogue) -> dict[str, str]:
    return {stage: engine.name for stage, engine in stacks.chosen(name, exchange, catalogue).items()}


def test_an_engine_is_chosen_for_all_its_stages(catalogue: Catalogue) -> None:
    assert _names("one", "mdoc", catalogue) == {"json.parse": "one", "jcs.canonicalize": "one"}


def test_a_stage_and_a_format_narrow_the_choice(catalogue: Catalogue) -> None:
    assert _names(WRITTEN, "mdoc", catalogue) == {"json.parse": "one", "jcs.canonicalize": "one"}
    assert _names(WRITTEN, "sd-jwt-vc", catalogue) == {"json.parse": "two", "jcs.canonicalize": "one"}
    assert _names(WRITTEN, "other", catalogue) == {"jcs.canonicalize": "one"}


def test_what_is_written_is_read_again() -> None:
    parts = stacks.parts(WRITTEN)

    assert parts[:2] == (Part("mdoc", "", "one"), Part("sd-jwt-vc", "json.parse", "two"))
    assert stacks.write(parts) == WRITTEN
    assert stacks.names(WRITTEN) == ("one", "two")
    assert [stacks.is_assignment(name) for name in (WRITTEN, "mdoc:one", "one")] == [True, True, False]


def test_a_stack_is_called_what_a_file_can_be_called() -> None:
    long = ",".join(f"stage-{number}=engine" for number in range(40))

    assert [stacks.label(name) for name in ("one", "mdoc:one", "a=b,c=d")] == ["one", "mdoc+one", "a=b,c=d"]
    assert stacks.label(long).startswith("stack-")
    assert stacks.label(long) != stacks.label(long + "s")


def test_an_engine_of_another_runtime_is_in_no_stack(catalogue: Catalogue) -> None:
    with pytest.raises(EngineUnavailable, match="another runtime"):
        stacks.chosen("far", "mdoc", catalogue)


def test_a_choice_that_an_engine_does_not_offer_is_a_usage_error(catalogue: Catalogue) -> None:
    stacks.check(WRITTEN, catalogue)
    with pytest.raises(UsageError, match="one offers only json"):
        stacks.check(f"{eddsa.sign.name}=one", catalogue)
    with pytest.raises(UnknownName, match="no engine 'three'"):
        stacks.check("json.parse=three", catalogue)
    with pytest.raises(UnknownName, match="no stage"):
        stacks.check("json.pars=one", catalogue)


def test_a_stack_that_is_written_out_becomes_an_engine_of_the_catalogue(catalogue: Catalogue) -> None:
    found = stacks.known(catalogue, "json.parse=two,one")

    assert {name: each.name for name, each in found.load("json.parse=two,one").items()} == {
        "json.parse": "one",
        "jcs.canonicalize": "one",
    }
    assert stacks.known(catalogue, "one") is catalogue
