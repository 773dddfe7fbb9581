"""What is said of a conducted run at its end, however it ends."""

import argparse
import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from canonbench.cli import conducted, main
from canonbench.errors import CanonbenchError
from canonbench.harness import session
from canonbench.harness.session import Session
from canonbench.runs import folders

# The least that can be measured: these tests are about what comes after the time.
_QUICK = ("--rounds", "1", "-n", "1", "-w", "0", "--min-time", "1e-6", "--machine", "here", "-q")

ARGUMENTS = argparse.Namespace(quiet=True, plain=True, json=False)


@pytest.mark.parametrize(
    ("argv", "row"),
    [
        (("stage", "jcs.canonicalize", "--document", "simple", "--engine", "jcs"), "jcs.canonicalize"),
        (
            ("exchange", "eddsa-jcs-2022", "--role", "issue", "--no-split", "--stack", "canonbench"),
            "eddsa-jcs-2022",
        ),
    ],
)
def test_ctrl_c_while_the_table_is_printed_loses_nothing_and_says_where_the_run_is(
    argv: tuple[str, ...],
    row: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from canonbench.report import exchange, stage  # noqa: PLC0415 - next to its one use

    report: Any = {"stage": stage, "exchange": exchange}[argv[0]]
    write = report.write

    def interrupted(*arguments: Any, **options: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        write(*arguments, **options)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(report, "write", interrupted)

    assert main([*argv, *_QUICK]) == 130

    told = capsys.readouterr()
    folder = folders.newest(tmp_path / "runs").relative_to(tmp_path)
    assert told.err.splitlines()[-1] == (
        f"canonbench: interrupted (SIGINT) when all was measured; {folder} is complete"
    )
    assert row in told.out


def _hold(done: Session, monkeypatch: pytest.MonkeyPatch, missing: Iterable[str] | None = None) -> int:
    monkeypatch.setattr(session, "hold", lambda *_: done)
    with conducted.telling(ARGUMENTS) as teller:
        request: Any = None
        return conducted.hold(request, teller, lambda _, __: missing)


def test_the_code_is_that_of_the_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _hold(Session(tmp_path, (tmp_path,)), monkeypatch) == 0
    assert _hold(Session(tmp_path, (tmp_path,), 124), monkeypatch) == 124
    assert _hold(Session(tmp_path, (tmp_path,), 124), monkeypatch, ["mdoc"]) == 124


def test_what_was_named_and_has_no_row_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CanonbenchError, match=r"^no row for engine a, document b; the reasons stand above$"):
        _hold(Session(tmp_path, (), 1, ("engine a", "document b")), monkeypatch)
    with pytest.raises(CanonbenchError, match=r"^no row for mdoc; the reasons stand above$"):
        _hold(Session(tmp_path, (tmp_path,)), monkeypatch, ["mdoc"])


@pytest.mark.parametrize("done", [Session(None, code=130), Session(Path("x"), code=1)])
def test_where_nothing_was_measured_nothing_is_shown(done: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "hold", lambda *_: done)
    request: Any = None

    with conducted.telling(ARGUMENTS) as teller:
        code = conducted.hold(request, teller, lambda *_: pytest.fail("it was shown"))

    assert code == done.code


def test_what_is_left_out_is_said_even_quietly(capsys: pytest.CaptureFixture[str]) -> None:
    with conducted.telling(ARGUMENTS) as teller:
        conducted.warn(["a.json is broken"], teller)

    assert capsys.readouterr().err == "canonbench: a.json is broken; going on without it\n"


def test_results_are_for_people_unless_json_is_asked_for() -> None:
    assert conducted.form(ARGUMENTS) == "text"
    assert conducted.form(argparse.Namespace(json=True)) == "json"
