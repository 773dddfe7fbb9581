"""Frozen inputs: neutral values in files named by their digests, in a private folder outside ``runs/``.

``index.json`` says which file a case reads and which digest its output must have. A worker reads the index
and the one input that it measures, nothing else.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from canonbench.errors import EnginesDisagree, UsageError
from canonbench.harness import codec
from canonbench.model.case import Case
from canonbench.model.stage import Stage

__all__ = ["Entry", "Facts", "Inputs", "Writer", "base", "check"]

_INDEX = "index.json"
_CHUNK_BYTES = 2_000_000


def base(case: Case) -> str:
    """Return the name under which the input of ``case`` is frozen: one for all states and views."""
    return replace(case, state="warm", view="bare").name


@dataclass(frozen=True)
class Facts:
    """What may be known of a document: digests and sizes, never values.

    ``size`` is in bytes; ``quads`` and ``blank_nodes`` are 0 where there is no dataset.
    """

    sha256: str
    size: int
    contexts_sha256: str = ""
    quads: int = 0
    blank_nodes: int = 0


@dataclass(frozen=True)
class Entry:
    """The frozen input of a case: names of files, which are digests.

    ``expected`` is the SHA-256 of the normal form of the output, empty if no engine of ours gives the stage;
    the gate then takes the first engine's. ``nothing`` says that the stage has no work on this document.
    ``output_size`` is the number of bytes that a role sends on, 0 if it sends none. ``fixed`` is the digest
    of what is the same whenever the input is made again: a role's request without what is drawn at random.
    """

    stage: str
    document: str
    input: str
    size: int
    expected: str = ""
    nothing: bool = False
    output_size: int = 0
    fixed: str = ""

    @property
    def chunk(self) -> int:
        """How many inputs may be entered ahead of a clock, so that memory stays bounded."""
        return max(1, min(512, _CHUNK_BYTES // max(1, self.size)))


@dataclass(frozen=True)
class Inputs:
    """The inputs in a folder, by the names of their cases, and the facts of their documents."""

    folder: Path
    cases: Mapping[str, Entry]
    documents: Mapping[str, Facts]

    @classmethod
    def read(cls, folder: Path) -> "Inputs":
        """Read the index in ``folder``.

        Raises:
            UsageError: there is none.
        """
        try:
            index = json.loads((folder / _INDEX).read_text(encoding="utf-8"))
            return cls(
                folder,
                {name: Entry(**entry) for name, entry in index["cases"].items()},
                {name: Facts(**facts) for name, facts in index["documents"].items()},
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f"--inputs {folder.name} holds no frozen inputs: {type(error).__name__}; leave it out"
            ) from error

    def write(self) -> None:
        """Write the index."""
        index = {
            "cases": {name: asdict(entry) for name, entry in self.cases.items()},
            "documents": {name: asdict(facts) for name, facts in self.documents.items()},
        }
        (self.folder / _INDEX).write_text(json.dumps(index), encoding="utf-8")

    def establish(self, expected: Mapping[str, str]) -> "Inputs":
        """Return these inputs with more expected digests, by the names of cases, and write them."""
        if not expected:
            return self
        more = {name: replace(self.cases[name], expected=digest) for name, digest in expected.items()}
        inputs = replace(self, cases={**self.cases, **more})
        inputs.write()
        return inputs

    def text(self, name: str) -> str:
        """Return the frozen text that is called ``name``: an input, or an expected normal form."""
        return (self.folder / name).read_bytes().decode("utf-8", "surrogatepass")

    def value(self, case: Case) -> Any:
        """Return the neutral input of ``case``, a new value each time."""
        return codec.load(self.text(self.entry(case).input))

    def entry(self, case: Case) -> Entry:
        """Return where the input of ``case`` is.

        Raises:
            UsageError: there is none.
        """
        name = base(case)
        if name not in self.cases:
            raise UsageError(f"{name} has no frozen input; see: python -m canonbench list stages")
        return self.cases[name]


class Writer:
    """Writes values into a folder once each, under their digests."""

    def __init__(self, folder: Path) -> None:
        """Write into ``folder``, which exists."""
        self.folder = folder

    def text(self, text: str) -> str:
        """Write ``text`` and return its digest, which is the file's name."""
        name = codec.digest(text)
        path = self.folder / name
        if not path.exists():
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return name


def check(stage: Stage[Any, Any], case: Case, expected: str, output: Any) -> None:
    """Refuse a neutral output whose normal form has not the digest ``expected``.

    Raises:
        EnginesDisagree: it differs.
    """
    found = codec.digest(stage.normal(output))
    if found != expected:
        raise EnginesDisagree(
            f"{base(case)}: the output's digest is {found[:16]}, not {expected[:16]} as proved before; "
            "nothing is measured: see python -m canonbench check"
        )
