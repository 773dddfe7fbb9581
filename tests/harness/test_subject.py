"""Documents and plug-ins that a command names."""

from pathlib import Path

import pytest

from canonbench.errors import BadDocument, UnknownName, UsageError
from canonbench.harness import subject
from canonbench.stages import jsonld, rdfc

_CONTEXT = '{"@context": {"name": "https://schema.org/name"}}'


def test_documents_come_in_order_and_once() -> None:
    found = subject.find(["simple", "bn-10", "simple"])

    assert [document.name for document in found.documents] == ["simple", "bn-10"]
    assert found.problems == ()


def test_what_fails_is_a_problem_as_long_as_something_is_left(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    (tmp_path / "good.nq").write_text("_:a <urn:p> _:b .\n", encoding="utf-8")

    (tmp_path / "raises.py").write_text("raise ValueError('no way')", encoding="utf-8")

    found = subject.find([str(tmp_path)], plugins=[tmp_path / "raises.py"])

    assert [document.kind for document in found.documents] == ["dataset"]
    assert ["is not JSON" in found.problems[0], "no way" in found.problems[1]] == [True, True]
    assert found.plugins == ()


def test_a_plugin_that_is_not_there_is_a_usage_error_whatever_is_left(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such Python file"):
        subject.find(["simple"], plugins=[tmp_path / "gone.py"])


def test_nothing_left_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")

    with pytest.raises(BadDocument, match="is not JSON"):
        subject.find([str(tmp_path / "bad.json")])


def test_a_name_that_stands_for_nothing_is_an_error_whatever_is_left() -> None:
    with pytest.raises(UnknownName):
        subject.find(["simple", "simpel"])


def test_a_plugins_engines_are_in_the_catalogue(plugin: Path) -> None:
    found = subject.find(["simple"], plugins=[plugin])

    assert "right" in found.catalogue.names
    assert found.plugins == (plugin,)


def test_factors_are_the_options_that_differ(tmp_path: Path) -> None:
    (tmp_path / "context.json").write_text(_CONTEXT, encoding="utf-8")
    (tmp_path / "mine.json").write_text('{"@context": "https://c.example", "name": "A"}', encoding="utf-8")
    contexts = [f"https://c.example={tmp_path / 'context.json'}"]

    plain = subject.find(["simple"])
    other = subject.find([str(tmp_path / "mine.json")], contexts=contexts, algorithm="sha384")
    seeded = subject.find(["simple"], seed=3)

    digest = other.documents[0].contexts_sha256[:8]
    assert plain.factors(plain.documents[0])(rdfc.label) == ()
    assert other.factors(other.documents[0])(rdfc.label) == (("contexts", digest), ("hash", "sha384"))
    assert other.factors(other.documents[0])(jsonld.expand) == (("contexts", digest),)
    assert seeded.factors(seeded.documents[0])(rdfc.label) == (("seed", "3"),)


def test_the_address_of_a_context_that_was_given_stays_private(tmp_path: Path) -> None:
    (tmp_path / "context.json").write_text(_CONTEXT, encoding="utf-8")
    (tmp_path / "mine.json").write_text('{"@context": "https://c.example", "name": "A"}', encoding="utf-8")

    found = subject.find(
        [str(tmp_path / "mine.json"), "ob3"], contexts=[f"https://c.example={tmp_path / 'context.json'}"]
    )

    ((name, digest), *rest) = found.contexts.items()
    assert name == f"user~{digest[:8]}"
    assert all(url.startswith("https://") for url, _ in rest)
    assert len(rest) > 0
