"""Skolemization of the compact form where it stands, without compaction.

The text expands a document, names the nodes and compacts the result, which takes arrays of one element apart
and costs a compaction. Here every object that may be a node gets an ``id`` at once, and the result is
expanded: it is right if it expands to what the document itself expands to, but for the names, and if every
node has one. So nothing is guessed that is not checked. Objects that are no nodes and keep the ``id`` as data
(index maps, language maps) fail the check.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs.selective_disclosure.skolem import Skolemized, checked_prefix

__all__ = ["NameCheck", "Named", "check_names", "name_nodes", "skolemize_in_place"]

_NO_NODE: Final = frozenset({"@context", "@graph"})  # a document of these alone stands for the default graph
_VALUES: Final = frozenset({"@value", "@list", "@set"})
_CONTAINERS: Final = (dict, list)


class Named(NamedTuple):
    """A compact document every object of which that may be a node has an ``id``; ``names`` were given."""

    compact: dict[str, Any]
    names: tuple[str, ...]


class NameCheck(NamedTuple):
    """Whether names stand at all nodes and nowhere else.

    Attributes:
        fits: they do.
        no_nodes: names that stand at no node; empty if ``fits``.
        complete: ``fits``, and there is neither a list nor a graph without a name, so that RDF adds no blank
            node that has no name.
    """

    fits: bool
    no_nodes: tuple[str, ...]
    complete: bool


def name_nodes(document: Mapping[str, Any], token: str, no_nodes: Collection[str] = ()) -> Named:
    """Return ``document`` with a name for every object that may be a node (skolemizeCompactJsonLd).

    Blank node identifiers become names too.

    Args:
        document: a compact document that aliases ``@id`` to ``id``, with one ``@context``, at the top.
        token: letters and digits that appear nowhere in the document.
        no_nodes: names of a run before this one that stood at no node: their objects get none.

    Raises:
        MalformedInput: ``token`` does not serve.
    """
    namer = _Namer(checked_prefix(token), frozenset(no_nodes))
    compact = namer.object(document, is_node=bool(document.keys() - _NO_NODE))
    return Named(compact, tuple(namer.names))


def check_names(expected: list[Any], expanded: list[Any], token: str, names: Sequence[str]) -> NameCheck:
    """Check that ``expanded`` is ``expected`` but for the names of its nodes (skolemizeCompactJsonLd).

    Args:
        expected: expanded form of a document.
        expanded: expanded form of the same document after ``name_nodes``.
        token: that of the names.
        names: those that were given.

    Raises:
        MalformedInput: ``token`` does not serve.
    """
    prefix = checked_prefix(token)
    walk = _Walk(prefix)
    if walk.array(expected, expanded):
        return NameCheck(fits=True, no_nodes=(), complete=walk.complete)
    found: set[str] = set()
    _collect(expanded, f"{prefix}n", found)
    # such as objects in JSON literals, and what is lost anyway
    return NameCheck(fits=False, no_nodes=tuple(n for n in names if n not in found), complete=False)


def skolemize_in_place(
    document: dict[str, Any],
    token: str,
    *,
    expand: Callable[[Any], list[Any]],
    name: Callable[[dict[str, Any], str, tuple[str, ...]], Named] = name_nodes,
    check: Callable[[list[Any], list[Any], str, tuple[str, ...]], NameCheck] = check_names,
) -> Skolemized:
    """Return both skolemized forms of ``document``, the compact one in the very shape of ``document``.

    Args:
        document: a compact document that aliases ``@id`` to ``id``, with one ``@context``, at the top.
        token: letters and digits that appear nowhere in the document.
        expand: the JSON-LD expansion algorithm.
        name: ``name_nodes``, as a stage or as it is.
        check: ``check_names``, likewise.

    Raises:
        MalformedInput: the check fails, so that the document needs compaction; or ``token`` does not serve.
    """
    expected = expand(document)
    no_nodes: tuple[str, ...] = ()
    for _ in range(2):
        compact, names = name(document, token, no_nodes)
        expanded = expand(compact)
        fits, no_nodes, complete = check(expected, expanded, token, names)
        if fits:
            return Skolemized(expanded, compact, token, complete)
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
        named = {
            name: self._any(item) if isinstance(item, _CONTAINERS) and name != "@context" else item
            for name, item in value.items()
        }
        identifier = value.get("id", value.get("@id"))
        if identifier is None and is_node and _VALUES.isdisjoint(value):
            name = f"{self._prefix}n{len(self.names) + 1}"
            self.names.append(name)
            return named if name in self._no_nodes else {"id": name, **named}
        if isinstance(identifier, str) and identifier.startswith("_:"):
            named["id" if "id" in value else "@id"] = f"{self._prefix}l{identifier[2:]}"
        return named

    def _any(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.object(value)
        return [self._any(item) for item in value] if isinstance(value, list) else value


class _Walk:
    """Compares an expanded document with the same after its nodes were named, up to the first difference."""

    def __init__(self, prefix: str) -> None:
        self._fresh, self._labeled = f"{prefix}n", f"{prefix}l"
        self.complete = True

    def array(self, expected: list[Any], named: list[Any]) -> bool:
        if len(expected) != len(named):
            return False
        for before, after in zip(expected, named, strict=True):
            if not isinstance(after, dict) or "@value" in after:
                if before != after:
                    return False
            elif not (isinstance(before, dict) and self._object(before, after)):
                return False
        return True

    def _object(self, before: dict[str, Any], after: dict[str, Any]) -> bool:
        name = after.get("@id")
        if "@list" in after or (name is None and "@graph" in after):
            self.complete = False  # neither has a place to be named
        elif name is None or name.startswith("_:"):
            return False
        elif name.startswith(self._labeled):
            name = "_:" + name[len(self._labeled) :]
        fresh = name is not None and name.startswith(self._fresh)
        if len(before) != len(after) - fresh or before.get("@id") != (None if fresh else name):
            return False
        for key, value in after.items():
            if key != "@id" and not (key in before and self._member(key, before[key], value)):
                return False
        return True

    def _member(self, key: str, before: Any, after: Any) -> bool:
        if key == "@reverse":
            return before.keys() == after.keys() and all(
                self.array(before[term], nodes) for term, nodes in after.items()
            )
        if isinstance(after, list) and key != "@type":
            return isinstance(before, list) and self.array(before, after)
        return bool(before == after)


def _collect(elements: list[Any], fresh: str, found: set[str]) -> None:
    """Add to ``found`` the fresh names that stand at nodes."""
    for element in elements:
        if not isinstance(element, dict) or "@value" in element:
            continue
        if "@list" not in element and element.get("@id", "").startswith(fresh):
            found.add(element["@id"])
        for key, value in element.items():
            for nodes in value.values() if key == "@reverse" else (value,):
                if isinstance(nodes, list):
                    _collect(nodes, fresh, found)
