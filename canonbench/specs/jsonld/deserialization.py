"""Deserialize JSON-LD to RDF (JSON-LD 1.1 API, sections 7.2.2, 8.1.2, 8.2.2 and 8.3.2), in one pass.

The node map of Node Map Generation merges what is said of a node in several places. A set of quads needs no
merging, so each statement becomes a quad where it is met; of the node map there remain the new labels of
blank nodes, and the indexes that must not conflict.
"""

from itertools import count
from typing import Final, TypeAlias

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.iri import is_well_formed
from canonbench.specs.jsonld.literals import (
    I18N,
    RDF_JSON,
    XSD_BOOLEAN,
    is_language_tag,
    json_literal,
    number,
)
from canonbench.specs.jsonld.options import Json, Options
from canonbench.specs.rdf import RDF, RDF_LANG_STRING, XSD_STRING, Quad, Term

__all__ = ["FIRST", "NIL", "REST", "TYPE", "BlankNodes", "Deserialization"]

TYPE: Final = RDF + "type"
FIRST: Final = RDF + "first"
REST: Final = RDF + "rest"
NIL: Final = RDF + "nil"

Graph: TypeAlias = "str | None"


class BlankNodes:
    """Generate Blank Node Identifier (section 7.4.1)."""

    __slots__ = ("_labels", "fresh")

    def __init__(self) -> None:
        """Begin with ``_:b0``; ``fresh()`` is a label that no node has."""
        self.fresh = map("_:b{}".format, count()).__next__
        self._labels: dict[str, str] = {}

    def relabel(self, label: str) -> str:
        """Return the label of the node that the document calls ``label``."""
        label_here = self._labels.get(label)
        if label_here is None:
            label_here = self._labels[label] = self.fresh()
        return label_here


class Deserialization:
    """One dataset being made."""

    __slots__ = ("_blank_nodes", "_dataset", "_depth", "_indexes", "_names", "_options", "_quads")

    def __init__(self, options: Options, quads: list[Quad], blank_nodes: BlankNodes) -> None:
        """Append to ``quads``, perhaps more than once the same, with labels of ``blank_nodes``."""
        self._dataset = quads
        self._quads = quads  # of the graph at hand: elsewhere if that graph has no name that RDF allows
        self._blank_nodes = blank_nodes
        self._options = options
        self._indexes: dict[tuple[Graph, Json], str] = {}
        self._names: dict[str | None, str | None] = {}
        self._depth = 0

    def document(self, expanded: list[Json]) -> None:
        """Take the nodes of an expanded document."""
        for node in expanded:
            self.node(node, None)

    def node(self, element: dict[str, Json], graph: Graph) -> str | None:
        """Take a node object, in expanded form; return its name, or ``None`` if RDF does not allow it."""
        self._descend()
        subject = self._name(element["@id"]) if "@id" in element else self._blank_nodes.fresh()
        self.statements(subject, element, graph)
        self._depth -= 1
        return subject

    def statements(  # noqa: C901 - one branch for each keyword
        self, subject: str | None, element: dict[str, Json], graph: Graph
    ) -> None:
        """Take what a node object says of ``subject``, the name of its node."""
        quads = self._quads
        if "@type" in element and subject is not None:
            names = [self._name(item) for item in element["@type"]]
            quads.extend([(subject, TYPE, name, graph) for name in names if name is not None])
        if "@index" in element:
            key = (graph, subject or element["@id"])
            if self._indexes.setdefault(key, element["@index"]) != element["@index"]:
                raise JsonLdError("conflicting indexes", f"node {element['@id']} has two indexes")
        if "@reverse" in element:
            for name, nodes in element["@reverse"].items():
                predicate = self._predicate(name)
                for node in nodes:
                    other = self.node(node, graph)
                    if other is not None and predicate is not None and subject is not None:
                        quads.append((other, predicate, subject, graph))
        if "@graph" in element:
            self._graph(element["@graph"], subject)
        for node in element.get("@included", ()):
            self.node(node, graph)
        for name, values in element.items():
            if name[0] != "@":
                self.values(subject, name, values, graph)

    def values(self, subject: str | None, name: str, values: list[Json], graph: Graph) -> None:
        """Take the values of one property of ``subject``, which is ``None`` if RDF does not allow it.

        Without a subject or a predicate there is no statement, but what is said of nested nodes stands.
        """
        predicate = self._predicate(name)
        lost = subject is None or predicate is None
        for value in values:
            term = self._object(value, graph, lost=lost)
            if term is not None and subject is not None and predicate is not None:
                self._quads.append((subject, predicate, term, graph))

    def _graph(self, nodes: list[Json], name: str | None) -> None:
        """Take a named graph; without a name that RDF allows, nothing is said but in graphs within it."""
        quads = self._quads
        self._quads = [] if name is None else self._dataset
        for node in nodes:
            if "@list" in node:
                self._list(node["@list"], name, lost=True)
            elif "@value" not in node:
                self.node(node, name)
        self._quads = quads

    def _descend(self) -> None:
        self._depth += 1
        if self._depth > self._options.max_depth:
            raise JsonLdError("nesting too deep", f"more than {self._options.max_depth} nodes are nested")

    def _predicate(self, name: str) -> str | None:
        if name[:2] == "_:" and not self._options.produce_generalized_rdf:
            return None
        return self._name(name)

    def _name(self, name: str | None) -> str | None:
        """Return the IRI or the new label of a node; ``None`` for what is ill-formed."""
        known = self._names
        if name not in known:
            if name is not None and name[:2] == "_:":
                known[name] = self._blank_nodes.relabel(name)
            else:
                known[name] = name if is_well_formed(name) else None
        return known[name]

    def _object(self, item: Json, graph: Graph, *, lost: bool) -> Term | None:
        """Return what ``item`` stands for (section 8.2.2), once what is nested in it is taken."""
        if "@value" in item:
            return None if lost else self._literal(item, graph)
        if "@list" in item:
            return self._list(item["@list"], graph, lost=lost)
        return self.node(item, graph)

    def _list(self, items: list[Json], graph: Graph, *, lost: bool) -> str:
        """Return the first node of a list (section 8.3.2)."""
        self._descend()
        terms = [None if item is None else self._object(item, graph, lost=lost) for item in items]
        self._depth -= 1
        if lost or not terms:
            return NIL
        nodes = [self._blank_nodes.fresh() for _ in terms]
        for node, term, rest in zip(nodes, terms, [*nodes[1:], NIL], strict=True):
            if term is not None:
                self._quads.append((node, FIRST, term, graph))
            self._quads.append((node, REST, rest, graph))
        return nodes[0]

    def _literal(  # noqa: PLR0911 - one return for each kind of value
        self, item: dict[str, Json], graph: Graph
    ) -> Term | None:
        """Return the literal that a value object stands for (section 8.2.2, steps 4 to 14)."""
        value = item["@value"]
        datatype = item.get("@type")
        language = item.get("@language")
        if datatype == "@json":
            return json_literal(value), RDF_JSON, None
        if (datatype is not None and not is_well_formed(datatype)) or (
            language is not None and not is_language_tag(language)
        ):
            return None
        if isinstance(value, bool):
            return "true" if value else "false", datatype or XSD_BOOLEAN, None
        if isinstance(value, int | float):
            return *number(value, datatype), None
        direction = item.get("@direction")
        if direction is not None and self._options.rdf_direction is not None:
            return self._directed(value, language, direction, graph)
        if language is not None:
            return value, RDF_LANG_STRING, language
        return value, datatype or XSD_STRING, None

    def _directed(self, value: str, language: str | None, direction: str, graph: Graph) -> Term:
        """Return a string with a base direction (section 8.2.2, step 13)."""
        if self._options.rdf_direction == "i18n-datatype":
            return value, f"{I18N}{language or ''}_{direction}", None
        node = self._blank_nodes.fresh()
        parts: list[tuple[str, str]] = [("value", value), ("direction", direction)]
        if language is not None:
            parts.append(("language", language))
        self._quads.extend([(node, RDF + name, (text, XSD_STRING, None), graph) for name, text in parts])
        return node
