"""The algorithms of JSON-LD and RDFC-1.0 that ecdsa-sd-2023 is made of, each a stage that ``use`` hands out.

Between two of them stands our own code on neutral values (names for nodes, groups of lines), so every value
leaves its library and enters the next by a hand-over.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from canonbench.model.use import Use
from canonbench.specs.rdf import Dataset
from canonbench.specs.selective_disclosure import Processor, Skolemized, skolemize_in_place
from canonbench.stages import di, hmac, jsonld, rdfc
from canonbench.stages.jsonld import Source

__all__ = ["Algorithms", "algorithms"]

Expand = Callable[[Source], list[Any]]


class Algorithms(NamedTuple):
    """The bound stages, waiting for the contexts of a request."""

    expand_document: Expand
    expand_selection: Expand
    to_rdf: Callable[[list[Any]], Dataset]
    label: Callable[[Dataset], Mapping[str, str]]
    serialize: Callable[[Dataset, Mapping[str, str]], str]
    select: Callable[[Sequence[str], Mapping[str, Any]], dict[str, Any] | None]
    mac: Callable[[hmac.Authentication], bytes]

    def skolemize(self, document: dict[str, Any], token: str, contexts: Mapping[str, Any]) -> Skolemized:
        """Name the nodes of ``document`` where they stand; its data loss is refused, and looked for once."""
        expand = self.expand_document
        return skolemize_in_place(
            document,
            token,
            expand=lambda value: expand(Source(value, contexts, refuse_loss=value is document)),
        )

    def processor(self, contexts: Mapping[str, Any]) -> Processor:
        """Return the algorithms over ``contexts``."""
        expand = self.expand_selection
        return Processor(
            expand=lambda value: expand(Source(value, contexts)),
            compact=_no_compaction,
            to_rdf=self.to_rdf,
            label=self.label,
            serialize=self.serialize,
            select=self.select,
        )

    def hmac(self, key: bytes) -> Callable[[bytes], bytes]:
        """Return HMAC-SHA-256 with ``key``."""
        mac = self.mac
        return lambda message: mac(hmac.Authentication(key, message))


def algorithms(use: Use, *, of: str = "document") -> Algorithms:
    """Bind the stages."""
    return Algorithms(
        _expansion(use, of),
        _expansion(use, "selection"),
        _deserialization(use, of),
        _labeling(use, of),
        _serialization(use, of),
        _selection(use, of),
        use(hmac.sha256, of=of),
    )


def _expansion(use: Use, of: str) -> Expand:
    enter, expand = use.between(None, jsonld.expand), use(jsonld.expand, of=of)
    leave = use.between(jsonld.expand, None)
    return lambda source: leave(expand(enter(source)))


def _deserialization(use: Use, of: str) -> Callable[[list[Any]], Dataset]:
    enter, to_rdf = use.between(None, jsonld.to_rdf), use(jsonld.to_rdf, of=of)
    leave = use.between(jsonld.to_rdf, None)
    return lambda expanded: leave(to_rdf(enter(expanded)))


def _labeling(use: Use, of: str) -> Callable[[Dataset], Mapping[str, str]]:
    enter, label = use.between(None, rdfc.label), use(rdfc.label, of=of)
    leave = use.between(rdfc.label, None)
    return lambda dataset: leave(label(enter(rdfc.Request(dataset))))


def _serialization(use: Use, of: str) -> Callable[[Dataset, Mapping[str, str]], str]:
    enter, serialize = use.between(None, rdfc.serialize), use(rdfc.serialize, of=of)
    leave = use.between(rdfc.serialize, None)

    def run(dataset: Dataset, labels: Mapping[str, str]) -> str:
        return leave(serialize(enter(rdfc.Labeled(dataset, dict(labels)))))  # type: ignore[no-any-return]  # what leaves is neutral

    return run


def _selection(use: Use, of: str) -> Callable[[Sequence[str], Mapping[str, Any]], dict[str, Any] | None]:
    select = use(di.select, of=of)

    def run(pointers: Sequence[str], document: Mapping[str, Any]) -> dict[str, Any] | None:
        return select(di.Selection(tuple(pointers), dict(document)))  # type: ignore[no-any-return]  # or None

    return run


def _no_compaction(_expanded: list[Any], _context: Any) -> NoReturn:
    raise AssertionError("nodes are named where they stand")
