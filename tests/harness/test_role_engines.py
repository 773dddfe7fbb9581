"""Roles of exchanges as engines."""

from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.errors import EngineUnavailable
from canonbench.harness import requests, role_engines, roles
from canonbench.model.case import Case
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage
from canonbench.model.use import Neutral
from canonbench.stages import jcs
from canonbench.stages.texts import VC_DI_EDDSA

DOCUMENT = "credential-20"
ISSUE = Case("eddsa-jcs-2022.issue", DOCUMENT)
VERIFY = Case("eddsa-rdfc-2022.verify", DOCUMENT)
CATALOGUE = Catalogue()


def _requests(case: Case, seed: int = 0) -> roles.Requests:
    exchange = case.target.rpartition(".")[0]
    made = requests.make(exchange, corpus.find(DOCUMENT), roles.variant(case), roles.disclose(case), seed)
    return made[roles.role(case).role]


def test_a_stack_takes_its_engine_where_it_offers_a_stage_and_the_default_elsewhere() -> None:
    chosen = role_engines.engines("pyld", VERIFY, CATALOGUE)

    assert chosen["rdfc.canonicalize"].name == "pyld"
    assert chosen["eddsa.verify"].name == "cryptography"


def test_a_role_is_an_engine_that_gives_the_same_octets_with_every_stack() -> None:
    given, found = _requests(ISSUE), set()
    for name in ("canonbench", "rfc8785", "jcs", "jcs.canonicalize=reference"):
        found.add(role_engines.engine(name, ISSUE, CATALOGUE, timed=False).neutral()(given))

    assert len(found) == 1


def test_what_is_timed_draws_its_randomness_and_what_is_proved_does_not() -> None:
    case = Case("sd-jwt-vc.issue", DOCUMENT)
    given = _requests(case)
    timed = role_engines.engine("canonbench", case, CATALOGUE, timed=True).neutral()
    fixed = role_engines.engine("canonbench", case, CATALOGUE, timed=False).neutral()

    assert timed(given) != timed(given)
    assert fixed(given) == fixed(given)


def test_a_stack_without_a_step_in_a_role_is_unavailable() -> None:
    assert not role_engines.takes_part("pyld", ISSUE, CATALOGUE)
    assert role_engines.takes_part("canonbench", Case("sd-jwt-vc.present", DOCUMENT), CATALOGUE)
    assert role_engines.takes_part("pynacl", Case("mdoc.present", DOCUMENT), CATALOGUE)
    with pytest.raises(EngineUnavailable, match="pyld offers no step of eddsa-jcs-2022"):
        role_engines.engine("pyld", ISSUE, CATALOGUE, timed=True)


def test_an_engine_of_another_runtime_takes_no_part() -> None:
    far: Any = object()
    catalogue = Catalogue(extra={"far": (Engine(jcs.canonicalize, "far", run=len, remote=far),)})

    assert not role_engines.takes_part("far", ISSUE, catalogue)


def test_a_cold_context_gives_every_call_a_stack_of_its_own() -> None:
    cold = Case(VERIFY.target, DOCUMENT, state="cold-context")
    engine = role_engines.engine("canonbench", cold, CATALOGUE, timed=True)
    given = _requests(VERIFY)

    assert engine.cache is not None
    first, second = engine.cache(), engine.cache()
    assert first is not second
    assert engine.run(engine.enter(given, first)) == engine.neutral()(given)


def test_contexts_are_processed_by_rdfc_suites_alone() -> None:
    assert role_engines.caches("pyld", VERIFY, CATALOGUE)
    assert not role_engines.caches("canonbench", ISSUE, CATALOGUE)


def test_a_run_file_says_what_was_exchanged_and_by_which_engines() -> None:
    case = Case("mdoc.verify", DOCUMENT, (("algorithm", "p256"), ("disclose", "3"), ("scope", "holder")))
    found = role_engines.metadata("canonbench", case, CATALOGUE)

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
    assert engines.keys() == roles.steps(case, Neutral(role_engines.engines("canonbench", case, CATALOGUE)))


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
    fixed, timed = (role_engines.engine("away", VERIFY, catalogue, timed=timed) for timed in (False, True))
    assert timed.remote is not None

    timed.remote.measure(given, cold=cached, fresh=False, chunk=1)

    assert away.asked == [(given.timed, cached)]
    assert timed.remote.facts() == {"engine_version": "7"}
    assert fixed.neutral()(given) == given.fixed
    assert role_engines.caches("away", VERIFY, catalogue) is cached
    assert role_engines.metadata("away", VERIFY, catalogue)["stack_engines"] == f"{VERIFY.target}=away"
