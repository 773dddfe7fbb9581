"""Language, index and graph containers (JSON-LD 1.1 API, section 5.1.2, steps 13.7, 13.8 and 13.12)."""

from typing import TYPE_CHECKING

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.active_context import UNSET, ActiveContext, TermDefinition
from canonbench.specs.jsonld.loss import Place, is_name, pointer
from canonbench.specs.jsonld.options import Json

if TYPE_CHECKING:
    from canonbench.specs.jsonld.expansion import Expansion

__all__ = ["graphs", "index_map", "language_map"]


def language_map(
    expansion: "Expansion",
    active: ActiveContext,
    definition: TermDefinition,
    value: dict[str, Json],
    place: Place,
) -> list[Json]:
    """Expand a map from language tags to strings (step 13.7)."""
    direction = active.direction if definition.direction is UNSET else definition.direction
    expanded: list[Json] = []
    for language, entry in value.items():
        tag = None if expansion.term(active, language) == "@none" else language.lower()
        for item in entry if isinstance(entry, list) else [entry]:
            if item is None:
                continue
            here = (place, language)
            if not isinstance(item, str):
                message = "a language map holds neither strings nor null"
                raise JsonLdError("invalid language map value", message, pointer(here))
            result: dict[str, Json] = {"@value": item}
            if tag is not None:
                result["@language"] = tag
            if direction is not None:
                result["@direction"] = direction
            expansion.log.value(result, here)
            expanded.append(result)
    return expanded


def index_map(
    expansion: "Expansion", active: ActiveContext, key: str, value: dict[str, Json], place: Place
) -> list[Json]:
    """Expand an index map, a type map or an id map (step 13.8)."""
    container = active.terms[key].container
    expanded: list[Json] = []
    for index, entry in value.items():
        here = (place, index)
        map_context = _map_context(expansion, active, container, here)
        items = expansion.element(map_context, key, entry, here, from_map=True)
        items = [] if items is None else items if isinstance(items, list) else [items]
        if "@graph" in container:
            items = [item if _is_graph(item) else {"@graph": [item]} for item in items]
        name = expansion.term(active, index)
        if name != "@none":
            if not container.isdisjoint(("@id", "@type")) and any(
                "@value" in item or "@list" in item for item in items
            ):
                message = "a literal or a list cannot be given a name or a type by the key of a map"
                raise JsonLdError("invalid value object", message, pointer(here))
            if "@index" in container:
                _set_index(expansion, active, active.terms[key], items, here)
            elif "@id" in container:
                _set_id(expansion, active, items, here)
            else:
                if not is_name(name):
                    expansion.log.note(here, "dropped type", index)
                for item in items if name is not None else ():
                    item["@type"] = [name, *item.get("@type", [])]
        expanded.extend(items)
    return expanded


def _map_context(
    expansion: "Expansion", active: ActiveContext, container: frozenset[str], place: tuple[Place, str]
) -> ActiveContext:
    """Return the context for the values at one key of a map (steps 13.8.3.1 to 13.8.3.3)."""
    if active.previous is not None and not container.isdisjoint(("@id", "@type")):
        active = active.previous
    if "@type" in container:
        definition = active.terms.get(place[1])
        if definition is not None and definition.context is not UNSET:
            return expansion.scoped(active, definition, place, propagate=False)
    return active


def _set_index(
    expansion: "Expansion",
    active: ActiveContext,
    definition: TermDefinition,
    items: list[Json],
    place: tuple[Place, str],
) -> None:
    """Give the values at one key of an index map that key, perhaps as a property (step 13.8.3.7)."""
    index = place[1]
    if definition.index is not None and definition.index != "@index":
        predicate = expansion.term(active, definition.index)
        assert predicate is not None, "the term definition says so"
        expansion.log.property(predicate, place, definition.index)
        for item in items:
            indexed = expansion.scalar(active, definition.index, index)
            expansion.log.scalar(indexed, place)
            item[predicate] = [indexed, *item.get(predicate, [])]
            if "@value" in item:
                raise JsonLdError(
                    "invalid value object", "a literal is indexed by a property", pointer(place)
                )
    else:
        expansion.log.note(place, "dropped index", index)
        for item in items:
            item.setdefault("@index", index)


def _set_id(
    expansion: "Expansion", active: ActiveContext, items: list[Json], place: tuple[Place, str]
) -> None:
    """Name the nodes at one key of an id map after it (step 13.8.3.7)."""
    iri = expansion.reference(active, place[1])
    expansion.log.resource(iri, place, place[1])
    for item in items:
        item.setdefault("@id", iri)


def graphs(expansion: "Expansion", items: list[Json], place: Place) -> list[Json]:
    """Make each value of a graph container a graph of its own (step 13.12)."""
    for item in items:
        if "@value" in item or "@list" in item:
            expansion.log.note(place, "free-floating value", item.get("@value", "a list"))
    return [{"@graph": [item]} for item in items]


def _is_graph(item: dict[str, Json]) -> bool:
    """Tell whether ``item`` is a graph object."""
    return "@graph" in item and item.keys() <= {"@graph", "@id", "@index"}
