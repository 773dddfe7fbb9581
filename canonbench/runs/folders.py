"""Where runs stand: ``runs/<machine>/<UTC date>T<time>Z-<target>/<stack>.json``."""

import platform
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from canonbench.errors import RunFileError
from canonbench.model.case import AGAIN
from canonbench.runs import record

__all__ = [
    "ALLOCATIONS",
    "RUNS",
    "again",
    "cpu_model",
    "create",
    "demand_writable",
    "find",
    "is_run",
    "machine_name",
    "newest",
    "stack_file",
]

ALLOCATIONS = "allocations"
"""Folder, in a run folder of memory, of files whose unit is ``integer``; those of bytes stand beside it."""

RUNS = Path("runs")
_STAMP = re.compile(r"(\d{4}-\d{2}-\d{2}T\d{6}Z)-(.+?)(?:\.(\d+))?")
_STACK = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._@+=,~-]*")


def cpu_model() -> str:
    """Return the model name of the processor as the system gives it, or its architecture."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next((name for name in names if name), "") or platform.processor() or platform.machine() or "cpu"


def machine_name(model: str) -> str:
    """Make a folder name of a processor's model name: ``AMD EPYC 7763`` gives ``amd-epyc-7763``.

    Never the host name: that would say whose machine it is.
    """
    plain = re.sub(r"\((?:r|tm)\)|\b(?:cpu|processor)\b|@.*", " ", model.lower())
    return re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.") or "cpu"


def create(
    target: str, *, machine: str | None = None, root: Path = RUNS, now: datetime | None = None
) -> Path:
    """Create the folder of a new run and return it.

    A second run of the same second gets ``.2`` after the target, and so on; no folder is ever shared.

    Raises:
        RunFileError: it cannot be created.
    """
    moment = (now or datetime.now(UTC)).astimezone(UTC)
    name = re.sub(r"[^A-Za-z0-9._+,~-]+", "-", target).strip("-.") or "run"
    parent = root / machine_name(machine or cpu_model())
    try:
        parent.mkdir(parents=True, exist_ok=True)
        number = 1
        while True:
            folder = parent / f"{moment:%Y-%m-%dT%H%M%SZ}-{name}{'' if number == 1 else f'.{number}'}"
            try:
                folder.mkdir()
            except FileExistsError:
                number += 1
            else:
                return folder
    except OSError as error:
        raise RunFileError(f"cannot create a run folder in {parent}: {error.strerror}") from error


def demand_writable(machine: str | None = None, root: Path = RUNS) -> None:
    """Make sure that ``create`` could create the folder of a run, and leave nothing behind.

    Raises:
        RunFileError: it could not.
    """
    parent = root / machine_name(machine or cpu_model())
    there = next(path for path in (parent, *parent.absolute().parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise RunFileError(f"cannot create a run folder in {parent}: {error.strerror}") from error


def stack_file(folder: Path, stack: str) -> Path:
    """Return the run file of ``stack`` in ``folder``.

    Raises:
        RunFileError: the name of the stack cannot be a file name.
    """
    if not _STACK.fullmatch(stack):
        raise RunFileError(
            f"stack name {stack!r} cannot be a file name: use letters, digits and . _ @ + = , ~ -"
        )
    return folder / f"{stack}.json"


def is_run(folder: Path) -> bool:
    """Tell a run folder from others: it holds ``run.jsonl`` or run files."""
    return (folder / record.FILE).is_file() or any(folder.glob("*.json"))


def again(folder: Path) -> list[Path]:
    """Return the run files of the A/A pair of a run folder: none where there is no pair, or no run."""
    if not (folder / record.FILE).is_file():
        return []
    pairs = [
        (path.with_name(path.name.replace(f"{AGAIN}.json", ".json")), path)
        for path in folder.glob(f"*{AGAIN}.json")
    ]
    return [path for pair in pairs if pair[0].is_file() for path in pair]


def _age(folder: Path) -> tuple[str, int, float]:
    found = _STAMP.fullmatch(folder.name)
    if found is None:
        return "", 0, folder.stat().st_mtime
    return found[1], int(found[3] or 1), folder.stat().st_mtime


def newest(folder: Path = RUNS) -> Path:
    """Return the newest run folder under ``folder``, which may be ``runs/`` or one machine's folder.

    One in which nothing was measured, or not yet, counts only where there is no other.

    Raises:
        RunFileError: there is none.
    """
    found = [*folder.glob("*"), *folder.glob("*/*")]
    runs = [path for path in found if path.is_dir() and is_run(path)]
    runs = [path for path in runs if any(path.glob("*.json"))] or runs
    if not runs:
        raise RunFileError(f"there is no run under {folder}; measure first: python -m canonbench run quick")
    return max(runs, key=_age)


def find(argument: str | None, root: Path = RUNS) -> tuple[Path, str | None]:
    """Resolve a RUN argument: a file, a run folder, a machine folder, ``DIR:STACK``; ``None`` is the newest.

    Returns:
        The run file or run folder, and the name of the one stack that was asked for, or ``None`` for all.

    Raises:
        RunFileError: nothing is there.
    """
    if argument is None:
        return newest(root), None
    path, stack = Path(argument), None
    if not path.exists() and ":" in argument:
        before, _, stack = argument.rpartition(":")
        path = Path(before)
    if path.is_dir():
        return (path if is_run(path) else newest(path)), stack
    if path.is_file():
        return path, stack
    raise RunFileError(f"there is no run at {argument}; give a run file, a run folder or DIR:STACK")
