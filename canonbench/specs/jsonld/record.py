"""Context Processing by itself: the calls that one expansion makes, recorded, and made again.

What is recorded is where each call started, what it was given and with which flags, but nothing of what it
gave: whoever makes the calls again builds every active context anew. All calls are recorded, those too that
a cache answers at once, since how often a library does the same work again is the question.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from canonbench.specs.jsonld.active_context import ActiveContext, TermDefinition
from canonbench.specs.jsonld.cache import ContextCache, Session
from canonbench.specs.jsonld.expansion import Expansion
from canonbench.specs.jsonld.loss import Silence
from canonbench.specs.jsonld.options import DEFAULT, Json, Options

__all__ = [
    "INITIAL",
    "Application",
    "ContextCall",
    "LocalContext",
    "Recording",
    "prepare",
    "process",
    "record",
]

INITIAL = -1
"""Index of a call that stands for the initial active context."""


class LocalContext(NamedTuple):
    """A local context, and the base URL against which the relative URLs in it are resolved."""

    context: Json
    base_url: str | None


class ContextCall(NamedTuple):
    """One call of Context Processing (JSON-LD 1.1 API, section 4.1.2), with the inputs that the text names.

    Attributes:
        active: which call made the active context, an index; -1 for the initial context.
        reverted: not that context is active but its previous context.
        local: which local context, an index.
        override_protected: protected terms may be redefined, as by the context of a property.
        propagate: the result stays in force within nested nodes, as that of a type does not.
    """

    active: int
    reverted: bool
    local: int
    override_protected: bool
    propagate: bool


class Recording(NamedTuple):
    """The calls of one expansion, in order, and the local contexts that they are given."""

    local_contexts: tuple[LocalContext, ...]
    calls: tuple[ContextCall, ...]


def record(
    document: Json, contexts: ContextCache | Mapping[str, Json], options: Options = DEFAULT
) -> Recording:
    """Expand ``document``, and return every call of Context Processing that this makes.

    Args:
        document: a parsed JSON-LD document; it is not changed.
        contexts: as for ``expand``.
        options: as for ``expand``.

    Raises:
        JsonLdError: with the error code of the Recommendation and a JSON pointer.
    """
    session = _Recorder(contexts, options)
    active = session.initial(options.expand_context)
    Expansion(session, options, Silence(options)).document(document, active)
    return Recording(tuple(session.local_contexts), tuple(session.calls))


class _Recorder(Session):
    """A session that notes what it is asked, and which active context came from which call."""

    __slots__ = ("_given", "_made", "_previous", "calls", "local_contexts")

    def __init__(self, contexts: ContextCache | Mapping[str, Json], options: Options) -> None:
        super().__init__(contexts, options)
        self.local_contexts: list[LocalContext] = []
        self.calls: list[ContextCall] = []
        self._given: dict[TermDefinition, int] = {}
        self._made = {self.cache.initial(late=self.late): INITIAL}
        self._previous: dict[ActiveContext, int] = {}

    def local(self, active: ActiveContext, context: Json) -> ActiveContext:
        given = self._add(LocalContext(context, self.base))
        result = super().local(active, context)
        return self._note(active, given, result, override_protected=False, propagate=True)

    def scoped(
        self, active: ActiveContext, definition: TermDefinition, *, propagate: bool = True
    ) -> ActiveContext:
        given = self._given.get(definition)
        if given is None:
            given = self._add(LocalContext(definition.context, definition.base_url))
            self._given[definition] = given
        result = super().scoped(active, definition, propagate=propagate)
        return self._note(active, given, result, override_protected=propagate, propagate=propagate)

    def _add(self, local: LocalContext) -> int:
        self.local_contexts.append(local)
        return len(self.local_contexts) - 1

    def _note(
        self,
        active: ActiveContext,
        given: int,
        result: ActiveContext,
        *,
        override_protected: bool,
        propagate: bool,
    ) -> ActiveContext:
        # A previous context is nearly always what some call was given, so that a call has made it; only null
        # in the middle of an array of contexts leaves one behind that no call returned.
        reverted = active not in self._made
        origin = self._previous[active] if reverted else self._made[active]
        number = len(self.calls)
        self.calls.append(ContextCall(origin, reverted, given, override_protected, propagate))
        self._made.setdefault(result, number)
        if result.previous is not None:
            self._previous.setdefault(result.previous, number)
        return result


class Application(NamedTuple):
    """A call as our own algorithms take it: a scoped context comes in the definition of its term."""

    active: int
    reverted: bool
    context: Json
    definition: TermDefinition | None
    propagate: bool


def prepare(local_contexts: Iterable[LocalContext], calls: Iterable[ContextCall]) -> tuple[Application, ...]:
    """Return ``calls`` made ready for ``process``: each scoped context in a term definition of its own."""
    definitions = [_definition(local) for local in local_contexts]
    return tuple(_application(call, definitions[call.local]) for call in calls)


def _definition(local: LocalContext) -> TermDefinition:
    definition = TermDefinition()
    definition.context, definition.base_url = local
    return definition


def _application(call: ContextCall, definition: TermDefinition) -> Application:
    scoped = call.override_protected or not call.propagate
    return Application(
        call.active, call.reverted, definition.context, definition if scoped else None, call.propagate
    )


def process(
    applications: Iterable[Application],
    contexts: ContextCache | Mapping[str, Json],
    options: Options = DEFAULT,
) -> list[ActiveContext]:
    """Make the calls, as Expansion does, and return the active context that each of them gives.

    Args:
        applications: what ``prepare`` returns.
        contexts: as for ``expand``: a ``ContextCache`` keeps what it has compiled.
        options: ``base`` and ``processing_mode`` bear on contexts.

    Raises:
        JsonLdError: with the error code of the Recommendation.
    """
    session = Session(contexts, options)
    initial = session.cache.initial(late=session.late)
    made: list[ActiveContext] = []
    for origin, reverted, context, definition, propagate in applications:
        active = initial if origin == INITIAL else made[origin]
        if reverted and active.previous is not None:
            active = active.previous
        if definition is None:
            made.append(session.local(active, context))
        else:
            made.append(session.scoped(active, definition, propagate=propagate))
    return made
