"""The verb ``compare``, on a recorded run."""

import csv
import io
import json
from pathlib import Path

import pytest

from canonbench.cli import main

RUN = Path(__file__).parent.parent / "recorded" / "2026-11-30T202500Z-rdfc"
PYLD, OWN, AGAIN = (f"{RUN}:{stack}" for stack in ("pyld", "canonbench", "canonbench-again"))


def test_a_difference_has_a_ratio_an_interval_and_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", PYLD, OWN, "--plain"]) == 0
    said = capsys.readouterr().out

    assert "faster" in said
    assert "99 %" in said


def test_equal_code_is_not_called_different(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", OWN, AGAIN, "--json", "--fail-on", "slower"]) == 0
    verdicts = {row["verdict"] for row in json.loads(capsys.readouterr().out)["rows"]}

    assert verdicts <= {"none seen", "cannot tell", "small"}


def test_fail_on_slower_is_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", OWN, PYLD, "--fail-on", "slower"]) == 3
    assert main(["compare", PYLD, OWN, "--fail-on", "slower"]) == 0
    assert main(["compare", PYLD, OWN, "--fail-on", "faster"]) == 3


def test_every_format_has_the_same_rows(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", PYLD, OWN, "--json"])
    names = [row["name"] for row in json.loads(capsys.readouterr().out)["rows"]]
    main(["compare", PYLD, OWN, "--format", "csv"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    main(["compare", PYLD, OWN, "--format", "markdown"])
    markdown = capsys.readouterr().out

    assert names == [row["name"] for row in rows]
    assert [name for name in names if name.replace("_", "\\_") not in markdown] == []


@pytest.mark.parametrize("band", ["10", "x%", "0", "100%"])
def test_a_band_is_a_share(band: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["compare", PYLD, OWN, "--band", band])

    assert stopped.value.code == 2


def test_a_band_may_be_a_percentage_or_a_fraction(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", PYLD, OWN, "--band", "5%", "--json"])
    first = json.loads(capsys.readouterr().out)
    main(["compare", PYLD, OWN, "--band", "0.05", "--json"])

    assert first == json.loads(capsys.readouterr().out)


def test_a_run_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "runs/nowhere", OWN]) == 1
    assert capsys.readouterr().err.count("\n") == 1
