"""What the page on attribution shows is what the published study says."""

import re
from pathlib import Path

import pytest

from canonbench.cli import main

pytestmark = pytest.mark.docs

ROOT = Path(__file__).parent.parent.parent
BLOCKS = re.findall(
    r"```\n\$ canonbench (attribute .*?)\n(.*?)```",
    (ROOT / "docs" / "attribution.md").read_text("utf-8"),
    re.DOTALL,
)


def test_the_page_has_both_forms() -> None:
    assert len(BLOCKS) == 2


@pytest.mark.parametrize(("command", "shown"), BLOCKS)
def test_an_example_is_what_the_command_prints(
    command: str, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)

    assert main(command.split()) == 0
    assert capsys.readouterr().out.startswith(shown)


def test_every_column_of_the_screen_is_in_the_glossary() -> None:
    page = (ROOT / "docs" / "attribution.md").read_text("utf-8")
    glossary = page.partition("## Glossary")[2].partition("\n## ")[0]

    for word in ("takes", "needs at most", "adds at least", "left", "canonicalization", "library", "saves"):
        assert re.search(rf"^\| [^|]*\b{word}\b", glossary, re.MULTILINE), word
