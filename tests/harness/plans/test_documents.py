"""The documents of a plan, and what each of them would be without a part of it."""

import json
from pathlib import Path

import pytest

from canonbench.documents import private
from canonbench.errors import BadDocument
from canonbench.harness.plans.chapter import Chapter, Definition, Stages
from canonbench.harness.plans.compose import Wanted, compose
from canonbench.harness.plans.documents import find

_WHOLE = Chapter("whole", "", (Stages(("transform.rdfc",), ("canonbench",), ("ob3", "simple")),))
_LEVERS = Chapter("levers", "", (Stages(("transform.rdfc",), ("canonbench",), (), varied=("ob3",)),))


def _names(chapter: str, *chapters: Chapter, given: tuple[str, ...] = ()) -> list[str]:
    definition = Definition("d", "", chapters)
    subject = find(definition, given)
    planned = compose(definition, Wanted(given=bool(given)), subject).plan
    return [cell.document for cell in planned.cells if cell.chapter == chapter]


def test_a_plan_has_its_own_documents_and_no_variant_that_nobody_wants() -> None:
    assert [each.name for each in find(Definition("d", "", (_WHOLE,))).documents] == ["ob3", "simple"]


def test_a_document_that_is_varied_comes_without_each_of_its_parts() -> None:
    varied = _names("levers", _WHOLE, _LEVERS)

    assert varied == ["ob3~without-e8edcc7b", "ob3~without-name"]
    assert _names("whole", _WHOLE, _LEVERS) == ["ob3", "simple"]


def test_documents_of_the_user_are_varied_in_the_place_of_the_plans(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    base = "https://www.w3.org/ns/credentials/v2"
    subject = {"id": "urn:x:1"}
    credential = {"@context": [base], "type": ["VerifiableCredential"], "credentialSubject": subject}
    file.write_text(json.dumps({**credential, "issuer": "urn:x:2", "name": "mine"}), encoding="utf-8")

    (varied,) = _names("levers", _WHOLE, _LEVERS, given=(str(file),))
    (whole,) = _names("whole", _WHOLE, _LEVERS, given=(str(file),))

    assert whole.startswith("user~")
    assert varied == f"{whole}~without-{private.part_of(file.read_bytes(), 'name')}"


def test_a_document_that_would_lose_data_is_not_varied(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    value = {"@context": [{"x": "urn:x"}, {"y": "urn:y"}], "x": 1, "y": 2, "undefined": 3}
    file.write_text(json.dumps(value), encoding="utf-8")
    definition = Definition("d", "", (_WHOLE, _LEVERS))

    with pytest.raises(BadDocument, match="undefined"):
        find(definition, [str(file)])
    beside = find(definition, ["simple", str(file)])

    assert not [each.name for each in beside.documents if each.name.startswith("user~")]
    (problem,) = beside.problems
    assert "undefined" in problem


def test_a_document_that_cannot_be_read_is_said_once(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")

    found = find(Definition("d", "", (_WHOLE, _LEVERS)), ["simple", str(broken)])

    assert len(found.problems) == 1
