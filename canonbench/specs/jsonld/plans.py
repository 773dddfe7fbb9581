"""What an active context makes of each member name and of each set of types, worked out once.

Expansion asks the same questions of an active context for every member that it visits. A ``Reading`` keeps
the answers: member name to ``Plan``, and value of ``@type`` to the context and the IRIs that follow from it.
"""

from typing import Final

from canonbench.specs.jsonld.active_context import NO_DEFINITION, UNSET, ActiveContext, TermDefinition
from canonbench.specs.jsonld.cache import Session
from canonbench.specs.jsonld.iri import is_well_formed
from canonbench.specs.jsonld.iri_expansion import expand_iri
from canonbench.specs.jsonld.literals import is_language_tag
from canonbench.specs.rdf import RDF_LANG_STRING, XSD_STRING

__all__ = ["CONTEXT", "LOST", "SKIP", "Plan", "Reading", "reading_of"]

_PLAIN_CONTAINERS: Final = frozenset({"@graph", "@language", "@set"})
_LIST: Final = frozenset({"@list"})


class Plan:
    """How the values of one member name are to be read.

    Attributes:
        predicate: the IRI that the name stands for.
        datatype: of the literal that a string becomes on the spot, else ``None``.
        item_type: of the literal that a string becomes anywhere, ``None`` where it becomes an IRI.
        language: of that literal.
        scalar_type: the datatype that the term asks for, whatever the value.
        vocab: a string that becomes no literal is an IRI relative to the vocabulary, not to the base IRI.
        odd: only Expansion knows what to do, and nothing below is said.
        graph: each value is a graph of its own.
        languages: a map holds strings by language.
        list: the values are a list.
        child: reading of the nodes that are values.
        kept: reading of the scalars, and of maps that are no more than a reference to a node.
    """

    __slots__ = (
        "child",
        "datatype",
        "graph",
        "item_type",
        "kept",
        "language",
        "languages",
        "list",
        "odd",
        "predicate",
        "scalar_type",
        "vocab",
    )

    child: "Reading"
    kept: "Reading"

    def __init__(self, predicate: str, *, odd: bool = False) -> None:
        """Make a plan for values about which nothing more is known."""
        self.predicate = predicate
        self.odd = odd
        self.datatype: str | None = None
        self.item_type: str | None = None
        self.language: str | None = None
        self.scalar_type: str | None = None
        self.vocab = False
        self.graph = False
        self.languages = False
        self.list = False

    def read_containers(self, definition: TermDefinition) -> bool:
        """Set what the term says of its values as a whole, and return whether it can be said."""
        container = definition.container
        if container:
            if not (container <= _PLAIN_CONTAINERS or container == _LIST):
                return False
            self.graph = "@graph" in container
            self.languages = "@language" in container
            self.list = "@list" in container
        return not definition.reverse and definition.type != "@json"

    def read_scalars(self, active: ActiveContext, definition: TermDefinition) -> bool:
        """Set how scalars are read in ``active``, the term's own context, as the term is defined there.

        Returns:
            Whether it can be said.
        """
        direction = active.direction if definition.direction is UNSET else definition.direction
        type_mapping = definition.type
        if direction is not None:
            return False
        if type_mapping in ("@id", "@vocab"):
            self.vocab = type_mapping == "@vocab"
        elif type_mapping is None or type_mapping == "@none":
            self.language = active.language if definition.language is UNSET else definition.language
            self.item_type = XSD_STRING if self.language is None else RDF_LANG_STRING
            if self.language is not None and not is_language_tag(self.language):
                return False
        elif is_well_formed(type_mapping):
            self.item_type = self.scalar_type = type_mapping
        else:
            return False
        self.datatype = None if self.graph or self.list else self.item_type
        return True


SKIP: Final = Plan("@id", odd=True)
"""The plan of the members that name and type their node: they are read before all others."""

CONTEXT: Final = Plan("@context", odd=True)
"""The plan of the member that was read before all others."""

LOST: Final = Plan("", odd=True)
"""The plan of the members that no context defines."""


class Reading:
    """One active context, as it reads documents.

    Attributes:
        active: the active context.
        names: its names for keywords; the next three are of it.
        plans: member name to plan.
        types: value of the type member (a string, or a tuple of them) to what follows from it.
    """

    __slots__ = ("active", "id_key", "names", "plans", "prefixes", "special", "type_key", "types")

    def __init__(self, active: ActiveContext) -> None:
        """Begin with no question answered."""
        self.active = active
        self.names = names = active.names
        self.id_key = names.id_key
        self.type_key = names.type_key
        self.special = names.special
        self.prefixes = names.prefixes
        self.types: dict[object, tuple[Reading, tuple[str, ...]]] = {}
        self.plans: dict[str, Plan] = {"@context": CONTEXT, self.id_key: SKIP, self.type_key: SKIP}

    def forget(self) -> None:
        """Drop every answer but those that nobody needs to ask for."""
        self.types.clear()
        self.plans.clear()
        self.plans.update({"@context": CONTEXT, self.id_key: SKIP, self.type_key: SKIP})

    def plan(self, key: str, session: Session) -> Plan:
        """Return the plan for the member ``key``, which is none of ``special``, and remember it."""
        session.cache.count(1, self.active)
        active = self.active
        definition = active.terms.get(key, NO_DEFINITION)
        name = definition.iri or expand_iri(active, key, vocab=True)
        if name is None or ":" not in name:
            plan = LOST
        else:
            plan = Plan(name, odd=True)
            if is_well_formed(name) and plan.read_containers(definition):
                before = active if active.previous is None else active.previous
                if definition.context is not UNSET:
                    kept, child = session.scoped(active, definition), session.scoped(before, definition)
                    plan.kept, plan.child = reading_of(kept), reading_of(child)
                    definition = kept.terms.get(key, NO_DEFINITION)
                else:
                    kept = active
                    plan.kept, plan.child = self, self if before is active else reading_of(before)
                plan.odd = not (
                    plan.kept.names.same_keywords(plan.child.names) and plan.read_scalars(kept, definition)
                )
        self.plans[key] = plan
        return plan

    def type(
        self, value: str | tuple[str, ...], session: Session
    ) -> "tuple[Reading, tuple[str, ...]] | None":
        """Return what follows from the types that ``value`` gives, and remember it.

        ``None`` is for Expansion: a type is no IRI without the document's base IRI, or its context has other
        names for keywords.
        """
        active = self.active
        terms = active.terms
        names = (value,) if isinstance(value, str) else value
        iris: list[str] = []
        for name in names:
            iri = expand_iri(self.active, name, vocab=True)
            if iri is None or not is_well_formed(iri):
                return None
            iris.append(iri)
        for name in names if len(names) == 1 else sorted(names):
            definition = terms.get(name, NO_DEFINITION)
            if definition.context is not UNSET:
                active = session.scoped(active, definition, propagate=False)
        if not active.names.same_keywords(self.names):
            return None
        session.cache.count(1, self.active)
        found = self.types[value] = (reading_of(active), tuple(iris))
        return found


def reading_of(active: ActiveContext) -> Reading:
    """Return the reading of ``active``, which keeps it."""
    reading = active.reading
    if reading is None:
        reading = active.reading = Reading(active)
    return reading
