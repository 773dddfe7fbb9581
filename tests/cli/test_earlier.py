"""``canonbench run --from``: an earlier run is measured again, and what differs is said."""

import json
from typing import TYPE_CHECKING

import pytest

from canonbench.cli import main
from canonbench.runs import folders, record

if TYPE_CHECKING:
    from tests.cli.conftest import Tiny

# The least that can be measured: these tests are about everything but the time.
_QUICK = ("-n", "1", "-w", "0", "--min-time", "1e-6", "--machine", "here", "-q")


def test_an_earlier_run_is_measured_again_and_what_differs_is_said_first(
    tiny: "Tiny", capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "tiny", "--rounds", "1", "--seed", "4", "--stack", "canonbench", *_QUICK]) == 0
    before = tiny.newest()
    lines = [json.loads(line) for line in (before / "run.jsonl").read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if line["kind"] == "environment":
            line["kernel"] = "0.1"
    (before / "run.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    capsys.readouterr()

    assert main(["run", "--from", str(before), "--machine", "there"]) == 0

    again = folders.newest(tiny.place / "runs" / "there")
    (first,), (second,) = tiny.kinds(before)["plan"], tiny.kinds(again)["plan"]
    for name in ("target", "seed", "rounds", "settings", "cells", "options"):
        assert first[name] == second[name], name
    assert "kernel: was 0.1, is " in capsys.readouterr().err


def test_an_earlier_run_of_another_plan_or_verb_is_refused(
    tiny: "Tiny", capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tiny.place / "runs" / "m" / "2026-01-01T000000Z-x"
    folder.mkdir(parents=True)
    record.append(folder, {"kind": "plan", "target": "rdfc"})
    assert main(["run", "--from", str(folder)]) == 2
    assert "is no run of a plan" in capsys.readouterr().err

    options = {"rounds": 0, "rigorous": False, "stacks": [], "given": False}
    (folder / "run.jsonl").unlink()
    plan = {"kind": "plan", "target": "tiny", "seed": 0, "stacks": [], "cells": [], "options": options}
    record.append(folder, plan)
    assert main(["run", "quick", "--from", str(folder)]) == 2
    assert "is a run of tiny, not of quick" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("nowhere", "there is no run at nowhere"),
        ("file", "file is no run of a plan; give a folder that canonbench run wrote"),
        (".", "there is no run"),
    ],
)
def test_what_is_no_earlier_run_is_an_error_of_one_line(
    folder: str, message: str, tiny: "Tiny", capsys: pytest.CaptureFixture[str]
) -> None:
    (tiny.place / "file").touch()

    assert main(["run", "quick", "--from", folder]) == 2
    said = capsys.readouterr().err

    assert message in said
    assert said.count("\n") == 1


def test_documents_of_the_users_are_named_by_digest_and_given_again(
    tiny: "Tiny", capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tiny.place / "mine.json"
    mine.write_text('{"a": "something private"}', encoding="utf-8")
    argv = ["run", "tiny", "--document", str(mine), "--rounds", "1", "--stack", "canonbench", *_QUICK]
    assert main(argv) in {0, 1}
    folder = tiny.newest()
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.json*"))
    assert "private" not in text
    assert "mine.json" not in text

    capsys.readouterr()
    assert main(["run", "--from", str(folder)]) == 2
    assert "a file of its user: give yours by --document FILE" in capsys.readouterr().err
