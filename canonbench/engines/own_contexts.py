"""The contexts of the engine ``canonbench``: compiled once, and shared by all of its stages."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from canonbench.specs.jsonld import ContextCache, Options
from canonbench.specs.jsonld.active_context import ActiveContext
from canonbench.specs.jsonld.record import Application, prepare, process
from canonbench.stages.jsonld import ContextCalls, Processed, Source

__all__ = ["Cache", "Operation", "compiled", "enter", "enter_calls", "leave_contexts", "process_contexts"]


@dataclass
class Cache:
    """The compiled contexts of the documents entered so far, as long as these bring the same contexts.

    So are calls of Context Processing: what is compiled of a scoped context is found by its term definition.
    """

    contexts: Any = None
    compiled: ContextCache | None = None
    calls: Any = None
    applications: tuple[Application, ...] = ()


class Operation(NamedTuple):
    """A document, its contexts as our own algorithms take them, and the options."""

    document: Any
    compiled: ContextCache
    options: Options
    loss: Literal["error", "ignore"]


def compiled(contexts: Any, cache: Cache) -> ContextCache:
    """Return the compiled form of ``contexts``: that in ``cache``, if it is of this very mapping."""
    if cache.compiled is None or cache.contexts is not contexts:
        cache.contexts, cache.compiled = contexts, ContextCache(contexts)
    return cache.compiled


def enter(source: Source, cache: Cache) -> Operation:
    """Return the input of our own JSON-LD algorithms."""
    loss: Literal["error", "ignore"] = "error" if source.refuse_loss else "ignore"
    return Operation(source.document, compiled(source.contexts, cache), source.options, loss)


class _Calls(NamedTuple):
    applications: tuple[Application, ...]
    compiled: ContextCache
    options: Options


def enter_calls(given: ContextCalls, cache: Cache) -> _Calls:
    """Return calls of Context Processing as our own algorithms take them."""
    if cache.calls is not given.calls:
        cache.calls, cache.applications = given.calls, prepare(given.local_contexts, given.calls)
    return _Calls(cache.applications, compiled(given.contexts, cache), given.options)


def process_contexts(calls: _Calls) -> list[ActiveContext]:
    """Make the calls, as expansion does."""
    return process(*calls)


def leave_contexts(made: list[ActiveContext]) -> list[Processed]:
    """Return active contexts in neutral form, each object once."""
    found = {active: _processed(active) for active in made}
    return [found[active] for active in made]


def _processed(active: ActiveContext) -> Processed:
    return Processed(active.vocab, {term: definition.iri for term, definition in active.terms.items()})
