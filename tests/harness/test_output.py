"""The file of a leaf is refused before anything is measured, and is whole at every moment."""

import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyperf
import pytest

from canonbench.errors import RunFileError, UsageError
from canonbench.harness.output import Output


def _benchmark(name: str, values: int = 1) -> Any:
    run = pyperf.Run([0.5] * values, metadata={"name": name, "unit": "second"}, collect_metadata=False)
    return pyperf.Benchmark([run])


def _names(path: Path) -> list[str]:
    return [benchmark.get_name() for benchmark in pyperf.BenchmarkSuite.load(str(path))]


def test_every_benchmark_is_in_the_file_as_soon_as_it_is_measured(tmp_path: Path) -> None:
    output = Output.of(str(tmp_path / "x.json"), None)

    output.add(_benchmark("a"))
    first = _names(tmp_path / "x.json")
    output.add(_benchmark("b"))

    assert (first, _names(tmp_path / "x.json")) == (["a"], ["a", "b"])
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


def test_append_keeps_what_the_file_has(tmp_path: Path) -> None:
    Output.of(str(tmp_path / "x.json"), None).add(_benchmark("a"))

    Output.of(None, str(tmp_path / "x.json")).add(_benchmark("b"))

    assert _names(tmp_path / "x.json") == ["a", "b"]


def test_append_makes_the_file_if_it_is_missing(tmp_path: Path) -> None:
    Output.of(None, str(tmp_path / "x.json")).add(_benchmark("b"))

    assert _names(tmp_path / "x.json") == ["b"]


def test_without_a_file_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    Output.of(None, None).add(_benchmark("a"))

    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("kept", encoding="utf-8")

    with pytest.raises(RunFileError, match="already there"):
        Output.of(str(path), None)

    assert path.read_text(encoding="utf-8") == "kept"


def test_a_folder_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="there is no folder"):
        Output.of(str(tmp_path / "none" / "x.json"), None)


def test_a_damaged_file_is_not_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"cut', encoding="utf-8")

    with pytest.raises(RunFileError, match="damaged"):
        Output.of(None, str(path))

    assert path.read_text(encoding="utf-8") == '{"cut'


def test_output_and_append_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not both"):
        Output.of(str(tmp_path / "a"), str(tmp_path / "b"))


@pytest.fixture
def small_disk() -> Iterator[int]:
    """Let no file of this process grow over 4 KiB, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    yield 4096
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_is_found_before_anything_is_measured(tmp_path: Path, small_disk: int) -> None:
    with pytest.raises(RunFileError, match="cannot write"):
        Output.of(str(tmp_path / "x.json"), None)

    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_up_loses_nothing_that_was_written(tmp_path: Path, request: Any) -> None:
    output = Output.of(str(tmp_path / "x.json"), None)
    output.add(_benchmark("a"))
    request.getfixturevalue("small_disk")

    with pytest.raises(RunFileError, match="what it held before is whole"):
        output.add(_benchmark("b", values=5000))

    assert _names(tmp_path / "x.json") == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]
