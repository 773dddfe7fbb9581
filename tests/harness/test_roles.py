"""Roles of exchanges as stages and engines."""

from pathlib import Path
from typing import Any

import pytest

from canonbench import exchanges
from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable, VerificationFailed
from canonbench.harness import codec, roles
from canonbench.harness.freeze import default_stack
from canonbench.model.case import Case
from canonbench.model.engine import Engine
from canonbench.model.exchange import Variant
from canonbench.model.stage import Stage
from canonbench.model.use import Neutral, Recorder
from canonbench.stages import STAGES, jcs
from canonbench.stages.texts import VC_DI_EDDSA

DOCUMENT = "credential-20"
ISSUE = Case("eddsa-jcs-2022.issue", DOCUMENT)
VERIFY = Case("eddsa-rdfc-2022.verify", DOCUMENT)
CATALOGUE = Catalogue()


def _requests(case: Case, seed: int = 0) -> roles.Requests:
    exchange = case.target.rpartition(".")[0]
    made = roles.requests(exchange, corpus.find(DOCUMENT), roles.variant(case), roles.disclose(case), seed)
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


def test_a_stack_takes_its_engine_where_it_offers_a_stage_and_the_default_elsewhere() -> None:
    chosen = roles.engines("pyld", VERIFY, CATALOGUE)

    assert chosen["rdfc.canonicalize"].name == "pyld"
    assert chosen["eddsa.verify"].name == "cryptography"


def test_a_role_is_an_engine_that_gives_the_same_octets_with_every_stack() -> None:
    given, found = _requests(ISSUE), set()
    for name in ("canonbench", "rfc8785", "jcs", "jcs.canonicalize=reference"):
        found.add(roles.engine(name, ISSUE, CATALOGUE, timed=False).neutral()(given))

    assert len(found) == 1


def test_what_is_timed_draws_its_randomness_and_what_is_proved_does_not() -> None:
    case = Case("sd-jwt-vc.issue", DOCUMENT)
    given = _requests(case)
    timed = roles.engine("canonbench", case, CATALOGUE, timed=True).neutral()
    fixed = roles.engine("canonbench", case, CATALOGUE, timed=False).neutral()

    assert timed(given) != timed(given)
    assert fixed(given) == fixed(given)


def test_a_stack_without_a_step_in_a_role_is_unavailable() -> None:
    assert not roles.takes_part("pyld", ISSUE, CATALOGUE)
    assert roles.takes_part("canonbench", Case("sd-jwt-vc.present", DOCUMENT), CATALOGUE)
    assert roles.takes_part("pynacl", Case("mdoc.present", DOCUMENT), CATALOGUE)
    with pytest.raises(EngineUnavailable, match="pyld offers no step of eddsa-jcs-2022"):
        roles.engine("pyld", ISSUE, CATALOGUE, timed=True)


def test_an_engine_of_another_runtime_takes_no_part() -> None:
    far: Any = object()
    catalogue = Catalogue(extra={"far": (Engine(jcs.canonicalize, "far", run=len, remote=far),)})

    assert not roles.takes_part("far", ISSUE, catalogue)


def test_a_cold_context_gives_every_call_a_stack_of_its_own() -> None:
    cold = Case(VERIFY.target, DOCUMENT, state="cold-context")
    engine = roles.engine("canonbench", cold, CATALOGUE, timed=True)
    given = _requests(VERIFY)

    assert engine.cache is not None
    first, second = engine.cache(), engine.cache()
    assert first is not second
    assert engine.run(engine.enter(given, first)) == engine.neutral()(given)


def test_contexts_are_processed_by_rdfc_suites_alone() -> None:
    assert roles.caches("pyld", VERIFY, CATALOGUE)
    assert not roles.caches("canonbench", ISSUE, CATALOGUE)


def test_a_verifier_must_refuse_what_was_tampered_with() -> None:
    stage = roles.stage(VERIFY)
    run = roles.engine("canonbench", VERIFY, CATALOGUE, timed=False).neutral()
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


def test_a_run_file_says_what_was_exchanged_and_by_which_engines() -> None:
    case = Case("mdoc.verify", DOCUMENT, (("algorithm", "p256"), ("disclose", "3"), ("scope", "holder")))
    found = roles.metadata("canonbench", case, CATALOGUE)

    assert {
        key: found[key] for key in ("format", "role", "key_algorithm", "scope", "binding", "disclose")
    } == {
        "format": "mdoc",
        "role": "verify",
        "key_algorithm": "p256",
        "scope": "holder",
        "binding": "signature",
        "disclose": "3",
    }
    engines = dict(each.split("=") for each in found["stack_engines"].split(","))
    assert engines["ecdsa.verify"] == "cryptography"
    assert engines.keys() == roles.steps(case, Neutral(roles.engines("canonbench", case, CATALOGUE)))


def test_frozen_requests_come_with_what_is_expected_and_how_much_is_sent_on(tmp_path: Path) -> None:
    cases = [Case(f"eddsa-jcs-2022.{name}", DOCUMENT) for name in ("issue", "present", "verify")]
    frozen = roles.freeze(cases, [corpus.find(DOCUMENT)], CATALOGUE, tmp_path)
    entries = [frozen.inputs.entry(case) for case in cases]
    issued = codec.load(frozen.inputs.text(entries[1].input)).fixed.secured

    assert frozen.refusals == ()
    assert entries[0].output_size == len(issued)
    assert [bool(entry.output_size) for entry in entries] == [True, True, False]
    assert all(entry.expected for entry in entries)


def test_a_document_that_cannot_be_exchanged_is_refused_with_its_reason(tmp_path: Path) -> None:
    cases = [Case("mdoc.issue", "cycle-10"), Case("mdoc.issue", DOCUMENT)]
    documents = [corpus.find("cycle-10"), corpus.find(DOCUMENT)]
    frozen = roles.freeze(cases, documents, CATALOGUE, tmp_path)

    assert [(each.document, each.outcome) for each in frozen.refusals] == [
        ("cycle-10", "refused: BadDocument")
    ]
    assert list(frozen.inputs.cases) == [f"mdoc.issue/{DOCUMENT}"]
    assert frozen.inputs.documents["cycle-10"].quads == 0


class _Away:
    """A role in another runtime; it keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, bool]] = []

    def facts(self) -> dict[str, str]:
        return {"engine_version": "7"}

    def measure(self, value: Any, *, cold: bool, fresh: bool, chunk: int, expected: str = "") -> Any:
        assert (fresh, chunk, expected) == (False, 1, "")
        self.asked.append((value, cold))


@pytest.mark.parametrize("cached", [False, True])
def test_a_role_in_another_runtime_is_asked_for_one_of_its_requests(*, cached: bool) -> None:
    away, given = _Away(), _requests(VERIFY)
    whole = Engine[Any, Any](
        Stage(VERIFY.target, VC_DI_EDDSA.at("x")),
        "away",
        run=lambda request: request,
        enter=(lambda request, _cache: request) if cached else (lambda request: request),
        cache=dict if cached else None,
        remote=away,
    )
    catalogue = Catalogue(extra={"away": (whole,)})
    fixed, timed = (roles.engine("away", VERIFY, catalogue, timed=timed) for timed in (False, True))
    assert timed.remote is not None

    timed.remote.measure(given, cold=cached, fresh=False, chunk=1)

    assert away.asked == [(given.timed, cached)]
    assert timed.remote.facts() == {"engine_version": "7"}
    assert fixed.neutral()(given) == given.fixed
    assert roles.caches("away", VERIFY, catalogue) is cached
    assert roles.metadata("away", VERIFY, catalogue)["stack_engines"] == f"{VERIFY.target}=away"
