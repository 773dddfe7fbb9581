"""The algorithms that ecdsa-sd-2023 is made of, each a stage that ``use`` hands out.

Those of JSON-LD and RDFC-1.0 are a library's, those of the text itself work on neutral values (names for
nodes, groups of lines); so every value leaves its library and enters the next by a hand-over.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeVar

from canonbench.model.engine import identity
from canonbench.model.stage import Stage
from canonbench.model.use import Use
from canonbench.specs.rdf import Dataset
from canonbench.specs.selective_disclosure import (
    Derive,
    DerivedProof,
    LabelMapFactory,
    NameCheck,
    Named,
    Processor,
    Skolemized,
    VerifyData,
    canonical_identifiers,
    skolemize_in_place,
)
from canonbench.stages import di, hmac, jsonld, rdfc
from canonbench.stages.jsonld import Source

__all__ = ["Algorithms", "algorithms", "deriving", "separating"]

I = TypeVar("I")  # noqa: E741 - the input of a stage, as in the design
O = TypeVar("O")  # noqa: E741 - the output of a stage

Expand = Callable[[Source], list[Any]]


class Algorithms(NamedTuple):
    """The bound stages, waiting for the contexts of a request; ``processor`` has all but expansion."""

    expand_document: Expand
    expand_selection: Expand
    name_nodes: Callable[[dict[str, Any], str, tuple[str, ...]], Named]
    check_names: Callable[[list[Any], list[Any], str, tuple[str, ...]], NameCheck]
    bare: Processor
    label_map: Callable[[di.LabelDigests], dict[str, str]]
    macs: Callable[[list[hmac.Authentication]], list[bytes]]

    def skolemize(self, document: dict[str, Any], token: str, contexts: Mapping[str, Any]) -> Skolemized:
        """Name the nodes of ``document`` where they stand; its data loss is refused, and looked for once."""
        expand = self.expand_document
        return skolemize_in_place(
            document,
            token,
            expand=lambda value: expand(Source(value, contexts, refuse_loss=value is document)),
            name=self.name_nodes,
            check=self.check_names,
        )

    def processor(self, contexts: Mapping[str, Any]) -> Processor:
        """Return the algorithms over ``contexts``."""
        expand = self.expand_selection
        return self.bare._replace(expand=lambda value: expand(Source(value, contexts)))

    def labels(self, key: bytes) -> LabelMapFactory:
        """Return what makes a label map by HMAC-SHA-256 with ``key``."""
        macs, label_map = self.macs, self.label_map

        def run(issued: Mapping[str, str]) -> dict[str, str]:
            digests = macs([hmac.Authentication(key, each) for each in canonical_identifiers(issued)])
            return label_map(di.LabelDigests(issued, tuple(digests)))

        return run


def algorithms(use: Use, *, of: str = "document") -> Algorithms:
    """Bind the stages."""
    name_nodes, check_names = use(di.name_nodes, of=of), use(di.check_names, of=of)
    return Algorithms(
        _expansion(use, of),
        _expansion(use, "selection"),
        lambda document, token, no_nodes: name_nodes(di.Naming(document, token, no_nodes)),
        lambda expected, expanded, token, names: check_names(
            di.NameChecking(expected, expanded, token, names)
        ),
        _processor(use, of),
        use(di.label_map, of=of),
        use.each(hmac.sha256, of=of),
    )


def deriving(use: Use, *, of: str = "document") -> Derive:
    """Bind what createDisclosureData does once its groups are there."""
    derive = use(di.derive, of=of)
    return lambda base, groups, labels, canonical: derive(di.Derivation(base, groups, labels, canonical))


def separating(use: Use, *, of: str = "document") -> Callable[[tuple[str, ...], DerivedProof], VerifyData]:
    """Bind what createVerifyData does once its N-Quads are there."""
    separate = use(di.separate, of=of)
    return lambda nquads, proof: separate(di.Separation(nquads, proof))


def _processor(use: Use, of: str) -> Processor:
    complete, deskolemize = use(di.complete, of=of), use(di.deskolemize, of=of)
    replace_labels, match = use(di.replace_labels, of=of), use(di.match, of=of)

    return Processor(
        expand=_nothing_to_expand,
        compact=_no_compaction,
        to_rdf=_deserialization(use, of),
        label=_labeling(use, of),
        serialize=_serialization(use, of),
        select=_selection(use, of),
        complete=lambda expanded, token: complete(di.Completing(expanded, token)),
        deskolemize=lambda dataset, token, labels: deskolemize(di.Deskolemization(dataset, token, labels)),
        replace_labels=lambda issued, label_map: replace_labels(di.Labeling(issued, label_map)),
        match=lambda nquads, selected: match(di.Match(nquads, selected)),
    )


def _expansion(use: Use, of: str) -> Expand:
    return _alone(use, jsonld.expand, of)


def _deserialization(use: Use, of: str) -> Callable[[list[Any]], Dataset]:
    return _alone(use, jsonld.to_rdf, of)


def _labeling(use: Use, of: str) -> Callable[[Dataset], Mapping[str, str]]:
    label = _alone(use, rdfc.label, of)
    return lambda dataset: label(rdfc.Request(dataset))


def _serialization(use: Use, of: str) -> Callable[[Dataset, dict[str, str]], str]:
    serialize = _alone(use, rdfc.serialize, of)
    return lambda dataset, labels: serialize(rdfc.Labeled(dataset, labels))


def _alone(use: Use, stage: Stage[I, O], of: str) -> Callable[[I], O]:
    """Bind a stage from neutral input to neutral output, with hand-overs where a library needs them."""
    enter, run, leave = use.between(None, stage), use(stage, of=of), use.between(stage, None)
    if leave is not identity:
        return lambda value: leave(run(enter(value)))
    return run if enter is identity else lambda value: run(enter(value))


def _selection(use: Use, of: str) -> Callable[[Sequence[str], dict[str, Any]], dict[str, Any] | None]:
    select = use(di.select, of=of)

    return lambda pointers, document: select(di.Selection(tuple(pointers), document))


def _nothing_to_expand(_document: Any) -> NoReturn:
    raise AssertionError("a dataset needs no expansion")


def _no_compaction(_expanded: list[Any], _context: Any) -> NoReturn:
    raise AssertionError("nodes are named where they stand")
