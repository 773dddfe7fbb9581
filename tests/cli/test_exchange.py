"""``canonbench exchange``, from the command line to run files."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyperf
import pytest

from canonbench.cli import exchange, main
from canonbench.errors import UsageError
from canonbench.runs import files, folders, keys, record

# The least that can be measured: these tests are about everything but the time.
_QUICK = ("-n", "1", "-w", "0", "--min-time", "1e-6")
_FEW = ("--rounds", "1", "--machine", "here")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty folder for a run."""
    return tmp_path_factory.mktemp("run")


def _canonbench(place: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "canonbench", "exchange", *argv, *_QUICK]
    return subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def conducted(place: Path) -> tuple[Path, Any]:
    """Exchange two formats once, split, and return the run folder and the JSON report."""
    formats = ("eddsa-jcs-2022", "mdoc")
    argv = (*formats, "--split", "--stack", "rfc8785,canonbench", "--algorithm", "ed25519", *_FEW, "--json")
    done = _canonbench(place, *argv)
    assert done.returncode == 0, done.stderr
    return folders.newest(place / "runs"), json.loads(done.stdout)


def test_a_run_has_a_file_for_each_stack_and_others_by_format(conducted: tuple[Path, Any]) -> None:
    folder, _ = conducted

    assert sorted(path.name for path in folder.iterdir()) == [
        "by-format",
        "canonbench.json",
        "rfc8785-again.json",
        "rfc8785.json",
        "run.jsonl",
    ]
    assert sorted(path.name for path in (folder / "by-format").iterdir()) == [
        "eddsa-jcs-2022.json",
        "eddsa-jcs-2022@canonbench.json",
        "mdoc.json",
    ]


def test_rows_say_what_was_exchanged_and_how(conducted: tuple[Path, Any]) -> None:
    folder, _ = conducted
    row = files.read_stack(folder / "rfc8785.json").row("eddsa-jcs-2022.issue/credential-20")

    assert row is not None
    assert row.text(keys.FORMAT) == "eddsa-jcs-2022"
    assert row.text(keys.KEY_ALGORITHM) == "ed25519"
    assert row.text(keys.SCOPE) == "issuer"
    assert "jcs.canonicalize=rfc8785" in row.text(keys.STACK_ENGINES).split(",")
    assert int(row.metadata[keys.OUTPUT_BYTES]) > 1000


def test_the_report_has_lines_with_their_residual_and_totals(conducted: tuple[Path, Any]) -> None:
    _, found = conducted
    first = found["exchanges"][0]

    assert [each["format"] for each in found["exchanges"]] == ["eddsa-jcs-2022", "mdoc"]
    assert [row["role"] for row in first["rows"]] == ["issue", "present", "verify", "total"]
    assert {line["role"] for line in first["steps"]} == {"issue", "present", "verify"}
    assert all(isinstance(line["residual_ratio"], float) for line in first["steps"])
    assert first["present_is"] == "re-issuance with the issuer's key"
    assert [each["against"] for each in first["over_baseline"]] == ["canonbench", "canonbench"]


def test_a_violation_is_recorded_for_each_line_that_does_not_close(conducted: tuple[Path, Any]) -> None:
    folder, found = conducted
    open_lines = [
        (line["stack"], each["format"], line["role"])
        for each in found["exchanges"]
        for line in each["steps"]
        if not line["closes"]
    ]
    recorded = [entry for entry in record.load(folder) if entry["kind"] == "violation"]

    assert len(recorded) == len(open_lines)


def test_pyperf_and_compare_take_the_files_by_format(conducted: tuple[Path, Any]) -> None:
    folder, _ = conducted
    paths = [folder / "by-format" / f"{name}.json" for name in ("mdoc", "eddsa-jcs-2022")]
    argv = [sys.executable, "-m", "pyperf", "compare_to", *map(str, paths), "--table"]
    said = subprocess.run(argv, capture_output=True, text=True, check=True).stdout

    assert "total/credential-20" in said
    assert main(["compare", *map(str, paths)]) == 0


def test_a_leaf_is_a_pyperf_script(place: Path) -> None:
    argv = ("mdoc", "--role", "present", "--stack", "canonbench", "-o", "mdoc.json", "-p", "1", "-q")
    done = _canonbench(place, *argv)
    suite = pyperf.BenchmarkSuite.load(str(place / "mdoc.json"))

    assert done.returncode == 0, done.stderr
    assert [str(each.get_name()) for each in suite] == [
        "mdoc.present/credential-20",
        "mdoc.present/credential-20:split",
    ]


def test_a_dry_run_shows_the_plan_and_measures_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["exchange", "all", "--dry-run"]) == 0
    said = capsys.readouterr().out

    assert "stacks     canonbench, pyld, canonbench-again" in said
    assert "ecdsa-sd-2023.verify:cold-context" in said
    assert "mdoc.issue@algorithm=p256" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["mdocs"], "did you mean mdoc"),
        (["eddsa-jcs-2022", "--algorithm", "p256"], "does not exist with p256"),
        (["mdoc", "-o", "x.json"], "need exactly one stack"),
        (["mdoc", "--stack", "a,b", "-o", "x.json"], "need exactly one stack"),
        (["mdoc", "--stack", "best", "-o", "x.json"], "a leaf needs engines"),
        (["mdoc", "--stack", "canonbench@python", "-o", "x.json"], "under one interpreter"),
        (["mdoc", "--stack", "pyld"], "has no step of its own"),
    ],
)
def test_what_cannot_be_is_a_usage_error_of_one_line(
    argv: list[str],
    why: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["exchange", *argv, "-q"]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_leaf_is_told_by_its_stacks_under_either_name() -> None:
    assert exchange._is_leaf(["mdoc", "--engine", "pyld", "--worker"])
    assert not exchange._is_leaf(["mdoc", "--stack", "pyld"])
    with pytest.raises(UsageError, match="add --stack NAME"):
        exchange._is_leaf(["mdoc", "--in-process"])


def test_a_document_of_the_users_is_named_by_its_digest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    value = {"@context": "https://www.w3.org/ns/credentials/v2", "type": "VerifiableCredential"}
    value |= {"issuer": "urn:x:private"}
    subject = {"id": "urn:y:private", "name": "private"}
    text = json.dumps({**value, "credentialSubject": subject})
    (tmp_path / "mine.json").write_text(text, encoding="utf-8")

    assert main(["exchange", "all", "--document", "mine.json", "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert "document   user~" in said
    assert "private" not in said


def test_a_format_that_was_named_and_has_no_row_is_a_failure(tmp_path: Path) -> None:
    value = {"type": "VerifiableCredential", "issuer": "urn:x", "credentialSubject": {"id": "urn:y"}}
    (tmp_path / "bare.json").write_text(json.dumps(value), encoding="utf-8")
    argv = ("eddsa-jcs-2022", "mdoc", "--document", "bare.json", "--stack", "canonbench", "--role", "issue")
    done = _canonbench(tmp_path, *argv, *_FEW)

    assert done.returncode == 1
    assert "refused: BadDocument: credentialSubject has no claim" in done.stderr
    assert done.stderr.splitlines()[-1] == "canonbench: no row for mdoc; the reasons stand above"
    assert "eddsa-jcs-2022" in done.stdout
