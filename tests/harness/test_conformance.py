"""Every engine on every vector, each in a child that may be killed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from canonbench.harness import conformance
from canonbench.harness.conformance import Failure, Verdict, lines, run
from canonbench.suites import OWN

Line = dict[str, Any]
END: Line = {"ended": "", "reason": "exit code 0"}


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[list[Line]]:
    """Answers of the children to come, in order."""
    answers: list[list[Line]] = []

    def ask(_argv: Any, _request: Any, _timeout: float) -> Iterator[Line]:
        yield from answers.pop(0)

    monkeypatch.setattr(conformance, "ask", ask)
    return answers


def test_our_own_engine_passes_the_vectors_it_carries() -> None:
    verdict = run("canonbench", OWN, None, stages=["nquads.parse", "rdfc.label"])

    assert verdict == Verdict(OWN, "canonbench", passed=2)
    assert verdict.judged == 2


def test_what_passes_fails_and_is_not_taken_is_counted(children: list[list[Line]]) -> None:
    children.append(
        [
            {"begin": 0, "name": "a"},
            {"case": 0, "name": "a", "wrong": None},
            {"begin": 1, "name": "b"},
            {"case": 1, "name": "b", "wrong": "differs"},
            {"begin": 2, "name": "c"},
            {"case": 2, "name": "c", "skipped": "no SHA-384"},
            END,
        ]
    )

    assert run("e", "s", Path()) == Verdict("s", "e", 1, (Failure("b", "differs"),), 1, ("no SHA-384",))


def test_a_vector_that_takes_too_long_fails_and_the_next_ones_go_on(children: list[list[Line]]) -> None:
    children.append([{"begin": 4, "name": "poison"}, {"ended": "over budget", "reason": "more than 20 s"}])
    children.append([{"begin": 5, "name": "next"}, {"case": 5, "name": "next", "wrong": None}, END])

    verdict = run("e", "s", Path())

    assert verdict == Verdict("s", "e", 1, (Failure("poison", "over budget: more than 20 s"),))


def test_a_child_that_does_not_start_is_a_failure(children: list[list[Line]]) -> None:
    children.append([{"ended": "crashed", "reason": "exit code 1", "detail": "ImportError: x"}])

    assert run("e", "s", Path()).failed == (Failure("the start", "crashed: exit code 1: ImportError: x"),)


def test_an_engine_that_does_not_load_is_unavailable(children: list[list[Line]]) -> None:
    children.append([{"unavailable": "engine e needs x"}, END])

    assert run("e", "s", Path()) == Verdict("s", "e", unavailable="engine e needs x")


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (Verdict("s", "e"), []),
        (Verdict("s", "e", passed=3), ["s                e            3 of 3 pass"]),
        (
            Verdict("s", "e", 1, skipped=2, reasons=("no SHA-384",)),
            ["s                e            1 of 1 pass, 2 not taken (no SHA-384)"],
        ),
        (Verdict("s", "e", unavailable="no"), ["s                e            unavailable: no"]),
    ],
)
def test_a_verdict_is_told_in_a_line(verdict: Verdict, told: list[str]) -> None:
    assert list(lines(verdict)) == told


def test_failures_are_told_up_to_a_number() -> None:
    verdict = Verdict("s", "e", 0, tuple(Failure(str(number), "differs") for number in range(3)))

    assert list(lines(verdict, most=2))[1:] == ["    0: differs", "    1: differs", "    and 1 more"]
