"""canonbench.suites.cose: which rows there are, and how outputs are judged."""

import json
from pathlib import Path
from typing import Any

import pytest

from canonbench.specs.cose import EDDSA, ES256, Sign1, Verification
from canonbench.specs.cose_key import CoseKey
from canonbench.suites.cose import examples, vectors

EC_KEY = {"crv": "P-256", "x": "AQ", "y": "Ag"}


def row(message: str, signer: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "input": {"sign0": {"alg": "ES256", "key": EC_KEY, "unprotected": {}, **signer}},
        "intermediates": {"ToBeSign_hex": "84"},
        "output": {"cbor": "D2", "cbor_diag": message},
        **more,
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    removed = row("[h'A1', {}, h'61', h'62']", {})
    removed["input"]["failures"] = {"RemoveCBORTag": 1}
    rows = {
        "a": row("18([h'A1', {4: h'3131'}, h'61', h'62'])", {"external": "ff"}),
        "b": row("998([h'A1', {}, h'61', h'62'])", {}, fail=True),
        "c": removed,
        "d": row(
            "18([h'A0', {1: -8}, h'61', h'62'])",
            {"alg": "EdDSA", "key": {"crv": "Ed25519", "x_hex": "03"}, "unprotected": {"alg": "EdDSA"}},
            fail=True,
        ),
        "e": {"input": {"sign": {}}},
    }
    (tmp_path / "sign").mkdir()
    for name, content in rows.items():
        (tmp_path / "sign" / f"{name}.json").write_text(json.dumps(content))
    return tmp_path


def test_rows_with_one_signer_are_read(root: Path) -> None:
    found = {example.name: example for example in examples(root)}

    assert list("abcd") == list(found)
    assert Verification(
        Sign1(b"\xa1", ((4, b"11"),), b"a", b"b"), ES256, CoseKey(2, 1, b"\x01", b"\x02"), b"\xff"
    ) == (found["a"].verification)
    assert Verification(
        Sign1(b"\xa0", ((1, -8),), b"a", b"b"), EDDSA, CoseKey(1, 6, b"\x03"), algorithm_anywhere=True
    ) == (found["d"].verification)
    assert [(example.tag, example.tag_is_right) for example in found.values()] == [
        (18, True),
        (998, False),
        (None, True),
        (18, True),
    ]


def test_rows_under_a_right_tag_are_vectors(root: Path) -> None:
    found = {vector.name: vector for vector in vectors(root)}

    assert {name: vector.refuse for name, vector in found.items()} == {"a": None, "c": None, "d": ""}
    assert Sign1(b"\xa1", (), b"a", b"b") == found["c"].arrange().message
    assert found["a"].judge(b"a") is None
    assert found["a"].judge(b"b") == "payload b'b' for b'a'"


def test_a_key_without_x_is_no_key(root: Path) -> None:
    (root / "sign" / "a.json").write_text(
        json.dumps(row("18([h'', {}, h'', h''])", {"key": {"crv": "P-256"}}))
    )

    with pytest.raises(ValueError, match="has no x"):
        list(examples(root))
