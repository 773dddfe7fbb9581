"""Data loss: what a document says and its dataset does not (VC Data Integrity, section 2.4.3)."""

from typing import Any, NamedTuple, TypeAlias

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.iri import has_scheme, is_well_formed
from canonbench.specs.jsonld.literals import is_language_tag, is_rounded, json_literal, number
from canonbench.specs.jsonld.options import Json, Options

__all__ = ["Loss", "LossLog", "Place", "Silence", "at", "is_name", "pointer"]

Place: TypeAlias = "tuple[Any, str | int] | None"
"""Where a value is: (place of what holds it, member name or index), ``None`` for the document itself."""


class Loss(NamedTuple):
    """One thing that would not be signed.

    Attributes:
        pointer: JSON pointer (RFC 6901) of the member or item in the document.
        kind: what happened, one of the kinds of ``docs/jsonld.md``, such as ``"undefined term"``.
        value: the term, IRI or value in question, as text.
    """

    pointer: str
    kind: str
    value: str


def pointer(place: Place) -> str:
    """Return the JSON pointer of ``place`` (RFC 6901, section 3)."""
    tokens: list[str] = []
    while place is not None:
        place, token = place
        tokens.append("/" + str(token).replace("~", "~0").replace("/", "~1"))
    return "".join(reversed(tokens))


def at(error: JsonLdError, place: Place) -> JsonLdError:
    """Return an error that has no place, with ``place``."""
    return JsonLdError(error.code, str(error).removeprefix(f"{error.code}: "), pointer(place))


def is_name(iri: str | None) -> bool:
    """Tell whether a node may be called so in a dataset: by an IRI or as a blank node."""
    return is_well_formed(iri) or (iri is not None and iri[:2] == "_:")


class LossLog:
    """The losses of one document; each method looks at one thing that Expansion has made."""

    listens = True

    def __init__(self, options: Options) -> None:
        """Begin with none. What is lost depends on two of the options."""
        self.losses: list[Loss] = []
        self._unsayable: dict[str, Place] = {}
        self._keeps_direction = options.rdf_direction is not None
        self._keeps_blank_predicates = options.produce_generalized_rdf

    def note(self, place: Place, kind: str, value: Json) -> None:
        """Note a loss."""
        self.losses.append(Loss(pointer(place), kind, str(value)))

    def resource(self, iri: str | None, place: Place, value: str) -> None:
        """Look at what ``value``, the name of a node, expands to."""
        if not is_name(iri):
            self.note(place, _iri_kind(iri), value)

    def property(self, iri: str, place: Place, term: str) -> None:
        """Look at what ``term``, the name of a member, expands to."""
        if not is_well_formed(iri):
            if iri[:2] != "_:":
                self.note(place, _iri_kind(iri), term)
            elif not self._keeps_blank_predicates:
                self.note(place, "blank node property", term)

    def scalar(self, value: dict[str, Json], place: Place) -> None:
        """Look at what a scalar was coerced to: the reference to a node, or a value object."""
        if "@value" not in value:
            self.resource(value["@id"], place, str(value["@id"]))
            return
        datatype = value.get("@type", "@json")
        if datatype != "@json" and not is_well_formed(datatype):
            self.note(place, "invalid datatype", datatype)
        self.value(value, place)

    def value(self, value: dict[str, Json], place: Place) -> None:
        """Look at a value object whose type is another member's matter."""
        datatype = value.get("@type")
        if "@language" in value and not is_language_tag(value["@language"]):
            self.note(place, "invalid language tag", value["@language"])
        if "@direction" in value and not self._keeps_direction:
            self.note(place, "dropped direction", value["@direction"])
        lexical = value["@value"]
        try:
            if datatype == "@json":
                json_literal(lexical)
            elif (
                isinstance(lexical, float | int)
                and not isinstance(lexical, bool)
                and is_rounded(number(lexical, datatype)[0], lexical)
            ):
                self.note(place, "rounded number", lexical)
        except JsonLdError as error:
            self._unsayable.setdefault(error.code, place)

    def located(self, error: JsonLdError) -> JsonLdError:
        """Return an error of Deserialization with the place of the first value that has no RDF form."""
        return at(error, self._unsayable[error.code]) if error.code in self._unsayable else error


class Silence(LossLog):
    """A log that nobody reads."""

    listens = False

    def note(self, place: Place, kind: str, value: Json) -> None:
        """Note nothing."""

    def resource(self, iri: str | None, place: Place, value: str) -> None:
        """Look at nothing."""

    def property(self, iri: str, place: Place, term: str) -> None:
        """Look at nothing."""

    def scalar(self, value: dict[str, Json], place: Place) -> None:
        """Look at nothing."""

    def value(self, value: dict[str, Json], place: Place) -> None:
        """Look at nothing."""


def _iri_kind(iri: str | None) -> str:
    if iri is None:
        return "reserved name"
    return "invalid IRI" if has_scheme(iri) else "relative IRI"
