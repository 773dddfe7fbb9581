"""RDFC-1.0, fast: the results of the text by fewer operations (RDF-CANON, W3C Recommendation of 2024-05-21).

What it does otherwise than the reference:

* Quads are kept by subject, as the text that follows the subject (a *tail*). No subject is the beginning of
  another one, so tails sorted subject by subject are lines sorted, and one join writes a subject's block:
  with ``_:a`` before each tail to be hashed, with the canonical label to be output.
* Lexical forms are searched for characters to escape all at once.
* A first-degree hash is computed once, and so is a related hash for each distinct input.
* Hash N-Degree Quads copies the issuer only where there is more than one permutation to try.

Blank nodes are tried in the same order as by the reference, with the same steps counted: so both issue the
same identifiers, and refuse the same datasets.
"""

import hashlib
import itertools
import operator
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from canonbench.errors import MalformedInput
from canonbench.specs.nquads import escape_literals
from canonbench.specs.rdf import XSD_STRING, Dataset, Quad, Term, is_blank
from canonbench.specs.rdfc10.search import DEFAULT_WORK_LIMIT, permutations, recurse, refuse, step_bound
from canonbench.specs.rdfc10.work import FirstDegreeCase, NDegreeCase, NDegreeResult

__all__ = ["canonicalize", "hash_first_degree", "hash_n_degree", "label", "serialize"]

_Link: TypeAlias = tuple[str, str, str, None]
_Lines: TypeAlias = defaultdict[str, list[str]]
_Mentions: TypeAlias = defaultdict[str, list[tuple[str, str]]]


class _Pieces(NamedTuple):
    """A dataset, taken apart once for hashing and for output; lexical forms are escaped."""

    tails: dict[str, list[str]]
    """For each subject the tails of its quads without other blank nodes; has every blank node as a key."""
    links: list[_Link]
    """The quads of the default graph with a blank node as object."""
    in_graphs: list[Quad]
    """The quads of named graphs with a blank node as object or graph name."""


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
    pieces = _take_apart(escape_literals(dataset))
    hashes = _first_degree_hashes(pieces, hash_algorithm)
    return _write(pieces, _issue(dataset, hashes, hash_algorithm, work_limit))


def label(
    dataset: Dataset, hash_algorithm: str = "sha256", work_limit: int | None = DEFAULT_WORK_LIMIT
) -> dict[str, str]:
    """Return the issued identifiers map of ``dataset`` (``#ca.1`` to ``#ca.6``).

    Returns:
        ``{"_:e0": "_:c14n1", ...}``: every blank node, in order of issuance.

    Raises:
        MalformedInput, WorkLimitExceeded: as ``canonicalize``.
    """
    pieces = _take_apart(escape_literals(_with_blank_nodes(dataset)))
    hashes = _first_degree_hashes(pieces, hash_algorithm)
    return _issue(dataset, hashes, hash_algorithm, work_limit)


def serialize(dataset: Dataset, issued_identifiers_map: Mapping[str, str]) -> str:
    """Return the serialized canonical form of a dataset whose blank nodes are labelled (``#ca.7``, section 5).

    Args:
        dataset: distinct quads, not changed.
        issued_identifiers_map: what ``label`` returns, or another one-to-one map between blank nodes.

    Raises:
        MalformedInput: the map lacks a blank node, or a lexical form holds a lone surrogate.
    """
    return _write(_take_apart(escape_literals(dataset)), issued_identifiers_map)


def hash_first_degree(case: FirstDegreeCase) -> tuple[str, ...]:
    """Make the calls of Hash First Degree Quads of ``case`` (``#hash-1d-quads-algorithm``).

    Returns:
        The hash of each call, hexadecimal in lower case. Mention sets are made inside.
    """
    pieces = _take_apart(escape_literals(_with_blank_nodes(case.dataset)))
    hashes = _first_degree_hashes(pieces, case.hash_algorithm)
    return tuple([hashes[identifier] for identifier in case.identifiers])


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
    search = _Search(
        _mentions(case.dataset),
        hashes,
        case.hash_algorithm,
        step_bound(work_limit, len(hashes)),
    )
    canonical = search.canonical
    issuance = iter(case.canonical.items())
    results: list[NDegreeResult] = []
    for identifier, issued_before in case.calls:
        canonical.update(itertools.islice(issuance, issued_before - len(canonical)))
        results.append(search.run(identifier))
    return tuple(results)


# --- taking apart and writing (ca.2, ca.7) ----------------------------------------------------------------


def _is_link(quad: Quad) -> bool:
    """Tell whether ``quad`` has a blank node as object or graph name."""
    _, _, o, g = quad
    return (isinstance(o, str) and o[0] == "_") or (g is not None and g[0] == "_")


def _with_blank_nodes(dataset: Dataset) -> Sequence[Quad]:
    return [quad for quad in dataset if quad[0][0] == "_" or _is_link(quad)]


def _take_apart(quads: Iterable[Quad]) -> _Pieces:
    tails: dict[str, list[str]] = {}
    links: list[_Link] = []
    in_graphs: list[Quad] = []
    for quad in quads:
        s, p, o, g = quad
        if g is None:
            end = " .\n"
        elif g[0] != "_":
            end = f" <{g}> .\n"
        else:
            in_graphs.append(quad)
            continue
        if not isinstance(o, str):
            lexical, datatype, language = o
            if language is not None:
                tail = f'<{p}> "{lexical}"@{language}{end}'
            elif datatype == XSD_STRING:
                tail = f'<{p}> "{lexical}"{end}'
            else:
                tail = f'<{p}> "{lexical}"^^<{datatype}>{end}'
        elif o[0] != "_":
            tail = f"<{p}> <{o}>{end}"
        else:
            (links if g is None else in_graphs).append(quad)  # type: ignore[arg-type] # object and graph were seen
            continue
        if s in tails:
            tails[s].append(tail)
        else:
            tails[s] = [tail]
    return _Pieces(tails, links, in_graphs)


def _write(pieces: _Pieces, labels: Mapping[str, str]) -> str:
    """Return the canonical form; more tails go into ``pieces``, which is of no use after that."""
    tails, links, in_graphs = pieces
    blocks: list[str] = []
    try:
        for s, p, o, _ in links:
            tail = f"<{p}> {labels[o]} .\n"
            if s in tails:
                tails[s].append(tail)
            else:
                tails[s] = [tail]
        for s, p, obj, g in in_graphs:
            graph = labels[g] if is_blank(g) else f"<{g}>"  # type: ignore[index] # blank, so a string
            tail = f"<{p}> {_object(obj, labels.__getitem__)} {graph} .\n"
            tails.setdefault(s, []).append(tail)
        for s, block in tails.items():
            if block:
                block.sort()
                subject = f"<{s}> " if s[0] != "_" else labels[s] + " "
                blocks.append(subject + subject.join(block))
    except KeyError as error:
        raise MalformedInput(f"the issued identifiers map has no identifier for {error.args[0]}") from None
    blocks.sort()
    return "".join(blocks)


def _object(o: Term, blank: Callable[[str], str]) -> str:
    """Write an object whose lexical form is escaped."""
    if isinstance(o, str):
        return f"<{o}>" if o[0] != "_" else blank(o)
    lexical, datatype, language = o
    if language is not None:
        return f'"{lexical}"@{language}'
    return f'"{lexical}"' if datatype == XSD_STRING else f'"{lexical}"^^<{datatype}>'


# --- Hash First Degree Quads (h1dq) -----------------------------------------------------------------------


def _first_degree_hashes(pieces: _Pieces, hash_algorithm: str) -> dict[str, str]:
    """Return the first-degree hash of every blank node."""
    as_subject, otherwise = _mention(pieces)
    hashes: dict[str, str] = {}
    new = hashlib.new(hash_algorithm).copy
    for node, tails in pieces.tails.items():
        if node[0] != "_":
            continue
        tails.sort()
        block = sorted(tails + as_subject[node]) if node in as_subject else tails
        text = "_:a " + "_:a ".join(block) if block else ""
        if node in otherwise:
            # "<" comes before "_:a", and "_:a" before "_:z"
            lines = otherwise[node]
            if len(lines) == 1:
                text = lines[0] + text if lines[0][0] == "<" else text + lines[0]
            else:
                lines.sort()
                before = [line for line in lines if line[0] == "<"]
                text = "".join([*before, text, *lines[len(before) :]])
        hashing = new()
        hashing.update(text.encode())
        hashes[node] = hashing.hexdigest()
    return hashes


def _mention(pieces: _Pieces) -> tuple[_Lines, _Lines]:
    """Write the mentions that are not among the tails, and see to it that every blank node is a key there.

    Returns:
        For each blank node further tails to be put after ``_:a``, and whole lines with another subject.
    """
    tails, links, in_graphs = pieces
    as_subject: _Lines = defaultdict(list)
    otherwise: _Lines = defaultdict(list)
    for s, p, o, _ in links:
        if s[0] != "_":
            otherwise[o].append(f"<{s}> <{p}> _:a .\n")
        elif s == o:  # in the mention set once
            as_subject[s].append(f"<{p}> _:a .\n")
        else:
            otherwise[o].append(f"_:z <{p}> _:a .\n")
            as_subject[s].append(f"<{p}> _:z .\n")
            if s not in tails:
                tails[s] = []
        if o not in tails:
            tails[o] = []
    for quad in in_graphs:
        for node in _blank_nodes(quad):
            _mention_in_graph(node, quad, as_subject, otherwise)
            tails.setdefault(node, [])
    return as_subject, otherwise


def _mention_in_graph(node: str, quad: Quad, as_subject: _Lines, otherwise: _Lines) -> None:
    s, p, o, g = quad

    def special(other: str) -> str:
        return "_:a" if other == node else "_:z"

    graph = special(g) if is_blank(g) else f"<{g}>"  # type: ignore[arg-type] # blank, so a string
    tail = f"<{p}> {_object(o, special)} {graph} .\n"
    if s == node:
        as_subject[node].append(tail)
    else:
        otherwise[node].append(f"<{s}> {tail}" if s[0] != "_" else f"_:z {tail}")


def _blank_nodes(quad: Quad) -> dict[str, None]:
    """Return the distinct blank nodes of ``quad`` in their order."""
    s, _, o, g = quad
    return {term: None for term in (s, o, g) if isinstance(term, str) and term[0] == "_"}


# --- issuing canonical identifiers (ca.4, ca.5) -----------------------------------------------------------


def _issue(
    dataset: Dataset, hashes: dict[str, str], hash_algorithm: str, work_limit: int | None
) -> dict[str, str]:
    unique = {hash_: node for node, hash_ in hashes.items()}
    if len(unique) == len(hashes):
        return {unique[hash_]: f"_:c14n{number}" for number, hash_ in enumerate(sorted(unique))}
    nodes: dict[str, list[str]] = {}
    for node in _in_order(dataset):
        nodes.setdefault(hashes[node], []).append(node)
    shared = [hash_ for hash_ in sorted(nodes) if len(nodes[hash_]) > 1]
    alike = sum([len(nodes[hash_]) for hash_ in shared])
    search = _Search(_mentions(dataset), hashes, hash_algorithm, step_bound(work_limit, alike))
    canonical = search.canonical
    for hash_ in sorted(nodes.keys() - shared):
        canonical[nodes[hash_][0]] = f"_:c14n{len(canonical)}"
    for hash_ in shared:
        results = [search.run(node) for node in nodes[hash_] if node not in canonical]
        results.sort(key=_hash_of)
        for _, issued in results:
            for node in issued:
                if node not in canonical:
                    canonical[node] = f"_:c14n{len(canonical)}"
    return canonical


_hash_of = operator.attrgetter("hash")


def _in_order(dataset: Dataset) -> dict[str, None]:
    """Return the blank nodes in the order in which ``dataset`` mentions them first."""
    order: dict[str, None] = {}
    for quad in dataset:
        order |= _blank_nodes(quad)
    return order


# --- Hash N-Degree Quads (hndq) ---------------------------------------------------------------------------


def _mentions(dataset: Iterable[Quad]) -> _Mentions:
    """Return what Hash Related Blank Node puts before an identifier, and whose, for each blank node."""
    mentions: _Mentions = defaultdict(list)
    for quad in dataset:
        if not _is_link(quad):
            continue
        s, p, o, g = quad
        for node in _blank_nodes(quad):
            for position, related in ((f"s<{p}>", s), (f"o<{p}>", o), ("g", g)):
                if related != node and isinstance(related, str) and related[0] == "_":
                    mentions[node].append((position, related))
    return mentions


class _Search:
    """Hash N-Degree Quads over one dataset, with the part of the canonicalization state that it looks at."""

    def __init__(
        self, mentions: _Mentions, hashes: dict[str, str], hash_algorithm: str, bound: float
    ) -> None:
        self.canonical: dict[str, str] = {}
        self._mentions = mentions
        self._hashes = hashes
        self._new = hashlib.new(hash_algorithm).copy
        self._bound = bound
        self._steps = 0
        self._related: dict[str, str] = {}

    def run(self, node: str) -> NDegreeResult:
        """Make the call of ``ca.5.2.4`` for ``node``."""
        return recurse(self._call(node, {node: "_:b0"}))

    def _hash(self, text: str) -> str:
        hashing = self._new()
        hashing.update(text.encode())
        return hashing.hexdigest()

    def _step(self, count: int) -> None:
        self._steps += count
        if self._steps > self._bound:
            raise refuse(self._bound)

    def _call(self, node: str, issued: dict[str, str]) -> Generator[Any, NDegreeResult, NDegreeResult]:
        """Hash N-Degree Quads; ``issued``, the map of the issuer, is the callee's to change."""
        canonical = self.canonical
        data: list[str] = []
        related_hashes = self._related_hashes(node, issued)
        for related_hash in sorted(related_hashes):
            data.append(related_hash)
            nodes = related_hashes[related_hash]
            related = nodes[0]
            count = len(nodes)
            if count == 1 or nodes.count(related) == count:
                self._step(1)
                if related in canonical:
                    data.append(canonical[related] * count)
                elif related in issued:
                    data.append(issued[related] * count)
                else:
                    identifier = issued[related] = f"_:b{len(issued)}"
                    result = yield self._call(related, issued)
                    data.append(f"{identifier * count}{identifier}<{result.hash}>")
                    issued = result.issued
            else:
                chosen_path, issued = yield from self._choose(nodes, issued)
                data.append(chosen_path)
        return NDegreeResult(self._hash("".join(data)), issued)

    def _related_hashes(self, node: str, issued: dict[str, str]) -> dict[str, list[str]]:
        """Steps ``hndq.1`` to ``hndq.3``."""
        canonical, hashes, known = self.canonical, self._hashes, self._related
        mentions = self._mentions[node]
        self._step(1 + len(mentions))
        related_hashes: dict[str, list[str]] = {}
        for position, related in mentions:
            identifier = canonical.get(related) or issued.get(related) or hashes[related]
            text = position + identifier
            hash_ = known.get(text)
            if hash_ is None:
                hash_ = known[text] = self._hash(text)
            if hash_ in related_hashes:
                related_hashes[hash_].append(related)
            else:
                related_hashes[hash_] = [related]
        return related_hashes

    def _choose(
        self, nodes: list[str], issuer: dict[str, str]
    ) -> Generator[Any, NDegreeResult, tuple[str, dict[str, str]]]:
        """Steps ``hndq.5.2`` to ``hndq.5.4``: return chosen path, and map of the chosen issuer."""
        canonical = self.canonical
        chosen_path = ""
        chosen_issuer = issuer
        distinct = len(set(nodes)) == len(nodes)
        for permutation in itertools.permutations(nodes) if distinct else permutations(nodes):
            self._step(1)
            issued = issuer.copy()
            path = ""
            recursion: list[str] = []
            for related in permutation:
                if related in canonical:
                    path += canonical[related]
                elif related in issued:
                    path += issued[related]
                else:
                    recursion.append(related)
                    identifier = issued[related] = f"_:b{len(issued)}"
                    path += identifier
                if chosen_path and len(path) >= len(chosen_path) and path > chosen_path:
                    break
            else:
                for related in recursion:
                    identifier = issued[related]
                    result = yield self._call(related, issued)
                    path += f"{identifier}<{result.hash}>"
                    issued = result.issued
                    if chosen_path and len(path) >= len(chosen_path) and path > chosen_path:
                        break
                else:
                    if not chosen_path or path < chosen_path:
                        chosen_path = path
                        chosen_issuer = issued
        return chosen_path, chosen_issuer
