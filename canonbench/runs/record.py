"""``run.jsonl``: what a run has to say beside its numbers, one JSON object a line, only ever appended to.

Every record has a ``kind``:

``plan``         the plan, its seed and the command line
``end``          ``outcome``, ``seconds``: how a sitting of the run ended, and how long it took
``steps``        ``name`` of a role, ``steps``: every call in order, pairs of a stage and what it works on
``work``         ``document``, ``counts``: what a literal run of the texts does with it, whole numbers by name
``variant``      ``document``, ``of``, ``without``: a document that is another one less one of its contexts
``environment``  machine, kernel, versions
``gate``         ``name``, ``stack``, ``passed``, and for one that failed the number and digest of the first
                 differing line
``null``         ``name``, ``stack``, ``reason``, and ``part_of`` for a part that no stack measured: a row
                 that could not be measured
``refusal``      ``name``, ``stack``, ``reason``: an input or work that was refused, such as ``over budget``
``violation``    ``name``, ``stack``, ``reason``: figures that do not close
``note``         anything else that a reader must know
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from canonbench.errors import RunFileError
from canonbench.runs import schema
from canonbench.runs.schema import KINDS

__all__ = ["FILE", "KINDS", "append", "load"]

FILE = "run.jsonl"


def append(folder: Path, record: Mapping[str, Any]) -> None:
    """Add one line to ``run.jsonl`` in ``folder``, and make sure that it is on the disk.

    A line that an interruption cut is closed first; a line that finds no room is taken back, so that what
    was recorded before stays readable.

    Raises:
        RunFileError: the kind is none of ``KINDS``, its fields are missing or of another type, a value is no
            JSON, or the disk refuses.
    """
    if problem := schema.problem(record):
        raise RunFileError(f"not a record of a run: {problem}")
    try:
        text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise RunFileError(f"a {record['kind']} record cannot be written as JSON: {error}") from None
    path = folder / FILE
    try:
        with path.open("ab+") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - 1, 0))
            line = ("" if file.read(1) in {b"", b"\n"} else "\n") + text + "\n"
            try:
                file.write(line.encode())
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                os.ftruncate(file.fileno(), size)
                raise
    except OSError as error:
        raise RunFileError(f"cannot add to {path}: {error.strerror}; what it held before is kept") from error


def load(folder: Path) -> tuple[dict[str, Any], ...]:
    """Read ``run.jsonl`` in ``folder``; no file is no records, a last line that was cut is left out.

    Raises:
        RunFileError: names the line that is no JSON object with a ``kind``, or one of whose fields is not
            what ``canonbench.runs.schema`` says.
    """
    path = folder / FILE
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise RunFileError(f"cannot read {path}: {error.strerror}") from error
    records: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        problem = schema.problem(record)
        if not problem:
            records.append(record)
        elif number < len(lines):
            raise RunFileError(f"{path} line {number} is damaged: {problem}")
    return tuple(records)
