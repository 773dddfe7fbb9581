"""``to_rdf`` after ``expand`` in one pass over the document, for all that documents mostly consist of.

Expanded JSON is never built where it need not be: a member whose plan is known becomes quads at once. What
is rare is left to Expansion and Deserialization, a member at a time; what is lost with consequences, or is
an error, to the composed path, which alone can say where.
"""

from typing import Any, Final, TypeAlias

from canonbench.specs.jsonld.active_context import ActiveContext
from canonbench.specs.jsonld.cache import Session
from canonbench.specs.jsonld.containers import graphs
from canonbench.specs.jsonld.deserialization import FIRST, NIL, REST, TYPE, BlankNodes, Deserialization
from canonbench.specs.jsonld.expansion import Expansion
from canonbench.specs.jsonld.iri import is_well_formed, scheme_of
from canonbench.specs.jsonld.iri_expansion import expand_iri
from canonbench.specs.jsonld.literals import XSD_BOOLEAN, is_language_tag, is_rounded, number
from canonbench.specs.jsonld.loss import LossLog
from canonbench.specs.jsonld.members import Scope, array_of_present, members
from canonbench.specs.jsonld.options import Json, Options
from canonbench.specs.jsonld.plans import CONTEXT, LOST, SKIP, Plan, Reading, reading_of
from canonbench.specs.rdf import RDF_LANG_STRING, Quad, Term

__all__ = ["FusedPass", "NotFused"]

_SCALARS: Final = frozenset({bool, float, int, str})

Place: TypeAlias = tuple[str, Reading, str, "str | None", int]
"""Where a value is: subject, reading and name of its member, graph, and depth of the map that has it."""


class NotFused(Exception):
    """The document is one for the composed path."""


class FusedPass:
    """One document on its way to quads."""

    __slots__ = (
        "_add",
        "_blank_nodes",
        "_fresh",
        "_log",
        "_max_depth",
        "_options",
        "_schemes",
        "_session",
        "_slow",
        "quads",
    )

    def __init__(self, session: Session, options: Options, log: LossLog) -> None:
        """Begin with no quad."""
        self.quads: list[Quad] = []
        self._add = self.quads.append
        self._session = session
        self._blank_nodes = BlankNodes()
        self._fresh = self._blank_nodes.fresh
        self._log = log
        self._options = options
        self._max_depth = options.max_depth
        self._slow: tuple[Expansion, Deserialization] | None = None
        self._schemes: dict[str, str] = {}

    def document(self, document: Json, active: ActiveContext) -> None:
        """Take the whole document.

        Raises:
            NotFused: nothing is to be concluded from the quads made so far.
            JsonLdError: the composed path raises it too.
        """
        reading = reading_of(active)
        for element in document if isinstance(document, list) else [document]:
            made = len(self.quads)
            if not isinstance(element, dict) or self._node(element, reading, None, 1) is None:
                raise NotFused
            if len(self.quads) == made:
                raise NotFused  # perhaps a node that is named and no more

    def _node(  # noqa: C901, PLR0912 - one loop, since a call costs as much as a quad
        self, element: dict[str, Json], reading: Reading, graph: str | None, depth: int
    ) -> str | None:
        """Take a node object, and return its name; ``None`` if it is for Expansion, and nothing was taken."""
        if depth > self._max_depth:
            raise NotFused
        special = reading.special
        if not special.isdisjoint(element):
            if "@context" not in element:
                return None
            reading = reading_of(self._session.local(reading.active, element["@context"]))
            special = reading.special
            if any(key in special and key != "@context" for key in element):
                return None
        iris: tuple[str, ...] = ()
        value = element.get(reading.type_key)
        if value is not None:
            key = value if value.__class__ is str else _tuple(value)
            found = reading.types.get(key)
            if found is None:
                found = reading.type(key, self._session)
            if found is None:
                return None
            reading, iris = found
        value = element.get(reading.id_key)
        subject = self._fresh() if value is None else self._resource(value, reading)
        add = self._add
        for iri in iris:
            add((subject, TYPE, iri, graph))
        plans = reading.plans
        for key, value in element.items():
            plan = plans.get(key) or reading.plan(key, self._session)
            kind = value.__class__
            if kind is str and plan.datatype is not None:
                add((subject, plan.predicate, (value, plan.datatype, plan.language), graph))
            elif plan.odd:
                if plan is SKIP:
                    if value is None:
                        raise NotFused
                elif plan is LOST:
                    self._log.note(None, "undefined term", key)
                elif plan is not CONTEXT:
                    self._member((subject, reading, key, graph, depth), value)
            elif kind is list and not plan.list:
                if depth == self._max_depth:
                    raise NotFused
                place = (subject, reading, key, graph, depth + 1)
                for item in value:
                    self._value(place, plan, item)
            elif kind is dict and plan.languages:
                self._language_map((subject, reading, key, graph, depth), plan, value)
            else:
                self._value((subject, reading, key, graph, depth), plan, value)
        return subject

    def _value(self, place: Place, plan: Plan, value: Json) -> None:
        """Take one value of a member."""
        subject, reading, _, graph, depth = place
        kind = value.__class__
        if kind is dict and not plan.list:
            child = plan.child if len(value) > 1 or reading.id_key not in value else plan.kept
            own_graph = self._fresh() if plan.graph else None
            name = self._node(value, child, own_graph or graph, depth + 1)
            if name is None:
                self._expanded(place, plan, value)
            else:
                self._add((subject, plan.predicate, own_graph or name, graph))
        elif plan.list:
            self._list(place, plan, value)
        elif value is not None:
            if plan.graph or kind not in _SCALARS:
                self._expanded(place, plan, value)
            else:
                self._add((subject, plan.predicate, self._scalar(value, plan), graph))

    def _scalar(self, value: Any, plan: Plan) -> Term:
        """Return the term that a string, a number, true or false stands for."""
        if value.__class__ is str:
            if plan.item_type is not None:
                return value, plan.item_type, plan.language
            reading = plan.kept
            if plan.vocab:
                base = self._session.base
                return self._name(expand_iri(reading.active, value, base, vocab=True, document_relative=True))
            return self._resource(value, reading)
        if value.__class__ is bool:
            return "true" if value else "false", plan.scalar_type or XSD_BOOLEAN, None
        lexical, datatype = number(value, plan.scalar_type)
        if is_rounded(lexical, value):
            self._log.note(None, "rounded number", value)
        return lexical, datatype, None

    def _list(self, place: Place, plan: Plan, value: Json) -> None:
        """Take a list of scalars."""
        subject, _, _, graph, depth = place
        items = value if value.__class__ is list else [value]
        if depth == self._max_depth or not _SCALARS.issuperset([item.__class__ for item in items]):
            self._member(place, value)
            return
        add = self._add
        terms = [self._scalar(item, plan) for item in items]
        nodes = [self._fresh() for _ in terms]
        nodes.append(NIL)
        add((subject, plan.predicate, nodes[0], graph))
        for node, term, rest in zip(nodes, terms, nodes[1:], strict=False):
            add((node, FIRST, term, graph))
            add((node, REST, rest, graph))

    def _language_map(self, place: Place, plan: Plan, value: dict[str, Json]) -> None:
        """Take strings by language."""
        subject, reading, _, graph, _ = place
        terms = reading.active.terms
        quads: list[Quad] = []
        for tag, entry in value.items():
            if tag in terms or not is_language_tag(tag):
                self._member(place, value)
                return
            language = tag.lower()
            for text in entry if entry.__class__ is list else (entry,):
                if text.__class__ is str:
                    quads.append((subject, plan.predicate, (text, RDF_LANG_STRING, language), graph))
                elif text is not None:
                    raise NotFused
        self.quads.extend(quads)

    def _member(self, place: Place, value: Json) -> None:
        """Take a member through its expanded form."""
        subject, reading, key, graph, depth = place
        expansion, deserialization = self._slow_path(depth)
        result: dict[str, Json] = {}
        members(expansion, Scope(reading.active, None, {key: value}), result, None)
        deserialization.statements(subject, result, graph)

    def _expanded(self, place: Place, plan: Plan, value: Json) -> None:
        """Take one value of a member through its expanded form."""
        subject, reading, key, graph, depth = place
        expansion, deserialization = self._slow_path(depth)
        items = array_of_present(expansion.element(reading.active, key, value, None))
        if plan.graph:
            items = graphs(expansion, items, None)
        deserialization.values(subject, plan.predicate, items, graph)

    def _slow_path(self, depth: int) -> tuple[Expansion, Deserialization]:
        """Return both algorithms, at work on this document at ``depth``."""
        if self._slow is None:
            expansion = Expansion(self._session, self._options, self._log)
            self._slow = expansion, Deserialization(self._options, self.quads, self._blank_nodes)
        self._slow[0].depth = depth
        return self._slow

    def _resource(self, value: Json, reading: Reading) -> str:
        """Return the name of the node that ``value``, an IRI or relative to the base IRI, stands for."""
        if value.__class__ is not str:
            raise NotFused
        scheme = self._schemes.get(value)
        if scheme is None:
            scheme = scheme_of(value)
            if scheme is not None:
                self._schemes[value] = scheme
        if scheme is None or scheme in reading.prefixes:
            return self._name(expand_iri(reading.active, value, self._session.base, document_relative=True))
        return value

    def _name(self, iri: str | None) -> str:
        if iri is not None:
            if is_well_formed(iri):
                return iri
            if iri[:2] == "_:":
                return self._blank_nodes.relabel(iri)
        raise NotFused


def _tuple(value: Json) -> tuple[str, ...]:
    """Return the types that ``value`` gives, if it is an array of strings."""
    if value.__class__ is list and all(item.__class__ is str for item in value):
        return tuple(value)
    raise NotFused
