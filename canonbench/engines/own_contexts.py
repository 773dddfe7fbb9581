"""The contexts of the engine ``canonbench``: compiled once, and shared by all of its stages."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from canonbench.specs.jsonld import ContextCache, Options
from canonbench.stages.jsonld import Source

__all__ = ["Cache", "Operation", "compiled", "enter"]


@dataclass
class Cache:
    """The compiled contexts of the documents entered so far, as long as these bring the same contexts."""

    contexts: Any = None
    compiled: ContextCache | None = None


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
