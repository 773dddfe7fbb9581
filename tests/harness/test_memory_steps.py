"""The steps of a composition, each under a tracker of its own."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.model.engine import Engine, identity
from canonbench.model.stage import Stage
from canonbench.model.text import Text
from canonbench.model.use import HAND_OVER, Stack

memory_steps = pytest.importorskip("canonbench.harness.memory_steps", reason="memray is not for Windows")

from canonbench.harness.memory_capture import Amounts  # noqa: E402 - where memray is

_TEXT = Text("none", "none", "https://none.example/").at("none")
_GROW: Stage[Any, Any] = Stage("kit.grow", _TEXT)
_SIZE: Stage[Any, Any] = Stage("kit.size", _TEXT)
_EMPTY = Amounts(158, 302, 4)
_LARGE = 2_000_000


def _use(file: Path, enter: Callable[[Any], Any] = identity) -> Any:
    engines = {
        "kit.grow": Engine(_GROW, "grower", run=bytearray),
        "kit.size": Engine(_SIZE, "sizer", run=len, enter=enter),
    }
    return memory_steps.Steps(Stack(engines), file, _EMPTY)


def test_each_step_has_its_own_figures(tmp_path: Path) -> None:
    use = _use(tmp_path / "step.bin")
    grow, size = use(_GROW), use(_SIZE, of="proof")

    use.start()
    assert size(grow(_LARGE)) == _LARGE

    first, second = use.steps
    assert (first.stage, first.of, first.calls) == ("kit.grow", "document", 1)
    assert first.peak == pytest.approx(_LARGE, rel=0.02)
    assert first.allocated == pytest.approx(_LARGE, rel=0.02)
    assert first.allocations > 0
    assert first.by_size[0][:2] == ("native code", "")
    assert (second.stage, second.of, second.calls) == ("kit.size", "proof", 1)
    assert second.peak < 1000


def test_of_several_calls_the_highest_peak_counts_and_all_bytes(tmp_path: Path) -> None:
    use = _use(tmp_path / "step.bin")
    grow = use(_GROW)

    use.start()
    for share in (2, 1, 4):
        grow(_LARGE // share)

    (step,) = use.steps
    assert step.calls == 3
    assert step.peak == pytest.approx(_LARGE, rel=0.02)
    assert step.allocated == pytest.approx(1.75 * _LARGE, rel=0.02)
    assert step.by_size[0].amount == pytest.approx(_LARGE, rel=0.02)


def test_warming_up_counts_nothing(tmp_path: Path) -> None:
    use = _use(tmp_path / "step.bin")

    assert len(use(_GROW)(5)) == 5
    assert use.steps == ()


def test_a_hand_over_is_a_step_unless_it_does_nothing(tmp_path: Path) -> None:
    use = _use(tmp_path / "step.bin", enter=bytes)
    carry = use.between(_GROW, _SIZE)

    use.start()
    carry(bytearray(_LARGE))

    (step,) = use.steps
    assert (step.stage, step.of) == (HAND_OVER, "kit.grow to kit.size")
    assert step.peak == pytest.approx(_LARGE, rel=0.02)
    assert use.between(None, _GROW) is identity
    use.between(_GROW, None)
    assert len(use.steps) == 1


def test_into_and_out_of_the_neutral_form_are_named(tmp_path: Path) -> None:
    use = _use(tmp_path / "step.bin", enter=bytes)

    use.start()
    use.between(None, _SIZE)(b"x")

    assert [step.of for step in use.steps] == ["neutral to kit.size"]
