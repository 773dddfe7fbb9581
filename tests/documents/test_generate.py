"""Generated documents have the sizes that their names promise, and the seed fixes their bytes."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from pyld import jsonld

from canonbench.documents import generate
from canonbench.specs.rdf import Dataset, is_blank

JSON_FAMILIES = [generate.attributes, generate.blank_nodes]
GRAPHS = [generate.clique, generate.cycle, generate.disjoint, generate.double_circle]


def quads_and_blank_nodes(document: Any) -> tuple[int, int]:
    dataset = jsonld.to_rdf(document)
    quads = [quad for graph in dataset.values() for quad in graph]
    terms = {quad[place]["value"] for quad in quads for place in ("subject", "object")}
    return len(quads), sum(term.startswith("_:") for term in terms)


def blank_nodes(dataset: Dataset) -> set[Any]:
    return {term for quad in dataset for term in quad if is_blank(term)}


def degrees(dataset: Dataset) -> set[tuple[int, int]]:
    """Give the pairs (links out, links in) that occur among the blank nodes."""
    outgoing = Counter(s for s, _, o, _ in dataset if is_blank(o))
    incoming = Counter(o for _, _, o, _ in dataset if is_blank(o))
    return {(outgoing[node], incoming[node]) for node in blank_nodes(dataset)}


def test_simple_has_five_quads_and_one_blank_node() -> None:
    assert quads_and_blank_nodes(generate.simple(0)) == (5, 1)


@pytest.mark.parametrize("count", [1, 5, 20])
def test_attributes_add_a_quad_each_and_no_blank_node(count: int) -> None:
    assert quads_and_blank_nodes(generate.attributes(count, 0)) == (3 + count, 0)


@pytest.mark.parametrize(("count", "quads"), [(1, 7), (10, 43), (50, 203)])
def test_blank_nodes_add_four_quads_each(count: int, quads: int) -> None:
    assert quads_and_blank_nodes(generate.blank_nodes(count, 0)) == (quads, count)


@pytest.mark.parametrize("count", [2, 3, 10])
def test_a_cycle_is_one_ring(count: int) -> None:
    ring = {s: o for s, _, o, _ in generate.cycle(count, 1)}
    visited = []
    node: Any = next(iter(ring))
    while node not in visited:
        visited.append(node)
        node = ring[node]

    assert len(visited) == len(ring) == count


@pytest.mark.parametrize("count", [3, 6])
def test_a_double_circle_is_a_ring_linked_both_ways(count: int) -> None:
    dataset = generate.double_circle(count, 1)
    forth = {(s, o) for s, p, o, _ in dataset if p.endswith("next")}
    back = {(o, s) for s, p, o, _ in dataset if p.endswith("previous")}

    assert forth == back
    assert len(dataset) == 2 * count
    assert degrees(dataset) == {(2, 2)}


@pytest.mark.parametrize("count", [2, 5])
def test_a_clique_links_every_pair(count: int) -> None:
    dataset = generate.clique(count, 1)

    assert len(dataset) == count * (count - 1)
    assert len(blank_nodes(dataset)) == count
    assert degrees(dataset) == {(count - 1, count - 1)}


def test_disjoint_nodes_have_a_literal_each_and_no_link() -> None:
    dataset = generate.disjoint(7, 1)

    assert len({s for s, _, _, _ in dataset}) == len({o for _, _, o, _ in dataset}) == 7
    assert blank_nodes(dataset) == {s for s, _, _, _ in dataset}


@pytest.mark.parametrize("make", [*JSON_FAMILIES, *GRAPHS])
def test_a_seed_fixes_a_document_and_another_seed_changes_it(make: Callable[[int, int], Any]) -> None:
    assert make(8, 3) == make(8, 3)
    assert make(8, 3) != make(8, 4)


@pytest.mark.parametrize("make", JSON_FAMILIES)
def test_the_seed_changes_values_and_nothing_else(make: Callable[[int, int], Any]) -> None:
    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: shape(member) for name, member in value.items()}
        return [shape(each) for each in value] if isinstance(value, list) else type(value)

    assert shape(make(8, 3)) == shape(make(8, 4))


@pytest.mark.parametrize("seed", range(20))
def test_another_seed_renames_the_same_graph(seed: int) -> None:
    one, other = generate.cycle(6, 0), generate.cycle(6, seed)

    assert blank_nodes(one) == blank_nodes(other)
    assert degrees(one) == degrees(other)


def test_generated_values_survive_json() -> None:
    for document in (generate.simple(1), generate.attributes(3, 1), generate.blank_nodes(3, 1)):
        assert document == json.loads(json.dumps(document))
