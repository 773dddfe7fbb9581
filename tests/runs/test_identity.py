"""The identifier of a run."""

import hashlib
from pathlib import Path

import pytest

from canonbench.errors import RunFileError
from canonbench.runs.identity import identifier


def test_it_is_over_names_and_contents_in_order(tmp_path: Path) -> None:
    (tmp_path / "by-format").mkdir()
    (tmp_path / "by-format" / "mdoc.json").write_bytes(b"1")
    (tmp_path / "a.json").write_bytes(b"2")
    lines = "".join(
        f"{name} {hashlib.sha256(content).hexdigest()}\n"
        for name, content in (("a.json", b"2"), ("by-format/mdoc.json", b"1"))
    )

    assert identifier(tmp_path) == hashlib.sha256(lines.encode()).hexdigest()
    (tmp_path / "a.json").write_bytes(b"3")
    assert identifier(tmp_path) != hashlib.sha256(lines.encode()).hexdigest()


def test_of_a_file_it_is_the_digest_of_its_octets(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"2")

    assert identifier(tmp_path / "a.json") == hashlib.sha256(b"2").hexdigest()


def test_what_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match=r"cannot read .*nowhere"):
        identifier(tmp_path / "nowhere")
