"""Engines in a child, from the gate to the row."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.errors import EnginesDisagree, MalformedInput
from canonbench.harness.inputs import Inputs
from canonbench.harness.loops import Kept, Spent, Timed
from canonbench.harness.plugins import load_plugin
from canonbench.harness.prove import serve
from canonbench.model.engine import Engine
from canonbench.runs import keys
from canonbench.runtimes.faults import RuntimeFault
from canonbench.runtimes.protocol import Session
from canonbench.runtimes.remote import Runtime, remote_engine
from canonbench.stages import hashing, jsonld

Fake = Callable[..., tuple[str, ...]]
_DIGEST = bytes.fromhex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")


def _engine(command: tuple[str, ...]) -> tuple[Engine[Any, Any], Runtime]:
    runtime = Runtime(lambda: Session(command))
    return remote_engine(hashing.sha256, "fake", runtime), runtime


def test_an_engine_in_a_child_is_called_like_any_other(fake: Fake) -> None:
    engine, runtime = _engine(fake())

    assert engine.neutral()(b"abc") == _DIGEST
    runtime.end()


def test_the_child_starts_with_the_first_call_and_again_after_a_fault(fake: Fake) -> None:
    commands = [fake("dies", "check"), fake()]
    runtime = Runtime(lambda: Session(commands.pop(0)))
    engine = remote_engine(hashing.sha256, "fake", runtime)
    assert len(commands) == 2

    with pytest.raises(RuntimeFault):
        engine.run(b"abc")

    assert engine.run(b"abc") == _DIGEST
    assert commands == []
    runtime.end()
    runtime.end()


def test_versions_and_sources_are_metadata(fake: Fake) -> None:
    engine, runtime = _engine(fake())
    assert engine.remote is not None

    facts = engine.remote.facts()

    assert facts == {
        "engine_version": "1.2",
        "engine_source": "git 0123",
        "runtime": "Fake 3 (really)",
    }
    keys.check(facts)
    runtime.end()


def test_the_child_measures_and_the_time_function_keeps_it(fake: Fake) -> None:
    engine, runtime = _engine(fake())
    kept = Kept()
    outputs: list[bytes] = []
    timed = Timed(engine, lambda: b"abc", outputs.append, kept=kept)

    wall = timed(5)

    assert wall == pytest.approx(15e-6)
    assert outputs == [_DIGEST]
    assert kept.first == Spent(2000 * 1e-9, 1000 * 1e-9)
    assert kept.values == [Spent(15000 * 1e-9 / 5, 10000 * 1e-9 / 5)]
    assert kept.collections == [1, 0, 0]
    assert kept.facts["warm.calls"] == 40
    assert kept.facts["warm.steady"] == "yes"
    assert keys.numbers(kept.facts["warm.cpu"]) == (300 * 1e-9, 200.5 * 1e-9)
    assert kept.facts["cpu.of"] == "process"
    keys.check(kept.facts)
    kept.restart()
    assert kept.collections == [0, 0, 0]
    runtime.end()


def test_a_child_that_does_not_settle_says_so(fake: Fake) -> None:
    engine, runtime = _engine(fake("restless"))
    assert engine.remote is not None

    case = engine.remote.measure(b"abc", cold=False, fresh=True, chunk=1)

    assert case.warm()["warm.steady"] == "no"
    runtime.end()


def test_a_wrong_first_output_is_not_timed(fake: Fake) -> None:
    engine, runtime = _engine(fake())

    def refuse(_output: Any) -> None:
        raise EnginesDisagree("another digest")

    with pytest.raises(EnginesDisagree):
        Timed(engine, lambda: b"abc", refuse)(1)
    runtime.end()


def test_a_timed_call_that_gives_another_output_is_a_fault(fake: Fake) -> None:
    engine, runtime = _engine(fake("drifts"))

    with pytest.raises(RuntimeFault, match="as the first one") as caught:
        Timed(engine, lambda: b"abc", lambda _: None)(1)

    assert caught.value.kind == "digest"
    runtime.end()


def test_an_engine_with_a_context_cache_has_cold_cases(fake: Fake) -> None:
    runtime = Runtime(lambda: Session(fake()))
    engine = remote_engine(jsonld.expand, "fake", runtime)

    assert engine.cache is not None
    assert engine.entry()("value") == "value"


def test_what_the_library_refuses_is_refused(fake: Fake) -> None:
    engine, runtime = _engine(fake("malformed"))

    with pytest.raises(MalformedInput):
        engine.run(b"bad")
    runtime.end()


def test_the_worked_example_of_the_documentation_measures(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("the example is written for Node.js, which is not on the PATH")
    page = (Path(__file__).parents[2] / "docs" / "other-runtimes.md").read_text(encoding="utf-8")
    for name, fence in (("child.mjs", "js"), ("mine.py", "py")):
        found = re.search(rf"```{fence}\n(.*?)```", page, re.DOTALL)
        assert found is not None
        (tmp_path / name).write_text(found[1], encoding="utf-8")
    _, engines = load_plugin(tmp_path / "mine.py")
    outputs: list[Any] = []

    wall = Timed(engines[0], lambda: b"abc", outputs.append)(10)

    assert outputs == [_DIGEST]
    assert wall > 0


def _plugin(folder: Path, command: tuple[str, ...]) -> Path:
    """Write a plug-in whose engine ``mine`` is the child that ``command`` starts."""
    path = folder / "mine.py"
    path.write_text(
        "from canonbench.runtimes.protocol import Session\n"
        "from canonbench.runtimes.remote import Runtime, remote_engine\n"
        "from canonbench.stages import hashing\n"
        f"RUNTIME = Runtime(lambda: Session({command!r}))\n"
        'ENGINES = (remote_engine(hashing.sha256, "mine", RUNTIME),)\n',
        encoding="utf-8",
    )
    return path


def _greeted(plugin: Path, inputs: Path) -> Any:
    request = {"engine": "mine", "plugins": [str(plugin)], "inputs": str(inputs), "cases": [], "min_time": 0}
    Inputs(inputs, {}, {}).write()
    return next(iter(serve(request)))


def test_the_gate_learns_versions_from_the_child(fake: Fake, tmp_path: Path) -> None:
    greeting = _greeted(_plugin(tmp_path, fake()), tmp_path)

    assert greeting["offers"] == {"hashing.sha256": {"cache": False}}
    assert greeting["facts"]["runtime"] == "Fake 3 (really)"
    assert greeting["facts"]["engine_version"] == "1.2"


def test_a_child_that_speaks_another_version_makes_its_engine_unavailable(fake: Fake, tmp_path: Path) -> None:
    assert _greeted(_plugin(tmp_path, fake("old", "hello")), tmp_path) == {
        "unavailable": "the child speaks version 0 of the protocol, not 1"
    }


def test_a_run_file_has_what_the_child_measured(fake: Fake, tmp_path: Path) -> None:
    plugin, output = _plugin(tmp_path, fake()), tmp_path / "mine.json"
    measured = [
        *("stage", "hashing.sha256", "--engine", "mine", "--plugin", str(plugin), "--document", "simple"),
        *("-o", str(output), "-p", "1", "-n", "2", "-w", "1", "-l", "5", "--quiet"),
    ]

    done = subprocess.run([sys.executable, "-m", "canonbench", *measured], capture_output=True, check=False)

    assert done.returncode == 0, done.stderr
    suite = json.loads(output.read_text(encoding="utf-8"))
    (run,) = (run for run in suite["benchmarks"][0]["runs"] if "values" in run)
    metadata = {**suite["metadata"], **run.get("metadata", {})}
    assert run["values"] == [15000 * 1e-9 / 5] * 2
    assert keys.numbers(metadata["cpu.values"]) == (10000 * 1e-9 / 5,) * 2
    assert (metadata["warm.calls"], metadata["cpu.of"], metadata["heap"]) == (40, "process", "plain")
    assert metadata["gc.collections"] == "2,0,0"
