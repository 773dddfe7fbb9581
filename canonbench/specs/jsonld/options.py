"""What a caller may ask of the JSON-LD algorithms (JSON-LD 1.1 API, section 9.3, JsonLdOptions)."""

from typing import Any, Literal, NamedTuple, TypeAlias

__all__ = ["DEFAULT", "Json", "Options"]

Json: TypeAlias = Any
"""A parsed JSON value: None, bool, int, float, str, list, or dict with str keys."""


class Options(NamedTuple):
    """The options of JSON-LD 1.1 API that bear on expansion and on RDF, and our bounds on work.

    The defaults are those that VC Data Integrity (section 2.4.3) asks for: no base IRI, so that a relative
    IRI reference is a data loss instead of an invented IRI.

    Attributes:
        base: base IRI against which relative IRI references are resolved, or ``None``.
        expand_context: a local context that is processed before the document's own, or ``None``.
        processing_mode: ``"json-ld-1.0"`` refuses what came with 1.1.
        rdf_direction: how ``@direction`` becomes RDF; with ``None`` it is lost, which is reported.
        produce_generalized_rdf: keep blank node predicates.
        max_depth: deepest nesting of JSON values in a document, of at most 128 levels.
    """

    base: str | None = None
    expand_context: Json = None
    processing_mode: Literal["json-ld-1.1", "json-ld-1.0"] = "json-ld-1.1"
    rdf_direction: Literal["i18n-datatype", "compound-literal"] | None = None
    produce_generalized_rdf: bool = False
    max_depth: int = 128


DEFAULT = Options()
