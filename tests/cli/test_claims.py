"""The verb ``claims``, on a recorded run."""

import json
import re
import shutil
from pathlib import Path

import pyperf
import pytest

from canonbench.cli import main

RUN = Path(__file__).parent.parent / "recorded" / "2026-11-30T202500Z-rdfc"


def test_every_claim_is_judged_or_says_what_would_measure_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", str(RUN), "--plain"]) == 0
    said = capsys.readouterr().out

    assert [f"C{number}: " in said for number in range(1, 16)] == [True] * 15
    assert "canonbench run paper" in said
    assert max(map(len, said.splitlines())) <= 100


def test_json_is_versioned(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", str(RUN), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)

    assert found["schema"] == "canonbench.claims/1"
    assert [claim["id"] for claim in found["claims"]] == [f"C{number}" for number in range(1, 16)]


def test_markdown_is_for_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", str(RUN), "--format", "markdown"]) == 0

    assert "### C1: " in capsys.readouterr().out


def test_the_newest_run_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(RUN, tmp_path / "runs" / "xeon" / RUN.name)
    monkeypatch.chdir(tmp_path)

    assert main(["claims", "--json"]) == 0
    (environment,) = json.loads(capsys.readouterr().out)["environments"]
    assert (environment["name"], environment["runs"]) == ("xeon", [RUN.name])


def test_several_machines_stand_beside_each_other_and_one_run_counts_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = [tmp_path / machine / RUN.name for machine in ("xeon", "epyc")]
    for folder, run in zip(folders, ("a" * 32, "b" * 32), strict=True):
        folder.mkdir(parents=True)
        for path in RUN.iterdir():
            text = re.sub(r'("run": ?)"[0-9a-f]+"', rf'\1"{run}"', path.read_text(encoding="utf-8"))
            (folder / path.name).write_text(text, encoding="utf-8")

    assert main(["claims", *map(str, [*folders, folders[0]]), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["environments"]
    assert [(each["name"], len(each["runs"])) for each in found] == [("xeon", 1), ("epyc", 1)]


def test_one_stack_and_one_runtime_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", str(RUN), "--stack", "pyld", "--runtime", "python", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    judgements = [each for claim in found["claims"] for each in claim["judgements"]]

    assert {each["stack"] for each in judgements} <= {"pyld", None}
    assert {each["runtime"] for each in judgements} == {"Python", None}


@pytest.mark.parametrize("option", [["--stack", "nobody"], ["--runtime", "Java"]])
def test_a_stack_or_runtime_that_is_not_there_is_said(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["claims", str(RUN), *option]) != 0
    assert option[1] in capsys.readouterr().err


def test_a_run_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "nowhere"]) == 1
    assert "there is no run at nowhere" in capsys.readouterr().err


def test_a_file_of_something_else_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plain.json"
    run = pyperf.Run([1.0, 1.1], metadata={"name": "timeit"}, collect_metadata=False)
    pyperf.BenchmarkSuite([pyperf.Benchmark([run])]).dump(str(file))

    assert main(["claims", str(file)]) == 1
    out, said = capsys.readouterr()
    assert out == ""
    assert said.startswith("canonbench: nothing to judge: plain.json has no time ")
    assert said.endswith("; measure: canonbench run quick\n")
    assert said.count("\n") == 1


def test_a_run_of_memory_alone_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / RUN.name
    shutil.copytree(RUN, run)
    for file in run.glob("*.json"):
        file.write_text(re.sub(r'("unit": ?)"second"', r'\1"byte"', file.read_text("utf-8")), "utf-8")

    assert main(["claims", str(run)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
