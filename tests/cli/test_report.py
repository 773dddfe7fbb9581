"""The verb ``report``."""

import csv
import io
import json
import sys
from pathlib import Path

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
