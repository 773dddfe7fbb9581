"""All engines on a document."""

from pathlib import Path

from canonbench.documents import corpus
from canonbench.harness.agreement import agreement


def test_engines_that_are_right_agree() -> None:
    found = agreement(
        corpus.find("simple"), ["canonbench", "pyoxigraph"], ["rdfc.canonicalize", "nquads.parse"]
    )

    assert found.agreed == 4
    assert found.differ == ()


def test_an_engine_that_differs_is_named_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bell.nq"
    path.write_text('<urn:a> <urn:b> "\\u0007" .\n', encoding="utf-8")
    found = agreement(corpus.find(str(path)), ["canonbench", "pyld"], ["rdfc.canonicalize"])

    assert found.agreed == 1
    assert [line.partition(":")[0] for line in found.differ] == ["rdfc.canonicalize by pyld differs"]
