"""Context Processing (JSON-LD 1.1 API, section 4.1.2)."""

from collections.abc import Mapping

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.active_context import DOCUMENT, ActiveContext, TermDefinition
from canonbench.specs.jsonld.iri import has_scheme, resolve
from canonbench.specs.jsonld.iri_expansion import expand_iri
from canonbench.specs.jsonld.keywords import CONTEXT_ENTRIES
from canonbench.specs.jsonld.options import Json
from canonbench.specs.jsonld.remote_contexts import RemoteContexts
from canonbench.specs.jsonld.term_definition import Definitions

__all__ = ["ContextProcessing"]


class ContextProcessing:
    """One run of the algorithm, with the calls it makes of itself.

    Afterwards ``term_definitions`` tells how many terms were defined.

    A term's own context is validated at most once in a run, so that contexts which name each other end, and
    n types that are each scoped to all the others cost n validations instead of n factorial.
    """

    __slots__ = (
        "_base",
        "_late",
        "_remote_contexts",
        "_unvalidated",
        "_used_base",
        "_validated",
        "term_definitions",
    )

    def __init__(self, contexts: Mapping[str, Json], *, base: str | None, late: bool) -> None:
        """Prepare a run.

        Args:
            contexts: URL to parsed JSON document.
            base: base IRI of the document.
            late: the processing mode is json-ld-1.1.
        """
        self._used_base = False
        self.term_definitions = 0
        self._remote_contexts = RemoteContexts(contexts)
        self._base = base
        self._late = late
        self._validated: set[object] = set()
        self._unvalidated: list[tuple[ActiveContext, str, TermDefinition, tuple[str, ...]]] = []

    @property
    def used_base(self) -> bool:
        """Whether the outcome depends on the base IRI of the document."""
        return self._used_base or self._remote_contexts.used_base

    def process(
        self,
        active: ActiveContext,
        local: Json,
        base_url: str | None,
        *,
        override_protected: bool = False,
        propagate: bool = True,
    ) -> ActiveContext:
        """Return the active context that ``local`` makes of ``active``: ``active`` itself if nothing changes.

        Args:
            active: the context in force.
            local: a local context: a map, a URL, null, or an array of these.
            base_url: what relative URLs are resolved against.
            override_protected: protected terms may be redefined, as by a property-scoped context.
            propagate: the result stays in force within nested node objects.

        Raises:
            JsonLdError: with the code of the text.
        """
        result = self._process(
            active, local, base_url, (), override_protected=override_protected, propagate=propagate
        )
        self._validate()
        return result

    def _process(  # noqa: PLR0913 - the inputs that the algorithm names
        self,
        active: ActiveContext,
        local: Json,
        base_url: str | None,
        remote: tuple[str, ...],
        *,
        override_protected: bool = False,
        propagate: bool = True,
    ) -> ActiveContext:
        """Do so; ``remote`` are the URLs of the remote contexts that are being processed."""
        contexts = local if isinstance(local, list) else [local]
        # The text looks at a map alone; of an array, whose members must agree (JSON-LD 1.1, section 4.1.9),
        # the first one says it.
        if contexts and isinstance(contexts[0], dict) and isinstance(contexts[0].get("@propagate"), bool):
            propagate = contexts[0]["@propagate"]
        result = active
        previous = None if propagate or active.previous is not None else active
        for context in contexts:
            if context is None:
                if not override_protected and any(term.protected for term in result.terms.values()):
                    raise JsonLdError(
                        "invalid context nullification", "a null context would drop protected terms"
                    )
                before, result = result, ActiveContext({})
                if not propagate:
                    previous = before
            elif isinstance(context, str):
                result = self._remote(
                    result, context, base_url, remote, override_protected=override_protected
                )
            elif isinstance(context, dict):
                result = self._definition(
                    result, context, base_url, remote, override_protected=override_protected
                )
            else:
                raise JsonLdError("invalid local context", "a context is neither a map, nor a URL, nor null")
        if previous is not None and result is not active:
            result.previous = previous  # made in this run, and not in use yet
        return result

    def _remote(
        self,
        active: ActiveContext,
        reference: str,
        base_url: str | None,
        remote: tuple[str, ...],
        *,
        override_protected: bool,
    ) -> ActiveContext:
        """Process a context that is given by its URL (step 5.2)."""
        url, context = self._remote_contexts.load(reference, base_url, remote)
        return self._process(active, context, url, (*remote, url), override_protected=override_protected)

    def _definition(  # noqa: C901, PLR0912 - one branch for each entry of a context
        self,
        active: ActiveContext,
        context: dict[str, Json],
        base_url: str | None,
        remote: tuple[str, ...],
        *,
        override_protected: bool,
    ) -> ActiveContext:
        """Process a context definition (steps 5.4 to 5.13)."""
        if "@version" in context:
            self._check_version(context["@version"])
        if "@import" in context:
            self._only_late("@import")
            context = {**self._remote_contexts.imported(context["@import"], base_url), **context}
        result = self._copy(active)
        if "@base" in context and not remote:
            result.base = self._base_iri(result, context["@base"])
        if "@vocab" in context:
            result.vocab = self._vocabulary(result, context["@vocab"])
        if "@language" in context:
            language = context["@language"]
            if language is not None and not isinstance(language, str):
                raise JsonLdError("invalid default language", "@language is neither a string nor null")
            result.language = language and language.lower()
        if "@direction" in context:
            self._only_late("@direction")
            result.direction = context["@direction"]
            if result.direction not in ("ltr", "rtl", None):
                raise JsonLdError("invalid base direction", "@direction is neither ltr, nor rtl, nor null")
        if "@propagate" in context:
            self._only_late("@propagate")
            if not isinstance(context["@propagate"], bool):
                raise JsonLdError("invalid @propagate value", "@propagate is neither true nor false")
        definitions = Definitions(
            result,
            context,
            base_url=base_url,
            late=self._late,
            protected=context.get("@protected") is True,
            override_protected=override_protected,
        )
        for term in context:
            if term not in CONTEXT_ENTRIES:
                definitions.define(term)
        self.term_definitions += definitions.made
        for term, definition in definitions.scoped:
            self._unvalidated.append((result, term, definition, remote[-1:]))
        return result if definitions.changed or _differs(result, active) else active

    def _check_version(self, version: Json) -> None:
        if version != 1.1:  # noqa: PLR2004 - the only version there is
            raise JsonLdError("invalid @version value", f"@version is {version!r}, not 1.1")
        if not self._late:
            raise JsonLdError("processing mode conflict", "@version is 1.1 in mode json-ld-1.0")

    def _base_iri(self, result: ActiveContext, value: Json) -> str | None:
        """Return the base IRI that ``@base`` sets (step 5.7)."""
        if value is None:
            return None
        if isinstance(value, str):
            if has_scheme(value):
                return value
            base = self._current_base(result)
            if base is not None:
                return resolve(value, base)
        raise JsonLdError(
            "invalid base IRI", f"@base {value!r} is neither an IRI, nor is there a base to resolve it"
        )

    def _vocabulary(self, result: ActiveContext, value: Json) -> str | None:
        """Return the vocabulary mapping that ``@vocab`` sets (step 5.8)."""
        if value is None:
            return None
        if isinstance(value, str):
            if has_scheme(value) or value[:2] == "_:":
                return expand_iri(result, value, vocab=True)
            if self._late:
                base = self._current_base(result)
                return expand_iri(result, value, base, vocab=True, document_relative=True)
        raise JsonLdError(
            "invalid vocab mapping", f"@vocab {value!r} is neither an IRI nor a blank node identifier"
        )

    def _current_base(self, result: ActiveContext) -> str | None:
        if result.base is DOCUMENT:
            self._used_base = True
            return self._base
        return result.base

    def _validate(self) -> None:
        """Process each term's own context only to see whether it can be (section 4.2.2, step 21.3)."""
        while self._unvalidated:
            active, term, definition, remote = self._unvalidated.pop()
            context, base_url = definition.context, definition.base_url
            key = resolve(context, base_url) if isinstance(context, str) else id(context)
            if key in self._validated:
                continue
            self._validated.add(key)
            try:
                self._process(active, context, base_url, remote, override_protected=True)
            except JsonLdError as error:
                if error.code == "context overflow":
                    raise
                message = f"the context of term {term!r}: {error}"
                raise JsonLdError("invalid scoped context", message) from error

    def _only_late(self, entry: str) -> None:
        if not self._late:
            raise JsonLdError("invalid context entry", f"{entry} came with JSON-LD 1.1")

    @staticmethod
    def _copy(active: ActiveContext) -> ActiveContext:
        copy = ActiveContext(
            dict(active.terms),
            base=active.base,
            vocab=active.vocab,
            language=active.language,
            direction=active.direction,
            previous=active.previous,
        )
        copy.known_names = active.known_names
        return copy


def _differs(left: ActiveContext, right: ActiveContext) -> bool:
    return (
        left.base != right.base
        or left.vocab != right.vocab
        or left.language != right.language
        or left.direction != right.direction
    )
