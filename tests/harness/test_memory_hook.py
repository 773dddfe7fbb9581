"""The pyperf hook ``memray``: in any pyperf benchmark, and without memray."""

import os
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pyperf
import pytest
from pyperf._hooks import HookError

from canonbench.analysis.compare import compare
from canonbench.harness.memory_hook import Memray
from canonbench.runs import files, keys

_ROOT = Path(__file__).parent.parent.parent
_SIZE = 3_000_000


def _installed(folder: Path) -> dict[str, str]:
    """Return an environment in which canonbench is installed, as far as its entry points go."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = folder / "canonbench-9.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: canonbench\nVersion: 9\n", encoding="utf-8")
    hooks = project["entry-points"]["pyperf.hook"].items()
    lines = ["[pyperf.hook]", *(f"{name} = {place}" for name, place in hooks)]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(_ROOT)])}


def _timeit(env: dict[str, str], folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    argv = [sys.executable, "-m", "pyperf", "timeit", "--hook", "memray", "-p", "1", "-n", "2", "-w", "1"]
    argv += ["--loops", "4", "-q", *arguments, f"bytearray({_SIZE})"]
    return subprocess.run(argv, env=env, cwd=folder, capture_output=True, text=True, check=False)


def test_any_pyperf_benchmark_can_use_it(tmp_path: Path) -> None:
    pytest.importorskip("memray", reason="memray is not for Windows")

    done = _timeit(_installed(tmp_path / "site"), tmp_path, "-o", "out.json")

    assert done.returncode == 0, done.stderr
    (run,) = pyperf.Benchmark.load(str(tmp_path / "out.json")).get_runs()
    about = run.get_metadata()
    loops = about["loops"] * about["memray.values"]
    assert (about["hooks"], about["memray.values"], loops) == ("memray", 2, 8)
    assert about["memray.peak"] == pytest.approx(_SIZE, rel=0.02)
    assert about["memray.allocated"] / loops == pytest.approx(_SIZE, rel=0.02)
    assert about["memray.allocations"] >= loops
    keys.check({key: value for key, value in about.items() if key.startswith("memray.")})


def test_its_runs_are_refused_as_timing(tmp_path: Path) -> None:
    pytest.importorskip("memray", reason="memray is not for Windows")
    _timeit(_installed(tmp_path / "site"), tmp_path, "-o", "out.json")

    run = files.open_run(str(tmp_path / "out.json"))
    (row,) = compare(run, run).rows

    assert row.verdict is None
    assert row.reason.startswith("timed under memray")


def test_without_memray_pyperf_ends_with_one_reason(tmp_path: Path) -> None:
    site = tmp_path / "site"
    env = _installed(site)
    (site / "memray.py").write_text("raise ImportError('not here')\n", encoding="utf-8")

    done = _timeit(env, tmp_path)

    assert done.returncode != 0
    assert "ERROR setting up hook 'memray':" in done.stderr
    assert "pip install memray" in done.stderr
    assert "Traceback" not in done.stderr.partition("pip install memray")[0]


def test_without_memray_it_is_a_hook_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "canonbench.harness.memory_capture", raising=False)
    monkeypatch.delattr("canonbench.harness.memory_capture", raising=False)
    monkeypatch.setitem(sys.modules, "memray", None)

    with pytest.raises(HookError, match="pip install memray"):
        Memray()


def test_totals_add_up_over_values_and_a_peak_does_not() -> None:
    pytest.importorskip("memray", reason="memray is not for Windows")
    hook = Memray()
    found: dict[str, Any] = {}

    for size in (1_000_000, 3_000_000, 2_000_000):
        with hook:
            bytearray(size)
    hook.teardown(found)

    assert found[keys.MEMRAY_PEAK] == pytest.approx(3_000_000, rel=0.02)
    assert found[keys.MEMRAY_ALLOCATED] == pytest.approx(6_000_000, rel=0.02)
    assert found[keys.MEMRAY_VALUES] == 3


def test_a_process_that_is_tracked_already_is_a_hook_error() -> None:
    pytest.importorskip("memray", reason="memray is not for Windows")

    with Memray(), pytest.raises(HookError, match="cannot track this process"):
        Memray().__enter__()


def test_the_entry_point_names_it() -> None:
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    point = metadata.EntryPoint("memray", project["entry-points"]["pyperf.hook"]["memray"], "pyperf.hook")

    assert Memray is point.load()
