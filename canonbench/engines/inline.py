"""Contexts written into the document, for a library that cannot be handed any.

The addresses in ``@context`` (also in scoped contexts) are replaced by the contexts that they name. A scoped
context that names a context around it would go on for ever; such documents are refused.
"""

from collections.abc import Mapping
from typing import Any

from canonbench.errors import EngineUnavailable
from canonbench.specs.jsonld.options import DEFAULT
from canonbench.stages.jsonld import Source

__all__ = ["inlined"]

_DEEPEST = 16


def inlined(source: Source) -> Any:
    """Return the document with every context address replaced by its context.

    Raises:
        EngineUnavailable: a context names itself, however far down; or an option is set that such a library
            does not have.
    """
    if source.options != DEFAULT._replace(base=source.options.base):
        raise EngineUnavailable("this library has none of the options of JSON-LD 1.1 API but the base")
    return _value(source.document, source.contexts, 0)


def _value(value: Any, contexts: Mapping[str, Any], depth: int) -> Any:
    if isinstance(value, list):
        return [_value(item, contexts, depth) for item in value]
    if isinstance(value, dict):
        return {
            key: _context(member, contexts, depth) if key == "@context" else _value(member, contexts, depth)
            for key, member in value.items()
        }
    return value


def _context(context: Any, contexts: Mapping[str, Any], depth: int) -> Any:
    if depth > _DEEPEST:
        raise EngineUnavailable(
            "a context names itself, and this library takes contexts only inside the document"
        )
    if isinstance(context, list):
        parts = [_context(part, contexts, depth) for part in context]
        return [inner for part in parts for inner in (part if isinstance(part, list) else [part])]
    if isinstance(context, str):
        return _context(contexts[context]["@context"], contexts, depth + 1)
    return _value(context, contexts, depth)
