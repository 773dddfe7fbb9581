"""A question to a child, and its answers line by line."""

import sys
from typing import Any

import pytest

from canonbench.harness.ask import ask

ECHO = "import json, sys; asked = json.load(sys.stdin); print(json.dumps({'asked': asked}), flush=True)"


def asked(code: str, timeout: float = 20.0) -> list[dict[str, Any]]:
    return list(ask([sys.executable, "-c", code], {"question": 1}, timeout))


def test_a_child_reads_the_question_and_its_lines_are_given() -> None:
    *lines, end = asked(f"{ECHO}; print(json.dumps({{'more': 2}}))")

    assert lines == [{"asked": {"question": 1}}, {"more": 2}]
    assert end["ended"] == ""


@pytest.mark.parametrize(
    ("code", "reason", "detail"),
    [
        ("raise SystemExit(3)", "exit code 3", ""),
        ("raise ValueError('no')", "exit code 1", "ValueError: no"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "killed by signal 9", ""),
    ],
)
def test_a_child_that_fails_says_how(code: str, reason: str, detail: str) -> None:
    *lines, end = asked(f"{ECHO}; {code}" if "import" not in code else f"{ECHO}\n{code}")

    assert lines == [{"asked": {"question": 1}}]
    assert (end["ended"], end["reason"]) == ("crashed", reason)
    assert end.get("detail", "") == detail


def test_a_child_that_does_not_answer_is_over_budget() -> None:
    *lines, end = asked(f"{ECHO}; import time; time.sleep(60)", 1.0)

    assert lines == [{"asked": {"question": 1}}]
    assert end == {"ended": "over budget", "reason": "more than 1 s"}


def test_a_program_that_is_not_there_cannot_start() -> None:
    (end,) = ask(["/no/such/program"], {}, 1.0)

    assert end["ended"] == "crashed"
    assert end["reason"].startswith("cannot start")
