"""What a document costs, counted and not timed; and what of it would not be signed."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from canonbench.documents.corpus import Document
from canonbench.errors import CanonbenchError, SpecError, UnknownContext, WorkLimitExceeded
from canonbench.specs import jcs, jsonld
from canonbench.specs.rdf import Dataset, is_blank
from canonbench.specs.rdfc10.record import record
from canonbench.specs.rdfc10.work import WorkCounts

__all__ = ["Facts", "facts", "quads", "unsecured", "unusable"]


class Facts(NamedTuple):
    """The facts of one document, taken without its top-level proof; ``None`` is what it has not.

    Attributes:
        name: the document's name.
        kind: ``"jsonld"``, ``"json"`` or ``"dataset"``; ``"context missing"`` or ``"broken"`` where there is
            no more to tell than a ``problem``.
        size: bytes of the document as it came.
        depth: nesting of its JSON, 1 for ``{}``.
        contexts: context documents that it needs.
        terms: terms in those contexts, at every depth.
        quads: quads of its dataset.
        blank_nodes: blank nodes of its dataset.
        named_graphs: graph names in its dataset.
        work: what a literal run of RDFC-1.0 does; ``None`` also where ``over_budget``.
        over_budget: RDFC-1.0 is refused at the default work limit.
        canonical_size: bytes of its canonical N-Quads.
        jcs_size: bytes of its JCS form; ``None`` where RFC 8785 does not take it.
        losses: what its dataset does not say, so what would not be signed.
        problem: why nothing was counted.
    """

    name: str
    kind: str
    size: int
    depth: int | None = None
    contexts: int | None = None
    terms: int | None = None
    quads: int | None = None
    blank_nodes: int | None = None
    named_graphs: int | None = None
    work: WorkCounts | None = None
    over_budget: bool = False
    canonical_size: int | None = None
    jcs_size: int | None = None
    losses: tuple[jsonld.Loss, ...] = ()
    problem: str | None = None


def unsecured(value: Any) -> Any:
    """Return a document without its top-level ``proof``: VC Data Integrity's *unsecured document*."""
    if isinstance(value, dict) and "proof" in value:
        return {name: member for name, member in value.items() if name != "proof"}
    return value


def quads(document: Document) -> Dataset:
    """Return the dataset of a document, without its top-level proof; what would be lost is left out.

    Raises:
        JsonLdError: it is no JSON-LD.
    """
    if document.kind == "dataset":
        dataset: Dataset = document.value
        return dataset
    return jsonld.to_quads(unsecured(document.value), document.contexts, loss="ignore")


def facts(document: Document, hash_algorithm: str = "sha256") -> Facts:
    """Count what ``document`` costs; RDFC-1.0 with ``hash_algorithm``, ``"sha256"`` or ``"sha384"``.

    Raises:
        JsonLdError: it has an ``@context`` but is no JSON-LD.
    """
    found = Facts(document.name, document.kind, document.size)
    if document.kind != "dataset":
        value = unsecured(document.value)
        found = found._replace(depth=_depth(value), jcs_size=_jcs_size(value))
        if document.kind == "json":
            return found
        found = found._replace(
            contexts=len(document.contexts),
            terms=sum(1 for context in document.contexts.values() for _ in _terms(context)),
            losses=jsonld.data_loss(value, document.contexts),
        )
    dataset = quads(document)
    blank = {term for quad in dataset for term in quad if isinstance(term, str) and is_blank(term)}
    graphs = {graph for *_, graph in dataset if graph is not None}
    found = found._replace(quads=len(dataset), blank_nodes=len(blank), named_graphs=len(graphs))
    try:
        recording = record(dataset, hash_algorithm)
    except WorkLimitExceeded:
        return found._replace(over_budget=True)
    return found._replace(work=recording.counts, canonical_size=len(recording.canonical.encode()))


def unusable(name: str, size: int, error: CanonbenchError) -> Facts:
    """Return what is known of a file of ``size`` bytes of which ``error`` keeps the facts away."""
    kind = "context missing" if isinstance(error, UnknownContext) else "broken"
    return Facts(name, kind, size, problem=str(error))


def _jcs_size(value: Any) -> int | None:
    try:
        return len(jcs.canonicalize(value))
    except SpecError:
        return None


def _depth(value: Any) -> int:
    deepest, level = 0, [value]
    while level:
        nested = [item for item in level if isinstance(item, dict | list)]
        deepest += bool(nested)
        level = [inner for item in nested for inner in (item.values() if isinstance(item, dict) else item)]
    return deepest


def _terms(context: Any) -> Iterator[str]:
    """Give every term that a context document defines, those of scoped contexts included."""
    if isinstance(context, list):
        for item in context:
            yield from _terms(item)
    if isinstance(context, Mapping):
        for name, definition in context.items():
            if name == "@context":
                yield from _terms(definition)
            elif not name.startswith("@"):
                yield name
                if isinstance(definition, Mapping):
                    yield from _terms(definition.get("@context"))
