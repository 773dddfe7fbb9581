"""One process, one call: what its answer and its files say."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import EnginesDisagree
from canonbench.harness import memory_worker, plan
from canonbench.harness.freeze import Material, freeze
from canonbench.model.case import Case
from canonbench.runs import files, keys

pytest.importorskip("memray", reason="memray is not for Windows")

_PLUGIN = """
import os
from canonbench.model.engine import Engine, Remote
from canonbench.specs import rdfc10
from canonbench.stages import rdfc

LEAK, SEEN = [], []

def right(request):
    return rdfc10.canonicalize(*request)

def planted(request):
    extra = bytearray(6_000_000)
    return right(request)

def leaking(request):
    LEAK.append(bytearray(6_000_000))
    return request

def first_only(request):
    SEEN.append(1)
    return planted(request) if len(SEEN) == 1 else right(request)

def wrong(request):
    return right(request).replace("_:c14n0", "_:c14n9")

class Elsewhere:
    pass

ENGINES = (
    Engine(rdfc.canonicalize, "right", run=right),
    Engine(rdfc.canonicalize, "planted", run=planted),
    Engine(rdfc.canonicalize, "leaking", run=right, enter=leaking),
    Engine(rdfc.canonicalize, "first_only", run=first_only),
    Engine(rdfc.canonicalize, "wrong", run=wrong),
    Engine(rdfc.canonicalize, "elsewhere", run=right, remote=Elsewhere()),
)
"""
_EMPTY = [158, 302, 4]

Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def request_of(tmp_path: Path, small: Material) -> Ask:
    """Make requests on a frozen dataset of two quads, with engines of a plug-in."""
    plugin, folder = tmp_path / "allocating.py", tmp_path / "frozen"
    plugin.write_text(_PLUGIN, encoding="utf-8")
    folder.mkdir()
    freeze(plan.cases(plan.targets("rdfc.canonicalize"), "small"), [small], Catalogue(), folder)

    def make(engine: str, **more: Any) -> dict[str, Any]:
        return {
            "engine": engine,
            "plugins": [str(plugin)],
            "inputs": str(folder),
            "facts": {"engine_version": "9"},
            "case": "rdfc.canonicalize/small",
            "warmups": 1,
            "native": False,
            "capture": str(tmp_path / f"{engine}.bin"),
            "empty": _EMPTY,
            "bytes": str(tmp_path / "bytes.json"),
            "counts": str(tmp_path / "counts.json"),
            **more,
        }

    return make


def test_a_planted_allocation_is_reported_within_two_per_cent(request_of: Ask, tmp_path: Path) -> None:
    elsewhere = {name: str(tmp_path / f"own-{name}.json") for name in ("bytes", "counts")}
    own = memory_worker.serve(request_of("right", **elsewhere))["amounts"]
    planted = memory_worker.serve(request_of("planted"))["amounts"]

    assert planted.peak - own.peak == pytest.approx(6_000_000, rel=0.02)
    assert planted.allocated - own.allocated == pytest.approx(6_000_000, rel=0.02)


def test_a_leak_in_set_up_is_not_billed_to_the_stage(request_of: Ask) -> None:
    amounts = memory_worker.serve(request_of("leaking"))["amounts"]

    assert 0 < amounts.peak < 100_000
    assert 0 < amounts.allocated < 100_000


@pytest.mark.parametrize(("warmups", "least", "most"), [(0, 6_000_000, 6_200_000), (1, 1, 100_000)])
def test_what_only_the_first_call_allocates_counts_without_a_warm_up(
    request_of: Ask, warmups: int, least: int, most: int
) -> None:
    amounts = memory_worker.serve(request_of("first_only", warmups=warmups))["amounts"]

    assert least <= amounts.peak <= most


def test_a_call_that_does_nothing_is_measured_the_same_way(request_of: Ask) -> None:
    asked = request_of("right")
    del asked["empty"]

    amounts = memory_worker.serve(asked)["amounts"]

    assert 0 < amounts.peak < 1000
    assert 0 < amounts.allocations < 50


def test_files_are_of_pyperf_and_say_what_was_measured(request_of: Ask, tmp_path: Path) -> None:
    answer = memory_worker.serve(request_of("planted"))

    sizes, counts = (files.read_stack(tmp_path / name).rows for name in ("bytes.json", "counts.json"))
    assert [row.name for row in (*sizes, *counts)] == [
        "rdfc.canonicalize/small:peak",
        "rdfc.canonicalize/small:allocated",
        "rdfc.canonicalize/small:allocations",
    ]
    assert [row.processes[0].wall[0] for row in (*sizes, *counts)] == list(answer["amounts"])
    assert [row.text(keys.UNIT) for row in (*sizes, *counts)] == ["byte", "byte", "integer"]
    about = sizes[0].metadata
    keys.check(keys.scrub(about))
    assert about[keys.MEMORY_EMPTY] == "158,302,4"
    assert about[keys.MEMORY_WARMUPS] == 1
    assert about[keys.ENGINE_VERSION] == "9"
    assert about[keys.DOCUMENT_QUADS] == 2


def test_what_is_at_the_baseline_is_in_no_file(request_of: Ask, tmp_path: Path) -> None:
    answer = memory_worker.serve(request_of("right", empty=[10**9, 302, 10**6]))

    (row,) = files.read_stack(tmp_path / "bytes.json").rows
    assert row.name == "rdfc.canonicalize/small:allocated"
    assert answer["amounts"].peak < 0
    assert not (tmp_path / "counts.json").exists()


def test_a_wrong_output_is_no_measurement(request_of: Ask) -> None:
    with pytest.raises(EnginesDisagree):
        memory_worker.serve(request_of("wrong"))


@pytest.mark.parametrize(
    ("engine", "reason"), [("elsewhere", "memray sees only this one"), ("nobody", "there is no engine")]
)
def test_what_memray_cannot_see_is_said(request_of: Ask, engine: str, reason: str) -> None:
    if engine == "nobody":
        done = subprocess.run(
            [sys.executable, "-m", "canonbench.harness.memory_worker"],
            input=json.dumps(request_of(engine)),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert reason in done.stderr
        return
    assert reason in memory_worker.serve(request_of(engine))["unavailable"]


def test_without_memray_it_says_so(request_of: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "memray", None)

    assert "pip install memray" in memory_worker.serve(request_of("right"))["unavailable"]


def test_a_role_is_measured_as_a_stage_is_and_step_by_step(tmp_path: Path) -> None:
    from canonbench.documents import corpus, contexts  # noqa: PLC0415, I001 - for one test
    from canonbench.harness import requests  # noqa: PLC0415 - for one test

    document = corpus.find("simple", seed=0, contexts=contexts.Contexts({}))
    case = Case("eddsa-jcs-2022.verify", document.name)
    requests.freeze([case], [document], Catalogue(), tmp_path)
    asked: dict[str, Any] = {
        "engine": "canonbench",
        "plugins": [],
        "inputs": str(tmp_path),
        "facts": {},
        "case": case.name,
    }
    asked |= {"warmups": 1, "native": False, "capture": str(tmp_path / "role.bin"), "empty": _EMPTY}
    asked |= {"bytes": str(tmp_path / "bytes.json"), "counts": str(tmp_path / "counts.json")}

    answer = memory_worker.serve(asked)

    assert answer["amounts"].peak > 1000
    assert files.read_stack(tmp_path / "bytes.json").rows[0].name == "eddsa-jcs-2022.verify/simple:peak"

    steps = {step["stage"]: step for step in memory_worker.serve({**asked, "steps": True})["steps"]}
    assert {"jcs.canonicalize", "eddsa.verify"} <= steps.keys()
    assert {step["calls"] > 0 for step in steps.values()} == {True}
    assert sum(step["allocated"] for step in steps.values()) < answer["amounts"].allocated


def test_a_warm_context_cache_is_warm_and_a_cold_one_cold(tmp_path: Path) -> None:
    from canonbench.documents import contexts, corpus  # noqa: PLC0415 - for one test

    document = corpus.find("ob3", seed=0, contexts=contexts.Contexts({}))
    cases = plan.cases(plan.targets("jsonld.expand"), document.name)
    freeze(cases, [document], Catalogue(), tmp_path)
    found = {}
    for case in cases:
        asked = {"engine": "canonbench", "plugins": [], "inputs": str(tmp_path), "facts": {}, "warmups": 1}
        asked |= {"case": case.name, "native": False, "capture": str(tmp_path / case.state), "empty": _EMPTY}
        asked |= {name: str(tmp_path / f"{name}-{case.state}.json") for name in ("bytes", "counts")}
        found[case.state] = memory_worker.serve(asked)["amounts"]

    assert found["cold-context"].allocated > 2 * found["warm"].allocated
