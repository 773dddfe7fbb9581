"""Contexts come from files that were checked, or not at all."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents.contexts import Context, Contexts, digest, overrides
from canonbench.errors import BadDocument, UnknownContext, UsageError

VCDM = "https://www.w3.org/ns/credentials/v2"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """Make a bundle whose contexts refer to one another in every way that JSON-LD 1.1 has."""
    contexts: dict[str, Any] = {
        "https://c.example/a": {"term": {"@id": "https://t.example/", "@context": "b"}},
        "https://c.example/b": {"@import": "https://c.example/c", "x": None},
        "https://c.example/c": [{"y": {"@id": "https://y.example/", "@context": [{}, "/d"]}}],
        "https://c.example/d": "https://c.example/a",
    }
    items: list[dict[str, Any]] = []
    for url, context in contexts.items():
        file = tmp_path / f"{url[-1]}.json"
        file.write_text(json.dumps({"@context": context}))
        items.append({"url": url, "file": file.name, "sha256": sha256(file.read_bytes()).hexdigest()})
    items[0]["aliases"] = ["https://alias.example/a"]
    (tmp_path / "manifest.json").write_text(json.dumps({"contexts": items}))
    return tmp_path


def test_a_context_of_the_bundle_is_parsed_and_has_its_digest() -> None:
    contexts = Contexts()

    assert "@context" in contexts[VCDM]
    assert contexts.get_context(VCDM).sha256 == (
        "59955ced6697d61e03f2b2556febe5308ab16842846f5b586d7f1f7adec92734"
    )


def test_a_context_is_read_once(bundle: Path) -> None:
    contexts = Contexts(folder=bundle)
    first = contexts["https://c.example/a"]
    (bundle / "a.json").unlink()

    assert first is contexts["https://c.example/a"]


def test_an_alias_stands_for_the_same_file(bundle: Path) -> None:
    contexts = Contexts(folder=bundle)

    assert contexts["https://alias.example/a"] == contexts["https://c.example/a"]
    assert len(contexts) == len(list(contexts)) == 5


def test_other_addresses_of_blockcerts_and_europass_are_known() -> None:
    contexts = Contexts()

    assert (
        contexts["https://www.blockcerts.org/schema/3.0/context.json"]
        == (contexts["https://w3id.org/blockcerts/v3.0"])
    )
    assert (
        contexts["https://data.europa.eu/snb/model/context/edc-ap"]
        == (contexts["http://data.europa.eu/snb/model/context/edc-ap"])
    )


def test_an_unknown_context_is_an_error_that_names_url_and_option() -> None:
    contexts = Contexts()

    assert "https://unreachable.example/ctx" not in contexts
    assert contexts.get("https://unreachable.example/ctx") is None
    with pytest.raises(UnknownContext) as caught:
        contexts["https://unreachable.example/ctx"]
    assert str(caught.value) == (
        "context https://unreachable.example/ctx is not in the bundle, and nothing is fetched: "
        "without it a document is JSON only; "
        "give it with --context https://unreachable.example/ctx=FILE"
    )


def test_an_unknown_context_in_a_document_is_named_with_its_place() -> None:
    document = {"a": [{"@context": [{}, "https://unreachable.example/\n"]}]}

    with pytest.raises(UnknownContext, match=r"unreachable.example/\\n' \(at /a/0/@context/1\)"):
        Contexts().needed(document)


def test_a_file_that_is_not_the_one_in_the_manifest_is_refused(bundle: Path) -> None:
    (bundle / "a.json").write_text('{"@context": {}}')

    with pytest.raises(BadDocument, match=r"a.json has SHA-256 .* not .* as the manifest says; reinstall"):
        Contexts(folder=bundle)["https://c.example/a"]


def test_a_file_that_is_gone_is_named(bundle: Path) -> None:
    (bundle / "a.json").unlink()

    with pytest.raises(BadDocument, match=r"context https://c\.example/a: cannot read a\.json: No such file"):
        Contexts(folder=bundle)["https://c.example/a"]


@pytest.mark.parametrize("text", ["[]", "{}", '{"@context": {}, "@context": {}}'])
def test_a_file_that_is_no_context_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(text)

    with pytest.raises(BadDocument, match=r"context https://mine\.example"):
        Contexts({"https://mine.example": file})["https://mine.example"]


def test_a_named_file_goes_before_the_bundle(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"@context": {"mine": "https://mine.example/"}}')

    assert Contexts({VCDM: file})[VCDM] == {"@context": {"mine": "https://mine.example/"}}


def test_needed_contexts_are_followed_through_imports_and_scoped_contexts(bundle: Path) -> None:
    contexts = Contexts(folder=bundle)

    assert list(contexts.needed({"@context": "https://c.example/a"})) == [
        "https://c.example/a",
        "https://c.example/b",
        "https://c.example/c",
        "https://c.example/d",
    ]


@pytest.mark.parametrize(
    "document",
    [
        None,
        {"@context": None},
        {"@context": {"t": "https://c.example/a", "u": {"@id": "https://c.example/b"}}},
        {"@context": {"@import": 1, "@version": 1.1}},
        {"value": "https://c.example/a"},
    ],
)
def test_a_document_without_references_needs_no_context(document: Any, bundle: Path) -> None:
    assert Contexts(folder=bundle).needed(document) == {}


def test_references_are_found_at_any_depth(bundle: Path) -> None:
    document = [
        {"@context": [{"t": {"@id": "https://t.example", "@context": "https://c.example/d"}}]},
        {"deep": [{"@context": "https://c.example/b"}]},
    ]

    assert set(Contexts(folder=bundle).needed(document)) == {f"https://c.example/{name}" for name in "abcd"}


def test_a_digest_covers_urls_and_files_in_any_order() -> None:
    a, b = Context({}, "1"), Context({}, "2")

    assert digest({"x": a, "y": b}) == digest({"y": b, "x": a})
    assert len({digest({}), digest({"x": a}), digest({"y": a}), digest({"x": b})}) == 4


def test_an_option_names_url_and_file(tmp_path: Path) -> None:
    file = tmp_path / "my=context.json"
    file.touch()
    option = f"https://q.example/?a=b={file}"

    assert overrides([option]) == {"https://q.example/?a=b": file}


@pytest.mark.parametrize("option", ["https://q.example", "https://q.example=", "=x", "a=/no/such/file"])
def test_an_option_without_an_existing_file_is_a_usage_error(option: str) -> None:
    with pytest.raises(UsageError, match=f"--context {option}: no such file; write --context URL=FILE"):
        overrides([option])
