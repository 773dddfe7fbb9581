"""What a verifier is asked and finds, as values."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from canonbench.exchanges.di_findings import Finding, Noted, Options, Report
from canonbench.model.engine import Engine
from canonbench.model.use import Neutral
from canonbench.stages import hashing, key, multibase


def _finding(reason: str) -> Finding:
    return Finding("/proof", "proof", "eddsa-jcs-2022", "", reason)


def test_a_report_verifies_if_something_was_found_and_nothing_is_wrong() -> None:
    assert not Report((), ()).verified
    assert Report((_finding(""),), ("a note",)).verified
    assert not Report((_finding(""), _finding("wrong")), ()).verified
    assert [_finding("").verified, _finding("wrong").verified] == [True, False]


def test_nothing_is_expected_unless_asked_for() -> None:
    assert tuple(Options()) == (None, None, None, None, None, {}, (), None)


def test_what_is_hashed_is_noted_and_nothing_else(engines: Mapping[str, Engine[Any, Any]]) -> None:
    noted = Noted(Neutral(engines))
    digest: Callable[[bytes], bytes] = noted(hashing.sha256, of="proof configuration")
    text = noted(multibase.encode)(multibase.Encoding(digest(b""), "u"))

    assert noted.hashes == [("proof configuration", hashlib.sha256(b"").hexdigest())]
    assert text.startswith("u47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU")
    assert noted.between(key.load, None)("x") == "x"
