"""Transformation as VC Data Integrity has it: from JSON to the canonical bytes that are hashed.

Both stages take the same input, so that the two canonicalizations are compared on equal terms; ``jcs`` has no
use for contexts and hash. Each is a whole, whose parts are stages of their own: ``jsonld.to_quads`` and
``rdfc.canonicalize``, and ``jcs.canonicalize``.
"""

from typing import NamedTuple

from canonbench.model.stage import Stage
from canonbench.stages.jsonld import Source
from canonbench.stages.texts import VC_DATA_INTEGRITY

__all__ = ["Request", "jcs", "rdfc"]


class Request(NamedTuple):
    """A document with its contexts, and the hash algorithm of RDFC-1.0: ``"sha256"`` or ``"sha384"``."""

    source: Source
    hash: str = "sha256"


_TRANSFORMATIONS = VC_DATA_INTEGRITY.at("transformations")

rdfc: Stage[Request, bytes] = Stage("transform.rdfc", _TRANSFORMATIONS, normal=bytes.decode, cached=True)
jcs: Stage[Request, bytes] = Stage("transform.jcs", _TRANSFORMATIONS, normal=bytes.decode)
