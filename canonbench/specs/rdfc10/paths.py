"""Hash N-Degree Quads for the fast implementation (RDF-CANON, ``#hash-nd-quads-algorithm``).

A related hash is computed once for each distinct input, and the issuer is copied only where there is more
than one permutation to try. Blank nodes are tried in the same order as by the reference, with the same steps
counted.
"""

import hashlib
import itertools
from collections import defaultdict
from collections.abc import Container, Generator, Iterable
from typing import Any, TypeAlias

from canonbench.specs.rdf import Quad
from canonbench.specs.rdfc10.search import permutations, recurse, refuse
from canonbench.specs.rdfc10.work import NDegreeResult

__all__ = ["Mentions", "Search", "as_mentioned", "blank_nodes", "mentions"]

Mentions: TypeAlias = dict[str, list[tuple[str, str]]]
_Issued: TypeAlias = dict[str, str]
_Result: TypeAlias = tuple[str, _Issued]


def blank_nodes(quad: Quad) -> dict[str, None]:
    """Return the distinct blank nodes of ``quad`` in the order subject, object, graph name."""
    s, _, o, g = quad
    return {term: None for term in (s, o, g) if isinstance(term, str) and term[0] == "_"}


def as_mentioned(dataset: Iterable[Quad], nodes: Container[str]) -> Iterable[str]:
    """Return ``nodes`` in the order in which ``dataset`` mentions them first."""
    order: dict[str, None] = {}
    for s, _, o, g in dataset:
        if s in nodes:
            order[s] = None
        if isinstance(o, str) and o in nodes:
            order[o] = None
        if g is not None and g in nodes:
            order[g] = None
    return order


def mentions(dataset: Iterable[Quad]) -> Mentions:
    """Return, for each blank node, the others in its mention set, once for each mention.

    Each with what Hash Related Blank Node puts before its identifier: position and predicate.
    """
    found: Mentions = defaultdict(list)
    for quad in dataset:
        s, p, o, g = quad
        if g is not None:
            nodes = blank_nodes(quad)
            places = [(f"s<{p}>", s), (f"o<{p}>", o), ("g", g)]
            for node in nodes:
                found[node] += [(place, term) for place, term in places if term in nodes and term != node]
        elif s[0] == "_" and isinstance(o, str) and o[0] == "_" and s != o:
            found[s].append((f"o<{p}>", o))
            found[o].append((f"s<{p}>", s))
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
        if node not in self._mentions:
            self._step(1)
            return NDegreeResult(self._hash(""), {node: "_:b0"})
        return NDegreeResult(*recurse(self._call(node, {node: "_:b0"})))

    def _hash(self, text: str) -> str:
        hashing = self._new()
        hashing.update(text.encode())
        return hashing.hexdigest()

    def _step(self, count: int) -> None:
        self._steps += count
        if self._steps > self._bound:
            raise refuse(self._bound)

    def _call(self, node: str, issued: _Issued) -> Generator[Any, _Result, _Result]:
        """Hash N-Degree Quads; ``issued``, the map of the issuer, is the callee's to change."""
        canonical = self.canonical
        data = ""
        related_hashes = self._related_hashes(node, issued)
        for related_hash in sorted(related_hashes):
            nodes = related_hashes[related_hash]
            related = nodes[0]
            count = len(nodes)
            if count > 1 and nodes.count(related) < count:
                path, issued = yield from self._choose(nodes, issued)
            elif related in canonical:
                path = canonical[related] * count
            elif related in issued:
                path = issued[related] * count
            else:
                identifier = issued[related] = f"_:b{len(issued)}"
                hash_, issued = yield self._call(related, issued)
                path = f"{identifier * count}{identifier}<{hash_}>"
            data += related_hash + path
        return self._hash(data), issued

    def _related_hashes(self, node: str, issued: _Issued) -> dict[str, list[str]]:
        """Steps ``hndq.1`` to ``hndq.3``; counts the call, its mentions, and a permutation for each hash."""
        canonical, hashes, known = self.canonical, self._hashes, self._related
        mentions = self._mentions[node]
        related_hashes: dict[str, list[str]] = {}
        for position, related in mentions:
            if related in canonical:
                text = position + canonical[related]
            elif related in issued:
                text = position + issued[related]
            else:
                text = position + hashes[related]
            if text in known:
                hash_ = known[text]
            else:
                hash_ = known[text] = self._hash(text)
            if hash_ in related_hashes:
                related_hashes[hash_].append(related)
            else:
                related_hashes[hash_] = [related]
        self._step(1 + len(mentions) + len(related_hashes))
        return related_hashes

    def _choose(self, nodes: list[str], issuer: _Issued) -> Generator[Any, _Result, _Result]:
        """Steps ``hndq.5.2`` to ``hndq.5.4``: return chosen path, and map of the chosen issuer.

        The first permutation has been counted, and gives a path.

        Different blank nodes with one related hash have no canonical identifier: it would be in the hash.
        """
        chosen_path = ""
        chosen_issuer = issuer
        distinct = len(set(nodes)) == len(nodes)
        for permutation in itertools.permutations(nodes) if distinct else permutations(nodes):
            if chosen_path:
                self._step(1)
            issued = issuer.copy()
            path = ""
            recursion: list[str] = []
            for related in permutation:
                if related not in issued:
                    recursion.append(related)
                    issued[related] = f"_:b{len(issued)}"
                path += issued[related]
                if chosen_path and len(path) >= len(chosen_path) and path > chosen_path:
                    break
            else:
                for related in recursion:
                    identifier = issued[related]
                    hash_, issued = yield self._call(related, issued)
                    path += f"{identifier}<{hash_}>"
                    if chosen_path and len(path) >= len(chosen_path) and path > chosen_path:
                        break
                else:
                    if not chosen_path or path < chosen_path:
                        chosen_path = path
                        chosen_issuer = issued
        return chosen_path, chosen_issuer
