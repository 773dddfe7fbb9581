"""Compiled contexts, kept by whoever calls: cold and warm are a fresh cache and a used one."""

from collections.abc import Mapping

from canonbench.specs.jsonld.options import Json

__all__ = ["ContextCache"]


class ContextCache:
    """Remote contexts, and every active context compiled so far.

    What it holds never changes an output: only how long it takes. Entries are keyed by content and stay
    valid for good, since the mapping is copied and its documents must not be changed.
    """

    def __init__(self, contexts: Mapping[str, Json], *, limit: int = 10_000) -> None:
        """Hold ``contexts`` (URL to parsed JSON document), and at most ``limit`` compiled entries."""
        self.contexts = dict(contexts)
        self.limit = limit
