"""The verb that installs what other runtimes need."""

import subprocess
import sys
from pathlib import Path

import pytest

from canonbench.cli import main, runtime
from canonbench.errors import CanonbenchError
from canonbench.runtimes.install import ENVIRONMENT, Runtimes


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Path]]:
    """Note what would be installed, and where."""
    calls: list[tuple[str, Path]] = []

    def node(runtimes: Runtimes) -> Path:
        calls.append(("node", runtimes.folder))
        return runtimes.node

    def go(runtimes: Runtimes, tags: str) -> Path:
        calls.append((f"go {tags}".strip(), runtimes.folder))
        return runtimes.go

    monkeypatch.setattr(runtime, "install_node", node)
    monkeypatch.setattr(runtime, "install_go", go)
    return calls


def test_node_is_installed_into_the_users_folder(
    installed: list[tuple[str, Path]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))

    assert main(["runtime", "install", "node"]) == 0
    assert installed == [("node", tmp_path)]
    assert capsys.readouterr().out == f"installed node: {tmp_path / 'node'}\n"


def test_another_folder_is_told_how_to_be_used(
    installed: list[tuple[str, Path]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["runtime", "install", "go", "--prefix", str(tmp_path), "--tags", "standard"]) == 0
    assert installed == [("go standard", tmp_path)]
    assert capsys.readouterr().out.splitlines()[1] == f"to use it: export {ENVIRONMENT}={tmp_path}"


def test_a_failure_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(_: Runtimes) -> Path:
        raise CanonbenchError("npm ci failed")

    monkeypatch.setattr(runtime, "install_node", fail)

    assert main(["runtime", "install", "node"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "canonbench: npm ci failed"


def test_the_list_says_what_is_missing_and_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))

    assert main(["runtime", "list"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "unavailable: engine go-cbor needs" in lines["go-cbor"]
    assert "canonbench runtime install go" in lines["go-cbor"]
    assert "node-jsonld" in lines


def test_help_starts_no_other_program() -> None:
    code = (
        "import subprocess, sys\n"
        "subprocess.Popen = None\n"
        "from canonbench.cli import main\n"
        "main(['--help'])\n"
        "sys.exit(any(name.startswith('canonbench.runtimes') for name in sys.modules))\n"
    )

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
