"""The stages of JWS and SD-JWT are given what an exchange of the document gives them."""

from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.errors import BadDocument
from canonbench.harness import codec
from canonbench.harness.freeze import default_stack, record
from canonbench.harness.isolated.sd_jwt import FAMILIES, of_credential
from canonbench.model.use import Recorder
from canonbench.stages import FAMILIES as STAGES

TARGETS = [stage.name for family in sorted(FAMILIES) for stage in STAGES[family]]


def _steps(algorithm: str, targets: list[str] = TARGETS, document: str = "credential-20") -> dict[str, Any]:
    recorder = Recorder(default_stack(Catalogue()))
    of_credential(recorder, corpus.find(document), targets, algorithm)
    return {step.stage: step for step in recorder.steps}


@pytest.mark.parametrize("algorithm", ["sha256", "sha384"])
def test_every_stage_has_an_input_that_can_be_frozen(algorithm: str) -> None:
    steps = _steps(algorithm)

    assert set(steps) == set(TARGETS)
    assert {name: codec.load(codec.dump(step.input)) for name, step in steps.items()} == {
        name: step.input for name, step in steps.items()
    }


def test_inputs_are_the_same_in_every_run() -> None:
    first, second = _steps("sha256"), _steps("sha256")

    assert {name: step.input for name, step in first.items()} == {
        name: step.input for name, step in second.items()
    }


def test_parts_are_the_verifiers_with_five_disclosures_and_the_issuers_with_all() -> None:
    steps = _steps("sha256")

    assert len(steps["sd_jwt.parse"].output.disclosures) == len(steps["sd_jwt.digests"].output) == 5
    assert steps["sd_jwt.parse"].output.kb_jwt is not None
    assert len(steps["sd_jwt.create_disclosures"].output.disclosures) == 20
    assert steps["sd_jwt.issue"].input.key.algorithm == "P-256"
    assert _steps("sha384", ["jws.sign"])["jws.sign"].input.key.algorithm == "P-384"


def test_only_what_is_wanted_is_run() -> None:
    assert set(_steps("sha256", ["kb_jwt.check", "json.parse"])) == {"kb_jwt.check"}
    assert _steps("sha256", ["json.parse"], "cycle-10") == {}


def test_what_is_no_credential_has_no_input_and_one_without_claims_is_refused() -> None:
    recorder = Recorder(default_stack(Catalogue()))
    of_credential(recorder, _Source({"a": 1}), TARGETS, "sha256")
    of_credential(recorder, _Source(["vct"]), TARGETS, "sha256")
    assert recorder.steps == []

    with pytest.raises(BadDocument, match="credentialSubject"):
        of_credential(recorder, _Source({"credentialSubject": "did:example:learner"}), TARGETS, "sha256")


class _Source:
    def __init__(self, value: Any) -> None:
        self.value = value
        self.contexts: dict[str, Any] = {}


def test_the_gate_finds_these_inputs_among_those_of_a_document() -> None:
    steps, error = record(corpus.find("credential-20"), default_stack(Catalogue()), ["sd_jwt.process"])

    assert error is None
    assert [step.stage for step in steps if step.stage.startswith("sd_jwt.")] == ["sd_jwt.process"]
