"""canonbench.specs.rdfc10.blocks: datasets as tails of lines."""

import hashlib

import pytest

from canonbench.errors import MalformedInput
from canonbench.specs.rdf import RDF_LANG_STRING, XSD_STRING, Dataset
from canonbench.specs.rdfc10.blocks import hash_nodes, label_links, labels, take_apart, write


def test_tails_are_kept_by_subject_and_what_needs_labels_apart() -> None:
    literal = ("x", XSD_STRING, None)
    dataset: Dataset = (
        ("urn:s", "urn:p", "urn:o", None),
        ("_:e", "urn:p", literal, None),
        ("_:e", "urn:p", ("x", RDF_LANG_STRING, "en"), None),
        ("_:e", "urn:p", ("1", "urn:number", None), None),
        ("urn:s", "urn:p", "_:e", None),
        ("urn:s", "urn:p", literal, "urn:g"),
    )

    assert take_apart(dataset) == (
        {"urn:s": "<urn:p> <urn:o> .\n", "_:e": '<urn:p> "x" .\n'},
        {"_:e": ['<urn:p> "x" .\n', '<urn:p> "x"@en .\n', '<urn:p> "1"^^<urn:number> .\n']},
        [("urn:s", "urn:p", "_:e")],
        [("urn:s", "urn:p", literal, "urn:g")],
    )


@pytest.mark.parametrize(
    ("dataset", "node", "text"),
    [
        ([("_:e", "urn:p", "urn:o", None)], "_:e", "_:a <urn:p> <urn:o> .\n"),
        (
            [("_:e", "urn:q", "urn:o", None), ("_:e", "urn:p", "urn:o", None)],
            "_:e",
            "_:a <urn:p> <urn:o> .\n_:a <urn:q> <urn:o> .\n",
        ),
        ([("urn:s", "urn:p", "_:e", None)], "_:e", "<urn:s> <urn:p> _:a .\n"),
        ([("_:s", "urn:p", "_:e", None)], "_:e", "_:z <urn:p> _:a .\n"),
        ([("_:e", "urn:p", "_:o", None)], "_:e", "_:a <urn:p> _:z .\n"),
        ([("_:e", "urn:p", "_:e", None)], "_:e", "_:a <urn:p> _:a .\n"),
        (
            [("_:e", "urn:q", "_:f", None), ("_:e", "urn:p", "urn:o", None)],
            "_:e",
            "_:a <urn:p> <urn:o> .\n_:a <urn:q> _:z .\n",
        ),
        (
            [
                ("_:e", "urn:p", "_:f", None),
                ("_:e", "urn:q", "urn:o", None),
                ("_:e", "urn:p", "urn:o", None),
            ],
            "_:e",
            "_:a <urn:p> <urn:o> .\n_:a <urn:p> _:z .\n_:a <urn:q> <urn:o> .\n",
        ),
        (
            [
                ("_:s", "urn:p", "_:e", None),
                ("_:e", "urn:p", "urn:o", None),
                ("urn:z", "urn:p", "_:e", None),
                ("urn:a", "urn:p", "_:e", None),
            ],
            "_:e",
            "<urn:a> <urn:p> _:a .\n<urn:z> <urn:p> _:a .\n_:a <urn:p> <urn:o> .\n_:z <urn:p> _:a .\n",
        ),
        ([("urn:s", "urn:p", "urn:o", "_:e")], "_:e", "<urn:s> <urn:p> <urn:o> _:a .\n"),
        ([("urn:s", "urn:p", ("x", XSD_STRING, None), "_:e")], "_:e", '<urn:s> <urn:p> "x" _:a .\n'),
        ([("_:e", "urn:p", "_:o", "_:g")], "_:e", "_:a <urn:p> _:z _:z .\n"),
        ([("_:s", "urn:p", "_:e", "urn:g")], "_:e", "_:z <urn:p> _:a <urn:g> .\n"),
        ([("_:e", "urn:p", "_:e", "_:e")], "_:e", "_:a <urn:p> _:a _:a .\n"),
        (
            [("_:e", "urn:p", ("x", RDF_LANG_STRING, "en"), "urn:g")],
            "_:e",
            '_:a <urn:p> "x"@en <urn:g> .\n',
        ),
        (
            [("_:e", "urn:p", ("1", "urn:number", None), "urn:g")],
            "_:e",
            '_:a <urn:p> "1"^^<urn:number> <urn:g> .\n',
        ),
    ],
)
def test_the_first_degree_hash_is_of_the_sorted_mentions(dataset: Dataset, node: str, text: str) -> None:
    pieces = take_apart(dataset)
    hashes = hash_nodes(pieces, "sha256")

    assert hashlib.sha256(text.encode()).digest() == dict(zip(labels(pieces[0]), hashes, strict=True))[node]


@pytest.mark.parametrize("algorithm", ["sha256", "sha384", "sha512"])
def test_the_hash_algorithm_is_named_as_in_hashlib(algorithm: str) -> None:
    hashes = hash_nodes(take_apart([("_:e", "urn:p", "urn:o", None)]), algorithm)

    assert hashes == [hashlib.new(algorithm, b"_:a <urn:p> <urn:o> .\n").digest()]


def test_a_lone_surrogate_cannot_be_hashed() -> None:
    with pytest.raises(MalformedInput, match=r"a term holds U\+DC00, which is no character"):
        hash_nodes(take_apart([("_:e", "urn:p", "urn:\udc00", None)]), "sha256")


def test_links_are_labelled_into_the_tails_of_their_subjects() -> None:
    first, several, _, _ = pieces = take_apart(
        [
            ("urn:none", "urn:p", "_:e", None),
            ("urn:one", "urn:p", "urn:o", None),
            ("urn:one", "urn:p", "_:e", None),
            ("urn:one", "urn:q", "_:e", None),
            ("urn:one", "urn:p", "_:e", "_:g"),
            ("urn:one", "urn:p", "urn:o", "urn:g"),
            ("urn:graph", "urn:p", "urn:o", "urn:g"),
            ("_:e", "urn:p", "_:e", "urn:g"),
        ]
    )
    hash_nodes(pieces, "sha256")
    label_links(pieces, {"_:e": "_:c14n0", "_:g": "_:c14n1"})

    assert first | several == {
        "urn:none": "<urn:p> _:c14n0 .\n",
        "urn:one": [
            "<urn:p> <urn:o> .\n",
            "<urn:p> _:c14n0 .\n",
            "<urn:q> _:c14n0 .\n",
            "<urn:p> _:c14n0 _:c14n1 .\n",
            "<urn:p> <urn:o> <urn:g> .\n",
        ],
        "urn:graph": "<urn:p> <urn:o> <urn:g> .\n",
        "_:e": ["<urn:p> _:c14n0 <urn:g> .\n"],
        "_:g": "",
    }


def test_blank_nodes_are_numbered_in_their_order() -> None:
    first = {"_:x": "<urn:p> <urn:x> .\n", "urn:s": "<urn:p> <urn:s> .\n", "_:y": "<urn:p> <urn:y> .\n"}

    assert write(first, {}, [1, 0]) == (
        "<urn:s> <urn:p> <urn:s> .\n_:c14n0 <urn:p> <urn:y> .\n_:c14n1 <urn:p> <urn:x> .\n"
    )


def test_tails_come_out_as_sorted_lines() -> None:
    one = "<urn:p> <urn:o> .\n"
    first = {"urn:ab": one, "urn:a": one, "_:x": one, "urn:a1": one, "_:y": one, "_:none": "", "_:z": one}
    several = {"urn:a": ["<urn:q> <urn:o> .\n", one], "_:y": [one, "<urn:p> <urn:a> .\n"]}
    text = write(first, several, [3, 2, 1, 0], ["_:c14n0", "_:c14n2", "_:c14n10", "_:c14n1"])

    assert text.splitlines(keepends=True) == sorted(text.splitlines(keepends=True))
    assert text == (
        "<urn:a1> <urn:p> <urn:o> .\n"
        "<urn:a> <urn:p> <urn:o> .\n"
        "<urn:a> <urn:q> <urn:o> .\n"
        "<urn:ab> <urn:p> <urn:o> .\n"
        "_:c14n0 <urn:p> <urn:o> .\n"
        "_:c14n1 <urn:p> <urn:o> .\n"
        "_:c14n10 <urn:p> <urn:a> .\n"
        "_:c14n10 <urn:p> <urn:o> .\n"
    )
