"""RDFC-1.0, fast: the results of the text by fewer operations (RDF-CANON, W3C Recommendation of 2024-05-21).

What it does otherwise than the reference: quads are kept as text in blocks (``blocks``), a first-degree hash
is computed once, and Hash N-Degree Quads remembers and copies less (``paths``). It tries blank nodes in the
same order and counts the same steps, so both issue the same identifiers and refuse the same datasets.
"""

import itertools
import operator
from collections.abc import Mapping, Sequence

from canonbench.errors import MalformedInput
from canonbench.specs.nquads import escape_literals
from canonbench.specs.rdf import Dataset, Quad
from canonbench.specs.rdfc10.blocks import First, hash_nodes, label_links, labels, take_apart, write
from canonbench.specs.rdfc10.paths import Search, as_mentioned
from canonbench.specs.rdfc10.search import DEFAULT_WORK_LIMIT, step_bound
from canonbench.specs.rdfc10.work import FirstDegreeCase, NDegreeCase, NDegreeResult

__all__ = ["canonicalize", "hash_first_degree", "hash_n_degree", "label", "serialize"]


def canonicalize(
    dataset: Dataset, hash_algorithm: str = "sha256", work_limit: int | None = DEFAULT_WORK_LIMIT
) -> str:
    """Return the serialized canonical form of ``dataset`` (``#canon-algo-algo``).

    Args:
        dataset: distinct quads, not changed.
        hash_algorithm: a name of ``hashlib``; the text asks for ``"sha256"`` and ``"sha384"``.
        work_limit: in steps of Hash N-Degree Quads (``rdfc10.search``); ``None`` is no limit.

    Returns:
        Canonical N-Quads, lines in code point order; the empty string for the empty dataset.

    Raises:
        MalformedInput: a term holds a lone surrogate.
        WorkLimitExceeded: the dataset asks for more steps than the limit allows.
    """
    pieces = take_apart(escape_literals(dataset))
    hashes = hash_nodes(pieces, hash_algorithm)
    first, several, links, in_graphs = pieces
    order = _issue(dataset, first, hashes, hash_algorithm, work_limit)
    if links or in_graphs:
        nodes = labels(first)
        label_links(pieces, {nodes[i]: f"_:c14n{number}" for number, i in enumerate(order)})
    return write(first, several, order)


def label(
    dataset: Dataset, hash_algorithm: str = "sha256", work_limit: int | None = DEFAULT_WORK_LIMIT
) -> dict[str, str]:
    """Return the issued identifiers map of ``dataset`` (``#ca.1`` to ``#ca.6``).

    Returns:
        ``{"_:e0": "_:c14n1", ...}``: every blank node, in order of issuance.

    Raises:
        MalformedInput, WorkLimitExceeded: as ``canonicalize``.
    """
    pieces = take_apart(escape_literals(_with_blank_nodes(dataset)))
    hashes = hash_nodes(pieces, hash_algorithm)
    order = _issue(dataset, pieces[0], hashes, hash_algorithm, work_limit)
    nodes = labels(pieces[0])
    return {nodes[i]: f"_:c14n{number}" for number, i in enumerate(order)}


def serialize(dataset: Dataset, issued_identifiers_map: Mapping[str, str]) -> str:
    """Return the serialized canonical form of a dataset and its labels (``#ca.7``, section 5).

    Args:
        dataset: distinct quads, not changed.
        issued_identifiers_map: what ``label`` returns, or another one-to-one map between blank nodes.

    Raises:
        MalformedInput: the map lacks a blank node, or a lexical form holds a lone surrogate.
    """
    pieces = take_apart(escape_literals(dataset))
    try:
        label_links(pieces, issued_identifiers_map)
        identifiers = [issued_identifiers_map[node] for node in labels(pieces[0])]
    except KeyError as error:
        raise MalformedInput(f"the issued identifiers map has no identifier for {error.args[0]}") from None
    return write(pieces[0], pieces[1], range(len(identifiers)), identifiers)


def hash_first_degree(case: FirstDegreeCase) -> tuple[str, ...]:
    """Make the calls of Hash First Degree Quads of ``case`` (``#hash-1d-quads-algorithm``).

    Returns:
        The hash of each call, hexadecimal in lower case. Mention sets are made inside.
    """
    pieces = take_apart(escape_literals(_with_blank_nodes(case.dataset)))
    hashes = hash_nodes(pieces, case.hash_algorithm)
    hash_of = dict(zip(labels(pieces[0]), hashes, strict=True))
    return tuple([hash_of[identifier].hex() for identifier in case.identifiers])


def hash_n_degree(
    case: NDegreeCase, work_limit: int | None = DEFAULT_WORK_LIMIT
) -> tuple[NDegreeResult, ...]:
    """Make the calls of Hash N-Degree Quads of ``case``, theirs included (``#hash-nd-quads-algorithm``).

    Returns:
        The result of each call. Mention sets are made inside; first-degree hashes are part of the state.

    Raises:
        WorkLimitExceeded: as ``canonicalize``.
    """
    hashes = {node: hash_ for hash_, nodes in case.hash_to_blank_nodes.items() for node in nodes}
    search = Search(case.dataset, hashes, case.hash_algorithm, step_bound(work_limit, len(hashes)))
    canonical = search.canonical
    issuance = iter(case.canonical.items())
    results: list[NDegreeResult] = []
    for identifier, issued_before in case.calls:
        canonical.update(itertools.islice(issuance, issued_before - len(canonical)))
        results.append(search.run(identifier))
    return tuple(results)


def _with_blank_nodes(dataset: Dataset) -> Sequence[Quad]:
    return [
        quad
        for quad in dataset
        if quad[0][0] == "_"
        or (isinstance(quad[2], str) and quad[2][0] == "_")
        or (quad[3] is not None and quad[3][0] == "_")
    ]


def _issue(
    dataset: Dataset, first: First, hashes: list[bytes], hash_algorithm: str, work_limit: int | None
) -> Sequence[int]:
    """Return the indexes of the blank nodes in the order in which canonical identifiers are issued."""
    if len(set(hashes)) == len(hashes):
        return sorted(range(len(hashes)), key=hashes.__getitem__)
    nodes = labels(first)
    same: dict[bytes, list[int]] = {}
    for i, hash_ in enumerate(hashes):
        same.setdefault(hash_, []).append(i)
    unique = sorted([hash_ for hash_, group in same.items() if len(group) == 1])
    index = {nodes[i]: i for group in same.values() if len(group) > 1 for i in group}
    alike: dict[bytes, list[str]] = {}
    for node in as_mentioned(dataset, index):
        alike.setdefault(hashes[index[node]], []).append(node)
    hexadecimal = {node: hash_.hex() for hash_, group in alike.items() for node in group}
    search = Search(dataset, hexadecimal, hash_algorithm, step_bound(work_limit, len(index)))
    canonical = search.canonical
    for hash_ in unique:
        canonical[nodes[same[hash_][0]]] = f"_:c14n{len(canonical)}"
    order = [same[hash_][0] for hash_ in unique]
    for hash_ in sorted(alike):
        results = [search.run(node) for node in alike[hash_] if node not in canonical]
        results.sort(key=_hash_of)
        for _, issued in results:
            for node in issued:
                if node not in canonical:
                    canonical[node] = f"_:c14n{len(canonical)}"
                    order.append(index[node])
    return order


_hash_of = operator.attrgetter("hash")
