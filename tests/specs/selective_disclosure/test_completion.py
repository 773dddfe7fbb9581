"""canonbench.specs.selective_disclosure.completion: names for cells of lists and for graphs of containers."""

import re
from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs import jsonld, rdfc10
from canonbench.specs.selective_disclosure import complete, deskolemize

P, Q = "https://example.org/p", "https://example.org/q"
FIRST = "http://www.w3.org/1999/02/22-rdf-syntax-ns#first"
REST = "http://www.w3.org/1999/02/22-rdf-syntax-ns#rest"
NIL = "http://www.w3.org/1999/02/22-rdf-syntax-ns#nil"

EXPANDED: list[Any] = [
    {
        "@id": "urn:t:n1",
        "@type": [Q],
        P: [
            {"@list": [{"@value": "a"}, {"@list": []}, {"@id": "urn:t:n2", P: [{"@list": [{"@value": 1}]}]}]},
            {"@value": "v"},
        ],
        Q: [{"@graph": [{"@id": "urn:t:n3", P: [{"@value": "g"}]}], "@index": "i"}, {"@graph": []}],
        "@reverse": {P: [{"@id": "urn:t:n4", Q: [{"@list": [{"@value": "r"}]}]}]},
        "@included": [{"@id": "urn:t:n5", P: [{"@value": True}]}],
    },
]


def test_a_list_is_written_as_nodes() -> None:
    completed = complete([{"@id": "urn:s", P: [{"@list": [{"@value": "a"}, {"@value": "b"}]}]}], "t")
    (head,) = completed[0][P]
    assert head[FIRST] == [{"@value": "a"}]
    assert head[REST][0][FIRST] == [{"@value": "b"}]
    assert head[REST][0][REST] == [{"@id": NIL}]
    names = {head["@id"], head[REST][0]["@id"]}
    assert len(names) == 2
    assert all(re.fullmatch("urn:t:c[0-9a-f]{64}", name) for name in names)


def test_the_dataset_is_the_same_and_no_label_is_fresh() -> None:
    before = repr(EXPANDED)
    completed = complete(EXPANDED, "t")
    assert before == repr(EXPANDED)
    dataset = deskolemize(jsonld.to_rdf(completed), "t")
    assert rdfc10.canonicalize(deskolemize(jsonld.to_rdf(EXPANDED), "t")) == rdfc10.canonicalize(dataset)
    nodes = {term for quad in dataset for term in quad if isinstance(term, str) and term.startswith("_:")}
    assert all(node.startswith("_:t") for node in nodes)


def test_a_part_is_named_as_the_whole_is() -> None:
    whole = complete(EXPANDED, "t")
    part = [{"@id": "urn:t:n1", P: EXPANDED[0][P], Q: EXPANDED[0][Q][:1]}]
    completed = complete(part, "t")
    assert set(jsonld.to_rdf(completed)) < set(jsonld.to_rdf(whole))
    assert whole == complete(EXPANDED, "t")
    assert completed != complete(part, "k")


def test_lists_at_one_place_of_a_node_are_kept_apart() -> None:
    node = {"@id": "urn:s", P: [{"@list": [{"@value": "a"}]}]}
    expanded = [node, {"@id": "urn:x", Q: [node]}]
    completed = complete(expanded, "t")
    assert completed[0][P][0]["@id"] != completed[1][Q][0][P][0]["@id"]
    assert rdfc10.canonicalize(jsonld.to_rdf(expanded)) == rdfc10.canonicalize(
        deskolemize(jsonld.to_rdf(completed), "t")
    )


def test_where_all_has_names_nothing_is_written_anew() -> None:
    named: list[Any] = [
        {
            "@id": "urn:t:n1",
            P: [{"@id": "urn:t:n2", "@graph": [{"@id": "urn:t:n3", Q: [{"@value": "v"}]}]}, "ignored"],
            "@reverse": {P: [{"@id": "urn:t:n4", Q: [{"@value": "r"}]}]},
        }
    ]
    assert complete(named, "t") is named


def test_a_list_below_a_reverse_property_is_written_as_nodes() -> None:
    expanded: list[Any] = [{"@id": "urn:s", "@reverse": {P: [{"@id": "urn:o", Q: [{"@list": []}]}]}}]
    completed = complete(expanded, "t")
    assert completed[0]["@reverse"][P][0][Q] == [{"@id": NIL}]


def test_a_token_is_made_of_letters_and_digits() -> None:
    with pytest.raises(MalformedInput, match="letters and digits"):
        complete([], "a:b")
