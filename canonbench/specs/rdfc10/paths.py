"""Hash N-Degree Quads for the fast implementation (RDF-CANON, ``#hash-nd-quads-algorithm``).

A text is hashed once, however often it comes up; what all texts of one place begin with is hashed before. The
issuer is copied only where there is more than one permutation to try, and a call is a recursion only where it
meets a blank node without an identifier. Blank nodes are tried in the same order as by the reference, with
the same steps counted.
"""

import hashlib
import itertools
import math
from collections import defaultdict
from collections.abc import Container, Generator, Iterable
from typing import Any, TypeAlias

from canonbench.specs.rdf import Quad
from canonbench.specs.rdfc10.search import permutations, recurse, refuse
from canonbench.specs.rdfc10.work import NDegreeResult

__all__ = ["Search", "as_mentioned", "blank_nodes"]

_Issued: TypeAlias = dict[str, str]
_Result: TypeAlias = tuple[str, _Issued]
_Related: TypeAlias = dict[str, list[str]]
"""Blank nodes by related hash, each as often as it is mentioned."""


class _Hashes(dict[str, str]):
    """The hash of each text, after what all of them begin with, hexadecimal; made when first asked for."""

    def __init__(self, hash_algorithm: str, beginning: str = "") -> None:
        super().__init__()
        self._new = hashlib.new(hash_algorithm, beginning.encode()).copy

    def __missing__(self, text: str) -> str:
        hashing = self._new()
        hashing.update(text.encode())
        hash_ = self[text] = hashing.hexdigest()
        return hash_


_Mentions: TypeAlias = dict[str, list[tuple[_Hashes, str]]]
"""For each blank node the others in its mention set, once a mention, each with the hashes of its place."""


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


def _mentions(dataset: Iterable[Quad], hash_algorithm: str) -> _Mentions:
    """Return the mentions; a place is what Hash Related Blank Node puts before an identifier."""
    found: _Mentions = defaultdict(list)
    places: dict[str, _Hashes] = {}

    def at(place: str) -> _Hashes:
        if place not in places:
            places[place] = _Hashes(hash_algorithm, place)
        return places[place]

    for quad in dataset:
        s, p, o, g = quad
        if g is not None:
            nodes = blank_nodes(quad)
            mentioned = [(at(f"s<{p}>"), s), (at(f"o<{p}>"), o), (at("g"), g)]
            for node in nodes:
                found[node] += [(place, term) for place, term in mentioned if term in nodes and term != node]
        elif s[0] == "_" and isinstance(o, str) and o[0] == "_" and s != o:
            found[s].append((at(f"o<{p}>"), o))
            found[o].append((at(f"s<{p}>"), s))
    return found


class Search:
    """Hash N-Degree Quads over one dataset, with the part of the canonicalization state that it looks at."""

    def __init__(
        self, dataset: Iterable[Quad], hashes: dict[str, str], hash_algorithm: str, bound: float
    ) -> None:
        """Search with no canonical identifier issued; ``hashes`` are of first degree, ``bound`` in steps."""
        self.canonical: dict[str, str] = {}
        self._mentions = _mentions(dataset, hash_algorithm)
        self._hashes = hashes
        self._hash_of = _Hashes(hash_algorithm)
        self._bound = bound
        self._steps = 0

    def run(self, node: str) -> NDegreeResult:
        """Make the call of ``ca.5.2.4`` for ``node``."""
        issued = {node: "_:b0"}
        related_hashes, is_open = self._related_hashes(node, issued)
        if is_open:
            return NDegreeResult(*recurse(self._call(related_hashes, issued)))
        return NDegreeResult(self._hash_labelled(related_hashes, issued), issued)

    def _step(self, count: int) -> None:
        self._steps += count
        if self._steps > self._bound:
            raise refuse(self._bound)

    def _related_hashes(self, node: str, issued: _Issued) -> tuple[_Related, bool]:
        """Steps ``hndq.1`` to ``hndq.3``; counts the call, its mentions, and a permutation for each hash.

        Returns:
            Also whether a blank node among them has no identifier yet.
        """
        canonical, hashes = self.canonical, self._hashes
        mentions = self._mentions.get(node, ())
        related_hashes: _Related = {}
        is_open = False
        for place, related in mentions:
            if related in issued:
                hash_ = place[issued[related]]
            elif related in canonical:
                hash_ = place[canonical[related]]
            else:
                hash_ = place[hashes[related]]
                is_open = True
            if hash_ in related_hashes:
                related_hashes[hash_].append(related)
            else:
                related_hashes[hash_] = [related]
        self._step(1 + len(mentions) + len(related_hashes))
        return related_hashes, is_open

    def _hash_labelled(self, related_hashes: _Related, issued: _Issued) -> str:
        """Steps ``hndq.4`` to ``hndq.6`` where every blank node has an identifier: no path recurses."""
        canonical = self.canonical
        data = ""
        for related_hash in sorted(related_hashes):
            nodes = related_hashes[related_hash]
            related = nodes[0]
            identifier = issued[related] if related in issued else canonical[related]
            data += related_hash + (identifier if len(nodes) == 1 else identifier * len(nodes))
        return self._hash_of[data]

    def _call(self, related_hashes: _Related, issued: _Issued) -> Generator[Any, _Result, _Result]:
        """Steps ``hndq.4`` to ``hndq.6``; ``issued``, the map of the issuer, is the callee's to change."""
        canonical = self.canonical
        data = ""
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
                deeper, is_open = self._related_hashes(related, issued)
                if is_open:
                    hash_, issued = yield self._call(deeper, issued)
                else:
                    hash_ = self._hash_labelled(deeper, issued)
                path = f"{identifier * count}{identifier}<{hash_}>"
            data += related_hash + path
        return self._hash_of[data], issued

    def _choose(self, nodes: list[str], issuer: _Issued) -> Generator[Any, _Result, _Result]:
        """Steps ``hndq.5.2`` to ``hndq.5.4``: return chosen path, and map of the chosen issuer.

        The first permutation has been counted, and gives a path.

        Different blank nodes with one related hash have no canonical identifier: it would be in the hash.
        They have another one only if this call issued it since; so each permutation issues the same new ones.
        """
        chosen_path = ""
        chosen_issuer = issuer
        new = [related for related in dict.fromkeys(nodes) if related not in issuer]
        if not new:
            return self._order(nodes, issuer), issuer
        identifiers = [f"_:b{number}" for number in range(len(issuer), len(issuer) + len(new))]
        is_plain = len(new) == len(nodes)
        start = "".join(identifiers)
        for permutation in itertools.permutations(nodes) if is_plain else permutations(nodes):
            if chosen_path:
                self._step(1)
            issued = issuer.copy()
            if is_plain:
                recursion: Iterable[str] = permutation
                issued.update(zip(permutation, identifiers, strict=True))
                path = start
            else:
                recursion = [related for related in dict.fromkeys(permutation) if related not in issuer]
                issued.update(zip(recursion, identifiers, strict=True))
                path = "".join([issued[related] for related in permutation])
                if chosen_path and len(path) >= len(chosen_path) and path > chosen_path:
                    continue
            for related, identifier in zip(recursion, identifiers, strict=True):
                related_hashes, is_open = self._related_hashes(related, issued)
                if is_open:
                    hash_, issued = yield self._call(related_hashes, issued)
                else:
                    hash_ = self._hash_labelled(related_hashes, issued)
                path += f"{identifier}<{hash_}>"
                if chosen_path and len(path) >= len(chosen_path) and path > chosen_path:
                    break
            else:
                if not chosen_path or path < chosen_path:
                    chosen_path = path
                    chosen_issuer = issued
        return chosen_path, chosen_issuer

    def _order(self, nodes: list[str], issued: _Issued) -> str:
        """Return the chosen path where all of ``nodes`` have identifiers, so that no permutation recurses.

        All permutations are counted before any is made. Their paths are equally long.
        """
        alike = [math.factorial(nodes.count(node)) for node in dict.fromkeys(nodes)]
        self._step(math.factorial(len(nodes)) // math.prod(alike) - 1)
        identifiers = [issued[node] for node in nodes]
        orders = itertools.permutations if len(alike) == len(nodes) else permutations
        return min(map("".join, orders(identifiers)))
