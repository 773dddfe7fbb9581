"""How much work a document makes, counted on a literal run that starts with a cold context cache.

The counts explain a cost without any clock. They are the text's: each member that Expansion visits, each
string or scalar that it looks up in the active context, each application of a context, whether or not
anything of it is remembered; but a term is defined once for each distinct pair of active context and local
context, and a term's own context validated once for each context that defines it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from canonbench.specs.jsonld.active_context import ActiveContext, TermDefinition
from canonbench.specs.jsonld.cache import ContextCache, Session
from canonbench.specs.jsonld.deserialization import BlankNodes, Deserialization
from canonbench.specs.jsonld.expansion import Expansion
from canonbench.specs.jsonld.loss import Place, Silence
from canonbench.specs.jsonld.options import DEFAULT, Json, Options

if TYPE_CHECKING:
    from canonbench.specs.rdf import Quad

__all__ = ["Work", "count_work"]


class Work(NamedTuple):
    """What a literal run does.

    Attributes:
        members: members of maps visited by Expansion (section 5.1.2, step 13).
        lookups: runs of IRI Expansion and of Value Expansion.
        context_calls: runs of Context Processing that Expansion asks for.
        term_definitions: runs of Create Term Definition.
        quads: quads built, repeated ones included.
    """

    members: int
    lookups: int
    context_calls: int
    term_definitions: int
    quads: int


def count_work(document: Json, contexts: Mapping[str, Json], options: Options = DEFAULT) -> Work:
    """Return how much work ``document`` makes.

    Args:
        document: a parsed JSON-LD document; it is not changed.
        contexts: URL to parsed JSON document.
        options: as for ``expand``.

    Raises:
        JsonLdError: with the error code of the Recommendation and a JSON pointer.
    """
    session = Session(ContextCache(contexts), options)
    expansion = _Counting(session, options, Silence(options))
    expansion.context_calls += options.expand_context is not None
    expanded = expansion.document(document, session.initial(options.expand_context))
    quads: list[Quad] = []
    Deserialization(options, quads, BlankNodes()).document(expanded)
    return Work(
        expansion.members, expansion.lookups, expansion.context_calls, session.term_definitions, len(quads)
    )


class _Counting(Expansion):
    """Expansion that counts what it does."""

    members = 0
    lookups = 0
    context_calls = 0

    def member(self, active: ActiveContext, name: str) -> str | None:
        self.members += 1
        self.lookups += 1
        return super().member(active, name)

    def term(self, active: ActiveContext, value: str) -> str | None:
        self.lookups += 1
        return super().term(active, value)

    def reference(self, active: ActiveContext, value: str) -> str | None:
        self.lookups += 1
        return super().reference(active, value)

    def type(self, active: ActiveContext, value: str) -> str | None:
        self.lookups += 1
        return super().type(active, value)

    def scalar(self, active: ActiveContext, active_property: str, value: Json) -> dict[str, Json]:
        self.lookups += 1
        return super().scalar(active, active_property, value)

    def scoped(
        self, active: ActiveContext, definition: TermDefinition, place: Place, *, propagate: bool = True
    ) -> ActiveContext:
        self.context_calls += 1
        return super().scoped(active, definition, place, propagate=propagate)

    def local(self, active: ActiveContext, context: Json, place: Place) -> ActiveContext:
        self.context_calls += 1
        return super().local(active, context, place)
