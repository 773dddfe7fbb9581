"""One literal run of RDFC-1.0, recorded: its counts, the cases of its parts, and its primitive calls.

``replay_*`` make the primitive calls again and nothing else: the hash algorithm on the recorded bytes, the
code point sorts, and for the output its join. That is the least that the text asks of any implementation.
"""

import hashlib
from typing import NamedTuple

from canonbench.specs.rdf import Dataset
from canonbench.specs.rdfc10.reference import (
    CanonicalizationState,
    hash_blank_nodes,
    label_shared,
    label_unique,
    map_quads,
    serialize_canonical_form,
)
from canonbench.specs.rdfc10.search import DEFAULT_WORK_LIMIT
from canonbench.specs.rdfc10.work import (
    FirstDegreeCase,
    NDegreeCase,
    NDegreeResult,
    Primitives,
    Work,
    WorkCounts,
)

__all__ = [
    "Recording",
    "record",
    "replay_canonicalize",
    "replay_first_degree",
    "replay_label",
    "replay_n_degree",
    "replay_serialize",
]


class Recording(NamedTuple):
    """All that one literal canonicalization did."""

    counts: WorkCounts
    hash_algorithm: str
    identifiers: dict[str, str]
    """The issued identifiers map (``ca.6``)."""
    canonical: str
    """The serialized canonical form (``ca.7``)."""
    first_degree: FirstDegreeCase
    n_degree: NDegreeCase
    n_degree_results: tuple[NDegreeResult, ...]
    hashing: Primitives
    """Of ``ca.3``: one sort and one hash for each call of Hash First Degree Quads."""
    unique: Primitives
    """Of ``ca.4``."""
    shared: Primitives
    """Of ``ca.5``."""
    serializing: Primitives
    """Of ``ca.7``: one sort, of the lines."""


def record(
    dataset: Dataset, hash_algorithm: str = "sha256", work_limit: int | None = DEFAULT_WORK_LIMIT
) -> Recording:
    """Run the reference on ``dataset`` and keep what it does.

    Raises:
        MalformedInput: a term holds what no encoding can write.
        WorkLimitExceeded: as ``rdfc10.canonicalize``.
    """
    work = Work(hash_algorithm, work_limit, keep=True)
    state = CanonicalizationState(work=work)
    map_quads(state, dataset)
    identifiers = tuple(state.blank_node_to_quads_map)
    hash_blank_nodes(state)
    hashing = work.take()
    label_unique(state)
    unique = work.take()
    shared_hashes = {hash_: tuple(nodes) for hash_, nodes in state.hash_to_blank_nodes_map.items()}
    calls = label_shared(state)
    shared = work.take()
    issued = state.canonical_issuer.issued_identifiers_map
    canonical = serialize_canonical_form(state, dataset, issued)
    return Recording(
        counts=work.counts(),
        hash_algorithm=hash_algorithm,
        identifiers=issued,
        canonical=canonical,
        first_degree=FirstDegreeCase(dataset, identifiers, hash_algorithm),
        n_degree=NDegreeCase(
            dataset, shared_hashes, issued, tuple([call for call, _ in calls]), hash_algorithm
        ),
        n_degree_results=tuple([result for _, result in calls]),
        hashing=hashing,
        unique=unique,
        shared=shared,
        serializing=work.take(),
    )


def replay_first_degree(recording: Recording) -> tuple[str, ...]:
    """Make the primitive calls of ``rdfc.hash_first_degree`` again."""
    return tuple(_replay(recording.hashing, recording.hash_algorithm))


def replay_n_degree(recording: Recording) -> tuple[NDegreeResult, ...]:
    """Make the primitive calls of ``rdfc.hash_n_degree`` again; the results are those recorded."""
    _replay(recording.shared, recording.hash_algorithm)
    return recording.n_degree_results


def replay_label(recording: Recording) -> dict[str, str]:
    """Make the primitive calls of ``rdfc.label`` again; the map is the one recorded."""
    hash_algorithm = recording.hash_algorithm
    _replay(recording.hashing, hash_algorithm)
    _replay(recording.unique, hash_algorithm)
    _replay(recording.shared, hash_algorithm)
    return recording.identifiers


def replay_serialize(recording: Recording) -> str:
    """Make the primitive calls of ``rdfc.serialize`` again: the sort and the join of the output."""
    (lines,) = recording.serializing.sorted
    return "".join(sorted(lines))


def replay_canonicalize(recording: Recording) -> str:
    """Make the primitive calls of ``rdfc.canonicalize`` again."""
    replay_label(recording)
    return replay_serialize(recording)


def _replay(primitives: Primitives, hash_algorithm: str) -> list[str]:
    for strings in primitives.sorted:
        sorted(strings)
    empty = hashlib.new(hash_algorithm)
    hashes: list[str] = []
    for octets in primitives.hashed:
        state = empty.copy()
        state.update(octets)
        hashes.append(state.hexdigest())
    return hashes
