"""Where a run was measured, and with what: facts for metadata and for ``run.jsonl``.

Never the host name, never a path. Versions alone do not identify a library, so its source does: the commit it
was installed from and whether that was changed since, or a digest over its installed files.
"""

import gc
import hashlib
import json
import os
import platform
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from canonbench import __version__
from canonbench.engines import COMPOSED
from canonbench.harness import stacks
from canonbench.runs.folders import cpu_model

__all__ = ["engine_facts", "machine_facts", "openssl", "source_of", "version_of"]

_OWN = "canonbench"


def _distribution(name: str) -> metadata.Distribution | None:
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None


def version_of(name: str) -> str:
    """Return the version of the distribution ``name``; of canonbench, if there is no such distribution."""
    found = _distribution(name) if name != _OWN else None
    return found.version if found else __version__


def source_of(name: str) -> str:
    """Return what identifies the code of the distribution ``name``, canonbench's own if there is none.

    ``git COMMIT`` or ``git COMMIT dirty``, else ``sha256:`` and a digest over its installed files.
    """
    found = _distribution(name) if name != _OWN else None
    if found is None:
        package = Path(__file__).resolve().parent.parent
        return _commit(package.parent) or _digest(package, package.rglob("*.py"))
    origin = json.loads(found.read_text("direct_url.json") or "{}")
    commit = origin.get("vcs_info", {}).get("commit_id")
    if commit:
        return f"git {commit}"
    if "dir_info" in origin and origin["dir_info"].get("editable"):
        folder = Path(unquote(urlparse(origin["url"]).path))
        return _commit(folder) or _digest(folder, folder.rglob("*.py"))
    files = [Path(str(found.locate_file(file))) for file in found.files or ()]
    return _digest(Path(str(found.locate_file(""))), files)


def _commit(folder: Path) -> str:
    """Return the commit of the working tree ``folder``, and whether it was changed; empty outside one."""
    git = ("git", "-C", str(folder))
    try:
        head, changed = (
            subprocess.run(  # noqa: S603 - a fixed command on our own folder
                (*git, *command), capture_output=True, text=True, timeout=10, check=True
            ).stdout
            for command in (("rev-parse", "HEAD"), ("status", "--porcelain", "--untracked-files=no"))
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return f"git {head.strip()}{' dirty' if changed.strip() else ''}"


def _digest(root: Path, files: Iterable[Path]) -> str:
    """Digest names and contents of ``files`` below ``root``, without what Python and installers write."""
    whole = hashlib.sha256()
    for file in sorted(files):
        if file.suffix == ".pyc" or file.parent.suffix == ".dist-info" or not file.is_file():
            continue
        name = os.path.relpath(file, root)
        if name.startswith(".."):
            continue
        whole.update(f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return f"sha256:{whole.hexdigest()}"


def openssl() -> str:
    """Return the version of the OpenSSL that this Python uses, empty without one."""
    try:
        from ssl import OPENSSL_VERSION  # noqa: PLC0415 - not every Python has it
    except ImportError:
        return ""
    return OPENSSL_VERSION


def engine_facts(engine: str, plugin: str = "") -> dict[str, str]:
    """Return versions and sources of ``engine`` and of canonbench, as this interpreter has them.

    ``engine`` may be a stack that is written out: then it is those of all its engines, joined by semicolons.
    ``plugin`` identifies the file that brings the engine.
    """
    names = [part for name in stacks.names(engine) for part in COMPOSED.get(name, (name,))]
    facts = {
        "engine": engine,
        "engine_version": _joined({name: __version__ if plugin else version_of(name) for name in names}),
        "engine_source": plugin or _joined({name: source_of(name) for name in names}),
        "canonbench_version": __version__,
        "openssl_version": openssl(),
        "python": platform.python_version(),
    }
    return {key: value for key, value in facts.items() if value}


def _joined(facts: Mapping[str, str]) -> str:
    if len(facts) == 1:
        return next(iter(facts.values()))
    return "; ".join(f"{name} {fact}" for name, fact in facts.items())


def _first_line(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").partition("\n")[0].strip()
    except OSError:
        return ""


def machine_facts() -> dict[str, Any]:
    """Return machine, kernel, Python build and the state of what disturbs a measurement."""
    cpu = "/sys/devices/system/cpu"
    facts = {
        "canonbench": __version__,
        "canonbench_source": source_of(_OWN),
        "cpu_model": cpu_model(),
        "cpu_count": os.cpu_count(),
        "architecture": platform.machine(),
        "system": platform.system(),
        "kernel": platform.release(),
        "governor": _first_line(f"{cpu}/cpu0/cpufreq/scaling_governor"),
        "smt": _first_line(f"{cpu}/smt/active"),
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
        "python": sys.version.split("\n", maxsplit=1)[0].strip(),
        "python_build": " ".join(platform.python_build()),
        "python_compiler": platform.python_compiler(),
        "free_threaded": bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
        "gc": "enabled" if gc.isenabled() else "disabled",
        "gc_thresholds": list(gc.get_threshold()),
        "openssl": openssl(),
        "libraries": {name: version_of(name) for name in ("pyperf",)},
    }
    return {key: value for key, value in facts.items() if value is not None and value != ""}
