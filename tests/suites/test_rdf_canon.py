"""canonbench.suites.rdf_canon: how the suite is read, and how outputs are judged."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from canonbench.suites import Vector
from canonbench.suites.rdf_canon import judge_lines, vectors

_IN = '_:e0 <urn:p> "\x85" .\n'
_OUT = '_:c14n0 <urn:p> "\x85" .\n'


@pytest.fixture
def found(tmp_path: Path) -> dict[str, Vector]:
    entries = [
        {"id": "#1c", "type": "rdfc:RDFC10EvalTest", "action": "in.nq", "result": "out.nq"},
        {"id": "#1m", "type": "rdfc:RDFC10MapTest", "action": "in.nq", "result": "map.json"},
        {"id": "#2c", "type": "rdfc:RDFC10NegativeEvalTest", "action": "in.nq"},
        {
            "id": "#3c",
            "type": "rdfc:RDFC10EvalTest",
            "action": "in.nq",
            "result": "out.nq",
            "hashAlgorithm": "SHA384",
        },
    ]
    for name, text in {
        "manifest.jsonld": json.dumps({"entries": entries}),
        "in.nq": _IN,
        "out.nq": _OUT,
        "map.json": '{"e0": "c14n0"}',
    }.items():
        (tmp_path / name).write_bytes(text.encode())
    return {vector.name: vector for vector in vectors(tmp_path)}


def test_the_whole_manifest_is_read(found: dict[str, Vector]) -> None:
    assert {name: vector.stage for name, vector in found.items()} == {
        "1c": "rdfc.canonicalize",
        "1m": "rdfc.label",
        "2c": "rdfc.canonicalize",
        "3c": "rdfc.canonicalize",
    }
    assert {vector.suite for vector in found.values()} == {"rdf-canon"}


def test_the_input_is_a_dataset_and_a_hash_algorithm(found: dict[str, Vector]) -> None:
    dataset, algorithm = found["1c"].arrange()

    assert [quad[0] for quad in dataset] == ["_:e0"]
    assert (algorithm, found["3c"].arrange().hash) == ("sha256", "sha384")


def test_an_evaluation_is_judged_by_every_byte(found: dict[str, Vector]) -> None:
    judge = found["1c"].judge

    assert judge(_OUT) is None
    assert judge(_OUT[:-1]) == "line 2: None for ''"
    assert judge(_OUT.replace("\x85", "\\u0085")) == (
        r"""line 1: '_:c14n0 <urn:p> "\\u0085" .' for '_:c14n0 <urn:p> "\x85" .'"""
    )


def test_a_map_is_judged_by_its_labels(found: dict[str, Vector]) -> None:
    judge = found["1m"].judge

    assert judge({"_:e0": "_:c14n0"}) is None
    assert judge({"_:e0": "_:c14n1"}) == "_:e0: _:c14n1 for _:c14n0"
    assert judge({}) == "_:e0: None for _:c14n0"
    assert judge({"_:e0": "_:c14n0", "_:e1": "_:c14n1"}) == "_:e1: _:c14n1 for None"


def test_the_negative_vector_wants_an_error(found: dict[str, Vector]) -> None:
    assert found["2c"].refuse == ""
    assert found["2c"].judge("x" * 7) == "gave 7 characters where an error is right"
    assert found["1c"].refuse is None


def test_a_line_too_many_is_named() -> None:
    assert judge_lines("a\n", "a\nb\n") == "line 2: 'b' for ''"


@pytest.mark.suites
def test_the_suite_has_its_86_tests(suite: Callable[[str], Path]) -> None:
    read = list(vectors(suite("rdf-canon")))

    assert Counter((vector.stage, vector.refuse) for vector in read) == {
        ("rdfc.canonicalize", None): 64,
        ("rdfc.label", None): 21,
        ("rdfc.canonicalize", ""): 1,
    }
    assert len([vector for vector in read if vector.arrange().hash == "sha384"]) == 2
