"""The stack best: the least end-to-end time, on a clock that is told what each engine takes."""

from collections.abc import Mapping
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.harness import best, requests, role_engines, roles
from canonbench.harness.roles import Requests
from canonbench.model.case import Case
from canonbench.model.engine import Engine
from canonbench.specs import jcs as specification
from canonbench.stages import jcs, multibase

DOCUMENT = "credential-20"
CASES = [Case(f"eddsa-jcs-2022.{role}", DOCUMENT) for role in ("issue", "present", "verify")]
MODULES = {
    name: place
    for name, place in Catalogue().modules.items()
    if name in {"canonbench", "hashlib", "cryptography", "cbor2", "json"}
}


class Told:
    """A clock that stands still but for what engines say they take."""

    now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@pytest.fixture(scope="module")
def given() -> Mapping[Case, Requests]:
    """Return the requests of the roles."""
    made = requests.make("eddsa-jcs-2022", corpus.find(DOCUMENT), roles.variant(CASES[0]), 5, 0)
    return {case: made[roles.role(case).role] for case in CASES}


def _catalogue(clock: Told, takes: Mapping[str, float], wrong: str = "") -> Catalogue:
    """Return engines of JCS that take so many seconds, beside the default ones, which take none to encode."""

    def engine(name: str, seconds: float) -> Engine[Any, Any]:
        def run(value: Any) -> bytes:
            clock.now += seconds
            return specification.canonicalize(value) + (b" " if name == wrong else b"")

        return Engine(jcs.canonicalize, name, run=run)

    extra = {name: (engine(name, seconds),) for name, seconds in takes.items()}
    return Catalogue(MODULES, extra)


def test_the_engine_with_the_least_time_is_chosen(given: Mapping[Case, Requests]) -> None:
    clock = Told()
    catalogue = _catalogue(clock, {"slow": 3.0, "quick": -1.0})

    assert best.best(CASES, given, catalogue, clock) == "eddsa-jcs-2022:quick"


def test_the_default_stack_is_chosen_where_nothing_is_faster(given: Mapping[Case, Requests]) -> None:
    clock = Told()

    assert best.least(CASES, given, _catalogue(clock, {"slow": 3.0}), clock) == "canonbench"


def test_the_fastest_at_each_stage_are_mixed(given: Mapping[Case, Requests]) -> None:
    clock = Told()
    catalogue = _catalogue(clock, {"quick": -1.0})
    both = Engine(multibase.encode, "encoder", run=_slower(clock, catalogue, -1.0))
    catalogue = Catalogue(MODULES, {**catalogue.extra, "encoder": (both,)})

    found = best.least(CASES, given, catalogue, clock)
    assert found == "jcs.canonicalize=quick,multibase.encode=encoder"


def _slower(clock: Told, catalogue: Catalogue, seconds: float) -> Any:
    run = catalogue.load("canonbench")["multibase.encode"].run

    def encode(value: Any) -> Any:
        clock.now += seconds
        return run(value)

    return encode


def test_an_engine_that_answers_otherwise_is_not_tried(given: Mapping[Case, Requests]) -> None:
    clock = Told()
    catalogue = _catalogue(clock, {"wrong": -9.0, "quick": -1.0}, wrong="wrong")

    assert best.best(CASES, given, catalogue, clock) == "eddsa-jcs-2022:quick"


def test_a_role_without_request_is_left_out() -> None:
    assert best.best(CASES, {}, Catalogue(MODULES), Told()) == ""


def test_a_library_does_what_it_offers_however_slow_where_our_own_engine_may_not(
    given: Mapping[Case, Requests],
) -> None:
    clock = Told()
    catalogue = _catalogue(clock, {"slow": 3.0, "slower": 4.0})

    assert best.least(CASES, given, catalogue, clock) == "canonbench"
    found = best.best(CASES, given, catalogue, clock, own=False)

    assert _engines(found, catalogue)["jcs.canonicalize"] == "slow"


def _engines(stack: str, catalogue: Catalogue) -> dict[str, str]:
    return {stage: engine.name for stage, engine in role_engines.engines(stack, CASES[0], catalogue).items()}


def test_a_library_that_is_wrong_leaves_our_own_engine_its_stage(given: Mapping[Case, Requests]) -> None:
    clock = Told()
    catalogue = _catalogue(clock, {"wrong": 3.0}, wrong="wrong")

    assert best.least(CASES, given, catalogue, clock, own=False) == "canonbench"


def test_what_libraries_do_not_compete_in_may_stay_ours(given: Mapping[Case, Requests]) -> None:
    clock = Told()
    quick = _catalogue(clock, {"quick": 1.0})
    encoder = Engine(multibase.encode, "encoder", run=_slower(clock, quick, 2.0))
    catalogue = Catalogue(MODULES, {**quick.extra, "encoder": (encoder,)})

    found = _engines(best.least(CASES, given, catalogue, clock, own=False), catalogue)

    assert (found["jcs.canonicalize"], found["multibase.encode"]) == ("quick", "canonbench")


def test_the_stacks_whose_engines_are_chosen_are_told_by_their_names() -> None:
    assert best.is_chosen(best.NAME)
    assert best.is_chosen(best.OF_LIBRARIES)
    assert not best.is_chosen("canonbench")
