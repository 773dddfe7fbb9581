"""What a document costs, counted."""

import json
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.documents.facts import facts, quads, unsecured
from canonbench.errors import JsonLdError


def written(folder: Path, value: Any) -> str:
    path = folder / "document.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def test_the_minimal_credential_has_the_counts_of_its_text() -> None:
    found = facts(corpus.find("simple"))

    assert (found.quads, found.blank_nodes, found.named_graphs, found.losses) == (5, 1, 0, ())
    assert found.work is not None
    assert (found.work.first_degree_calls, found.work.n_degree_calls) == (1, 0)


def test_contexts_count_with_all_their_scoped_terms() -> None:
    found = facts(corpus.find("ob3"))

    assert (found.contexts, found.terms, found.quads, found.blank_nodes) == (2, 94 + 142, 32, 4)


def test_a_dataset_has_no_json() -> None:
    found = facts(corpus.find("cycle-4"))

    assert (found.quads, found.blank_nodes, found.depth, found.jcs_size) == (4, 4, None, None)
    assert found.work is not None
    assert found.work.n_degree_calls > 0


def test_a_poison_graph_is_over_budget() -> None:
    found = facts(corpus.find("clique-10"))

    assert found.over_budget
    assert (found.work, found.canonical_size) == (None, None)


def test_what_would_not_be_signed_is_named(tmp_path: Path) -> None:
    document = {
        "@context": {"name": "https://schema.org/name"},
        "@id": "urn:x:1",
        "name": "Ada",
        "honours": "first",
    }
    found = facts(corpus.find(written(tmp_path, document)))

    assert [(loss.pointer, loss.value) for loss in found.losses] == [("/honours", "honours")]
    assert found.quads == 1


def test_json_without_a_context_has_only_its_jcs_form(tmp_path: Path) -> None:
    found = facts(corpus.find(written(tmp_path, {"b": [1, {"a": None}]})))

    assert (found.kind, found.depth, found.jcs_size, found.quads) == (
        "json",
        3,
        len('{"b":[1,{"a":null}]}'),
        None,
    )


def test_what_jcs_does_not_take_has_no_jcs_form(tmp_path: Path) -> None:
    assert facts(corpus.find(written(tmp_path, {"n": 2**60}))).jcs_size is None


def test_the_top_proof_is_not_what_is_signed(tmp_path: Path) -> None:
    document = {
        "@context": [{"name": "https://schema.org/name"}, {"other": "urn:other"}],
        "@id": "urn:x:1",
        "name": "Ada",
        "proof": {"lost": 1},
    }
    found = corpus.find(written(tmp_path, document))

    assert facts(found).losses == ()
    assert [quad[1] for quad in quads(found)] == ["https://schema.org/name"]
    assert unsecured([1]) == [1]


def test_what_is_no_json_ld_is_refused(tmp_path: Path) -> None:
    found = corpus.find(written(tmp_path, {"@context": {"@version": 2}, "@id": "urn:x:1"}))

    with pytest.raises(JsonLdError, match="invalid @version value"):
        facts(found)
