"""canonbench.specs.rdfc10.paths: Hash N-Degree Quads of the fast implementation."""

import hashlib
import itertools
from collections.abc import Callable, Iterator

import pytest

from canonbench.errors import WorkLimitExceeded
from canonbench.specs import nquads
from canonbench.specs.rdf import Dataset
from canonbench.specs.rdfc10 import fast, reference
from canonbench.specs.rdfc10.paths import Search, as_mentioned, blank_nodes
from canonbench.specs.rdfc10.record import record


def _sha256(*texts: str) -> str:
    return hashlib.sha256("".join(texts).encode()).hexdigest()


def test_the_blank_nodes_of_a_quad_are_distinct_and_in_order() -> None:
    assert list(blank_nodes(("_:s", "urn:p", "_:o", "_:s"))) == ["_:s", "_:o"]
    assert list(blank_nodes(("urn:s", "urn:p", ("_:x", "urn:t", None), None))) == []


@pytest.mark.parametrize(
    ("node", "mentions"),
    [
        ("_:e", ["o<urn:p>_:c14n1", "s<urn:q>_:c14n1", "o<urn:q>_:c14n1", "s<urn:p>_:c14n1", "g_:c14n2"]),
        ("_:f", ["s<urn:p>_:c14n0", "g_:c14n0", "o<urn:p>_:c14n0", "g_:c14n2"]),
        ("_:g", ["s<urn:p>_:c14n1", "o<urn:p>_:c14n0"]),
    ],
)
def test_others_are_mentioned_once_for_each_place_that_they_have(node: str, mentions: list[str]) -> None:
    dataset = nquads.parse(
        "_:e <urn:p> _:f .\n_:e <urn:p> _:e .\n_:f <urn:q> _:f _:e .\n"
        "_:e <urn:p> <urn:o> .\n_:f <urn:p> _:e _:g .\n"
    )
    search = Search(dataset, {}, "sha256", 100)
    search.canonical.update({"_:e": "_:c14n0", "_:f": "_:c14n1", "_:g": "_:c14n2"})
    paths = {_sha256(mention): mention[mention.index("_") :] for mention in mentions}

    assert search.run(node).hash == _sha256(*itertools.chain(*sorted(paths.items())))


def test_nodes_are_put_in_the_order_of_their_first_mention() -> None:
    dataset = nquads.parse(
        '<urn:s> <urn:p> "x" _:g .\n<urn:s> <urn:p> _:o .\n_:s <urn:p> _:g <urn:g> .\n_:x <urn:p> _:o .\n'
    )

    assert list(as_mentioned(dataset, {"_:s", "_:o", "_:g"})) == ["_:g", "_:o", "_:s"]


def test_a_blank_node_without_others_is_hashed_as_the_empty_text() -> None:
    search = Search([("_:e", "urn:p", "_:e", None)], {}, "sha256", 1)

    assert search.run("_:e") == (_sha256(), {"_:e": "_:b0"})
    with pytest.raises(WorkLimitExceeded):
        search.run("_:e")


def test_an_identifier_stands_in_the_path_once_for_each_mention() -> None:
    dataset = nquads.parse("_:e <urn:p> <urn:a> _:g .\n_:e <urn:p> <urn:b> _:g .\n")
    search = Search(dataset, {}, "sha256", 100)
    search.canonical["_:g"] = "_:c14n7"

    assert search.run("_:e") == (_sha256(_sha256("g_:c14n7"), "_:c14n7_:c14n7"), {"_:e": "_:b0"})


def test_a_blank_node_met_without_identifier_is_followed() -> None:
    dataset = nquads.parse("_:e <urn:p> _:f .\n")
    search = Search(dataset, {"_:f": "first-degree hash"}, "sha256", 100)
    back = _sha256(_sha256("s<urn:p>_:b0"), "_:b0")
    path = f"_:b1_:b1<{back}>"

    assert search.run("_:e") == (
        _sha256(_sha256("o<urn:p>first-degree hash"), path),
        {"_:e": "_:b0", "_:f": "_:b1"},
    )


@pytest.mark.parametrize("nodes", [3, 4, 5])
def test_a_search_ends_within_its_bound_or_not_at_all(nodes: int, clique: Callable[[int], Dataset]) -> None:
    dataset = clique(nodes)
    recording = record(dataset)
    counts = recording.counts
    steps = counts.n_degree_calls + counts.related_calls + counts.permutations
    ((hash_, alike),) = recording.n_degree.hash_to_blank_nodes.items()
    hashes = dict.fromkeys(alike, hash_)

    enough = Search(dataset, hashes, "sha256", steps)
    assert tuple(enough.run(node) for node in alike) == recording.n_degree_results

    scarce = Search(dataset, hashes, "sha256", steps - 1)
    with pytest.raises(WorkLimitExceeded, match=f"more than {steps - 1} steps"):
        [scarce.run(node) for node in alike]


@pytest.mark.parametrize("predicate", range(8))
def test_blank_nodes_that_got_identifiers_since_they_were_hashed_are_put_in_order(predicate: int) -> None:
    lines = [f"_:e <urn:{predicate}> _:{node} .\n" for node in "fg"]
    lines += [f"_:e <urn:q> <urn:{number}> _:{node} .\n" for node in "fg" for number in range(3)]
    dataset = nquads.parse("".join(lines))

    def outcomes(canonicalize: Callable[..., str]) -> Iterator[str]:
        for limit in (None, *range(-64, 64, 4)):
            try:
                yield canonicalize(dataset, work_limit=limit)
            except WorkLimitExceeded as error:
                yield str(error)

    found = list(outcomes(fast.canonicalize))
    assert found == list(outcomes(reference.canonicalize))
    assert len(set(found)) > 2
