"""What came out of the run of a plan, in short."""

import io
import json
from pathlib import Path
from typing import Any

from canonbench.report import run as report
from canonbench.runs.rows import Run

_PLAN = {"kind": "plan", "target": "p", "chapters": {"one": ["a/x", "b/x"]}, "chapter_rounds": {"one": 8}}
_END = {"kind": "end", "outcome": "interrupted", "seconds": 3.5, "estimate": 10.0}


def _violation(number: int) -> dict[str, Any]:
    return {"kind": "violation", "name": f"a/{number}", "stack": "s", "reason": "no"}


def _written(run: Run, form: str) -> str:
    stream = io.StringIO()
    report.write(run, stream, form=form, plain=True, commands=["go on: so"])
    return stream.getvalue()


def test_text_has_chapters_what_is_amiss_and_how_to_go_on(recorded: Run) -> None:
    run = Run("r", recorded.stacks, (_PLAN, _END, *map(_violation, range(10))), folder=Path("r"))
    lines = _written(run, "text").splitlines()

    assert lines[0] == "p: interrupted"
    assert any(line.split() == ["one", "2", "0", "8"] for line in lines)
    assert any("10 violations" in line for line in lines)
    assert any("and 2 more violations" in line for line in lines)
    assert lines[-1] == "go on: so"


def test_json_counts_rows_by_chapter_and_the_time_of_all_sittings() -> None:
    found = json.loads(_written(Run("r", (), (_PLAN, _END, {**_END, "outcome": "complete"})), "json"))

    assert (found["schema"], found["outcome"], found["seconds"]) == ("canonbench.run/1", "complete", 7.0)
    assert found["chapters"] == [{"name": "one", "cases": 2, "rows": 0, "rounds": 8}]
    assert (found["violations"], found["commands"]) == (0, ["go on: so"])


def test_a_run_that_never_ended_says_so() -> None:
    assert _written(Run("r", (), (_PLAN,)), "text").startswith("p: ended early")
