"""canonbench.specs.rdfc10.reference: the text's own examples, and the work it makes."""

from collections.abc import Callable

import pytest

from canonbench.errors import MalformedInput, WorkLimitExceeded
from canonbench.specs import nquads
from canonbench.specs.rdf import XSD_STRING, Dataset
from canonbench.specs.rdfc10 import reference
from canonbench.specs.rdfc10.reference import (
    CanonicalizationState,
    IdentifierIssuer,
    hash_blank_nodes,
    hash_first_degree_quads,
    hash_related_blank_node,
    label_shared,
    label_unique,
    map_quads,
)
from canonbench.specs.rdfc10.search import DEFAULT_WORK_LIMIT, STEPS_PER_NODE
from canonbench.specs.rdfc10.work import Work

E = "http://example.com/#"

# The example of shared hashes in the text (#ex-ca-shared-hashes).
SHARED = nquads.parse(
    f"<{E}p> <{E}q> _:e0 .\n<{E}p> <{E}q> _:e1 .\n"
    f"_:e0 <{E}p> _:e2 .\n_:e1 <{E}p> _:e3 .\n_:e2 <{E}r> _:e3 .\n"
)


def _first_degree(dataset: Dataset) -> CanonicalizationState:
    state = CanonicalizationState()
    map_quads(state, dataset)
    hash_blank_nodes(state)
    return state


def test_identifiers_are_issued_once_and_numbered() -> None:
    issuer = IdentifierIssuer("_:c14n")

    assert [issuer.issue(node) for node in ("_:x", "_:y", "_:x")] == ["_:c14n0", "_:c14n1", "_:c14n0"]
    assert list(issuer.issued_identifiers_map) == ["_:x", "_:y"]


def test_a_copy_of_an_issuer_goes_its_own_way() -> None:
    issuer = IdentifierIssuer("_:b")
    issuer.issue("_:x")
    copy = issuer.copy()
    copy.issue("_:y")

    assert issuer == IdentifierIssuer("_:b", 1, {"_:x": "_:b0"})
    assert copy == IdentifierIssuer("_:b", 2, {"_:x": "_:b0", "_:y": "_:b1"})


def test_unique_hashes_are_those_of_the_text() -> None:
    text = f"<{E}p> <{E}q> _:e0 .\n<{E}p> <{E}r> _:e1 .\n_:e0 <{E}s> <{E}u> .\n_:e1 <{E}t> <{E}u> .\n"
    state = _first_degree(nquads.parse(text))

    assert state.hash_to_blank_nodes_map == {
        "21d1dd5ba21f3dee9d76c0c00c260fa6f5d5d65315099e553026f4828d0dc77a": ["_:e0"],
        "6fa0b9bdb376852b5743ff39ca4cbf7ea14d34966b2828478fbf222e7c764473": ["_:e1"],
    }


def test_shared_hashes_are_those_of_the_text() -> None:
    assert _first_degree(SHARED).hash_to_blank_nodes_map == {
        "3b26142829b8887d011d779079a243bd61ab53c3990d550320a17b59ade6ba36": ["_:e0", "_:e1"],
        "15973d39de079913dac841ac4fa8c4781c0febfba5e83e5c6e250869587f8659": ["_:e2"],
        "7e790a99273eed1dc57e43205d37ce232252c85b26ca4a6ff74ff3b5aea7bccd": ["_:e3"],
    }


def test_a_related_hash_is_that_of_the_text() -> None:
    state = _first_degree(SHARED)
    label_unique(state)

    assert hash_related_blank_node(state, "_:e2", SHARED[2], IdentifierIssuer("_:b"), "o") == (
        "29cf7e22790bc2ed395b81b3933e5329fc7b25390486085cac31ce7252ca60fa"
    )


def test_the_issued_identifiers_map_of_shared_hashes_is_that_of_the_text() -> None:
    assert list(reference.label(SHARED).items()) == [
        ("_:e2", "_:c14n0"),
        ("_:e3", "_:c14n1"),
        ("_:e1", "_:c14n2"),
        ("_:e0", "_:c14n3"),
    ]


def test_first_degree_hashes_of_a_blank_graph_name_are_those_of_the_text() -> None:
    text = (
        f'_:e0 <{E}p1> _:e1 .\n_:e1 <{E}p2> "Foo" .\n_:e1 <{E}p3> _:g0 .\n'
        f'_:e0 <{E}p1> _:e1 _:g0 .\n_:e1 <{E}p2> "Bar" _:g0 .\n'
    )
    state = _first_degree(nquads.parse(text))

    assert {node: hash_[:8] for hash_, (node,) in state.hash_to_blank_nodes_map.items()} == {
        "_:e0": "39fa92e7",
        "_:e1": "5274652a",
        "_:g0": "efb00961",
    }


def test_a_quad_that_names_a_blank_node_twice_is_in_its_mention_set_once() -> None:
    quad = ("_:e", "urn:p", "_:e", "_:e")
    state = CanonicalizationState()
    map_quads(state, [quad])

    assert state.blank_node_to_quads_map == {"_:e": [quad]}
    assert hash_first_degree_quads(state, "_:e") == Work().hash("_:a <urn:p> _:a _:a .\n")


def _work(dataset: Dataset, work_limit: int = DEFAULT_WORK_LIMIT) -> Work:
    state = CanonicalizationState(work=Work(work_limit=work_limit))
    map_quads(state, dataset)
    hash_blank_nodes(state)
    label_unique(state)
    label_shared(state)
    return state.work


def test_a_clique_is_refused_at_the_step_after_the_default_bound(
    clique: Callable[[int], Dataset],
) -> None:
    state = _first_degree(clique(10))
    label_unique(state)
    with pytest.raises(WorkLimitExceeded):
        label_shared(state)
    work = state.work

    assert work.n_degree_calls + work.related_calls + work.permutations == (
        DEFAULT_WORK_LIMIT + STEPS_PER_NODE * 10 + 1
    )


def test_the_limit_counts_what_goes_beyond_a_few_steps_for_each_blank_node(
    clique: Callable[[int], Dataset],
) -> None:
    work = _work(clique(4))
    steps = work.n_degree_calls + work.related_calls + work.permutations

    assert steps == 1012
    assert _work(clique(4), work_limit=steps - 4 * STEPS_PER_NODE).counts() == work.counts()
    with pytest.raises(WorkLimitExceeded):
        _work(clique(4), work_limit=steps - 4 * STEPS_PER_NODE - 1)


def test_a_chain_may_be_longer_than_the_stack(twin_chains: Callable[[int], Dataset]) -> None:
    labels = reference.label(twin_chains(1_100))

    assert len(labels) == 2_202


def test_a_map_without_a_blank_node_of_the_dataset_is_refused() -> None:
    with pytest.raises(MalformedInput, match=r"the issued identifiers map has no identifier for _:o"):
        reference.serialize((("_:s", "urn:p", "_:o", None),), {"_:s": "_:c14n0"})


def test_the_parts_in_turn_are_the_whole() -> None:
    assert reference.serialize(SHARED, reference.label(SHARED)) == reference.canonicalize(SHARED)


def test_the_empty_dataset_is_the_empty_text() -> None:
    assert reference.canonicalize(()) == ""
    assert reference.label(()) == {}


def test_a_dataset_without_blank_nodes_is_sorted() -> None:
    quads = (("urn:s", "urn:p", ("b", XSD_STRING, None), None), ("urn:s", "urn:p", "urn:o", "urn:g"))

    assert reference.canonicalize(quads) == '<urn:s> <urn:p> "b" .\n<urn:s> <urn:p> <urn:o> <urn:g> .\n'
