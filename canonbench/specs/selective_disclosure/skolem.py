"""Skolemization: names for blank nodes, so that a part of a document names them as the whole does.

Two faults of the text are mended here. It would give an ``@id`` to list objects and reverse maps, which no
processor takes, and to the graphs that a container makes, which do not survive compaction with one: lists and
such graphs are named by :mod:`canonbench.specs.selective_disclosure.completion`. And a document may hold an
IRI that looks like a Skolem name, or a blank node that looks like a fresh one: all names here hold a token
that is drawn for the run.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs.rdf import Dataset, Quad

__all__ = ["NOT_A_PART", "Skolemized", "checked_prefix", "deskolemize", "skolemize", "skolemize_expanded"]

NOT_A_PART: Final = "it says what the whole document does not, as a part of a list does; select it all"
"""Why a selection is refused."""

_URN: Final = "urn:"
_SIMPLE_GRAPH: Final = frozenset({"@graph", "@index"})  # as graph containers make them


class Skolemized(NamedTuple):
    """A document in expanded and in compact form, every node of which has a name.

    Attributes:
        expanded: the expanded form.
        compact: the compact form.
        token: that of the names.
        complete: it is known that there is no list and no graph without a name, in no part of it either.
    """

    expanded: list[Any]
    compact: dict[str, Any]
    token: str
    complete: bool = False


def skolemize_expanded(expanded: list[Any], token: str) -> list[Any]:
    """Return ``expanded`` with a Skolem name for every blank node (skolemizeExpandedJsonLd).

    Args:
        expanded: expanded JSON-LD; it is not changed.
        token: letters and digits that appear nowhere in the document.
    """
    return _Namer(token).array(expanded)


def skolemize(
    document: Mapping[str, Any],
    token: str,
    *,
    expand: Callable[[Any], list[Any]],
    compact: Callable[[list[Any], Any], dict[str, Any]],
) -> Skolemized:
    """Return both skolemized forms of ``document`` (skolemizeCompactJsonLd).

    Compaction takes arrays of one element apart: a pointer into such an array leads nowhere afterwards. And
    it must give back what it was given: PyLD 3.3 loses or changes types of nodes in some Open Badges, whose
    derived proofs then do not verify. ``skolemize_in_place`` has neither fault, and is checked.

    Args:
        document: a compact document with one ``@context``, at the top.
        token: letters and digits that appear nowhere in the document.
        expand: the JSON-LD expansion algorithm.
        compact: the JSON-LD compaction algorithm: expanded form and context to compact form.

    Raises:
        MalformedInput: ``token`` does not serve.
    """
    expanded = skolemize_expanded(expand(document), token)
    return Skolemized(expanded, compact(expanded, document.get("@context", {})), token)


def deskolemize(skolemized: Dataset, token: str, known: Collection[str] | None = None) -> Dataset:
    """Return ``skolemized`` with blank nodes for Skolem names (deskolemizeNQuads).

    Args:
        skolemized: a dataset; names are one to one, so that its quads stay distinct.
        token: that of the names.
        known: the blank nodes of the whole document, where ``skolemized`` is a part of it.

    Raises:
        MalformedInput: a blank node is none of ``known``; or ``token`` does not serve.
    """
    prefix = checked_prefix(token)
    blank, size = f"_:{token}", len(prefix)
    quads: list[Quad] = []
    for subject, predicate, term, graph in skolemized:
        if subject.startswith(prefix):
            subject = blank + subject[size:]  # noqa: PLW2901 - the quad is made anew
        if isinstance(term, str) and term.startswith(prefix):
            term = blank + term[size:]  # noqa: PLW2901 - as above
        if graph is not None and graph.startswith(prefix):
            graph = blank + graph[size:]  # noqa: PLW2901 - as above
        quads.append((subject, predicate, term, graph))
    if known is not None and _blank_nodes(quads).difference(known):
        raise MalformedInput(NOT_A_PART)
    return tuple(quads)


def _blank_nodes(quads: list[Quad]) -> set[str]:
    return {
        term
        for subject, _, object_, graph in quads
        for term in (subject, object_, graph)
        if isinstance(term, str) and term[:2] == "_:"
    }


def checked_prefix(token: str) -> str:
    """Return what every Skolem name of a run starts with.

    Raises:
        MalformedInput: ``token`` is not made of letters and digits alone.
    """
    if not (token.isascii() and token.isalnum()):
        raise MalformedInput("the token of Skolem names is letters and digits; draw another")
    return f"{_URN}{token}:"


class _Namer:
    """Names blank nodes in one document."""

    def __init__(self, token: str) -> None:
        self._prefix = checked_prefix(token)
        self._count = 0

    def array(self, elements: list[Any]) -> list[Any]:
        return [self._element(element) for element in elements]

    def _element(self, element: Any) -> Any:
        if not isinstance(element, dict) or "@value" in element:
            return element
        node = {name: self._member(name, value) for name, value in element.items()}
        if "@list" not in node and not node.keys() <= _SIMPLE_GRAPH:
            node["@id"] = self._name(element.get("@id"))
        return node

    def _member(self, name: str, value: Any) -> Any:
        if name == "@type":
            return [self._name(item) if item.startswith("_:") else item for item in value]
        if name == "@reverse":
            return {term: self.array(nodes) for term, nodes in value.items()}
        return self.array(value) if isinstance(value, list) else value

    def _name(self, identifier: str | None) -> str:
        if identifier is None:
            self._count += 1
            return f"{self._prefix}n{self._count}"
        if identifier.startswith("_:"):
            return f"{self._prefix}l{identifier[2:]}"
        return identifier
