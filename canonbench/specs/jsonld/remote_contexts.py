"""Remote contexts: found by URL, never fetched, bounded (JSON-LD 1.1 API, section 4.1.2, steps 5.2, 5.6)."""

from collections.abc import Mapping, Sequence
from typing import Final

from canonbench.errors import JsonLdError
from canonbench.specs.jsonld.iri import has_scheme, resolve
from canonbench.specs.jsonld.options import Json

__all__ = ["MAX_LOADED_CONTEXTS", "MAX_REMOTE_CONTEXTS", "RemoteContexts"]

MAX_REMOTE_CONTEXTS: Final = 16
"""How many remote contexts may name each other in a row."""

MAX_LOADED_CONTEXTS: Final = 1_000
"""How many remote contexts one local context may bring in, each as often as it is named."""


class RemoteContexts:
    """What one run of Context Processing brings in; ``used_base`` tells whether a reference was relative."""

    __slots__ = ("_contexts", "_loaded", "used_base")

    def __init__(self, contexts: Mapping[str, Json]) -> None:
        """Bring them in from ``contexts``, URL to parsed JSON document."""
        self.used_base = False
        self._contexts = contexts
        self._loaded = 0

    def load(self, reference: str, base_url: str | None, within: Sequence[str]) -> tuple[str, Json]:
        """Return the URL of a remote context, and the context (steps 5.2.1 to 5.2.5).

        Args:
            reference: a URL, perhaps relative.
            base_url: what it is resolved against.
            within: URLs of the remote contexts that are being processed.

        Raises:
            JsonLdError: with the code of the text.
        """
        url = self._resolve(reference, base_url)
        if len(within) == MAX_REMOTE_CONTEXTS:
            raise JsonLdError(
                "context overflow", f"more than {len(within)} remote contexts in a row, up to {url}"
            )
        self._loaded += 1
        if self._loaded > MAX_LOADED_CONTEXTS:
            raise JsonLdError(
                "context overflow", f"more than {MAX_LOADED_CONTEXTS} remote contexts, up to {url}"
            )
        return url, self._context(url)

    def imported(self, reference: Json, base_url: str | None) -> dict[str, Json]:
        """Return the context definition that ``@import`` names (steps 5.6.2 to 5.6.7).

        Raises:
            JsonLdError: with the code of the text.
        """
        if not isinstance(reference, str):
            raise JsonLdError("invalid @import value", "@import is not a string")
        context = self._context(self._resolve(reference, base_url))
        if not isinstance(context, dict):
            raise JsonLdError("invalid remote context", f"{reference} holds no single context definition")
        if "@import" in context:
            raise JsonLdError("invalid context entry", f"{reference} has an @import of its own")
        return context

    def _resolve(self, reference: str, base_url: str | None) -> str:
        if not has_scheme(reference):
            if base_url is None:
                raise JsonLdError(
                    "loading document failed", f"context {reference!r} is relative, and there is no base"
                )
            self.used_base = True
        return resolve(reference, base_url)

    def _context(self, url: str) -> Json:
        try:
            document = self._contexts[url]
        except KeyError:
            message = f"{url} is not among the contexts given, and nothing is fetched"
            raise JsonLdError("loading remote context failed", message) from None
        if not isinstance(document, dict) or "@context" not in document:
            raise JsonLdError("invalid remote context", f"{url} has no @context")
        return document["@context"]
