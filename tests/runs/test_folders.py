"""Where runs stand, and how one is found."""

import os
import platform
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from canonbench.errors import RunFileError
from canonbench.runs import folders

NOON = datetime(2026, 11, 30, 12, 0, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("AMD EPYC 7763 64-Core Processor", "amd-epyc-7763-64-core"),
        ("Intel(R) Core(TM) i7-6820HQ CPU @ 2.70GHz", "intel-core-i7-6820hq"),
        ("Apple M2 Pro", "apple-m2-pro"),
        ("../../etc", "etc"),
        ("@@@", "cpu"),
    ],
)
def test_a_machine_is_named_after_its_processor(model: str, name: str) -> None:
    assert folders.machine_name(model) == name


def test_the_processor_is_known_here() -> None:
    assert folders.cpu_model()
    assert folders.cpu_model() != platform.node()


def test_a_processor_that_the_system_does_not_name_is_its_architecture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(path: Path, **_: str) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", absent)
    monkeypatch.setattr(platform, "processor", lambda: "")
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")

    assert folders.cpu_model() == "riscv64"


def test_a_run_folder_says_machine_moment_and_target(tmp_path: Path) -> None:
    local = NOON.astimezone(timezone(timedelta(hours=9)))
    folder = folders.create("rdfc", machine="A CPU", root=tmp_path, now=local)

    assert folder == tmp_path / "a" / "2026-11-30T120005Z-rdfc"
    assert folder.is_dir()


def test_a_second_run_of_the_same_second_gets_a_folder_of_its_own(tmp_path: Path) -> None:
    made = [folders.create("rdfc", machine="m", root=tmp_path, now=NOON) for _ in range(3)]

    assert [folder.name for folder in made] == [
        "2026-11-30T120005Z-rdfc",
        "2026-11-30T120005Z-rdfc.2",
        "2026-11-30T120005Z-rdfc.3",
    ]


def test_without_a_machine_the_processor_of_this_one_gives_the_name(tmp_path: Path) -> None:
    folder = folders.create("a/../b c", root=tmp_path)

    assert folder.parent == tmp_path / folders.machine_name(folders.cpu_model())
    assert folder.name.endswith("Z-a-..-b-c")


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "m").write_text("a file")

    with pytest.raises(RunFileError, match="cannot create a run folder"):
        folders.create("rdfc", machine="m", root=tmp_path)


def test_a_stack_file_is_named_after_its_stack(tmp_path: Path) -> None:
    assert folders.stack_file(tmp_path, "pyld@3.12").name == "pyld@3.12.json"


@pytest.mark.parametrize("name", ["", "../x", "pyld@/usr/bin/python3", ".hidden", "a:b"])
def test_a_stack_whose_name_is_no_file_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(RunFileError, match="cannot be a file name"):
        folders.stack_file(tmp_path, name)


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    for name in ("m/2026-11-30T120005Z-rdfc", "m/2026-11-30T120005Z-rdfc.2", "n/2026-11-29T120005Z-jcs"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "run.jsonl").touch()
        (tmp_path / name / "pyld.json").touch()
    (tmp_path / "n" / "2026-11-30T235959Z-empty").mkdir()
    (tmp_path / "README.md").touch()
    return tmp_path


def test_the_newest_run_is_that_of_the_latest_moment_not_the_latest_change(runs: Path) -> None:
    os.utime(runs / "n" / "2026-11-29T120005Z-jcs", (2e9, 2e9))

    assert folders.newest(runs) == runs / "m" / "2026-11-30T120005Z-rdfc.2"
    assert folders.newest(runs / "n") == runs / "n" / "2026-11-29T120005Z-jcs"


def test_a_run_in_which_nothing_was_measured_hides_none(runs: Path) -> None:
    unmeasured = runs / "m" / "2026-12-01T120005Z-rdfc"
    unmeasured.mkdir()
    (unmeasured / "run.jsonl").touch()

    assert folders.newest(runs) == runs / "m" / "2026-11-30T120005Z-rdfc.2"
    for path in runs.glob("*/*/pyld.json"):
        path.unlink()
    assert folders.newest(runs) == unmeasured


def test_a_folder_of_another_name_is_older_than_all_that_say_their_moment(runs: Path) -> None:
    (runs / "by-hand").mkdir()
    (runs / "by-hand" / "pyld.json").touch()

    assert folders.newest(runs) == runs / "m" / "2026-11-30T120005Z-rdfc.2"
    assert folders.newest(runs / "n") == runs / "n" / "2026-11-29T120005Z-jcs"


def test_no_run_at_all_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="measure first: python -m canonbench run quick"):
        folders.find(None, tmp_path / "runs")


def test_an_argument_is_a_file_a_folder_a_machine_or_a_stack_in_a_folder(runs: Path) -> None:
    newest, jcs = runs / "m" / "2026-11-30T120005Z-rdfc.2", runs / "n" / "2026-11-29T120005Z-jcs"
    file = jcs / "rfc8785.json"
    file.touch()

    assert folders.find(None, runs) == (newest, None)
    assert folders.find(str(jcs)) == (jcs, None)
    assert folders.find(str(runs / "n")) == (jcs, None)
    assert folders.find(f"{jcs}:rfc8785") == (jcs, "rfc8785")
    assert folders.find(f"{runs}:pyld") == (newest, "pyld")
    assert folders.find(str(file)) == (file, None)


def test_a_place_where_no_run_can_be_written_is_said_and_another_is_left_as_it_was(tmp_path: Path) -> None:
    folders.demand_writable("m", tmp_path / "new" / "runs")
    assert list(tmp_path.iterdir()) == []

    (tmp_path / "runs").touch()
    with pytest.raises(RunFileError, match=r"cannot create a run folder in .*runs/m: Not a directory"):
        folders.demand_writable("m", tmp_path / "runs")


def test_an_argument_that_is_nothing_is_one_line(runs: Path) -> None:
    with pytest.raises(RunFileError, match="there is no run at nowhere:pyld"):
        folders.find("nowhere:pyld", runs)


def test_the_aa_pair_of_a_run_folder_is_its_files_with_and_without_again(runs: Path) -> None:
    folder = runs / "n" / "2026-11-29T120005Z-jcs"
    for name in ("jcs.json", "jcs-again.json", "lost-again.json", "pyld.json"):
        (folder / name).touch()

    assert sorted(folders.again(folder)) == [folder / "jcs-again.json", folder / "jcs.json"]
    assert folders.again(runs) == []


def test_the_pair_needs_a_record_of_a_run(tmp_path: Path, write_part: Callable[..., Path]) -> None:
    write_part("own.json")
    write_part("own-again.json")

    assert folders.again(tmp_path) == []
