"""CITATION.cff: what version 1.2.0 of the format asks for, and the version that is installed."""

from pathlib import Path

import yaml

from canonbench import __version__

ROOT = Path(__file__).parent.parent


def test_it_has_what_the_format_requires_and_the_version_of_the_package() -> None:
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))

    assert told["cff-version"] == "1.2.0"
    assert told["type"] == "software"
    assert told["version"] == __version__
    assert all(isinstance(told[name], str) and told[name] for name in ("message", "title", "license"))
    assert told["authors"] == [{"name": "The canonbench authors"}]
    assert [{"type", "title", "authors"} <= set(each) for each in told["references"]] == [True]
    assert "2611.03493" in told["references"][0]["url"]
