"""Skolemization of the compact form where it stands, without compaction.

The text expands a document, names the nodes and compacts the result, which takes arrays of one element apart
and costs a compaction. Here every object that may be a node gets an ``id`` at once, and the result is
expanded: it is right if it expands to what the document itself expands to, but for the names, and if every
node has one. So nothing is guessed that is not checked. Objects that are no nodes and keep the ``id`` as data
(index maps, language maps) fail the check.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from canonbench.errors import MalformedInput
from canonbench.specs.selective_disclosure.skolem import Skolemized, checked_prefix

__all__ = ["skolemize_in_place"]

_NO_NODE: Final = frozenset({"@context", "@graph"})  # a document of these alone stands for the default graph
_VALUES: Final = frozenset({"@value", "@list", "@set"})


def skolemize_in_place(
    document: Mapping[str, Any], token: str, *, expand: Callable[[Any], list[Any]]
) -> Skolemized:
    """Return both skolemized forms of ``document``, the compact one in the very shape of ``document``.

    Args:
        document: a compact document that aliases ``@id`` to ``id``, with one ``@context``, at the top.
        token: letters and digits that appear nowhere in the document.
        expand: the JSON-LD expansion algorithm.

    Raises:
        MalformedInput: the check fails, so that the document needs compaction; or ``token`` does not serve.
    """
    prefix = checked_prefix(token)
    expected = expand(document)
    no_nodes: frozenset[str] = frozenset()
    for _ in range(2):
        namer = _Namer(prefix, no_nodes)
        compact = namer.object(document, is_node=bool(document.keys() - _NO_NODE))
        expanded = expand(compact)
        reader = _Reader(prefix)
        plain = reader.array(expanded)
        if plain == expected and not reader.nameless:
            return Skolemized(expanded, compact, token)
        no_nodes = frozenset(namer.names) - reader.names  # such as JSON literals, and what is lost anyway
        if not no_nodes:
            break
    raise MalformedInput(
        "the nodes of the document cannot be named where they stand; skolemize it by expansion and compaction"
    )


class _Namer:
    """Gives an ``id`` to every object that may be a node."""

    def __init__(self, prefix: str, no_nodes: frozenset[str]) -> None:
        self._prefix, self._no_nodes = prefix, no_nodes
        self.names: list[str] = []

    def object(self, value: Mapping[str, Any], *, is_node: bool = True) -> dict[str, Any]:
        named = {name: item if name == "@context" else self._any(item) for name, item in value.items()}
        identifier = value.get("id", value.get("@id"))
        if identifier is None and is_node and _VALUES.isdisjoint(value):
            name = f"{self._prefix}n{len(self.names) + 1}"
            self.names.append(name)
            return named if name in self._no_nodes else {"id": name, **named}
        if isinstance(identifier, str) and identifier.startswith("_:"):
            named["id" if "id" in value else "@id"] = f"{self._prefix}l{identifier[2:]}"
        return named

    def _any(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return self.object(value)
        return [self._any(item) for item in value] if isinstance(value, list) else value


class _Reader:
    """Takes the names out of an expanded document again, and keeps them."""

    def __init__(self, prefix: str) -> None:
        self._fresh, self._labeled = f"{prefix}n", f"{prefix}l"
        self.names: set[str] = set()
        self.nameless = False

    def array(self, elements: list[Any]) -> list[Any]:
        return [self._element(element) for element in elements]

    def _element(self, element: Any) -> Any:
        if not isinstance(element, dict) or "@value" in element:
            return element
        node = {name: self._member(name, value) for name, value in element.items()}
        if "@list" in node:
            return node
        identifier = node.get("@id", "")
        named = "@id" in node or "@graph" in node  # a graph that a container makes has no place to be named
        self.nameless = self.nameless or not named or identifier.startswith("_:")
        if identifier.startswith(self._fresh):
            self.names.add(node.pop("@id"))
        elif identifier.startswith(self._labeled):
            node["@id"] = "_:" + identifier[len(self._labeled) :]
        return node

    def _member(self, name: str, value: Any) -> Any:
        if name == "@reverse":
            return {term: self.array(nodes) for term, nodes in value.items()}
        return self.array(value) if isinstance(value, list) else value
