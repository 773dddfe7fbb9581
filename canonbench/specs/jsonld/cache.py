"""Compiled contexts, kept by whoever calls: cold and warm are a fresh cache and a used one."""

import json
import marshal
from collections.abc import Mapping
from typing import Any, Final

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.active_context import ActiveContext, TermDefinition
from canonbench.specs.jsonld.context_processing import ContextProcessing
from canonbench.specs.jsonld.iri_expansion import expand_iri
from canonbench.specs.jsonld.options import Json, Options

__all__ = ["ContextCache", "Session"]

_MAX_TEXT_DEPTH: Final = 100
_BASED: Final = object()  # marks the keys of what was compiled for one base IRI; no key of JSON has it


class ContextCache:
    """Remote contexts, and every active context compiled of them so far; ``size`` counts the entries kept.

    What it holds never changes an output: only how long it takes. Entries are keyed by content and stay
    valid for good, since the mapping is copied and its documents must not be changed.
    """

    def __init__(self, contexts: Mapping[str, Json], *, limit: int = 200_000) -> None:
        """Hold ``contexts`` and what is compiled of them.

        Args:
            contexts: URL to parsed JSON document.
            limit: how many entries are kept: one for each term of each active context, and one for each
                string looked up. Beyond it everything is dropped and compiled again when it is needed.
        """
        self.contexts = dict(contexts)
        self._limit = limit
        self.size = 0
        self._initial: dict[bool, ActiveContext] = {}
        self._users: set[ActiveContext] = set()

    def initial(self, *, late: bool) -> ActiveContext:
        """Return the initial active context, of processing mode json-ld-1.1 or 1.0."""
        active = self._initial.get(late)
        if active is None:
            active = self._initial[late] = ActiveContext({})
        return active

    def count(self, entries: int, user: ActiveContext) -> None:
        """Count ``entries`` that ``user`` is about to remember; where they are too many, drop everything."""
        self.size += entries
        if self.size > self._limit:
            for active in self._users:
                active.forget()
            self._users.clear()
            self.size = entries
        self._users.add(user)


class Session:
    """The contexts of one document: Context Processing, remembered in a cache."""

    __slots__ = ("base", "cache", "late", "term_definitions")

    def __init__(self, contexts: ContextCache | Mapping[str, Json], options: Options) -> None:
        """Open a session over ``contexts``; a plain mapping gets a cache of its own, which is cold."""
        self.cache = contexts if isinstance(contexts, ContextCache) else ContextCache(contexts)
        self.base = options.base
        self.late = options.processing_mode != "json-ld-1.0"
        self.term_definitions = 0

    def initial(self, expand_context: Json) -> ActiveContext:
        """Return the active context that a document starts with (section 9.1, expand, steps 6 and 7)."""
        active = self.cache.initial(late=self.late)
        if expand_context is None:
            return active
        if isinstance(expand_context, dict) and "@context" in expand_context:
            expand_context = expand_context["@context"]
        return self.local(active, expand_context)

    def local(self, active: ActiveContext, context: Json) -> ActiveContext:
        """Return the active context that a local context of the document makes of ``active``."""
        key = _key(context)
        return active.children.get(key) or self._compile(active, key, context, self.base)

    def scoped(
        self, active: ActiveContext, definition: TermDefinition, *, propagate: bool = True
    ) -> ActiveContext:
        """Return the active context that a term's own context makes of ``active``.

        Args:
            active: the context in force.
            definition: the definition of a term that has a context.
            propagate: false for the context of a type.
        """
        key = (definition, propagate)
        return active.children.get(key) or self._compile(
            active, key, definition.context, definition.base_url, override=propagate, propagate=propagate
        )

    def term(self, active: ActiveContext, value: str) -> str | None:
        """Return what ``value``, which may be a term, stands for in ``active``, and remember it."""
        self.cache.count(1, active)
        iri = active.iris[value] = expand_iri(active, value, vocab=True)
        return iri

    def _compile(  # noqa: PLR0913 - the inputs that the algorithm names
        self,
        active: ActiveContext,
        key: Any,
        context: Json,
        base_url: str | None,
        *,
        override: bool = False,
        propagate: bool = True,
    ) -> ActiveContext:
        """Run Context Processing unless it was run for the document's base IRI before."""
        based = (_BASED, self.base, key)
        found = active.children.get(based)
        if found is None:
            processing = ContextProcessing(self.cache.contexts, base=self.base, late=self.late)
            found = processing.process(
                active, context, base_url, override_protected=override, propagate=propagate
            )
            self.term_definitions += processing.term_definitions
            self.cache.count(1 if found is active else len(found.terms) + 1, active)
            active.children[based if processing.used_base else key] = found
        return found


def _key(context: Json) -> Any:
    """Return a hashable value that is equal for equal local contexts only."""
    if isinstance(context, list):
        return tuple([_key(item) for item in context])
    if isinstance(context, dict):
        try:
            return marshal.dumps(context, 2)  # version 2: depends on nothing but the content and its order
        except ValueError:
            return _text(context)
    return context


def _text(context: dict[str, Json]) -> bytes:
    """Return the text of a context that marshal refuses: too deep, or with maps of another class."""
    if _is_deeper(context, _MAX_TEXT_DEPTH):
        raise JsonLdError("invalid local context", f"it is nested more than {_MAX_TEXT_DEPTH} deep")
    try:
        return json.dumps(context).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise JsonLdError("invalid local context", f"it is no JSON: {error}") from error


def _is_deeper(value: Json, depth: int) -> bool:
    level = [value]
    for _ in range(depth):
        maps = [item for item in level if isinstance(item, dict)]
        level = [inner for item in level if isinstance(item, list) for inner in item]
        level += [inner for item in maps for inner in item.values()]
    return bool(level)
