"""canonbench.suites.cbor: diagnostic notation, and how outputs are judged."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.harness.judge import judge
from canonbench.specs.cbor import Map, Simple, Tag
from canonbench.suites import Vector
from canonbench.suites.cbor import parse_diagnostic, vectors


@pytest.fixture
def found(tmp_path: Path) -> dict[tuple[str, str], Vector]:
    rows: list[dict[str, Any]] = [
        {"hex": "01", "roundtrip": True, "decoded": 1},
        {"hex": "f97e00", "roundtrip": True, "diagnostic": "NaN"},
        {"hex": "9f01ff", "roundtrip": False, "decoded": [1]},
        {"hex": "f818", "roundtrip": True, "diagnostic": "simple(24)"},
    ]
    (tmp_path / "appendix_a.json").write_text(json.dumps(rows))
    return {(vector.stage, vector.name): vector for vector in vectors(tmp_path)}


def test_every_row_is_decoded_and_some_are_encoded(found: dict[tuple[str, str], Vector]) -> None:
    assert list(found) == [
        ("cbor.decode", "01"),
        ("cbor.encode", "01"),
        ("cbor.decode", "f97e00"),
        ("cbor.encode", "f97e00"),
        ("cbor.decode", "9f01ff"),
        ("cbor.decode", "f818"),
    ]
    assert found["cbor.decode", "f818"].refuse == ""
    assert found["cbor.decode", "9f01ff"].refuse == ""
    assert found["cbor.decode", "01"].arrange() == b"\x01"
    assert found["cbor.encode", "01"].arrange() == 1


@pytest.mark.parametrize(
    ("name", "output", "expected"),
    [
        ("01", 1, None),
        ("01", 1.0, "1.0 for 1"),
        ("01", True, "True for 1"),
        ("f97e00", math.nan, None),
    ],
)
def test_what_is_decoded_is_judged_with_its_type(
    found: dict[tuple[str, str], Vector], name: str, output: Any, expected: str | None
) -> None:
    assert expected == found["cbor.decode", name].judge(output)


def test_what_is_encoded_is_judged_by_its_bytes(found: dict[tuple[str, str], Vector]) -> None:
    assert found["cbor.encode", "01"].judge(b"\x01") is None
    assert found["cbor.encode", "01"].judge(b"\x18\x01") == "1801 for 01"
    assert found["cbor.encode", "f97e00"].judge(bytes.fromhex("fb7ff8000000000000")) is None


@pytest.mark.suites
def test_the_engine_meets_appendix_a(suite: Callable[[str], Path]) -> None:
    engines = Catalogue().load("cbor2")
    cases = list(vectors(suite("cbor-appendix-a")))

    assert len(cases) == 146
    assert {vector.stage for vector in cases} == set(engines)
    assert [wrong for vector in cases if (wrong := judge(engines[vector.stage], vector))] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("h'01Ff'", b"\x01\xff"),
        ("(_ h'0102', h'03')", b"\x01\x02\x03"),
        ('"a \\u00fc, \\"b\\""', 'a ü, "b"'),
        ("-Infinity", -math.inf),
        ("Infinity", math.inf),
        ("-4.1", -4.1),
        ("1.0e+300", 1e300),
        ("undefined", Simple(23)),
        ("simple(255)", Simple(255)),
        ('32("http://a/")', Tag(32, "http://a/")),
        ("{1: 2, 3: [true, null]}", Map(((1, 2), (3, [True, None])))),
        ('{"a": {}}', {"a": {}}),
        ("18([h'A0', {4: h'3131'}, false])", Tag(18, [b"\xa0", Map(((4, b"11"),)), False])),
    ],
)
def test_diagnostic_notation_is_read(text: str, expected: Any) -> None:
    assert expected == parse_diagnostic(text)


@pytest.mark.parametrize("text", ["h'0", "1 # 2", "'a'"])
def test_other_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not the diagnostic notation"):
        parse_diagnostic(text)
