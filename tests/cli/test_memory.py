"""``canonbench memory`` from the command line to run files, and ``memray run`` on a leaf."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from canonbench.cli import main
from canonbench.runs import record

pytest.importorskip("memray", reason="memray is not for Windows")

_PRIVATE = "a-value-that-stays-private"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder that holds a document of the user's."""
    (tmp_path / "mine.nq").write_text(f'_:b <urn:p> "{_PRIVATE}" .\n', encoding="utf-8")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(*argv: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", *argv], capture_output=True, text=True, check=False, timeout=120
    )


def test_a_run_is_written_printed_and_read_by_all(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        [
            *("memory", "rdfc.canonicalize", "--document", "mine.nq", "--engine", "canonbench,pyoxigraph"),
            *("--rounds", "2", "--json", "--machine", "here", "-q"),
        ]
    )

    found = json.loads(capsys.readouterr().out)
    (folder,) = (place / "runs" / "here").iterdir()
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.json*"))
    assert code == 0
    assert [(row["stack"], row["peak_bytes"]["rounds"]) for row in found["rows"]] == [
        ("canonbench", 2),
        ("pyoxigraph", 2),
    ]
    assert min(row["peak_bytes"]["value"] for row in found["rows"]) > 0
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*.json")) == [
        *("allocations/canonbench.json", "allocations/pyoxigraph.json"),
        *("canonbench.json", "pyoxigraph.json"),
    ]
    assert (_PRIVATE in text, str(place) in text) == (False, False)
    assert record.load(folder)[0]["target"] == "memory-rdfc.canonicalize"
    assert list((place / "temporary").glob("canonbench-*")) == []

    assert main(["compare", f"{folder}:canonbench", f"{folder}:pyoxigraph", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["unit"], row["verdict"]) for row in rows] == [("byte", "cannot tell")] * 2
    files = [str(folder / f"{name}.json") for name in ("canonbench", "pyoxigraph")]
    counts = [str(folder / "allocations" / f"{name}.json") for name in ("canonbench", "pyoxigraph")]
    pyperf = [
        _run("pyperf", "compare_to", *files),
        _run("pyperf", "compare_to", *counts),
        _run("pyperf", "show", files[0]),
        _run("pyperf", "stats", counts[0]),
    ]
    assert [done.returncode for done in pyperf] == [0] * 4
    assert ["rdfc.canonicalize" in done.stdout for done in pyperf[::2]] == [True] * 2


@pytest.mark.usefixtures("place")
def test_a_dry_run_of_a_role_shows_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        [
            *("memory", "ecdsa-rdfc-2019.verify", "--stack", "canonbench,pyld", "--algorithm", "p384"),
            *("--document", "simple", "--scope", "holder", "--rounds", "3", "--seed", "2", "--dry-run"),
        ]
    )

    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert lines[1] == "engines    canonbench, pyld"
    assert lines[2] == "document   simple: ecdsa-rdfc-2019.verify@algorithm=p384,scope=holder,seed=2"
    assert lines[4].startswith("processes  12, about ")


@pytest.mark.usefixtures("place")
def test_a_format_has_three_roles_and_its_own_document(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["memory", "sd-jwt-vc", "--stack", "canonbench", "--disclose", "3", "--dry-run"])

    lines = capsys.readouterr().out.splitlines()
    roles = ", ".join(f"sd-jwt-vc.{role}@disclose=3" for role in ("issue", "present", "verify"))
    assert code == 0
    assert lines[2] == f"document   credential-20: {roles}"


@pytest.mark.usefixtures("place")
def test_stages_have_the_engines_that_offer_them(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["memory", "jcs.canonicalize", "--document", "simple", "--dry-run"])

    assert code == 0
    assert capsys.readouterr().out.splitlines()[1] == "engines    canonbench, rfc8785, jcs"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["rdfc.canonicalize,sd-jwt-vc.verify"], "mixes stages and roles"),
        (["rdfc.canonicalise"], "did you mean rdfc.canonicalize"),
        (["sd-jwt-vc.verify", "--stack", "pyldd"], "did you mean pyld"),
        (["eddsa-rdfc-2022.verify", "--algorithm", "p256"], "does not exist with p256"),
    ],
)
@pytest.mark.usefixtures("place")
def test_what_cannot_be_asked_is_a_usage_error(
    argv: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["memory", *argv])

    text = capsys.readouterr().err
    assert (code, len(text.splitlines())) == (2, 1)
    assert said in text


@pytest.mark.usefixtures("place")
def test_without_memray_one_line_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)

    code = main(["memory", "rdfc.canonicalize"])

    text = capsys.readouterr().err
    assert (code, len(text.splitlines())) == (1, 1)
    assert "all other verbs work without" in text


@pytest.mark.parametrize("option", ["--rounds=0", "--warmups=-1", "--loops=3", "--min-time=1"])
@pytest.mark.usefixtures("place")
def test_options_that_mean_nothing_here_are_usage_errors(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["memory", "rdfc", option])

    assert caught.value.code == 2
    assert capsys.readouterr().err.endswith("; see --help\n")


def _leaf(*arguments: str) -> tuple[str, ...]:
    leaf = ("stage", "rdfc.canonicalize", "--engine", "pyoxigraph", "--document", "mine.nq")
    return ("memray", "run", "-f", "-o", "leaf.bin", "-m", "canonbench", *leaf, *arguments)


def _statistics(path: Path) -> Any:
    from memray._memray import compute_statistics  # noqa: PLC0415 - where it is

    return compute_statistics(str(path), num_largest=1000)


def test_memray_run_sees_a_leaf_that_measures_in_its_own_process(place: Path) -> None:
    done = _run(*_leaf("--in-process", "--debug-single-value"))

    assert done.returncode == 0, done.stderr
    assert "memray sees only" not in done.stderr
    files = {Path(file).name for (_, file, _), _ in _statistics(place / "leaf.bin").top_locations_by_size}
    assert "pyoxigraph.py" in files


def test_memray_run_without_in_process_is_warned_of(place: Path) -> None:
    done = _run(*_leaf("--debug-single-value", "-o", "out.json"))

    assert done.returncode == 0, done.stderr
    (warning,) = (line for line in done.stderr.splitlines() if "memray sees only" in line)
    assert "--in-process" in warning
    assert "python -m canonbench memory" in warning
