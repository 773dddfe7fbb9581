"""canonbench.specs.rdfc10.fast: equal to the reference, whatever the dataset looks like."""

import copy
import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from canonbench.errors import MalformedInput, WorkLimitExceeded
from canonbench.specs import nquads
from canonbench.specs.rdf import RDF_LANG_STRING, XSD_STRING, Dataset, Quad, Term, dataset
from canonbench.specs.rdfc10 import fast, reference
from canonbench.specs.rdfc10.paths import blank_nodes
from canonbench.specs.rdfc10.record import record

# --- generated datasets: few terms, so that blank nodes come out alike --------------------------------------

_IRIS = st.sampled_from(["urn:s", "urn:s1"])
_BLANK = st.sampled_from(["_:e0", "_:e1", "_:e2", "_:c14n1", "_:c14n0"])
_LITERALS: st.SearchStrategy[Term] = st.sampled_from(
    [
        ("x", XSD_STRING, None),
        ('"\\\n\x7f\ufffe', XSD_STRING, None),
        ("1", "urn:number", None),
        ("x", RDF_LANG_STRING, "en"),
    ]
)
_PREDICATES = st.sampled_from(["urn:p", "urn:q"])
_GRAPHS = st.none() | st.none() | st.none() | _IRIS | _BLANK
_QUADS: st.SearchStrategy[Quad] = st.tuples(
    _BLANK | _BLANK | _IRIS, _PREDICATES, _BLANK | _BLANK | _IRIS | _LITERALS, _GRAPHS
)
_MIXED = st.lists(_QUADS, max_size=10).map(dataset)


def _relabel(quads: Dataset, names: dict[str, str]) -> Dataset:
    def rename(term: Any) -> Any:
        return names.get(term, term) if isinstance(term, str) else term

    return tuple((rename(s), p, rename(o), rename(g)) for s, p, o, g in quads)


def _twice(quads: Dataset) -> Dataset:
    """Add a copy of every blank node, with all that is said of it."""
    nodes = {term for s, _, o, g in quads for term in (s, o, g) if isinstance(term, str) and term[0] == "_"}
    return dataset((*quads, *_relabel(quads, {node: node + "x" for node in nodes})))


def _cycle(nodes: int, *, both_ways: bool) -> Dataset:
    steps = (1, -1) if both_ways else (1,)
    return dataset(
        (f"_:e{i}", "urn:p", f"_:e{(i + step) % nodes}", None) for i in range(nodes) for step in steps
    )


def _linked(nodes: int) -> Dataset:
    return tuple((f"_:e{i}", "urn:p", f"_:e{j}", None) for i in range(nodes) for j in range(nodes) if i != j)


_SHAPES = st.one_of(
    st.builds(_cycle, st.integers(1, 6), both_ways=st.booleans()),
    st.builds(_linked, st.integers(2, 4)),
)
_DATASETS = st.one_of(
    _MIXED,
    _MIXED.map(_twice),
    _SHAPES,
    _SHAPES.map(_twice),
    st.builds(lambda shape, mixed: dataset((*shape, *mixed)), _SHAPES, _MIXED),
)


def _try(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except WorkLimitExceeded as error:
        return str(error)


@given(_DATASETS, st.sampled_from(["sha256", "sha384"]), st.sampled_from([0, 100, 1_000]))
def test_every_part_is_equal_to_the_reference(quads: Dataset, algorithm: str, limit: int) -> None:
    labels = _try(reference.label, quads, algorithm, limit)
    found = _try(fast.label, quads, algorithm, limit)

    assert found == labels
    assert _try(fast.canonicalize, quads, algorithm, limit) == _try(
        reference.canonicalize, quads, algorithm, limit
    )
    if isinstance(labels, dict):
        assert list(found) == list(labels)
        assert fast.serialize(quads, labels) == reference.serialize(quads, labels)
        assert fast.serialize(quads, labels) == fast.canonicalize(quads, algorithm, limit)
        recording = record(quads, algorithm, limit)
        assert fast.hash_first_degree(recording.first_degree) == reference.hash_first_degree(
            recording.first_degree
        )
        assert fast.hash_n_degree(recording.n_degree, limit) == recording.n_degree_results


def _determined(quads: Dataset) -> Dataset:
    """Leave out quads with three blank nodes, for which the text gives no single answer."""
    return tuple(quad for quad in quads if len(blank_nodes(quad)) <= 2)


_DETERMINED = _DATASETS.map(_determined)


@given(_DETERMINED, st.randoms(use_true_random=False))
def test_neither_labels_nor_order_matter(quads: Dataset, source: random.Random) -> None:
    expected = _try(fast.canonicalize, quads, "sha256", 5_000)
    assume(expected.endswith("\n"))
    nodes = sorted(reference.label(quads))
    names = [f"_:c14n{i}" for i in range(len(nodes))]
    source.shuffle(names)
    shuffled = list(_relabel(quads, dict(zip(nodes, names, strict=True))))
    source.shuffle(shuffled)

    assert fast.canonicalize(tuple(shuffled)) == expected


@given(_DETERMINED)
@settings(max_examples=50)
def test_canonical_form_is_a_fixed_point(quads: Dataset) -> None:
    text = _try(fast.canonicalize, quads, "sha256", 5_000)
    assume(text.endswith("\n"))

    assert fast.canonicalize(nquads.parse(text)) == text


@given(_DATASETS)
@settings(max_examples=50)
def test_the_input_is_not_changed(quads: Dataset) -> None:
    before = copy.deepcopy(quads)
    labels = _try(fast.label, quads)
    kept = copy.deepcopy(labels)
    fast.canonicalize(quads)
    fast.serialize(quads, labels)

    assert quads == before
    assert labels == kept


@pytest.mark.parametrize("implementation", [fast, reference], ids=["fast", "reference"])
def test_the_text_gives_two_answers_where_a_quad_relates_a_blank_node_to_two_others(
    implementation: ModuleType,
) -> None:
    quads = nquads.parse(
        "_:a <urn:p> _:b _:g .\n_:b <urn:p> _:a _:h .\n_:g <urn:q> <urn:1> .\n_:h <urn:q> <urn:2> .\n"
    )
    case = record(quads).n_degree
    first, second = implementation.hash_n_degree(case)

    # _:a is a subject in _:g and an object in _:h, _:b is neither: yet their hashes are the same.
    assert first.hash == second.hash
    assert implementation.canonicalize(quads) != implementation.canonicalize(quads[::-1])


# --- single facts -----------------------------------------------------------------------------------------


def test_labels_that_look_canonical_are_like_any_other() -> None:
    quads = nquads.parse('_:c14n1 <urn:p> "a" .\n_:c14n0 <urn:p> "b" .\n')
    swapped = nquads.parse('_:c14n0 <urn:p> "a" .\n_:c14n1 <urn:p> "b" .\n')

    assert fast.canonicalize(quads) == fast.canonicalize(swapped)
    assert fast.label(quads) == {b: a for a, b in zip(("_:c14n0", "_:c14n1"), fast.label(quads), strict=True)}


@pytest.mark.parametrize("nodes", [7, 10])
def test_a_clique_is_refused_by_default(nodes: int, clique: Callable[[int], Dataset]) -> None:
    with pytest.raises(WorkLimitExceeded):
        fast.canonicalize(clique(nodes))


def test_any_number_of_small_likenesses_passes() -> None:
    pairs = tuple((f"_:{a}{i}", "urn:p", f"_:{b}{i}", None) for i in range(6_000) for a, b in ("ef", "fe"))

    assert len(fast.label(pairs)) == 12_000


def test_a_chain_may_be_longer_than_the_stack(twin_chains: Callable[[int], Dataset]) -> None:
    quads = twin_chains(2_000)

    assert len(fast.label(quads)) == 4_002


def test_the_empty_dataset_is_the_empty_text() -> None:
    assert fast.canonicalize(()) == ""
    assert fast.label(()) == {}
    assert fast.serialize((), {}) == ""


@pytest.mark.parametrize(
    "quad",
    [
        ("_:x", "urn:p", "urn:o", None),
        ("urn:s", "urn:p", "_:x", None),
        ("_:x", "urn:p", "_:e", None),
        ("urn:s", "urn:p", "urn:o", "_:x"),
        ("urn:s", "urn:p", "_:x", "urn:g"),
    ],
)
def test_a_map_without_a_blank_node_of_the_dataset_is_refused(quad: Quad) -> None:
    with pytest.raises(MalformedInput, match=r"the issued identifiers map has no identifier for _:x"):
        fast.serialize((quad,), {"_:e": "_:c14n0"})


def test_a_map_may_name_blank_nodes_as_it_likes() -> None:
    quads = nquads.parse("_:e <urn:p> _:f .\n_:f <urn:p> <urn:o> .\n")

    assert fast.serialize(quads, {"_:f": "_:a", "_:e": "_:z", "_:g": "_:y"}) == (
        "_:a <urn:p> <urn:o> .\n_:z <urn:p> _:a .\n"
    )
