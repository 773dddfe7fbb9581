"""Whose code a stack canonicalizes by: libraries of one origin are one lineage, in whatever language."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

__all__ = ["independent", "origins"]

_DIGITAL_BAZAAR = ("pyld",)
_OXIGRAPH = ("pyoxigraph",)
_STREAMING, _RDFJS_C14N = ("jsonld-streaming-parser",), ("rdfjs-c14n",)

_ORIGINS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "openvc-core": _DIGITAL_BAZAAR,
        "kit": _DIGITAL_BAZAAR,
        "go": _DIGITAL_BAZAAR,
        "go-json-gold": _DIGITAL_BAZAAR,
        "node": _DIGITAL_BAZAAR,
        "node-jsonld": _DIGITAL_BAZAAR,
        "node-rdf-canonize": _DIGITAL_BAZAAR,
        "node-data-integrity": _DIGITAL_BAZAAR,
        "node-jsonld-streaming-parser": _STREAMING,
        "node-rdfjs-c14n": _RDFJS_C14N,
        "node-rdfjs": (*_STREAMING, *_RDFJS_C14N),
        "node-oxigraph": (*_OXIGRAPH, *_DIGITAL_BAZAAR),
    }
)
"""Where the code of an engine for JSON-LD and RDFC-1.0 is from; from itself, if it is not here.

PyLD, jsonld.js with rdf-canonize, and json-gold after them are one lineage, as the paper's three are.
"""


def origins(engines: Iterable[str]) -> frozenset[str]:
    """Return where the code of ``engines`` is from: names of libraries, each for a lineage.

    What stands behind an ``@``, as in ``pyld@3.12``, is an interpreter, and no other library.
    """
    names = (engine.partition("@")[0] for engine in engines)
    return frozenset(origin for name in names for origin in _ORIGINS.get(name, (name,)))


def independent(stacks: Iterable[frozenset[str]]) -> int:
    """Return the most of ``stacks``, each the lineages of one, of which no two have a lineage in common."""
    return _most(sorted(set(stacks), key=sorted), frozenset())


def _most(stacks: Sequence[frozenset[str]], taken: frozenset[str]) -> int:
    if not stacks:
        return 0
    first, *others = stacks
    without = _most(others, taken)
    return without if first & taken else max(without, 1 + _most(others, taken | first))
