"""The entries of an expanded term definition (JSON-LD 1.1 API, section 4.2.2, steps 11 and 19 to 25)."""

from typing import TYPE_CHECKING

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.iri import has_scheme
from canonbench.specs.jsonld.keywords import KEYWORDS
from canonbench.specs.jsonld.options import Json

if TYPE_CHECKING:
    from canonbench.specs.jsonld.active_context import TermDefinition
    from canonbench.specs.jsonld.term_definition import Definitions

__all__ = ["boolean_entry", "invalid_definition", "read_entries"]

_SIMPLE_CONTAINERS = frozenset({"@graph", "@id", "@index", "@language", "@list", "@set", "@type"})
_SET_CONTAINERS = frozenset({"@graph", "@id", "@index", "@language", "@set", "@type"})
_LATE_CONTAINERS = frozenset({"@graph", "@id", "@type"})  # came with JSON-LD 1.1


def read_entries(  # noqa: C901, PLR0912 - one branch for each entry
    definitions: "Definitions", term: str, value: dict[str, Json], definition: "TermDefinition"
) -> None:
    """Read all entries of ``value`` but those that map the term and its type into ``definition``."""
    late = definitions.late
    if "@container" in value and not (definition.reverse and value["@container"] is None):
        definition.container = _container(term, value["@container"], late=late)
        if "@type" in definition.container:
            definition.type = definition.type or "@id"
            if definition.type not in ("@id", "@vocab"):
                message = f"term {term!r} is a type map of {definition.type}"
                raise JsonLdError("invalid type mapping", message)
    if "@index" in value:
        definition.index = _index(definitions, term, value["@index"], definition.container)
    if "@context" in value:
        _only_late(term, "@context", late=late)
        definition.context = value["@context"]
        definition.base_url = definitions.base_url
    if "@type" not in value:
        if "@language" in value:
            language = value["@language"]
            if language is not None and not isinstance(language, str):
                raise JsonLdError("invalid language mapping", f"@language of term {term!r} is not a string")
            definition.language = language and language.lower()
        if "@direction" in value:
            definition.direction = value["@direction"]
            if definition.direction not in ("ltr", "rtl", None):
                raise JsonLdError("invalid base direction", f"@direction of term {term!r} is unknown")
    if "@nest" in value:
        _only_late(term, "@nest", late=late)
        nest = value["@nest"]
        if not isinstance(nest, str) or (nest in KEYWORDS and nest != "@nest"):
            raise JsonLdError("invalid @nest value", f"@nest of term {term!r} is no term")
        definition.nest = nest
    if "@prefix" in value:
        if ":" in term or "/" in term:
            raise invalid_definition(term, "@prefix is not for a term with a colon or a slash")
        definition.prefix = boolean_entry(term, value, "@prefix", late=late)
        if definition.prefix and definition.iri in KEYWORDS:
            raise invalid_definition(term, "a keyword cannot be a prefix")


def boolean_entry(term: str, value: dict[str, Json], entry: str, *, late: bool) -> bool:
    """Return the value of an entry that is true or false, and came with JSON-LD 1.1."""
    _only_late(term, entry, late=late)
    flag = value[entry]
    if not isinstance(flag, bool):
        raise JsonLdError(f"invalid {entry} value", f"{entry} of term {term!r} is not true or false")
    return flag


def invalid_definition(term: str, why: str) -> JsonLdError:
    """Return the error for what is wrong with a term as a whole."""
    return JsonLdError("invalid term definition", f"term {term!r}: {why}")


def _only_late(term: str, entry: str, *, late: bool) -> None:
    if not late:
        raise invalid_definition(term, f"{entry} came with JSON-LD 1.1")


def _container(term: str, value: Json, *, late: bool) -> frozenset[str]:
    """Return the container mapping (step 19)."""
    items = value if isinstance(value, list) else [value]
    if all(isinstance(item, str) for item in items):
        container = frozenset(items)
        if (late or (items is not value and not container & _LATE_CONTAINERS)) and (
            len(items) == len(container) and _is_container(container)
        ):
            return container
    raise JsonLdError("invalid container mapping", f"@container of term {term!r} is unknown")


def _is_container(container: frozenset[str]) -> bool:
    if len(container) == 1:
        return container <= _SIMPLE_CONTAINERS
    if "@graph" in container and len(container & {"@id", "@index"}) == 1:
        return container <= {"@graph", "@id", "@index", "@set"}
    return "@set" in container and len(container) == 2 and container <= _SET_CONTAINERS  # noqa: PLR2004 - a pair


def _index(definitions: "Definitions", term: str, value: Json, container: frozenset[str]) -> str:
    """Return the index mapping (step 20)."""
    if not definitions.late or "@index" not in container:
        raise invalid_definition(term, "@index needs the container @index and JSON-LD 1.1")
    iri = definitions.expand(value) if isinstance(value, str) else None
    if iri is None or not has_scheme(iri):
        raise invalid_definition(term, "@index is no IRI")
    assert isinstance(value, str)
    return value
