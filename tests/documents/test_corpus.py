"""Every name gives a document, every file of a user a private one, and everything else an error."""

import json
import os
import socket
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus, private, resources
from canonbench.documents.contexts import Contexts
from canonbench.documents.credential import make
from canonbench.documents.formats import vcdm
from canonbench.documents.variants import name_of
from canonbench.errors import BadDocument, UnknownContext, UnknownName, UsageError
from canonbench.specs import nquads

OPEN_BADGES = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a document must not open a connection")

    monkeypatch.setattr(socket, "socket", refuse)


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("name", corpus.names())
def test_a_listed_document_is_complete_without_a_network(name: str) -> None:
    document = corpus.find(name)

    assert name == document.name
    assert document.sha256 == sha256(document.data).hexdigest()
    assert document.size == len(document.data) > 0
    assert set(document.contexts) == set(document.context_digests)
    assert (document.source == "generated") == (document.seed is not None)


def test_json_documents_are_their_bytes() -> None:
    for name in ("simple", "ob3", "bn-10"):
        document = corpus.find(name)

        assert document.kind == "jsonld"
        assert document.value == json.loads(document.data)


def test_the_neutral_credential_is_a_document_as_its_vcdm_form() -> None:
    assert corpus.find("credential-20", seed=3).value == vcdm(make(20, 3))


def test_stress_graphs_are_datasets() -> None:
    document = corpus.find("cycle-4", seed=5)

    assert document.kind == "dataset"
    assert nquads.parse(document.data.decode()) == document.value
    assert len(document.value) == 4
    assert document.contexts == {}


def test_a_document_brings_its_contexts_and_their_digests() -> None:
    document = corpus.find("ob3")
    vcdm = "https://www.w3.org/ns/credentials/v2"

    assert set(document.contexts) == {vcdm, OPEN_BADGES}
    assert document.contexts[OPEN_BADGES] == Contexts()[OPEN_BADGES]
    assert document.contexts_sha256 == corpus.find("dcc").contexts_sha256
    assert document.contexts_sha256 != corpus.find("simple").contexts_sha256


def test_any_size_of_a_family_may_be_asked_for() -> None:
    document = corpus.find("bn-7", seed=3)

    assert len(document.value["credentialSubject"]["evidence"]) == 7
    assert document.seed == 3


def test_the_seed_fixes_the_bytes() -> None:
    assert corpus.find("clr-3", seed=1).sha256 == corpus.find("clr-3", seed=1).sha256
    assert corpus.find("clr-3", seed=1).sha256 != corpus.find("clr-3", seed=2).sha256


@pytest.mark.parametrize(("name", "least", "most"), [("clique-65", 2, 64), ("cycle-1", 2, 10_000)])
def test_a_size_beyond_a_family_is_refused(name: str, least: int, most: int) -> None:
    with pytest.raises(UnknownName, match=f"no document '{name}'; .*N from {least} to {most}"):
        corpus.find(name)


@pytest.mark.parametrize("name", ["ob4", "bn-", "bn-0", "bn-007", "cycle-12345678", "simple-3"])
def test_a_name_of_nothing_is_an_error_that_lists_near_ones(name: str) -> None:
    with pytest.raises(UnknownName, match=f"there is no document '{name}'"):
        corpus.find(name)


def test_what_is_no_file_is_said_to_be_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")

    for path in (str(tmp_path / "pipe.json"), os.devnull):
        with pytest.raises(BadDocument, match="is no file; copy what it holds into one"):
            corpus.find(path)


def test_an_empty_name_is_not_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "some.json").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UsageError, match="a document without a name"):
        corpus.files("")


@pytest.mark.parametrize("path", ["missing.json", "missing.jsonld", "missing.nq", "folder/missing"])
def test_a_path_to_nothing_is_said_to_be_no_file(path: str) -> None:
    with pytest.raises(BadDocument, match=f"there is no file {path}; check the path"):
        corpus.find(path)


def test_a_users_document_keeps_no_trace_of_its_place(tmp_path: Path) -> None:
    file = tmp_path / "payslip of Kofi.jsonld"
    file.write_bytes(corpus.find("ob3").data)
    document = corpus.find(str(file))

    assert document.name == f"user~{document.sha256[:8]}"
    assert document.source == "user"
    assert document.seed is None
    assert document.value == corpus.find("ob3").value
    assert document.contexts_sha256 == corpus.find("ob3").contexts_sha256


def test_a_users_n_quads_are_a_dataset(tmp_path: Path) -> None:
    file = tmp_path / "graph.nq"
    file.write_text('_:a <https://p.example/> "x"@en .\n')
    document = corpus.find(str(file))

    assert document.kind == "dataset"
    assert document.value == nquads.parse(file.read_text())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"a": 1}', "json"),
        ("[]", "json"),
        ("3", "json"),
        ('{"@context": {}}', "jsonld"),
        ('[{"@context": {}}, 1]', "jsonld"),
    ],
)
def test_json_without_a_context_is_json_alone(text: str, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)

    assert kind == corpus.find(str(file)).kind


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        (
            "x.json",
            b'{"a": 1, "a": 1}',
            r"x\.json is not I-JSON \(RFC 7493\): a member that occurs twice at /a",
        ),
        ("x.nq", b"<a> <b> <c> .", r"x\.nq is not N-Quads: .*1.*; mend it there"),
        ("x.nq", b"\xff", r"x\.nq is not UTF-8 at byte 0; save it as UTF-8"),
    ],
)
def test_a_bad_file_is_an_error_with_its_place(name: str, data: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(data)

    with pytest.raises(BadDocument, match=message):
        corpus.find(str(file))


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    with file.open("wb") as sparse:
        sparse.truncate(17 * 2**20)

    with pytest.raises(BadDocument, match="has more than 16777216 bytes; use a smaller document"):
        corpus.find(str(file))


def test_a_file_that_may_not_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.json"
    file.touch()
    contexts = Contexts()

    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(resources, "manifest", lambda _: {"credentials": []})
    with pytest.raises(BadDocument, match=r"cannot read .*x\.json: Permission denied; check the file"):
        corpus.find(str(file), contexts=contexts)


def test_a_users_context_is_taken_from_the_named_file(tmp_path: Path) -> None:
    document = tmp_path / "x.json"
    document.write_text('{"@context": "https://unreachable.example/ctx", "name": "x"}')
    context = tmp_path / "ctx.json"
    context.write_text('{"@context": {"name": "https://name.example/"}}')
    given = Contexts({"https://unreachable.example/ctx": context})

    with pytest.raises(UnknownContext, match=r"--context https://unreachable\.example/ctx=FILE"):
        corpus.find(str(document))
    assert corpus.find(str(document), contexts=given).contexts == {
        "https://unreachable.example/ctx": {"@context": {"name": "https://name.example/"}}
    }


def test_a_folder_gives_its_json_and_n_quads_files_in_order(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text("[1]")
    (tmp_path / "a.jsonld").write_text('{"@context": {}}')
    (tmp_path / "c.nq").write_text("")
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / "deeper.json").mkdir()
    documents = corpus.find_all(str(tmp_path))

    assert [document.kind for document in documents] == ["jsonld", "json", "dataset"]
    with pytest.raises(BadDocument, match="is a folder; name one file in it"):
        corpus.find(str(tmp_path))


def test_a_folder_without_documents_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadDocument, match=r"holds no file \.json"):
        corpus.find_all(str(tmp_path))


def test_a_name_is_one_document_of_all() -> None:
    assert [document.name for document in corpus.find_all("ob3")] == ["ob3"]


def test_a_bundled_file_that_was_changed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.json").write_text("{}")
    item = {"name": "x", "file": "x.json", "sha256": "0" * 64}
    (tmp_path / "manifest.json").write_text(json.dumps({"contexts": [], "credentials": [item]}))
    monkeypatch.setattr(resources, "education", lambda: tmp_path)

    with pytest.raises(BadDocument, match=r"x\.json has SHA-256 .*; reinstall canonbench"):
        corpus.find("x")


def test_a_variant_is_a_document_of_its_own_that_says_what_it_is_without() -> None:
    whole, member = corpus.find("ob3-complete"), corpus.find("ob3-complete~without-evidence")
    context = next(each for each in corpus.without(whole) if each.without.endswith("/extensions.json"))
    without = corpus.find(f"ob3-complete~without-{context.suffix}")

    assert (member.name, member.of, member.without) == (
        "ob3-complete~without-evidence",
        "ob3-complete",
        "evidence",
    )
    assert "evidence" not in member.value
    assert json.loads(member.data) == member.value
    assert without.without == context.without
    assert context.without in whole.value["@context"]
    assert context.without not in without.value["@context"]
    assert (whole.of, whole.without) == ("", "")


def test_variants_of_variants_may_be_asked_for() -> None:
    found = corpus.find("ob3-complete~without-evidence~without-image")

    assert {"evidence", "image"} & found.value.keys() == set()
    assert found.of == "ob3-complete~without-evidence"


def test_a_users_variant_is_named_by_digests_that_nobody_else_can_make(tmp_path: Path) -> None:
    url = "https://private.example/context"
    context = tmp_path / "context.json"
    context.write_text('{"@context": {"x": "urn:x:x"}}', encoding="utf-8")
    path = tmp_path / "secret.json"
    path.write_text(json.dumps({"@context": [{"y": "urn:x:y"}, url], "x": 1, "y": 2}), encoding="utf-8")
    loader = Contexts({url: context})
    suffix = private.part_of(path.read_bytes(), url)

    found = corpus.find(f"{path}~without-{suffix}", contexts=loader)

    assert suffix != name_of(url)
    of = f"user~{sha256(path.read_bytes()).hexdigest()[:8]}"
    assert (found.name, found.of, found.without) == (f"{of}~without-{suffix}", of, suffix)
    assert found.value == {"@context": [{"y": "urn:x:y"}], "y": 2}


def test_a_users_variant_does_not_tell_the_name_of_a_member(tmp_path: Path) -> None:
    path = tmp_path / "secret.json"
    path.write_text('{"@context": {"@vocab": "urn:x:"}, "diagnosis": 1, "y": 2}', encoding="utf-8")
    suffix = private.part_of(path.read_bytes(), "diagnosis")

    for asked in ("diagnosis", suffix):
        found = corpus.find(f"{path}~without-{asked}")

        assert found.name == f"{found.of}~without-{suffix}"
        assert (found.without, found.value) == (suffix, {"@context": {"@vocab": "urn:x:"}, "y": 2})
    guesses = {"diagnosis", name_of("diagnosis")}
    assert guesses.isdisjoint(each.suffix for each in corpus.without(corpus.find(str(path))))


def test_the_same_part_of_two_users_documents_has_two_names(tmp_path: Path) -> None:
    suffixes = []
    for number in (1, 2):
        path = tmp_path / f"{number}.json"
        path.write_text(f'{{"@context": {{"@vocab": "urn:x:"}}, "diagnosis": {number}, "y": 2}}', "utf-8")
        suffixes.append({each.suffix for each in corpus.without(corpus.find(str(path)))})

    assert len(suffixes[0]) == len(suffixes[1]) == 3
    assert suffixes[0].isdisjoint(suffixes[1])


def test_a_file_may_be_called_like_a_variant(tmp_path: Path) -> None:
    path = tmp_path / "a~without-b.json"
    path.write_text('{"a": 1}', encoding="utf-8")

    assert corpus.find(str(path)).value == {"a": 1}


def test_a_variant_that_is_none_is_an_unknown_name_that_lists_others() -> None:
    with pytest.raises(UnknownName, match="did you mean ob3~without-name"):
        corpus.find("ob3~without-nam")
    with pytest.raises(UnknownName, match="cycle-10~without-x"):
        corpus.find("cycle-10~without-x")


def test_the_base_context_cannot_be_left_out() -> None:
    with pytest.raises(BadDocument, match="a credential needs the base context of VCDM"):
        corpus.find("ob3~without-8bee4f4f")
