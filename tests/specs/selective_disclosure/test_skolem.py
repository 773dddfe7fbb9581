"""canonbench.specs.selective_disclosure.skolem: names for blank nodes."""

from typing import Any

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs import rdfc10
from canonbench.specs.selective_disclosure import Processor, deskolemize, skolemize, skolemize_expanded

P = "https://example.org/p"


def test_every_node_has_a_name_and_nothing_else_has() -> None:
    expanded: list[Any] = [
        {
            "@id": "_:b0",
            "@type": ["https://example.org/T", "_:t"],
            P: [
                {"@value": {"a": 1}, "@type": "@json"},
                {"@id": "urn:x:1"},
                {"@list": [{"@value": "v"}, {P: [{"@value": 1}]}]},
                {"@graph": [{"@id": "_:b0"}], "@index": "i"},
            ],
            "@reverse": {P: [{"@type": ["https://example.org/T"]}]},
        },
        {"@included": [{P: []}]},
    ]
    before = repr(expanded)
    named = skolemize_expanded(expanded, "t")
    assert before == repr(expanded)
    assert named == [
        {
            "@id": "urn:t:lb0",
            "@type": ["https://example.org/T", "urn:t:lt"],
            P: [
                {"@value": {"a": 1}, "@type": "@json"},
                {"@id": "urn:x:1"},
                {"@list": [{"@value": "v"}, {"@id": "urn:t:n1", P: [{"@value": 1}]}]},
                {"@graph": [{"@id": "urn:t:lb0"}], "@index": "i"},
            ],
            "@reverse": {P: [{"@id": "urn:t:n2", "@type": ["https://example.org/T"]}]},
        },
        {"@included": [{"@id": "urn:t:n3", P: []}], "@id": "urn:t:n4"},
    ]


def test_names_become_blank_nodes_again_wherever_they_stand() -> None:
    literal = ("urn:t:n1", "http://www.w3.org/2001/XMLSchema#string", None)
    skolemized = (
        ("urn:t:n1", P, "urn:t:lb0", "urn:t:n2"),
        ("urn:tt:n1", P, literal, None),
        ("_:n1", P, "urn:t:n1", None),
    )
    assert deskolemize(skolemized, "t") == (
        ("_:tn1", P, "_:tlb0", "_:tn2"),
        ("urn:tt:n1", P, literal, None),
        ("_:n1", P, "_:tn1", None),
    )


def test_a_part_has_no_blank_node_that_the_whole_has_not() -> None:
    literal = ("_:b9", "http://www.w3.org/2001/XMLSchema#string", None)
    skolemized: Any = (("urn:t:n1", P, literal, None), ("urn:x", P, "urn:t:n2", "_:g"))
    known = {"_:tn1": "_:u1", "_:tn2": "_:u2", "_:g": "_:u3"}
    assert len(deskolemize(skolemized, "t", known)) == 2
    for missing in known:
        with pytest.raises(MalformedInput, match="says what the whole document does not"):
            deskolemize(skolemized, "t", known.keys() - {missing})


def test_a_skolemized_document_says_what_the_document_says(processor: Processor) -> None:
    document = {
        "@context": {
            "@vocab": "https://example.org/",
            "id": "@id",
            "type": "@type",
            "knows": {"@type": "@id"},
        },
        "type": "Person",
        "name": ["Ada", "Countess"],
        "friend": [{"id": "_:f", "name": "Charles"}, {"knows": "_:f"}],
        "likes": {"@list": ["a", {"name": "b"}]},
    }
    skolemized = skolemize(document, "t0k3n", expand=processor.expand, compact=processor.compact)
    expected = rdfc10.canonicalize(processor.to_rdf(processor.expand(document)))
    again = processor.expand(skolemized.compact)
    for expanded in (skolemized.expanded, again):
        dataset = deskolemize(processor.to_rdf(expanded), "t0k3n")
        assert expected == rdfc10.canonicalize(dataset)
    assert skolemized.compact["friend"][0] == {"id": "urn:t0k3n:lf", "name": "Charles"}


@pytest.mark.parametrize("token", ["", "a-b", "a b", "a:", "\u00e9"])
def test_a_token_is_made_of_letters_and_digits(token: str) -> None:
    for function in (skolemize_expanded, lambda _, token: deskolemize((), token)):
        with pytest.raises(MalformedInput, match="letters and digits"):
            function([], token)
