"""What a run says about its machine and its libraries, and what it must not say."""

import json
import platform
import socket
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

from canonbench import __version__
from canonbench.harness import environment


class _Distribution(metadata.Distribution):
    """A distribution that is a folder."""

    def __init__(self, folder: Path, origin: dict[str, object] | None) -> None:
        self.folder, self.came_from = folder, origin

    def read_text(self, filename: str) -> str | None:
        """Return a file of the metadata."""
        if filename == "direct_url.json":
            return json.dumps(self.came_from) if self.came_from else None
        if filename == "RECORD":
            return "pkg/a.py,,\npkg/a.pyc,,\nx-1.dist-info/RECORD,,\n../bin/tool,,\n"
        return None

    def locate_file(self, path: object) -> Path:
        """Return where a file is."""
        return self.folder / str(path)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "a.py").write_text("one", encoding="utf-8")
    _install(tmp_path, monkeypatch, None)
    return tmp_path


def _install(folder: Path, monkeypatch: pytest.MonkeyPatch, origin: dict[str, object] | None) -> None:
    monkeypatch.setattr(environment, "_distribution", lambda _name: _Distribution(folder, origin))


def test_a_library_is_known_by_a_digest_of_its_files(installed: Path) -> None:
    before = environment.source_of("lib")
    (installed / "pkg" / "a.pyc").write_text("written by python", encoding="utf-8")
    same = environment.source_of("lib")
    (installed / "pkg" / "a.py").write_text("two", encoding="utf-8")

    assert before.startswith("sha256:")
    assert same == before
    assert environment.source_of("lib") != before


def test_a_library_from_version_control_is_known_by_its_commit(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(
        installed, monkeypatch, {"url": "https://x.example", "vcs_info": {"vcs": "git", "commit_id": "abc"}}
    )

    assert environment.source_of("lib") == "git abc"


def test_an_editable_library_is_known_by_commit_and_whether_it_was_changed(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(installed, monkeypatch, {"url": installed.as_uri(), "dir_info": {"editable": True}})
    git = ("git", "-C", str(installed), "-c", "user.name=a", "-c", "user.email=a@example.org")
    for command in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "x")):
        subprocess.run((*git, *command), check=True)
    clean = environment.source_of("lib")
    (installed / "pkg" / "a.py").write_text("changed", encoding="utf-8")

    assert clean.startswith("git ")
    assert environment.source_of("lib") == f"{clean} dirty"


def test_an_editable_library_outside_version_control_is_known_by_a_digest(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "_commit", lambda _folder: "")
    _install(installed, monkeypatch, {"url": installed.as_uri(), "dir_info": {"editable": True}})

    assert environment.source_of("lib").startswith("sha256:")


def test_our_own_engines_have_our_own_version() -> None:
    assert environment.version_of("replay") == __version__
    assert environment.version_of("pyperf") == metadata.version("pyperf")
    assert environment.source_of("reference") == environment.source_of("canonbench")


def test_the_facts_of_an_engine_are_short_texts() -> None:
    facts = environment.engine_facts("pyperf")

    assert facts["engine_version"] == metadata.version("pyperf")
    assert facts["engine_source"].startswith("sha256:")
    assert environment.engine_facts("mine", "mine.py sha256:12")["engine_source"] == "mine.py sha256:12"


def test_the_machine_is_described_without_its_name_or_a_path() -> None:
    facts = environment.machine_facts()

    text = json.dumps(facts)
    assert facts["python"].startswith(platform.python_version())
    assert facts["gc"] == "enabled"
    assert socket.gethostname() not in text
    assert str(Path.home()) not in text


def test_a_stack_that_is_written_out_has_the_versions_of_all_its_engines() -> None:
    facts = environment.engine_facts("json.parse=canonbench,eddsa.sign=cryptography")

    assert facts["engine_version"].startswith(f"canonbench {__version__}; cryptography ")
    assert "; cryptography sha256:" in facts["engine_source"]


def test_an_engine_put_together_from_several_libraries_has_the_versions_of_all() -> None:
    version = environment.engine_facts("kit")["engine_version"]

    assert [part.split()[0] for part in version.split("; ")] == ["pyld", "cryptography", "cbor2"]
