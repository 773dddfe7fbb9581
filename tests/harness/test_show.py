"""The forms in which a document can be shown; ``tests/cli/test_inspect.py`` looks at what they write."""

from canonbench.cli import inspect
from canonbench.documents import corpus
from canonbench.harness.show import FORMS


def test_the_command_line_knows_every_form() -> None:
    assert tuple(FORMS) == inspect.FORMS


def test_the_forms_of_one_document_fit_together() -> None:
    document = corpus.find("ob3")
    canonical = FORMS["canonical"](document, "canonbench", "sha256")

    assert canonical == FORMS["canonical"](document, "pyld", "sha256")
    assert len(canonical.splitlines()) == len(FORMS["quads"](document, "pyoxigraph", "sha256").splitlines())
    assert set(FORMS["labels"](document, "reference", "sha256").split('"')[3::4]) == {
        f"_:c14n{number}" for number in range(4)
    }
