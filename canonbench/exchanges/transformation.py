"""From a document to canonical bytes: the word *transformation* of VC Data Integrity, as a composition.

The same composition runs bare, recorded and stamped (``canonbench.model.use``): bind asks for the stages, run
is straight-line code.
"""

from collections.abc import Callable

from canonbench.model.use import Use
from canonbench.specs.rdf import Dataset
from canonbench.stages import jcs, jsonld
from canonbench.stages import rdfc as stages

__all__ = ["canonicalization", "rdfc", "transformation"]


def transformation(
    use: Use, name: str, algorithm: str = "sha256", *, of: str = "document"
) -> Callable[[jsonld.Source], bytes]:
    """Bind the transformation of a cryptographic suite, as its wholes: a document to canonical bytes.

    ``name`` is what ``canonbench.specs.data_integrity.Cryptosuite.transformation`` says, ``"rdfc"`` or
    ``"jcs"``; ``algorithm`` is the hash algorithm of RDFC-1.0. VC-DI-EDDSA and VC-DI-ECDSA, their sections on
    transformation.
    """
    if name == "jcs":
        canonicalize_json = use(jcs.canonicalize, of=of)
        return lambda source: canonicalize_json(source.document)
    enter, to_quads = use.between(None, jsonld.to_quads), use(jsonld.to_quads, of=of)
    carry, canonicalize = use.between(jsonld.to_quads, stages.canonicalize), use(stages.canonicalize, of=of)

    def run(source: jsonld.Source) -> bytes:
        quads = carry(to_quads(enter(source)))
        return canonicalize(stages.Request(quads, algorithm)).encode()

    return run


def canonicalization(
    use: Use, algorithm: str = "sha256", *, of: str = "document"
) -> Callable[[Dataset], str]:
    """Bind RDFC-1.0 as its two parts, labeling and serialization: dataset to canonical N-Quads.

    ``algorithm`` is the hash algorithm, ``"sha256"`` or ``"sha384"``. RDF-CANON, section canon-algorithm.
    """
    label, serialize = use(stages.label, of=of), use(stages.serialize, of=of)

    def run(dataset: Dataset) -> str:
        return serialize(stages.Labeled(dataset, label(stages.Request(dataset, algorithm))))

    return run


def rdfc(use: Use, algorithm: str = "sha256", *, of: str = "document") -> Callable[[jsonld.Source], str]:
    """Bind the whole way from JSON-LD to canonical N-Quads, in the finest steps, between neutral values.

    VC-DI-EDDSA section transformation-eddsa-rdfc-2022: expand, deserialize to RDF, canonicalize.
    """
    expand, to_rdf = use(jsonld.expand, of=of), use(jsonld.to_rdf, of=of)
    canonicalize = canonicalization(use, algorithm, of=of)

    def run(source: jsonld.Source) -> str:
        return canonicalize(to_rdf(expand(source)))

    return run
