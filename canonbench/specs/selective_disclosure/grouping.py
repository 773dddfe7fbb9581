"""Canonical N-Quads with replaced labels, and which of them a selection holds (canonicalizeAndGroup)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs.rdf import Dataset
from canonbench.specs.selective_disclosure.completion import Completion
from canonbench.specs.selective_disclosure.labels import replace_labels
from canonbench.specs.selective_disclosure.pointers import select
from canonbench.specs.selective_disclosure.skolem import Skolemized, deskolemize

__all__ = ["Group", "Grouped", "Processor", "canonicalize_and_group", "label_replacement_canonicalize"]

LabelMapFactory = Callable[[Mapping[str, str]], dict[str, str]]


class Processor(NamedTuple):
    """The algorithms of JSON-LD and RDFC-1.0 that selective disclosure is made of."""

    expand: Callable[[Any], list[Any]]
    """Compact document to expanded form."""
    compact: Callable[[list[Any], Any], dict[str, Any]]
    """Expanded form and context to compact document."""
    to_rdf: Callable[[list[Any]], Dataset]
    """Expanded form to dataset."""
    label: Callable[[Dataset], Mapping[str, str]]
    """Dataset to issued identifiers map (``"_:b0"`` to ``"_:c14n0"``)."""
    serialize: Callable[[Dataset, Mapping[str, str]], str]
    """Dataset and labels (with ``_:``) to N-Quads, its lines sorted *after* the labels were replaced."""
    select: Callable[[Sequence[str], Mapping[str, Any]], dict[str, Any] | None] = select
    """JSON pointers and compact document to the part that they select."""


class Group(NamedTuple):
    """What one selection holds of a document."""

    matching: tuple[int, ...]
    """Indexes of the N-Quads that it holds."""
    non_matching: tuple[int, ...]
    dataset: Dataset
    """The selection as a dataset, with the blank nodes of the document."""


class Grouped(NamedTuple):
    """A document as canonical N-Quads, and groups of them."""

    nquads: tuple[str, ...]
    """One line each, with its line feed, in the order of the text of the lines."""
    label_map: dict[str, str]
    """Canonical identifier (``c14n0``) to label, both without ``_:``."""
    labels: dict[str, str]
    """Blank node of the document to label, both with ``_:``."""
    groups: dict[str, Group]


def label_replacement_canonicalize(
    dataset: Dataset, factory: LabelMapFactory, processor: Processor
) -> tuple[tuple[str, ...], dict[str, str], dict[str, str]]:
    """Return N-Quads, label map and labels of ``dataset`` (labelReplacementCanonicalizeNQuads).

    Args:
        dataset: the dataset.
        factory: makes a label map (``c14n0`` to label) out of the issued identifiers map.
        processor: labels and serializes.

    Raises:
        MalformedInput: the label map does not fit the blank nodes.
    """
    issued = processor.label(dataset)
    label_map = factory(issued)
    labels = replace_labels(issued, label_map)
    return _lines(processor.serialize(dataset, labels)), label_map, labels


def canonicalize_and_group(
    skolemized: Skolemized,
    factory: LabelMapFactory,
    definitions: Mapping[str, Sequence[str]],
    processor: Processor,
) -> Grouped:
    """Return the canonical N-Quads of a document, grouped by what pointers select (canonicalizeAndGroup).

    Args:
        skolemized: both forms of the document.
        factory: makes a label map (``c14n0`` to label) out of the issued identifiers map.
        definitions: name of a group to the JSON pointers that select it.
        processor: the algorithms.

    Raises:
        MalformedInput: a pointer leads nowhere, or a selection says what the document does not, as a part of
            a list does: only whole lists can be selected.
    """
    token = skolemized.token
    completion = Completion(token)
    dataset = deskolemize(processor.to_rdf(completion.complete(skolemized.expanded)), token)
    nquads, label_map, labels = label_replacement_canonicalize(dataset, factory, processor)
    every, groups = frozenset(nquads), {}
    for name, pointers in definitions.items():
        selection = processor.select(pointers, skolemized.compact)
        selected: Dataset = ()
        if selection is not None:
            expanded = completion.complete(processor.expand(selection))
            selected = deskolemize(processor.to_rdf(expanded), token)
        groups[name] = _group(name, selected, (nquads, every), labels, processor)
    return Grouped(nquads, label_map, labels, groups)


def _group(
    name: str,
    selected: Dataset,
    whole: tuple[Sequence[str], frozenset[str]],
    labels: Mapping[str, str],
    processor: Processor,
) -> Group:
    """Return which lines of ``whole``, in order and as a set, are those of ``selected``."""
    nquads, every = whole
    nodes = {term for quad in selected for term in quad if type(term) is str and term[:2] == "_:"}
    lines = frozenset(_lines(processor.serialize(selected, labels))) if nodes <= labels.keys() else None
    if lines is None or not lines <= every:
        raise MalformedInput(
            f"group {name!r} says what the whole document does not, as a part of a list does; select it all"
        )
    matching: list[int] = []
    non_matching: list[int] = []
    for index, line in enumerate(nquads):
        (matching if line in lines else non_matching).append(index)
    return Group(tuple(matching), tuple(non_matching), selected)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line + "\n" for line in text.split("\n")[:-1])
