"""The section of steps in place."""

from collections.abc import Callable
from typing import Any

import pytest

from canonbench.report.material import Material
from canonbench.report.page.charts import Bars
from canonbench.report.page.model import Statistic
from canonbench.report.sections.steps import KINDS, kind, section
from canonbench.runs.rows import Row


@pytest.fixture
def split(row: Callable[..., Row]) -> Callable[..., Row]:
    """Make a split role: 2 ms of JSON-LD, 1 ms of signing, half a millisecond of glue, and what is left."""

    def make(role: str, left: float = 0.0) -> Row:
        told: dict[str, Any] = {
            "split.00.jsonld.to_quads/document": "0.002",
            "split.01.eddsa.sign/document": "0.001",
            "glue.values": "0.0005",
            "stamp.cost": "0.0",
            "split.steps": 2,
            "split.residual": str(left),
        }
        return row(f"eddsa-rdfc-2022.{role}/ob3:split", 0.0035 + left, **told)

    return make


def test_kinds_are_stacked_with_their_total(
    split: Callable[..., Row], material: Callable[..., Material]
) -> None:
    found = section([material({"pyld": [split(role) for role in ("issue", "present", "verify")]})])
    assert found is not None
    (figure,) = found.figures
    assert isinstance(figure.chart, Bars)
    ((label, lengths, total),) = figure.chart.rows

    assert label == "eddsa-rdfc-2022, pyld"
    found_lengths = zip(figure.chart.parts, [round(each, 6) for each in lengths], strict=True)
    assert {name: length for name, length in found_lengths if length} == {
        "JSON-LD to quads": 6.0,
        "signatures and keys": 3.0,
        "glue and hand-over": 1.5,
    }
    assert total is not None
    assert round(total.value, 6) == 10.5
    assert "JSON-LD to quads: 57 % [57, 57] of eddsa-rdfc-2022 with pyld" in found.sentence
    assert len(found.tables) == 1
    assert len(found.tables[0].rows) == 9
    share = found.tables[0].rows[0][5]
    assert isinstance(share, Statistic)
    assert share.value == pytest.approx(2 / 3.5)


def test_a_sum_that_does_not_close_is_said(
    split: Callable[..., Row], material: Callable[..., Material]
) -> None:
    found = section([material({"pyld": [split("issue", left=0.001)]})])
    assert found is not None

    assert found.figures == ()
    assert "1 of 1 sums of run do not close." in found.notes
    assert found.tables[1].rows[0][:2] == ("eddsa-rdfc-2022.issue/ob3:split", "pyld")


def test_a_run_without_steps_has_no_section(exchange_run: Material) -> None:
    assert section([exchange_run]) is None


def test_every_stage_is_of_a_kind() -> None:
    from canonbench.stages import STAGES  # noqa: PLC0415 - what is tested against

    assert {kind(name) for name in STAGES} <= set(KINDS)
    assert kind("di.hash_data") == "hashing"
    assert kind("glue") == "glue and hand-over"
