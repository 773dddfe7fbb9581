"""Rows of another definition never stand beside each other."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from canonbench.analysis.comparable import LeftOut, comparable, sentences
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]


@pytest.fixture
def run(invent: Invent, gather: Gather) -> Callable[..., Run]:
    """Make a run of two rows a stack, each with its case version."""

    def make(versions: Mapping[str, Sequence[str]], only: str | None = None) -> Run:
        stacks = {
            name: [invent(f"s/{place}", [1.0] * 8, case_version=own) for place, own in enumerate(each)]
            for name, each in versions.items()
        }
        return gather(stacks, only=only)

    return make


def test_a_run_of_one_definition_stays_as_it_is(run: Callable[..., Run]) -> None:
    whole = run({"a": ["v1", "v2"], "b": ["v1", "v2"]})

    assert comparable(whole) == (whole, ())
    assert comparable(whole)[0] is whole


def test_rows_of_another_definition_than_the_first_stack_are_left_out(run: Callable[..., Run]) -> None:
    found, left = comparable(run({"a": ["v1", "v1"], "b": ["v1", "v2"], "c": ["", "v1"]}))

    assert left == (LeftOut("b", "s/1", "a"), LeftOut("c", "s/0", "a"))
    assert [[row.name for row in stack.rows] for stack in found.stacks] == [["s/0", "s/1"], ["s/0"], ["s/1"]]


def test_the_stack_under_study_goes_before_the_chosen_one_and_that_before_the_first(
    run: Callable[..., Run],
) -> None:
    versions = {"a": ["v1"], "b": ["v2"], "c": ["v3"]}

    assert {each.beside for each in comparable(run(versions, only="b"), "c")[1]} == {"c"}
    assert {each.beside for each in comparable(run(versions, only="b"))[1]} == {"b"}
    assert {each.beside for each in comparable(run(versions))[1]} == {"a"}


def test_one_line_says_what_a_stack_lost() -> None:
    left = [LeftOut("b", "s/0", "a"), LeftOut("b", "s/1", "a"), LeftOut("c", "s/0", "a")]

    first, second = sentences(left)
    assert first.startswith("Left out: s/0 and 1 more of b, since its case_version is not that of a;")
    assert second.startswith("Left out: s/0 of c,")
