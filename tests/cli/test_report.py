"""The verb ``report``."""

import csv
import io
import json
import os
import sys
import threading
from pathlib import Path

import pyperf
import pytest

from canonbench.cli import main

RUN = str(Path(__file__).parent.parent / "recorded" / "2026-11-30T202500Z-rdfc")


def test_the_suffix_says_the_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
    starts = {"html": "<!DOCTYPE html>", "md": "# ", "json": "{", "csv": "run,section", "tex": "% Tables"}
    for suffix, start in starts.items():
        file = tmp_path / f"report.{suffix}"
        assert main(["report", RUN, "-o", str(file)]) == 0
        assert file.read_text(encoding="utf-8").startswith(start)
    assert capsys.readouterr().out.count("wrote ") == 5


def test_every_format_has_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    main(["report", RUN, "--format", "csv"])
    values = {line["value"] for line in csv.DictReader(io.StringIO(capsys.readouterr().out)) if line["value"]}
    main(["report", RUN, "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    tables = [
        table
        for section in document["sections"]
        for table in (*section["tables"], *(figure["table"] for figure in section["figures"]))
    ]
    cells = {
        str(cell["value"])
        for table in tables
        for row in table["rows"]
        for cell in row
        if isinstance(cell, dict) and cell["value"] is not None
    }

    assert values == cells
    assert len(values) > 10


def test_a_file_is_not_replaced_without_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "report.md"
    file.write_text("mine", encoding="utf-8")

    assert main(["report", RUN, "-o", str(file)]) == 1
    assert file.read_text(encoding="utf-8") == "mine"
    assert "is already there" in capsys.readouterr().err
    assert main(["report", RUN, "-o", str(file), "--force"]) == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "give -o FILE"),
        (["-o", "report.xyz"], "says no format"),
        (["--figure", "x"], "a picture goes to a file"),
        (["--figure", "x", "-o", "x.html"], "a picture goes to a file"),
        (["--figure", "no-such-figure", "-o", "x.svg"], "there is no figure"),
    ],
)
def test_what_cannot_be_is_a_usage_error(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", RUN, *options]) == 2
    assert said in capsys.readouterr().err


def test_a_picture_can_be_taken_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="the extra 'report' is not installed")
    assert main(["report", RUN, "--list-figures"]) == 0
    name = capsys.readouterr().out.split()[0]

    assert main(["report", RUN, "--figure", name, "-o", str(tmp_path / "one.svg")]) == 0
    assert (tmp_path / "one.svg").read_bytes().startswith(b"<?xml")


def test_without_the_extra_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)

    assert main(["report", RUN, "--format", "html"]) == 1
    said = capsys.readouterr().err
    assert "python -m pip install 'canonbench[report]'" in said
    assert said.count("\n") == 1


def test_a_place_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", RUN, "-o", str(tmp_path / "nowhere" / "x.md")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_link_stays_one_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    file = tmp_path / "folder" / "report.md"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    link = tmp_path / "link.md"
    link.symlink_to(file)

    assert main(["report", RUN, "-o", str(link), "--force"]) == 0
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8").startswith("# ")
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["report.md"]


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()

    assert main(["report", RUN, "-o", str(pipe), "--force"]) == 0
    reader.join(60)
    assert pipe.is_fifo()
    assert got[0].startswith(b"run,section")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_device_is_said_and_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = tmp_path / "full"
    link.symlink_to("/dev/full")

    assert main(["report", RUN, "-o", str(link), "--format", "csv", "--force"]) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert Path("/dev/full").is_char_device()
    assert list(tmp_path.iterdir()) == [link]


def test_a_folder_and_links_in_a_circle_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    circle = tmp_path / "circle.md"
    circle.symlink_to(circle)
    for place in (tmp_path, circle):
        assert main(["report", RUN, "-o", str(place), "--format", "csv", "--force"]) == 1
        said = capsys.readouterr().err
        assert "cannot write" in said
        assert said.count("\n") == 1


def test_a_file_of_something_else_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plain.json"
    run = pyperf.Run([1.0, 1.1], metadata={"name": "timeit"}, collect_metadata=False)
    pyperf.BenchmarkSuite([pyperf.Benchmark([run])]).dump(str(file))

    assert main(["report", str(file), "--format", "markdown"]) == 1
    out, said = capsys.readouterr()
    assert out == ""
    assert said.startswith("canonbench: nothing to report: plain.json has no time ")
    assert said.endswith("; measure: canonbench run quick\n")
    assert said.count("\n") == 1
