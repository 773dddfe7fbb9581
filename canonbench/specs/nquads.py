"""N-Quads: text to dataset and back (RDF 1.1 N-Quads, W3C Recommendation of 2014-02-25).

``serialize`` writes *canonical* N-Quads (RDF-CANON, W3C Recommendation of 2024-05-21, appendix A,
``#canonical-quads``), in the order of the dataset: sorting belongs to canonicalization.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from canonbench.errors import MalformedInput
from canonbench.specs.rdf import RDF_LANG_STRING, XSD_STRING, Dataset, Literal, Quad, Term, dataset

__all__ = ["escape", "escape_literals", "parse", "serialize", "serialize_quad", "serialize_term"]

# --- the grammar (#sec-grammar); white space is space and tab, a statement is one line -------------------

_UCHAR: Final = r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"
_IRI_CHARS: Final = r'[^\x00-\x20<>"{}|^`\\]*'
_IRIREF: Final = rf"<{_IRI_CHARS}(?:(?:{_UCHAR}){_IRI_CHARS})*>"
_PN_CHARS_U: Final = (
    "A-Z_:a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_PN_CHARS: Final = rf"{_PN_CHARS_U}\-0-9\u00b7\u0300-\u036f\u203f\u2040"
_BLANK_NODE_LABEL: Final = rf"_:[{_PN_CHARS_U}0-9](?:\.*[{_PN_CHARS}]++)*+"
_ECHAR: Final = r"\\[tbnrf\"'\\]"
_STRING_CHARS: Final = r'[^"\\\n\r]*'
_STRING: Final = rf'"({_STRING_CHARS}(?:(?:{_ECHAR}|{_UCHAR}){_STRING_CHARS})*)"'
_LANGTAG: Final = r"@([A-Za-z]+(?:-[A-Za-z0-9]+)*)"
_RESOURCE: Final = rf"{_IRIREF}|{_BLANK_NODE_LABEL}"
_WS: Final = r"[ \t]*"
_LITERAL: Final = rf"{_STRING}(?:{_WS}\^\^{_WS}({_IRIREF})|{_WS}{_LANGTAG})?"

_STATEMENT: Final = (
    rf"{_WS}({_RESOURCE}){_WS}({_IRIREF}){_WS}(?:({_RESOURCE})|{_LITERAL}){_WS}({_RESOURCE})?"
    rf"{_WS}\.{_WS}(?:#.*)?"
)
# Statements as they mostly are: single spaces, plain labels, no escapes. What is between < and > is looked at
# once for each distinct IRI, and what this pattern does not match is left to the grammar.
_NODE: Final = "<[^>]*>|_:[A-Za-z0-9_]+"
_plain: Final = re.compile(
    rf'({_NODE}) (<[^>]*>) (?:({_NODE})|"([^"]*)"(?:\^\^(<[^>]*>)|{_LANGTAG})?) (?:({_NODE}) )?\.', re.DOTALL
).fullmatch
_nothing: Final = re.compile(rf"{_WS}(?:#.*)?", re.DOTALL).fullmatch
_absolute: Final = re.compile(rf"[A-Za-z][A-Za-z0-9+.\-]*:{_IRI_CHARS}").fullmatch
_no_iri_char: Final = re.compile(r'[\x00-\x20<>"{}|^`\\]').search
_escaped: Final = re.compile(rf"({_ECHAR})|({_UCHAR})")
_ECHARS: Final = {
    r"\t": "\t",
    r"\b": "\b",
    r"\n": "\n",
    r"\r": "\r",
    r"\f": "\f",
    r"\"": '"',
    r"\'": "'",
    r"\\": "\\",
}
# What a statement is made of, in order, for the message on one that is not: compiled only for that.
_PARTS: Final = (
    ("a subject (IRI or blank node)", rf"{_WS}(?:{_RESOURCE})"),
    ("a predicate (IRI)", rf"{_WS}{_IRIREF}"),
    ("an object (IRI, blank node or literal)", rf"{_WS}(?:{_RESOURCE}|{_LITERAL})"),
    ("a graph name or the final dot", rf"{_WS}(?:{_RESOURCE})?{_WS}\."),
)
_white_space: Final = re.compile(_WS)


class _Resources(dict[str, str]):
    """Resource of each token ``<...>`` or ``_:...``; every distinct token is looked at once a document."""

    def __missing__(self, token: str) -> str:
        if token[0] == "_":
            self[token] = token
            return token
        iri = token[1:-1]
        if "\\" in iri:
            iri = _unescape(iri)
        if not _absolute(iri):
            if found := _no_iri_char(iri):
                raise MalformedInput(f"the escape of U+{ord(found[0]):04X} in IRI {token} is not allowed")
            raise MalformedInput(f"IRI {token} is not absolute: it needs a scheme")
        self[token] = iri
        return iri


def parse(text: str) -> Dataset:
    """Read an N-Quads document.

    Language tags are kept as written, ``"x"`` is ``"x"^^xsd:string``, a quad that comes twice is kept once.

    Raises:
        MalformedInput: outside the grammar, a relative IRI, ``rdf:langString`` without a language tag, or
            an escape that stands for no character; the message names line and column, counted from 1.
    """
    if not text.isascii():
        _refuse_surrogates(text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    resources = _Resources()
    quads: list[Quad] = []
    add = quads.append
    for number, line in enumerate(text.split("\n"), 1):
        found = _plain(line) if "\\" not in line else None
        if found is None:
            if _nothing(line):
                continue
            found = _statement(line)
            if found is None:
                raise MalformedInput(_complaint(line, number))
        subject, predicate, resource, lexical, datatype, language, graph = found.groups()
        try:
            obj: Term = (
                resources[resource] if lexical is None else _literal(lexical, datatype, language, resources)
            )
            add((resources[subject], resources[predicate], obj, graph and resources[graph]))
        except MalformedInput as error:
            message = f"N-Quads line {number}: {error}" if _statement(line) else _complaint(line, number)
            raise MalformedInput(message) from None
    return dataset(quads)


def _statement(line: str) -> re.Match[str] | None:
    return re.compile(_STATEMENT, re.DOTALL).fullmatch(line)  # kept by re; the first time takes 20 ms


def _literal(lexical: str, datatype: str | None, language: str | None, resources: _Resources) -> Literal:
    if "\\" in lexical:
        lexical = _unescape(lexical)
    if language is not None:
        return (lexical, RDF_LANG_STRING, language)
    if datatype is None:
        return (lexical, XSD_STRING, None)
    iri = resources[datatype]
    if iri == RDF_LANG_STRING:
        raise MalformedInput("a literal of datatype rdf:langString needs a language tag")
    return (lexical, iri, None)


def _unescape(text: str) -> str:
    def character(found: re.Match[str]) -> str:
        echar, uchar = found.groups()
        if echar is not None:
            return _ECHARS[echar]
        code = int(uchar.lstrip("\\uU"), 16)
        if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:  # noqa: PLR2004 - the bounds of Unicode scalar values
            raise MalformedInput(f"the escape {uchar} stands for no character")
        return chr(code)

    return _escaped.sub(character, text)


def _complaint(line: str, number: int) -> str:
    """Say where a line stops being a statement, and what should be there."""
    end = 0
    expected = "nothing but a comment after the dot"
    for name, part in _PARTS:
        found = re.compile(part).match(line, end)
        if found is None:
            expected = name
            break
        end = found.end()
    space = _white_space.match(line, end)
    column = 1 + (space.end() if space else end)
    rest = line[column - 1 : column + 29]
    return f"N-Quads line {number}, column {column}: expected {expected}, found {rest!r}"


def _refuse_surrogates(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        column = error.start - text.rfind("\n", 0, error.start)
        raise MalformedInput(
            f"N-Quads line {line}, column {column}: a lone surrogate is no character"
        ) from None


# --- canonical N-Quads (RDF-CANON appendix A) -------------------------------------------------------------

_ESCAPES: Final = {chr(c): f"\\u{c:04X}" for c in (*range(0x20), 0x7F, 0xFFFE, 0xFFFF)} | {
    "\b": r"\b",
    "\t": r"\t",
    "\n": r"\n",
    "\f": r"\f",
    "\r": r"\r",
    '"': r"\"",
    "\\": r"\\",
}
_to_escape: Final = re.compile("[{}]".format("".join(map(re.escape, _ESCAPES))))
_ASCII_TO_ESCAPE: Final = bytes(ord(c) for c in _ESCAPES if c.isascii())


def escape(lexical: str) -> str:
    r"""Return ``lexical`` as canonical N-Quads writes it between its quotation marks.

    ECHAR for backspace, tab, line feed, form feed, carriage return, quotation mark and backslash; UCHAR with
    four upper-case digits for the other characters up to U+001F, for U+007F, and for what the Char production
    of XML 1.1 leaves out (U+FFFE, U+FFFF); every other character as it is.
    """
    return _to_escape.sub(lambda found: _ESCAPES[found[0]], lexical)


def escape_literals(quads: Sequence[Quad]) -> Sequence[Quad]:
    """Return ``quads`` with every lexical form escaped, which is ``quads`` itself if none needs it.

    One look at all lexical forms together costs a fraction of one look at each.

    Raises:
        MalformedInput: a lexical form holds a lone surrogate, which no encoding can write.
    """
    text = "".join([o[0] for _, _, o, _ in quads if type(o) is not str])
    try:
        octets = text.encode()
    except UnicodeEncodeError as error:
        raise MalformedInput(
            f"a literal holds U+{ord(text[error.start]):04X}, which is no character"
        ) from None
    if len(octets.translate(None, _ASCII_TO_ESCAPE)) == len(octets) and (
        text.isascii() or ("\ufffe" not in text and "\uffff" not in text)
    ):
        return quads
    search, write = _to_escape.search, escape
    return [
        (s, p, (write(o[0]), o[1], o[2]), g) if isinstance(o, tuple) and search(o[0]) else (s, p, o, g)
        for s, p, o, g in quads
    ]


def serialize_term(term: Term, blank: Callable[[str], str] | None = None) -> str:
    """Write one term; ``blank`` says how a blank node is written, by default as the label it has."""
    if isinstance(term, str):
        if term[0] != "_":
            return f"<{term}>"
        return term if blank is None else blank(term)
    lexical, datatype, language = term
    if language is not None:
        return f'"{escape(lexical)}"@{language}'
    if datatype == XSD_STRING:
        return f'"{escape(lexical)}"'
    return f'"{escape(lexical)}"^^<{datatype}>'


def serialize_quad(quad: Quad, blank: Callable[[str], str] | None = None) -> str:
    """Write one quad as a line of canonical N-Quads, with its line feed; ``blank`` as for a term."""
    return "".join([serialize_term(term, blank) + " " for term in quad if term is not None]) + ".\n"


def serialize(quads: Iterable[Quad]) -> str:
    """Write ``quads`` in canonical N-Quads, in their order, blank nodes with the labels they have.

    Raises:
        MalformedInput: a lexical form holds a lone surrogate.
    """
    lines: list[str] = []
    add = lines.append
    for s, p, o, g in escape_literals(tuple(quads)):
        subject = f"<{s}>" if s[0] != "_" else s
        if isinstance(o, str):
            obj = f"<{o}>" if o[0] != "_" else o
        elif o[1] == XSD_STRING:
            obj = f'"{o[0]}"'
        elif o[2] is None:
            obj = f'"{o[0]}"^^<{o[1]}>'
        else:
            obj = f'"{o[0]}"@{o[2]}'
        if g is None:
            add(f"{subject} <{p}> {obj} .\n")
        else:
            add(f"{subject} <{p}> {obj} <{g}> .\n" if g[0] != "_" else f"{subject} <{p}> {obj} {g} .\n")
    return "".join(lines)
