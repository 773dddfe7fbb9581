"""Trends over runs, relative to an engine that did not change."""

from collections.abc import Callable
from typing import Any

import pytest

from canonbench.analysis.trend import reference, trends
from canonbench.runs.rows import Row, Run

VALUES = (1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.005)


@pytest.fixture
def run(invent: Callable[..., Row], gather: Callable[..., Run]) -> Callable[..., Run]:
    """Make a run of our engine, which takes ``ours`` seconds, and of PyLD, which takes ``theirs``."""

    def make(label: str, ours: float, theirs: float = 2.0, *, pyld: str = "3.3.0", **told: Any) -> Run:
        def row(engine: str, version: str, value: float, name: str = "a.b/ob3") -> Row:
            about = {
                "engine": engine,
                "engine_version": version,
                "engine_source": f"sha256:{version}",
                **told,
            }
            return invent(name, [value * each for each in VALUES], run=label, **about)

        own = [
            row("canonbench", label, ours),
            row("canonbench", label, 1.0, "a.b/ob3:split"),
            row("canonbench", label, 1.0, "x"),
        ]
        return gather(
            {
                "canonbench": own,
                "pyld": [row("pyld", pyld, theirs)],
                "pyld-again": [row("pyld", pyld, theirs)],
            },
            label=label,
        )

    return make


def test_the_ratio_within_a_run_is_what_moves(run: Callable[..., Run]) -> None:
    (found,) = trends([run("r1", 1.0), run("r2", 3.0, 4.0)])

    assert (found.case.name, found.stack, found.reference) == ("a.b/ob3", "canonbench", "pyld")
    assert [each.ratio.value for each in found.moments if each.ratio] == pytest.approx([0.5, 0.75])
    assert found.moved


def test_a_machine_that_is_twice_as_slow_moves_nothing(run: Callable[..., Run]) -> None:
    (found,) = trends([run("r1", 1.0), run("r2", 2.0, 4.0)])

    assert not found.moved


def test_a_reference_that_changed_is_none(run: Callable[..., Run]) -> None:
    runs = [run("r1", 1.0), run("r2", 1.0, pyld="3.4.0")]

    assert reference(runs) == ""
    assert trends(runs) == ()
    assert reference([]) == ""
    assert trends([run("r1", 1.0)]) == ()


def test_another_definition_has_no_ratio(run: Callable[..., Run]) -> None:
    (found,) = trends([run("r1", 1.0, case_version="v0"), run("r2", 1.0)])

    assert found.moments[0].reason == "another definition or document than in the newest run"
    assert found.moments[1].ratio is not None


def test_too_few_rounds_have_no_ratio(invent: Callable[..., Row], gather: Callable[..., Run]) -> None:
    about = {"engine": "e", "engine_version": "1", "engine_source": "s"}
    runs = [
        gather({name: [invent("a.b/ob3", [1.0], run=label, **about)] for name in ("x", "y")}, label=label)
        for label in ("r1", "r2")
    ]
    (found,) = trends(runs)

    assert [each.reason for each in found.moments] == ["too few shared rounds"] * 2
    assert not found.moved


def test_a_row_of_one_run_is_no_trend(run: Callable[..., Run], gather: Callable[..., Run]) -> None:
    first = run("r1", 1.0)
    second = run("r2", 1.0)
    pyld = second.stack("pyld")
    assert pyld is not None

    assert trends([first, gather({"pyld": pyld.rows}, label="r2")]) == ()
