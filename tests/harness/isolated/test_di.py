"""The stages of Data Integrity are given what an exchange of the document gives them."""

from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.errors import DataLoss
from canonbench.harness import codec
from canonbench.harness.freeze import default_stack, record
from canonbench.harness.isolated.di import of_data_integrity
from canonbench.model.use import Recorder
from canonbench.stages import FAMILIES

TARGETS = [stage.name for stage in FAMILIES["di"]]


def _steps(
    document: str = "credential-20", algorithm: str = "sha256", targets: list[str] = TARGETS
) -> dict[str, Any]:
    recorder = Recorder(default_stack(Catalogue()))
    of_data_integrity(recorder, corpus.find(document), targets, algorithm)
    return {step.stage: step for step in recorder.steps}


@pytest.mark.parametrize("document", ["credential-20", "ob3-complete"])
def test_every_stage_has_an_input_that_can_be_frozen(document: str) -> None:
    steps = _steps(document)

    assert set(steps) == set(TARGETS)
    engines = default_stack(Catalogue()).engines
    for name, step in steps.items():
        assert step.output == engines[name].neutral()(codec.load(codec.dump(step.input)))


def test_inputs_are_the_same_in_every_run() -> None:
    first, second = _steps(), _steps()

    assert {name: step.input for name, step in first.items()} == {
        name: step.input for name, step in second.items()
    }


def test_a_part_gets_what_it_has_in_its_whole() -> None:
    steps = _steps("ob3-complete")
    skolemized, grouped = steps["di.skolemize"].output, steps["di.canonicalize_and_group"]
    (_, _, key, definitions), groups = grouped.input, grouped.output.groups

    assert skolemized.compact == steps["di.name_nodes"].output.compact
    assert not skolemized.complete
    assert steps["di.complete"].input.expanded == skolemized.expanded
    assert steps["di.complete"].output != skolemized.expanded
    assert set(definitions) == set(groups) == {"mandatory", "selective", "combined"}
    assert steps["di.match"].input.nquads == grouped.output.nquads
    assert steps["di.match"].output == groups["combined"][:2]
    assert steps["di.deskolemize"].output == groups["combined"].dataset
    assert steps["di.label_replacement"].input.hmac_key == key
    assert steps["di.label_replacement"].output.nquads == grouped.output.nquads
    assert steps["di.replace_labels"].output == grouped.output.labels
    assert steps["di.parse_derived_proof"].output == steps["di.derive"].output


def test_the_hash_data_are_those_of_the_hash() -> None:
    assert len(_steps(targets=["di.hash_data"])["di.hash_data"].output) == 64
    assert len(_steps(algorithm="sha384", targets=["di.hash_data"])["di.hash_data"].output) == 96


def test_only_what_is_wanted_is_run_and_only_on_a_credential() -> None:
    assert set(_steps(targets=["di.match", "json.parse"])) == {"di.match"}
    assert _steps(targets=["json.parse"]) == {}
    assert _steps("cycle-10") == {}


def test_what_cannot_be_signed_is_refused() -> None:
    document = corpus.find("ob3")
    other = _Source({**document.value, "honours": 1}, document.contexts)
    with pytest.raises(DataLoss, match="honours"):
        of_data_integrity(Recorder(default_stack(Catalogue())), other, TARGETS, "sha256")


class _Source:
    def __init__(self, value: Any, contexts: Any) -> None:
        self.value, self.contexts = value, contexts


def test_the_gate_finds_these_inputs_among_those_of_a_document() -> None:
    steps, error = record(corpus.find("credential-20"), default_stack(Catalogue()), ["di.match"])

    assert error is None
    assert [step.stage for step in steps if step.stage.startswith("di.")] == ["di.match"]
