"""Every command and every Python example of the README and the docs runs."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.docs

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
RECORDED = ROOT / "tests" / "recorded" / "2026-11-30T202500Z-rdfc"
MEASURING = ("stage", "exchange", "memory", "run")
"""Verbs that take minutes: their commands run with ``--dry-run``, their cases in the smoke tests."""

ELSEWHERE = {
    r"tox\b.*": "tox is what runs this test",
    r"python -m pip install tox": "CI does this before anything else",
    r"python -m pip install .*": "CI and tests/docs/test_distribution.py install",
    r"python -m venv .*": "tests/cli/test_stage.py measures under a second interpreter",
    r".*/bin/python\b.*": "tests/cli/test_stage.py measures under a second interpreter",
    r".*pyld@old.*": "tests/cli/test_stage.py measures under a second interpreter",
    r"python -m pytest .*": "tox runs the tests themselves",
    r"git .*": "needs the network",
    r".*RUN/by-format/.*": "tests/cli/test_exchange.py runs them on a run that it made",
    r"python -m pyperf .*\bmemory\.json.*": "tests/harness/test_memory_hook.py runs one with the hook",
    r"canonbench verify .*": "tests/cli/test_verify.py verifies files that it made",
    r"canonbench run .*--(resume|from) .*": "tests/cli/test_run.py takes runs up that it made",
    r"canonbench runtime install .*": "tests/engines install Node's packages and build the Go program",
    r"canonbench (stage|exchange) .*(node|go)\b.*": "tests/engines measures them, where they are",
}
"""Commands that are not run here, as patterns, and where they are run instead."""


def commands() -> list[tuple[str, str]]:
    """Return page and command of every line that starts with ``$`` in a console block."""
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            lines = re.sub(r"\\\n\s*", " ", block).splitlines()
            found += [(page.name, line[2:].strip()) for line in lines if line.startswith("$ ")]
    return found


def examples() -> list[tuple[str, str]]:
    """Return page and code of every Python block."""
    return [
        (page.name, code)
        for page in PAGES
        for code in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    ]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all that the pages speak of: documents, an engine of one's own, runs."""
    folder = tmp_path_factory.mktemp("docs")
    credentials = ROOT / "schemas" / "education" / "credentials"
    shutil.copy(credentials / "ob3.json", folder / "my-diploma.json")
    (folder / "credentials").mkdir()
    for name in ("ob3.json", "dcc.json"):
        shutil.copy(credentials / name, folder / "credentials")
    shutil.copytree(ROOT / "runs", folder / "runs")
    (folder / "RUN").symlink_to(RECORDED, target_is_directory=True)
    for _, code in examples():
        if "ENGINES" in code:
            (folder / "my_engine.py").write_text(code, encoding="utf-8")
    return folder


def _elsewhere(command: str) -> bool:
    return any(re.fullmatch(pattern, command) for pattern in ELSEWHERE)


@pytest.mark.parametrize(("page", "command"), [each for each in commands() if not _elsewhere(each[1])])
def test_a_command_runs(page: str, command: str, place: Path) -> None:
    words = shlex.split(command.partition(" > ")[0])
    if words[:1] == ["canonbench"]:
        words = ["python", "-m", *words]
    assert words[:2] == ["python", "-m"], f"{page}: say in ELSEWHERE where {command!r} is run"
    if words[2] == "canonbench" and words[3] in MEASURING and "--dry-run" not in words:
        words = _without_output([*words, "--dry-run"])
    said = subprocess.run(
        [sys.executable, *words[1:]], cwd=place, capture_output=True, text=True, check=False
    )

    assert said.returncode == 0, said.stderr
    assert said.stdout != ""


def _without_output(words: list[str]) -> list[str]:
    """Take ``-o FILE`` out: a leaf has no plan to show, its conducted twin has."""
    return [word for before, word in zip(["", *words], words, strict=False) if "-o" not in (word, before)]


@pytest.mark.parametrize(("page", "code"), examples())
def test_a_python_example_runs(page: str, code: str, place: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=place, capture_output=True, text=True, check=False
    )

    assert said.returncode == 0, f"{page}: {said.stderr}"


def test_there_are_commands_and_examples() -> None:
    assert len(commands()) > 20
    assert examples() != []
