"""Run files: read, write and merge pyperf JSON.

A run file is written once and never edited; only that of an incomplete run gives way to a whole one when
the run is resumed. Parts are merged in memory and reach the disk through a temporary
file, fsync and rename; the parts themselves are never removed here, so a full disk loses nothing.
"""

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from canonbench.errors import RunFileError
from canonbench.model.case import Case
from canonbench.runs import folders, keys, record
from canonbench.runs.keys import Scalar
from canonbench.runs.rows import Process, Row, Run, Sitting, Stack

__all__ = ["is_part", "load_suite", "merge", "open_run", "put", "read", "read_stack", "write_suite"]

# Values that a worker left in its metadata become rows of their own: from a row of which state and view, the
# wall key, the CPU key, and how the case changes.
_DERIVED = (
    (("warm", "bare"), keys.FIRST_WALL, keys.FIRST_CPU, {"state": "cold-process"}),
    (("warm", "split"), keys.GLUE_VALUES, keys.GLUE_CPU, {"view": "glue"}),
)
_OF_THE_ROW = {keys.CPU_VALUES, *(key for _, wall, cpu, _ in _DERIVED for key in (wall, cpu)), "duration"}


def load_suite(path: Path) -> Any:
    """Load a ``pyperf.BenchmarkSuite``.

    Raises:
        RunFileError: it cannot be read, is damaged, or is none.
    """
    import pyperf  # noqa: PLC0415 - 60 ms that --help must not pay

    try:
        return pyperf.BenchmarkSuite.load(str(path))
    except OSError as error:
        raise RunFileError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, EOFError) as error:
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise RunFileError(f"{path} is damaged or no pyperf file: {reason}") from error


def _process(run: Any, where: str) -> Process:
    metadata: Mapping[str, Scalar] = run.get_metadata()
    wall = tuple(float(value) for value in run.values)
    cpu = None
    if keys.CPU_VALUES in metadata:
        try:
            cpu = keys.numbers(metadata[keys.CPU_VALUES])
        except RunFileError as error:
            raise RunFileError(f"{where}: {error}; measure again") from error
        if len(cpu) != len(wall):
            raise RunFileError(f"{where}: {len(cpu)} cpu.values stand beside {len(wall)} values")
    if not all(0 <= value < math.inf for value in (*wall, *(cpu or ()))):  # a coarse CPU clock may say 0
        raise RunFileError(f"{where}: a value is negative or not finite; measure again")
    sitting = None
    if keys.RUN in metadata and keys.ROUND in metadata:
        if not isinstance(metadata[keys.ROUND], int):
            raise RunFileError(f"{where}: its {keys.ROUND} is no whole number; measure again")
        sitting = Sitting(str(metadata[keys.RUN]), int(metadata[keys.ROUND]))
    return Process(wall, cpu, metadata, sitting)


def _common(processes: Sequence[Process]) -> dict[str, Scalar]:
    first, *rest = (process.metadata for process in processes)
    return {key: value for key, value in first.items() if all(other.get(key) == value for other in rest)}


def _row(benchmark: Any, path: Path) -> Row | None:
    name = str(benchmark.get_name())
    processes = tuple(_process(run, f"{path}, row {name}") for run in benchmark.get_runs() if run.values)
    versions = {str(process.metadata.get(keys.CASE_VERSION, "")) for process in processes}
    if len(versions) > 1:
        raise RunFileError(f"{path}, row {name}: mixes case versions {', '.join(sorted(versions))}")
    return Row(name, processes, _common(processes)) if processes else None


def read_stack(path: Path) -> Stack:
    """Read one run file.

    Runs without values, which pyperf writes while it calibrates, are left out.

    Raises:
        RunFileError: it cannot be read, is damaged, or one of its rows mixes case versions.
    """
    rows = tuple(row for benchmark in load_suite(path) if (row := _row(benchmark, path)) is not None)
    names = {row.text(keys.STACK) for row in rows} - {""}
    return Stack(names.pop() if len(names) == 1 else path.name.partition(".json")[0], rows)


def read(path: Path) -> Run:
    """Read a run file, or all run files and the record of a run folder.

    Raises:
        RunFileError: a file is damaged, or there is none.
    """
    if not path.is_dir():
        return Run(path.name, (read_stack(path),), record.load(path.parent), folder=path.parent)
    found = sorted(path.glob("*.json"), key=lambda file: file.stem)
    records = record.load(path)
    if not found and not records:
        raise RunFileError(f"{path} holds no run: neither *.json nor {record.FILE}")
    return Run(path.resolve().name, tuple(read_stack(file) for file in found), records, folder=path)


def open_run(argument: str | None = None, root: Path = folders.RUNS) -> Run:
    """Read what a RUN argument names: a file, a run folder, a machine folder, ``DIR:STACK``, else the newest.

    A file of a run folder comes with the run's A/A pair, so that its noise is known.

    Raises:
        RunFileError: nothing is there, it is damaged, or the run has no such stack.
    """
    path, name = folders.find(argument, root)
    run = read(path)
    if name is not None and run.stack(name) is None:
        known = ", ".join(stack.name for stack in run.stacks) or "none"
        raise RunFileError(f"{path} has no stack {name!r}; it has: {known}")
    if path.is_file():
        again = [read_stack(found) for found in folders.again(path.parent) if found != path]
        return replace(run, stacks=(*run.stacks, *again), only=run.stacks[0].name)
    return run if name is None else replace(run, label=f"{run.label}:{name}", only=name)


def _rows(suite: Any) -> Iterator[tuple[str, list[Any]]]:
    """Give name and runs of each row of a part, and of those that its workers left in their metadata."""
    for benchmark in suite:
        name, runs = str(benchmark.get_name()), benchmark.get_runs()
        yield name, runs
        for source, wall, cpu, change in _DERIVED:
            told = [run.get_metadata() for run in runs if run.values and wall in run.get_metadata()]
            case = Case.of(name) if told else None
            if case is not None and (case.state, case.view) == source:
                derived = replace(case, **change).name  # type: ignore[arg-type]  # literals of _DERIVED
                yield derived, [_derived(metadata, derived, wall, cpu, change) for metadata in told]


def _derived(metadata: dict[str, Scalar], name: str, wall: str, cpu: str, change: dict[str, str]) -> Any:
    import pyperf  # noqa: PLC0415 - as above

    own = {k: v for k, v in metadata.items() if k not in _OF_THE_ROW and not k.startswith(keys.SPLIT)}
    own |= {keys.NAME: name, keys.LOOPS: 1, **change}
    if cpu in metadata:
        own[keys.CPU_VALUES] = str(metadata[cpu])
    return pyperf.Run(keys.numbers(metadata[wall]), metadata=own, collect_metadata=False)


def is_part(path: Path, name: str) -> bool:
    """Tell a part that can be merged, and has the row ``name``, from one that is damaged."""
    try:
        found = dict(_rows(load_suite(path)))
        for runs in found.values():
            for run in runs:
                keys.check(keys.scrub(run.get_metadata(), keep_host=False))
                _process(run, name)
    except (RunFileError, ValueError, TypeError):
        return False
    return any(run.values for run in found.get(name, ()))


def merge(
    parts: Iterable[Path],
    target: Path,
    extra: Mapping[Path, Mapping[str, Scalar]] | None = None,
    *,
    keep_host: bool = False,
    replace: bool = False,
) -> Path:
    """Merge the parts that the leaves of one stack wrote into the run file ``target``, and return it.

    ``extra`` adds metadata to the runs of a part, such as its ``round``. First calls become
    ``:cold-process`` rows, Playback's values ``:glue`` rows. Host name and host paths are taken out. The
    parts are left where they are. ``replace`` is as for ``write_suite``.

    Raises:
        RunFileError: a part is damaged, parts do not belong together (another case version, machine or
            Python), ``target`` is already there, or there is no room for it.
    """
    import pyperf  # noqa: PLC0415 - as above

    merged: dict[str, list[Any]] = {}
    for part in parts:
        added = dict((extra or {}).get(part, {}))
        for name, runs in _rows(load_suite(part)):
            for run in runs:
                metadata = keys.scrub({**run.get_metadata(), **added}, keep_host=keep_host)
                keys.check(metadata)
                clean = pyperf.Run(run.values, run.warmups, metadata=metadata, collect_metadata=False)
                merged.setdefault(name, []).append(clean)
    if not merged:
        raise RunFileError(f"nothing to merge into {target}: no part holds a row")
    for name, runs in merged.items():
        versions = {str(run.get_metadata().get(keys.CASE_VERSION, "")) for run in runs}
        if len(versions) > 1:
            raise RunFileError(f"row {name} mixes case versions {', '.join(sorted(versions))}; measure again")
    try:
        suite = pyperf.BenchmarkSuite([pyperf.Benchmark(runs) for runs in merged.values()])
    except ValueError as error:
        raise RunFileError(f"the parts of {target.name} do not belong together: {error}") from error
    return write_suite(suite, target, replace=replace)


def write_suite(suite: Any, target: Path, *, replace: bool = False) -> Path:
    """Write a ``pyperf.BenchmarkSuite`` to the new file ``target``, whole or not at all, and return it.

    ``replace`` lets it stand for the file of an incomplete run that was resumed, all of whose parts it holds.

    Raises:
        RunFileError: it is already there, or there is no room for it.
    """
    if target.exists() and not replace:
        raise RunFileError(f"{target} is already there; run files are never overwritten: give another name")
    try:
        put(target, suite.dump)
    except OSError as error:
        reason = error.strerror or error
        raise RunFileError(
            f"cannot write {target}: {reason}; nothing measured is lost, its parts are kept"
        ) from error
    return target


def put(target: Path, write: Callable[[TextIO], None]) -> None:
    """Let ``write`` fill the file ``target``, whole or not at all: beside it, to the disk, then in its place.

    Raises:
        OSError: it cannot be written; what it held before is whole.
    """
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("x", encoding="utf-8") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename durable, where folders can be opened."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
