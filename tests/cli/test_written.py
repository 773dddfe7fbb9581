"""A command line as a run file has it."""

import argparse
from pathlib import Path
from typing import Any

from canonbench.cli import written

_PLUGIN = "ENGINES = ()\n"


def test_an_option_is_repeated_for_every_value() -> None:
    assert written.repeated("--role", ["issue", "verify"]) == ["--role", "issue", "--role", "verify"]
    assert written.repeated("--role", []) == []


def test_no_path_and_no_address_of_the_users_is_written(tmp_path: Path) -> None:
    plugin = tmp_path / "fakes.py"
    plugin.write_text(_PLUGIN, encoding="utf-8")
    subject: Any = argparse.Namespace(
        contexts={"user~1a2b3c4d": "1a2b3c4d" * 8, "https://x.example": "0" * 64}
    )

    words = written.sources(["user~5e6f7081"], argparse.Namespace(plugin=[plugin]), subject)

    assert words[:3] == ["--document", "user~5e6f7081", "--plugin"]
    assert words[3].startswith("fakes.py@")
    assert words[4:] == ["--context", "user~1a2b3c4d"]
    assert str(tmp_path) not in " ".join(words)
