"""The work that a literal run of RDFC-1.0 makes: counted, bounded, and kept to be made again.

The text says that implementations "MUST strictly conform" to its steps, so these counts are the text's own:
they belong to the dataset and the hash algorithm, whatever the machine.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs.rdf import Dataset
from canonbench.specs.rdfc10.search import DEFAULT_WORK_LIMIT, refuse, step_bound

__all__ = [
    "FirstDegreeCase",
    "NDegreeCall",
    "NDegreeCase",
    "NDegreeResult",
    "Primitives",
    "Work",
    "WorkCounts",
]


class WorkCounts(NamedTuple):
    """What one literal canonicalization does, in calls unless said otherwise."""

    quads: int = 0
    """Quads of the dataset."""
    blank_nodes: int = 0
    """Blank nodes of the dataset."""
    mentions: int = 0
    """Entries of all mention sets together: one for each quad and each distinct blank node of it."""
    hash_calls: int = 0
    """Calls of the hash algorithm."""
    bytes_hashed: int = 0
    """Bytes given to the hash algorithm."""
    first_degree_calls: int = 0
    """Hash First Degree Quads, the repeated calls of ``hrbn.4`` included."""
    related_calls: int = 0
    """Hash Related Blank Node."""
    n_degree_calls: int = 0
    """Hash N-Degree Quads, at every depth."""
    permutations: int = 0
    """Permutations begun (``hndq.5.4``); orderings that differ only in equal members count once."""
    sorts: int = 0
    """Code point sorts: of lines (``h1dq.4``, ``ca.7``) and of hashes (``ca.4``, ``ca.5``, ``hndq.5``)."""
    lines_sorted: int = 0
    """Lines of N-Quads in those sorts."""
    hashes_sorted: int = 0
    """Hashes in those sorts."""


class Primitives(NamedTuple):
    """The primitive calls of a part of one literal run, in their order."""

    hashed: tuple[bytes, ...]
    """The bytes of each call of the hash algorithm."""
    sorted: tuple[tuple[str, ...], ...]
    """The strings of each code point sort, as they were before it."""


class FirstDegreeCase(NamedTuple):
    """The calls of Hash First Degree Quads that step ``ca.3`` makes in one canonicalization."""

    dataset: Dataset
    """The state: the blank node to quads map is made from it (``ca.2``)."""
    identifiers: tuple[str, ...]
    """The reference blank node identifier of each call, in order."""
    hash_algorithm: str


class NDegreeCall(NamedTuple):
    """One call of Hash N-Degree Quads, with a temporary issuer that has issued ``_:b0`` to ``identifier``."""

    identifier: str
    issued_before: int
    """How many identifiers the canonical issuer had issued by then: so many of ``NDegreeCase.canonical``."""


class NDegreeCase(NamedTuple):
    """The calls of Hash N-Degree Quads that step ``ca.5.2.4`` makes in one canonicalization.

    Each call makes its own recursive calls, so that together they are all of them, each once.
    """

    dataset: Dataset
    """Part of the state: the blank node to quads map is made from it (``ca.2``)."""
    hash_to_blank_nodes: dict[str, tuple[str, ...]]
    """Part of the state: what ``ca.4.3`` leaves of it, the hash of every blank node that shares its own."""
    canonical: dict[str, str]
    """Part of the state: issued identifiers map of the canonical issuer, in order of issuance."""
    calls: tuple[NDegreeCall, ...]
    """In order, so that ``issued_before`` never falls."""
    hash_algorithm: str


class NDegreeResult(NamedTuple):
    """What Hash N-Degree Quads returns."""

    hash: str
    """Hexadecimal, lower case."""
    issued: dict[str, str]
    """Issued identifiers map of the issuer, in order of issuance."""


@dataclass
class Work:
    """The ledger that a literal run writes while it works: all hashing and sorting goes through it.

    With ``keep`` it holds on to the arguments of the primitive calls, which may take much memory.
    """

    hash_algorithm: str = "sha256"
    work_limit: int | None = DEFAULT_WORK_LIMIT
    keep: bool = False
    quads: int = 0
    blank_nodes: int = 0
    mentions: int = 0
    first_degree_calls: int = 0
    related_calls: int = 0
    n_degree_calls: int = 0
    permutations: int = 0
    hash_calls: int = 0
    bytes_hashed: int = 0
    sorts: int = 0
    lines_sorted: int = 0
    hashes_sorted: int = 0
    alike: int = 0
    hashed: list[bytes] = field(default_factory=list)
    sorted: list[tuple[str, ...]] = field(default_factory=list)

    def hash(self, text: str) -> str:
        """Return the hash of ``text`` in UTF-8, in lower-case hexadecimal (``#dfn-hash-algorithm``)."""
        try:
            octets = text.encode()
        except UnicodeEncodeError as error:
            raise MalformedInput(
                f"a term holds U+{ord(text[error.start]):04X}, which is no character"
            ) from None
        self.hash_calls += 1
        self.bytes_hashed += len(octets)
        if self.keep:
            self.hashed.append(octets)
        return hashlib.new(self.hash_algorithm, octets).hexdigest()

    def sort_lines(self, lines: Iterable[str]) -> list[str]:
        """Return lines of N-Quads in Unicode code point order."""
        return self._sort(lines, "lines_sorted")

    def sort_hashes(self, hashes: Iterable[str]) -> list[str]:
        """Return hashes in Unicode code point order."""
        return self._sort(hashes, "hashes_sorted")

    def _sort(self, texts: Iterable[str], counter: str) -> list[str]:
        before = tuple(texts)
        self.sorts += 1
        setattr(self, counter, getattr(self, counter) + len(before))
        if self.keep:
            self.sorted.append(before)
        return sorted(before)

    def step(self) -> None:
        """Hold the run to its bound; called after every count of a step.

        Raises:
            WorkLimitExceeded: more steps than ``work_limit`` allows.
        """
        bound = step_bound(self.work_limit, self.alike)
        if self.n_degree_calls + self.related_calls + self.permutations > bound:
            raise refuse(bound)

    def counts(self) -> WorkCounts:
        """Return the counts so far."""
        return WorkCounts(**{name: getattr(self, name) for name in WorkCounts._fields})

    def take(self) -> Primitives:
        """Return the primitive calls kept since the last ``take``."""
        taken = Primitives(tuple(self.hashed), tuple(self.sorted))
        self.hashed.clear()
        self.sorted.clear()
        return taken
