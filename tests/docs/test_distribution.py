"""An engine in a distribution of its own, as docs/adding-an-engine.md says: built, installed and proved."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.docs

PAGE = Path(__file__).parent.parent.parent / "docs" / "adding-an-engine.md"
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "my-package"
version = "1.0"
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the page's engine with the page's entry point, and install it into a folder."""
    text = PAGE.read_text(encoding="utf-8")
    (engine,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (entry,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    (source / "my_package").mkdir()
    (source / "my_package" / "__init__.py").touch()
    (source / "my_package" / "canonbench_engines.py").write_text(engine, encoding="utf-8")
    (source / "pyproject.toml").write_text(f"{PROJECT}\n{entry}", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(target),
        str(source),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return target


def canonbench(installed: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "canonbench", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_it_is_listed(installed: Path) -> None:
    said = canonbench(installed, "list", "engines")

    assert re.search(r"^mine +rdfc\.canonicalize$", said.stdout, re.MULTILINE)


def test_it_is_proved_like_every_other(installed: Path) -> None:
    said = canonbench(installed, "check", "rdfc.canonicalize", "--engine", "mine", "--document", "ob3")

    assert said.returncode == 0, said.stdout + said.stderr
    assert "own              mine         3 of 3 pass" in said.stdout


def test_it_can_be_asked_for(installed: Path) -> None:
    said = canonbench(installed, "stage", "rdfc", "--engine", "mine", "--document", "ob3", "--dry-run")

    assert said.returncode == 0
    assert "engines    mine, mine-again" in said.stdout
