"""Create Term Definition (JSON-LD 1.1 API, section 4.2.2).

Two things differ from the text, with the same outcome for every context that it accepts:

- scoped contexts are validated once the whole context is defined, against the finished active context, so
  that the order of its members does not matter;
- a definition that says what the term's previous one says leaves that one in place, so that applying a
  context again can be seen to change nothing.
"""

from typing import Final

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.active_context import UNSET, ActiveContext, TermDefinition
from canonbench.specs.jsonld.iri import has_authority, has_scheme
from canonbench.specs.jsonld.iri_expansion import expand_iri
from canonbench.specs.jsonld.keywords import KEYWORDS, TERM_ENTRIES, has_keyword_form
from canonbench.specs.jsonld.options import Json
from canonbench.specs.jsonld.term_entries import boolean_entry, invalid_definition, read_entries

__all__ = ["MAX_DEPENDENCY_DEPTH", "Definitions"]

MAX_DEPENDENCY_DEPTH: Final = 64
"""How long a chain of terms may be of which each needs the next one as its prefix."""

_PLAIN_ENTRIES = frozenset({"@id", "@type"})
_GEN_DELIMS = ":/?#[]@"


class Definitions:
    """The terms of one context definition, being defined in ``active``, which the caller has made for it."""

    __slots__ = (
        "_defined",
        "_depth",
        "_override_protected",
        "_protected",
        "_types",
        "active",
        "base_url",
        "changed",
        "context",
        "late",
        "scoped",
    )

    def __init__(  # noqa: PLR0913 - the inputs that the algorithm names
        self,
        active: ActiveContext,
        context: dict[str, Json],
        *,
        base_url: str | None,
        late: bool,
        protected: bool,
        override_protected: bool,
    ) -> None:
        """Start with no term defined.

        Args:
            active: active context under construction.
            context: the context definition.
            base_url: where it came from; scoped contexts are relative to it.
            late: the processing mode is json-ld-1.1.
            protected: terms are protected unless they say otherwise.
            override_protected: protected terms may be redefined.
        """
        self.active = active
        self.context = context
        self.changed = False
        self.scoped: list[tuple[str, TermDefinition]] = []
        self.base_url = base_url
        self.late = late
        self._protected = protected
        self._override_protected = override_protected
        self._defined: dict[str, bool] = {}
        self._types = {"@id": "@id", "@vocab": "@vocab"}
        self._depth = 0

    @property
    def made(self) -> int:
        """How many terms were defined."""
        return len(self._defined)

    def define(  # noqa: C901, PLR0912 - the steps of the text
        self, term: str
    ) -> None:
        """Define ``term`` and the terms it depends on.

        Raises:
            JsonLdError: for whatever the context says about the term that it must not.
        """
        done = self._defined.get(term)
        if done:
            return
        if done is False:
            raise JsonLdError("cyclic IRI mapping", f"term {term!r} depends on itself")
        if not term:
            raise JsonLdError("invalid term definition", "a term is the empty string")
        self._defined[term] = False
        previous = self.active.terms.pop(term, None)
        definition = self._create(term, self.context[term])
        self._defined[term] = True
        if definition is None:
            if previous is not None:
                if previous.protected and not self._override_protected:
                    raise _protected(term)
                self.changed = True
                self.active.known_names = None
            return
        if previous is not None:
            same = definition.same_as(previous)
            if previous.protected and not self._override_protected:
                if not same:
                    raise _protected(term)
                definition = previous
            elif (
                same
                and definition.protected == previous.protected
                and definition.base_url == previous.base_url
            ):
                definition = previous
        self.active.terms[term] = definition
        if definition is not previous:
            self.changed = True
            if previous is not None or definition.is_name:
                self.active.known_names = None
            if definition.context is not UNSET:
                self.scoped.append((term, definition))

    def _create(  # noqa: C901, PLR0912 - one branch for each form
        self, term: str, value: Json
    ) -> TermDefinition | None:
        """Return the definition of ``term``, or ``None`` if the context is to be read as if it had none."""
        if term[0] == "@":
            if term == "@type":
                self._check_type_keyword(value)
            elif term in KEYWORDS:
                raise JsonLdError("keyword redefinition", f"{term!r} cannot be redefined")
            elif has_keyword_form(term):
                return None
        definition = TermDefinition()
        if self._protected:
            definition.protected = True
        if isinstance(value, str):
            return self._map(term, value, definition, simple=True)
        if value is None:
            return definition
        if not isinstance(value, dict):
            raise invalid_definition(term, "it is neither a string, nor a map, nor null")
        if not TERM_ENTRIES.issuperset(value):
            raise invalid_definition(term, f"unknown entry {min(set(value) - TERM_ENTRIES)!r}")
        if "@protected" in value:
            definition.protected = boolean_entry(term, value, "@protected", late=self.late)
        if "@type" in value:
            definition.type = self._type_mapping(term, value["@type"])
        if "@reverse" in value:
            if not self._map_reverse(term, value, definition):
                return None
        elif "@id" in value and value["@id"] != term:
            iri = value["@id"]
            if iri is not None:
                if not isinstance(iri, str):
                    raise JsonLdError("invalid IRI mapping", f"@id of term {term!r} is not a string")
                if self._map(term, iri, definition, simple=False) is None:
                    return None
        else:
            self._map_itself(term, definition)
        if not _PLAIN_ENTRIES.issuperset(value):
            read_entries(self, term, value, definition)
        return definition

    def _check_type_keyword(self, value: Json) -> None:
        """Only ``@container: @set`` and ``@protected`` may be said of ``@type``."""
        if not (
            self.late
            and isinstance(value, dict)
            and value
            and value.keys() <= {"@container", "@protected"}
            and value.get("@container", "@set") in ("@set", ["@set"])
        ):
            raise JsonLdError("keyword redefinition", "'@type' may only be given the container @set")

    def _map(self, term: str, iri: str, definition: TermDefinition, *, simple: bool) -> TermDefinition | None:
        """Map ``term`` to what ``iri`` expands to (steps 14.2.2 to 14.2.5)."""
        if iri == term:
            return self._map_itself(term, definition)
        if iri[:1] == "@" and iri not in KEYWORDS and has_keyword_form(iri):
            return None
        mapped = iri
        if iri in self.context or iri in self.active.terms or not has_authority(iri):
            expanded = self.expand(iri)
            if expanded is None or not (expanded in KEYWORDS or has_scheme(expanded) or expanded[:2] == "_:"):
                raise JsonLdError("invalid IRI mapping", f"term {term!r} maps to {iri!r}, which is no IRI")
            if expanded == "@context":
                raise JsonLdError("invalid keyword alias", f"term {term!r} stands for @context")
            mapped = expanded
        definition.iri = mapped
        if ":" in term[1:-1] or "/" in term:
            self._defined[term] = True
            if self.expand(term) != mapped:
                raise JsonLdError(
                    "invalid IRI mapping", f"term {term!r} has the form of another IRI than {mapped!r}"
                )
        elif simple and ":" not in term and (mapped[-1] in _GEN_DELIMS or mapped[:2] == "_:"):
            definition.prefix = True
        return definition

    def _map_itself(self, term: str, definition: TermDefinition) -> TermDefinition:
        """Map ``term`` to what it stands for by its own form (steps 15 to 18)."""
        if ":" in term[1:]:
            prefix, _, suffix = term.partition(":")
            definition.iri = term
            if prefix != "_" and suffix[:2] != "//":
                if prefix in self.context:
                    self._depend_on(prefix)
                known = self.active.terms.get(prefix)
                if known is not None and known.iri is not None:
                    definition.iri = known.iri + suffix
        elif "/" in term:
            definition.iri = expand_iri(self.active, term, vocab=True)
            if definition.iri is None or not has_scheme(definition.iri):
                raise JsonLdError("invalid IRI mapping", f"term {term!r} is a relative reference, not an IRI")
        elif term == "@type":
            definition.iri = "@type"
        elif self.active.vocab is None:
            raise JsonLdError("invalid IRI mapping", f"term {term!r} has no @id, and there is no @vocab")
        else:
            definition.iri = self.active.vocab + term
        return definition

    def _map_reverse(self, term: str, value: dict[str, Json], definition: TermDefinition) -> bool:
        """Map a reverse property (step 13)."""
        if "@id" in value or "@nest" in value:
            raise JsonLdError("invalid reverse property", f"term {term!r} has @id or @nest beside @reverse")
        iri = value["@reverse"]
        if not isinstance(iri, str):
            raise JsonLdError("invalid IRI mapping", f"@reverse of term {term!r} is not a string")
        if has_keyword_form(iri):
            return False
        definition.iri = self.expand(iri)
        if definition.iri is None or not (has_scheme(definition.iri) or definition.iri[:2] == "_:"):
            raise JsonLdError("invalid IRI mapping", f"term {term!r} reverses {iri!r}, which is no IRI")
        if value.get("@container") not in (None, "@set", "@index", ["@set"], ["@index"]):
            raise JsonLdError(
                "invalid reverse property", f"container of term {term!r} is neither @set nor @index"
            )
        definition.reverse = True
        return True

    def _type_mapping(self, term: str, value: Json) -> str:
        """Return the type mapping (step 12)."""
        if not isinstance(value, str):
            raise JsonLdError("invalid type mapping", f"@type of term {term!r} is not a string")
        mapped = self._types.get(value)
        if mapped is None:
            mapped = self.expand(value)
            if mapped is None or not (
                mapped in ("@id", "@vocab")
                or (self.late and mapped in ("@json", "@none"))
                or has_scheme(mapped)
            ):
                raise JsonLdError("invalid type mapping", f"@type of term {term!r} is no IRI")
            self._types[value] = mapped
        return mapped

    def _depend_on(self, term: str) -> None:
        """Define ``term`` first, since another one needs it."""
        self._depth += 1
        if self._depth > MAX_DEPENDENCY_DEPTH:
            raise JsonLdError("context overflow", f"{term!r} ends a chain of {self._depth} dependent terms")
        self.define(term)
        self._depth -= 1

    def expand(self, value: str) -> str | None:
        """Return what ``value`` stands for as a term (section 5.2.2), once what it depends on is defined."""
        if value[:1] == "@" and value in KEYWORDS:
            return value
        context, defined = self.context, self._defined
        if value in context and not defined.get(value):
            self._depend_on(value)
        if value not in self.active.terms:
            prefix, colon, suffix = value.partition(":")
            if (
                colon
                and prefix in context
                and suffix[:2] != "//"
                and prefix != "_"
                and not defined.get(prefix)
            ):
                self._depend_on(prefix)
        return expand_iri(self.active, value, vocab=True)


def _protected(term: str) -> JsonLdError:
    return JsonLdError(
        "protected term redefinition", f"term {term!r} is protected and was given another meaning"
    )
