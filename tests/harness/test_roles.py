"""Roles of exchanges as stages."""

import pytest

from canonbench import exchanges
from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.errors import VerificationFailed
from canonbench.harness import requests, role_engines, roles
from canonbench.harness.freeze import default_stack
from canonbench.model.case import Case
from canonbench.model.exchange import Variant
from canonbench.model.use import Recorder
from canonbench.stages import STAGES, jcs

DOCUMENT = "credential-20"
ISSUE = Case("eddsa-jcs-2022.issue", DOCUMENT)
VERIFY = Case("eddsa-rdfc-2022.verify", DOCUMENT)
CATALOGUE = Catalogue()


def _requests(case: Case, seed: int = 0) -> roles.Requests:
    exchange = case.target.rpartition(".")[0]
    made = requests.make(exchange, corpus.find(DOCUMENT), roles.variant(case), roles.disclose(case), seed)
    return made[roles.role(case).role]


@pytest.mark.parametrize("name", exchanges.FORMATS)
def test_each_role_of_each_format_is_told_from_a_stage(name: str) -> None:
    assert all(roles.is_role(f"{name}.{role}") for role in ("issue", "present", "verify"))
    assert not any(roles.is_role(stage) for stage in STAGES)


def test_the_factors_of_a_case_name_its_variant() -> None:
    factors = (("algorithm", "p384"), ("binding", "mac"), ("scope", "trust"))

    assert roles.variant(Case("mdoc.issue", DOCUMENT, factors)) == Variant("p384", "trust", "mac")
    assert roles.variant(Case("ecdsa-jcs-2019.issue", DOCUMENT)) == Variant("p256")


@pytest.mark.parametrize(
    "shown", [("/credentialSubject/a,b", "c+d"), ("/a~1b/0", "x=y@z:w"), ("name",), ("/with space/ü",)]
)
def test_what_is_disclosed_survives_the_name_of_a_case(shown: tuple[str, ...]) -> None:
    case = Case("sd-jwt-vc.present", DOCUMENT, (("disclose", roles.disclosed(shown)),))

    assert roles.disclose(Case.parse(case.name)) == shown


def test_a_number_is_disclosed_as_one_and_the_format_has_a_default() -> None:
    assert roles.disclose(Case("mdoc.issue", DOCUMENT, (("disclose", "3"),))) == 3
    assert roles.disclose(Case("mdoc.issue", DOCUMENT)) == exchanges.FORMATS["mdoc"].disclose


def test_a_verifier_must_refuse_what_was_tampered_with() -> None:
    stage = roles.stage(VERIFY)
    run = role_engines.engine("canonbench", VERIFY, CATALOGUE, timed=False).neutral()
    assert stage.tampered is not None
    tampered = next(iter(stage.tampered(_requests(VERIFY))))

    with pytest.raises(VerificationFailed):
        run(tampered)


def test_a_stage_is_itself() -> None:
    assert roles.stage(Case("jcs.canonicalize", DOCUMENT)) is jcs.canonicalize


def test_one_operation_canonicalizes_twice_and_an_exchange_six_times() -> None:
    recorder = Recorder(default_stack(CATALOGUE))
    counts = []
    for name in ("issue", "present", "verify"):
        case = Case(f"eddsa-rdfc-2022.{name}", DOCUMENT)
        roles.bound(case, recorder)(_requests(case).fixed)
        counts.append(sum(step.stage == "rdfc.canonicalize" for step in recorder.steps))

    assert counts == [2, 4, 6]
