"""Value Expansion (JSON-LD 1.1 API, section 5.3.2)."""

from canonbench.specs.jsonld.active_context import UNSET, ActiveContext
from canonbench.specs.jsonld.iri_expansion import expand_iri
from canonbench.specs.jsonld.options import Json

__all__ = ["expand_value"]


def expand_value(
    active: ActiveContext, active_property: str, value: Json, base: str | None
) -> dict[str, Json]:
    """Return the value object or node reference that a scalar stands for under ``active_property``."""
    definition = active.terms.get(active_property)
    type_mapping = None if definition is None else definition.type
    if isinstance(value, str):
        if type_mapping == "@id":
            return {"@id": expand_iri(active, value, base, document_relative=True)}
        if type_mapping == "@vocab":
            return {"@id": expand_iri(active, value, base, vocab=True, document_relative=True)}
    if type_mapping is not None and type_mapping not in ("@id", "@vocab", "@none"):
        return {"@value": value, "@type": type_mapping}
    result: dict[str, Json] = {"@value": value}
    if isinstance(value, str):
        language = UNSET if definition is None else definition.language
        direction = UNSET if definition is None else definition.direction
        language = active.language if language is UNSET else language
        direction = active.direction if direction is UNSET else direction
        if language is not None:
            result["@language"] = language
        if direction is not None:
            result["@direction"] = direction
    return result
