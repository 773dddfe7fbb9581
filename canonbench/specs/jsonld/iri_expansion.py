"""IRI Expansion (JSON-LD 1.1 API, section 5.2.2), for a complete active context.

Within a context that is still being defined, the algorithm also defines the terms it meets: see
``canonbench.specs.jsonld.term_definition``.
"""

from canonbench.specs.jsonld.active_context import DOCUMENT, ActiveContext
from canonbench.specs.jsonld.iri import has_scheme, resolve
from canonbench.specs.jsonld.keywords import KEYWORDS, has_keyword_form

__all__ = ["expand_iri"]


def expand_iri(  # noqa: C901, PLR0911 - the steps of the text, each of which may end it
    active: ActiveContext,
    value: str,
    base: str | None = None,
    *,
    vocab: bool = False,
    document_relative: bool = False,
) -> str | None:
    """Return the IRI, blank node identifier or keyword that ``value`` stands for.

    Args:
        active: the active context.
        value: a string of the document.
        base: base IRI of the document, which the active context may replace.
        vocab: ``value`` may be a term, or relative to the vocabulary mapping.
        document_relative: ``value`` may be relative to the base IRI.

    Returns:
        A string, which is a relative IRI reference if nothing above applies; ``None`` if ``value`` has the
        form of a keyword without being one, or is a term that is mapped to null.
    """
    if value[:1] == "@":
        if value in KEYWORDS:
            return value
        if has_keyword_form(value):
            return None
    definition = active.terms.get(value)
    if definition is not None:
        iri = definition.iri
        if vocab or iri in KEYWORDS:
            return iri
    prefix, colon, suffix = value.partition(":")
    if colon and prefix:
        if prefix == "_" or suffix[:2] == "//":
            return value
        definition = active.terms.get(prefix)
        if definition is not None and definition.prefix and definition.iri is not None:
            return definition.iri + suffix
        if has_scheme(value):
            return value
    if vocab and active.vocab is not None:
        return active.vocab + value
    if document_relative:
        return resolve(value, base if active.base is DOCUMENT else active.base)
    return value
