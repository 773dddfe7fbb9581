"""The verb ``inspect``."""

import hashlib
import json
from pathlib import Path

import pytest

from canonbench.cli import main

LOSSY = {"@context": {"name": "https://schema.org/name"}, "@id": "urn:x:1", "name": "Ada", "honours": "first"}
CANONICAL = '<urn:x:1> <https://schema.org/name> "Ada" .\n'


@pytest.fixture
def lossy(tmp_path: Path) -> str:
    path = tmp_path / "diploma.json"
    path.write_text(json.dumps(LOSSY), encoding="utf-8")
    return str(path)


def test_facts_go_to_stdout_and_losses_to_stderr(lossy: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["inspect", lossy])
    said = capsys.readouterr()

    assert code == 0
    assert "quads                    1" in said.out
    assert "not signed: undefined term 'honours' at /honours" in said.err


def test_strict_makes_a_loss_a_failure(lossy: str) -> None:
    assert main(["inspect", lossy, "--strict"]) == 1
    assert main(["inspect", "ob3", "--strict"]) == 0


@pytest.mark.parametrize(("shown", "code"), [("digest", 1), ("canonical", 1), ("jcs", 0)])
def test_what_is_shown_of_quads_names_what_they_lack(
    shown: str, code: int, lossy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", lossy, "--show", shown, "--strict"]) == code
    assert code == capsys.readouterr().err.count("undefined term 'honours' at /honours")


@pytest.mark.parametrize("engine", ["canonbench", "pyld", "pyoxigraph"])
def test_show_canonical_writes_that_and_nothing_else(
    engine: str, lossy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", lossy, "--show", "canonical", "--engine", engine]) == 0
    assert capsys.readouterr().out == CANONICAL


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        ("quads", CANONICAL),
        ("labels", "{}\n"),
        ("digest", hashlib.sha256(CANONICAL.encode()).hexdigest() + "\n"),
        (
            "jcs",
            '{"@context":{"name":"https://schema.org/name"},"@id":"urn:x:1","honours":"first","name":"Ada"}\n',
        ),
    ],
)
def test_every_form_can_be_shown(
    shown: str, text: str, lossy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", lossy, "--show", shown]) == 0
    assert capsys.readouterr().out == text


def test_expanded_is_json(lossy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", lossy, "--show", "expanded"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"@id": "urn:x:1", "https://schema.org/name": [{"@value": "Ada"}]}
    ]


def test_the_hash_algorithm_reaches_the_digest(lossy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", lossy, "--show", "digest", "--hash", "sha384"]) == 0
    assert capsys.readouterr().out == hashlib.sha384(CANONICAL.encode()).hexdigest() + "\n"


def test_a_dataset_has_no_json_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", "cycle-4", "--show", "quads"]) == 0
    assert main(["inspect", "cycle-4", "--show", "jcs"]) == 1
    assert main(["inspect", "cycle-4", "--show", "expanded"]) == 1
    assert "is no JSON-LD" in capsys.readouterr().err


def test_an_engine_without_the_stage_says_what_it_has(lossy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", lossy, "--show", "labels", "--engine", "pyld"]) == 1
    assert "engine pyld does not offer rdfc.label" in capsys.readouterr().err


def test_a_folder_gives_a_row_a_file_and_goes_on_after_a_bad_one(
    lossy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    (tmp_path / "graph.nq").write_text("_:a <urn:p> _:b .\n", encoding="utf-8")
    code = main(["inspect", str(tmp_path)])
    said = capsys.readouterr()

    assert code == 1
    assert [line.split()[1] for line in said.out.splitlines()[1:]] == ["broken", "jsonld", "dataset"]
    assert said.err.count("broken.json") == 1
    assert "Traceback" not in said.err


def test_a_file_without_its_context_or_broken_has_its_row_with_its_size(
    lossy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    (tmp_path / "b.json").write_text('{"@context": "https://issuer.example/v1"}', encoding="utf-8")

    assert main(["inspect", str(tmp_path)]) == 1
    broken, missing, _ = capsys.readouterr().out.splitlines()[1:]
    assert broken.split()[1:] == ["broken", "1", *"-------"]
    assert missing.split()[1:] == ["context", "missing", "41", *"-------"]
    assert main(["inspect", str(tmp_path), "--json"]) == 1
    written = json.loads(capsys.readouterr().out)["documents"]
    assert [each["kind"] for each in written] == ["broken", "context missing", "jsonld"]
    assert "is not JSON" in written[0]["problem"]
    assert "--context https://issuer.example/v1=FILE" in written[1]["problem"]
    assert (written[2]["document"], written[2]["problem"]) == (lossy, None)


def test_a_name_that_stands_for_nothing_has_no_row_among_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", "ob3", "nothing-of-the-kind"]) == 1
    said = capsys.readouterr()

    assert len(said.out.splitlines()) == 2
    assert said.err.startswith("canonbench: nothing-of-the-kind: there is no document")
    assert main(["inspect", "nothing-of-the-kind"]) == 2


@pytest.mark.parametrize("shown", [(), ("--show", "quads")])
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"@context": {}, "@id": 5}', ": invalid @id value: @id is not a string at /@id; mend it there"),
        (b'{"a": "\xff"}', " is not UTF-8 at byte 7; save it as UTF-8"),
    ],
)
def test_an_error_names_the_document_once_with_the_place_and_the_next_step(
    data: bytes, problem: str, shown: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(data)

    assert main(["inspect", str(path), *shown]) == 1
    assert capsys.readouterr().err == f"canonbench: {path}{problem}\n"


def test_json_is_written_for_programs(lossy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", lossy, "ob3", "--json"]) == 0
    assert [each["quads"] for each in json.loads(capsys.readouterr().out)["documents"]] == [1, 32]


def test_one_thing_is_shown_of_one_document(lossy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", lossy, "ob3", "--show", "quads"]) == 1
    assert "writes one document, 2 were named" in capsys.readouterr().err


def test_a_context_can_be_brought(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document, context = tmp_path / "d.json", tmp_path / "c.json"
    document.write_text(
        '{"@context": "https://issuer.example/v1", "@id": "urn:x:1", "name": "Ada"}', encoding="utf-8"
    )
    context.write_text('{"@context": {"name": "https://schema.org/name"}}', encoding="utf-8")

    assert main(["inspect", str(document), "--show", "quads"]) == 1
    assert "--context" in capsys.readouterr().err
    assert (
        main(
            ["inspect", str(document), "--show", "quads", "--context", f"https://issuer.example/v1={context}"]
        )
        == 0
    )
    assert capsys.readouterr().out == CANONICAL
