"""Run files: what is read back, what is refused, and what a full disk costs."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyperf
import pytest

from canonbench.errors import RunFileError
from canonbench.runs import files, record
from canonbench.runs.rows import Sitting

Part = Callable[..., Path]
RECORDED = Path(__file__).parent.parent / "recorded" / "2026-11-30T202500Z-rdfc"


def rounds(*parts: Path) -> dict[Path, dict[str, Any]]:
    return {part: {"run": "r", "round": number, "stack": "own"} for number, part in enumerate(parts)}


def test_parts_become_one_file_with_every_value_and_its_round(tmp_path: Path, write_part: Part) -> None:
    first, second = write_part("0.json", (1.0, 2.0)), write_part("1.json", (3.0, 4.0))
    written = files.merge([first, second], tmp_path / "own.json", rounds(first, second))
    stack = files.read_stack(written)
    (row,) = stack.rows

    assert (stack.name, row.name) == ("own", "rdfc.label/ob3")
    assert [(process.sitting, process.wall, process.cpu) for process in row.processes] == [
        (Sitting("r", 0), (1.0, 2.0), (0.5, 1.0)),
        (Sitting("r", 1), (3.0, 4.0), (1.5, 2.0)),
    ]
    assert "round" not in row.metadata
    assert row.case_version == "v1"


def test_a_merged_file_is_a_pyperf_file_and_the_parts_stay(tmp_path: Path, write_part: Part) -> None:
    parts = [write_part("0.json"), write_part("1.json")]
    written = files.merge(parts, tmp_path / "own.json")
    suite = pyperf.BenchmarkSuite.load(str(written))

    assert (suite.get_benchmark_names(), suite.get_benchmarks()[0].get_nvalue()) == (["rdfc.label/ob3"], 4)
    assert suite.get_benchmarks()[0].get_runs()[0].warmups == ((1, 3.0),)
    assert all(part.is_file() for part in parts)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.json", "1.json", "own.json"]


def test_the_first_call_of_each_process_becomes_a_row_of_its_own(tmp_path: Path, write_part: Part) -> None:
    parts = [write_part(f"{n}.json", first__wall=9.0 + n, first__cpu=8.0, loops=4) for n in range(2)]
    stack = files.read_stack(files.merge(parts, tmp_path / "own.json", rounds(*parts)))
    cold = stack.row("rdfc.label/ob3:cold-process")

    assert cold is not None
    assert [(process.wall, process.cpu) for process in cold.processes] == [
        ((9.0,), (8.0,)),
        ((10.0,), (8.0,)),
    ]
    assert cold.metadata["state"] == "cold-process"
    assert cold.metadata["loops"] == 1
    assert "first.wall" not in cold.metadata
    assert [sitting.number for sitting in cold.sittings] == [0, 1]


def test_the_first_call_of_a_cold_context_is_no_row(tmp_path: Path, write_part: Part) -> None:
    part = write_part("0.json", name="jsonld.expand/ob3:cold-context", first__wall=9.0)
    stack = files.read_stack(files.merge([part], tmp_path / "own.json"))

    assert [row.name for row in stack.rows] == ["jsonld.expand/ob3:cold-context"]


def test_what_playback_took_becomes_the_glue_row(tmp_path: Path, write_part: Part) -> None:
    part = write_part(
        "0.json",
        name="eddsa-rdfc-2022.issue/attr-20:split",
        glue__values="0.1,0.2",
        split__00__eddsa="1.0,2.0",
    )
    stack = files.read_stack(files.merge([part], tmp_path / "own.json"))
    glue = stack.row("eddsa-rdfc-2022.issue/attr-20:glue")

    assert glue is not None
    assert [(process.wall, process.cpu) for process in glue.processes] == [((0.1, 0.2), None)]
    assert glue.metadata["view"] == "glue"
    assert not any(key.startswith("split.") for key in glue.metadata)


def test_host_name_and_paths_never_reach_a_run_file(tmp_path: Path, write_part: Part) -> None:
    private = {
        "hostname": "someones-laptop",
        "python_executable": "/home/someone/python",
        "python_config_args": "--prefix=/home/someone",
        "python_cflags": "-O3 -I/home/someone",
    }
    part = write_part("0.json", **private)
    hidden = files.merge([part], tmp_path / "hidden.json").read_text(encoding="utf-8")
    kept = files.merge([part], tmp_path / "kept.json", keep_host=True).read_text(encoding="utf-8")

    assert "someone" not in hidden
    assert ("someones-laptop" in kept, "/home" in kept) == (True, False)


def test_a_path_in_any_other_metadata_is_refused(tmp_path: Path, write_part: Part) -> None:
    part = write_part("0.json", plugin="/home/someone/engine.py")

    with pytest.raises(RunFileError, match="metadata 'plugin' holds a path"):
        files.merge([part], tmp_path / "own.json")


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path, write_part: Part) -> None:
    part = write_part("0.json")
    written = files.merge([part], tmp_path / "own.json")
    before = written.read_bytes()

    with pytest.raises(RunFileError, match="already there; run files are never overwritten"):
        files.merge([part], written)
    assert written.read_bytes() == before


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_a_full_disk_leaves_no_half_file_and_loses_no_part(
    tmp_path: Path, write_part: Part, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    part = write_part("0.json")
    before = part.read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        if broken == "fsync":
            patch.setattr(os, "fsync", full)
        else:
            patch.setattr(Path, "replace", full)
        with pytest.raises(RunFileError, match=r"No space left on device; nothing measured is lost"):
            files.merge([part], tmp_path / "own.json")

    assert [path.name for path in tmp_path.iterdir()] == ["0.json"]
    assert part.read_bytes() == before
    assert files.merge([part], tmp_path / "own.json").is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_disk_that_is_really_full_is_one_line(
    tmp_path: Path, write_part: Part, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = write_part("0.json")
    opened = Path.open

    def on_full(path: Path, *arguments: Any, **options: Any) -> Any:
        if path.suffix != ".tmp":
            return opened(path, *arguments, **options)
        opened(path, "x").close()
        return opened(Path("/dev/full"), "w", encoding="utf-8")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", on_full)
        with pytest.raises(RunFileError, match="No space left on device"):
            files.merge([part], tmp_path / "own.json")

    assert [path.name for path in tmp_path.iterdir()] == ["0.json"]


def test_an_interruption_while_writing_leaves_no_half_file(
    tmp_path: Path, write_part: Part, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = write_part("0.json")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.merge([part], tmp_path / "own.json")

    assert [path.name for path in tmp_path.iterdir()] == ["0.json"]


def test_a_folder_that_cannot_be_opened_needs_no_sync(
    tmp_path: Path, write_part: Part, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY", raising=False)

    assert files.merge([write_part("0.json")], tmp_path / "own.json").is_file()


def test_parts_of_other_case_versions_do_not_mix(tmp_path: Path, write_part: Part) -> None:
    parts = [write_part("0.json", case_version="v1"), write_part("1.json", case_version="v2")]

    with pytest.raises(RunFileError, match=r"row rdfc.label/ob3 mixes case versions v1, v2"):
        files.merge(parts, tmp_path / "own.json")
    assert not (tmp_path / "own.json").exists()


def test_parts_of_other_machines_do_not_mix(tmp_path: Path, write_part: Part) -> None:
    parts = [write_part("0.json", cpu_count=2), write_part("1.json", cpu_count=4)]

    with pytest.raises(RunFileError, match=r"parts of own.json do not belong together: .*cpu_count"):
        files.merge(parts, tmp_path / "own.json")


def test_no_parts_are_nothing_to_merge(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="nothing to merge"):
        files.merge([], tmp_path / "own.json")


def test_a_file_whose_row_mixes_case_versions_is_refused(tmp_path: Path, write_part: Part) -> None:
    suites = [
        pyperf.BenchmarkSuite.load(str(write_part(f"{n}.json", case_version=f"v{n}"))) for n in range(2)
    ]
    suites[0].add_runs(suites[1])
    suites[0].dump(str(tmp_path / "mixed.json"))

    with pytest.raises(RunFileError, match=r"row rdfc.label/ob3: mixes case versions v0, v1"):
        files.read_stack(tmp_path / "mixed.json")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b'{"version":"9.9","benchmarks":[]}',
        b'{"version":"1.0","benchmarks":[]}',
        b'{"version":"1.0","benchmarks":[{"runs":[{"values":["fast"]}]}]}',
        b'{"version":"1.0","benchmarks":[{"runs":[{"values":[-1.0]}]}]}',
        b'{"version":"1.0","benchmarks":[{}]}',
        b'{"version":"1.0","benchmarks":7}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_one_line_that_names_it(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "damaged.json"
    path.write_bytes(content)

    with pytest.raises(RunFileError) as caught:
        files.read(path)
    assert "damaged.json is damaged or no pyperf file: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_cut_anywhere_is_refused(tmp_path: Path) -> None:
    whole = (RECORDED / "replay.json").read_bytes().rstrip()
    path = tmp_path / "cut.json"
    refused = 0
    for length in range(0, len(whole), 97):
        path.write_bytes(whole[:length])
        with pytest.raises(RunFileError):
            files.read(path)
        refused += 1

    assert refused == len(range(0, len(whole), 97))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match=r"cannot read .*nowhere.json: No such file or directory"):
        files.read(tmp_path / "nowhere.json")


def test_cpu_values_that_do_not_match_the_values_are_refused(write_part: Part) -> None:
    path = write_part("0.json", cpu__values="1.0")

    with pytest.raises(RunFileError, match=r"1 cpu.values stand beside 2 values"):
        files.read_stack(path)


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        ({"values": (float("inf"), 1.0)}, "a value is negative or not finite"),
        ({"cpu__values": "nan,1.0"}, "a value is negative or not finite"),
        ({"cpu__values": "-1.0,1.0"}, "a value is negative or not finite"),
        ({"cpu__values": "1,z"}, "'1,z' is no comma-joined list of numbers"),
        ({"run": "r", "round": "x"}, "its round is no whole number"),
    ],
)
def test_values_and_rounds_that_are_no_numbers_are_refused(
    write_part: Part, metadata: dict[str, Any], message: str
) -> None:
    path = write_part("0.json", **metadata)

    with pytest.raises(RunFileError, match=f"0.json, row rdfc.label/ob3: {message}; measure again"):
        files.read_stack(path)


def test_runs_that_only_calibrated_are_left_out(tmp_path: Path) -> None:
    runs = [
        pyperf.Run(
            [], warmups=[(1, 1.0)], metadata={"name": name, "calibrate_loops": 1}, collect_metadata=False
        )
        for name in ("a", "b")
    ]
    value = pyperf.Run([1.0], metadata={"name": "b"}, collect_metadata=False)
    suite = pyperf.BenchmarkSuite([pyperf.Benchmark([runs[0]]), pyperf.Benchmark([runs[1], value])])
    suite.dump(str(tmp_path / "x.json"))
    stack = files.read_stack(tmp_path / "x.json")

    assert [(row.name, len(row.processes)) for row in stack.rows] == [("b", 1)]
    assert stack.name == "x"
    assert (stack.rows[0].processes[0].cpu, stack.rows[0].processes[0].sitting) == (None, None)


def test_a_run_folder_is_read_with_all_its_stacks_and_its_record() -> None:
    run = files.read(RECORDED)

    assert run.label == "2026-11-30T202500Z-rdfc"
    assert [stack.name for stack in run.stacks] == ["canonbench", "canonbench-again", "pyld", "replay"]
    assert [entry["kind"] for entry in run.records] == ["plan", "null", "null"]
    assert run.chosen == run.stacks


def test_a_stack_of_a_folder_is_chosen_by_name_and_the_others_stay_for_the_noise() -> None:
    run = files.open_run(f"{RECORDED}:pyld")

    assert ([stack.name for stack in run.chosen], len(run.stacks)) == (["pyld"], 4)
    assert run.label == "2026-11-30T202500Z-rdfc:pyld"


def test_a_file_of_a_run_folder_comes_with_the_aa_pair() -> None:
    pyld, own = (files.open_run(str(RECORDED / f"{name}.json")) for name in ("pyld", "canonbench"))

    assert ([stack.name for stack in pyld.chosen], pyld.label) == (["pyld"], "pyld.json")
    assert {stack.name for stack in pyld.stacks} == {"pyld", "canonbench", "canonbench-again"}
    assert sorted(stack.name for stack in own.stacks) == ["canonbench", "canonbench-again"]


def test_without_an_argument_the_newest_run_is_read() -> None:
    assert files.open_run(None, RECORDED.parent).label == RECORDED.name
    assert files.open_run(str(RECORDED)).only is None


def test_a_stack_that_a_run_lacks_is_refused_with_those_that_it_has() -> None:
    with pytest.raises(RunFileError, match="no stack 'rdflib'; it has: canonbench, canonbench-again"):
        files.open_run(f"{RECORDED}:rdflib")


def test_a_stack_of_a_file_is_its_own_or_none() -> None:
    assert files.open_run(f"{RECORDED / 'pyld.json'}:pyld").only == "pyld"
    with pytest.raises(RunFileError, match="no stack 'canonbench'; it has: pyld"):
        files.open_run(f"{RECORDED / 'pyld.json'}:canonbench")


def test_a_run_that_measured_nothing_is_still_a_run(tmp_path: Path) -> None:
    record.append(tmp_path, {"kind": "plan"})

    assert files.read(tmp_path).stacks == ()
    with pytest.raises(RunFileError, match="it has: none"):
        files.open_run(f"{tmp_path}:pyld")


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match=r"holds no run: neither \*.json nor run.jsonl"):
        files.read(tmp_path)


def test_recorded_files_say_nothing_about_the_machine() -> None:
    paths = list(RECORDED.glob("*.json"))

    assert paths
    for path in paths:
        metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"]
        assert metadata["hostname"] == metadata["python_executable"] == "withheld"
        assert "boot_time" not in metadata


def test_pyperf_is_imported_only_when_a_file_is_read() -> None:
    code = "import sys; import canonbench.runs.files; sys.exit('pyperf' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "change",
    [
        {"cpu__values": "1.0"},
        {"cpu__values": "half"},
        {"python_executable": "withheld", "engine_source": "/home/somebody/engine"},
        {"round": 1.5, "run": "r"},
    ],
)
def test_a_part_that_could_not_be_merged_is_damaged(
    tmp_path: Path, write_part: Callable[..., Path], change: dict[str, Any]
) -> None:
    good = write_part("good.json")

    assert files.is_part(good, "rdfc.label/ob3")
    assert not files.is_part(good, "rdfc.label/bn-50")
    assert not files.is_part(write_part("bad.json", **change), "rdfc.label/ob3")
    assert not files.is_part(tmp_path / "missing.json", "rdfc.label/ob3")
