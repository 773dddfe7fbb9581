"""The report of a stage run in every format."""

import csv
import dataclasses
import io
import json
from pathlib import Path

import pytest

from canonbench.report import stage
from canonbench.runs.rows import Run


def written(run: Run, form: stage.Format = "text") -> str:
    stream = io.StringIO()
    stage.write(run, stream, form=form)
    return stream.getvalue()


def test_text_ends_with_the_finding_and_how_to_go_on(recorded: Run) -> None:
    run = dataclasses.replace(recorded, folder=Path("runs/m/2026-11-30T202500Z-rdfc"))
    lines = written(run).splitlines()

    assert lines[0].startswith("ob3: 32 quads")
    assert lines[-5].startswith("Finding: on ob3 rdfc.label is 48 to 67 % of rdfc.canonicalize")
    folder = "runs/m/2026-11-30T202500Z-rdfc"
    assert lines[-3:] == [
        f"Compare by rounds: python -m canonbench compare {folder}:canonbench {folder}:pyld",
        f"Compare by pyperf: python -m pyperf compare_to {folder}/canonbench.json {folder}/pyld.json --table",
        "(pyperf pools all values and ignores rounds: on a busy machine it calls equal code different)",
    ]


@pytest.mark.parametrize(
    "change",
    [{"folder": None}, {"only": "pyld"}, {"stacks": ()}],
)
def test_without_two_stacks_in_a_folder_there_is_nothing_to_go_on_with(
    recorded: Run, change: dict[str, object]
) -> None:
    assert "pyperf compare_to" not in written(dataclasses.replace(recorded, **change))  # type: ignore[arg-type] # one member each


def test_every_format_says_the_same_rows(recorded: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(written(recorded, "csv"))))
    documents = json.loads(written(recorded, "json"))["documents"]

    assert {row["name"] for row in rows} == {row["name"] for row in documents[0]["rows"]}
    assert written(recorded, "markdown").startswith("### ob3: 32 quads")


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "json"])
def test_no_report_but_the_commands_of_the_text_holds_a_path(recorded: Run, form: stage.Format) -> None:
    said = written(dataclasses.replace(recorded, folder=None), form)

    assert str(Path(__file__).parent.parent) not in said
    assert said.endswith("\n")


def test_calls_one_by_one_have_their_statistics_below(recorded: Run) -> None:
    stack = recorded.stacks[0]
    row = next(row for row in stack.rows if row.name == "rdfc.canonicalize/ob3")
    single = dataclasses.replace(row, name=f"{row.name}:single", metadata={**row.metadata, "view": "single"})
    run = dataclasses.replace(
        recorded, stacks=(dataclasses.replace(stack, rows=(*stack.rows, single)), *recorded.stacks[1:])
    )

    assert "ob3: the paper's statistic, calls timed one by one" in written(run)
    assert "the paper's statistic" not in written(recorded)
