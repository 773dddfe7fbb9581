"""A dataset as blocks of text, for the fast implementation: what is hashed and what is output share pieces.

A quad is kept with its subject, as the text that follows the subject (a *tail*). No subject, with the space
after it, is the beginning of another one: so tails sorted subject by subject are lines sorted, and one join
writes all lines of a subject, with ``_:a`` before each tail to be hashed, with its label to be output.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from canonbench.errors import MalformedInput
from canonbench.specs.rdf import XSD_STRING, Quad, Term, is_blank
from canonbench.specs.rdfc10.paths import blank_nodes

__all__ = ["Block", "Nodes", "Pieces", "hash_nodes", "label_links", "take_apart", "write"]

Block: TypeAlias = str | list[str]
"""The only tail of a subject (or none), or the tails of a subject that has more."""
_HASHES: Final = {"sha256": hashlib.sha256, "sha384": hashlib.sha384}  # by name takes twice as long
_Lines: TypeAlias = defaultdict[str, list[str]]


Blocks: TypeAlias = dict[str, Block]
"""For each subject the tails of its triples in the default graph whose object is no blank node."""
Links: TypeAlias = list[tuple[str, str, str]]
"""The triples of the default graph whose object is a blank node."""
InGraphs: TypeAlias = list[Quad]
"""The quads of the named graphs."""
Pieces: TypeAlias = tuple[Blocks, Links, InGraphs]
"""A dataset taken apart, lexical forms escaped."""
Nodes: TypeAlias = tuple[list[str], list[Block], list[bytes]]
"""The labels of all blank nodes; their blocks; their first-degree hashes, which sort like hexadecimal."""


def take_apart(quads: Iterable[Quad]) -> Pieces:
    """Take apart ``quads``, whose lexical forms are escaped."""
    blocks: Blocks = {}
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
        if s in blocks:
            block = blocks[s]
            if isinstance(block, list):
                block.append(tail)
            else:
                blocks[s] = [block, tail]
        else:
            blocks[s] = tail
    return blocks, links, in_graphs


# --- Hash First Degree Quads (h1dq) -----------------------------------------------------------------------


def hash_nodes(pieces: Pieces, hash_algorithm: str) -> Nodes:
    """Return every blank node with its first-degree hash; the blocks of ``pieces`` get all of them as keys.

    Raises:
        MalformedInput: a term holds a lone surrogate.
    """
    as_subject, otherwise = _mention(pieces)
    labels: list[str] = []
    blocks: list[Block] = []
    hashes: list[bytes] = []
    new = _HASHES[hash_algorithm]().copy if hash_algorithm in _HASHES else hashlib.new(hash_algorithm).copy
    for label, block in pieces[0].items():
        if label[0] != "_":
            continue
        if label in as_subject:
            tails = as_subject[label]
            tails += [block] if isinstance(block, str) and block else block
            tails.sort()
            text = "_:a " + "_:a ".join(tails)
        elif isinstance(block, str):
            text = "_:a " + block if block else ""
        else:
            block.sort()
            text = "_:a " + "_:a ".join(block)
        if label in otherwise:
            text = _among(otherwise[label], text)
        hashing = new()
        try:
            hashing.update(text.encode())
        except UnicodeEncodeError as error:
            code = ord(text[error.start])
            raise MalformedInput(f"a term holds U+{code:04X}, which is no character") from None
        labels.append(label)
        blocks.append(block)
        hashes.append(hashing.digest())
    return labels, blocks, hashes


def _among(lines: list[str], text: str) -> str:
    """Put lines with other subjects around ``text``: ``<`` comes before ``_:a``, and that before ``_:z``."""
    if len(lines) == 1:
        return lines[0] + text if lines[0][0] == "<" else text + lines[0]
    lines.sort()
    before = [line for line in lines if line[0] == "<"]
    return "".join([*before, text, *lines[len(before) :]])


def _mention(pieces: Pieces) -> tuple[_Lines, _Lines]:
    """Write the mentions of blank nodes that are not in the blocks.

    Returns:
        For each blank node further tails to be put after ``_:a``, and whole lines with another subject.
    """
    blocks, links, in_graphs = pieces
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
            if s not in blocks:
                blocks[s] = ""
        if o not in blocks:
            blocks[o] = ""
    for quad in in_graphs:
        for node in blank_nodes(quad):
            _mention_in_graph(node, quad, as_subject, otherwise)
            blocks.setdefault(node, "")
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
    """Add to the blocks the tails that are not there yet, with the blank nodes in them labelled.

    Raises:
        KeyError: ``identifiers`` lacks a blank node.
    """
    blocks, links, in_graphs = pieces
    for s, p, o in links:
        _add(blocks, s, f"<{p}> {identifiers[o]} .\n")
    for s, p, term, g in in_graphs:
        graph = identifiers[g] if is_blank(g) else f"<{g}>"  # type: ignore[index] # blank, so a string
        _add(blocks, s, f"<{p}> {_object(term, identifiers.__getitem__)} {graph} .\n")


def _add(blocks: Blocks, subject: str, tail: str) -> None:
    block = blocks.get(subject)
    if isinstance(block, list):
        block.append(tail)
    elif block:
        blocks[subject] = [block, tail]
    else:
        blocks[subject] = tail


def write(blocks: Blocks, named: Iterable[tuple[str, Block]]) -> str:
    """Return lines in code point order.

    Args:
        blocks: of the IRIs among its keys the blocks are written.
        named: canonical label and block of each blank node, in any order.
    """
    text: list[str] = []
    for iri, block in blocks.items():
        if iri[0] != "_":
            start = f"<{iri}> "
            if isinstance(block, str):
                text.append(start + block)
            else:
                block.sort()
                text.append(start + start.join(block))
    for identifier, block in named:
        if isinstance(block, str):
            if block:
                text.append(f"{identifier} {block}")
        else:
            block.sort()
            start = f"{identifier} "
            text.append(start + start.join(block))
    text.sort()
    return "".join(text)
