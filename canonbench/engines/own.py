"""The engine ``canonbench``: our own implementations, on neutral values, so with nothing to convert.

``jsonld`` stages take a ``Source`` of document and contexts; the context cache that ``enter`` is handed is a
``ContextCache`` over those contexts, filled by the first call that uses it. Data loss is looked for in every
call, as its cost belongs to whoever signs; whether a loss is an error is the business of who asks.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from canonbench.model.engine import Engine
from canonbench.specs import jsonld as specs
from canonbench.specs import nquads as n_quads
from canonbench.specs import rdfc10
from canonbench.specs.jsonld import ContextCache
from canonbench.specs.rdf import Dataset
from canonbench.stages import jsonld, nquads, rdfc

__all__ = ["ENGINES"]

_NAME = "canonbench"


@dataclass
class _Cache:
    """The compiled contexts of the documents entered so far, as long as these bring the same contexts."""

    contexts: Any = None
    compiled: ContextCache | None = None


class _Operation(NamedTuple):
    document: Any
    compiled: ContextCache
    options: specs.Options


def _enter(source: jsonld.Source, cache: _Cache) -> _Operation:
    if cache.compiled is None or cache.contexts is not source.contexts:
        cache.contexts, cache.compiled = source.contexts, ContextCache(source.contexts)
    return _Operation(source.document, cache.compiled, source.options)


def _expand(operation: _Operation) -> list[Any]:
    return specs.expand(*operation)


def _to_quads(operation: _Operation) -> Dataset:
    return specs.to_quads(*operation, loss="ignore")


def _canonicalize(request: rdfc.Request) -> str:
    return rdfc10.canonicalize(*request)


def _label(request: rdfc.Request) -> dict[str, str]:
    return rdfc10.label(*request)


def _serialize(labeled: rdfc.Labeled) -> str:
    return rdfc10.serialize(*labeled)


ENGINES: tuple[Engine[Any, Any], ...] = (
    Engine(jsonld.expand, _NAME, run=_expand, enter=_enter, cache=_Cache),
    Engine(jsonld.to_rdf, _NAME, run=specs.to_rdf),
    Engine(jsonld.to_quads, _NAME, run=_to_quads, enter=_enter, cache=_Cache),
    Engine(rdfc.canonicalize, _NAME, run=_canonicalize),
    Engine(rdfc.label, _NAME, run=_label),
    Engine(rdfc.hash_first_degree, _NAME, run=rdfc10.hash_first_degree),
    Engine(rdfc.hash_n_degree, _NAME, run=rdfc10.hash_n_degree),
    Engine(rdfc.serialize, _NAME, run=_serialize),
    Engine(nquads.parse, _NAME, run=n_quads.parse),
    Engine(nquads.serialize, _NAME, run=n_quads.serialize),
)
