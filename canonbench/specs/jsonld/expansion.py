"""Expansion (JSON-LD 1.1 API, section 5.1.2), which also notes what the dataset will not say.

A value that the text drops, and an IRI that Deserialize JSON-LD to RDF will drop later, are noted where the
document has them: only here are their JSON pointers known.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.active_context import NO_DEFINITION, UNSET, ActiveContext, TermDefinition
from canonbench.specs.jsonld.cache import Session
from canonbench.specs.jsonld.iri import is_datatype
from canonbench.specs.jsonld.iri_expansion import expand_iri
from canonbench.specs.jsonld.loss import LossLog, Place, at
from canonbench.specs.jsonld.members import Node, Scope, array_of, error, members
from canonbench.specs.jsonld.options import Json, Options
from canonbench.specs.jsonld.value_expansion import expand_value

__all__ = ["Expansion"]

_VALUE_ENTRIES: Final = frozenset({"@direction", "@index", "@language", "@type", "@value"})


class Expansion:
    """One document being expanded."""

    def __init__(self, session: Session, options: Options, log: LossLog) -> None:
        """Expand in ``session``, noting losses in ``log``."""
        self._session = session
        self._base = options.base
        self.late = session.late
        self._max_depth = options.max_depth
        self.log = log
        self.depth = 0

    def document(self, document: Json, active: ActiveContext) -> list[Json]:
        """Return ``document`` expanded (section 9.1, expand, steps 8 to 10)."""
        expanded = self.element(active, None, document, None)
        if isinstance(expanded, dict) and expanded.keys() == {"@graph"}:
            expanded = expanded["@graph"]
        if expanded is None:
            return []
        return expanded if isinstance(expanded, list) else [expanded]

    def element(
        self,
        active: ActiveContext,
        active_property: str | None,
        element: Json,
        place: Place,
        *,
        from_map: bool = False,
    ) -> Json:
        """Return ``element`` expanded: a map, an array, or ``None``.

        Args:
            active: the context in force.
            active_property: the term, or the keyword, whose value the element is.
            element: a JSON value.
            place: where it is.
            from_map: it is a value of an index map, a type map or an id map.
        """
        if element is None:
            return None
        if isinstance(element, list):
            return self._array(active, active_property, element, place, from_map=from_map)
        definition = active.terms.get(active_property, NO_DEFINITION) if active_property else NO_DEFINITION
        if not isinstance(element, dict):
            if active_property is None or active_property == "@graph":
                self.log.note(place, "free-floating value", element)
                return None
            if definition.context is not UNSET:
                active = self.scoped(active, definition, place)
            value = self.scalar(active, active_property, element)
            self.log.scalar(value, place)
            return value
        self._descend(place)
        if active.previous is not None and not from_map and not self._keeps_context(active, element):
            active = active.previous
        if definition.context is not UNSET:
            active = self.scoped(active, definition, place)
        expanded = self._map(active, active_property, element, place)
        self.depth -= 1
        return expanded

    def _array(
        self,
        active: ActiveContext,
        active_property: str | None,
        element: list[Json],
        place: Place,
        *,
        from_map: bool,
    ) -> list[Json]:
        """Expand an array (step 5)."""
        self._descend(place)
        definition = active.terms.get(active_property, NO_DEFINITION) if active_property else NO_DEFINITION
        nested_lists = "@list" in definition.container
        result: list[Json] = []
        for position, item in enumerate(element):
            expanded = self.element(active, active_property, item, (place, position), from_map=from_map)
            if isinstance(expanded, list):
                if nested_lists:
                    result.append({"@list": expanded})
                else:
                    result.extend(expanded)
            elif expanded is not None:
                result.append(expanded)
        self.depth -= 1
        return result

    def _descend(self, place: Place) -> None:
        self.depth += 1
        if self.depth > self._max_depth:
            raise error("nesting too deep", f"more than {self._max_depth} values are nested", place)

    @contextmanager
    def nesting(self, place: Place) -> Iterator[None]:
        """Count one more level of nesting within the block."""
        self._descend(place)
        yield
        self.depth -= 1

    def _keeps_context(self, active: ActiveContext, element: Node) -> bool:
        """Tell whether a context that does not propagate still holds: for values and references (step 7)."""
        keys = [self.term(active, key) for key in element]
        return "@value" in keys or keys == ["@id"]

    def _map(  # noqa: C901, PLR0912 - one branch for each step
        self, active: ActiveContext, active_property: str | None, element: Node, place: Place
    ) -> Json:
        """Expand a map (steps 9 to 19)."""
        if "@context" in element:
            active = self.local(active, element["@context"], place)
        scope = Scope(active, active_property, element)
        type_keys = sorted([key for key in element if self.term(active, key) == "@type"])
        for key in type_keys:
            for item in sorted([item for item in array_of(element[key]) if isinstance(item, str)]):
                definition = scope.type_scoped.terms.get(item, NO_DEFINITION)
                if definition.context is not UNSET:
                    scope.active = self.scoped(scope.active, definition, (place, key), propagate=False)
        if type_keys:
            last = array_of(element[type_keys[0]])[-1:]
            if last and isinstance(last[0], str):
                scope.input_type = self.term(scope.active, last[0])
        result: Node = {}
        members(self, scope, result, place)
        if "@value" in result:
            return self._value_object(active_property, result, place)
        if "@type" in result and not isinstance(result["@type"], list):
            result["@type"] = [result["@type"]]
        if "@set" in result or "@list" in result:
            if len(result) > 1 + ("@index" in result):
                raise error("invalid set or list object", "only @index may stand beside @set or @list", place)
            if "@set" in result:
                return result["@set"]
        for name in result.keys() & {"@language", "@direction"}:
            self.log.note(place, "misplaced keyword", name)
        if result.keys() == {"@language"}:
            return None
        if (active_property is None or active_property == "@graph") and (
            not result or "@list" in result or result.keys() == {"@id"}
        ):
            if result:
                self.log.note(place, "free-floating value", result.get("@id", "a list"))
            return None
        return result

    def _value_object(self, active_property: str | None, result: Node, place: Place) -> Node | None:
        """Check a value object (steps 15 and 19)."""
        if not _VALUE_ENTRIES.issuperset(result):
            raise error("invalid value object", "a value object has an entry that it must not have", place)
        value = result["@value"]
        datatype = result.get("@type")
        if datatype is not None and ("@language" in result or "@direction" in result):
            raise error("invalid value object", "@type excludes @language and @direction", place)
        if datatype != "@json":
            if value is None or value == []:
                return None
            if "@language" in result and not isinstance(value, str):
                raise error("invalid language-tagged value", "@language is for strings only", place)
            if "@type" in result and not (isinstance(datatype, str) and is_datatype(datatype)):
                raise error("invalid typed value", "@type of a value is no IRI", place)
        if active_property is None or active_property == "@graph":
            self.log.note(place, "free-floating value", value)
            return None
        self.log.value(result, place)
        return result

    def member(self, active: ActiveContext, name: str) -> str | None:
        """Return what the name of a member stands for."""
        iris = active.iris
        return iris[name] if name in iris else self._session.term(active, name)

    def term(self, active: ActiveContext, value: str) -> str | None:
        """Return what any other string stands for that may be a term."""
        iris = active.iris
        return iris[value] if value in iris else self._session.term(active, value)

    def reference(self, active: ActiveContext, value: str) -> str | None:
        """Return what a string stands for that may be relative to the base IRI."""
        return expand_iri(active, value, self._base, document_relative=True)

    def type(self, active: ActiveContext, value: str) -> str | None:
        """Return what a string stands for that may be a term, and may be relative to the base IRI."""
        return expand_iri(active, value, self._base, vocab=True, document_relative=True)

    def scalar(self, active: ActiveContext, active_property: str, value: Json) -> dict[str, Json]:
        """Return what a scalar stands for."""
        return expand_value(active, active_property, value, self._base)

    def scoped(
        self, active: ActiveContext, definition: TermDefinition, place: Place, *, propagate: bool = True
    ) -> ActiveContext:
        """Apply the context of a term or, where it does not propagate, of a type."""
        try:
            return self._session.scoped(active, definition, propagate=propagate)
        except JsonLdError as failure:
            raise at(failure, place) from failure

    def local(self, active: ActiveContext, context: Json, place: Place) -> ActiveContext:
        """Apply a local context of the document."""
        try:
            return self._session.local(active, context)
        except JsonLdError as failure:
            raise at(failure, (place, "@context")) from failure
