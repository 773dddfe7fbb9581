"""A dataset as blocks of text, for the fast implementation: what is hashed and what is output share pieces.

A quad is kept with its subject, as the text that follows the subject (a *tail*). No subject, with the space
after it, is the beginning of another one: so tails sorted subject by subject are lines sorted, and one join
writes all lines of a subject, with ``_:a`` before each tail to be hashed, with its label to be output.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from canonbench.errors import MalformedInput
from canonbench.specs.rdf import XSD_STRING, Quad, Term, is_blank
from canonbench.specs.rdfc10.paths import blank_nodes

__all__ = ["First", "Pieces", "Several", "hash_nodes", "label_links", "labels", "take_apart", "write"]

_HASHES: Final = {"sha256": hashlib.sha256, "sha384": hashlib.sha384}  # by name takes twice as long
_Lines: TypeAlias = defaultdict[str, list[str]]
First: TypeAlias = dict[str, str]
"""For each subject the tail of a triple in the default graph whose object is no blank node; or no text."""
Several: TypeAlias = dict[str, list[str]]
"""For each subject that has several such triples the tails of all of them, the first included."""
Links: TypeAlias = list[tuple[str, str, str]]
"""The triples of the default graph whose object is a blank node."""
InGraphs: TypeAlias = list[Quad]
"""The quads of the named graphs."""
Pieces: TypeAlias = tuple[First, Several, Links, InGraphs]
"""A dataset taken apart, lexical forms escaped."""


def take_apart(quads: Iterable[Quad]) -> Pieces:
    """Take apart ``quads``, whose lexical forms are escaped."""
    first: First = {}
    several: Several = {}
    links: Links = []
    in_graphs: InGraphs = []
    for quad in quads:
        s, p, o, g = quad
        if g is not None:
            in_graphs.append(quad)
            continue
        if not isinstance(o, str):
            lexical, datatype, language = o
            if language is not None:
                tail = f'<{p}> "{lexical}"@{language} .\n'
            elif datatype == XSD_STRING:
                tail = f'<{p}> "{lexical}" .\n'
            else:
                tail = f'<{p}> "{lexical}"^^<{datatype}> .\n'
        elif o[0] != "_":
            tail = f"<{p}> <{o}> .\n"
        else:
            links.append((s, p, o))
            continue
        if s in several:
            several[s].append(tail)
        elif s in first:
            several[s] = [first[s], tail]
        else:
            first[s] = tail
    return first, several, links, in_graphs


# --- Hash First Degree Quads (h1dq) -----------------------------------------------------------------------


def hash_nodes(pieces: Pieces, hash_algorithm: str) -> list[bytes]:
    """Return the first-degree hash of every blank node, as octets: their order is that of hexadecimal.

    All blank nodes become subjects of ``pieces``, and stand there in the same order.

    Raises:
        MalformedInput: a term holds a lone surrogate.
    """
    first, several, _, _ = pieces
    as_subject, otherwise = _mention(pieces)
    hashes: list[bytes] = []
    new = _HASHES[hash_algorithm]().copy if hash_algorithm in _HASHES else hashlib.new(hash_algorithm).copy
    for label, tail in first.items():
        if label[0] != "_":
            continue
        if label in as_subject:
            tails = as_subject[label]
            tails += several.get(label, [tail] if tail else [])
            tails.sort()
            text = "_:a " + "_:a ".join(tails)
        elif label in several:
            tails = several[label]
            tails.sort()
            text = "_:a " + "_:a ".join(tails)
        else:
            text = "_:a " + tail if tail else ""
        if label in otherwise:
            lines = otherwise[label]
            if len(lines) == 1:
                line = lines[0]
                text = line + text if line[0] == "<" else text + line
            else:
                text = _among(lines, text)
        hashing = new()
        try:
            hashing.update(text.encode())
        except UnicodeEncodeError as error:
            code = ord(text[error.start])
            raise MalformedInput(f"a term holds U+{code:04X}, which is no character") from None
        hashes.append(hashing.digest())
    return hashes


def labels(first: First) -> list[str]:
    """Return the blank nodes among the subjects, in order."""
    return [subject for subject in first if subject[0] == "_"]


def _among(lines: list[str], text: str) -> str:
    """Put lines with other subjects around ``text``: ``<`` comes before ``_:a``, and that before ``_:z``."""
    lines.sort()
    before = [line for line in lines if line[0] == "<"]
    return "".join([*before, text, *lines[len(before) :]])


def _mention(pieces: Pieces) -> tuple[_Lines, _Lines]:
    """Write the mentions of blank nodes that are not in the blocks.

    Returns:
        For each blank node further tails to be put after ``_:a``, and whole lines with another subject.
    """
    first, _, links, in_graphs = pieces
    as_subject: _Lines = defaultdict(list)
    otherwise: _Lines = defaultdict(list)
    for s, p, o in links:
        if s[0] != "_":
            otherwise[o].append(f"<{s}> <{p}> _:a .\n")
        elif s == o:  # in the mention set once
            as_subject[s].append(f"<{p}> _:a .\n")
        else:
            otherwise[o].append(f"_:z <{p}> _:a .\n")
            as_subject[s].append(f"<{p}> _:z .\n")
            if s not in first:
                first[s] = ""
        if o not in first:
            first[o] = ""
    for quad in in_graphs:
        for node in blank_nodes(quad):
            _mention_in_graph(node, quad, as_subject, otherwise)
            first.setdefault(node, "")
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


def _object(o: Term, blank: Callable[[str], str]) -> str:
    """Write an object whose lexical form is escaped."""
    if isinstance(o, str):
        return f"<{o}>" if o[0] != "_" else blank(o)
    lexical, datatype, language = o
    if language is not None:
        return f'"{lexical}"@{language}'
    return f'"{lexical}"' if datatype == XSD_STRING else f'"{lexical}"^^<{datatype}>'


# --- the serialized canonical form (ca.7) -----------------------------------------------------------------


def label_links(pieces: Pieces, identifiers: Mapping[str, str]) -> None:
    """Add the tails that are not there yet, with the blank nodes in them labelled.

    Raises:
        KeyError: ``identifiers`` lacks a blank node.
    """
    first, several, links, in_graphs = pieces
    for s, p, o in links:
        tail = f"<{p}> {identifiers[o]} .\n"
        if s in several:
            several[s].append(tail)
        elif first.get(s):
            several[s] = [first[s], tail]
        else:
            first[s] = tail
    for s, p, term, g in in_graphs:
        graph = identifiers[g] if is_blank(g) else f"<{g}>"  # type: ignore[index] # blank, so a string
        tail = f"<{p}> {_object(term, identifiers.__getitem__)} {graph} .\n"
        if first.setdefault(s, tail) is not tail:
            several.setdefault(s, [first[s]] if first[s] else []).append(tail)


def write(first: First, several: Several, order: Iterable[int], identifiers: Sequence[str] = ()) -> str:
    """Return the lines of all subjects in code point order.

    Args:
        first: of all subjects.
        several: of all subjects.
        order: the indexes of the blank nodes among the subjects that are blank nodes.
        identifiers: of the blank nodes in that order; by default ``_:c14n0`` and so on.
    """
    text: list[str] = []
    nodes: list[str | list[str]] = []
    for subject, tail in first.items():
        tails = several.get(subject, tail)
        if subject[0] == "_":
            nodes.append(tails)
        elif isinstance(tails, list):
            tails.sort()
            start = f"<{subject}> "
            text.append(start + start.join(tails))
        else:
            text.append(f"<{subject}> {tails}")
    for number, i in enumerate(order):
        tails = nodes[i]
        start = f"{identifiers[number]} " if identifiers else f"_:c14n{number} "
        if isinstance(tails, list):
            tails.sort()
            text.append(start + start.join(tails))
        elif tails:
            text.append(start + tails)
    text.sort()
    return "".join(text)
