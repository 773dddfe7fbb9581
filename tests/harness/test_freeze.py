"""Every stage gets the very input that the chain gives it, and what is refused is said."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from canonbench.engines import Catalogue
from canonbench.errors import MalformedInput, WorkLimitExceeded
from canonbench.harness import codec, plan
from canonbench.harness.freeze import default_stack, freeze, record
from canonbench.model.case import Case
from canonbench.model.engine import Engine
from canonbench.specs import rdfc10
from canonbench.stages import jsonld, rdfc

_CREDENTIAL = {
    "@context": {"@vocab": "https://ex.example/v#"},
    "@type": "Degree",
    "name": "Ada",
    "issued": {"by": "University"},
}
_ALL = "jsonld,nquads,rdfc"


def _cases(name: str, target: str = _ALL) -> tuple[Case, ...]:
    return plan.cases([(stage, "warm") for stage, state in plan.targets(target) if state == "warm"], name)


@pytest.fixture
def credential(paper: Callable[..., Any]) -> Any:
    return paper("diploma", "jsonld", _CREDENTIAL)


def test_a_credential_has_an_input_for_every_stage(tmp_path: Path, credential: Any) -> None:
    frozen = freeze(_cases("diploma"), [credential], Catalogue(), tmp_path)

    assert frozen.refusals == ()
    assert set(frozen.inputs.cases) == {case.name for case in _cases("diploma")}


def test_the_expected_digest_is_that_of_the_chains_own_output(tmp_path: Path, credential: Any) -> None:
    inputs = freeze(_cases("diploma"), [credential], Catalogue(), tmp_path).inputs
    request = inputs.value(Case("rdfc.canonicalize", "diploma"))

    canonical = rdfc10.canonicalize(*request)

    assert inputs.entry(Case("rdfc.canonicalize", "diploma")).expected == codec.digest(canonical)
    assert inputs.entry(Case("rdfc.serialize", "diploma")).expected == codec.digest(canonical)
    assert inputs.value(Case("jsonld.expand", "diploma")) == jsonld.Source(_CREDENTIAL, {})
    assert inputs.value(Case("rdfc.label", "diploma")) == request


def test_a_proof_is_no_part_of_what_is_measured(tmp_path: Path, paper: Callable[..., Any]) -> None:
    signed = paper("diploma", "jsonld", {**_CREDENTIAL, "proof": {"@type": "Proof", "created": "2026"}})
    inputs = freeze(_cases("diploma"), [signed], Catalogue(), tmp_path).inputs

    assert inputs.value(Case("jsonld.expand", "diploma")) == jsonld.Source(_CREDENTIAL, {})
    assert inputs.documents["diploma"].quads == 4


def test_facts_are_digests_and_sizes(tmp_path: Path, credential: Any) -> None:
    facts = freeze(_cases("diploma"), [credential], Catalogue(), tmp_path).inputs.documents["diploma"]

    assert (facts.sha256, facts.size, facts.quads, facts.blank_nodes) == ("d1", 9, 4, 2)


def test_a_dataset_has_no_jsonld_stages(tmp_path: Path, small: Any) -> None:
    frozen = freeze(_cases("small"), [small], Catalogue(), tmp_path)

    assert {name.partition(".")[0] for name in frozen.inputs.cases} == {"nquads", "rdfc"}
    assert frozen.refusals == ()


def test_the_hash_algorithm_reaches_every_request(tmp_path: Path, small: Any) -> None:
    cases = plan.cases(plan.targets("rdfc.canonicalize"), "small", lambda _: (("hash", "sha384"),))

    inputs = freeze(cases, [small], Catalogue(), tmp_path, "sha384").inputs

    assert inputs.value(cases[0]).hash == "sha384"


def test_a_stage_without_work_is_marked(tmp_path: Path, small: Any) -> None:
    inputs = freeze(_cases("small", "rdfc"), [small], Catalogue(), tmp_path).inputs

    nothing = {name for name, entry in inputs.cases.items() if entry.nothing}
    assert nothing == {"rdfc.hash_n_degree/small"}


def _own(error: Exception) -> Catalogue:
    def refuse(_request: Any) -> Any:
        raise error

    return Catalogue({}, {"canonbench": (Engine(rdfc.label, "canonbench", run=refuse),)})


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (WorkLimitExceeded("more than 100 steps"), "over budget"),
        (MalformedInput("a lone surrogate in a secret"), "refused: MalformedInput"),
    ],
)
def test_what_the_chain_refuses_is_an_outcome_without_values(
    tmp_path: Path, small: Any, error: Exception, outcome: str
) -> None:
    catalogue = _own(error)
    fakes = (*catalogue.extra["canonbench"], Engine(rdfc.serialize, "canonbench", run=lambda _: ""))

    frozen = freeze(_cases("small", "rdfc"), [small], Catalogue({}, {"canonbench": fakes}), tmp_path)

    assert frozen.inputs.cases == {}
    assert {(each.stage, each.outcome, each.detail) for each in frozen.refusals} == {
        (case.target, outcome, str(error)) for case in _cases("small", "rdfc")
    }


def test_the_default_is_the_first_of_ours_that_offers_a_stage() -> None:
    theirs = Engine(rdfc.label, "reference", run=lambda _: {})
    more = Engine(rdfc.serialize, "reference", run=lambda _: "")
    ours = Engine(rdfc.label, "canonbench", run=lambda _: {})
    catalogue = Catalogue({}, {"canonbench": (ours,), "reference": (theirs, more)})

    assert dict(default_stack(catalogue).engines) == {"rdfc.label": ours, "rdfc.serialize": more}


def test_steps_come_in_the_order_of_the_chain(credential: Any) -> None:
    steps, error = record(credential, default_stack(Catalogue()), [])

    assert error is None
    assert [step.stage for step in steps][:4] == [
        "jsonld.expand",
        "jsonld.to_rdf",
        "rdfc.label",
        "rdfc.serialize",
    ]
