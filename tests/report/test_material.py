"""What a report is made of."""

import json
import shutil
from pathlib import Path

import pytest

from canonbench.errors import RunFileError
from canonbench.report.material import gather, rows

RECORDED = Path(__file__).parent.parent / "recorded" / "2026-11-30T202500Z-rdfc"


def test_a_run_says_who_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "a-machine" / RECORDED.name
    shutil.copytree(RECORDED, folder)
    (found,) = gather([str(folder)])

    assert (found.label, found.machine, found.version) == (RECORDED.name, "a-machine", "0.1.0")
    assert found.date.startswith("2026-")
    assert len(found.identifier) == 64
    assert gather([], tmp_path / "runs")[0].identifier == found.identifier


def test_outside_runs_the_machine_is_the_processor(tmp_path: Path) -> None:
    shutil.copytree(RECORDED, tmp_path / "elsewhere")

    assert gather([str(tmp_path / "elsewhere")])[0].machine == "recorded"


def test_a_run_that_is_named_twice_is_one_and_the_oldest_is_first() -> None:
    found = gather([str(RECORDED), str(RECORDED), f"{RECORDED}:pyld"])

    assert [each.run.only for each in found] == [None, "pyld"]


def test_rows_that_were_timed_under_memray_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "pyld.json"
    suite = json.loads((RECORDED / "pyld.json").read_text(encoding="utf-8"))
    suite["metadata"]["hooks"] = "memray"
    file.write_text(json.dumps(suite), encoding="utf-8")
    (found,) = gather([str(file)])

    assert rows(found.run) == []
    assert ("pyld", "rdfc.canonicalize/ob3") in found.refused
    assert found.commands == ()


def test_numbers_of_allocations_come_with_a_run_of_memory(tmp_path: Path) -> None:
    shutil.copytree(RECORDED, tmp_path / "run")
    shutil.copytree(RECORDED, tmp_path / "run" / "allocations")

    assert gather([str(tmp_path / "run")])[0].counts is not None


def test_a_run_that_is_not_there_is_one_error() -> None:
    with pytest.raises(RunFileError, match="there is no run at"):
        gather(["nowhere"])


def test_stacks_have_the_same_order_in_every_picture() -> None:
    (found,) = gather([str(RECORDED)])

    assert found.stacks[:2] == ("canonbench", "pyld")
    assert "canonbench-again" not in found.stacks
    assert found.titled("Times") == "Times"
