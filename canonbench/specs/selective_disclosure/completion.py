"""Names for blank nodes that have no place in a document: cells of lists, and graphs that a container makes.

JSON-LD gives them to RDF only, so the text, which names node objects, leaves them to chance: a part of a
document would number them anew. Production education credentials hold both. Here a list is written out as
nodes with ``rdf:first`` and ``rdf:rest``, and cells and graphs are named by where they stand, so that a part
names them as the whole does. The dataset is the same but for labels.
"""

import hashlib
from collections import Counter
from typing import Any, Final

from canonbench.specs.rdf import RDF
from canonbench.specs.selective_disclosure.skolem import checked_prefix

__all__ = ["complete"]

_FIRST, _REST, _NIL = RDF + "first", RDF + "rest", RDF + "nil"
_PLAIN: Final = frozenset({"@id", "@type", "@index", "@value", "@language", "@direction"})

_Place = tuple[Any, ...]


def complete(expanded: list[Any], token: str) -> list[Any]:
    """Return ``expanded``, skolemized, with names for all that has none (skolemizeExpandedJsonLd).

    It is not changed, and returned itself where all has names, as in most credentials. A name follows from
    the token and from the place alone, so that a document and each of its parts can be completed apart.

    Args:
        expanded: expanded JSON-LD, every node object of which has a name.
        token: that of the Skolem names.

    Raises:
        MalformedInput: ``token`` does not serve.
    """
    prefix = checked_prefix(token)
    return _Completion(prefix).array(expanded, ()) if _lacks_names(expanded) else expanded


def _lacks_names(elements: list[Any]) -> bool:
    """Tell whether there is a list in ``elements``, at any depth, or a graph without a name."""
    for element in elements:
        if not isinstance(element, dict) or "@value" in element:
            continue
        if "@list" in element or ("@graph" in element and "@id" not in element):
            return True
        for name, value in element.items():
            if name == "@reverse":
                if any(map(_lacks_names, value.values())):
                    return True
            elif name not in _PLAIN and _lacks_names(value):
                return True
    return False


class _Completion:
    """Completes one expanded form."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._seen: Counter[_Place] = Counter()

    def array(self, elements: list[Any], owner: _Place) -> list[Any]:
        return [self._element(element, (*owner, index)) for index, element in enumerate(elements)]

    def _element(self, element: Any, place: _Place) -> Any:
        if not isinstance(element, dict) or "@value" in element:
            return element
        if "@list" in element:
            return self._cells(element["@list"], place[:-1])
        identifier = element.get("@id")
        if identifier is None and "@graph" in element:
            first = next((node.get("@id") for node in element["@graph"]), None)
            identifier = self._name(("graph", *place[:-1], first))
        node = {name: self._member(name, value, identifier) for name, value in element.items()}
        return node if identifier is None else {"@id": identifier, **node}

    def _member(self, name: str, value: Any, owner: str | None) -> Any:
        if name == "@reverse":
            return {term: self.array(nodes, (owner, name, term)) for term, nodes in value.items()}
        return value if name in _PLAIN else self.array(value, (owner, name))

    def _cells(self, items: list[Any], owner: _Place) -> dict[str, Any]:
        """Write a list as nodes, from its end."""
        place = ("list", *owner)
        rest: dict[str, Any] = {"@id": _NIL}
        for index in reversed(range(len(items))):
            item = self._element(items[index], (*place, index, None))
            rest = {"@id": self._name((*place, index)), _FIRST: [item], _REST: [rest]}
        return rest

    def _name(self, place: _Place) -> str:
        """Return the name of a place; a node that is written out twice has two lists at one place."""
        count = self._seen[place]
        self._seen[place] += 1
        told = repr((*place, count)).encode("utf-8", "surrogatepass")
        return f"{self._prefix}c{hashlib.sha256(told).hexdigest()}"
