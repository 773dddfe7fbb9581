"""canonbench.suites.jcs: how outputs are judged, and that every engine is right."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.harness.judge import judge
from canonbench.suites import Vector, folder
from canonbench.suites.jcs import vectors

ENGINES = ("canonbench", "reference", "replay", "rfc8785", "jcs")


@pytest.fixture
def found(tmp_path: Path) -> dict[str, Vector]:
    for name, text in {
        "input/a.json": '{"b": 1.0, "a": 2}',
        "output/a.json": '{"a":2,"b":1}',
        "rfc8785-text/r.input.json": "[ 1 ]",
        "rfc8785-text/r.expected.json": "[1]",
        "numbers/es6-first-10000.txt": "0,0\n3ff0000000000000,1\n",
        "numbers/rfc8785-appendix-b.json": json.dumps(
            {
                "rows": [
                    {"bits": "4000000000000000", "expected": "2"},
                    {"bits": "7fffffffffffffff", "expected": None},
                ]
            }
        ),
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return {vector.name: vector for vector in vectors(tmp_path)}


def test_every_kind_of_vector_is_read(found: dict[str, Vector]) -> None:
    assert {name: vector.arrange() for name, vector in found.items() if vector.refuse is None} == {
        "input/a": {"b": 1.0, "a": 2},
        "rfc8785-text/r": [1],
        "appendix-b/4000000000000000": 2.0,
        "es6-numbers/1": [0.0, 1.0],
    }
    assert found["appendix-b/7fffffffffffffff"].refuse == ""


def test_a_right_output_is_right(found: dict[str, Vector]) -> None:
    assert found["input/a"].judge(b'{"a":2,"b":1}') is None
    assert found["es6-numbers/1"].judge(b"[0,1]") is None


@pytest.mark.parametrize(
    ("name", "output", "expected"),
    [
        ("input/a", b'{"a":2,"b":1.0}', "byte 12: b'.0}' for b'}'"),
        ("input/a", b'{"a":2', "byte 6: b'' for b',\"b\":1}'"),
        ("es6-numbers/1", b"[0,1.0]", "line 2: 1.0 for 1"),
        ("es6-numbers/1", b"[0]", "line 1: an array of another shape for an array of numbers"),
    ],
)
def test_a_wrong_output_is_named(found: dict[str, Vector], name: str, output: bytes, expected: str) -> None:
    assert expected == found[name].judge(output)


def _cases() -> Iterator[Any]:
    root = folder("jcs")
    for engine in ENGINES:
        for vector in vectors(root) if root else ():
            yield pytest.param(engine, vector, id=f"{engine}/{vector.name}")


@pytest.mark.suites
def test_the_suite_is_here(suite: Callable[[str], Path]) -> None:
    assert suite("jcs").is_dir()


@pytest.mark.suites
@pytest.mark.parametrize(("engine", "vector"), list(_cases()))
def test_every_engine_meets_the_suite(engine: str, vector: Vector) -> None:
    assert judge(Catalogue().load(engine)["jcs.canonicalize"], vector) is None


@pytest.mark.suites
def test_sorted_json_of_python_is_no_jcs(suite: Callable[[str], Path]) -> None:
    dumps = Catalogue().load("json")["kit.json_dumps"]
    wrong = {vector.name.partition("/")[0] for vector in vectors(suite("jcs")) if judge(dumps, vector)}

    assert wrong == {"input", "rfc8785-text", "appendix-b", "es6-numbers"}
