"""Inputs of the contrast rows, and that the engine ``kit`` proves itself on them."""

from pathlib import Path
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.harness import gate, plan
from canonbench.harness.freeze import default_stack, freeze
from canonbench.harness.isolated.kit import given
from canonbench.stages import FAMILIES, kit
from canonbench.stages.jsonld import Source

UNDER = default_stack(Catalogue())
NAMES = [stage.name for stage in FAMILIES["kit"] if stage is not kit.json_dumps]


def _source(name: str) -> Source:
    document = corpus.find(name)
    return Source(document.value, dict(document.contexts))


@pytest.mark.parametrize("name", ["simple", "credential-20"])
def test_the_kit_proves_itself_on_every_row(name: str, tmp_path: Path) -> None:
    cases = plan.cases(plan.targets("kit"), name)
    inputs = freeze(cases, [corpus.find(name)], Catalogue(), tmp_path).inputs

    proved = gate.prove(plan.choose(["kit"], again=False)[0], cases, inputs)

    assert {outcome.case: (outcome.kind, outcome.reason) for outcome in proved.outcomes.values()} == {
        f"{each}/{name}": ("ok", "") for each in NAMES
    }


def test_what_is_checked_is_what_is_signed() -> None:
    source = _source("credential-20")
    engines = Catalogue().load("kit")
    sign = engines["kit.mdoc_sign"].neutral()

    assert sign(given(UNDER, "kit.mdoc_sign", source)).message == (
        given(UNDER, "kit.mdoc_verify", source).message
    )


def test_an_element_is_a_member_of_the_subject() -> None:
    elements = given(UNDER, "kit.mdoc_sign", _source("simple")).elements
    several = Source({"credentialSubject": [{"id": "urn:x:1", "name": "Ada"}, {}]}, {})

    assert elements == {"name": "Goran Greyfell"}
    assert given(UNDER, "kit.mdoc_sign", several).elements == {"name": "Ada"}


def test_a_token_says_the_same_whatever_the_document() -> None:
    one, other = (given(UNDER, "kit.sd_jwt_verify", _source(name)) for name in ("simple", "credential-20"))

    assert one == other


@pytest.mark.parametrize(
    ("name", "document"),
    [("kit.json_dumps", {"credentialSubject": {}}), ("kit.jcs_sign", {"name": "x"}), ("kit.jcs_sign", [])],
)
def test_what_is_no_credential_or_no_contrast_row_has_no_input(name: str, document: Any) -> None:
    assert given(UNDER, name, Source(document, {})) is None


def test_json_that_is_no_json_ld_has_no_contrast_row(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"credentialSubject": {"name": "Ada"}}', encoding="utf-8")
    document = corpus.find(str(path))
    (tmp_path / "frozen").mkdir()

    frozen = freeze(
        plan.cases(plan.targets("kit"), document.name), [document], Catalogue(), tmp_path / "frozen"
    )

    assert set(frozen.inputs.cases) == {f"kit.json_dumps/{document.name}"}
