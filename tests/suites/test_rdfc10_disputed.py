"""canonbench.suites.rdfc10_disputed: two inputs with one right answer each."""

from collections.abc import Callable
from pathlib import Path

import pytest

from canonbench.suites.rdfc10_disputed import vectors


def test_every_folder_with_an_input_is_a_vector(tmp_path: Path) -> None:
    folder = tmp_path / "loop"
    folder.mkdir()
    (folder / "input.nq").write_text("_:e <urn:p> _:e .\n")
    (folder / "expected.nq").write_text("_:c14n0 <urn:p> _:c14n0 .\n")
    (vector,) = vectors(tmp_path)

    assert (vector.suite, vector.name, vector.stage) == ("rdfc10-disputed", "loop", "rdfc.canonicalize")
    assert vector.arrange() == ((("_:e", "urn:p", "_:e", None),), "sha256")
    assert vector.judge("_:c14n0 <urn:p> _:c14n0 .\n") is None
    assert vector.judge("") == "line 1: '' for '_:c14n0 <urn:p> _:c14n0 .'"


@pytest.mark.suites
def test_the_suite_has_its_two_cases(suite: Callable[[str], Path]) -> None:
    assert [vector.name for vector in vectors(suite("rdfc10-disputed"))] == ["repeated-relation", "self-loop"]
