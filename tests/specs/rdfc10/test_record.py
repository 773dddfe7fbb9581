"""canonbench.specs.rdfc10.record: counts worked by hand, and replays of what was recorded."""

import hashlib
from collections.abc import Callable
from types import ModuleType

import pytest

from canonbench.specs import nquads
from canonbench.specs.rdf import XSD_STRING, Dataset
from canonbench.specs.rdfc10 import fast, reference
from canonbench.specs.rdfc10.record import (
    record,
    replay_canonicalize,
    replay_first_degree,
    replay_label,
    replay_n_degree,
    replay_serialize,
)
from canonbench.specs.rdfc10.work import NDegreeCall, WorkCounts

_HEX = 64  # characters of a SHA-256


def test_without_blank_nodes_there_is_only_the_sort_of_the_output() -> None:
    dataset = (("urn:s", "urn:p", "urn:o", None), ("urn:s", "urn:p", "urn:q", "urn:g"))

    # ca.4 and ca.5 each sort no hash at all
    assert record(dataset).counts == WorkCounts(quads=2, sorts=3, lines_sorted=2)


def test_unique_blank_nodes_take_one_first_degree_hash_each() -> None:
    dataset = tuple((f"_:e{i}", "urn:p", (str(i), XSD_STRING, None), None) for i in range(3))

    assert record(dataset).counts == WorkCounts(
        quads=3,
        blank_nodes=3,
        mentions=3,
        hash_calls=3,
        bytes_hashed=3 * len('_:a <urn:p> "0" .\n'),
        first_degree_calls=3,
        sorts=3 + 3,  # h1dq.4 for each; ca.4, ca.5, ca.7
        lines_sorted=3 + 3,
        hashes_sorted=3,
    )


def test_a_loop_is_mentioned_once() -> None:
    assert record((("_:e", "urn:p", "_:e", "_:e"),)).counts == WorkCounts(
        quads=1,
        blank_nodes=1,
        mentions=1,
        hash_calls=1,
        bytes_hashed=len("_:a <urn:p> _:a _:a .\n"),
        first_degree_calls=1,
        sorts=4,
        lines_sorted=2,
        hashes_sorted=1,
    )


def test_two_that_link_each_other_are_hashed_from_both_ends() -> None:
    dataset = (("_:e", "urn:p", "_:f", None), ("_:f", "urn:p", "_:e", None))
    line, related = len("_:a <urn:p> _:z .\n"), len("o<urn:p>")
    # ca.5.2.4 for _:e: _:f is related as object and as subject, with no identifier: two first-degree hashes.
    # The first related hash leads to _:f, where _:e is related twice and known; the second finds _:f known.
    first = 2 * (2 * line)
    outer = 2 * (related + _HEX) + len("_:b1" + "_:b1<>" + "_:b1") + 3 * _HEX
    inner = 2 * (related + len("_:b0")) + 2 * (_HEX + len("_:b0"))

    assert record(dataset).counts == WorkCounts(
        quads=2,
        blank_nodes=2,
        mentions=4,
        hash_calls=2 + 2 * (2 + 2 + 1 + 2 + 1),
        bytes_hashed=2 * (2 * line) + 2 * (first + outer + inner),
        first_degree_calls=2 + 2 * 2,
        related_calls=2 * 4,
        n_degree_calls=2 * 2,
        permutations=2 * 4,
        sorts=6 + 4 + 4,  # h1dq.4; hndq.5; ca.4, ca.5, ca.5.3, ca.7
        lines_sorted=6 * 2 + 2,
        hashes_sorted=4 * 2 + 1 + 1 + 2,
    )


def test_a_triangle_tries_each_order_of_its_like_neighbours(clique: Callable[[int], Dataset]) -> None:
    counts = record(clique(3)).counts

    # From each blank node: 2 related hashes with 2 neighbours each. For the first, 2 permutations, each with
    # 2 recursive calls, where every neighbour is known: 4 related hashes and 4 permutations. For the second,
    # 2 permutations without recursion.
    assert counts.n_degree_calls == 3 * (1 + 2 * 2)
    assert counts.related_calls == 3 * (4 + 4 * 4)
    assert counts.permutations == 3 * (2 + 4 * 4 + 2)
    assert counts.first_degree_calls == 3 + 3 * 4
    assert counts.hash_calls == counts.first_degree_calls + counts.related_calls + counts.n_degree_calls


def test_a_graph_name_is_related_once_for_each_quad_and_tried_in_one_order() -> None:
    lines = [f'_:p{n} <urn:o{i}> "v" _:g{n} .' for n in range(2) for i in range(6)]
    dataset = nquads.parse("\n".join(["<urn:s> <urn:p> _:g0 .", *lines]))
    counts = record(dataset).counts

    assert counts.n_degree_calls == 2
    assert counts.related_calls == 2 * 6
    assert counts.permutations == 2


def test_counts_do_not_depend_on_labels_or_order_where_no_path_is_cut_short() -> None:
    dataset = tuple((f"_:e{i}", "urn:p", f"_:e{(i + 1) % 5}", None) for i in range(5))
    renamed = tuple((f"_:c14n{s[3:]}", p, f"_:c14n{o[3:]}", g) for s, p, o, g in reversed(dataset))

    assert record(dataset).counts == record(renamed).counts


@pytest.fixture
def dataset() -> Dataset:
    """Give two unique blank nodes, two pairs that are alike, and a quad without any."""
    pairs = "".join(f"_:{a} <urn:p> _:{b} .\n_:{b} <urn:p> _:{a} .\n" for a, b in ("ef", "gh"))
    return nquads.parse(pairs + '_:x <urn:q> "x" .\n_:y <urn:q> _:x <urn:g> .\n<urn:s> <urn:q> "\\n" .\n')


@pytest.mark.parametrize("algorithm", ["sha256", "sha384"])
def test_replays_give_the_outputs_of_the_run(dataset: Dataset, algorithm: str) -> None:
    recording = record(dataset, algorithm)

    assert replay_canonicalize(recording) == reference.canonicalize(dataset, algorithm)
    assert replay_serialize(recording) == recording.canonical
    assert replay_label(recording) == reference.label(dataset, algorithm)
    assert replay_first_degree(recording) == reference.hash_first_degree(recording.first_degree)
    assert replay_n_degree(recording) == reference.hash_n_degree(recording.n_degree)


@pytest.mark.parametrize("implementation", [fast, reference], ids=["fast", "reference"])
def test_the_recorded_calls_give_the_recorded_results(dataset: Dataset, implementation: ModuleType) -> None:
    recording = record(dataset)

    assert implementation.hash_first_degree(recording.first_degree) == replay_first_degree(recording)
    assert implementation.hash_n_degree(recording.n_degree) == recording.n_degree_results


def test_all_hashing_of_the_run_is_recorded_with_its_bytes(dataset: Dataset) -> None:
    recording = record(dataset)
    parts = (recording.hashing, recording.unique, recording.shared, recording.serializing)
    hashed = [octets for part in parts for octets in part.hashed]

    assert recording.counts.hash_calls == len(hashed)
    assert recording.counts.bytes_hashed == sum(map(len, hashed))
    assert recording.counts.sorts == sum(len(part.sorted) for part in parts)
    assert recording.hashing.hashed[-1] == b"_:a <urn:q> _:z <urn:g> .\n"
    assert replay_first_degree(recording)[-1] == hashlib.sha256(recording.hashing.hashed[-1]).hexdigest()


def test_calls_are_recorded_in_order_with_their_state(dataset: Dataset) -> None:
    recording = record(dataset)

    assert recording.first_degree.identifiers == ("_:e", "_:f", "_:g", "_:h", "_:x", "_:y")
    assert list(recording.n_degree.hash_to_blank_nodes.values()) == [("_:e", "_:f", "_:g", "_:h")]
    assert recording.n_degree.calls == tuple(NDegreeCall(f"_:{name}", 2) for name in "efgh")
    assert recording.n_degree_results[0].issued == {"_:e": "_:b0", "_:f": "_:b1"}
    assert list(recording.n_degree.canonical.values()) == [f"_:c14n{i}" for i in range(6)]
