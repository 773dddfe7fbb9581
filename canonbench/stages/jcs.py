"""JSON Canonicalization Scheme: a value to its canonical bytes."""

from canonbench.model.stage import Stage
from canonbench.specs.jcs import Json
from canonbench.stages.texts import RFC8785

__all__ = ["canonicalize"]

canonicalize: Stage[Json, bytes] = Stage(
    "jcs.canonicalize", RFC8785.at("section-3.2"), part_of="transform.jcs", normal=bytes.decode
)
