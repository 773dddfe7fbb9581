"""What a leaf measures: prepared by the conductor, or by the leaf itself for its workers."""

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canonbench.errors import UsageError
from canonbench.harness.inputs import Inputs
from canonbench.model.case import Case
from canonbench.runs.keys import Scalar

__all__ = ["Prepared", "frozen"]


@dataclass(frozen=True)
class Prepared:
    """What a leaf measures: its cases, and where their inputs, loops and its engine's facts are.

    ``loops`` are calls a value by the names of cases; a case without any is calibrated by pyperf.
    ``facts`` are versions and sources of the engine, as metadata; ``facts_file`` holds them, for the workers.
    ``incomplete`` says that something asked for is not among the cases, so that the exit code is 1.
    """

    cases: tuple[Case, ...]
    inputs: Inputs
    loops: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, Scalar] = field(default_factory=dict)
    facts_file: str = ""
    incomplete: bool = False


@contextlib.contextmanager
def frozen(cases: Sequence[str], inputs: str, loops: str = "", facts: str = "") -> Iterator[Prepared]:
    """Take what was prepared before: the way to its plan of a worker, and of a conducted leaf.

    ``inputs`` is a folder; ``loops`` and ``facts`` are JSON files, empty for none.

    Raises:
        UsageError: one of them cannot be read.
    """
    names = tuple(Case.parse(name) for name in cases)
    yield Prepared(names, Inputs.read(Path(inputs)), _json(loops), _json(facts))


def _json(path: str) -> dict[str, Any]:
    if not path:
        return {}
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {Path(path).name}: {error}") from error
    if not isinstance(found, dict):
        raise UsageError(f"{Path(path).name} holds no JSON object")
    return found
