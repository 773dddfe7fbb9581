"""Libraries of Node.js beside those of the runtime as a whole: JSON-LD and RDFC-1.0 by the code of others.

``node-rdfjs`` and ``node-oxigraph`` are implementations of their own as far as the suites without selective
disclosure go, which take their canonicalization as a function. None keeps contexts between calls. What is
handled in the child, each seen in the versions that the lock file names:

- jsonld-streaming-parser has JSON-LD-star, and literals with a direction as in RDF 1.2, on by default: here
  they are off. Where a suite asks for safe mode, it is strict;
- rdfjs-c14n writes N-Quads, those that it hashes too, by a Writer of n3 that abbreviates numbers and booleans
  as Turtle does. The stage ``rdfc.canonicalize`` is the bare library; where it is part of more, that Writer
  writes in the format N-Quads;
- oxigraph takes contexts only inside the document, and drops what no context defines: data loss is looked for
  before anything is measured. Its JavaScript offers no canonicalization, which rdf-canonize does here. Its
  quads live outside the heap of JavaScript, and are freed explicitly, in the clock.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from canonbench.engines import node_roles
from canonbench.model.stage import Stage
from canonbench.stages import jsonld, nquads, rdfc, transform

__all__ = ["OFFERS", "together"]

OFFERS: Mapping[str, tuple[Stage[Any, Any], ...]] = MappingProxyType(
    {
        "node-jsonld-streaming-parser": (jsonld.to_quads,),
        "node-rdfjs-c14n": (rdfc.canonicalize,),
        "node-rdfjs": (transform.rdfc, *node_roles.RDFC),
        "node-oxigraph": (jsonld.to_quads, nquads.parse, transform.rdfc, *node_roles.RDFC),
    }
)
"""The stages and roles of each engine."""

_ALONE = frozenset({jsonld.to_quads, nquads.parse})
_TOGETHER = MappingProxyType(
    {
        "node-rdfjs": "jsonld-streaming-parser, then rdfjs-c14n, whose writer is put into the format N-Quads",
        "node-oxigraph": "oxigraph, then rdf-canonize",
    }
)


def together(name: str, stage: Stage[Any, Any]) -> str:
    """Return which libraries do ``stage`` with the engine ``name``; empty if one alone does."""
    return "" if stage in _ALONE else _TOGETHER.get(name, "")
