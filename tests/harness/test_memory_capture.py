"""What one call allocates: known sizes, native code, and what was there before."""

import os
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest

memory_capture = pytest.importorskip("canonbench.harness.memory_capture", reason="memray is not for Windows")

SIZE = 4_000_000


def _same(value: Any) -> Any:
    return value


def _grown(size: int) -> bytearray:
    return bytearray(size)


def _taken_and_freed(size: int) -> int:
    return sum(len(bytearray(size)) for _ in range(3))


def test_a_planted_allocation_is_reported_within_two_per_cent(tmp_path: Path) -> None:
    empty, _ = memory_capture.capture(_same, SIZE, tmp_path / "empty.bin")
    found, result = memory_capture.capture(_grown, SIZE, tmp_path / "one.bin")
    amounts = memory_capture.net(found.amounts, empty.amounts)

    assert len(result) == SIZE
    assert amounts.peak == pytest.approx(SIZE, rel=0.02)
    assert amounts.allocated == pytest.approx(SIZE, rel=0.02)
    assert 0 < found.amounts.allocations < 20


def test_a_peak_is_what_is_there_at_a_time_and_the_total_all_of_it(tmp_path: Path) -> None:
    found, _ = memory_capture.capture(_taken_and_freed, SIZE, tmp_path / "three.bin")

    assert found.amounts.peak == pytest.approx(SIZE, rel=0.02)
    assert found.amounts.allocated == pytest.approx(3 * SIZE, rel=0.02)


def test_small_objects_of_python_are_seen(tmp_path: Path) -> None:
    found, result = memory_capture.capture(lambda n: [object() for _ in range(n)], 50_000, tmp_path / "a.bin")

    assert len(result) == 50_000
    assert found.amounts.allocations >= 50_000
    assert found.amounts.peak >= 50_000 * 16


def test_a_native_allocation_is_seen_and_called_so(tmp_path: Path) -> None:
    text = "x" * SIZE

    found, result = memory_capture.capture(pyoxigraph.Literal, text, tmp_path / "native.bin")

    assert len(result.value) == SIZE
    assert found.amounts.peak == pytest.approx(SIZE, rel=0.02)
    assert found.by_size[0] == (memory_capture.NATIVE, "", 0, pytest.approx(SIZE, rel=0.02))


def test_what_was_there_before_is_not_billed_nor_its_end_credited(tmp_path: Path) -> None:
    leak = [bytearray(SIZE)]

    def run(_argument: Any) -> bytes:
        leak.clear()
        return bytes(1_000_000)

    found, _ = memory_capture.capture(run, None, tmp_path / "leak.bin")

    assert found.amounts.peak == pytest.approx(1_000_000, rel=0.02)


def test_places_are_named_by_base_names(tmp_path: Path) -> None:
    found, _ = memory_capture.capture(_grown, SIZE, tmp_path / "places.bin")
    place = found.by_size[0]

    assert (place.function, place.file) == ("_grown", Path(__file__).name)
    assert place.amount == pytest.approx(SIZE, rel=0.02)
    assert [each for each in (*found.by_size, *found.by_count) if os.sep in each.file] == []


def test_native_frames_may_be_traced(tmp_path: Path) -> None:
    found, _ = memory_capture.capture(_grown, SIZE, tmp_path / "native.bin", native=True)

    assert found.amounts.peak == pytest.approx(SIZE, rel=0.02)
