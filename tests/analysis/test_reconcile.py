"""Lines that must close."""

from collections.abc import Callable
from typing import Any

import pytest

from canonbench.analysis.reconcile import Line, reconcile
from canonbench.model.case import Case
from canonbench.runs.rows import Row, Run

Invent = Callable[..., Row]
Gather = Callable[..., Run]

SPLIT = {
    "split.00.json.parse/document": "0.001,0.001",
    "split.01.eddsa.sign/proof configuration": "0.003,0.003",
    "glue.values": "0.0005,0.0005",
    "split.residual": "0.0001,0.0001",
    "stamp.cost": "0.00005,0.00005",
    "split.steps": 2,
}


def _split(invent: Invent, **changes: Any) -> Row:
    metadata = {**SPLIT, **{key.replace("__", "."): value for key, value in changes.items()}}
    return invent("mdoc.issue/ob3:split", [(0.0046, 0.0046)], cpu=False, **metadata)


def test_a_line_has_its_total_steps_glue_stamps_and_residual(invent: Invent, gather: Gather) -> None:
    (line,) = reconcile(gather({"pyld": [_split(invent), invent("mdoc.issue/ob3", [0.004])]}))

    assert (line.case, line.stack) == (Case("mdoc.issue", "ob3", view="split"), "pyld")
    assert [(step.stage, step.of, step.seconds) for step in line.steps] == [
        ("json.parse", "document", 0.001),
        ("eddsa.sign", "proof configuration", 0.003),
    ]
    assert [step.share for step in line.steps] == pytest.approx([0.001 / 0.0046, 0.003 / 0.0046])
    assert (line.glue, line.stamps, line.residual) == pytest.approx((0.0005, 0.0001, 0.0))
    assert line.closes


def test_the_residual_is_what_a_call_left_less_what_its_stamps_cost(invent: Invent, gather: Gather) -> None:
    (line,) = reconcile(gather({"pyld": [_split(invent, split__residual="0.0003,0.0005")]}))

    assert line.residual == pytest.approx(0.0003)
    assert line.ratio == pytest.approx(0.0003 / 0.0046)
    assert not line.closes
    assert "+300.00 us of 4600.0 us (+6.5%)" in line.violation


def test_a_microsecond_closes_whatever_the_total(invent: Invent, gather: Gather) -> None:
    row = _split(invent, split__residual="0.0000009,0.0000009", stamp__cost="0,0")
    small = Row(row.name, tuple(_with(process, (1e-6, 1e-6)) for process in row.processes), row.metadata)
    (line,) = reconcile(gather({"pyld": [small]}))

    assert line.ratio > 0.5
    assert line.closes


def _with(process: Any, wall: tuple[float, ...]) -> Any:
    return type(process)(wall, process.cpu, process.metadata, process.sitting)


def test_a_line_is_the_median_over_processes(invent: Invent, gather: Gather) -> None:
    rows = [_split(invent, split__residual=f"{left},{left}") for left in ("0.0001", "0.0002", "0.09")]
    every = Row(rows[0].name, tuple(process for row in rows for process in row.processes), {})
    (line,) = reconcile(gather({"pyld": [every]}))

    assert line.residual == pytest.approx(0.0001)


def test_only_split_rows_of_the_stacks_that_were_chosen_have_lines(invent: Invent, gather: Gather) -> None:
    def named(line: Line) -> str:
        return line.stack

    rows = [_split(invent), invent("no case of ours", [1.0])]

    assert list(map(named, reconcile(gather({"a": rows, "b": rows}, only="b")))) == ["b"]
