"""The stages of an mdoc get the inputs of an exchange of the document."""

from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.errors import BadDocument, SpecError, VerificationFailed
from canonbench.harness.codec import dump
from canonbench.harness.freeze import default_stack, record
from canonbench.harness.isolated.mdoc import FAMILIES
from canonbench.stages import STAGES

NAMES = {name for name, stage in STAGES.items() if stage.family in FAMILIES}


def _recorded(document: Any, algorithm: str) -> Any:
    steps, error = record(document, default_stack(Catalogue()), NAMES, algorithm)
    return {step.stage: step for step in steps if step.stage in NAMES}, error


@pytest.mark.parametrize("algorithm", ["sha256", "sha384"])
def test_every_stage_has_an_input_that_can_be_frozen(algorithm: str) -> None:
    steps, error = _recorded(corpus.find("ob3"), algorithm)

    assert error is None
    assert set(steps) == NAMES
    assert len({dump(step.input) for step in steps.values()}) == len(NAMES) - 1  # key and validity of one


def test_verifiers_refuse_every_tampered_form_of_their_input() -> None:
    steps, _ = _recorded(corpus.find("credential-20"), "sha256")
    engines = default_stack(Catalogue()).engines
    refused = 0
    for name in sorted(NAMES):
        for changed in (STAGES[name].tampered or (lambda _: []))(steps[name].input):
            with pytest.raises((VerificationFailed, SpecError)):
                engines[name].neutral()(changed)
            refused += 1

    assert refused > 30


def test_only_a_credential_is_an_mdoc() -> None:
    assert _recorded(corpus.find("cycle-4"), "sha256") == ({}, None)
    found, error = _recorded(corpus.find("credential-20"), "sha256")
    assert (len(found), error) == (len(NAMES), None)


def test_a_credential_without_claims_is_refused() -> None:
    document = corpus.find("credential-20")
    steps, error = _recorded(_Without(document), "sha256")

    assert steps == {}
    assert isinstance(error, BadDocument)


class _Without:
    """A document whose subject has no claim."""

    def __init__(self, document: corpus.Document) -> None:
        self.name, self.kind, self.contexts = document.name, document.kind, document.contexts
        self.value = {**document.value, "credentialSubject": {"id": "did:example:learner"}}
