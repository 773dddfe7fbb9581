"""Shares with intervals, and the steps of a role in place."""

from collections.abc import Callable
from typing import Any

import pytest

from canonbench.analysis.interval import Interval
from canonbench.analysis.portions import GLUE, kinds, portion, portions
from canonbench.runs.rows import Row, Run


def split(invent: Callable[..., Row], role: str, **told: Any) -> Row:
    steps = {"split.00.jsonld.to_quads/document": "0.002,0.004", "split.01.eddsa.sign/proof": "0.001"}
    return invent(f"f.{role}/ob3:split", [0.004] * 8, **{**steps, "glue.values": "0.001,0.001", **told})


def test_a_share_is_taken_round_by_round(invent: Callable[..., Row]) -> None:
    found = portion(invent("p/ob3", [1.0, 4.0, *[1.0] * 6]), invent("w/ob3", [2.0, 8.0, *[2.0] * 6]))

    assert found is not None
    assert (found.value, found.interval, found.rounds) == (0.5, Interval(0.5, 0.5), 8)
    assert portion(invent("p/ob3", [1.0]), invent("w/ob3", [1.0], run="another run")) is None


def test_a_role_is_divided_into_steps_and_glue(
    invent: Callable[..., Row], gather: Callable[..., Run]
) -> None:
    rows = [split(invent, "issue"), invent("f.issue/ob3", [1.0]), invent("no case", [1.0])]
    (found,) = portions(gather({"own": rows, "own-again": rows}))

    assert [(part.stage, part.of) for part in found.parts] == [
        ("jsonld.to_quads", "document"),
        ("eddsa.sign", "proof"),
        (GLUE, "document"),
    ]
    assert [part.seconds.value for part in found.parts] == pytest.approx([0.003, 0.001, 0.001])
    assert [part.share.value for part in found.parts] == pytest.approx([0.6, 0.2, 0.2])
    assert found.total.value == pytest.approx(0.005)
    assert found.total.interval is not None


def test_a_row_outside_rounds_has_its_processes(
    invent: Callable[..., Row], gather: Callable[..., Run]
) -> None:
    row = invent("f.issue/ob3:split", [0.004] * 9, run=None, **{"split.00.a.b/document": "0.002"})
    (found,) = portions(gather({"own": [row]}))

    assert (len(found.rounds), found.total.rounds, len(found.parts)) == (9, 9, 1)


def test_kinds_are_added_up_over_roles(invent: Callable[..., Row], gather: Callable[..., Run]) -> None:
    found = portions(gather({"own": [split(invent, "issue"), split(invent, "verify")]}))
    total, told = kinds(found, lambda stage: stage.partition(".")[0])

    assert total.value == pytest.approx(0.01)
    assert [(each.name, round(each.seconds.value, 6), round(each.share.value, 6)) for each in told] == [
        ("jsonld", 0.006, 0.6),
        ("eddsa", 0.002, 0.2),
        (GLUE, 0.002, 0.2),
    ]
