"""Hash N-Degree Quads for the fast implementation (RDF-CANON, ``#hash-nd-quads-algorithm``).

A related hash is computed once for each distinct input, and the issuer is copied only where there is more
than one permutation to try. Blank nodes are tried in the same order as by the reference, with the same steps
counted.
"""

import hashlib
import itertools
from collections import defaultdict
from collections.abc import Generator, Iterable
from typing import Any, TypeAlias

from canonbench.specs.rdf import Quad
from canonbench.specs.rdfc10.search import permutations, recurse, refuse
from canonbench.specs.rdfc10.work import NDegreeResult

__all__ = ["Mentions", "Search", "blank_nodes", "mentions"]

Mentions: TypeAlias = dict[str, list[tuple[str, str]]]


def blank_nodes(quad: Quad) -> dict[str, None]:
    """Return the distinct blank nodes of ``quad`` in the order subject, object, graph name."""
    s, _, o, g = quad
    return {term: None for term in (s, o, g) if isinstance(term, str) and term[0] == "_"}


def mentions(dataset: Iterable[Quad]) -> Mentions:
    """Return, for each blank node, the others in its mention set, once for each mention.

    Each with what Hash Related Blank Node puts before its identifier: position and predicate.
    """
    found: Mentions = defaultdict(list)
    for quad in dataset:
        nodes = blank_nodes(quad)
        if len(nodes) > 1:
            s, p, o, g = quad
            places = [(f"s<{p}>", s), (f"o<{p}>", o), ("g", g)]
            for node in nodes:
                found[node] += [(place, term) for place, term in places if term in nodes and term != node]
    return found


class Search:
    """Hash N-Degree Quads over one dataset, with the part of the canonicalization state that it looks at."""

    def __init__(self, mentions: Mentions, hashes: dict[str, str], hash_algorithm: str, bound: float) -> None:
        """Search with no canonical identifier issued; ``bound`` is in steps."""
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
        """Steps ``hndq.5.2`` to ``hndq.5.4``: return chosen path, and map of the chosen issuer.

        Different blank nodes with one related hash have no canonical identifier: it would be in the hash.
        """
        chosen_path = ""
        chosen_issuer = issuer
        distinct = len(set(nodes)) == len(nodes)
        for permutation in itertools.permutations(nodes) if distinct else permutations(nodes):
            self._step(1)
            issued = issuer.copy()
            path = ""
            recursion: list[str] = []
            for related in permutation:
                if related in issued:
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
