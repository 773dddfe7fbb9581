"""Peers: one call a role, timed only where ours and theirs verify each other."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from canonbench.documents import corpus
from canonbench.engines import Catalogue
from canonbench.errors import EnginesDisagree, EngineUnavailable, MalformedInput, VerificationFailed
from canonbench.harness import peers, plugins, prepared, prove, requests, role_engines, roles, subject, timer
from canonbench.harness.composed import Asked, make
from canonbench.harness.freeze import default_stack
from canonbench.harness.inputs import Inputs
from canonbench.harness.loops import Kept
from canonbench.model.case import Case
from canonbench.model.engine import Engine
from canonbench.model.stage import Stage
from canonbench.runs import keys
from canonbench.stages.texts import VC_DI_EDDSA

DOCUMENT = "attr-5"
FORMAT = "eddsa-jcs-2022"
ROLES = ("issue", "present", "verify")
CASES = {role: Case(f"{FORMAT}.{role}", DOCUMENT) for role in ROLES}
OURS = Catalogue()

Roles = Mapping[str, Callable[[Any], Any]]


@pytest.fixture(scope="module")
def ours() -> Roles:
    return {role: roles.bound(case, default_stack(OURS)) for role, case in CASES.items()}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Inputs:
    folder = tmp_path_factory.mktemp("inputs")
    return requests.freeze(CASES.values(), [corpus.find(DOCUMENT)], OURS, folder).inputs


def _catalogue(**runs: Callable[[Any], Any]) -> Catalogue:
    """Return a catalogue with a peer of those roles."""
    engines = tuple(
        Engine(Stage[Any, Any](f"{FORMAT}.{role}", VC_DI_EDDSA.at("proof-algorithms")), "peer", run=run)
        for role, run in runs.items()
    )
    return replace(OURS, extra=MappingProxyType({"peer": engines}))


def _lines(
    catalogue: Catalogue, inputs: Inputs, patch: pytest.MonkeyPatch, *, min_time: float = 0.0
) -> dict[str, dict[str, Any]]:
    patch.setattr(plugins, "catalogue", lambda *_: catalogue)
    cases = [case.name for case in CASES.values()]
    request = {"engine": "peer", "plugins": [], "inputs": str(inputs.folder), "cases": cases}
    lines = prove.serve({**request, "min_time": min_time})
    return {line["case"]: line for line in lines if "case" in line}


def _respaced(run: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """Return a role whose octets are not ours, and as good."""
    return lambda request: run(request) + b"\n"


def test_a_peer_is_proved_by_verifying_and_not_by_its_octets(
    ours: Roles, inputs: Inputs, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer = {**ours, "issue": _respaced(ours["issue"]), "present": _respaced(ours["present"])}

    lines = _lines(_catalogue(**peer), inputs, monkeypatch, min_time=1e-6)

    assert all(line["outcome"] == "ok" for line in lines.values())
    assert list(lines) == [case.name for case in CASES.values()]
    assert all(line["loops"][name] >= 1 for name, line in lines.items())


def test_what_a_peer_lets_pass_is_named(ours: Roles, inputs: Inputs, monkeypatch: pytest.MonkeyPatch) -> None:
    def accept(request: Any) -> Any:
        try:
            return ours["verify"](request)
        except (VerificationFailed, MalformedInput):
            return {}

    line = _lines(_catalogue(verify=accept), inputs, monkeypatch)[CASES["verify"].name]

    assert (line["outcome"], line["reason"]) == ("differs", "accepts tampered: a claim is changed")


def test_a_peer_that_refuses_the_good_one_is_refused(inputs: Inputs, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_request: Any) -> Any:
        raise VerificationFailed("no")

    line = _lines(_catalogue(verify=refuse), inputs, monkeypatch)[CASES["verify"].name]

    assert (line["outcome"], line["reason"]) == ("refused", "VerificationFailed")


def test_what_ours_does_not_accept_is_not_timed(
    ours: Roles, inputs: Inputs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(request: Any) -> bytes:
        return bytes(ours["issue"](request)).replace(b'"proofPurpose"', b'"proofpurpose"')

    def other(request: Any) -> Any:
        return {**ours["verify"](request), "more": True}

    def changes(request: Any) -> Any:
        request.contexts["https://example.org/more"] = {}
        return ours["present"](request)

    first = _lines(_catalogue(issue=broken, present=changes), inputs, monkeypatch)
    second = _lines(_catalogue(issue=ours["issue"], verify=other), inputs, monkeypatch)
    third = _lines(_catalogue(issue=lambda _: b"{"), inputs, monkeypatch)

    assert first[CASES["issue"].name]["reason"].startswith("what it made is not accepted by canonbench")
    assert first[CASES["present"].name]["reason"] == "the neutral input was changed"
    assert second[CASES["issue"].name]["reason"] == "peer finds other claims in what it made"
    assert third[CASES["issue"].name]["reason"].startswith(
        "what it made is not accepted by ours that presents"
    )


def test_a_peer_that_issues_is_proved_by_all_roles(ours: Roles, tmp_path: Path) -> None:
    catalogue, case = _catalogue(issue=ours["issue"]), CASES["issue"]
    alone = requests.freeze([case], [corpus.find(DOCUMENT)], OURS, tmp_path).inputs

    with pytest.raises(EngineUnavailable, match="leave out --role"):
        peers.prove("peer", case, alone, catalogue)


def test_a_peer_has_no_steps_and_no_cold_contexts(ours: Roles) -> None:
    catalogue = _catalogue(**ours)
    planned = make(
        Asked((FORMAT,), stacks=("canonbench", "peer")),
        replace(subject.find([DOCUMENT]), catalogue=catalogue),
    )
    found = [case.name for cell in planned.cells if cell.stack.name == "peer" for case in cell.cases]

    assert found == [case.name for case in CASES.values()]
    assert not role_engines.caches("peer", CASES["verify"], catalogue)
    assert (
        role_engines.metadata("peer", CASES["verify"], catalogue)[keys.STACK_ENGINES]
        == f"{FORMAT}.verify=peer"
    )
    with pytest.raises(EngineUnavailable, match="has no steps"):
        role_engines.engine("peer", replace(CASES["verify"], view="split"), catalogue, timed=True)


def test_a_leaf_proves_what_a_peer_made(ours: Roles, inputs: Inputs, monkeypatch: pytest.MonkeyPatch) -> None:
    good = _respaced(ours["issue"])
    found: list[bool] = []
    for run in (good, lambda request: good(request).replace(b'"proofPurpose"', b'"proofpurpose"')):
        catalogue = _catalogue(issue=run)
        monkeypatch.setattr(plugins, "catalogue", lambda *_, given=catalogue: given)
        case = CASES["issue"]
        timed, _ = timer.Timer("peer")(case, prepared.Prepared((case,), inputs), Kept())
        try:
            found.append(timed(1) > 0)
        except EnginesDisagree as error:
            found.append("nothing is measured" in str(error))

    assert found == [True, True]
