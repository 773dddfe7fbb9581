"""The members of a map: steps 13 and 14 of Expansion (JSON-LD 1.1 API, section 5.1.2)."""

from typing import TYPE_CHECKING, Final, TypeAlias

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.active_context import NO_DEFINITION, UNSET, ActiveContext
from canonbench.specs.jsonld.containers import graphs, index_map, language_map
from canonbench.specs.jsonld.keywords import KEYWORDS
from canonbench.specs.jsonld.loss import Place, is_name, pointer
from canonbench.specs.jsonld.options import Json

if TYPE_CHECKING:
    from collections.abc import Callable

    from canonbench.specs.jsonld.expansion import Expansion

__all__ = ["Node", "Scope", "array_of", "array_of_present", "error", "members"]

Node: TypeAlias = dict[str, Json]


class Scope:
    """What the members of one map share."""

    __slots__ = ("active", "active_property", "element", "has_reverse_map", "input_type", "type_scoped")

    def __init__(self, active: ActiveContext, active_property: str | None, element: Node) -> None:
        """Begin with ``active`` before the contexts of the map's types."""
        self.element = element
        self.active = active
        self.type_scoped = active
        self.active_property = active_property
        self.input_type: str | None = None
        self.has_reverse_map = False

    def is_value(self, expansion: "Expansion") -> bool:
        """Tell whether the map is a value object."""
        return any(expansion.term(self.active, name) == "@value" for name in self.element)


def array_of(value: Json) -> list[Json]:
    """Return ``value`` if it is an array, else an array of it."""
    return value if isinstance(value, list) else [value]


def error(code: str, message: str, place: Place) -> JsonLdError:
    """Return an error that names its place."""
    return JsonLdError(code, message, pointer(place))


def members(expansion: "Expansion", scope: Scope, result: Node, place: Place) -> None:
    """Expand the members of a map into ``result``."""
    element = scope.element
    nests: list[str] = []
    for key, value in element.items():
        if key == "@context":
            continue
        name = expansion.member(scope.active, key)
        here = (place, key)
        if name is None or not (name in KEYWORDS or ":" in name):
            expansion.log.note(here, "undefined term", key)
        elif name == "@nest":
            nests.append(key)
        elif name in KEYWORDS:
            _check_keyword(expansion, scope, name, result, here)
            if name in _READERS:
                _READERS[name](expansion, scope, value, result, here)
            else:
                expansion.log.note(here, "misplaced keyword", name)
        else:
            expansion.log.property(name, here, key)
            expanded = _property(expansion, scope.active, key, value, here)
            if expanded is not None:
                if scope.active.terms.get(key, NO_DEFINITION).reverse:
                    _reverse(result.setdefault("@reverse", {}), name, array_of(expanded), here)
                else:
                    result.setdefault(name, []).extend(array_of(expanded))
    for key in nests:
        _nest(expansion, scope, result, (place, key), element[key])


def _nest(expansion: "Expansion", scope: Scope, result: Node, place: tuple[Place, str], value: Json) -> None:
    """Expand the members of nested maps as if they were those of the map around them (step 14)."""
    key = place[1]
    active = scope.active
    active_property = "@reverse" if scope.active_property == "@reverse" else key
    definition = active.terms.get(key, NO_DEFINITION)
    if definition.context is not UNSET:
        active = expansion.scoped(active, definition, place)
    for position, item in enumerate(array_of(value)):
        here: Place = (place, position) if item is not value else place
        if not isinstance(item, dict):
            raise error("invalid @nest value", "a nested value is no map", here)
        nested = Scope(active, active_property, item)
        nested.type_scoped, nested.input_type = scope.type_scoped, scope.input_type
        if nested.is_value(expansion):
            raise error("invalid @nest value", "a nested value is a value object", here)
        if "@context" in item:
            expansion.log.note((here, "@context"), "misplaced keyword", "@context")
        with expansion.nesting(here):
            members(expansion, nested, result, here)


def _property(expansion: "Expansion", active: ActiveContext, key: str, value: Json, place: Place) -> Json:
    """Expand a member whose name is an IRI or a blank node identifier (steps 13.5 to 13.12)."""
    definition = active.terms.get(key, NO_DEFINITION)
    container = definition.container
    if definition.type == "@json":
        expanded: Json = {"@value": value, "@type": "@json"}
        expansion.log.value(expanded, place)
    elif "@language" in container and isinstance(value, dict):
        expanded = language_map(expansion, active, definition, value, place)
    elif not container.isdisjoint(("@id", "@index", "@type")) and isinstance(value, dict):
        expanded = index_map(expansion, active, key, value, place)
    else:
        expanded = expansion.element(active, key, value, place)
    if expanded is None:
        return None
    if "@list" in container and not (isinstance(expanded, dict) and "@list" in expanded):
        expanded = {"@list": array_of(expanded)}
    if "@graph" in container and container.isdisjoint(("@id", "@index")):
        expanded = graphs(expansion, array_of(expanded), place)
    return expanded


def _reverse(reverse_map: Node, name: str, items: list[Json], place: Place) -> None:
    """Add ``items`` to the reverse property ``name``; only nodes can have one (step 13.13)."""
    for item in items:
        if "@value" in item or "@list" in item:
            raise error("invalid reverse property value", "a reverse property has a literal or a list", place)
    reverse_map.setdefault(name, []).extend(items)


def _check_keyword(expansion: "Expansion", scope: Scope, name: str, result: Node, place: Place) -> None:
    """See whether ``name`` may stand here (steps 13.4.1 and 13.4.2)."""
    if scope.active_property == "@reverse":
        raise error("invalid reverse property map", f"{name} stands in a @reverse map", place)
    there = name in result
    if name == "@reverse":  # not because of a reverse property, or the order of members would matter
        there, scope.has_reverse_map = scope.has_reverse_map, True
    if there and not (expansion.late and name in ("@included", "@type")):
        raise error("colliding keywords", f"more than one member stands for {name}", place)


def _id(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    if not isinstance(value, str):
        raise error("invalid @id value", "@id is not a string", place)
    iri = expansion.reference(scope.active, value)
    expansion.log.resource(iri, place, value)
    result["@id"] = iri


def _type(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    items = array_of(value)
    expanded = []
    for position, item in enumerate(items):
        if not isinstance(item, str):
            raise error("invalid type value", "@type is neither a string nor an array of strings", place)
        iri = expansion.type(scope.type_scoped, item)
        if expansion.log.listens and not is_name(iri) and scope.input_type != "@json":
            kind = "invalid datatype" if scope.is_value(expansion) else "dropped type"
            expansion.log.note((place, position) if items is value else place, kind, item)
        if iri is not None:
            expanded.append(iri)
    if "@type" in result:
        result["@type"] = array_of(result["@type"]) + expanded
    elif items is value:
        result["@type"] = expanded
    elif expanded:
        result["@type"] = expanded[0]


def _graph(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    result["@graph"] = array_of_present(expansion.element(scope.active, "@graph", value, place))


def _included(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    if not expansion.late:
        expansion.log.note(place, "undefined term", "@included")
        return
    items = array_of(expansion.element(scope.active, scope.active_property, value, place))
    for item in items:
        if not isinstance(item, dict) or "@value" in item or "@list" in item or "@set" in item:
            raise error("invalid @included value", "only nodes can be included", place)
    result.setdefault("@included", []).extend(items)


def _value(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    if isinstance(value, dict | list) and not (scope.input_type == "@json" and expansion.late):
        raise error("invalid value object value", "@value is neither a scalar nor null", place)
    result["@value"] = value


def _language(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    del expansion, scope
    if not isinstance(value, str):
        raise error("invalid language-tagged string", "@language is not a string", place)
    result["@language"] = value.lower()


def _direction(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    del scope
    if not expansion.late:
        expansion.log.note(place, "undefined term", "@direction")
    elif value not in ("ltr", "rtl"):
        raise error("invalid base direction", "@direction is neither ltr nor rtl", place)
    else:
        result["@direction"] = value


def _index(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    del scope
    if not isinstance(value, str):
        raise error("invalid @index value", "@index is not a string", place)
    expansion.log.note(place, "dropped index", value)
    result["@index"] = value


def _list(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    if scope.active_property is None or scope.active_property == "@graph":
        expansion.log.note(place, "free-floating value", "a list")
    else:
        result["@list"] = array_of(expansion.element(scope.active, scope.active_property, value, place))


def _set(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    expanded = expansion.element(scope.active, scope.active_property, value, place)
    if expanded is not None:
        result["@set"] = expanded


def _reverse_map(expansion: "Expansion", scope: Scope, value: Json, result: Node, place: Place) -> None:
    if not isinstance(value, dict):
        raise error("invalid @reverse value", "@reverse is not a map", place)
    expanded = expansion.element(scope.active, "@reverse", value, place)
    for name, items in expanded.pop("@reverse", {}).items():
        result.setdefault(name, []).extend(items)
    for name, items in expanded.items():
        _reverse(result.setdefault("@reverse", {}), name, items, place)


def array_of_present(value: Json) -> list[Json]:
    """Return what ``array_of`` does, without the null that a dropped value leaves."""
    return [] if value is None else array_of(value)


_Reader: TypeAlias = "Callable[[Expansion, Scope, Json, Node, Place], None]"
_READERS: Final[dict[str, _Reader]] = {
    "@direction": _direction,
    "@graph": _graph,
    "@id": _id,
    "@included": _included,
    "@index": _index,
    "@language": _language,
    "@list": _list,
    "@reverse": _reverse_map,
    "@set": _set,
    "@type": _type,
    "@value": _value,
}
