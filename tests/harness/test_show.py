"""The forms in which a document can be shown; ``tests/cli/test_inspect.py`` looks at what they write."""

import json
from dataclasses import replace

import pytest

from canonbench.cli import inspect
from canonbench.documents import corpus
from canonbench.errors import BadDocument
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


@pytest.mark.parametrize("form", ["canonical", "digest", "expanded", "labels", "quads"])
def test_json_without_a_context_has_no_form_in_rdf(form: str) -> None:
    document = replace(corpus.find("ob3"), value={"id": "urn:x"}, kind="json")

    with pytest.raises(BadDocument, match="is no JSON-LD"):
        FORMS[form](document, "canonbench", "sha256")


def test_a_credential_is_shown_as_the_claims_of_an_sd_jwt_vc() -> None:
    shown = json.loads(FORMS["sd-jwt"](corpus.find("credential-20"), "canonbench", "sha256"))

    assert {"iss", "vct", "nbf"} <= shown.keys()
    assert "@context" not in shown


def test_claims_of_an_sd_jwt_vc_are_shown_as_they_are() -> None:
    document = replace(corpus.find("ob3"), value={"vct": "urn:x", "iss": "urn:y"}, kind="json")

    assert json.loads(FORMS["sd-jwt"](document, "canonbench", "sha256")) == document.value


def test_elements_of_an_mdoc_are_shown_in_diagnostic_notation() -> None:
    subject = {"born": "2000-01-31", "marks": [1, {"a": True}], "face": "data:image/png;base64,AAE="}
    document = replace(corpus.find("ob3"), value={"credentialSubject": subject})

    assert FORMS["mdoc"](document, "canonbench", "sha256").splitlines()[1:] == [
        '  born: 1004("2000-01-31")',
        '  marks: [1, {"a": true}]',
        "  face: h'0001'",
    ]


def test_the_mapping_names_what_has_no_counterpart() -> None:
    lines = FORMS["mapping"](corpus.find("credential-20"), "canonbench", "sha256").splitlines()

    assert lines[0].split("\t")[:3] == ["VCDM", "SD-JWT VC", "mdoc"]
    assert any(line.startswith("/@context\t-\t-\t") for line in lines)


@pytest.mark.parametrize("form", ["sd-jwt", "mdoc", "mapping"])
def test_quads_are_no_credential(form: str) -> None:
    with pytest.raises(BadDocument, match="N-Quads"):
        FORMS[form](corpus.find("cycle-10"), "canonbench", "sha256")
