"""Canonical N-Quads with replaced labels, and which of them a selection holds (canonicalizeAndGroup)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from canonbench.errors import MalformedInput
from canonbench.specs.rdf import Dataset
from canonbench.specs.selective_disclosure.completion import complete
from canonbench.specs.selective_disclosure.labels import replace_labels
from canonbench.specs.selective_disclosure.pointers import select
from canonbench.specs.selective_disclosure.skolem import NOT_A_PART, Skolemized, deskolemize

__all__ = [
    "Group",
    "Grouped",
    "LabelMapFactory",
    "Matching",
    "Processor",
    "canonicalize_and_group",
    "label_replacement_canonicalize",
    "lines_of",
    "match",
]

LabelMapFactory = Callable[[Mapping[str, str]], dict[str, str]]


class Matching(NamedTuple):
    """Indexes of the N-Quads of a document that a selection holds, and of the others."""

    matching: tuple[int, ...]
    non_matching: tuple[int, ...]


def match(nquads: Sequence[str], selected: str) -> Matching:
    """Return which N-Quads of a document those of a selection are (canonicalizeAndGroup).

    Args:
        nquads: one line each, with its line feed, all distinct.
        selected: N-Quads of the selection, with the labels of the document.

    Raises:
        MalformedInput: one of ``selected`` is none of ``nquads``.
    """
    lines = frozenset(lines_of(selected))
    matching: list[int] = []
    non_matching: list[int] = []
    for index, line in enumerate(nquads):
        (matching if line in lines else non_matching).append(index)
    if len(matching) != len(lines):
        raise MalformedInput(NOT_A_PART)
    return Matching(tuple(matching), tuple(non_matching))


def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of N-Quads, each with its line feed, which alone ends a line."""
    return tuple([line + "\n" for line in text.split("\n")[:-1]])


class Processor(NamedTuple):
    """The algorithms of JSON-LD, RDFC-1.0 and of the text itself that selective disclosure is made of."""

    expand: Callable[[Any], list[Any]]
    """Compact document to expanded form."""
    compact: Callable[[list[Any], Any], dict[str, Any]]
    """Expanded form and context to compact document."""
    to_rdf: Callable[[list[Any]], Dataset]
    """Expanded form to dataset."""
    label: Callable[[Dataset], Mapping[str, str]]
    """Dataset to issued identifiers map (``"_:b0"`` to ``"_:c14n0"``)."""
    serialize: Callable[[Dataset, dict[str, str]], str]
    """Dataset and labels (with ``_:``) to N-Quads, its lines sorted *after* the labels were replaced."""
    select: Callable[[Sequence[str], dict[str, Any]], dict[str, Any] | None] = select
    """JSON pointers and compact document to the part that they select."""
    complete: Callable[[list[Any], str], list[Any]] = complete
    """Skolemized expanded form and token to one without nameless lists and graphs."""
    deskolemize: Callable[[Dataset, str, dict[str, str] | None], Dataset] = deskolemize
    """Dataset, token and, for a part of a document, the labels of the whole to dataset."""
    replace_labels: Callable[[Mapping[str, str], dict[str, str]], dict[str, str]] = replace_labels
    """Issued identifiers map and label map to labels."""
    match: Callable[[tuple[str, ...], str], Matching] = match
    """N-Quads of a document and those of a selection, as a text, to which of them these are."""


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
    labels = processor.replace_labels(issued, label_map)
    return lines_of(processor.serialize(dataset, labels)), label_map, labels


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
    dataset = processor.deskolemize(_to_rdf(skolemized.expanded, skolemized, processor), token, None)
    nquads, label_map, labels = label_replacement_canonicalize(dataset, factory, processor)
    groups = {}
    for name, pointers in definitions.items():
        selection = processor.select(pointers, skolemized.compact)
        if selection is None:
            groups[name] = Group((), tuple(range(len(nquads))), ())
            continue
        named = _to_rdf(processor.expand(selection), skolemized, processor)
        try:
            selected = processor.deskolemize(named, token, labels)
            found = processor.match(nquads, processor.serialize(selected, labels))
        except MalformedInput as error:
            raise MalformedInput(f"group {name!r}: {error}") from error
        groups[name] = Group(*found, selected)
    return Grouped(nquads, label_map, labels, groups)


def _to_rdf(expanded: list[Any], skolemized: Skolemized, processor: Processor) -> Dataset:
    """Return the dataset of ``skolemized`` or of a part of it, every node of which has a name."""
    if not skolemized.complete:
        expanded = processor.complete(expanded, skolemized.token)
    return processor.to_rdf(expanded)
