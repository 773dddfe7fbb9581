"""A folder for inputs that only this user can read, and that does not outlive its process for long.

Inputs hold what is in the user's documents. Nothing can take them away for a process that was killed or lost
its power; so each folder says whose it is, and whoever makes the next one takes those of the dead away first.
"""

import contextlib
import json
import os
import platform
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from canonbench.harness.process import shielded

__all__ = ["OWNER", "private_folder"]

OWNER = "owner.json"
"""The file that says which process made the folder."""

_PREFIX = "canonbench-"
_START = 19
"""The place of a process's start in what follows its name in ``/proc/PID/stat`` (proc_pid_stat)."""


@contextlib.contextmanager
def private_folder() -> Iterator[Path]:
    """Give a new folder that only this user can read, and remove it whatever happens."""
    _sweep(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    try:
        (folder / OWNER).write_text(json.dumps(_process(os.getpid())), encoding="utf-8")
        yield folder
    finally:
        with shielded():
            shutil.rmtree(folder, ignore_errors=True)


def _sweep(place: Path) -> None:
    """Remove the folders in ``place`` whose processes are dead; what is not surely so is left."""
    if not hasattr(os, "getuid"):
        return
    for folder in place.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            about = folder.lstat()
            if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid():
                continue
            if _is_dead(json.loads((folder / OWNER).read_text(encoding="utf-8"))):
                shutil.rmtree(folder, ignore_errors=True)


def _process(pid: int) -> dict[str, Any]:
    """Return what tells a process from others: its start, the system's, and where its number counts."""
    try:
        space = str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        space = ""
    boot = _text("/proc/sys/kernel/random/boot_id").strip()
    return {"pid": pid, "start": _start(pid), "space": space, "boot": boot, "node": platform.node()}


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _start(pid: int) -> str:
    """Return when a process started, in ticks since the system did; empty if it is gone or nobody knows."""
    fields = _text(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return fields[_START] if len(fields) > _START and fields[0] != "Z" else ""


def _is_dead(owner: dict[str, Any]) -> bool:
    """Tell an owner that is gone for certain.

    One on another machine, or whose number counts elsewhere (another container), may well live.
    """
    here = _process(int(owner["pid"]))
    if owner["node"] != here["node"]:
        return False
    if owner["boot"] != here["boot"]:
        return True
    if owner["space"] != here["space"]:
        return False
    return owner["start"] != here["start"] if owner["start"] else not _lives(here["pid"])


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
